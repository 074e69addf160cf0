//! `meta`: what a JSON Resume made by vitae has of the profile, and what others have there.

use serde_json::{Map, Value as Json};

use super::draft::{DraftValue, Group, ResumeDraft};
use super::path;
use super::repair::{self, is_empty};
use super::report::ImportReport;
use crate::document::reserved_keys;

const PATH: &str = "meta.consultantProfile";

/// What stands under `meta`.
#[derive(Default)]
pub(super) struct Beyond {
    /// What the profile has and JSON Resume lacks, as `render::json_resume` writes it.
    profile: Group,
    /// What it says of the lists `skills` and `languages`.
    skills: Map<String, Json>,
    /// Further fields of `meta`.
    pub(super) further: Group,
}

/// Reads `meta`.
pub(super) fn beyond(document: &Map<String, Json>, report: &mut ImportReport) -> Beyond {
    let mut beyond = Beyond::default();
    let meta = match document.get("meta") {
        None => return beyond,
        Some(meta) if is_empty(meta) => {
            report.empty("meta");
            return beyond;
        }
        Some(meta) => meta,
    };
    let Some(meta) = meta.as_object() else {
        report.not_taken("meta", meta, "is no group of fields");
        return beyond;
    };
    for (key, value) in meta {
        let path = path::child("meta", key);
        if path == PATH {
            let mut value = value.clone();
            if let Some(fields) = value.as_object_mut()
                && fields.get("skills").is_some_and(Json::is_object)
                && let Some(Json::Object(skills)) = fields.shift_remove("skills")
            {
                beyond.skills = skills;
            }
            match repair::open(&value, PATH, report).map(|draft| draft.value) {
                Some(DraftValue::Group(group)) => beyond.profile = group,
                Some(_) => report.not_taken(PATH, &value, "is no group of fields"),
                None => {}
            }
        } else if reserved_keys::META.contains(&key.as_str()) {
            report.stated_anew(&path);
        } else if repair::is_usable(key, value, &path, report) {
            beyond.further.put(key, repair::open(value, &path, report));
        }
    }
    beyond
}

impl Beyond {
    /// A part of the profile.
    pub(super) fn take(&mut self, key: &str) -> Option<ResumeDraft> {
        self.profile.take(key)
    }

    /// A group of the profile.
    pub(super) fn take_group(&mut self, key: &str, report: &mut ImportReport) -> Group {
        match self.profile.take(key) {
            Some(ResumeDraft {
                value: DraftValue::Group(group),
                ..
            }) => group,
            Some(other) => {
                let why = "is no group of fields";
                report.refused(&other, why);
                Group::default()
            }
            None => Group::default(),
        }
    }

    /// Whether vitae wrote the document, and the contact's LinkedIn address if it says one.
    pub(super) fn linkedin(&self) -> (bool, Option<String>) {
        let personal = self.profile.0.iter().find(|(key, _)| key == "personal");
        let personal = personal
            .map(|(_, draft)| draft.to_json())
            .unwrap_or_default();
        let linkedin = personal["linkedin"].as_str().map(str::to_owned);
        (!self.profile.0.is_empty(), linkedin)
    }

    /// The keys of all `count` skill categories, or none.
    pub(super) fn category_keys(&mut self, count: usize, report: &mut ImportReport) -> Vec<String> {
        let word = |word: &str| !word.is_empty() && is_word(word) && !word.contains('_');
        let is_key = |key: &str| path::is_key(key) && key.split('_').all(word);
        self.list("categories", report, |keys| {
            let is_new = |(at, key): (usize, &&str)| !keys[..at].contains(key);
            let mut numbered = keys.iter().enumerate();
            keys.len() == count && keys.iter().all(|key| is_key(key)) && numbered.all(is_new)
        })
    }

    /// The levels of all `count` languages, or none; a blank one where there is no level.
    pub(super) fn levels(&mut self, count: usize, report: &mut ImportReport) -> Vec<String> {
        self.list("levels", report, |levels| {
            levels.len() == count && levels.iter().all(|level| is_word(level))
        })
    }

    /// A list of texts that fit to the items they describe, or none.
    fn list(
        &mut self,
        key: &str,
        report: &mut ImportReport,
        fit: impl FnOnce(&[&str]) -> bool,
    ) -> Vec<String> {
        let Some(value) = self.skills.shift_remove(key) else {
            return Vec::new();
        };
        let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let texts: Vec<&str> = items.iter().filter_map(Json::as_str).collect();
        if value.is_array() && texts.len() == items.len() && fit(&texts) {
            return texts.into_iter().map(str::to_owned).collect();
        }
        let path = path::child(&path::child(PATH, "skills"), key);
        report.not_taken(&path, &value, "does not fit to the list it describes");
        Vec::new()
    }

    /// Reports what nobody has taken.
    pub(super) fn finish(self, report: &mut ImportReport) -> Group {
        let why = "is no part of a profile";
        for (key, value) in self.skills {
            let path = path::child(&path::child(PATH, "skills"), &key);
            report.not_taken(&path, &value, why);
        }
        for (_, draft) in self.profile.0 {
            report.refused(&draft, why);
        }
        self.further
    }
}

fn is_word(text: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.bytes().all(letter)
}
