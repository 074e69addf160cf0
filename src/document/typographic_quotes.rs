//! What comes along when text is pasted from a word processor.

use crate::characters::is_unsafe;
use crate::diagnostic::{Diagnostic, Span, report};
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{INVALID_CHARACTER, Node, YamlValue, write};

diagnostic_codes! {
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

/// Characters that nobody sees, and the letter that stands for them behind a backslash (YAML
/// 1.2.2, §5.7).
const ESCAPED: [(char, char); 10] = [
    ('\0', '0'),
    ('\u{7}', 'a'),
    ('\u{8}', 'b'),
    ('\u{B}', 'v'),
    ('\u{C}', 'f'),
    ('\r', 'r'),
    ('\u{1B}', 'e'),
    ('\u{85}', 'N'),
    ('\u{2028}', 'L'),
    ('\u{2029}', 'P'),
];

/// Tells the values below `tree` that stand in typographic quotes, and the texts with characters
/// that nobody sees. The editors' own notes are theirs.
pub(super) fn pasted(file: &str, tree: &Node, diagnostics: &mut Vec<Diagnostic>) {
    if let YamlValue::Mapping(entries) = &tree.value {
        for entry in entries.iter().filter(|entry| entry.key != "internal") {
            within(file, &entry.value, diagnostics);
        }
    }
}

fn within(file: &str, node: &Node, diagnostics: &mut Vec<Diagnostic>) {
    match &node.value {
        YamlValue::Mapping(entries) => {
            for entry in entries {
                unseen(file, &entry.key, &entry.key_span, diagnostics);
                within(file, &entry.value, diagnostics);
            }
        }
        YamlValue::Sequence(items) => {
            for item in items {
                within(file, item, diagnostics);
            }
        }
        YamlValue::Scalar(scalar) => {
            unseen(file, &scalar.text, &node.span, diagnostics);
            // Within straight quotes or in a block, they are meant.
            let Some(inner) = within_quotes(&scalar.text).filter(|_| scalar.plain) else {
                return;
            };
            let straight = write::quoted(inner);
            let message = "these quotes are typographic ones and become part of the text";
            let hint = format!("write {straight}");
            let diagnostic = Diagnostic::at(&TYPOGRAPHIC_QUOTES, file, node.span.clone(), message);
            report(diagnostics, diagnostic.hint(hint).replace(straight));
        }
        YamlValue::Mistaken => {}
    }
}

/// Tells a character of the text at `span` that nobody sees. Which of the file's characters it came
/// from is lost, but in quotes it mostly was a backslash.
fn unseen(file: &str, text: &str, span: &Span, diagnostics: &mut Vec<Diagnostic>) {
    let Some(unseen) = text.chars().find(|c| is_unsafe(*c)) else {
        return;
    };
    let code = u32::from(unseen);
    let message = format!("this text has a character that cannot be seen (U+{code:04X})");
    let escape = ESCAPED.iter().find(|(character, _)| *character == unseen);
    let hint = match escape {
        Some((_, letter)) => format!(
            "in \"…\" it is written `\\{letter}`: if a backslash is meant, put the text in '…'; else delete the character"
        ),
        None => "delete it, or type the text anew".to_owned(),
    };
    let diagnostic = Diagnostic::at(&INVALID_CHARACTER, file, span.clone(), message);
    report(diagnostics, diagnostic.hint(hint));
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
