//! `vitae check --fix`: fixes of any profile.

#[path = "../../tests/cli/fix/fixed.rs"]
mod fixed;

use std::sync::LazyLock;

use vitae::content::check_profile;
use vitae::diagnostic::Diagnostic;
use vitae::fix::Fixer;

use super::compilation::PROFILE;
use fixed::fixed;

static FIXER: LazyLock<Fixer> = LazyLock::new(|| Fixer::new(vec!["nginx".to_owned()]));

/// Fixes a profile: a second fix finds nothing, the file can be read, and each fix uncovers at
/// most one more error than it removes: an item can become two, both with an error.
pub fn fix(bytes: &[u8]) {
    let Ok(before) = str::from_utf8(bytes) else { return };
    let after = fixed(&FIXER, before);
    if before == after {
        return;
    }
    let (old, new) = (errors(before), errors(&after));
    let changed = before.lines().zip(after.lines()).filter(|(old, new)| old != new).count();
    assert!(
        new <= old + changed,
        "{old} errors became {new}\n--- before\n{before}\n--- after\n{after}"
    );
}

/// Returns the number of errors of a profile.
fn errors(yaml: &str) -> usize {
    let found = check_profile(PROFILE, yaml.as_bytes());
    found.iter().filter(|diagnostic| Diagnostic::is_error(diagnostic)).count()
}
