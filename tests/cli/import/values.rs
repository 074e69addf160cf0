//! Values of other types, dates that need a check, and values that are marked as not public.

use serde_json::{Value as Json, json};
use vitae::import::Imported;
use vitae::yaml::parse;

use super::imported;

/// Imports a résumé, and returns the profile without `internal`, the notes by their paths, and the report.
fn import(resume: &Json) -> (Json, Json, String) {
    let Imported { yaml, report, .. } =
        imported(resume.to_string().as_bytes(), "anna").expect("imported");
    let profile = parse("a.yaml", yaml.as_bytes(), &mut Vec::new()).expect("a profile");
    let mut profile = profile.to_json();
    let internal = profile.as_object_mut().expect("a group").shift_remove("internal");
    let notes = internal.unwrap_or_default()["import"]["not_taken_over"].take();
    let notes = notes.as_array().into_iter().flatten();
    let notes = notes
        .map(|note| (note["path"].as_str().expect("a path").to_owned(), note["value"].clone()));
    (profile, Json::Object(notes.collect()), report.lines().join("\n"))
}

/// Imports sections of a résumé.
fn sections(sections: &Json) -> (Json, Json, String) {
    let mut resume = json!({"basics": {"name": "Anna"}});
    resume.as_object_mut().expect("a group").extend(sections.as_object().expect("a group").clone());
    import(&resume)
}

