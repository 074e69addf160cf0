//! Anchors and aliases, which profiles do not need: an alias lets a small file expand to gigabytes.

use serde_yaml::granit_parser::Event;

use super::lines::split_comment;
use super::quoting;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    error ALIAS = "alias";
}

/// Reports an anchor (`&`) or an alias (`*`).
pub(super) fn anchor_or_alias(
    file: &str,
    text: &str,
    event: &Event<'_>,
    span: &Span,
) -> Option<Diagnostic> {
    let is_alias = matches!(event, Event::Alias(_));
    let has_anchor = match event {
        Event::Scalar(_, _, anchor, _)
        | Event::SequenceStart(_, anchor, _)
        | Event::MappingStart(_, anchor, _) => *anchor != 0,
        _ => matches!(event, Event::UnresolvedAlias(_)),
    };
    if !is_alias && !has_anchor {
        return None;
    }
    let anchor = text[..span.start].rfind('&').filter(|_| !is_alias);
    let span = anchor.map_or(span.clone(), |anchor| anchor..span.start);
    let span = span.start..span.start + text[span].trim_end().len();
    let message = "`&` and `*` at the start of a value refer to other places in the file";
    let hint = "write the value out, or put quotes around it if it is meant as text";
    Some(Diagnostic::at(&ALIAS, file, span, message).hint(hint))
}

/// Reports an alias without an anchor, at which the parser stops at byte `at`, in the value from `start` to `end`.
pub(super) fn unknown_alias(
    file: &str,
    text: &str,
    start: usize,
    end: usize,
    at: usize,
) -> Diagnostic {
    let message = "`*` at the start of a value refers to another place in the file";
    let report = |span| Diagnostic::at(&ALIAS, file, span, message);
    let value = split_comment(&text[start..end]).0;
    if value.starts_with('*') {
        let quoted = quoting::quoted(value);
        return report(start..start + value.len())
            .hint(format!("put quotes around the whole value: {quoted}"))
            .replace(quoted);
    }
    report(at.min(end)..end).hint("put quotes around the whole value")
}
