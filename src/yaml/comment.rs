//! Texts that end at a `#` though their author did not mean a comment.

use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning NUMBER_SIGN = "number-sign";
}

/// Tells what looks like a part of the unquoted text `value` at `span` and is a comment behind it.
/// A remark has a space behind its `#`, and is none behind the first letter of `C#` and `F#`.
pub(super) fn cut_off(file: &str, text: &str, span: &Span, value: &str) -> Option<Diagnostic> {
    let rest = text[span.end..].lines().next()?.trim_end();
    let comment = rest.trim_start();
    let remark = comment.strip_prefix('#')?;
    let is_language = matches!(value, "C" | "F");
    if !is_language && !remark.starts_with(char::is_alphanumeric) {
        return None;
    }
    let end = span.end + rest.len();
    let hint = if is_language {
        format!(
            "write \"{value}#\" if the language is meant, else put quotes around the letter: \"{value}\""
        )
    } else {
        "if it belongs to the text, put quotes around the whole value; if it is a remark, write a space behind the `#`".to_owned()
    };
    let message = "the text ends here: a `#` with a space before it begins a comment";
    let diagnostic = Diagnostic::at(&NUMBER_SIGN, file, end - comment.len()..end, message);
    Some(diagnostic.hint(hint))
}
