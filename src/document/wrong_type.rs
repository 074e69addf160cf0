//! Values of the wrong type, such as a text where the field is a list.

use std::collections::HashSet;

use super::internal_key::means_internal;
use super::item_name::OF;
use super::placeholders::placeholder;
use super::shape::{Field, Shape, TextForm, meaning_of, number_hint};
use super::shorthand::{self, is_shown};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::yaml::{self, MappingEntry, Node, Scalar, ScalarKind, YamlValue, write};

diagnostic_codes! {
    error WRONG_TYPE = "wrong-type";
}

/// A value of another shape than the field.
pub(super) struct WrongType<'a> {
    pub(super) file: &'a str,
    pub(super) node: &'a Node,
    pub(super) shape: &'static Shape,
    /// What an author calls the field.
    pub(super) name: &'a str,
    /// The declaration of the field, unless it is in an open place.
    pub(super) field: Option<&'static Field>,
    /// Whether it is an item of a list.
    pub(super) is_item: bool,
    pub(super) is_translation: bool,
    /// In a translation, where the name of the key is translated, if it has one.
    pub(super) key_hint: Option<&'static str>,
    /// The comments on the lines below its key.
    pub(super) comments: Vec<&'a str>,
    /// The rest of its line from its start.
    pub(super) line: &'a str,
}

