//! A value of another type than its field has, in an author's words.

use jsonschema::JsonType;
use jsonschema::error::TypeKind;

use serde_json::Value as Json;

use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{self, Kind, MISSING_SPACE, MappingEntry, Node, Scalar, YamlValue};

diagnostic_codes! {
    error WRONG_TYPE = "wrong-type";
    error UNQUOTED_TEXT = "unquoted-text";
    error EMPTY_VALUE = "empty-value";
}

/// The longest value that is repeated in a message, in bytes.
const SHORT: usize = 30;

/// What an author calls the types that a field can have.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Answer,
    List,
    Group,
    Text,
    Number,
}

impl Wanted {
    fn of(expected: &TypeKind) -> Self {
        let allows = |json_type| match expected {
            TypeKind::Single(single) => *single == json_type,
            TypeKind::Multiple(set) => set.contains(json_type),
        };
        if allows(JsonType::Boolean) {
            Self::Answer
        } else if allows(JsonType::Array) {
            Self::List
        } else if allows(JsonType::Object) {
            Self::Group
        } else if allows(JsonType::String) {
            Self::Text
        } else {
            Self::Number
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Answer => "true or false",
            Self::List => "a list",
            Self::Group => "a group of fields",
            Self::Text => "a text",
            Self::Number => "a whole number",
        }
    }
}

/// Tells that `node`, which an author calls `name`, has none of the types that its `schema` expects.
pub(super) fn mismatch(
    file: &str,
    node: &Node,
    schema: &Json,
    expected: &TypeKind,
    name: &str,
) -> Diagnostic {
    let at = |code, message: String| Diagnostic::at(code, file, node.span.clone(), message);
    let wanted = Wanted::of(expected);
    match &node.value {
        YamlValue::Scalar(Scalar {
            kind: Kind::Null, ..
        }) => at(&EMPTY_VALUE, format!("{name} has no value"))
            .hint("write a value, or delete the line: what is left out is not published"),
        YamlValue::Scalar(scalar) if wanted == Wanted::Text => {
            let read_as = match &scalar.kind {
                Kind::Bool(value) => format!("the answer {value}"),
                _ => "a number".to_owned(),
            };
            let message = format!("{name} is a text, but without quotes this is read as {read_as}");
            let quoted = yaml::write::quoted(&scalar.text);
            at(&UNQUOTED_TEXT, message)
                .hint(format!("write {quoted}"))
                .replace(quoted)
        }
        YamlValue::Scalar(scalar) if let Some(spaces) = yaml::odd_spaces(&scalar.text) => {
            let start = node.span.start;
            yaml::no_break_space(file, start + spaces.start..start + spaces.end)
        }
        value if wanted == Wanted::List && tight_dash(value) => {
            let dash = match value {
                YamlValue::Mapping(entries) => entries.first().map(|entry| entry.key_span.start),
                _ => None,
            };
            let dash = dash.unwrap_or(node.span.start);
            let message = "there is no space after the dash";
            Diagnostic::at(&MISSING_SPACE, file, dash..dash + 1, message)
                .hint("write a space between the dash and the value: `- value`")
                .replace("- ")
        }
        YamlValue::Mapping(entries) if wanted == Wanted::Text && entries.len() == 1 => {
            let message = format!("{name} is a text, but with `: ` in it this is a field");
            let hint = "put quotes around the whole text";
            match whole_line(&entries[0]) {
                Some((span, text)) => {
                    let quoted = yaml::write::quoted(&text);
                    Diagnostic::at(&WRONG_TYPE, file, span, message)
                        .hint(format!("{hint}: {quoted}"))
                        .replace(quoted)
                }
                None => at(&WRONG_TYPE, message).hint(hint),
            }
        }
        value => {
            let found = match value {
                YamlValue::Sequence(_) => "a list".to_owned(),
                YamlValue::Mapping(_) => "a group of fields".to_owned(),
                YamlValue::Scalar(scalar) if scalar.text.len() <= SHORT => {
                    format!("the single value `{}`", scalar.text)
                }
                YamlValue::Scalar(_) | YamlValue::Mistaken => "a single value".to_owned(),
            };
            let message = format!("{name} is {}, but this is {found}", wanted.words());
            let diagnostic = at(&WRONG_TYPE, message).hint(hint(wanted, node, schema));
            match answer(value).filter(|_| wanted == Wanted::Answer) {
                Some(answer) => diagnostic.replace(answer.to_string()),
                None => diagnostic,
            }
        }
    }
}

