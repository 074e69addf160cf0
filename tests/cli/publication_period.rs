//! `publish_from`, `publish_until` and `vitae due`: outside of its days, a consultant is inactive in every respect.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value as Json, json};
use vitae::model::day::Day;
use vitae::preview::incremental::PreviewedProject;
use vitae::preview::live::Live;

use crate::project::{Project, profile, text};
use crate::serve::previewed;

const FILES: [&str; 3] = [
    "api/consultant-public/anna-berg",
    "_internal/json-resume/anna-berg.json",
    "_internal/photo/anna-berg.png",
];

/// A photo of a few pixels.
fn photo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[90; 16]).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn write(project: &Project, id: &str, fields: &str) {
    let text = profile(&format!("Name of {id}")) + fields;
    project.write(&format!("content/consultants/{id}.yaml"), text);
    project.write(&format!("content/photos/{id}.png"), photo());
}

fn day(text: &str) -> Day {
    text.parse().expect("a day")
}

#[test]
fn publishes_from_the_first_to_the_last_day() {
    let project = Project::site("period/build");
    write(&project, "anna-berg", "publish_from: 2026-12-01\npublish_until: 2026-12-31\n");
    for options in ["", "--no-cache"] {
        for (day, is_public) in [
            ("2026-11-30", false),
            ("2026-12-01", true),
            ("2026-12-31", true),
            ("2027-01-01", false),
            ("2026-12-15", true),
        ] {
            project.succeed(&format!("build --as-of {day} {options}"));
            let published = project.files("dist");
            for file in FILES {
                assert_eq!(published.contains_key(file), is_public, "{day} {options}: {file}");
            }
        }
    }
}

/// The row of the consultant keeps the days, so that a cached build notices the end.
#[test]
fn the_end_withdraws_without_a_change_of_the_content() {
    let project = Project::site("period/end");
    write(&project, "anna-berg", "publish_until: 2026-12-31\n");
    write(&project, "bo-ek", "");
    project.succeed("build --as-of 2026-12-31");
    let cached = || {
        let rows = project.read(".vitae/cache/rows");
        (rows.contains("anna-berg"), project.files(".vitae/cache/photos").len())
    };
    // The photos have the same bytes, and so the same name.
    assert_eq!(cached(), (true, 1));
    let said = project.succeed("build --as-of 2027-01-01");
    assert!(said.contains("withdrawn: anna-berg"), "{said}");
    assert_eq!(cached(), (false, 1));
    std::fs::remove_file(project.root.join("content/consultants/bo-ek.yaml")).expect("removable");
    std::fs::remove_file(project.root.join("content/photos/bo-ek.png")).expect("removable");
    project.succeed("build --as-of 2026-12-31");
    assert_eq!(cached(), (true, 1));
    // The rows of an earlier day are removed also if nothing can be compiled.
    project.write("content/site.yaml", "title: [\n");
    let output = project.run("check --as-of 2027-01-01");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert_eq!(cached(), (false, 0));
}

/// The first and the last day.
type Period = (Option<String>, Option<String>);

/// A day near the others, as the number of days after 2026-12-28.
fn near() -> impl Strategy<Value = String> {
    (0..9_u32).prop_map(|days| day("2026-12-28").after(days).expect("a day").to_string())
}

#[test]
fn nothing_outside_of_its_days_is_in_any_output() {
    let project = Project::site("period/property");
    let period = (prop::option::of(near()), prop::option::of(near()));
    let case = (prop::collection::vec(period, 3), prop::collection::vec(near(), 3));
    let mut runner =
        TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(12) });
    let run = |(mut periods, days): (Vec<Period>, Vec<String>)| {
        for (number, (from, until)) in periods.iter_mut().enumerate() {
            if from.is_some() && until.is_some() && *from > *until {
                std::mem::swap(from, until);
            }
            let field = |name, day: &Option<String>| {
                day.as_ref().map_or_else(String::new, |day| format!("publish_{name}: {day}\n"))
            };
            let fields = field("from", from) + &field("until", until);
            write(&project, &format!("person-{number}"), &fields);
        }
        for day in &days {
            project.succeed(&format!("build --as-of {day}"));
            project.succeed(&format!("build --as-of {day} --no-cache --out uncached"));
            let published = project.files("dist");
            prop_assert_eq!(&published, &project.files("uncached"));
            let rows = project.read(".vitae/cache/rows");
            for (number, (from, until)) in periods.iter().enumerate() {
                let is_public = from.as_ref().is_none_or(|from| from <= day)
                    && until.as_ref().is_none_or(|until| day <= until);
                let id = format!("person-{number}");
                let has_id = |(path, bytes): (&String, &Vec<u8>)| {
                    path.contains(&id) || bytes.windows(id.len()).any(|word| word == id.as_bytes())
                };
                prop_assert_eq!(published.iter().any(has_id), is_public, "{} on {}", id, day);
                prop_assert_eq!(rows.contains(&id), is_public, "row of {} on {}", id, day);
            }
        }
        Ok(())
    };
    runner.run(&case, run).expect("the days decide");
}

