//! Items of lists of texts that start with the bullet of another notation, or end with its separator.

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{self, Scalar, ScalarKind};

diagnostic_codes! {
    warning JOINED_ITEMS = "joined-items";
}

/// Reports an item that starts with a bullet, `- • AWS`, or ends with a comma or a semicolon without quotes: `- AWS,`.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    let is_separator = |c: char| text.scalar.plain && matches!(c, ',' | ';');
    let is_bullet = |c: char| !c.is_ascii() && yaml::BULLETS.contains(c);
    if !text.is_item {
        return None;
    }
    // A comma can be a part of a number, or of a name such as `Certified Engineer, Azure`.
    let is_short =
        |part: &str| part.contains(char::is_alphabetic) && part.split_whitespace().count() <= 2;
    let is_joined = || value.matches(',').count() > 1 && value.split(',').all(is_short);
    if text.is_skill && text.scalar.plain && is_joined() {
        let message = "this item looks like several items";
        let hint = "write each item on its own line, starting with `- `; put quotes around it if it is one";
        return Some(text.diagnostic(&JOINED_ITEMS, message).hint(hint));
    }
    if value.starts_with(is_bullet) {
        let found: String = value.chars().take(1).collect();
        let message = format!("this item starts with `{found}`, which is published");
        let hint = format!("delete the `{found}`: the dash marks the item");
        let diagnostic = Diagnostic::at(&JOINED_ITEMS, text.file, text.span_of(&found), message);
        return Some(diagnostic.hint(hint));
    }
    let Some(separator) = value.chars().next_back().filter(|last| is_separator(*last)) else {
        return text.is_plain_in_brackets().then(|| other_separator(text)).flatten();
    };
    let item = value.trim_end_matches([',', ';', ' ']);
    let message = format!("this item ends with `{separator}`, which is published");
    let written = text.written().trim_end_matches([',', ';', ' ']);
    let span = text.span.start + written.len()..text.span.end;
    let diagnostic = Diagnostic::at(&JOINED_ITEMS, text.file, span, message).hint(format!(
        "delete the `{separator}`; if it is part of the text, put quotes around the item"
    ));
    // Without the separator, it could be a number or a key.
    let stays_text = Scalar::resolve(item.to_owned(), true).kind == ScalarKind::String
        && !item.is_empty()
        && !item.ends_with(':');
    Some(if stays_text { diagnostic.replace("") } else { diagnostic })
}

/// Reports an item in brackets with a sign that separates items in other notations: `[Java; Kotlin]`.
fn other_separator(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let found = text.value().matches(|c| ";；؛，、،".contains(c)).next()?;
    let message = format!("`{found}` does not separate items, and is published");
    let hint =
        "write `, ` between the items; if it is part of the text, put quotes around the item";
    let diagnostic = Diagnostic::at(&JOINED_ITEMS, text.file, text.span_of(found), message);
    Some(diagnostic.hint(hint))
}
