//! What comes along when text is pasted from a word processor.

use super::mismatch::in_quotes;
use crate::diagnostic::{Diagnostic, tell};
use crate::rule::rules;
use crate::yaml::{Node, Value};

rules! {
    warning TYPOGRAPHIC_QUOTES = "typographic-quotes";
}

/// Pairs of quotes that are letters to YAML: how a value begins and how it ends.
const QUOTES: [(char, char); 8] = [
    ('“', '”'),
    ('”', '”'),
    ('„', '“'),
    ('„', '”'),
    ('‘', '’'),
    ('’', '’'),
    ('«', '»'),
    ('»', '«'),
];

/// Tells the values below `tree` that stand in typographic quotes. The editors' own notes are
/// theirs.
pub(super) fn pasted(file: &str, tree: &Node, diagnostics: &mut Vec<Diagnostic>) {
    if let Value::Mapping(entries) = &tree.value {
        for entry in entries.iter().filter(|entry| entry.key != "internal") {
            quoted(file, &entry.value, diagnostics);
        }
    }
}

fn quoted(file: &str, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                quoted(file, &entry.value, diagnostics);
            }
        }
        Value::Sequence(items) => {
            for item in items {
                quoted(file, item, diagnostics);
            }
        }
        Value::Scalar(scalar) => {
            // Within straight quotes or in a block, they are meant.
            let Some(inner) = within_quotes(&scalar.text).filter(|_| scalar.plain) else {
                return;
            };
            let straight = in_quotes(inner);
            let message = "these quotes are typographic ones and become part of the text";
            let hint = format!("write {straight}");
            let diagnostic = Diagnostic::at(&TYPOGRAPHIC_QUOTES, file, node.span.clone(), message);
            tell(diagnostics, diagnostic.hint(hint).replace(straight));
        }
        Value::Mistaken => {}
    }
}

/// The text within a pair of typographic quotes around all of it. A text that only begins with a
/// quotation is none.
fn within_quotes(text: &str) -> Option<&str> {
    let text = text.trim();
    QUOTES.iter().find_map(|&(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        let others = [open, close];
        (!inner.contains(others) && !inner.contains('\n')).then_some(inner)
    })
}
