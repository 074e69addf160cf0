//! The profile while it is being made: values, each with the place in the original it came from.

use serde_json::{Map, Value as Json};

/// A value of the profile.
#[derive(Debug, Clone)]
pub(super) struct ResumeDraft {
    pub(super) value: DraftValue,
    /// Where the original has it; `None` for what only the profile has.
    pub(super) origin: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) enum DraftValue {
    /// A text, number, boolean or null.
    Scalar(Json),
    List(Vec<ResumeDraft>),
    Group(Group),
}

/// Fields in the order in which they are written.
#[derive(Debug, Clone, Default)]
pub(super) struct Group(pub(super) Vec<(String, ResumeDraft)>);

impl Group {
    /// Adds a field, if there is a value for it.
    pub(super) fn put(&mut self, key: &str, draft: Option<ResumeDraft>) {
        if let Some(draft) = draft {
            self.0.push((key.to_owned(), draft));
        }
    }

    /// Takes a field out.
    pub(super) fn take(&mut self, key: &str) -> Option<ResumeDraft> {
        let at = self.0.iter().position(|(known, _)| known == key)?;
        Some(self.0.remove(at).1)
    }

    /// The text of a field.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        let (_, draft) = self.0.iter().find(|(known, _)| known == key)?;
        draft.text()
    }

    /// The group, unless nothing is in it.
    pub(super) fn draft(self) -> Option<ResumeDraft> {
        (!self.0.is_empty()).then_some(ResumeDraft {
            value: DraftValue::Group(self),
            origin: None,
        })
    }

    pub(super) fn to_json(&self) -> Map<String, Json> {
        let fields = self.0.iter();
        fields
            .map(|(key, draft)| (key.clone(), draft.to_json()))
            .collect()
    }
}

impl ResumeDraft {
    /// A text or other scalar of the original, perhaps repaired.
    pub(super) fn scalar(value: impl Into<Json>, origin: &str) -> Self {
        Self {
            value: DraftValue::Scalar(value.into()),
            origin: Some(origin.to_owned()),
        }
    }

    /// A list, unless nothing is in it.
    pub(super) fn list(items: Vec<Self>) -> Option<Self> {
        (!items.is_empty()).then_some(Self {
            value: DraftValue::List(items),
            origin: None,
        })
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

    /// Takes out what stands at a path of keys and of items' numbers, which has one segment at
    /// least.
    pub(super) fn remove(&mut self, path: &[String]) -> Option<Self> {
        let (first, rest) = path.split_first()?;
        let number = || first.parse::<usize>().ok();
        if rest.is_empty() {
            return match &mut self.value {
                DraftValue::Group(group) => group.take(first),
                DraftValue::List(items) => {
                    let at = number().filter(|at| *at < items.len())?;
                    Some(items.remove(at))
                }
                DraftValue::Scalar(_) => None,
            };
        }
        let next = match &mut self.value {
            DraftValue::Group(Group(fields)) => {
                let field = fields.iter_mut().find(|(key, _)| key == first);
                field.map(|(_, draft)| draft)
            }
            DraftValue::List(items) => number().and_then(|at| items.get_mut(at)),
            DraftValue::Scalar(_) => None,
        };
        next?.remove(rest)
    }
}
