//! The shapes of values: what a document can have at a place, as its declaration says. Decoding reports errors by them,
//! and skeletons, forms and the schemas for editor programs are written from them.

use serde_json::{Map, Value as Json};

use super::open_keys::OpenKeys;
use super::resume_field::{Kind, ResumeField, json_resume_spelling};
use crate::characters::NOT_BLANK;

/// The shape of a value.
#[derive(Debug)]
pub enum Shape {
    /// True or false.
    Boolean,
    /// A whole number between two bounds, which are possible.
    Whole {
        /// The smallest number.
        min: u32,
        /// The largest number.
        max: u32,
    },
    /// A text.
    Text(TextShape),
    /// A list.
    List(&'static Shape),
    /// A group of fields.
    Group(&'static GroupShape),
    /// Values of one shape under keys of the author's choice.
    Mapping(&'static Mapping),
    /// An open place: anything under keys of the author's choice.
    Open(&'static OpenKeys),
    /// A value in an open place.
    Anything,
    /// The editors' own notes: any value, which is never read.
    Notes,
}

/// The form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// Any text.
    Plain,
    /// A word of a vocabulary, whose known words are the examples.
    Word,
    /// A year, a month or a day.
    PartialDate,
    /// A day.
    Day,
    /// A date and time with the offset from UTC.
    Time,
    /// A web address.
    Url,
    /// An email address.
    Email,
    /// A text that the pattern describes.
    Pattern,
}

/// The shape of a text.
#[derive(Debug, Clone, Copy)]
pub struct TextShape {
    /// The form.
    pub form: TextForm,
    /// The pattern (ECMA 262) of the text.
    pub pattern: &'static str,
    /// Examples of the type, which a field can have its own ones in place of.
    pub examples: &'static [&'static str],
    /// What editor programs and forms report about another value.
    pub message: Option<&'static str>,
}

/// The keys and the values of a mapping.
#[derive(Debug)]
pub struct Mapping {
    /// The shape of the keys, if they have rules of their own.
    pub key: Option<Field>,
    /// The shape of the values.
    pub value: &'static Shape,
    /// Where the name of a key is translated, if it has one.
    pub translated_key: Option<&'static str>,
}

/// A group of fields.
#[derive(Debug)]
pub struct GroupShape {
    /// The lines of the description.
    pub description: &'static [&'static str],
    /// The fields, in their order.
    pub fields: &'static [Field],
    /// The rules for other keys, if they are allowed.
    pub others: Option<&'static OpenKeys>,
    /// The fields that editor programs insert for a new item of a list.
    pub usual: &'static [&'static str],
}

/// Whether a translation can have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Translatable {
    /// No: it is the same in all languages.
    Never,
    /// In place of the original one.
    OfOriginal,
    /// Also if the document does not have the value.
    Always,
}

/// A field of a group.
#[derive(Debug)]
pub struct Field {
    /// The names in the document and in JSON Resume.
    pub resume: ResumeField,
    /// The lines of the description for authors.
    pub description: &'static [&'static str],
    /// The description in a form, if the other one speaks of notation.
    pub form_hint: Option<&'static str>,
    /// Whether it is a part of the published profile.
    pub is_published: bool,
    /// Returns the examples, if those of the type do not fit.
    pub examples: Option<fn() -> Json>,
    /// Whether the examples are invented, and must be replaced.
    pub is_invented: bool,
    /// Returns whether a document must have the field.
    pub is_required: fn() -> bool,
    /// The shape of the value.
    pub shape: &'static Shape,
    /// Whether a translation can have the field.
    pub translation: Translatable,
}

impl TextShape {
    /// Returns what editor programs and forms report about another value.
    pub fn report(&self) -> Option<String> {
        match (self.form, self.examples) {
            (TextForm::Word, [first, ..]) => Some(format!(
                "Write a word in lowercase letters, digits and underscores, such as {first}."
            )),
            _ => self.message.map(str::to_owned),
        }
    }
}

impl Translatable {
    /// Returns whether a translation can have the value of a field: as declared, or if it has a text.
    pub const fn of(declared: Option<bool>, shape: &Shape) -> Self {
        match declared {
            Some(true) => Self::Always,
            None if shape.has_text() => Self::OfOriginal,
            Some(false) | None => Self::Never,
        }
    }
}

/// Any text with a visible character.
pub(super) const TEXT: Shape = Shape::Text(TextShape {
    form: TextForm::Plain,
    pattern: NOT_BLANK,
    examples: &[],
    message: Some("This must be one text, not a list or a group of fields."),
});