impl WrongType<'_> {
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let special = match &self.node.value {
            YamlValue::Scalar(scalar) => self.scalar(scalar),
            YamlValue::Mapping(entries) => self.mapping(entries),
            YamlValue::Sequence(_) | YamlValue::Invalid => None,
        };
        special.unwrap_or_else(|| self.other())
    }

    /// Returns the key of the field.
    fn key(&self) -> &str {
        self.name.trim_matches('`')
    }

    fn is_list(&self) -> bool {
        matches!(self.shape, Shape::List(_))
    }

    fn report(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(&WRONG_TYPE, self.file, self.node.span.clone(), message)
    }

    /// A value with a missing or unusual space.
    fn scalar(&self, scalar: &Scalar) -> Option<Diagnostic> {
        let Self { file, node, .. } = self;
        if let Some(diagnostic) = yaml::unusual_space_in_scalar(file, scalar, node.span.start) {
            return Some(diagnostic);
        }
        let item = text_after_dash(&scalar.text).filter(|_| self.is_list())?;
        Some(yaml::missing_space_after_dash(file, node.span.start, item))
    }

    /// A list without spaces after its dashes.
    fn mapping(&self, entries: &[MappingEntry]) -> Option<Diagnostic> {
        let first = entries.first().filter(|_| self.is_list())?;
        if let Some(item) = self.comments.iter().find(|comment| comment.starts_with("- ")) {
            let message = format!("the line `{item}` that starts this item is a comment");
            return Some(self.report(message).hint("delete the `# ` at the start of that line"));
        }
        let item = text_after_dash(&first.key)?;
        Some(yaml::missing_space_after_dash(self.file, first.key_span.start, item))
    }

    fn other(&self) -> Diagnostic {
        let found = match &self.node.value {
            YamlValue::Sequence(_) => "a list".to_owned(),
            YamlValue::Mapping(_) => "a group of fields".to_owned(),
            // Messages also reach the logs of CI.
            YamlValue::Scalar(_) if means_internal(self.name) => "a text".to_owned(),
            YamlValue::Scalar(scalar) if is_shown(&scalar.text) => match scalar.kind {
                ScalarKind::String => format!("the text `{}`", scalar.text),
                _ => format!("`{}`", scalar.text),
            },
            YamlValue::Scalar(_) | YamlValue::Invalid => "a single value".to_owned(),
        };
        let expected = match self.shape {
            Shape::Boolean => "true or false",
            Shape::List(_) => "a list",
            Shape::Whole { .. } => "a whole number",
            Shape::Text(_) | Shape::Anything | Shape::Notes => "text",
            Shape::Group(_) | Shape::Mapping(_) | Shape::Open(_) => "a group of fields",
        };
        let message = format!("{} must be {expected}, not {found}", self.name);
        let diagnostic = self.report(message);
        let scalar = self.node.scalar().map(|scalar| &*scalar.text);
        match self.shape {
            Shape::Boolean => match meant_boolean(self.node) {
                Some(value) => diagnostic
                    .hint(format!("write `{value}`, without quotes"))
                    .replace(value.to_string()),
                None => {
                    let meaning = meaning_of(self.field);
                    diagnostic.hint(format!("write `true` or `false`, without quotes{meaning}"))
                }
            },
            // Such as `none`, `n/a` or `-`.
            Shape::List(_) | Shape::Group(_) | Shape::Mapping(_)
                if scalar.is_some_and(|text| placeholder(text).is_some()) =>
            {
                diagnostic.hint(if self.is_item { "delete the item" } else { "delete the line" })
            }
            Shape::List(item) => {
                // In any language, the text can be a word for "none".
                let is_words = |text: &str| text.chars().all(|c| c.is_alphabetic() || c == ' ');
                let is_word = scalar.is_some_and(|text| is_shown(text) && is_words(text));
                let none = if is_word { "; if there is none, delete the key" } else { "" };
                let list = self.list_hint(item);
                let diagnostic = diagnostic.hint(match self.key_hint {
                    Some(name) => {
                        let line = scalar.map(|text| write::entry(self.key(), &text.into()));
                        let line = line.map(|line| format!(", as `{}`", line.concat()));
                        format!(
                            "{name}{}; to translate its items, {list}",
                            line.unwrap_or_default()
                        )
                    }
                    None => list + none,
                });
                match self.only_item(item) {
                    Some(item) => diagnostic.replace(format!("[{item}]")),
                    None => diagnostic,
                }
            }
            Shape::Whole { min, max } => diagnostic.hint(number_hint(*min, *max, self.field)),
            Shape::Text(_) | Shape::Anything | Shape::Notes => diagnostic.hint(self.text_hint()),
            Shape::Group(_) | Shape::Mapping(_) | Shape::Open(_) => {
                let text = self.node.scalar().map_or("", |scalar| &scalar.text);
                diagnostic.hint(yaml::colon_hint(text).unwrap_or_else(|| self.group_hint(text)))
            }
        }
    }

    fn text_hint(&self) -> String {
        let place = if self.is_item { "dash" } else { "colon" };
        match &self.node.value {
            YamlValue::Mapping(entries)
                if entries.iter().any(|entry| yaml::has_other_comment(&entry.key)) =>
            {
                "delete the comment, or write ` # ` before it".to_owned()
            }
            YamlValue::Mapping(entries) if self.shape.is_text(TextForm::Plain) => {
                if !self.is_item && entries.iter().all(|it| it.key.len() == 2) {
                    return "write one text here; its translations are files below `translations/<language>`".to_owned();
                }
                let written =
                    |it: &MappingEntry| format!("{}: {}", it.key, it.value.scalar()?.text).into();
                let text: Option<String> = entries.first().and_then(written);
                match text.filter(|_| entries.len() == 1) {
                    Some(text) if self.is_item => format!("put quotes around the whole text: {}{}", write::quoted(&text), self.with_next_item(&text)),
                    Some(text) => format!("put quotes around the whole text: {}; a text of several lines is indented below `key: |`", write::quoted(&text)),
                    None => "put quotes around a text with `: `; a text of several lines is indented below `key: |`".to_owned(),
                }
            }
            YamlValue::Sequence(_) => {
                match (only_text(self.node).filter(|text| is_shown(text)), self.key()) {
                    (Some(text), _) if self.is_item => {
                        format!("it takes one value: write `- {text}`")
                    }
                    (Some(text), key) => format!("it takes one value: write `{key}: {text}`"),
                    (None, _) => format!("it takes one value: write it after the {place}"),
                }
            }
            _ => format!("write one value after the {place}"),
        }
    }

    /// How to write a text in brackets if the comma after it is a part of it.
    fn with_next_item(&self, text: &str) -> String {
        let below = self.line.strip_prefix(text).and_then(|rest| rest.strip_prefix(','));
        let next = below.and_then(|rest| rest.split([',', ']', '}']).next());
        let whole = next.map(|next| write::quoted(&format!("{text},{}", next.trim_end())));
        whole.map(|whole| format!("; if the comma is a part of it: {whole}")).unwrap_or_default()
    }

    /// How to write a group in place of a text, which is empty for a list.
    fn group_hint(&self, text: &str) -> String {
        let items = self.node.items();
        if let Some(lines) = self.named_lists(items) {
            return lines;
        }
        let keys: Vec<_> = items.iter().flat_map(Node::entries).map(|it| &it.key).collect();
        if !items.is_empty()
            && items.iter().all(|item| !item.entries().is_empty())
            && keys.iter().collect::<HashSet<_>>().len() == keys.len()
        {
            return "it is one group: write its keys below it without `- `, each indented by two spaces".to_owned();
        }
        let start = "write nothing after the colon, and its fields below, indented by two spaces";
        match self.shape {
            Shape::Group(_) if self.is_item && self.is_translation => {
                format!("start the item with `- {OF}: …`, and write its texts below that")
            }
            Shape::Group(group) if self.is_item => shorthand::item(group, text),
            Shape::Group(group) => {
                let names = group.names().collect::<Vec<_>>().join(", ");
                let first = group.fields[0].shape.is_text(TextForm::Plain);
                let first = first.then(|| shorthand::lines(group, "", text));
                let is_shown = |field: &Field| {
                    let line = format!("`{}: ", field.name());
                    first.as_ref().is_some_and(|first| first.contains(&line))
                };
                let required = group.fields.iter().filter(|field| !is_shown(field));
                let required = required.filter(|field| (field.is_required)()).map(|field| {
                    let number = field.example().filter(|it| it.is_number());
                    let value = number.map_or("…".to_owned(), |it| it.to_string());
                    format!("`{}: {value}`", field.name())
                });
                let lines: Vec<_> = first.iter().cloned().chain(required).collect();
                let are_all = lines.len() == group.fields.len();
                let end = if are_all { String::new() } else { format!("; they are {names}") };
                match lines.is_empty() {
                    true => format!("{start}, each as `key: value`: {names}"),
                    false => format!("{start}, such as {}{end}", lines.join(" and ")),
                }
            }
            Shape::Mapping(mapping) if matches!(mapping.value, Shape::List(_)) => {
                format!("{start}, each as `key: [item, item]`")
            }
            _ => format!("{start}, each as `key: value`"),
        }
    }

    /// How to write lists with names, such as the `skills` of a JSON Resume, in a group that has such lists.
    fn named_lists(&self, items: &[Node]) -> Option<String> {
        let is_named = |field: &&Field| matches!(field.shape, Shape::Mapping(it) if matches!(it.value, Shape::List(_)));
        let lists = self.shape.group()?.fields.iter().find(is_named)?.name();
        let line = |item: &Node| {
            let list = item.entries().iter().find(|it| !it.value.items().is_empty())?;
            let name = item.entry("name").or_else(|| item.entry("category"))?.value.scalar()?;
            let items = list.value.items().iter().filter_map(|it| Some(&*it.scalar()?.text));
            Some(format!("`{}: [{}]`", name.text, items.collect::<Vec<_>>().join(", ")))
        };
        let lines: Vec<_> = items.iter().map_while(line).collect();
        (!lines.is_empty() && lines.len() == items.len()).then(|| {
            format!(
                "write a line `{lists}:`, and below it, each indented by two spaces: {}",
                lines.join(", ")
            )
        })
    }

    /// How to write a list.
    fn list_hint(&self, item: &Shape) -> String {
        let first = match (item.group(), self.node.entries().first()) {
            (Some(group), Some(entry))
                if self.is_translation && group.field(&entry.key).is_none() =>
            {
                let text = entry.value.scalar().map_or("", |it| &it.text);
                return format!(
                    "write each item below the key: a line `- {OF}: {}`, its texts below that, such as {}",
                    entry.key,
                    shorthand::lines(group, "", text)
                );
            }
            (Some(_), _) if self.is_translation => Some(OF),
            (Some(group), Some(entry)) if shorthand::is_one(entry, self.node, group) => {
                return format!("it is a list: {}", shorthand::keyed_item(group, entry));
            }
            (group, _) => group.and_then(|group| group.names().next()),
        };
        let text = self.node.scalar().map_or("", |scalar| &scalar.text);
        if let Some(group) =
            item.group().filter(|_| text.len() > self.line.len() && !self.is_translation)
        {
            return format!("write each line as an item: {}", shorthand::item(group, self.line));
        }
        match (first, yaml::bullet(text)) {
            (Some(first), _) => format!(
                "write each item below the key: a line `- {first}: …`, its other fields below that"
            ),
            (None, Some(bullet)) => format!("write each item on its own line below the key, starting with `- ` in place of `{bullet}`"),
            (None, None) => "write each item on its own line below the key, starting with `- `, and nothing after the colon".to_owned(),
        }
    }

    /// Returns the only item of a list of texts that is written as one word.
    fn only_item(&self, item: &Shape) -> Option<&str> {
        let text = self.node.scalar().filter(|scalar| scalar.plain)?.text.as_str();
        let is_word = text.chars().all(|c| c.is_alphabetic() || c == '_');
        let is_text = matches!(item, Shape::Text(_)) && meant_boolean(self.node).is_none();
        (is_word && is_text).then_some(text)
    }
}

