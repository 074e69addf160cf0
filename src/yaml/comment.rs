//! Plain scalars that end at a `#` that may belong to the text.

use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning NUMBER_SIGN = "number-sign";
}

/// Reports a comment after the plain scalar `value` at `span`, which can be empty, that looks like a
/// part of it: a comment has a space after its `#`, and does not follow the letter of `C#` or `F#`.
pub(super) fn number_sign(file: &str, text: &str, span: &Span, value: &str) -> Option<Diagnostic> {
    let after = &text[span.end..];
    let comment = after.trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
    let remark = comment.strip_prefix('#')?;
    let is_word = remark.starts_with(char::is_alphanumeric);
    let is_language = matches!(value, "C" | "F") && !is_word;
    if !is_language && !is_word {
        return None;
    }
    let hint = if is_language {
        format!(
            "write \"{value}#\" if you mean the language, else put quotes around the letter: \"{value}\""
        )
    } else {
        "if it belongs to the text, put quotes around the whole value; if it is a comment, write a space after the `#`".to_owned()
    };
    let start = span.end + after.len() - comment.len();
    let end = start + comment.lines().next().unwrap_or_default().trim_end().len();
    let message = match value {
        "" => "this value is empty: a `#` after a space starts a comment",
        _ => "the text ends here: a `#` after a space starts a comment",
    };
    let diagnostic = Diagnostic::at(&NUMBER_SIGN, file, start..end, message);
    Some(diagnostic.hint(hint))
}
