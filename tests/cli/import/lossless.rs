//! Imports do not lose digits and end dates, and do not guess dates.

use serde_json::{Value as Json, json};
use vitae::import::Imported;
use vitae::yaml::parse;

use super::imported;

/// Imports a résumé, and returns the profile and the lines of the report.
fn import(resume: &str) -> (Json, Vec<String>) {
    let Imported { yaml, report, .. } = imported(resume.as_bytes(), "anna-berg").expect(resume);
    let mut diagnostics = Vec::new();
    let profile = parse("a.yaml", yaml.as_bytes(), &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{yaml}");
    (profile.expect("a profile").to_json(), report.lines())
}

/// Imports a résumé with one item, and returns the item, the notes and the report.
fn item(section: &str, item: &str) -> (Json, Json, String) {
    let resume = format!(r#"{{"basics": {{"name": "Anna"}}, "{section}": [{item}]}}"#);
    let (profile, lines) = import(&resume);
    let item = match section {
        "work" => &profile["employment"][0],
        "certificates" => &profile["certifications"][0],
        other => &profile["attributes"][other][0],
    };
    let notes = profile["internal"]["import"]["not_taken_over"].clone();
    (item.clone(), notes, lines.join("\n"))
}

#[test]
fn splits_date_ranges() {
    for period in ["Jan–Mar 2020", "Jan—Mar 2020", "Jan-Mar 2020", "jan. – mars 2020"] {
        for section in ["work", "volunteer", "projects"] {
            let text = json!({"name": "A", "organization": "A", "startDate": period}).to_string();
            let (item, notes, report) = item(section, &text);
            assert_eq!(item["start_date"], "2020-01", "{report}");
            assert_eq!(item["end_date"], "2020-03", "{report}");
            assert_eq!(notes, Json::Null, "{report}");
            assert!(report.contains("split into a start date and an end date"), "{report}");
        }
    }
    let (other, _, _) = item("work", r#"{"name": "A", "startDate": "mars–maj 2020"}"#);
    assert_eq!((&other["start_date"], &other["end_date"]), (&json!("2020-03"), &json!("2020-05")));
}

#[test]
fn rejects_words_that_start_like_a_month() {
    for text in ["Julen 2020", "General 2020", "Maja 2020", "mars–maj 2020"] {
        let (award, notes, report) =
            item("awards", &json!({"title": "A", "date": text}).to_string());
        assert_eq!(award["date"], Json::Null, "{report}");
        assert_eq!(notes, json!([{"path": "awards[0].date", "value": text}]));
    }
}

#[test]
fn rejects_fractions_as_dates() {
    let (work, notes, report) =
        item("work", r#"{"name": "A", "startDate": 2019.1, "endDate": 2021}"#);
    assert_eq!(work["start_date"], Json::Null);
    assert_eq!(work["end_date"], "2021");
    assert_eq!(notes, json!([{"path": "work[0].startDate", "value": 2019.1}]));
    assert!(report.contains("work[0].startDate: 2019.1: is an ambiguous number"), "{report}");
}

#[test]
fn numbers_keep_their_digits() {
    let long = "123456789012345678901234567890";
    let text =
        format!(r#"{{"name": "A", "credentialId": {long}, "serial": {long}, "score": 3.50}}"#);
    let (certificate, _, report) = item("certificates", &text);
    assert_eq!(certificate["credential_id"], long, "{report}");
    assert_eq!(certificate["extra"], json!({"serial": long, "score": "3.50"}), "{report}");
    for (key, digits) in [("credentialId", long), ("serial", long), ("score", "3.50")] {
        let line = format!("{key}: \"{digits}\": read as text, which keeps its digits");
        assert!(report.contains(&line), "{report}");
    }
    assert!(!report.contains("e+29"), "{report}");

    let resume = format!(
        r#"{{"basics": {{"name": "Anna", "phone": [{long}], "image": {{"": {long}}}}},
            "education": [{{"score": 3.80}}], "skills": [{long}], "basics": 1.50, "basics": {{
            "name": "Anna", "phone": [{long}], "image": {{"a": [{long}]}}}}}}"#
    );
    let (profile, lines) = import(&resume);
    let report = lines.join("\n");
    assert_eq!(profile["personal"]["contact"]["phone"], long, "{report}");
    assert_eq!(profile["education"][0]["score"], "3.80", "{report}");
    assert_eq!(profile["skills"]["categories"], json!({ "Skills": [long] }), "{report}");
    let notes = profile["internal"].to_string();
    assert!(
        notes.contains("\"1.50\"") && notes.contains(&format!("{{\"a\":[\"{long}\"]}}")),
        "{notes}"
    );
    assert!(!report.contains("e+29") && !notes.contains("e+29"), "{report}\n{notes}");
}

#[test]
fn keeps_the_own_end_date_of_an_item() {
    for (section, name) in [("work", "name"), ("volunteer", "organization")] {
        let item = |fields: &str| item(section, &format!(r#"{{"{name}": "A", {fields}}}"#));
        for key in ["end_date", "endDate"] {
            for (start, end) in [("2019 - 2021", "2022"), ("2019 - Present", "2020")] {
                let (item, notes, report) =
                    item(&format!(r#""startDate": "{start}", "{key}": "{end}""#));
                assert_eq!(item["end_date"], end, "{report}");
                assert_eq!(item["start_date"], "2019", "{report}");
                assert_eq!(notes, Json::Null, "{report}");
                assert!(report.contains("because the item has its own end date"), "{report}");
            }
            let (item, notes, report) =
                item(&format!(r#""startDate": "2019 - 2021", "{key}": 2021"#));
            assert_eq!((&item["start_date"], &item["end_date"]), (&json!("2019"), &json!("2021")));
            assert_eq!(notes, Json::Null, "{report}");
        }
        let (open, notes, _) = item(r#""startDate": "2019 - Present", "endDate": "Present""#);
        assert_eq!((&open["start_date"], &open["end_date"]), (&json!("2019"), &Json::Null));
        assert_eq!(notes, Json::Null);
        let (closed, _, _) = item(r#""startDate": "2019 - 2021", "endDate": "", "end_date": null"#);
        assert_eq!(closed["end_date"], "2021");
    }
}

#[test]
fn reports_shortened_data() {
    let picture = format!("data:image/png;base64,{}", "A".repeat(2_000));
    let bytes = picture.len();
    let resume =
        json!({"basics": {"name": "Anna", "image": picture, "picture": {"src": [picture]}}});
    let (profile, lines) = import(&resume.to_string());
    let shortened = format!("{}… ({bytes} bytes)", &picture[..80]);
    let notes = &profile["internal"]["import"]["not_taken_over"];
    assert_eq!(notes[0]["value"], shortened);
    assert_eq!(notes[1]["value"], json!({"src": [shortened]}));
    for key in ["image", "picture"] {
        let line =
            lines.iter().find(|line| line.trim_start().starts_with(&format!("basics.{key}:")));
        let line = line.expect("a line");
        assert!(
            line.contains("`--photo`")
                && line.contains("only the first 80 bytes of the data are kept"),
            "{line}"
        );
    }
    let (_, lines) = import(r#"{"basics": {"name": "Anna", "image": "a.png"}}"#);
    assert!(!lines.join("\n").contains("bytes"), "{lines:?}");
}

#[test]
fn removes_invisible_characters() {
    let text = "A\u{0}B\u{7}\u{85}\u{1B}[31m\u{7F}\u{202A}\u{202E}\u{2066}\u{2069}C\u{2028}\u{2029}D\r\nE\tF";
    let resume = json!({
        "basics": {"name": "A\u{0}B\u{7}", "label": text, "email": text, "image": text, text: text},
        "work": [{"name": text, "startDate": text, "highlights": [text], "open": {"a": [text, {text: text}]}}],
        "skills": [{"name": text, "keywords": [text]}],
        "meta": {"consultantProfile": {"title": text}},
        text: {"a": text},
    });
    let imported =
        imported(&serde_json::to_vec(&resume).expect("JSON"), "anna-berg").expect("imported");
    let (profile, lines) = import(&resume.to_string());
    let report = lines.join("\n");
    let mut values = vec![&profile];
    while let Some(value) = values.pop() {
        let mut texts = Vec::new();
        match value {
            Json::Array(items) => values.extend(items),
            Json::Object(fields) => {
                texts.extend(fields.keys());
                values.extend(fields.values());
            }
            Json::String(text) => texts.push(text),
            _ => {}
        }
        let is_unsafe = |c: char| {
            c.is_control() && !"\n\t".contains(c)
                || ('\u{2028}'..='\u{202E}').contains(&c)
                || ('\u{2066}'..='\u{2069}').contains(&c)
        };
        assert!(texts.iter().all(|text| !text.contains(is_unsafe)), "{texts:?}");
    }
    assert_eq!(profile["name"], "AB");
    assert_eq!(profile["personal"]["headline"], "AB\n[31mC\n\nD\nE\tF");
    assert_eq!(profile["title"], profile["personal"]["headline"]);
    for path in ["basics.name", "basics.label", "work[0].highlights[0]", "skills[0].keywords[0]"] {
        let is_reported = imported.report.entries.iter().any(|entry| entry.path == path);
        assert!(is_reported, "{path}: {report}");
    }
    assert!(report.contains("invisible characters"), "{report}");
    assert!(report.contains("its key contains invisible characters"), "{report}");
}

#[test]
fn converts_employment_types_to_text() {
    let resume = |employment_type: &str| {
        format!(
            r#"{{"basics": {{"name": "A"}}, "work": [{{"name": "B", "employmentType": {employment_type}}}]}}"#
        )
    };
    for (written, text) in [("5", "5"), (r#"["FULL_TIME", "TEMPORARY"]"#, "FULL_TIME\nTEMPORARY")] {
        let (profile, lines) = import(&resume(written));
        assert_eq!(profile["employment"][0]["extra"], json!({ "employmentType": text }));
        let line = lines.iter().find(|line| line.contains("work[0].employmentType: "));
        assert!(line.is_some_and(|line| line.contains("text")), "{lines:?}");
    }
    let (profile, lines) = import(&resume(r#"{"name": [5]}"#));
    assert_eq!(profile["employment"], json!([{ "organization": "B" }]));
    assert!(lines.join("").contains("is a group of fields, not a text"), "{lines:?}");
}

#[test]
fn cuts_impossible_days_to_the_month() {
    let (work, notes, report) =
        item("work", r#"{"name": "A", "startDate": "2020-01", "endDate": "2021-02-30"}"#);
    assert_eq!((&work["end_date"], &notes), (&json!("2021-02"), &Json::Null), "{report}");
    assert!(report.contains(r#"work[0].endDate: "2021-02-30": written as 2021-02"#), "{report}");
}

#[test]
fn says_which_items_read_as_current() {
    for section in ["work", "education", "volunteer", "projects"] {
        for (fields, path) in [
            (r#""startDate": "2019", "endDate": "soon""#, "endDate"),
            (r#""startDate": "2019", "end_date": "Summer of 2020""#, "end_date"),
            (r#""startDate": "2019 - soon""#, "startDate"),
            (r#""from": 2019, "to": "?? 2020""#, "to"),
        ] {
            let name = r#""name": "A", "organization": "A", "institution": "A""#;
            let resume = format!(
                r#"{{"basics": {{"name": "Anna"}}, "{section}": [{{{name}, "endDate": "2018"}}, {{{name}, {fields}}}]}}"#
            );
            let Imported { yaml, report, .. } =
                imported(resume.as_bytes(), "anna-berg").expect(&resume);
            let path = format!("{section}[1].{path}");
            let lines = report.lines();
            let line = lines.iter().find(|line| line.contains(&path)).expect("a line");
            let is_end = !path.ends_with("startDate");
            assert_eq!(line.ends_with("; the item now reads as current"), is_end, "{lines:#?}");
            assert!(yaml.contains(&format!("# `{path}` of the original, ")), "{yaml}");
            assert_eq!(yaml.matches("this item reads as current").count(), 1, "{yaml}");
        }
    }
    let (_, _, report) =
        item("work", r#"{"name": "A", "startDate": "soon", "endDate": "present"}"#);
    assert!(!report.contains("now reads as current"), "{report}");
}

#[test]
fn reports_derived_levels() {
    let language = |fluency: &str| {
        let (profile, lines) = import(&format!(
            r#"{{"basics": {{"name": "A"}}, "languages": [{{"language": "L", "fluency": "{fluency}"}}]}}"#
        ));
        (profile["skills"]["languages"][0].clone(), lines.join("\n"))
    };
    let (native, report) = language("Muttersprache");
    assert_eq!(native["level"], "native");
    assert!(
        report.contains(r#"languages[0].fluency: "Muttersprache": the level is set to `native`"#)
    );
    let (negated, report) = language("Non-native");
    assert_eq!(
        (&negated["level"], &negated["extra"]["fluency"]),
        (&Json::Null, &json!("Non-native"))
    );
    assert!(!report.contains("level"), "{report}");
    for text in ["Listening C1, Writing B1", "(A2), now B1", "Fluent spoken, basic written"] {
        let (several, report) = language(text);
        assert_eq!((&several["level"], &several["extra"]["fluency"]), (&Json::Null, &json!(text)));
        let line =
            format!("languages[0].fluency: \"{text}\": no level is set, because it has several");
        assert!(report.contains(&line), "{report}");
    }
}

#[test]
fn finds_the_parts_of_a_name() {
    for person in [
        json!({"fullName": "Anna Berg"}),
        json!({"firstName": "Anna", "lastName": "Berg"}),
        json!({"full_name": "Anna Berg"}),
        json!({"name": {"first": "Anna", "last": "Berg"}}),
        json!({"first_name": "Anna", "last_name": "Berg"}),
    ] {
        let mut resume = json!({"basics": person, "work": [{"name": "A"}]});
        resume["foreign"] = json!({"a": "unknown-section"});
        let (profile, lines) = import(&resume.to_string());
        assert_eq!(profile["name"], "Anna Berg", "{person}");
        let notes = profile["internal"].to_string();
        assert!(notes.contains("unknown-section"), "{person}: {lines:#?}");
    }
}

#[test]
fn parts_of_a_name_that_are_not_used_stay_under_internal() {
    let name = json!({"first": "Anna", "last": "Berg", "family": "Lind", "prefix": "Dr.", "ssn": "820101-1234"});
    let (profile, lines) = import(&json!({"basics": {"name": name}}).to_string());
    assert_eq!(profile["name"], "Anna Berg", "{lines:#?}");
    let internal = profile["internal"].to_string();
    for value in ["Lind", "Dr.", "820101-1234"] {
        assert!(internal.contains(value), "{value}: {profile}");
    }
}

#[test]
fn drops_blanks_everywhere() {
    let blank = |keys: &[&str]| {
        keys.iter().map(|key| ((*key).to_owned(), json!(" "))).collect::<serde_json::Map<_, _>>()
    };
    let (profile, lines) = import(
        &json!({
            "basics": {"name": "Anna", "pronouns": "", "custom": {"a": [{"b": ""}]}},
            "work": [blank(&["company", "position", "website"])],
            "education": [blank(&["school", "gpa"])],
            "languages": [blank(&["language", "level"])],
            "skills": [blank(&["category", "level"])],
            "awards": [blank(&["name", "other"])],
            "hobbies": [{"name": ""}],
        })
        .to_string(),
    );
    assert_eq!(profile, json!({"active": false, "name": "Anna"}), "{lines:#?}");
}

#[test]
fn reads_web_and_email_addresses_as_people_write_them() {
    let (profile, lines) = import(
        &json!({"basics": {
            "name": "Anna", "email": "Anna Berg <anna@bücher.example>",
            "url": "bücher.example",
        }, "work": [{"name": "A", "url": "cv.pdf"}]})
        .to_string(),
    );
    let contact = &profile["personal"]["contact"];
    assert_eq!(contact["email"], "anna@xn--bcher-kva.example", "{lines:#?}");
    assert_eq!(contact["website"], "https://xn--bcher-kva.example", "{lines:#?}");
    let notes = &profile["internal"]["import"]["not_taken_over"];
    assert_eq!(*notes, json!([{"path": "work[0].url", "value": "cv.pdf"}]));
    assert_eq!(profile["employment"][0].get("url"), None, "{lines:#?}");
}

#[test]
fn keeps_texts_in_several_languages_under_internal() {
    let resume = json!({
        "basics": {"name": "Anna", "label": {"de": "Architektin", "en": "Architect"}},
        "work": [{"name": "A", "endDate": "2020", "summary": {"en-US": "a", "zh-Hant": "b"}}],
    });
    let (profile, lines) = import(&resume.to_string());
    assert_eq!(profile["personal"], Json::Null);
    assert_eq!(profile["employment"][0], json!({"organization": "A", "end_date": "2020"}));
    for path in ["basics.label", "work[0].summary"] {
        let is_line = |line: &&String| line.trim().starts_with(path);
        let line = lines.iter().find(is_line).unwrap_or_else(|| panic!("{path}: {lines:?}"));
        assert!(line.ends_with("has texts in several languages"), "{line}");
    }
}

#[test]
fn reads_skills_by_category() {
    let resume = json!({
        "basics": {"name": "A"},
        "skills": {"Languages": ["Go", " Rust"], "C#": ["LINQ"]},
    });
    let (profile, lines) = import(&resume.to_string());
    let categories = json!({"Languages": ["Go", "Rust"], "C#": ["LINQ"]});
    assert_eq!(profile["skills"]["categories"], categories);
    for line in [
        r#"  skills.Languages[1]: " Rust": without surrounding spaces"#,
        r#"  skills["C#"] -> skills[*].keywords"#,
    ] {
        assert!(lines.contains(&line.to_owned()), "{lines:?}");
    }
    // A single item.
    let (profile, _) =
        import(r#"{"basics": {"name": "A"}, "skills": {"name": "Go", "keywords": ["x"]}}"#);
    assert_eq!(profile["skills"]["categories"], json!({"Go": ["x"]}));
}

#[test]
fn leaves_out_groups_without_imported_values() {
    let (work, _, report) = item("work", r#"{"name": "A", "own": [1, "two"], "": 1}"#);
    assert_eq!(work["extra"]["own"], json!([1, "two"]));
    assert!(report.contains("work[0][\"\"]"), "{report}");
}

#[test]
fn reports_many_equal_conversions_in_one_line() {
    let names = ["PHP", "Perl", "Ruby", "Lua"];
    let skills = |count: usize| {
        let skills: Vec<Json> = names[..count].iter().map(|name| json!({"name": name})).collect();
        import(&json!({"basics": {"name": "A"}, "skills": skills}).to_string()).1
    };
    let change = "listed in the category `Skills`, because it has no keywords";
    let lines = skills(4);
    assert!(lines.contains(&format!("  skills[*]: {change} (4 times)")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains(change)).count(), 1, "{lines:?}");
    let lines = skills(2);
    assert!(lines.contains(&format!(r#"  skills[1]: {{"name":"Perl"}}: {change}"#)), "{lines:?}");
}

#[test]
fn lists_skills_without_keywords_in_one_category() {
    let (profile, lines) = import(
        &json!({"basics": {"name": "A"}, "skills": [
            {"name": "PHP", "level": "Master"}, {"name": "Web", "keywords": ["HTML"]}, "Perl",
        ]})
        .to_string(),
    );
    let categories = json!({"Web": ["HTML"], "Skills": ["PHP", "Perl"]});
    assert_eq!(profile["skills"]["categories"], categories, "{lines:#?}");
    let details = &profile["attributes"]["json_resume"]["skills"]["skills"]["details"];
    assert_eq!(*details, json!([{"name": "PHP", "level": "Master"}]));
}

#[test]
fn groups_renames_and_cuts_long_keys() {
    let long = "k".repeat(99);
    let (_, lines) = import(
        &json!({"basics": {"name": "A", &long: {&long: {&long: 1e300}}}, "work": [
            {"company": "A"}, {"company": "B"}, {"company": "C"},
        ]})
        .to_string(),
    );
    let line = "  work[*].company -> work[*].name (3 times)".to_owned();
    assert!(lines.contains(&line), "{lines:#?}");
    assert!(lines.iter().all(|line| line.chars().count() < 250), "{lines:#?}");
}

#[test]
fn keeps_the_end_date_of_an_item_that_ends_before_it_starts() {
    for section in ["work", "education", "volunteer", "projects"] {
        let resume = format!(
            r#"{{"basics": {{"name": "Anna"}}, "{section}": [
                {{"name": "A", "startDate": "2016-09-01", "endDate": "2016-08-31"}}
            ]}}"#
        );
        let (profile, lines) = import(&resume);
        let profile_text = profile.to_string();
        assert!(profile_text.contains(r#""end_date":"2016-08-31""#), "{profile}");
        assert!(!profile_text.contains(r#""start_date""#), "{profile}");
        let path = format!("{section}[0].startDate");
        let note = json!([{"path": path, "value": "2016-09-01"}]);
        assert_eq!(profile["internal"]["import"]["not_taken_over"], note);
        let report = lines.join("\n");
        assert!(report.contains(&path) && !report.contains("reads as current"), "{report}");
    }
    let (certificate, ..) =
        item("certificates", r#"{"name": "A", "date": "2020", "expires": "2019"}"#);
    assert_eq!((&certificate["date"], &certificate["expires"]), (&Json::Null, &json!("2019")));
    let (active, notes, _) =
        item("work", r#"{"name": "A", "startDate": "2019", "endDate": "active"}"#);
    assert_eq!((&active["end_date"], &notes), (&Json::Null, &Json::Null));
}

#[test]
fn notes_and_report_name_the_same_path() {
    let long = "123456789012345678901234567890";
    for resume in [
        format!(
            r#"{{"basics": {{"name": "Anna", "email": "x", "phone": {long}, "birthDate": "1980", "image": "a.png",
                "linkedin": "https://www.linkedin.com/in/anna"}},
                "work": [{{"name": "A", "startDate": "2019", "endDate": "soon"}}]}}"#
        ),
        format!(
            r#"{{"basics": {{"firstName": "Anna", "email": "x", "birthDate": "1980", "phone": {long}, "picture": "a.png"}},
                "work": [{{"name": "A", "endDate": "soon"}}]}}"#
        ),
    ] {
        let Imported { yaml, report, .. } = imported(resume.as_bytes(), "anna").expect(&resume);
        let profile = parse("a.yaml", yaml.as_bytes(), &mut Vec::new()).expect("YAML").to_json();
        let original: Json = serde_json::from_str(&resume).expect("JSON");
        let notes = profile["internal"]["import"]["not_taken_over"].as_array().expect("notes");
        assert!(notes.len() > 2, "{notes:?}");
        for note in notes {
            let path = note["path"].as_str().expect("a path");
            let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
            assert!(original.pointer(&pointer).is_some(), "{path}: {notes:?}");
            assert!(report.entries.iter().any(|entry| entry.path == path), "{path}");
        }
        let (before, _) = yaml.split_once("` of the original").expect("a comment");
        let (_, path) = before.rsplit_once('`').expect("a path");
        assert!(notes.iter().any(|note| note["path"] == path), "{path}: {notes:?}");
        assert_eq!(profile["personal"]["contact"]["phone"], long, "{yaml}");
    }
}

#[test]
fn rejects_files_without_basics_and_work_as_another_format() {
    for document in [r#"{"skills": []}"#, r#"{"projects": [{"name": "A"}], "languages": {}}"#] {
        let error = imported(document.as_bytes(), "anna").expect_err(document);
        assert_eq!(error, "the file is not a JSON Resume: it has neither `basics` nor `work`");
    }
    for document in [r#"{"basics": {}}"#, r#"{"work": []}"#, r#"{"experience": [], "skills": []}"#]
    {
        let error = imported(document.as_bytes(), "anna").expect_err(document);
        assert_eq!(error, "the résumé has no name", "{document}");
    }
}
