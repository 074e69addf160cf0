//! Fields and items without a value.

use super::damaged_text::is_spreadsheet_error;
use super::shape::{Shape, TextForm};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::yaml::Node;

diagnostic_codes! {
    error EMPTY_VALUE = "empty-value";
}

/// An optional value that is empty and left out.
static LEFT_OUT: DiagnosticCode = DiagnosticCode::warning("empty-value", EMPTY_VALUE.page);

/// Optional fields whose absence means something, such as a publication without end.
pub(super) const MEANINGFUL: [&str; 5] =
    ["publish_from", "publish_until", "consent", "photo", "end_date"];

/// Where a value is.
pub(super) enum Place<'a> {
    /// A field of a group, with the next key of the group.
    Field { is_required: bool, next: Option<&'a str> },
    /// Below a key of the author's choice, which can be meant as the value.
    Key,
    /// In a list, where the number of items can mean something.
    Item,
}

/// A value that is null, has no visible character, or is a group or list of such values.
pub(super) struct EmptyValue<'a> {
    pub(super) node: &'a Node,
    /// The shape of the field.
    pub(super) shape: &'static Shape,
    pub(super) place: Place<'a>,
    pub(super) key: &'a str,
    /// What an author calls the value.
    pub(super) name: String,
    /// Whether it is in a translation.
    pub(super) is_translation: bool,
    /// The comment on its line, which can be meant as the value; empty without one.
    pub(super) comment: &'a str,
    /// The comments on the lines below its key.
    pub(super) comments: Vec<&'a str>,
}

impl EmptyValue<'_> {
    /// Returns the warning about an optional value, and the error about any other one. `is_card` says whether another
    /// value takes its place.
    pub(super) fn diagnostic(
        &self,
        file: &str,
        leaves_out_empty: bool,
        is_card: bool,
    ) -> Diagnostic {
        let (problem, hint) = self.problem_and_hint();
        let hint = hint.or_else(|| self.hint_about_meaning());
        let is_error = hint.is_some() || !leaves_out_empty;
        let (code, consequence) = match is_error {
            true => (&EMPTY_VALUE, ""),
            false if self.is_translation => (&LEFT_OUT, ": the original is published"),
            false if is_card => (&LEFT_OUT, ": the derived value is shown"),
            false => (&LEFT_OUT, " and is left out"),
        };
        let message = format!("{} {problem}{consequence}", self.name);
        let diagnostic = Diagnostic::at(code, file, self.node.span.clone(), message);
        let text = self.comment.trim_start_matches(['#', ' ']);
        let sign = &self.comment[..self.comment.len() - text.len()];
        if is_spreadsheet_error(self.comment) {
            let error = self.comment;
            return diagnostic.hint(format!(
                "`{error}` is an error of a spreadsheet: write the value, or delete the line"
            ));
        }
        // In a profile, a comment after a key without a value is usually one.
        if !text.is_empty() && (self.is_translation || !sign.contains(' ')) {
            return diagnostic.hint(match self.shape {
                Shape::List(_) if !sign.contains(' ') => {
                    let words = text.split([' ', ',']).map(|word| word.trim_start_matches('#'));
                    let words = words.filter(|word| !word.is_empty()).collect::<Vec<_>>();
                    format!("`#` starts a comment: write `{}: [{}]`", self.key, words.join(", "))
                }
                _ => {
                    let what = match text.starts_with(|c: char| c.is_ascii_digit()) {
                        true => "put quotes around it".to_owned(),
                        false => format!("delete its `{sign}`"),
                    };
                    let comment = self.comment;
                    format!("`{comment}` is a comment: {what} to publish it, else delete the line")
                }
            });
        }
        let belongs = |comment: &&&str| match self.shape {
            Shape::Group(group) => group.names().any(|it| comment.split(':').next() == Some(it)),
            shape => matches!(shape, Shape::List(_)) && comment.starts_with("- "),
        };
        if let Some(line) = self.comments.iter().find(belongs) {
            let start = line.split(':').next().unwrap_or_default();
            return diagnostic.hint(format!(
                "the line `{start}: …` below it is a comment: delete its `# `, or the line of the key"
            ));
        }
        diagnostic.hint(match hint {
            None if self.is_translation => {
                "write a translation, or delete the line: a translation removes no text"
            }
            hint => hint.unwrap_or("write a value, or delete the key"),
        })
    }

    /// Returns what is wrong, and the hint if the form of the value can mean something else than no value.
    fn problem_and_hint(&self) -> (String, Option<&'static str>) {
        let is_text = self.shape.is_text(TextForm::Plain) || matches!(self.shape, Shape::Anything);
        let indent =
            "indent the lines that belong to it by two spaces; if there are none, delete the key";
        match (self.node.scalar(), self.next_field()) {
            (Some(scalar), _) if is_text && ["Null", "NULL"].contains(&scalar.text.as_str()) => (
                format!("is `{}`, which YAML reads as no value", scalar.text),
                Some("put it in quotes if it is the text"),
            ),
            (Some(_), _) => ("has no value".to_owned(), self.shape.has_keys().then_some(indent)),
            (None, Some(next)) => (
                format!("has no values, but the key `{next}` below it can belong to it"),
                Some(indent),
            ),
            (None, None) => ("has no values".to_owned(), None),
        }
    }

    /// Returns the next key if it can be one of the fields of this group: the lines of the group may have lost their
    /// indentation. Any key can be a private note.
    fn next_field(&self) -> Option<&str> {
        let Place::Field { next: Some(next), .. } = self.place else { return None };
        let is_field = match self.shape {
            Shape::Group(group) => group.field(next).is_some(),
            Shape::Notes => true,
            _ => false,
        };
        is_field.then_some(next)
    }

    /// Returns the hint if the value must not be left out.
    fn hint_about_meaning(&self) -> Option<&'static str> {
        match self.place {
            Place::Key => Some("write a value, or delete the key"),
            Place::Item => Some("write a value, or delete the item"),
            Place::Field { .. } if self.key == "active" => Some("write `true` or `false`"),
            Place::Field { .. } if self.key == "end_date" => {
                Some("write a date, or delete the line if it is ongoing")
            }
            Place::Field { is_required, .. } => {
                (is_required || MEANINGFUL.contains(&self.key)).then_some("write a value")
            }
        }
    }
}
