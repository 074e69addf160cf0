//! A profile under construction: values with the paths in the original that they come from.

use serde_json::{Map, Value as Json};

#[derive(Debug, Clone)]
pub(super) struct ResumeDraft {
    pub(super) value: DraftValue,
    /// The path in the original; `None` for most lists and groups, and for values that only the profile
    /// has.
    pub(super) origin: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) enum DraftValue {
    /// A string, number, boolean or null.
    Scalar(Json),
    List(Vec<ResumeDraft>),
    Group(DraftGroup),
}

/// Fields in the order in which they are written.
#[derive(Debug, Clone, Default)]
pub(super) struct DraftGroup(pub(super) Vec<(String, ResumeDraft)>);

impl DraftGroup {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, key: &str) -> Option<&ResumeDraft> {
        let (_, draft) = self.0.iter().find(|(known, _)| known == key)?;
        Some(draft)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut ResumeDraft> {
        let (_, draft) = self.0.iter_mut().find(|(known, _)| known == key)?;
        Some(draft)
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.text()
    }

    /// Adds a field if it has a value.
    pub(super) fn put(&mut self, key: &str, draft: impl Into<Option<ResumeDraft>>) {
        self.0.extend(draft.into().map(|draft| (key.to_owned(), draft)));
    }

    pub(super) fn take(&mut self, key: &str) -> Option<ResumeDraft> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(at).1)
    }

    /// Removes and returns a group; an empty one if the field is missing or not a group.
    pub(super) fn take_group(&mut self, key: &str) -> DraftGroup {
        match self.take(key).map(|draft| draft.value) {
            Some(DraftValue::Group(group)) => group,
            _ => DraftGroup::default(),
        }
    }

    /// Converts the group to a value; `None` if it is empty.
    pub(super) fn into_draft(self) -> Option<ResumeDraft> {
        (!self.is_empty()).then(|| ResumeDraft::without_origin(DraftValue::Group(self)))
    }

    pub(super) fn to_json(&self) -> Map<String, Json> {
        let fields = self.0.iter();
        fields.map(|(key, draft)| (key.clone(), draft.to_json())).collect()
    }
}

impl ResumeDraft {
    /// Creates a scalar from the value at the path `origin`.
    pub(super) fn scalar(value: impl Into<Json>, origin: &str) -> Self {
        Self { value: DraftValue::Scalar(value.into()), origin: Some(origin.to_owned()) }
    }

    pub(super) fn without_origin(value: DraftValue) -> Self {
        Self { value, origin: None }
    }

    /// Creates a list; `None` if it is empty.
    pub(super) fn list(items: Vec<Self>) -> Option<Self> {
        (!items.is_empty()).then(|| Self::without_origin(DraftValue::List(items)))
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            DraftValue::Scalar(Json::String(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn to_json(&self) -> Json {
        match &self.value {
            DraftValue::Scalar(scalar) => scalar.clone(),
            DraftValue::List(items) => items.iter().map(Self::to_json).collect(),
            DraftValue::Group(group) => group.to_json().into(),
        }
    }

    /// Removes and returns the value at a path of keys and indexes with at least one segment.
    pub(super) fn remove(&mut self, path: &[String]) -> Option<Self> {
        let (first, rest) = path.split_first()?;
        match &mut self.value {
            DraftValue::Group(group) if rest.is_empty() => group.take(first),
            DraftValue::Group(group) => group.get_mut(first)?.remove(rest),
            DraftValue::List(items) => {
                let index = first.parse().ok().filter(|at| *at < items.len())?;
                match rest.is_empty() {
                    true => Some(items.remove(index)),
                    false => items[index].remove(rest),
                }
            }
            DraftValue::Scalar(_) => None,
        }
    }
}