#[test]
fn a_list_of_words_takes_the_name_of_a_group() {
    let (profile, notes, report) = sections(&json!({"skills": [{"name": "Web", "keywords": [
        {"skill": "HTML", "level": "4/5"}, "CSS", {"name": "Svelte", "years": ""}, {"title": "Vue", "since": {"year": 2019}},
        {"rank": 1}, ["React", "Redux"],
    ]}]}));
    assert_eq!(profile["skills"]["categories"], json!({"Web": ["HTML", "CSS", "Svelte", "Vue"]}));
    assert_eq!(
        notes,
        json!({
            "skills[0].keywords[0].level": "4/5",
            "skills[0].keywords[3].since": {"year": 2019},
            "skills[0].keywords[4]": {"rank": 1},
            "skills[0].keywords[5]": ["React", "Redux"],
        })
    );
    assert!(
        report.contains(r#"skills[0].keywords[0].skill: "HTML": used as the text of the item"#),
        "{report}"
    );
    assert!(
        report.contains(r#"skills[0].keywords[0].level: "4/5": has no place in a list of texts"#),
        "{report}"
    );
    let (profile, notes, _) = sections(
        &json!({"education": [{"area": "A", "courses": [{"name": "Algebra", "points": 7}]}]}),
    );
    assert_eq!(profile["education"][0]["courses"], json!(["Algebra"]));
    assert_eq!(notes, json!({"education[0].courses[0].points": 7}));
}

#[test]
fn a_text_takes_no_group_and_a_list_of_texts_only() {
    let (profile, notes, report) = sections(&json!({"work": [{
        "name": {"legal": "Nordvik AB", "short": "Nordvik"}, "position": ["Architect", "Lead"], "endDate": "2020",
        "summary": ["One.", {"text": "Two."}], "location": {"city": "Lund"},
    }]}));
    assert_eq!(
        profile["employment"],
        json!([{"role": "Architect\nLead", "end_date": "2020"}]),
        "{report}"
    );
    assert_eq!(
        notes,
        json!({
            "work[0].name": {"legal": "Nordvik AB", "short": "Nordvik"},
            "work[0].location": {"city": "Lund"},
            "work[0].summary": ["One.", {"text": "Two."}],
        })
    );
}

#[test]
fn groups_inside_an_item_stay_under_internal() {
    let (profile, notes, _) = sections(&json!({
        "work": [{"name": "A", "endDate": "2020", "team": "Web", "tags": ["x", "y"], "size": 8,
            "roles": [{"title": "Junior"}], "history": {"from": "2010"}, "positions": [["a", {"b": 1}]]}],
        "education": [{"institution": "I", "degrees": [{"name": "MSc"}]}],
        "projects": [{"name": "P", "client": {"name": "C"}}],
    }));
    assert_eq!(
        profile["employment"][0]["extra"],
        json!({"team": "Web", "tags": ["x", "y"], "size": 8})
    );
    assert_eq!(profile["attributes"]["projects"], json!([{"name": "P"}]));
    let mut paths: Vec<&str> =
        notes.as_object().expect("notes").keys().map(String::as_str).collect();
    paths.sort_unstable();
    let groups = [
        "education[0].degrees",
        "projects[0].client",
        "work[0].history",
        "work[0].positions",
        "work[0].roles",
    ];
    assert_eq!(paths, groups);
}

#[test]
fn a_key_of_json_resume_has_its_type_in_each_item() {
    let (profile, notes, _) = sections(&json!({
        "education": [{"institution": "I", "summary": ["a", "b"], "highlights": "One", "location": {"city": "Lund"}}],
        "awards": [{"title": "T", "description": ["c"], "keywords": "x, y"}],
    }));
    assert_eq!(profile["education"][0]["extra"], json!({"summary": "a\nb", "highlights": ["One"]}));
    assert_eq!(
        profile["attributes"]["awards"],
        json!([{"title": "T", "description": "c", "keywords": ["x", "y"]}])
    );
    assert_eq!(notes, json!({"education[0].location": {"city": "Lund"}}));
}

#[test]
fn marked_values_stay_under_internal() {
    let (profile, notes, report) = sections(&json!({
        "$schema": "https://example.com/schema.json",
        "work": [
            {"name": "Hidden", "hidden": true}, {"name": "Private", "private": true},
            {"name": "Draft", "draft": true}, {"name": "Invisible", "visible": false},
            {"name": "Unpublished", "published": false},
            {"name": "Public", "endDate": "2020", "hidden": false, "visible": true, "_note": "n", "$id": "d"},
        ],
        "skills": [{"name": "S", "keywords": ["Rust"], "_rank": 3}],
        "projects": {"draft": true, "name": "P"},
    }));
    let public = json!([{"organization": "Public", "end_date": "2020", "extra": {"hidden": false, "visible": true}}]);
    assert_eq!(profile["employment"], public);
    assert_eq!(profile["skills"]["categories"], json!({"S": ["Rust"]}));
    assert_eq!(profile["attributes"], Json::Null);
    for path in
        ["work[0]", "work[4]", "work[5]._note", "work[5].$id", "skills[0]._rank", "projects"]
    {
        assert!(notes.get(path).is_some(), "{path}: {notes}");
        assert!(report.contains(&format!("  {path}: marked as not public")), "{path}: {report}");
    }
    assert!(notes.get("$schema").is_none(), "{notes}");
}

#[test]
fn documents_by_vitae_keep_groups_and_marks() {
    let (profile, notes, _) = sections(&json!({
        "meta": {"consultantProfile": {"id": "anna"}},
        "work": [{"name": "A", "office": {"floor": 3}, "hidden": true, "_own": 1}],
    }));
    assert_eq!(
        profile["employment"][0]["extra"],
        json!({"office": {"floor": 3}, "hidden": true, "_own": 1})
    );
    assert_eq!(notes, json!({}));
}

#[test]
fn an_item_of_work_without_a_date_needs_a_check() {
    let resume = json!({"basics": {"name": "Anna"}, "work": [
        {"name": "A"}, {"name": "B", "startDate": "2020"}, {"name": "C", "endDate": "present"},
        {"name": "D", "startDate": "soon"},
    ]});
    let Imported { yaml, report, .. } =
        imported(resume.to_string().as_bytes(), "anna").expect("imported");
    let lines = report.lines();
    assert_eq!(
        &lines[..2],
        ["check these dates:", "  work[0]: has no date, so the item reads as current"]
    );
    let comment = "The original has no date here.\n  # Add `end_date`: without it, this item reads as current.";
    assert_eq!(yaml.matches(comment).count(), 1, "{yaml}");
    assert_eq!(yaml.matches("reads as current").count(), 2, "{yaml}");
}

#[test]
fn a_date_with_a_time_can_mean_the_next_day() {
    let (profile, _, report) = sections(&json!({"work": [{
        "name": "A", "startDate": "2016-03-01T00:00:00.000Z", "endDate": "2019-12-31T23:00:00.000Z",
    }]}));
    assert_eq!(profile["employment"][0]["end_date"], "2019-12-31");
    let line = "check these dates:\n  work[0].endDate: \"2019-12-31T23:00:00.000Z\" can mean 2019-12-31 or \
        2020-01-01; 2019-12-31 is imported\n";
    assert!(report.starts_with(line), "{report}");
    assert!(!report.contains("2016-03-02"), "{report}");
}

#[test]
fn reads_common_other_keys() {
    let (profile, notes, _) = sections(&json!({
        "experience": [{"company": "A", "title": "Architect", "endDate": "2020"}],
        "skills": [{"category": "Web", "items": ["CSS"]}],
        "languages": [{"language": "Swedish", "proficiency": "C1"}],
    }));
    assert_eq!(profile["employment"][0]["role"], "Architect");
    assert_eq!(profile["skills"]["categories"], json!({"Web": ["CSS"]}));
    let language = json!({"name": "Swedish", "level": "c1"});
    assert_eq!(profile["skills"]["languages"][0], language);
    assert_eq!(notes, json!({}));
}

#[test]
fn a_name_of_a_category_stays_if_its_key_follows_from_it() {
    let skill = |name: &str| json!({"name": name, "keywords": ["x"]});
    let names = ["Cloud & DevOps", "C#", "cloud-devops", "データ", "own_word", "Line\nbreak"];
    let (profile, _, _) = sections(&json!({"skills": names.map(skill)}));
    let categories = profile["skills"]["categories"].as_object().expect("categories");
    let keys: Vec<&str> = categories.keys().map(String::as_str).collect();
    let written = ["Cloud & DevOps", "C#", "cloud_devops_2", "category", "own_word", "line_break"];
    assert_eq!(keys, written);
    let names = json!({
        "cloud_devops_2": "cloud-devops", "category": "データ", "own_word": "own_word",
        "line_break": "Line\nbreak",
    });
    assert_eq!(profile["attributes"]["category_names"], names);
}

#[test]
fn a_phone_number_has_no_scheme() {
    let resume = json!({"basics": {"name": "Anna", "phone": "tel:+46 8 123"}});
    let (profile, notes, report) = import(&resume);
    assert_eq!(profile["personal"]["contact"]["phone"], "+46 8 123");
    assert_eq!(notes, json!({}));
    assert!(report.contains("written as +46 8 123"), "{report}");
}

#[test]
fn a_value_is_not_both_moved_and_kept_under_internal() {
    let (_, notes, report) = import(&json!({
        "basics": {"name": "Anna", "label": {"en": "a", "de": "b"}},
        "work": [{"name": "A", "to": "present", "from": "2020"}],
    }));
    assert!(notes.get("basics.label").is_some(), "{notes}");
    for moved in ["label -> ", "work[*].to -> "] {
        assert!(!report.contains(moved), "{moved}: {report}");
    }
    assert!(report.contains("  work[*].from -> work[*].startDate"), "{report}");
}

#[test]
fn says_if_most_values_are_under_internal() {
    let (_, _, report) = sections(&json!({"jobs": [{"a": "1", "b": "2"}, {"a": "3"}]}));
    let first = "kept only under `internal`: 3 values; in the profile: 1\n";
    assert!(report.starts_with(first), "{report}");
    let (_, _, report) = sections(&json!({"jobs": ["a"]}));
    assert!(!report.contains("in the profile"), "{report}");
}

#[test]
fn reads_a_json_resume_in_yaml() {
    let basics = "basics:\n  name: Anna Berg\n  phone: 0701740605\nwork:\n  - name: A\n    startDate: 2019-03\n    \
        endDate: 2020-10\n    version: 1.10\n    released: true\n";
    for start in ["", "# my résumé\n", "---\n", "%YAML 1.2\n---\n", "\u{FEFF}"] {
        let Imported { yaml, .. } =
            imported(format!("{start}{basics}").as_bytes(), "anna").expect(start);
        let profile =
            parse("a.yaml", yaml.as_bytes(), &mut Vec::new()).expect("a profile").to_json();
        assert_eq!(profile["personal"]["contact"]["phone"], "0701740605", "{start}");
        let work = json!([{"organization": "A", "start_date": "2019-03", "end_date": "2020-10",
            "extra": {"version": "1.10", "released": true}}]);
        assert_eq!(profile["employment"], work, "{start}");
    }
}
