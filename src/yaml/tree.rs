//! From the parser's events to the tree.

use std::collections::HashMap;

use serde_yaml::granit_parser::{Event, Options, Parser, ScalarStyle, Span as EventSpan};

use super::{Kind, MappingEntry, Node, Scalar, YamlValue, comment, indentation, syntax_error};
use crate::diagnostic::{self, Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::source::text_of;

/// The largest YAML file read, in bytes. The largest résumé met in the wild has 209 kB.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The deepest nesting read, in levels. A profile has six.
const MAX_DEPTH: usize = 64;

diagnostic_codes! {
    error FILE_TOO_LARGE = "file-too-large";
    error NOT_UTF8 = "not-utf8";
    error EMPTY_FILE = "empty-file";
    error DUPLICATE_KEY = "duplicate-key";
    error INVALID_KEY = "invalid-key";
    error SECOND_DOCUMENT = "second-document";
    error ALIAS = "alias";
    error TAG = "tag";
}

/// Reads one YAML file. `None` when a mistake leaves nothing to go on with; mistakes are added
/// to `diagnostics`.
pub fn parse(file: &str, bytes: &[u8], diagnostics: &mut Vec<Diagnostic>) -> Option<Node> {
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024);
        let hint = "a profile is text of a few kilobytes; remove what does not belong into it";
        diagnostics.push(Diagnostic::file(&FILE_TOO_LARGE, file, message).hint(hint));
        return None;
    }
    let text = text_of(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        let bom = if bytes.starts_with(b"\xEF\xBB\xBF") {
            3
        } else {
            0
        };
        let start = error.valid_up_to() - bom;
        let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
        diagnostics.push(
            Diagnostic::at(&NOT_UTF8, file, start..end, "the file is not UTF-8 text")
                .label("this character is in another encoding")
                .hint("in your editor, save the file with the encoding \"UTF-8\""),
        );
        return None;
    }
    let mut builder = Builder {
        file,
        text: &text,
        diagnostics,
        stack: Vec::new(),
        root: None,
        documents: 0,
        tabbed: None,
    };
    builder.run()
}

/// A collection whose end has not come yet.
struct Open {
    node: Node,
    /// In a mapping: the key whose value comes next.
    key: Option<(String, Span)>,
    /// In a mapping: the keys so far.
    keys: HashMap<String, Span>,
    /// A key of a mapping that cannot be one is being passed over, down to this depth.
    is_key: bool,
}

struct Builder<'a> {
    file: &'a str,
    text: &'a str,
    diagnostics: &'a mut Vec<Diagnostic>,
    stack: Vec<Open>,
    root: Option<Node>,
    documents: usize,
    /// The last line told to be indented by a tab.
    tabbed: Option<Span>,
}

