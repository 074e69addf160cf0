//! Reads a YAML file: checks its size and encoding, and rejects the parts of YAML that profiles do
//! not use.

use serde_yaml::granit_parser::{Event, Options, Parser, Span as EventSpan};

use super::alias::anchor_or_alias;
use super::indentation::TAB;
use super::line_errors::line_errors;
use super::node::{Node, YamlValue};
use super::repaired_text::{Repair, RepairedText};
use super::source_lines::{indentation, lines};
use super::surrounding_lines::{ScannedText, SyntaxError};
use super::tree_builder::{Incomplete, TreeBuilder};
use super::unclosed_quote::UNCLOSED_QUOTE;
use super::{not_an_entry, spacing, syntax_error};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE, Span, report, report_truncation};
use crate::diagnostic_code::diagnostic_codes;
use crate::source::text_of;

/// The largest YAML file that is read, in bytes. The largest known résumé has 209 kB.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The deepest nesting of collections by indentation, in levels. A profile has six.
const MAX_BLOCK_DEPTH: usize = 32;
/// The deepest nesting of collections in brackets, in levels. Together, both are less than the 127
/// levels that `serde_json` reads.
const MAX_FLOW_DEPTH: usize = 64;

diagnostic_codes! {
    error FILE_TOO_LARGE = "file-too-large";
    error NOT_UTF8 = "not-utf8";
    error EMPTY_FILE = "empty-file";
    error SECOND_DOCUMENT = "second-document";
    error TAG = "tag";
}

/// A parsed file.
pub struct Parsed {
    /// The tree, as far as the file can be read.
    pub tree: Node,
    /// The mappings that have lost an entry to a syntax error.
    pub incomplete: Vec<Incomplete>,
}

/// Parses a YAML file like [`parse_partially`], and returns only the tree.
pub fn parse(file: &str, bytes: &[u8], diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    parse_partially(file, bytes, diagnostics).map(|parsed| parsed.tree)
}

/// Parses a YAML file and adds its errors and warnings to `diagnostics`. After a syntax error, reads
/// on without the entry that has it. Returns `None` if the rest of the file is unreadable.
pub fn parse_partially(
    file: &str,
    bytes: &[u8],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Parsed> {
    let (parsed, found) = parse_up_to(file, bytes, MAX_PER_FILE);
    for diagnostic in found {
        report(diagnostics, diagnostic);
    }
    parsed
}

/// Parses a YAML file like [`parse_partially`], up to `limit` syntax errors. Returns the diagnostics
/// beside the file.
pub fn parse_up_to(file: &str, bytes: &[u8], limit: usize) -> (Option<Parsed>, Vec<Diagnostic>) {
    if let Err(fatal) = check_bytes(file, bytes) {
        return (None, vec![*fatal]);
    }
    let mut found = Vec::new();
    let parsed = parse_text(file, &text_of(bytes), limit, &mut found);
    (parsed, found)
}

fn check_bytes(file: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024);
        let hint = "a profile is a few kilobytes of text; remove what does not belong in it";
        return Err(Diagnostic::file(&FILE_TOO_LARGE, file, message).hint(hint).into());
    }
    // Spans count from the start of the text, which is after the byte order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let Err(error) = std::str::from_utf8(bytes) else {
        return Ok(());
    };
    let start = error.valid_up_to();
    let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
    Err(Diagnostic::at(&NOT_UTF8, file, start..end, "the file is not UTF-8 text")
        .label("this character is in another encoding")
        .hint("in your editor, save the file with the encoding \"UTF-8\"")
        .into())
}

