//! The tables of an archive: headers, values and variants of the format.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};

use super::{PROFILE, archive, imported, profile, sample, zip_of};
use crate::import::hostile::config;

/// Returns the profile of an archive with this file.
fn profile_with(file: &str, content: &str) -> Json {
    profile(&archive([("Profile.csv", PROFILE), (file, content)]))
}

#[test]
fn imports_each_table() {
    let profile = profile(&sample());
    assert_eq!(profile["name"], "Åsa Öberg");
    assert_eq!(
        profile["personal"],
        json!({
            "headline": "Cloud Architect, Platforms",
            "location": {"city": "Lund", "region": "Skåne County", "country": "Sweden"},
            "contact": {"email": "asa@example.com", "website": "https://nordvik.example.com/"},
        })
    );
    let summary = "Builds platforms for public services.\n\nLikes small teams.";
    assert_eq!(profile["summary"]["full"], summary);
    assert_eq!(
        profile["skills"]["categories"],
        json!({"Skills": ["Kubernetes", "Terraform", "C#"]})
    );
    let levels = profile["skills"]["languages"].as_array().expect("languages");
    let levels: Vec<_> = levels.iter().map(|language| language["level"].as_str()).collect();
    assert_eq!(levels, [Some("native"), Some("fluent"), Some("intermediate"), None]);
    assert_eq!(
        profile["employment"][0],
        json!({
            "organization": "Nordvik AB", "role": "Lead Architect", "location": "Lund", "start_date": "2022-01",
            "summary": "Leads the platform team.\n- Moved 40 services to Kubernetes\n- Said \"no\" to a rewrite",
        })
    );
    assert_eq!(
        profile["employment"][1],
        json!({
            "organization": "Sjöstad Kommun", "role": "Systems Engineer", "location": "Malmö, Sweden",
            "start_date": "2016-08", "end_date": "2021-12",
        })
    );
    assert_eq!(
        profile["education"],
        json!([{
            "institution": "Lund University", "study_type": "MSc, Computer Science",
            "start_date": "2007", "end_date": "2012",
            "extra": {"description": "Thesis about queues.", "activities": "Chess club"},
        }])
    );
    assert_eq!(
        profile["certifications"],
        json!([{
            "name": "Platform Administrator", "issuer": "Example Institute", "date": "2021-03",
            "expires": "2024-03", "credential_id": "PA-1234",
            "url": "https://certificates.example.com/pa-1",
        }])
    );
    assert_eq!(
        profile["attributes"],
        json!({
            "profiles": [{"network": "Blog", "url": "https://asa.example.net/notes"}],
            "volunteer": [{
                "organization": "Code Club Lund", "role": "Mentor", "start_date": "2017-09",
                "summary": "Teaches children.", "cause": "Education",
            }],
            "awards": [{
                "title": "Engineer of the Year", "date": "2020-11",
                "summary": "For the queue simulator.",
            }],
            "publications": [{
                "name": "Queues in Practice", "publisher": "Example Journal",
                "release_date": "2019-06-15", "url": "https://journal.example.com/queues",
                "summary": "An article.",
            }],
            "projects": [{
                "name": "Queue Simulator", "description": "Open source tool.",
                "url": "https://queues.example.net", "start_date": "2018-02",
            }],
        })
    );
    let notes = json!([{"path": "basics.industry", "value": "IT Services and IT Consulting"}]);
    assert_eq!(profile["internal"]["import"]["not_taken_over"], notes);
}

#[test]
fn imports_what_was_studied() {
    for (headers, cells) in [
        ("School Name,Degree Name,Field of Study", "KTH,MSc,Physics"),
        ("School Name,field of study,Degree Name", "KTH,Physics,MSc"),
        ("Field Of Study,Degree Name,Notes,School Name", "Physics,MSc,,KTH"),
    ] {
        let profile = profile_with("Education.csv", &format!("{headers}\n{cells}\n"));
        let expected = json!([{"institution": "KTH", "area": "Physics", "study_type": "MSc"}]);
        assert_eq!(profile["education"], expected, "{headers}");
    }
}

#[test]
fn imports_only_the_primary_email_address() {
    let email = |content: &str| {
        profile_with("Email Addresses.csv", content)["personal"]["contact"]["email"].clone()
    };
    let addresses = "Email Address,Primary\na@example.com,No\nb@example.com,yes\nc@example.com,\n";
    assert_eq!(email(addresses), "b@example.com");
    assert_eq!(email("Email Address,Primary\na@example.com,No\n"), Json::Null);
    assert_eq!(email("Email Address,Confirmed\na@example.com,Yes\n"), Json::Null);
}