/// Reports a file that is not a mapping.
pub(super) fn not_a_mapping(file: &str, tree: &Node) -> Diagnostic {
    let text = tree.scalar().map_or("", |scalar| scalar.text.as_str());
    let unusual = |scalar| yaml::unusual_space_in_scalar(file, scalar, tree.span.start);
    if let Some(diagnostic) = tree.scalar().and_then(unusual) {
        return diagnostic;
    }
    let hint = match &tree.value {
        YamlValue::Sequence(_) => "remove the `- ` at the start of the lines".to_owned(),
        _ => yaml::colon_hint(text)
            .unwrap_or_else(|| "start with a line `active: false` and a line `name: …`".to_owned()),
    };
    let message = "the file does not consist of lines `key: value`";
    Diagnostic::at(&WRONG_TYPE, file, tree.span.clone(), message).hint(hint)
}

/// Returns the text of a list, and of the lists in it, that has no other item.
fn only_text(node: &Node) -> Option<&str> {
    match node.items() {
        [item] => only_text(item),
        _ => node.scalar().map(|scalar| &*scalar.text),
    }
}

/// Returns the boolean that a word such as `yes`, `nej` or `nein` stands for.
fn meant_boolean(node: &Node) -> Option<bool> {
    const TRUE: &str = "yes y true on 1 ja j sant wahr";
    const FALSE: &str = "no n false off 0 nej nein falskt falsch";
    let word = node.scalar()?.text.to_lowercase();
    let is_one_of = |words: &str| words.split(' ').any(|known| known == word);
    is_one_of(TRUE).then_some(true).or_else(|| is_one_of(FALSE).then_some(false))
}

/// Returns the text after a dash without a space.
fn text_after_dash(text: &str) -> Option<&str> {
    text.strip_prefix('-').filter(|rest| rest.starts_with(char::is_alphabetic))
}
