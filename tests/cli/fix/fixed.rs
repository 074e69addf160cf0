//! Fixes profiles in memory.

use vitae::diagnostic::Diagnostic;
use vitae::fix::Fixer;
use vitae::source::{Modified, Sources};
use vitae::yaml::parse_up_to;

/// Fixes a profile. Asserts that the fixer has nothing left to fix, deleted no line, and left no syntax error.
pub(super) fn fixed(fixer: &Fixer, yaml: &str) -> String {
    let fix = |yaml: &str| {
        let path = "consultants/anna-berg.yaml";
        let sources = Sources::from_memory(
            [(path, yaml)],
            &Modified::Committed("2026-03-14T09:30:00+01:00".into()),
        );
        let profile = sources.get(path).expect("the profile");
        let fixed = fixer.fix(&sources, profile).expect("a readable file");
        fixed.map(|fixed| String::from_utf8(fixed.after).expect("UTF-8"))
    };
    let Some(fixed) = fix(yaml) else {
        return yaml.to_owned();
    };
    assert_eq!(fix(&fixed), None, "{fixed}");
    assert_eq!(yaml.matches('\n').count(), fixed.matches('\n').count(), "{fixed}");
    let (_, found) = parse_up_to("a.yaml", fixed.as_bytes(), 1);
    assert!(!found.iter().any(Diagnostic::is_error), "{found:#?}\n{fixed}");
    fixed
}
