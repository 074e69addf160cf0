//! Parses the values of fields and reports invalid ones.

use super::vocabulary::Meaning;
use crate::diagnostic::{self, Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::{certainly_meant, did_you_mean};
use crate::document::field::{
    DateText, DayText, EmailText, Field, NullableText, Text, Texts, TimestampText, UrlText,
};
use crate::model::date::{PartialDate, Timestamp};
use crate::model::date_formats::{means_present, month_of_impossible_day, parse_lenient, readings};
use crate::model::link::{Email, Url};
use crate::yaml::deserialize::Spanned;
use crate::yaml::write::quoted;

diagnostic_codes! {
    error INVALID_DATE = "invalid-date";
    error END_BEFORE_START = "end-before-start";
    error INVALID_URL = "invalid-url";
    error INVALID_EMAIL = "invalid-email";
    error INVALID_WORD = "invalid-word";
    warning UNKNOWN_WORD = "unknown-word";
}

pub(super) struct ValueParser<'a> {
    pub(super) file: &'a str,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl ValueParser<'_> {
    pub(super) fn report(
        &mut self,
        code: &'static DiagnosticCode,
        span: &Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let diagnostic = Diagnostic::at(code, self.file, span.clone(), message);
        diagnostic::report(self.diagnostics, diagnostic.hint(hint));
    }

    /// Reports a value with `text` as its replacement.
    fn report_with_replacement(
        &mut self,
        code: &'static DiagnosticCode,
        span: &Span,
        message: String,
        text: String,
    ) {
        let diagnostic = Diagnostic::at(code, self.file, span.clone(), message);
        let diagnostic = diagnostic.hint(format!("write {text}")).replace(text);
        diagnostic::report(self.diagnostics, diagnostic);
    }

    pub(super) fn url(&mut self, field: Field<UrlText>) -> Option<Url> {
        let Spanned { value, span } = field.0?;
        self.parse_url(&value.0, &span)
    }

    pub(super) fn parse_url(&mut self, text: &str, span: &Span) -> Option<Url> {
        let problem = match Url::parse(text) {
            Ok(url) => return Some(url),
            Err(problem) => problem,
        };
        let message = format!("`{text}` {problem}");
        match Url::complete(text) {
            Some(url) => {
                let replacement = format!("\"{}\"", url.as_str());
                self.report_with_replacement(&INVALID_URL, span, message, replacement);
            }
            None => {
                let hint = "copy the address from the browser's address bar";
                self.report(&INVALID_URL, span, message, hint);
            }
        }
        None
    }

    pub(super) fn email(&mut self, field: Field<EmailText>) -> Option<Email> {
        let Spanned { value, span } = field.0?;
        let problem = match Email::parse(&value.0) {
            Ok(email) => return Some(email),
            Err(problem) => problem,
        };
        let message = format!("`{}` {problem}", value.0);
        match Email::parse_lenient(&value.0) {
            Ok(email) => {
                let replacement = quoted(email.as_str());
                self.report_with_replacement(&INVALID_EMAIL, &span, message, replacement);
            }
            Err(_) => {
                let hint = "write an address such as name@example.com";
                self.report(&INVALID_EMAIL, &span, message, hint);
            }
        }
        None
    }

    pub(super) fn date(&mut self, field: Field<DateText>) -> Option<Spanned<PartialDate>> {
        self.item_date(field, false)
    }

    fn item_date(&mut self, field: Field<DateText>, is_end: bool) -> Option<Spanned<PartialDate>> {
        let Spanned { value, span } = field.0?;
        let text = &value.0;
        let problem = match PartialDate::parse(text) {
            Ok(date) => return Some(Spanned { value: date, span }),
            Err(problem) => problem,
        };
        let message = format!("`{text}` {problem}");
        if let Some(date) = parse_lenient(text) {
            self.report_with_replacement(&INVALID_DATE, &span, message, date.to_string());
            return None;
        }
        let hint = if is_end && means_present(text) {
            "delete the line: an item without an end date is ongoing".to_owned()
        } else {
            readings_hint(text).unwrap_or_else(|| {
                "write a year, a month or a day: 2024, 2024-03 or 2024-03-15".to_owned()
            })
        };
        self.report(&INVALID_DATE, &span, message, hint);
        None
    }

    /// Parses the first available day.
    pub(super) fn day(&mut self, field: Field<DayText>) -> Option<PartialDate> {
        let Spanned { value, span } = field.0?;
        let text = &value.0;
        let (problem, date) = match PartialDate::parse(text) {
            Ok(date) if date.is_full() => return Some(date),
            Ok(date) => ("is missing the day".to_owned(), Some(date)),
            Err(problem) => (problem, parse_lenient(text)),
        };
        let message = format!("`{text}` {problem}");
        let hint = match date.map(|date| (date.is_full(), date.to_string())) {
            Some((true, day)) => {
                self.report_with_replacement(&INVALID_DATE, &span, message, day);
                return None;
            }
            Some((false, month)) if month.contains('-') => {
                format!("add the day: {month}-01, for example")
            }
            None if month_of_impossible_day(text).is_none() => readings_hint(text).unwrap_or_else(|| {
                "write a day, such as 2024-03-15, or move the text to `available_from_note` in `engagement`"
                    .to_owned()
            }),
            _ => "write the year, month and day: 2024-03-15".to_owned(),
        };
        self.report(&INVALID_DATE, &span, message, hint);
        None
    }

    /// Parses a start date and an end date, and reports an end before the start.
    pub(super) fn period(
        &mut self,
        start: Field<DateText>,
        end: Field<DateText>,
    ) -> (Option<PartialDate>, Option<PartialDate>) {
        let (start, end) = (self.date(start), self.item_date(end, true));
        if let (Some(start), Some(end)) = (&start, &end)
            && end.value.is_before(&start.value)
        {
            let message =
                format!("the end date {} is before the start date {}", end.value, start.value);
            let diagnostic =
                Diagnostic::at(&END_BEFORE_START, self.file, end.span.clone(), message)
                    .related(start.span.clone(), "the start date")
                    .hint("correct one of the two dates");
            diagnostic::report(self.diagnostics, diagnostic);
        }
        (start.map(|start| start.value), end.map(|end| end.value))
    }

    pub(super) fn timestamp(&mut self, field: Field<TimestampText>) -> Option<Timestamp> {
        let Spanned { value, span } = field.0?;
        Timestamp::parse(&value.0)
            .map_err(|problem| {
                let message = format!("`{}` {problem}", value.0);
                let hint = "write the date, time and UTC offset: 2026-03-14T09:30:00+01:00";
                self.report(&INVALID_DATE, &span, message, hint);
            })
            .ok()
    }

    /// Parses a word of an open vocabulary. All words are allowed; one that means a known word or is
    /// similar to one gets a warning.
    pub(super) fn word<V: Meaning>(&mut self, word: Spanned<V>) -> Option<String> {
        let (text, span) = (word.value.word(), &word.span);
        if V::KNOWN.contains(&text) {
            return Some(text.to_owned());
        }
        let meaning = V::meaning(text);
        let similar = did_you_mean(text, V::KNOWN.iter().copied());
        let meant = meaning.or(similar);
        let form = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let is_word = !text.is_empty() && text.bytes().all(form);
        if is_word && meant.is_none() {
            return Some(text.to_owned());
        }
        let (code, problem) = if is_word {
            let problem = match meant == similar {
                true => "is not a known word, but is similar to one",
                false => "is not a known word, but means the same as one",
            };
            (&UNKNOWN_WORD, problem)
        } else {
            let problem = "must contain only lowercase letters, digits and underscores";
            (&INVALID_WORD, problem)
        };
        let message = format!("`{text}` {problem}");
        let diagnostic = Diagnostic::at(code, self.file, span.clone(), message);
        let diagnostic = match meant {
            Some(meant) => {
                let diagnostic = diagnostic.hint(format!("did you mean `{meant}`?"));
                // A word that is not known can be meant, and one with the same meaning is a choice.
                let certain = certainly_meant(text, V::KNOWN.iter().copied());
                let is_certain = !is_word && certain == Some(meant);
                if is_certain { diagnostic.replace(meant) } else { diagnostic }
            }
            None if text.contains([',', ';']) => {
                diagnostic.hint("write each word on its own line, starting with `- `")
            }
            None => diagnostic.hint(format!("write a word such as {}", V::KNOWN.join(", "))),
        };
        diagnostic::report(self.diagnostics, diagnostic);
        is_word.then(|| text.to_owned())
    }
}

/// Returns a hint with both readings of a date whose day and month can be either.
fn readings_hint(text: &str) -> Option<String> {
    let [one, other] = readings(text)?;
    Some(format!("write {one} or {other}, whichever is meant"))
}

/// Returns the group of fields, or one without any field if the group is missing.
pub(super) fn inner<T: Default>(field: Field<T>) -> T {
    field.0.map(|spanned| spanned.value).unwrap_or_default()
}

pub(super) fn text(field: Field<Text>) -> Option<String> {
    field.0.map(|text| trim(text.value.0))
}

pub(super) fn nullable(field: Field<NullableText>) -> Option<String> {
    field.0.and_then(|text| text.value.0).map(trim)
}

pub(super) fn texts(texts: Texts) -> Vec<String> {
    list(texts.into_iter().map(|text| trim(text.value.0)))
}

/// Collects a list without spare capacity: `collect` can reuse the memory of the documents, which are
/// several times larger than the values.
pub(super) fn list<T>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = values.collect();
    list.shrink_to_fit();
    list
}

/// Removes surrounding white space, such as the line break at the end of a block scalar.
pub(super) fn trim(text: String) -> String {
    let trimmed = text.trim();
    if trimmed.len() == text.len() { text } else { trimmed.to_owned() }
}
