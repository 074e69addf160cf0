//! Who is inactive is named only where that is what was found: reports are read by many.

use super::cause::Cause;
use super::expected_site::ExpectedSite;
use super::report::{Outcome, State};
use super::subject::Subject;

/// Takes the name of somebody inactive out of an outcome, unless they are still answered. `target`
/// is what was asked for. Whether a name was taken out.
pub(super) fn conceal(outcome: &mut Outcome, target: &str, expectation: &ExpectedSite) -> bool {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let Subject::Consultant(id, _) = Subject::of(path, query) else {
        return false;
    };
    // Ordered by identifier.
    let Ok(place) = expectation.inactive().binary_search(&id) else {
        return false;
    };
    if let State::Failed(reasons) = &outcome.state {
        let is_found = |cause: &Cause| matches!(cause, Cause::StillThere | Cause::Cached);
        if reasons.iter().any(|reason| is_found(&reason.cause)) {
            return false;
        }
    }
    let instead = format!("(inactive {})", place + 1);
    outcome.name = without(&outcome.name, id.as_str(), &instead);
    if let Some(request) = &mut outcome.request {
        *request = without(request, id.as_str(), &instead);
    }
    true
}

/// The text with something else wherever `id` stands by itself.
fn without(text: &str, id: &str, instead: &str) -> String {
    let is_part = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    let mut concealed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(id) {
        let (before, after) = (&rest[..start], &rest[start + id.len()..]);
        let is_longer = before.ends_with(is_part) || after.starts_with(is_part);
        concealed.push_str(before);
        concealed.push_str(if is_longer { id } else { instead });
        rest = after;
    }
    concealed + rest
}

#[test]
fn only_a_name_by_itself_is_taken_out() {
    let concealed = |text| without(text, "a", "(b)");
    assert_eq!(concealed("photo of a with x=a"), "photo of (b) with x=(b)");
    assert_eq!(concealed("/api/photo/a.jpg, A"), "/api/photo/(b).jpg, A");
    assert_eq!(concealed("anna-a a-b"), "anna-a a-b");
}
