//! `meta`: what a JSON Resume made by vitae has of the profile, and what others have there.

use serde_json::{Map, Value as Json};

use super::draft::{Draft, Group, Value};
use super::path;
use super::repair::{self, is_empty};
use super::report::Report;
use crate::document::reserved;

const PATH: &str = "meta.consultantProfile";

/// What stands under `meta`.
#[derive(Default)]
pub(super) struct Beyond {
    /// What the profile has and JSON Resume lacks, as `render::json_resume` writes it.
    profile: Group,
    /// Further fields of `meta`.
    pub(super) further: Group,
}

/// Reads `meta`.
pub(super) fn beyond(document: &Map<String, Json>, report: &mut Report) -> Beyond {
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
            match repair::open(value, PATH, report).map(|draft| draft.value) {
                Some(Value::Group(group)) => beyond.profile = group,
                Some(_) => report.not_taken(PATH, value, "is no group of fields"),
                None => {}
            }
        } else if reserved::META.contains(&key.as_str()) {
            report.stated_anew(&path);
        } else if repair::is_usable(key, value, &path, report) {
            beyond.further.put(key, repair::open(value, &path, report));
        }
    }
    beyond
}

impl Beyond {
    /// A part of the profile.
    pub(super) fn take(&mut self, key: &str) -> Option<Draft> {
        self.profile.take(key)
    }

    /// A group of the profile.
    pub(super) fn take_group(&mut self, key: &str, report: &mut Report) -> Group {
        match self.profile.take(key) {
            Some(Draft {
                value: Value::Group(group),
                ..
            }) => group,
            Some(other) => {
                let why = "is no group of fields";
                report.not_taken(&path::child(PATH, key), &other.to_json(), why);
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
    pub(super) fn category_keys(&mut self, count: usize, report: &mut Report) -> Vec<String> {
        let is_key = |key: &str| {
            let word = |word: &str| {
                !word.is_empty()
                    && word
                        .bytes()
                        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
            };
            path::is_key(key) && key.split('_').all(word)
        };
        let keys = self.list("categories", count, report);
        let keys: Option<Vec<String>> = keys
            .into_iter()
            .map(|key| key.filter(|key| is_key(key)))
            .collect();
        let keys = keys.unwrap_or_default();
        let is_new = |(at, key): (usize, &String)| !keys[..at].contains(key);
        if keys.iter().enumerate().all(is_new) {
            keys
        } else {
            Vec::new()
        }
    }

    /// The levels of all `count` languages, or none.
    pub(super) fn levels(&mut self, count: usize, report: &mut Report) -> Vec<Option<String>> {
        let is_word = |word: &String| {
            let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
            !word.is_empty() && word.bytes().all(letter)
        };
        let levels = self.list("levels", count, report);
        levels
            .into_iter()
            .map(|level| level.filter(is_word))
            .collect()
    }

    /// A list of the profile's `skills` that says something about each of `count` items.
    fn list(&mut self, key: &str, count: usize, report: &mut Report) -> Vec<Option<String>> {
        let Some((_, skills)) = self
            .profile
            .0
            .iter_mut()
            .find(|(known, _)| known == "skills")
        else {
            return Vec::new();
        };
        let list = match &mut skills.value {
            Value::Group(skills) => skills.take(key),
            _ => None,
        };
        let Some(Draft { value, origin }) = list else {
            return Vec::new();
        };
        match value {
            Value::List(items) if items.len() == count => items
                .iter()
                .map(|item| item.text().map(str::to_owned))
                .collect(),
            value => {
                let path = origin.clone().unwrap_or_default();
                let value = Draft { value, origin }.to_json();
                report.not_taken(&path, &value, "does not fit to the list it describes");
                Vec::new()
            }
        }
    }

    /// Reports what nobody has taken.
    pub(super) fn finish(mut self, report: &mut Report) -> Group {
        if let Some(Draft {
            value: Value::Group(skills),
            ..
        }) = self.profile.take("skills")
        {
            for (key, draft) in skills.0 {
                self.profile.put(&format!("skills.{key}"), Some(draft));
            }
        }
        for (key, draft) in self.profile.0 {
            let path = draft.origin.clone().unwrap_or(key);
            report.not_taken(&path, &draft.to_json(), "is no part of a profile");
        }
        self.further
    }
}
