//! Imports `meta`, which in a JSON Resume published by vitae contains the rest of the profile.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::convert;
use super::draft::{DraftGroup, DraftValue, ResumeDraft};
use super::path::{self, PUBLISHED_PROFILE as PATH};
use super::report::ImportReport;
use crate::document::group::FieldGroup as _;
use crate::document::reserved_keys;
use crate::model::profile::Skills;
use crate::slug::is_word;

const NO_MATCH: &str = "does not match the list that it describes";

#[derive(Default)]
pub(super) struct MetaDraft {
    /// Whether vitae published the document.
    pub(super) is_by_vitae: bool,
    /// The parts of the profile that JSON Resume lacks, as `render::json_resume` writes them.
    profile: DraftGroup,
    /// The keys of `skills` and the levels of `languages`.
    skills: Map<String, Json>,
    additional_fields: DraftGroup,
}

/// Returns whether vitae published the document.
pub(super) fn is_by_vitae(document: &Map<String, Json>) -> bool {
    let profile = document.get("meta").and_then(|meta| meta.get("consultantProfile"));
    profile.and_then(Json::as_object).is_some_and(|profile| !profile.is_empty())
}

pub(super) fn meta(document: &Map<String, Json>, report: &mut ImportReport) -> MetaDraft {
    let mut imported = MetaDraft { is_by_vitae: is_by_vitae(document), ..MetaDraft::default() };
    let mut additional_fields = Map::new();
    for (key, value) in convert::group(document, "meta", report).into_iter().flatten() {
        let path = path::child("meta", key);
        if path == PATH {
            imported.import_profile(value.clone(), report);
        } else if reserved_keys::META.contains(&key.as_str()) {
            report.set_by_vitae(&path);
        } else {
            additional_fields.insert(key.clone(), value.clone());
        }
    }
    imported.additional_fields = convert::free_fields(&additional_fields, "meta", report);
    imported
}

impl MetaDraft {
    fn import_profile(&mut self, mut value: Json, report: &mut ImportReport) {
        if let Some(fields) = value.as_object_mut()
            && fields.get("skills").is_some_and(Json::is_object)
            && let Some(Json::Object(skills)) = fields.shift_remove("skills")
        {
            self.skills = skills;
        }
        match convert::free_value(&value, PATH, report).map(|draft| draft.value) {
            Some(DraftValue::Group(group)) => self.profile = group,
            Some(_) => report.rejected(PATH, &value, "is not a group of fields"),
            None => {}
        }
    }

    pub(super) fn take(&mut self, key: &str) -> Option<ResumeDraft> {
        self.profile.take(key)
    }

    pub(super) fn take_group(&mut self, key: &str, report: &mut ImportReport) -> DraftGroup {
        match self.profile.take(key) {
            Some(ResumeDraft { value: DraftValue::Group(group), .. }) => group,
            Some(other) => {
                report.rejected_draft(&other, "is not a group of fields");
                DraftGroup::default()
            }
            None => DraftGroup::default(),
        }
    }

    /// Returns the place in the profile of each of the `count` items of `work`; an empty list if it is not known.
    pub(super) fn work_order(&mut self, count: usize, report: &mut ImportReport) -> Vec<usize> {
        let Some(draft) = self.profile.take("work_order") else { return Vec::new() };
        let order = Vec::<usize>::deserialize(draft.to_json()).unwrap_or_default();
        let is_permutation = |order: &[usize]| {
            let places: BTreeSet<_> = order.iter().copied().collect();
            order.len() == count && places.into_iter().eq(0..count)
        };
        if is_permutation(&order) {
            report.set_by_vitae(&path::child(PATH, "work_order"));
            return order;
        }
        report.rejected_draft(&draft, NO_MATCH);
        Vec::new()
    }

    /// Returns the keys of all `count` skill categories; an empty list if they do not match.
    pub(super) fn category_keys(&mut self, count: usize, report: &mut ImportReport) -> Vec<String> {
        self.take_words("categories", count, report, |keys| {
            let keys = keys.iter().filter(|key| path::is_valid_key(key));
            keys.collect::<BTreeSet<_>>().len() == count
        })
    }

    /// Returns the levels of all `count` languages, which can be blank; an empty list if they do not
    /// match.
    pub(super) fn levels(&mut self, count: usize, report: &mut ImportReport) -> Vec<String> {
        self.take_words("levels", count, report, |_| true)
    }

    /// Takes the fields of `skills` that JSON Resume has no place for.
    pub(super) fn take_skill_fields(&mut self, to: &mut DraftGroup, report: &mut ImportReport) {
        for field in Skills::GROUP.fields.iter().filter(|field| field.has_usual_place()) {
            if let Some(value) = self.skills.shift_remove(field.resume.key()) {
                let path = skills_path(field.resume.key());
                to.put(field.name(), convert::free_value(&value, &path, report));
            }
        }
    }

    fn take_words(
        &mut self,
        key: &str,
        count: usize,
        report: &mut ImportReport,
        is_valid: impl FnOnce(&[String]) -> bool,
    ) -> Vec<String> {
        let Some(value) = self.skills.shift_remove(key) else { return Vec::new() };
        if let Ok(words) = Vec::<String>::deserialize(&value)
            && words.len() == count
            && words.iter().all(|word| word.is_empty() || is_word(word))
            && is_valid(&words)
        {
            return words;
        }
        report.rejected(&skills_path(key), &value, NO_MATCH);
        Vec::new()
    }

    /// Reports the parts of the profile that were not imported, and returns the additional fields.
    pub(super) fn finish(self, report: &mut ImportReport) -> DraftGroup {
        let reason = "is not a field of a profile";
        for (key, value) in self.skills {
            report.rejected(&skills_path(&key), &value, reason);
        }
        for (_, draft) in self.profile.0 {
            report.rejected_draft(&draft, reason);
        }
        self.additional_fields
    }
}

fn skills_path(key: &str) -> String {
    path::child(&path::child(PATH, "skills"), key)
}