impl Shape {
    /// Returns what an import converts a value to.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Text(text) => match text.form {
                TextForm::Plain | TextForm::Word => Kind::Text,
                TextForm::PartialDate => Kind::Date,
                TextForm::Url => Kind::Url,
                TextForm::Email => Kind::Email,
                TextForm::Day | TextForm::Time | TextForm::Pattern => Kind::Other,
            },
            Self::List(item) => match item.kind() {
                Kind::Text => Kind::Texts,
                _ => Kind::Other,
            },
            Self::Open(_) | Self::Group(GroupShape { others: Some(_), .. }) => Kind::Open,
            _ => Kind::Other,
        }
    }

    /// Returns whether the value is or has a text that can be translated, or can be anything.
    const fn has_text(&self) -> bool {
        match self {
            Self::Text(text) => matches!(text.form, TextForm::Plain),
            Self::Open(_) | Self::Anything => true,
            Self::List(item) => item.has_text(),
            Self::Mapping(mapping) => mapping.value.has_text(),
            Self::Group(group) => {
                let mut index = 0;
                while index < group.fields.len() {
                    if !matches!(group.fields[index].translation, Translatable::Never) {
                        return true;
                    }
                    index += 1;
                }
                group.others.is_some()
            }
            Self::Boolean | Self::Whole { .. } | Self::Notes => false,
        }
    }

    /// Returns whether the value is a text of this form.
    pub fn is_text(&self, form: TextForm) -> bool {
        matches!(self, Self::Text(text) if text.form == form)
    }

    /// Returns whether the value is a mapping of YAML.
    pub fn has_keys(&self) -> bool {
        matches!(self, Self::Group(_) | Self::Mapping(_) | Self::Open(_) | Self::Notes)
    }

    /// Returns the group of fields, if it is one.
    pub fn group(&self) -> Option<&'static GroupShape> {
        match self {
            Self::Group(group) => Some(group),
            _ => None,
        }
    }

    /// Returns the group of fields of which the value is a list, if it is one.
    pub fn items(&self) -> Option<&'static GroupShape> {
        match self {
            Self::List(item) => item.group(),
            _ => None,
        }
    }

    /// Returns the shape of the value of a key, and whether a translation can have it.
    pub fn value_of(&self, key: &str) -> (&'static Shape, Translatable) {
        let others = match self {
            Self::Group(group) => match group.field(key) {
                Some(field) => return (field.shape, field.translation),
                None => group.others,
            },
            Self::Mapping(mapping) => return (mapping.value, Translatable::OfOriginal),
            Self::Open(keys) => Some(*keys),
            _ => None,
        };
        match others.is_some_and(|keys| keys.texts.contains(&key)) {
            true => (&TEXT, Translatable::Never),
            false => (&Self::Anything, Translatable::OfOriginal),
        }
    }

    /// Returns where the name of a key is translated, if it has one.
    pub fn translated_key(&self) -> Option<&'static str> {
        match self {
            Self::Mapping(mapping) => mapping.translated_key,
            _ => None,
        }
    }

    /// Returns an example of the value, combined from those of its fields.
    pub fn example(&self) -> Option<Json> {
        match self {
            Self::Text(text) => text.examples.first().map(|example| (*example).into()),
            Self::List(item) => item.example().map(|example| vec![example].into()),
            Self::Group(group) => {
                let entry = |field: &Field| Some((field.name().to_owned(), field.example()?));
                Some(group.fields.iter().filter_map(entry).collect::<Map<_, _>>().into())
            }
            _ => None,
        }
    }
}

impl GroupShape {
    /// Returns the description in one line.
    pub fn description(&self) -> String {
        joined(self.description)
    }

    /// Returns the field with a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name() == name)
    }

    /// Returns the names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.fields.iter().map(Field::name)
    }

    /// Returns the key in JSON Resume of a field, which can be one of the author's own.
    pub fn resume_key<'a>(&self, name: &'a str) -> &'a str {
        self.field(name).map_or_else(|| json_resume_spelling(name), |field| field.resume.key())
    }

    /// Returns the first field with a text: a translation names an item of a list by it.
    pub fn first_text(&self) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.shape.is_text(TextForm::Plain))
    }
}

impl Field {
    /// Returns the key in the document.
    pub fn name(&self) -> &'static str {
        self.resume.name()
    }

    /// Returns whether the declaration names no place of the field in JSON Resume: it is there under its usual key, in the
    /// item or among the parts of the profile in `meta`.
    pub fn has_usual_place(&self) -> bool {
        self.is_published && self.resume.kind != Kind::Open && self.resume.is_usual()
    }

    /// Returns the description for authors in one line.
    pub fn description(&self) -> String {
        joined(self.description)
    }

    /// Returns the first sentence of the description.
    pub fn summary(&self) -> String {
        let mut description = self.description();
        let end = description.find(". ").map_or(description.len(), |end| end + 1);
        description.truncate(end);
        description
    }

    /// Returns the examples of the field, or else those of its type.
    pub fn examples(&self) -> Vec<Json> {
        match (self.examples, self.shape) {
            (Some(examples), _) => match examples() {
                Json::Array(examples) => examples,
                _ => unreachable!("examples are a list"),
            },
            (None, Shape::Text(text)) => text.examples.iter().map(|it| (*it).into()).collect(),
            (None, _) => Vec::new(),
        }
    }

    /// Returns the first example, or combines those of the fields of a group.
    pub fn example(&self) -> Option<Json> {
        self.examples().into_iter().next().or_else(|| self.shape.example())
    }
}

/// Says which numbers a field takes, and of what.
pub(super) fn number_hint(min: u32, max: u32, field: Option<&Field>) -> String {
    let example = field.and_then(Field::example).map(|it| format!(", such as {it}"));
    let example = example.unwrap_or_default();
    format!("write a number without quotes, from {min} to {max}{example}{}", meaning_of(field))
}

/// Returns the meaning of a field as the end of a hint.
pub(super) fn meaning_of(field: Option<&Field>) -> String {
    let summary = field.map(Field::summary).unwrap_or_default();
    let mut letters = summary.trim_end_matches('.').chars();
    let first = letters.next().map(|first| format!(": {}", first.to_lowercase()));
    first.unwrap_or_default() + letters.as_str()
}

/// Returns the lines of a doc comment as one line.
pub(super) fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
