//! Parses the values of fields and reports invalid ones.

use crate::diagnostic::{self, Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::did_you_mean;
use crate::document::field::{
    DateText, DayText, EmailText, Field, NullableText, Text, Texts, TimestampText, UrlText,
    Vocabulary,
};
use crate::model::date::{PartialDate, Timestamp};
use crate::model::date_formats::{means_present, parse_lenient};
use crate::model::link::{Email, Url};
use crate::yaml::deserialize::Spanned;

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
        Email::parse(&value.0)
            .map_err(|problem| {
                let message = format!("`{}` {problem}", value.0);
                let hint = "write an address such as name@example.com";
                self.report(&INVALID_EMAIL, &span, message, hint);
            })
            .ok()
    }

    pub(super) fn date(&mut self, field: Field<DateText>) -> Option<Spanned<PartialDate>> {
        self.item_date(field, false)
    }

    fn item_date(&mut self, field: Field<DateText>, is_end: bool) -> Option<Spanned<PartialDate>> {
        let Spanned { value, span } = field.0?;
        let hint = if is_end && means_present(&value.0) {
            "delete the line: an item without an end date is ongoing"
        } else {
            "write a year, a month or a day: 2024, 2024-03 or 2024-03-15"
        };
        let date = self.partial_date(&value.0, &span, hint)?;
        Some(Spanned { value: date, span })
    }

    pub(super) fn day(&mut self, field: Field<DayText>) -> Option<PartialDate> {
        let Spanned { value, span } = field.0?;
        let hint = "write the year, month and day: 2024-03-15";
        let date = self.partial_date(&value.0, &span, hint)?;
        if !date.is_full() {
            self.report(&INVALID_DATE, &span, format!("`{date}` is missing the day"), hint);
        }
        Some(date)
    }

    fn partial_date(&mut self, text: &str, span: &Span, hint: &str) -> Option<PartialDate> {
        PartialDate::parse(text)
            .map_err(|problem| {
                let message = format!("`{text}` {problem}");
                match parse_lenient(text) {
                    Some(date) => {
                        let date = date.to_string();
                        self.report_with_replacement(&INVALID_DATE, span, message, date);
                    }
                    None => self.report(&INVALID_DATE, span, message, hint),
                }
            })
            .ok()
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

    /// Parses a word of an open vocabulary. All words are allowed; one that is similar to a known word
    /// gets a warning.
    pub(super) fn word<V: Vocabulary>(&mut self, word: Spanned<V>) -> Option<String> {
        let (text, span) = (word.value.word(), &word.span);
        if V::KNOWN.contains(&text) {
            return Some(text.to_owned());
        }
        let similar = did_you_mean(text, V::KNOWN.iter().copied());
        let form = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let is_word = !text.is_empty() && text.bytes().all(form);
        if is_word && similar.is_none() {
            return Some(text.to_owned());
        }
        let (code, problem) = if is_word {
            (&UNKNOWN_WORD, "is not a known word, but is similar to one")
        } else {
            let problem = "must contain only lowercase letters, digits and underscores";
            (&INVALID_WORD, problem)
        };
        let message = format!("`{text}` {problem}");
        let diagnostic = Diagnostic::at(code, self.file, span.clone(), message);
        let diagnostic = match similar {
            Some(similar) => diagnostic.hint(format!("did you mean `{similar}`?")).replace(similar),
            None if text.contains([',', ';']) => {
                diagnostic.hint("write each word on its own line, starting with `- `")
            }
            None => diagnostic.hint(format!("write a word such as {}", V::KNOWN.join(", "))),
        };
        diagnostic::report(self.diagnostics, diagnostic);
        is_word.then(|| text.to_owned())
    }
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
