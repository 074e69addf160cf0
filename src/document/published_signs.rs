//! Signs that YAML reads as a part of a text, although they look like its own.

use super::written_text::WrittenText;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;

diagnostic_codes! {
    warning COMMENT_IN_TEXT = "comment-in-text";
    warning TYPOGRAPHIC_QUOTES = "typographic-quotes";
}

/// Reports a text in the quotes of a word processor.
pub(super) fn typographic_quotes(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let is_quote = |c: char| !c.is_ascii() && "“”„‟‘’‚‛«»‹›".contains(c);
    let rest = text.value().trim().strip_prefix(is_quote)?;
    if text.is_plain_in_brackets() && !rest.contains(is_quote) {
        let message = "a comma ends this item: these quotes are not those of YAML";
        let hint = "put \" or ' around the whole item instead";
        return Some(text.diagnostic(&TYPOGRAPHIC_QUOTES, message).hint(hint));
    }
    let inner = rest.strip_suffix(is_quote)?;
    // `“One” and “two”` has quotes inside the text.
    (!inner.contains(is_quote)).then(|| {
        let message = "the quotes around this text are published";
        let hint = "delete them; the quotes of YAML are \" and '";
        text.diagnostic(&TYPOGRAPHIC_QUOTES, message).hint(hint)
    })
}

/// Reports three quotes at the end of a text after `|` or `>`, which other programs write around a text of several lines.
pub(super) fn triple_quotes(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let value = Some(text.value().trim_end()).filter(|_| text.scalar.block)?;
    let quotes = [r#"""""#, "'''"].into_iter().find(|quotes| value.ends_with(quotes))?;
    let start = text.span.start + text.written().rfind(quotes)?;
    let message = "these quotes are published";
    let hint = "delete them: a text after `|` or `>` has no quotes around it";
    let span = start..start + quotes.len();
    Some(Diagnostic::at(&TYPOGRAPHIC_QUOTES, text.file, span, message).hint(hint))
}

/// Reports a line that looks like a comment in a text after `|` or `>`.
pub(super) fn comment_in_text(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let block = Some(text.written()).filter(|_| text.scalar.block)?;
    let mut lines = block.split_inclusive('\n');
    let mut start = text.span.start;
    let line = lines.find(|line| {
        let is_comment = line.trim_start().starts_with("# ");
        start += if is_comment { line.len() - line.trim_start().len() } else { line.len() };
        is_comment
    })?;
    let span = start..start + line.trim().len();
    let message = "this line is published: a text after `|` or `>` has no comments";
    let hint = match block
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with("# "))
    {
        true => "delete the `# ` at the start of each line",
        false => "move a comment above the key of the text, and delete the `#` of a heading",
    };
    Some(Diagnostic::at(&COMMENT_IN_TEXT, text.file, span, message).hint(hint))
}
