//! Imports `skills` and `languages`: names become keys and words that convert back to the names, if they do not stay.
//!
//! A name without letters a to z becomes `category_2`, and is kept in `category_names`. Crates that transliterate
//! any script are too large for this: `deunicode` 1.6 adds 480 kB to the program, `any_ascii` 0.3 574 kB. Both
//! read Japanese words as Chinese ones.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json, json};

use super::draft::{DraftGroup, DraftValue, ResumeDraft};
use super::empty_values::is_deeply_empty;
use super::field_mapping::{LANGUAGES, SKILLS, keys};
use super::item::{ItemDraft, item_drafts, items, list};
use super::item_fields::import_item;
use super::meta::MetaDraft;
use super::path;
use super::report::ImportReport;
use crate::characters::needs_escape;
use crate::model::categories::{key_of_name, published_key};
use crate::model::language_level::{has_several_levels, level_of};
use crate::model::word::humanize;

#[derive(Default)]
pub(super) struct SkillsDraft {
    /// Skills by the name of the category, or its key.
    pub(super) categories: DraftGroup,
    /// Names by the key of their category, which does not convert back to the name.
    pub(super) names: DraftGroup,
    /// Those of these keys whose categories are written as their names.
    pub(super) written_names: HashSet<String>,
    /// Additional fields by category key.
    pub(super) additional_fields: DraftGroup,
}

/// Replaces `{"Tools": ["Git"]}` by a list with an item for each category.
pub(super) fn list_categories(document: &mut Json, report: &mut ImportReport) {
    let is_field = |key: &str| SKILLS.fields().any(|field| keys(field).any(|known| known == key));
    let is_texts = |value: &Json| {
        let items = value.as_array().filter(|items| !items.is_empty());
        items.is_some_and(|items| items.iter().all(Json::is_string))
    };
    let Some(Json::Object(categories)) = document.get_mut("skills") else { return };
    if !categories.iter().all(|(name, keywords)| !is_field(name) && is_texts(keywords)) {
        return;
    }
    let item = |(index, (name, keywords)): (usize, (String, Json))| {
        let to = path::child(&path::item("skills", index), "keywords");
        report.prepared(&path::child("skills", &name), &to);
        json!({ "name": name, "keywords": keywords })
    };
    let items = std::mem::take(categories).into_iter().enumerate().map(item);
    document["skills"] = items.collect();
}

pub(super) fn skills(
    document: &Map<String, Json>,
    meta: &mut MetaDraft,
    report: &mut ImportReport,
) -> SkillsDraft {
    let mut drafts = item_drafts(document, "", "skills", &SKILLS, report);
    for ItemDraft { path, group, .. } in &mut drafts {
        if group.text("name").is_none() {
            let name = path::child(path, "name");
            let change = "set to \"Skills\", because a category needs a name";
            report.converted(&name, &Json::Null, change);
            group.put("name", ResumeDraft::scalar("Skills", &name));
        }
    }
    let keys = meta.category_keys(drafts.len(), report);
    let mut names_only = Vec::new();
    if keys.is_empty() && !meta.is_by_vitae {
        let has_no_keywords = |draft: &mut ItemDraft<'_>| draft.group.get("keywords").is_none();
        names_only = drafts.extract_if(.., has_no_keywords).collect();
    }
    let mut skills = SkillsDraft::default();
    let mut used_keys = HashMap::new();
    for (index, ItemDraft { path, mut group, .. }) in drafts.into_iter().enumerate() {
        let name = group.take("name").expect("each category has a name");
        let text = name.text().expect("a name is text");
        let key = match keys.get(index) {
            Some(key) => key.clone(),
            None => unique_key(text, &mut used_keys),
        };
        let follows = published_key(text).is_some_and(|it| it == key && it != text);
        // The check publishes no name of a category without skills.
        let has_skills = group.get("keywords").is_some();
        let written = match follows && has_skills && !text.contains(needs_escape) {
            true => text.to_owned(),
            false => key.clone(),
        };
        if humanize(&key) != text {
            if written != key {
                skills.written_names.insert(key.clone());
            }
            skills.names.put(&key, name);
        }
        let no_keywords =
            || ResumeDraft { value: DraftValue::List(Vec::new()), origin: Some(path) };
        let keywords = group.take("keywords").unwrap_or_else(no_keywords);
        skills.categories.put(&written, keywords);
        let extra = group.take_group("extra");
        group.0.extend(extra.0);
        skills.additional_fields.put(&key, group.into_draft());
    }
    if !names_only.is_empty() {
        let key = unique_key("Skills", &mut used_keys);
        skills.add_flat_category(&key, names_only, report);
    }
    skills
}