impl Builder<'_> {
    fn run(&mut self) -> Option<Node> {
        let mut options = Options::default();
        options.flow_nesting_limit = MAX_DEPTH;
        options.block_nesting_limit = MAX_DEPTH;
        options.emit_comments = false;
        for event in Parser::new_from_str_with_options(self.text, options) {
            match event {
                Ok((event, span)) => {
                    let tag = span.tag_span().map(|tag| self.span(&tag));
                    if !self.event(event, self.span(&span), tag) {
                        return None;
                    }
                }
                Err(error) => {
                    let at = error.marker().byte_offset().unwrap_or(0);
                    let diagnostic = syntax_error::explain(self.file, self.text, at, error.kind());
                    self.diagnostics.push(diagnostic);
                    return None;
                }
            }
        }
        if self.root.is_none() {
            self.diagnostics.push(
                Diagnostic::file(&EMPTY_FILE, self.file, "the file is empty")
                    .hint("write at least `active: false` and `name:`, or delete the file"),
            );
        }
        self.root.take()
    }

    fn span(&self, span: &EventSpan) -> Span {
        let range = span.byte_range().unwrap_or(0..0);
        let text = self.text.get(range.clone()).unwrap_or_default();
        range.start..range.start + text.trim_end().len()
    }

    /// Takes one event; `false` when reading on would tell nothing more.
    fn event(&mut self, event: Event<'_>, span: Span, tag: Option<Span>) -> bool {
        let refers = match &event {
            Event::Scalar(_, _, anchor, _)
            | Event::SequenceStart(_, anchor, _)
            | Event::MappingStart(_, anchor, _) => *anchor != 0,
            Event::Alias(_) | Event::UnresolvedAlias(_) => true,
            _ => false,
        };
        if refers {
            let anchor = self.text[..span.start]
                .rfind('&')
                .filter(|_| !matches!(event, Event::Alias(_)));
            let span = anchor.map_or(span.clone(), |anchor| anchor..span.start);
            let span = span.start..span.start + self.text[span].trim_end().len();
            let message = "`&` and `*` at the start of a value refer to other places in the file";
            let hint = "write the value out, or put quotes around it if it is meant as text";
            self.report(&ALIAS, span, message, hint);
            return false;
        }
        if let Some(span) = tag {
            let message = "`!` at the start of a value is an instruction to the YAML reader";
            let hint = "remove it, or put quotes around the value if it is meant as text";
            self.report(&TAG, span, message, hint);
            return false;
        }
        if matches!(
            event,
            Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..)
        ) {
            self.tabbed(span.start);
        }
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    let message = "a second document starts here";
                    let hint = "remove it, with the line `---` or `...`; each consultant has a file of their own";
                    self.report(&SECOND_DOCUMENT, span, message, hint);
                    return false;
                }
            }
            Event::Scalar(text, style, _, _) => {
                let plain = style == ScalarStyle::Plain;
                let scalar = Scalar::resolve(text.into_owned(), plain);
                self.scalar(scalar, span);
            }
            Event::SequenceStart(..) => self.open(YamlValue::Sequence(Vec::new()), span),
            Event::MappingStart(..) => self.open(YamlValue::Mapping(Vec::new()), span),
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            _ => {}
        }
        true
    }

    fn scalar(&mut self, scalar: Scalar, span: Span) {
        let awaits_key = self.stack.last().is_some_and(Open::awaits_key);
        if awaits_key {
            if scalar.text.is_empty() {
                self.invalid_key(span.clone());
            }
            if let Some(open) = self.stack.last_mut() {
                open.key = Some((scalar.text, span));
            }
        } else {
            if scalar.plain && scalar.kind == Kind::String {
                self.misread(&scalar.text, &span);
            }
            let value = YamlValue::Scalar(scalar);
            self.value(Node { span, value });
        }
    }

    /// Tells a plain text that is not what its author sees.
    fn misread(&mut self, value: &str, span: &Span) {
        let above = self.stack.last().map(|open| &open.node.value);
        let melted = matches!(above, Some(YamlValue::Sequence(_)))
            .then(|| indentation::melted(self.file, self.text, span))
            .flatten();
        let cut_off = comment::cut_off(self.file, self.text, span, value);
        for diagnostic in melted.into_iter().chain(cut_off) {
            diagnostic::report(self.diagnostics, diagnostic);
        }
    }

    /// Tells a tab before what starts at byte `at`, which this parser passes over and others do not.
    fn tabbed(&mut self, at: usize) {
        if let Some(line) = indentation::tabbed(self.text, at)
            && self.tabbed.as_ref() != Some(&line)
            && let Some(diagnostic) = indentation::tab(self.file, self.text, &line)
        {
            diagnostic::report(self.diagnostics, diagnostic);
            self.tabbed = Some(line);
        }
    }

    fn open(&mut self, value: YamlValue, span: Span) {
        let is_key = self.stack.last().is_some_and(Open::awaits_key);
        if is_key {
            self.invalid_key(span.clone());
        }
        // A collection is pointed at by its key, an item of a list by its first line.
        let span = match self.stack.last() {
            Some(Open {
                key: Some((_, key_span)),
                ..
            }) => key_span.clone(),
            _ => self.line_at(span.start),
        };
        let node = Node { span, value };
        self.stack.push(Open {
            node,
            key: None,
            keys: HashMap::new(),
            is_key,
        });
    }

    fn close(&mut self) {
        let Some(open) = self.stack.pop() else { return };
        if open.is_key {
            if let Some(parent) = self.stack.last_mut() {
                parent.key = Some((String::new(), open.node.span));
            }
        } else {
            self.value(open.node);
        }
    }

    fn value(&mut self, mut node: Node) {
        let Some(open) = self.stack.last_mut() else {
            self.root = Some(node);
            return;
        };
        match &mut open.node.value {
            YamlValue::Sequence(items) => items.push(node),
            YamlValue::Mapping(entries) => {
                let (key, key_span) = open.key.take().unwrap_or_default();
                if node.span.is_empty() {
                    node.span = key_span.clone();
                }
                if let Some(spaces) = syntax_error::odd_spaces(&key)
                    && self.text[key_span.clone()].starts_with(&key)
                {
                    let span = key_span.start + spaces.start..key_span.start + spaces.end;
                    let diagnostic = syntax_error::no_break_space(self.file, span);
                    diagnostic::report(self.diagnostics, diagnostic);
                    // What the line belongs to only seems to be empty.
                    if let Some(above) = entries.last_mut().map(|entry| &mut entry.value)
                        && above
                            .scalar()
                            .is_some_and(|scalar| scalar.kind == Kind::Null)
                    {
                        above.value = YamlValue::Mistaken;
                    }
                } else if let Some(first) = open.keys.get(&key) {
                    let message = format!("`{key}` is written twice");
                    let diagnostic = Diagnostic::at(&DUPLICATE_KEY, self.file, key_span, message)
                        .label("the second time")
                        .related(first.clone(), "the first time")
                        .hint("keep one of the two");
                    diagnostic::report(self.diagnostics, diagnostic);
                } else if !key.is_empty() {
                    open.keys.insert(key.clone(), key_span.clone());
                    entries.push(MappingEntry {
                        key,
                        key_span,
                        value: node,
                    });
                }
            }
            YamlValue::Scalar(_) | YamlValue::Mistaken => {}
        }
    }

    fn invalid_key(&mut self, span: Span) {
        let message = "a key must be a word before the colon";
        let hint = "write it as `key: value`, or put quotes around the text if it is a value";
        self.report(&INVALID_KEY, span, message, hint);
    }

    fn report(&mut self, code: &'static DiagnosticCode, span: Span, message: &str, hint: &str) {
        let diagnostic = Diagnostic::at(code, self.file, span, message).hint(hint);
        diagnostic::report(self.diagnostics, diagnostic);
    }

    /// From `start` to the end of its line.
    fn line_at(&self, start: usize) -> Span {
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default().trim_end();
        start..start + line.len()
    }
}

