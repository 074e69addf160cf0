//! `skills` and `languages`: names become keys and words, and come back as they were.

use std::collections::HashMap;

use serde_json::{Map, Value as Json};

use super::draft::{DraftValue, Group, ResumeDraft};
use super::field_mapping::{LANGUAGES, SKILLS};
use super::item::{item, items, moves};
use super::meta::Beyond;
use super::path;
use super::report::ImportReport;
use crate::model::word::humanize;
use crate::slug::slug;

/// What `skills` gives.
#[derive(Default)]
pub(super) struct Skills {
    /// Skills by category.
    pub(super) categories: Group,
    /// Names of categories whose keys do not give them back.
    pub(super) names: Group,
    /// Further fields by category.
    pub(super) further: Group,
}

/// Reads `skills`.
pub(super) fn skills(
    document: &Map<String, Json>,
    beyond: &mut Beyond,
    report: &mut ImportReport,
) -> Skills {
    let mut groups = Vec::new();
    for (path, value) in items(document, "", "skills", report) {
        let Some(mut group) = item(&SKILLS, value, &path, report) else {
            continue;
        };
        if group.text("name").is_none() {
            let how = "a category needs a name: Skills";
            report.repaired(&path::child(&path, "name"), &Json::Null, how);
            group.put("name", Some(ResumeDraft::scalar("Skills", &path)));
        }
        groups.push((path, group));
    }
    moves("skills", groups.iter().map(|(path, _)| path), report);
    let keys = beyond.category_keys(groups.len(), report);
    let mut skills = Skills::default();
    let mut used = HashMap::new();
    for (index, (path, mut group)) in groups.into_iter().enumerate() {
        let Some(name) = group.take("name") else {
            continue;
        };
        let text = name.text().unwrap_or_default();
        let key = match keys.get(index) {
            Some(key) => key.clone(),
            None => free_key(text, &mut used),
        };
        if humanize(&key) != text {
            skills.names.put(&key, Some(name));
        }
        let nothing = || ResumeDraft {
            value: DraftValue::List(Vec::new()),
            origin: Some(path.clone()),
        };
        let keywords = group.take("keywords").unwrap_or_else(nothing);
        skills.categories.put(&key, Some(keywords));
        let extra = group.take("extra");
        if let Some(ResumeDraft {
            value: DraftValue::Group(Group(extra)),
            ..
        }) = extra
        {
            group.0.extend(extra);
        }
        skills.further.put(&key, group.draft());
    }
    skills
}

/// A key that no category has yet, made from a name: `C#` is `c_sharp`. `used` counts how often
/// each was wanted.
fn free_key(name: &str, used: &mut HashMap<String, usize>) -> String {
    let mut named = String::new();
    for character in name.chars() {
        match character {
            '#' => named.push_str(" sharp "),
            '+' => named.push_str(" plus "),
            _ => named.push(character),
        }
    }
    let mut key = slug(&named, '_');
    key.truncate(path::LONGEST_KEY);
    let key = match key.trim_end_matches('_') {
        "" => "category",
        key => key,
    };
    let mut wanted = key.to_owned();
    loop {
        let count = used.entry(wanted.clone()).or_insert(0);
        *count += 1;
        match count {
            1 => return wanted,
            number => wanted = format!("{key}_{number}"),
        }
    }
}