impl SkillsDraft {
    /// Adds a category of skills that have no keywords. Their other fields, such as levels, become
    /// `details` of the category.
    fn add_flat_category(
        &mut self,
        key: &str,
        drafts: Vec<ItemDraft<'_>>,
        report: &mut ImportReport,
    ) {
        let (mut names, mut details) = (Vec::new(), Vec::new());
        let category = humanize(key);
        for ItemDraft { path, value, mut group } in drafts {
            let change = format!("listed in the category `{category}`, because it has no keywords");
            report.converted(&path, value, change);
            let extra = group.take_group("extra");
            group.0.extend(extra.0);
            if group.0.len() > 1 {
                details.extend(group.clone().into_draft());
            }
            names.extend(group.take("name"));
        }
        self.categories.put(&category, ResumeDraft::list(names));
        let mut fields = DraftGroup::default();
        fields.put("details", ResumeDraft::list(details));
        self.additional_fields.put(key, fields.into_draft());
    }
}

/// Converts a name to a key that no other category has: `C#` becomes `c_sharp`.
///
/// `used` counts the categories that were given each key.
fn unique_key(name: &str, used: &mut HashMap<String, usize>) -> String {
    let mut slug = key_of_name(name);
    slug.truncate(path::MAX_KEY_LENGTH);
    let base = match slug.trim_end_matches('_') {
        "" => "category",
        base => base,
    };
    let mut key = base.to_owned();
    loop {
        let count = used.entry(key.clone()).or_insert(0);
        *count += 1;
        match count {
            1 => return key,
            number => key = format!("{base}_{number}"),
        }
    }
}

pub(super) fn languages(
    document: &Map<String, Json>,
    meta: &mut MetaDraft,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let mut drafts = Vec::new();
    for (path, value) in items(document, "", "languages", report) {
        let entries = report.entries.len();
        match import_item(&LANGUAGES, &path, value, report) {
            Some(group) if group.text("name").is_some() => {
                drafts.push(ItemDraft { path, value, group });
            }
            _ => {
                report.entries.truncate(entries);
                if !is_deeply_empty(value) {
                    report.rejected(&path, value, "is missing the language");
                }
            }
        }
    }
    let levels = meta.levels(drafts.len(), report);
    for (index, draft) in drafts.iter_mut().enumerate() {
        set_level(draft, levels.get(index), report);
    }
    list(drafts)
}

/// Converts the fluency to a level. The fluency stays in `extra` unless the level converts back to
/// it.
fn set_level(draft: &mut ItemDraft<'_>, known_level: Option<&String>, report: &mut ImportReport) {
    let ItemDraft { path, group, .. } = draft;
    let fluency = group.take("level");
    let text = fluency.as_ref().and_then(ResumeDraft::text);
    let level = match known_level {
        Some(level) => Some(level.as_str()).filter(|level| !level.is_empty()),
        None => text.and_then(level_of),
    };
    let is_reversible = level.map(humanize).as_deref() == text;
    let path = path::child(path, "fluency");
    if let (Some(level), Some(text), None) = (level, text, known_level) {
        report.converted(&path, &text.into(), format!("the level is set to `{level}`"));
    }
    if let (Some(text), None) = (text.filter(|text| has_several_levels(text)), known_level) {
        report.converted(&path, &text.into(), "no level is set, because it has several");
    }
    let level = level.map(|level| ResumeDraft::scalar(level, &path));
    let mut extra = DraftGroup::default();
    extra.put("fluency", fluency.filter(|_| !is_reversible));
    extra.0.extend(group.take_group("extra").0);
    group.put("level", level);
    group.put("extra", extra.into_draft());
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::unique_key;

    #[test]
    fn makes_unique_keys() {
        let mut used = HashMap::new();
        let mut key = |name: &str| unique_key(name, &mut used);
        assert_eq!(key("C"), "c");
        assert_eq!(key("C#"), "c_sharp");
        assert_eq!(key("C++"), "c_plus_plus");
        assert_eq!(key("C 2"), "c_2");
        assert_eq!(key("c"), "c_3");
        assert_eq!(key("Microsoft 365 & Azure"), "microsoft_365_azure");
        assert_eq!(key("龍"), "category");
        assert_eq!(key("猫"), "category_2");
    }
}