impl Open {
    fn awaits_key(&self) -> bool {
        matches!(self.node.value, YamlValue::Mapping(_)) && self.key.is_none()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::parse;
    use crate::yaml::{Node, YamlValue};

    fn assert_within(node: &Node, length: usize) {
        assert!(
            node.span.start <= node.span.end && node.span.end <= length,
            "{:?}",
            node.span
        );
        match &node.value {
            YamlValue::Sequence(items) => items.iter().for_each(|item| assert_within(item, length)),
            YamlValue::Mapping(entries) => entries.iter().for_each(|entry| {
                assert!(entry.key_span.end <= length);
                assert_within(&entry.value, length);
            }),
            YamlValue::Scalar(_) | YamlValue::Mistaken => {}
        }
    }

    fn check(bytes: &[u8]) {
        let mut diagnostics = Vec::new();
        let text = crate::source::text_of(bytes);
        let tree = parse("a.yaml", bytes, &mut diagnostics);
        assert!(
            tree.is_some() || !diagnostics.is_empty(),
            "nothing read and nothing told"
        );
        for diagnostic in &diagnostics {
            let span = diagnostic.span.clone().unwrap_or_default();
            assert!(
                text.get(span.clone()).is_some(),
                "{span:?} is no part of the text"
            );
        }
        if let Some(tree) = tree {
            assert_within(&tree, text.len());
        }
    }

    const WHOLE: &str = "active: true # yes\nname: 'Anna Berg'\nskills:\n  categories: {a: [b, \"c\"]}\n\
        \x20 languages:\n    - name: Svenska\n      level: native\nsummary:\n  full: |\n    Å\n\n    Ö\n";

    proptest! {
        #[test]
        fn any_bytes_are_read_or_told(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            check(&bytes);
        }

        #[test]
        fn any_yaml_like_text_is_read_or_told(text in r#"([a-c]:|- |  |\n|"|'|[\[\]{},&*!|>%@#?]|å|\t|---|~|0){0,40}"#) {
            check(text.as_bytes());
        }

        #[test]
        fn a_profile_with_a_slip_is_read_or_told(at in 0..WHOLE.len(), slip in r#"[\n\t "':\[{&*!å-]?"#) {
            let mut bytes = WHOLE.as_bytes().to_vec();
            bytes.splice(at..=at, slip.bytes());
            check(&bytes);
        }
    }
}
