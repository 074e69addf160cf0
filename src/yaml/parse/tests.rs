use proptest::prelude::*;

use super::{MAX_BYTES, parse, parse_up_to};
use crate::diagnostic::MAX_PER_FILE;
use crate::yaml::part::{MAX_BLOCK_DEPTH, MAX_FLOW_DEPTH};
use crate::yaml::{Node, YamlValue};

/// Returns a mapping of nested block mappings with nested flow sequences in the innermost one.
fn nested(blocks: usize, flows: usize) -> String {
    let keys = (0..blocks).map(|level| format!("{}a:\n", " ".repeat(level)));
    let value = format!("{}{}1{}\n", " ".repeat(blocks), "[".repeat(flows), "]".repeat(flows));
    keys.chain([value]).collect()
}

#[test]
fn json_of_the_deepest_tree_can_be_read() {
    let parse = |text: &str| {
        let mut errors = Vec::new();
        let tree = parse("a.yaml", text.as_bytes(), &mut errors);
        tree.filter(|_| errors.is_empty())
    };
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
    let text = crate::source::text_of(bytes);
    let (tree, diagnostics) = parse_up_to("a.yaml", bytes, MAX_PER_FILE);
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

/// A profile without errors, by lines.
const LINES: [&str; 24] = [
    "active: true",
    "name: Anna Berg",
    "title: Architect",
    "bio_short: Helps banks.",
    "personal:",
    "  headline: Cloud",
    "  contact:",
    "    email: anna.berg@example.com",
    "  company:",
    "    name: Nordvik AB",
    "skills:",
    "  categories:",
    "    cloud:",
    "      - AWS",
    "      - Azure",
    "    code: [Rust, Go]",
    "  languages:",
    "    - name: Svenska",
    "      level: native",
    "summary:",
    "  full: |",
    "    Long.",
    "    Text.",
    "  short: Short.",
];

/// Errors of single lines of [`LINES`]: the line, what it is replaced with, and the code.
const ERRORS: [(usize, &str, &str); 22] = [
    (0, "active = true", "syntax"),
    (0, "active:true", "missing-space"),
    (1, "name: \"Anna Berg", "unclosed-quote"),
    (2, "title: @Architect", "needs-quotes"),
    (2, "// Architect", "syntax"),
    (3, "bio_short: Motto: banks", "needs-quotes"),
    (3, "bio_short: Helps\n  Banks: many", "indentation"),
    (4, "personal", "syntax"),
    (5, "\theadline: Cloud", "tab"),
    (5, "  headline: *bold*", "alias"),
    (7, "    email: 'anna.berg@example.com", "unclosed-quote"),
    (7, "    email:anna.berg@example.com\n    phone: +46 70", "missing-space"),
    (8, "  company", "syntax"),
    (9, "    name: \"Nordvik\" AB", "needs-quotes"),
    (9, "    name: `Nordvik`", "needs-quotes"),
    (13, "      - \"AWS", "unclosed-quote"),
    (14, "      -Azure", "missing-space"),
    (15, "    code: [Rust, Go", "unclosed-bracket"),
    (15, "    code: !list [Rust, Go]", "tag"),
    (17, "    - name: \"C:\\Users\"", "escape"),
    (22, "    Text.\n<<<<<<< HEAD\n  a: 1\n=======\n  a: 2\n>>>>>>> b", "merge-conflict"),
    (23, "  short: {a: b", "unclosed-bracket"),
];

/// Returns the codes and the underlined text of the diagnostics of [`LINES`] with `errors`.
fn diagnostics_of(errors: &[(usize, &str, &str)]) -> Vec<(&'static str, String)> {
    let mut lines = LINES.map(str::to_owned);
    for (line, replacement, _) in errors {
        lines[*line] = (*replacement).to_owned();
    }
    let text = lines.join("\n") + "\n";
    let (tree, diagnostics) = parse_up_to("a.yaml", text.as_bytes(), MAX_PER_FILE);
    assert!(tree.is_some(), "{errors:?}: {diagnostics:?}");
    let underlined = |diagnostic: &crate::diagnostic::Diagnostic| {
        let span = diagnostic.span.clone().expect("a position");
        (diagnostic.code.id, text[span].to_owned())
    };
    diagnostics.iter().map(underlined).collect()
}

#[test]
fn each_syntax_error_is_reported_next_to_any_other() {
    assert_eq!(diagnostics_of(&[]), []);
    let lists = [(13, "      -AWS", ""), (14, "      -Azure\n      - GCP\n      -IBM", "")];
    assert_eq!(diagnostics_of(&lists), vec![("missing-space", "-".to_owned()); 3]);
    let comment = diagnostics_of(&[(2, "// title: Architect", "")]);
    assert_eq!(comment, [("syntax", "// title".to_owned())]);
    for (at, first) in ERRORS.iter().enumerate() {
        let single = diagnostics_of(&[*first]);
        assert_eq!(
            single.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            [first.2],
            "{first:?}"
        );
        for second in ERRORS[at + 1..].iter().filter(|second| second.0 != first.0) {
            let mut expected = [single.clone(), diagnostics_of(&[*second])].concat();
            let mut found = diagnostics_of(&[*first, *second]);
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{first:?} and {second:?}");
        }
    }
}

#[test]
fn all_syntax_errors_are_reported_in_one_run() {
    let mut errors = ERRORS.to_vec();
    errors.dedup_by_key(|error| error.0);
    let mut expected: Vec<&str> = errors.iter().map(|error| error.2).collect();
    let mut found: Vec<&str> = diagnostics_of(&errors).iter().map(|(code, _)| *code).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn one_mistake_is_one_error() {
    for (text, line) in [
        ("a:\n  - b: 1\n    c: 2\n- b: 3\n  c: 4\n", 4),
        ("a:\n  - b: 1\n    c: 2\n   - b: 3\n     c: 4\n", 4),
        ("a:\n  b: 1\n# c:\n  - d: 2\n    e: 3\n", 4),
        ("a:\n  - b: 1\n    c: 2\n  d: 3\n", 4),
        ("a:\n  b:\n\tc: 1\n    d: 2\n", 3),
        ("a:\n  b: |\n    One.\n<<<<<<< HEAD\n    Two.\n=======\n    Three.\n>>>>>>> x\n", 4),
        ("a:\n  b: |\n    One.\nTwo.\n# Three.\nFour.\n", 4),
        ("a:\n  Web & Cloud:\n    - \"b\" c\n  d: [e]\n", 3),
        ("a:\n  - b\n  c\n  - d\n", 3),
        ("a:\n-b\n- c\n- d: e\n", 2),
        ("a:\n  b: 1\nc = 2\nd 3\n", 3),
        ("a:\n  – b: 1\n    c: 2\n  – b: 3\n", 2),
    ] {
        let mut found = Vec::new();
        parse("a.yaml", text.as_bytes(), &mut found);
        let line_of = |start: usize| text[..start].matches('\n').count() + 1;
        let lines = found.iter().map(|error| line_of(error.span.as_ref().map_or(0, |it| it.start)));
        assert_eq!(lines.collect::<Vec<_>>(), [line], "{text}{found:#?}");
    }
}

/// CP/M and DOS marked the end of a text with Ctrl-Z.
#[test]
fn a_control_character_is_the_only_error_of_its_line() {
    for (text, at) in [
        ("a: b\n\u{1A}", 5),
        ("a: b\r\n\u{1A}\u{1A}\r\n", 6),
        ("\u{1A}", 0),
        ("a:\n  - b\n\u{1A}", 9),
        ("a: |\n  b\n\n\u{1A}", 10),
        ("a: b\n\u{8}\nc: d\n", 5),
        ("a: b\ntext \u{7F}\n", 10),
    ] {
        let mut found = Vec::new();
        parse("a.yaml", text.as_bytes(), &mut found);
        let found: Vec<_> = found.into_iter().map(|it| (it.code.id, it.span)).collect();
        assert_eq!(found, [("invalid-character", Some(at..at + 1))], "{text:?}");
    }
}

#[test]
fn a_lost_value_is_invalid() {
    let tree = parse_up_to("a.yaml", b"a: 1\nb: \"x #\nc: 3\n", 1).0.expect("a tree");
    assert_eq!(tree.entry("b").expect("the key").value.value, YamlValue::Invalid);
    assert_eq!(tree.entry("c").expect("the key").key_span, 13..14);
}

#[test]
fn large_broken_files_are_checked_in_seconds() {
    let repeated = |line: &str| line.repeat(100_000 / line.len());
    let longest = |part: &str| part.repeat((MAX_BYTES - 100) / part.len());
    for text in [
        repeated("a: \"x\n"),
        repeated("\ta: 1\n"),
        repeated("a:1\n"),
        repeated("- [\n"),
        repeated("Neither key nor item\n"),
        repeated("a: b\n c: d\n"),
        repeated("a: |\n  x\ny\n"),
        repeated("a:\n"),
        format!("a: |\n{}b\n", repeated("  x\n")),
        format!("a: b\n{}", repeated("  c: d\n")),
        format!("{}a: @\n", repeated("- b: 1\n")),
        format!("a:\n{}  - b\n", repeated("  - b:\n")),
        format!("a:\n{}", repeated("  -\u{A0}b\n")),
        format!("a:\n{}", repeated("\t- b: 1\n")),
        format!("{}\u{1}", repeated("a: '\u{1}\n")),
        // One parse each, but many scalars or repairs.
        format!("a: [{}a]\n", longest("a,")),
        format!("a: [{}{{}}]\n", longest("{},")),
        format!("{{{}}}\n", longest("a: ,")),
        format!("[{}]\n", longest("? a,")),
        longest("? a\n"),
        format!("a: |\n  x\n{}", longest("Some text\n")),
        format!("a: |\n  x\ntext\n{}", longest("- item\n")),
    ] {
        let start = std::time::Instant::now();
        parse("a.yaml", text.as_bytes(), &mut Vec::new());
        assert!(start.elapsed().as_secs() < 30, "{}", &text[..10]);
    }
}