fn parse_text(
    file: &str,
    text: &str,
    limit: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Parsed> {
    let mut repaired = RepairedText::new(text);
    let mut has_errors = false;
    for _ in 0..limit {
        let mut found = Vec::new();
        let mut builder = TreeBuilder::new(file, &repaired, &mut found);
        let outcome = add_events(file, repaired.text(), limit, &mut builder);
        let (tree, incomplete) = builder.finish();
        let Err((errors, scanned)) = outcome else {
            found.iter_mut().for_each(|diagnostic| repaired.diagnostic_to_original(diagnostic));
            diagnostics.extend(found);
            return check_root(file, &repaired, tree, incomplete, has_errors, diagnostics);
        };
        has_errors = true;
        let mut repairs = Vec::new();
        for SyntaxError { mut diagnostic, repairs: some } in errors {
            let start = diagnostic.span.as_ref().map_or(0, |span| span.start);
            repaired.diagnostic_to_original(&mut diagnostic);
            let start_of = |other: &Diagnostic| other.span.as_ref().map(|span| span.start);
            let is_same = |other: &Diagnostic| {
                other.code == diagnostic.code && start_of(other) == start_of(&diagnostic)
            };
            if diagnostics.iter().any(is_same) {
                // The repair had no effect.
                repairs.extend(scanned.removal(start, false));
            } else {
                diagnostics.push(diagnostic);
                repairs.extend(some);
            }
        }
        if repairs.is_empty() || diagnostics.len() > limit {
            return None;
        }
        repaired.apply(repairs);
    }
    report_truncation(diagnostics, file);
    None
}

/// Returns the parsed file if its root can be validated.
fn check_root(
    file: &str,
    repaired: &RepairedText<'_>,
    tree: Option<Node>,
    mut incomplete: Vec<Incomplete>,
    has_errors: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Parsed> {
    let start = tree.as_ref().map_or(0, |tree| tree.span.start);
    // Profiles and settings of a site can be written as JSON, which is YAML.
    let is_ours = |tree: &Node| ["active", "license"].iter().any(|key| tree.entry(key).is_some());
    let is_json =
        not_an_entry::starts_json(&repaired.text()[start..]) && !tree.as_ref().is_some_and(is_ours);
    if is_json {
        *diagnostics = vec![not_an_entry::json(file, start)];
        return None;
    }
    let Some(mut tree) = tree else {
        if !has_errors {
            let diagnostic = Diagnostic::file(&EMPTY_FILE, file, "the file is empty")
                .hint("write at least `active: false` and `name:`, or delete the file");
            diagnostics.push(diagnostic);
        }
        return None;
    };
    // Without its broken entries, the file may not be a mapping.
    if has_errors && !matches!(tree.value, YamlValue::Mapping(_)) {
        return None;
    }
    repaired.tree_to_original(&mut tree);
    incomplete.iter_mut().for_each(|mapping| repaired.span_to_original(&mut mapping.span));
    Some(Parsed { tree, incomplete })
}

/// Adds the parser's events to the tree until the end of the text or the first error.
fn add_events<'a>(
    file: &'a str,
    text: &'a str,
    limit: usize,
    builder: &mut TreeBuilder<'_>,
) -> Result<(), (Vec<SyntaxError>, ScannedText<'a>)> {
    // Single lines show more errors than the one at which the parser stops.
    let failure = |error: &dyn Fn(&ScannedText<'_>) -> SyntaxError| {
        let scanned = ScannedText::new(file, text);
        let mut errors = line_errors(&scanned, limit);
        if errors.is_empty() {
            errors.push(error(&scanned));
        }
        (errors, scanned)
    };
    let mut options = Options::default();
    options.flow_nesting_limit = MAX_FLOW_DEPTH;
    options.block_nesting_limit = MAX_BLOCK_DEPTH;
    options.emit_comments = false;
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, event_span) = event.map_err(|error| {
            let offset = error.marker().byte_offset().unwrap_or(0);
            failure(&|scanned| syntax_error::explain(scanned, offset, error.kind()))
        })?;
        let span = trimmed(text, &event_span);
        if let Some(alias) = anchor_or_alias(file, text, &event, &span) {
            return Err(failure(&|scanned| scanned.repaired(alias.clone())));
        }
        if let Some(tag) = event_span.tag_span() {
            let message = "`!` at the start of a value is an instruction to the YAML reader";
            let hint = "remove it, or put quotes around the value if it is meant as text";
            let tag = Diagnostic::at(&TAG, file, trimmed(text, &tag), message).hint(hint);
            return Err(failure(&|scanned| scanned.repaired(tag.clone())));
        }
        if matches!(event, Event::DocumentStart(..)) {
            documents += 1;
            if documents > 1 {
                return Err(failure(&|_| second_document(file, text, span.clone())));
            }
        }
        builder.add(event, span);
    }
    // Lines without the space after a dash or colon can join to a text. This parser accepts some tabs;
    // other YAML parsers reject them.
    let may_have_error =
        |line: &str| spacing::may_lack_space(line) || indentation(line).contains('\t');
    if lines(text).any(|line| may_have_error(&text[line])) {
        let scanned = ScannedText::new(file, text);
        let mut errors = line_errors(&scanned, limit);
        let codes = [&spacing::MISSING_SPACE, &TAB, &UNCLOSED_QUOTE];
        errors.retain(|error| codes.contains(&error.diagnostic.code));
        if !errors.is_empty() {
            return Err((errors, scanned));
        }
    }
    Ok(())
}

/// Reports a second document. The parser reads on without it.
fn second_document(file: &str, text: &str, span: Span) -> SyntaxError {
    let message = "a second document starts here";
    let hint =
        "remove it together with the line `---` or `...`; each consultant has a file of their own";
    let line_breaks = text[span.start..].matches('\n').collect::<String>();
    let repair = Repair::replace(span.start..text.len(), line_breaks);
    let diagnostic = Diagnostic::at(&SECOND_DOCUMENT, file, span, message).hint(hint);
    SyntaxError { diagnostic, repairs: vec![repair] }
}

/// The bytes of an event without the white space at its end.
fn trimmed(text: &str, span: &EventSpan) -> Span {
    let range = span.byte_range().unwrap_or(0..0);
    let text = text.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_end().len()
}

#[cfg(test)]
mod tests;
