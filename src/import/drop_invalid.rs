//! What is left of a draft when everything that `vitae check` refuses is taken out of it.

use serde_json::{Map, json};

use super::draft::{DraftValue, Group, ResumeDraft};
use super::report::ImportReport;
use super::{COMMENTS, NOT_IMPORTED, Told, refused};
use crate::diagnostic::{Diagnostic, Span};
use crate::document::profile::ProfileDocument;
use crate::document::validate::DocumentValidator;
use crate::error::Result;
use crate::lower;
use crate::model::id::ConsultantId;
use crate::yaml::{self, Node, write::write};

/// How often the mistakes that came to light are taken out. Each time there are fifty at most.
const ROUNDS: usize = 20;

/// The YAML of a profile that has no mistakes, and the report with what had to go.
///
/// # Errors
/// A fault of the program. The diagnostic is of `file`, that no profile can be made from it.
pub(super) fn drop_invalid(
    file: &str,
    profile: Group,
    id: &ConsultantId,
    report: &mut ImportReport,
) -> Result<Told<String>> {
    let validator = DocumentValidator::new::<ProfileDocument>()?;
    let mut profile = ResumeDraft {
        value: DraftValue::Group(profile),
        origin: None,
    };
    let refused = |message: String| {
        let hint = "make the file smaller, or mend what is wrong with it, and import it again";
        Ok(refused(&NOT_IMPORTED, file, message, hint))
    };
    for _ in 0..ROUNDS {
        let text = written(&profile, report);
        if text.len() > yaml::MAX_BYTES {
            let most = yaml::MAX_BYTES / 1024 / 1024;
            return refused(format!("the profile would be larger than {most} MiB"));
        }
        let mut errors = lower::check_profile("profile", id, text.as_bytes(), &validator)?;
        errors.retain(Diagnostic::is_error);
        let Some(first) = errors.first() else {
            return Ok(Ok(text));
        };
        let first = first.message.clone();
        let mut unread = Vec::new();
        let tree = yaml::parse("profile", text.as_bytes(), &mut unread);
        let mut places: Vec<(Vec<String>, String)> = errors
            .into_iter()
            .filter_map(|error| Some((place(tree.as_ref()?, &error.span?)?, error.message)))
            .collect();
        // From the end, so that what goes does not change the place of what is to go.
        places.sort_by_cached_key(|(place, _)| {
            place.iter().map(|part| order(part)).collect::<Vec<_>>()
        });
        places.dedup_by(|a, b| a.0 == b.0);
        let mut some = false;
        for (place, why) in places.iter().rev() {
            if let Some(mut removed) = profile.remove(place) {
                removed.origin.get_or_insert_with(|| place.join("."));
                report.refused(&removed, why.clone());
                some = true;
            }
        }
        if !some {
            return refused(format!("no profile can be made from it: {first}"));
        }
    }
    refused("it has more mistakes than can be taken out".to_owned())
}

/// The draft as YAML, with what was not taken over among the notes.
fn written(profile: &ResumeDraft, report: &ImportReport) -> String {
    let mut document: Map<_, _> = match &profile.value {
        DraftValue::Group(group) => group.to_json(),
        DraftValue::Scalar(_) | DraftValue::List(_) => Map::new(),
    };
    let notes = report.not_taken_over();
    if !notes.is_empty() {
        let notes = json!({ "import": { "not_taken_over": notes } });
        document.insert("internal".to_owned(), notes);
    }
    write(&document, COMMENTS)
}

/// The path of keys and numbers to the value or key at `span`; `None` for the whole document.
fn place(tree: &Node, span: &Span) -> Option<Vec<String>> {
    let below = |name: &str, node: &Node| {
        let rest = if node.span == *span {
            None
        } else {
            place(node, span)
        };
        match rest {
            Some(rest) => Some([vec![name.to_owned()], rest].concat()),
            None if node.span == *span => Some(vec![name.to_owned()]),
            None => None,
        }
    };
    match &tree.value {
        yaml::YamlValue::Mapping(entries) => entries.iter().find_map(|entry| {
            let named = entry.key_span == *span;
            let key = || Some(vec![entry.key.clone()]);
            if named {
                key()
            } else {
                below(&entry.key, &entry.value)
            }
        }),
        yaml::YamlValue::Sequence(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| below(&index.to_string(), item))
        }
        yaml::YamlValue::Scalar(_) | yaml::YamlValue::Mistaken => None,
    }
}

/// Keys by name, items of lists by number.
fn order(part: &str) -> (usize, String) {
    (part.parse().unwrap_or(0), part.to_owned())
}
