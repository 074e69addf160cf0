//! Dates of the last change that a wrong clock or a typing error moved to the future.

use super::{PROFILE, commit, repository};
use crate::project::{Project, text};

const ANNA: &str = "content/consultants/anna-berg.yaml";

fn check(project: &Project, day: &str) -> String {
    text(&project.run(&format!("check --as-of {day}")))
}

#[test]
fn warns_about_dates_after_the_day_of_the_run() {
    let project = repository("history/future");
    let photo = crate::project::repository().join("content/photos/amara-ndukwe.jpg");
    assert!(!check(&project, "2026-11-24").contains("future-date"));
    // The clock is right again afterwards: the newest date counts.
    project.write(ANNA, format!("{PROFILE}title: Architect\n"));
    commit(&project, "2031-05-06T07:08:09+02:00");
    project.write(ANNA, format!("{PROFILE}title: Lead architect\n"));
    commit(&project, "2026-02-02T00:00:00Z");
    let said = check(&project, "2026-11-24");
    let message = "the last change is dated 2031-05-06T07:08:09+02:00, after the day of this run";
    assert!(said.contains("warning[future-date]") && said.contains(message), "{said}");
    // The cache has the profile of another day.
    for _ in 0..2 {
        assert!(!check(&project, "2031-05-06").contains("future-date"));
        assert!(check(&project, "2031-05-05").contains("future-date"));
    }
    project.write(ANNA, format!("{PROFILE}last_modified: 2026-02-02T00:00:00Z\n"));
    assert!(!check(&project, "2026-11-24").contains("future-date"));
    project.write("content/photos/anna-berg.jpg", std::fs::read(photo).expect("a photo"));
    project.write(ANNA, format!("{PROFILE}title: Chief architect\n"));
    commit(&project, "2099-01-01T00:00:00Z");
    assert!(check(&project, "2026-11-24").contains("dated 2099-01-01T00:00:00+00:00"));
    // Nothing of an inactive profile is published.
    project.write(ANNA, PROFILE.replace("true", "false"));
    assert!(!check(&project, "2026-11-24").contains("future-date"));
}

#[test]
fn warns_about_written_dates_by_their_day_in_utc() {
    let project = Project::site("history/future-written");
    for (written, is_future) in [
        ("2031-01-01T00:00:00Z", true),
        ("2026-11-25T00:00:00+00:00", true),
        ("2026-11-25T00:30:00+01:00", false),
        ("2026-11-24T23:30:00-01:00", true),
        ("2026-11-24T23:59:59Z", false),
    ] {
        project.write(ANNA, format!("{PROFILE}last_modified: {written}\n"));
        for _ in 0..2 {
            let said = check(&project, "2026-11-24");
            assert_eq!(said.contains("warning[future-date]"), is_future, "{said}");
            assert_eq!(said.contains("anna-berg.yaml:3:16"), is_future, "{said}");
        }
    }
}