#[test]
fn preview_changes_at_midnight() {
    let project = Project::site("period/serve");
    write(&project, "anna-berg", "publish_until: 2026-12-31\n");
    write(&project, "bo-ek", "publish_until: 2026-12-31\n");
    write(&project, "carin-dahl", "publish_from: 2027-01-01\n");
    let today = Arc::new(Mutex::new(day("2026-12-31")));
    let clock = Arc::clone(&today);
    let previewed = PreviewedProject {
        day: Arc::new(move || *clock.lock().expect("no thread panicked")),
        ..previewed(&project)
    };
    let (sender, states) = std::sync::mpsc::channel();
    let live = Live::new(previewed).expect("a project");
    let _receiver =
        live.follow(move |state, _| drop(sender.send(state.clone()))).expect("a thread");
    let next_public = || {
        let state = states.recv_timeout(Duration::from_secs(60)).expect("a state in time");
        let is_public = |id: &str| state.artifact(&format!("api/consultant-public/{id}")).is_some();
        ["anna-berg", "bo-ek", "carin-dahl"].map(is_public)
    };
    assert_eq!(next_public(), [true, true, false]);
    // The preview shows the last version without errors, but not longer than until its last day.
    project.write("content/consultants/bo-ek.yaml", "active: true\nnme: Bo\n");
    assert_eq!(next_public(), [true, true, false]);
    *today.lock().expect("no thread panicked") = day("2027-01-01");
    assert_eq!(next_public(), [false, false, true]);
}

#[test]
fn preview_names_the_days() {
    let project = Project::site("period/page");
    write(&project, "anna-berg", "publish_from: 2026-12-01\npublish_until: 2026-12-31\n");
    let preview = crate::serve::Preview::start(&project.root, &["--as-of", "2027-01-01"]);
    assert_eq!(preview.get("/api/consultant-public/anna-berg").status, 404);
    let page =
        preview.get("/_preview/anna-berg").text().split_whitespace().collect::<Vec<_>>().join(" ");
    let banner = "The file says <code>publish_from: 2026-12-01</code> and <code>publish_until: 2026-12-31</code>, so the public does not see this profile on 2027-01-01.";
    assert!(page.contains(banner), "{page}");
}

#[test]
fn rejects_an_end_before_the_start_and_other_dates() {
    let project = Project::site("period/errors");
    write(&project, "anna-berg", "publish_from: 2026-12-31\npublish_until: 2026-12-01\n");
    write(&project, "bo-ek", "publish_until: 2026-12\n");
    write(&project, "carin-dahl", "consent: {reference: by email}\n");
    let output = project.run("check");
    assert_eq!(output.status.code(), Some(1));
    for message in [
        "the end date 2026-12-01 is before the start date 2026-12-31",
        "`2026-12` is missing the day",
        "error[missing-field]",
    ] {
        assert!(text(&output).contains(message), "{}", text(&output));
    }
    // Deleting them would publish the profiles without end.
    for empty in ["publish_from:", "publish_until: \"\"", "publish_until: null"] {
        let text = profile("Bo Ek") + empty + "\n";
        project.write("content/consultants/bo-ek.yaml", &text);
        project.run("check bo-ek --fix");
        assert_eq!(project.read("content/consultants/bo-ek.yaml"), text);
    }
    for wrong in ["2026-12", "tomorrow"] {
        let output = project.run(&format!("build --as-of {wrong}"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    }
}

#[test]
fn due_lists_what_starts_and_ends_and_nothing_else() {
    let project = Project::site("period/due");
    write(&project, "anna-berg", "publish_from: 2026-12-01\npublish_until: 2026-12-01\n");
    write(&project, "bo-ek", "publish_until: 2026-11-24\n");
    write(&project, "carin-dahl", "publish_from: 2026-11-24\npublish_until: 2027-03-01\n");
    write(&project, "doris-falk", "publish_until: 2026-11-23\n");
    write(&project, "eva-glad", "");
    let inactive = profile("Frida Holm").replace("active: true", "active: false");
    let inactive = inactive + "publish_from: 2026-12-24\n";
    project.write("content/consultants/frida-holm.yaml", inactive);
    let all = "\
2026-11-24  bo-ek  ends
2026-12-01  anna-berg  starts
2026-12-01  anna-berg  ends
2027-03-01  carin-dahl  ends
";
    for _ in ["without rows", "with rows"] {
        assert_eq!(project.succeed("due --as-of 2026-11-24"), all);
    }
    let within = project.succeed("due --as-of 2026-11-24 --within 7d --format json");
    let within: Json = serde_json::from_str(&within).expect("JSON");
    let event = |date: &str, id: &str, event: &str| json!({"date": date, "id": id, "event": event});
    let expected = [
        event("2026-11-24", "bo-ek", "ends"),
        event("2026-12-01", "anna-berg", "starts"),
        event("2026-12-01", "anna-berg", "ends"),
    ];
    assert_eq!(within, json!({ "version": 1, "events": expected }));
    let code = |arguments: &str| project.run(arguments).status.code();
    assert_eq!(code("due --as-of 2026-11-24 --exit-code"), Some(3));
    assert_eq!(code("due --as-of 2027-03-02 --exit-code"), Some(0));
    assert_eq!(project.succeed("due --as-of 2026-11-24 --within 4294967295d"), all);
    assert_eq!(project.succeed("due --as-of 2027-03-02"), "nothing is due\n");
    project.write("content/consultants/eva-glad.yaml", "active: true\nnme: Canary\n");
    let output = project.run("due");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(!text(&output).contains("Canary"), "{}", text(&output));
}