#[test]
fn reads_variants_of_tables() {
    let positions = "Company Name,Title,Started On,Finished On\nA,B,Jan 2020,\n";
    let expected = json!([{"organization": "A", "role": "B", "start_date": "2020-01"}]);
    let utf16: Vec<u8> = "\u{FEFF}"
        .encode_utf16()
        .chain(positions.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    for content in [
        positions.as_bytes(),
        format!("\u{FEFF}{positions}").as_bytes(),
        positions.replace('\n', "\r\n").as_bytes(),
        positions.trim_end().as_bytes(),
        positions.to_lowercase().replace("a,b,jan", "A,B,jan").as_bytes(),
        b"Added,Title, company name ,Started On\nprivate,B,A,January 2020\n",
        b"Company Name,Title,Started On,Added\nA,B,2020-01,\n\n,,,\n",
        &utf16,
    ] {
        let mut files = archive([("Profile.csv", PROFILE)]);
        files.insert("Positions.csv".to_owned(), content.to_vec());
        let profile = profile(&files);
        assert_eq!(profile["employment"], expected, "{}", String::from_utf8_lossy(content));
        assert_eq!(profile["internal"], Json::Null);
    }
    for (written, date) in [
        ("2020", "2020"),
        ("2020-01", "2020-01"),
        ("1/1/2020", "2020-01-01"),
        ("13/1/2020", "2020-01-13"),
    ] {
        let profile = profile_with("Positions.csv", &positions.replace("Jan 2020", written));
        assert_eq!(profile["employment"][0]["start_date"], date, "{written}");
    }
    let ambiguous = profile_with("Positions.csv", &positions.replace("Jan 2020", "2/1/2020"));
    assert_eq!(ambiguous["employment"][0]["start_date"], Json::Null);
    assert_eq!(
        ambiguous["internal"]["import"]["not_taken_over"],
        json!([{"path": "work[0].startDate", "value": "2/1/2020"}])
    );
    for empty in ["", "\n", "Company Name,Title\n", "\u{FEFF}"] {
        assert_eq!(profile_with("Positions.csv", empty)["employment"], Json::Null, "{empty:?}");
    }
}

#[test]
fn converts_language_levels() {
    for (proficiency, level) in [
        ("Native or bilingual proficiency", "native"),
        ("NATIVE_OR_BILINGUAL", "native"),
        ("Full professional proficiency", "fluent"),
        ("FULL_PROFESSIONAL", "fluent"),
        ("Professional working proficiency", "professional"),
        ("PROFESSIONAL_WORKING", "professional"),
        ("Limited working proficiency", "intermediate"),
        ("LIMITED_WORKING", "intermediate"),
        ("Elementary proficiency", "basic"),
        ("ELEMENTARY", "basic"),
    ] {
        let profile =
            profile_with("Languages.csv", &format!("Name,Proficiency\nSwedish,{proficiency}\n"));
        assert_eq!(profile["skills"]["languages"][0]["level"], level, "{proficiency}");
    }
}

#[test]
fn reads_websites_and_locations() {
    let with = |column: &str, value: &str| {
        profile(&archive([(
            "Profile.csv",
            &*format!("First Name,Last Name,{column}\nAnna,Berg,\"{value}\"\n"),
        )]))
    };
    let (a, b) = ("https://a.example", "https://b.example/x");
    for websites in [
        "[COMPANY:https://a.example,RSS_FEED:https://b.example/x]",
        "[COMPANY:https://a.example],[RSS_FEED:https://b.example/x]",
        "[COMPANY:https://a.example] [RSS_FEED:https://b.example/x]",
    ] {
        let profile = with("Websites", websites);
        assert_eq!(profile["personal"]["contact"]["website"], a, "{websites}");
        let other = json!([{"network": "Rss feed", "url": b}]);
        assert_eq!(profile["attributes"]["profiles"], other, "{websites}");
    }
    for websites in ["https://a.example", "[https://a.example]", "[OTHER:https://a.example]"] {
        let contact = json!({"website": a});
        assert_eq!(with("Websites", websites)["personal"]["contact"], contact, "{websites}");
    }
    for (websites, urls) in [
        (
            "[PORTFOLIO:https://a.example,OTHER:https://b.example/a,b]",
            ["https://a.example", "https://b.example/a,b"],
        ),
        (
            "[OTHER:https://a.example/x,y:z,BLOG:https://b.example/?q=1,2]",
            ["https://a.example/x,y:z", "https://b.example/?q=1,2"],
        ),
        (
            "[RSS_FEED:www.a.example/x,1,BLOG:b.example/,1]",
            ["https://www.a.example/x,1", "https://b.example/,1"],
        ),
        (
            "https://a.example/1,2, https://b.example",
            ["https://a.example/1,2", "https://b.example"],
        ),
        (
            "blog:https://a.example/(a,b),Webb:http://b.example/%5B1%5D",
            ["https://a.example/(a,b)", "http://b.example/%5B1%5D"],
        ),
    ] {
        let profile = with("Websites", websites);
        assert_eq!(profile["personal"]["contact"]["website"], urls[0], "{websites}");
        assert_eq!(profile["attributes"]["profiles"][0]["url"], urls[1], "{websites}");
        assert_eq!(profile["internal"], Json::Null, "{websites}");
    }
    let invalid = with("Websites", "[OTHER:https://a.example,BLOG:mailto:private]");
    assert_eq!(invalid["attributes"], Json::Null);
    assert!(invalid["internal"].to_string().contains("private"), "{invalid}");
    let invalid = with("Websites", "[OTHER:private site]");
    assert_eq!(invalid["personal"], Json::Null);
    assert!(invalid["internal"].to_string().contains("private"), "{invalid}");
    for (text, location) in [
        ("Lund, Sweden", json!({"city": "Lund", "country": "Sweden"})),
        ("Greater Malmö Area", json!({"city": "Greater Malmö Area"})),
        ("Malmö, Greater Area", json!({"city": "Malmö, Greater Area"})),
    ] {
        assert_eq!(with("Geo Location", text)["personal"]["location"], location, "{text}");
    }
}

#[test]
fn imports_the_alternative_files() {
    let summary = |header: &str| {
        profile_with("Profile Summary.csv", &format!("{header}\nBuilds.\n"))["summary"]["full"]
            .clone()
    };
    assert_eq!(summary("Profile Summary"), "Builds.");
    assert_eq!(summary("Summary"), "Builds.");
    let volunteering = "Company Name,Role\nCode Club,Mentor\n";
    let volunteer = profile_with("Volunteer Experiences.csv", volunteering);
    assert_eq!(volunteer["attributes"]["volunteer"][0]["organization"], "Code Club");
}

/// Returns the lines of the report about the archive.
fn archive_lines(files: &super::Archive) -> Vec<String> {
    let lines = imported(&zip_of(files)).expect("imported").report.lines();
    let lines = lines.into_iter().skip_while(|line| line != "in the LinkedIn archive:").skip(1);
    lines.take_while(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn reports_each_column_that_is_not_imported() {
    let files = archive([
        (
            "Profile.csv",
            "First Name,Last Name,Twitter Handles,Country,Birth Date,Zip Code\nAnna,Berg,@a,Sweden,3 Feb,222\n",
        ),
        (
            "Positions.csv",
            "Company Name,Title,Team,Finished On,Started On\nA,B,T,2020,2019\nC,D,U,,2021\nE,F,,,2022\n",
        ),
        (
            "Email Addresses.csv",
            "Email Address,Primary,Confirmed\na@example.com,Yes,Yes\nb@example.com,No,Yes\n",
        ),
        ("Courses.csv", "Name\nprivate course\n"),
        ("Interests.csv", "private"),
        ("test_scores.csv", "private"),
        ("Recommendations_Received.csv", "private"),
        ("messages.csv", "private"),
    ]);
    assert_eq!(
        archive_lines(&files),
        [
            "Profile.csv: `Twitter Handles` of 1 row is not imported",
            "Profile.csv: `Country` of 1 row is not imported",
            "Email Addresses.csv: `Email Address` of 1 row is not imported",
            "Positions.csv: `Team` of 2 rows is not imported",
            "Courses.csv: the file is not imported",
            "Recommendations_Received.csv: the file is not imported",
            "Test Scores.csv: the file is not imported",
            "Interests.csv: the file is not imported",
        ]
    );
}

#[test]
fn reads_the_headers_of_2018() {
    let projects = profile_with("Projects.csv", "Title,Start Date,End Date\nP,Jan 2017,Mar 2018\n");
    let project = &projects["attributes"]["projects"][0];
    assert_eq!(
        (&project["start_date"], &project["end_date"]),
        (&"2017-01".into(), &"2018-03".into())
    );
    let certificate = profile_with(
        "Certifications.csv",
        "Name,Authority,Start Date,End Date\nC,I,Jan 2017,Jan 2020\n",
    );
    let certificate = &certificate["certifications"][0];
    assert_eq!(
        (&certificate["date"], &certificate["expires"]),
        (&"2017-01".into(), &"2020-01".into())
    );
    let award = profile_with("Honors.csv", "Title,Issuer,Issue Date\nH,I,Jan 2017\n");
    let expected = json!([{"title": "H", "date": "2017-01", "awarder": "I"}]);
    assert_eq!(award["attributes"]["awards"], expected);
}

#[test]
fn reads_tables_that_spreadsheet_programs_saved() {
    for (delimiter, name) in [(",", "comma"), (";", "semicolon"), ("\t", "tab")] {
        let text =
            "Company Name,Title,Started On\nÅkeri “Norr” – 5 €,B,2020\n".replace(',', delimiter);
        let windows: Vec<u8> = text
            .chars()
            .map(|c| match c {
                '“' => 0x93,
                '”' => 0x94,
                '–' => 0x96,
                '€' => 0x80,
                c => u8::try_from(u32::from(c)).expect("Latin-1"),
            })
            .collect();
        for content in [text.as_bytes().to_vec(), windows] {
            let is_windows = std::str::from_utf8(&content).is_err();
            let mut files = archive([("Profile.csv", PROFILE)]);
            files.insert("Positions.csv".to_owned(), content);
            let name_in_profile = profile(&files)["employment"][0]["organization"].clone();
            assert_eq!(name_in_profile, "Åkeri “Norr” – 5 €", "{name}");
            let line = "Positions.csv: read as Windows-1252, because it is not UTF-8".to_owned();
            assert_eq!(archive_lines(&files).contains(&line), is_windows, "{name}");
        }
    }
}

#[test]
fn says_that_the_small_archive_has_no_jobs() {
    let small = archive([("Profile.csv", PROFILE), ("Skills.csv", "Name\nRust\nSQL\nRust\n")]);
    let lines = archive_lines(&small);
    assert!(
        lines[0].starts_with("the archive: it has neither `Positions.csv` nor `Education.csv`"),
        "{lines:?}"
    );
    assert!(lines[0].contains("larger archive"), "{lines:?}");
    assert_eq!(profile(&small)["skills"]["categories"], json!({"Skills": ["Rust", "SQL"]}));
}

#[test]
fn rejects_a_zip_in_a_zip() {
    let files = archive([("Complete_LinkedInDataExport.zip", "PK")]);
    let message = imported(&zip_of(&files)).expect_err("a ZIP in a ZIP");
    assert_eq!(message, "the archive contains another ZIP: extract it once");
}

#[test]
fn rejects_headers_in_another_language() {
    for (file, content, message) in [
        (
            "Profile.csv",
            "Förnamn,Efternamn,Rubrik\nAnna,Berg,x\n",
            "the archive has a `Profile.csv` without the header `First Name` or `Last Name`",
        ),
        (
            "positions.csv",
            "Firmenname,Titel\nA,B\n",
            "the archive has a `Positions.csv` without the header `Company Name` or `Title`",
        ),
        (
            "Skills.csv",
            "Kompetens\nRust\n",
            "the archive has a `Skills.csv` without the header `Name`",
        ),
    ] {
        let mut files = archive([("Profile.csv", PROFILE)]);
        files.insert(file.to_owned(), content.into());
        assert_eq!(imported(&zip_of(&files)).expect_err(file), message);
    }
}

#[test]
fn rejects_rows_of_another_length() {
    for row in ["Anna,Berg,private,Architect", "Anna,Berg", "Anna,\"Berg,Architect"] {
        let content = format!("First Name,Last Name,Headline\n\n\"Anna\nMaria\",Berg,x\n{row}\n");
        let message = imported(&zip_of(&archive([("Profile.csv", &*content)]))).expect_err(row);
        assert_eq!(
            message,
            "the archive has a `Profile.csv` whose row 3 has more or fewer cells than row 1"
        );
    }
}

#[test]
fn imports_or_rejects_any_mutated_table() {
    let tables: Vec<(String, Vec<u8>)> = sample().into_iter().collect();
    let mutation = (any::<Index>(), any::<Index>(), proptest::collection::vec(any::<u8>(), 0..6));
    proptest!(config(64), |((file, at, bytes) in mutation)| {
        let mut files = sample();
        let (name, content) = file.get(&tables);
        let mut content = content.clone();
        let at = at.index(content.len());
        content.splice(at..=at, bytes);
        files.insert(name.clone(), content);
        let message = imported(&zip_of(&files)).err();
        prop_assert!(message.is_none_or(|message| !message.is_empty()));
    });
}
