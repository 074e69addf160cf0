//! Items of lists of texts that end with the separator of another notation.

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{Scalar, ScalarKind};

diagnostic_codes! {
    warning JOINED_ITEMS = "joined-items";
}

/// Reports an item without quotes that ends with a comma or a semicolon: `- AWS,`.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = text.value();
    let separator = value.chars().next_back().filter(|last| matches!(last, ',' | ';'))?;
    if !text.is_item || !text.scalar.plain {
        return None;
    }
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
