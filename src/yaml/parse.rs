//! Reads a YAML file: checks its size and encoding, and rejects the parts of YAML that profiles do
//! not use.

use serde_yaml::granit_parser::{Event, Options, Parser, Span as EventSpan};

use super::tree_builder::TreeBuilder;
use super::{Node, syntax_error};
use crate::diagnostic::{Diagnostic, Span};
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
    error ALIAS = "alias";
    error TAG = "tag";
}

/// Parses a YAML file and adds its errors and warnings to `diagnostics`. Returns `None` if an error
/// makes the rest of the file unreadable.
pub fn parse(file: &str, bytes: &[u8], diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    let parsed =
        check_bytes(file, bytes).and_then(|()| parse_text(file, &text_of(bytes), diagnostics));
    match parsed {
        Ok(tree) => Some(tree),
        Err(fatal) => {
            diagnostics.push(*fatal);
            None
        }
    }
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
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Node, Box<Diagnostic>> {
    let mut builder = TreeBuilder::new(file, text, diagnostics);
    let outcome = add_events(file, text, &mut builder);
    let tree = builder.finish();
    outcome?;
    tree.ok_or_else(|| {
        Diagnostic::file(&EMPTY_FILE, file, "the file is empty")
            .hint("write at least `active: false` and `name:`, or delete the file")
            .into()
    })
}

/// Adds the parser's events to the tree until the end of the text or the first error.
fn add_events(
    file: &str,
    text: &str,
    builder: &mut TreeBuilder<'_>,
) -> Result<(), Box<Diagnostic>> {
    let mut options = Options::default();
    options.flow_nesting_limit = MAX_FLOW_DEPTH;
    options.block_nesting_limit = MAX_BLOCK_DEPTH;
    options.emit_comments = false;
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, event_span) = event.map_err(|error| {
            let offset = error.marker().byte_offset().unwrap_or(0);
            syntax_error::explain(file, text, offset, error.kind())
        })?;
        let span = trimmed(text, &event_span);
        if let Some(unsupported) = unsupported(file, text, &event, &span) {
            return Err(unsupported.into());
        }
        if let Some(tag) = event_span.tag_span() {
            let message = "`!` at the start of a value is an instruction to the YAML reader";
            let hint = "remove it, or put quotes around the value if it is meant as text";
            return Err(Diagnostic::at(&TAG, file, trimmed(text, &tag), message).hint(hint).into());
        }
        if matches!(event, Event::DocumentStart(..)) {
            documents += 1;
            if documents > 1 {
                let message = "a second document starts here";
                let hint = "remove it together with the line `---` or `...`; each consultant has a file of their own";
                return Err(Diagnostic::at(&SECOND_DOCUMENT, file, span, message)
                    .hint(hint)
                    .into());
            }
        }
        builder.add(event, span);
    }
    Ok(())
}

/// The bytes of an event without the white space at its end.
fn trimmed(text: &str, span: &EventSpan) -> Span {
    let range = span.byte_range().unwrap_or(0..0);
    let text = text.get(range.clone()).unwrap_or_default();
    range.start..range.start + text.trim_end().len()
}

/// Reports an anchor (`&`) or an alias (`*`).
fn unsupported(file: &str, text: &str, event: &Event<'_>, span: &Span) -> Option<Diagnostic> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MAX_BLOCK_DEPTH, MAX_FLOW_DEPTH, parse};
    use crate::yaml::{Node, YamlValue};

    /// Returns a mapping of nested block mappings with nested flow sequences in the innermost one.
    fn nested(blocks: usize, flows: usize) -> String {
        let keys = (0..blocks).map(|level| format!("{}a:\n", " ".repeat(level)));
        let value = format!("{}{}1{}\n", " ".repeat(blocks), "[".repeat(flows), "]".repeat(flows));
        keys.chain([value]).collect()
    }

    #[test]
    fn json_of_the_deepest_tree_can_be_read() {
        let parse = |text: &str| parse("a.yaml", text.as_bytes(), &mut Vec::new());
        let deepest = nested(MAX_BLOCK_DEPTH, MAX_FLOW_DEPTH);
        // A JSON Resume has the attributes of a profile two levels deeper.
        let json = parse(&deepest).expect("a tree").to_json().to_string();
        let json = format!("[[{json}]]");
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
        assert!(parse(&nested(MAX_BLOCK_DEPTH + 1, 1)).is_none());
        assert!(parse(&nested(1, MAX_FLOW_DEPTH + 1)).is_none());
    }

    fn assert_spans_within(node: &Node, length: usize) {
        assert!(node.span.start <= node.span.end && node.span.end <= length, "{:?}", node.span);
        match &node.value {
            YamlValue::Sequence(items) => {
                items.iter().for_each(|item| assert_spans_within(item, length))
            }
            YamlValue::Mapping(entries) => entries.iter().for_each(|entry| {
                assert!(entry.key_span.end <= length);
                assert_spans_within(&entry.value, length);
            }),
            YamlValue::Scalar(_) | YamlValue::Invalid => {}
        }
    }

    fn check(bytes: &[u8]) {
        let mut diagnostics = Vec::new();
        let text = crate::source::text_of(bytes);
        let tree = parse("a.yaml", bytes, &mut diagnostics);
        assert!(tree.is_some() || !diagnostics.is_empty(), "neither a tree nor a diagnostic");
        for diagnostic in &diagnostics {
            let span = diagnostic.span.clone().unwrap_or_default();
            assert!(text.get(span.clone()).is_some(), "{span:?} is outside the text");
        }
        if let Some(tree) = tree {
            assert_spans_within(&tree, text.len());
        }
    }

    const PROFILE: &str = "active: true # yes\nname: 'Anna Berg'\nskills:\n  categories: {a: [b, \"c\"]}\n\
        \x20 languages:\n    - name: Svenska\n      level: native\nsummary:\n  full: |\n    Å\n\n    Ö\n";

    proptest! {
        #[test]
        fn parses_or_rejects_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            check(&bytes);
        }

        #[test]
        fn parses_or_rejects_yaml_like_text(text in r#"([a-c]:|- |  |\n|"|'|[\[\]{},&*!|>%@#?]|å|\t|---|~|0){0,40}"#) {
            check(text.as_bytes());
        }

        #[test]
        fn parses_or_rejects_a_profile_with_a_typo(at in 0..PROFILE.len(), typo in r#"[\n\t "':\[{&*!å-]?"#) {
            let mut bytes = PROFILE.as_bytes().to_vec();
            bytes.splice(at..=at, typo.bytes());
            check(&bytes);
        }
    }
}