/// What to do about a value that is not of the type that is wanted.
fn hint(wanted: Wanted, node: &Node, schema: &Json) -> String {
    match (wanted, &node.value) {
        (Wanted::Answer, value) => match answer(value) {
            Some(answer) => format!("write `{answer}`, without quotes"),
            None => "write `true` or `false`, without quotes".to_owned(),
        },
        (Wanted::List, value) => list_hint(value, &node.span, schema),
        (Wanted::Group, YamlValue::Scalar(scalar)) if yaml::tight_colon(&scalar.text) => {
            "write a space after the colon: `key: value`".to_owned()
        }
        (Wanted::Group, _) => {
            "write its fields on the lines below, indented by two spaces: `key: value`".to_owned()
        }
        (Wanted::Text, _) => "write one text after the colon".to_owned(),
        (Wanted::Number, _) => "write digits only, without quotes".to_owned(),
    }
}

/// How a list is written, with the items that were meant where they can be told apart.
fn list_hint(value: &YamlValue, span: &Span, schema: &Json) -> String {
    let properties = schema
        .pointer("/items/properties")
        .and_then(Json::as_object);
    if let Some((first, _)) = properties.and_then(|properties| properties.iter().next()) {
        return format!(
            "write each item below the key: a line `- {first}: …`, its other fields below that"
        );
    }
    let start = "write each item on a line of its own";
    let YamlValue::Scalar(scalar) = value else {
        return format!("{start}, beginning with `- `");
    };
    let marks = [',', ';', '•', '·', '\n'];
    let items = scalar.text.split(marks).map(str::trim);
    let items: Vec<String> = items
        .filter(|item| !item.is_empty())
        .map(|item| format!("`- {item}`"))
        .collect();
    // A text over several lines has lost where they ended.
    let is_on_one_line = scalar.text.len() == span.len() || !scalar.text.contains(' ');
    if items.len() > 1 || (is_on_one_line && items.len() == 1) {
        format!("{start} below the key: {}", items.join(", "))
    } else {
        format!("{start}, beginning with `- `")
    }
}

/// The place and the text of a field whose key and value are on one line, without quotes.
fn whole_line(entry: &MappingEntry) -> Option<(Span, String)> {
    let value = entry.value.scalar().filter(|scalar| scalar.plain)?;
    let text = format!("{}: {}", entry.key, value.text);
    let span = entry.key_span.start..entry.value.span.end;
    (span.len() == text.len()).then_some((span, text))
}

/// What people write for true and false.
fn answer(value: &YamlValue) -> Option<bool> {
    let YamlValue::Scalar(scalar) = value else {
        return None;
    };
    match scalar.text.to_ascii_lowercase().as_str() {
        "yes" | "ja" | "on" | "y" | "true" | "1" => Some(true),
        "no" | "nej" | "off" | "n" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// Whether the value is a list whose dashes have no space behind them.
fn tight_dash(value: &YamlValue) -> bool {
    let tight = |text: &str| {
        let rest = text.strip_prefix('-');
        rest.and_then(|rest| rest.chars().next())
            .is_some_and(char::is_alphabetic)
    };
    match value {
        YamlValue::Scalar(scalar) => tight(&scalar.text),
        YamlValue::Mapping(entries) => entries.first().is_some_and(|entry| tight(&entry.key)),
        YamlValue::Sequence(_) | YamlValue::Mistaken => false,
    }
}