/// Reads `languages`.
pub(super) fn languages(
    document: &Map<String, Json>,
    beyond: &mut Beyond,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let mut groups = Vec::new();
    for (path, value) in items(document, "", "languages", report) {
        let mut told = ImportReport::default();
        match item(&LANGUAGES, value, &path, &mut told) {
            Some(group) if group.text("name").is_some() => {
                report.entries.append(&mut told.entries);
                groups.push((path, group));
            }
            _ => report.not_taken(&path, value, "names no language"),
        }
    }
    moves("languages", groups.iter().map(|(path, _)| path), report);
    let levels = beyond.levels(groups.len(), report);
    let drafts = groups
        .into_iter()
        .enumerate()
        .filter_map(|(index, (path, mut group))| {
            let fluency = group.take("fluency");
            let extra = group.take("extra");
            let text = fluency.as_ref().and_then(ResumeDraft::text);
            let level = match levels.get(index) {
                Some(level) => Some(level.clone()).filter(|level| !level.is_empty()),
                None => text.and_then(level).map(str::to_owned),
            };
            let gives_back = level.as_deref().map(humanize).as_deref() == text;
            group.put(
                "level",
                level.map(|level| ResumeDraft::scalar(level, &path::child(&path, "fluency"))),
            );
            let mut further = Group::default();
            further.put("fluency", fluency.filter(|_| !gives_back));
            if let Some(ResumeDraft {
                value: DraftValue::Group(Group(extra)),
                ..
            }) = extra
            {
                further.0.extend(extra);
            }
            group.put("extra", further.draft());
            group.draft()
        });
    ResumeDraft::list(drafts.collect())
}

/// The word for how well a language is spoken, from what people write for it.
fn level(fluency: &str) -> Option<&'static str> {
    // The first that is found decides.
    const WORDS: [(&str, &str); 50] = [
        ("near native", "fluent"),
        ("near-native", "fluent"),
        ("native", "native"),
        ("mother tongue", "native"),
        ("first language", "native"),
        ("modersmål", "native"),
        ("morsmål", "native"),
        ("muttersprach", "native"),
        ("moedertaal", "native"),
        ("maternel", "native"),
        ("materna", "native"),
        ("nativ", "native"),
        ("natif", "native"),
        ("madrelingua", "native"),
        ("母国語", "native"),
        ("母语", "native"),
        ("bilingual", "bilingual"),
        ("tvåspråkig", "bilingual"),
        ("limited working", "intermediate"),
        ("full professional", "fluent"),
        ("fluent", "fluent"),
        ("flytande", "fluent"),
        ("flytende", "fluent"),
        ("fließend", "fluent"),
        ("fliessend", "fluent"),
        ("verhandlungssicher", "fluent"),
        ("vloeiend", "fluent"),
        ("courant", "fluent"),
        ("fluido", "fluent"),
        ("fluente", "fluent"),
        ("c2", "fluent"),
        ("c1", "professional"),
        ("professional", "professional"),
        ("advanced", "professional"),
        ("business", "professional"),
        ("ビジネス", "professional"),
        ("b2", "intermediate"),
        ("b1", "intermediate"),
        ("intermediate", "intermediate"),
        ("conversational", "intermediate"),
        ("working knowledge", "intermediate"),
        ("fortgeschritten", "professional"),
        ("intermédiaire", "intermediate"),
        ("a2", "basic"),
        ("a1", "basic"),
        ("basic", "basic"),
        ("beginner", "basic"),
        ("elementary", "basic"),
        ("grund", "basic"),
        ("débutant", "basic"),
    ];
    let fluency = fluency.to_lowercase();
    let found = WORDS.iter().find(|(part, _)| fluency.contains(part));
    found.map(|(_, level)| *level)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{free_key, level};

    #[test]
    fn keys_are_unique() {
        let mut used = HashMap::new();
        let mut key = |name: &str| free_key(name, &mut used);
        assert_eq!(key("C"), "c");
        assert_eq!(key("C#"), "c_sharp");
        assert_eq!(key("C++"), "c_plus_plus");
        assert_eq!(key("C 2"), "c_2");
        assert_eq!(key("c"), "c_3");
        assert_eq!(key("Microsoft 365 & Azure"), "microsoft_365_azure");
        assert_eq!(key("設計"), "category");
        assert_eq!(key("開発"), "category_2");
    }

    #[test]
    fn levels() {
        for (fluency, expected) in [
            ("Native speaker", Some("native")),
            ("Muttersprachler", Some("native")),
            ("Native or bilingual proficiency", Some("native")),
            ("Professional working proficiency", Some("professional")),
            ("Limited working proficiency", Some("intermediate")),
            ("Elementary", Some("basic")),
            ("C1", Some("professional")),
            ("Reads stack traces under pressure", None),
        ] {
            assert_eq!(level(fluency), expected, "{fluency}");
        }
    }
}
