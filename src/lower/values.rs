//! From values as written to values of the model, each with what is wrong with it.

use serde_json::Value as Json;

use crate::diagnostic::{self, Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::did_you_mean;
use crate::document::field::{
    DateText, DayText, EmailText, Field, NullableText, Text, Texts, TimestampText, UrlText,
    Vocabulary,
};
use crate::model::date::{PartialDate, Timestamp};
use crate::model::date_formats::{means_present, rewritten};
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

/// One file on its way to the model.
pub(super) struct Values<'a> {
    pub(super) file: &'a str,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Values<'_> {
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

    /// Tells a mistake whose cure is to write `text` in place of the value.
    fn replace(
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
        let text = value.0;
        Url::parse(&text)
            .map_err(|problem| {
                let message = format!("`{text}` {problem}");
                match Url::completed(&text) {
                    Some(url) => {
                        let cure = format!("\"{}\"", url.as_str());
                        self.replace(&INVALID_URL, &span, message, cure);
                    }
                    None => {
                        let hint = "copy the address from the browser's address bar";
                        self.report(&INVALID_URL, &span, message, hint);
                    }
                }
            })
            .ok()
    }

    pub(super) fn email(&mut self, field: Field<EmailText>) -> Option<Email> {
        let Spanned { value, span } = field.0?;
        Email::parse(&value.0)
            .map_err(|problem| {
                let message = format!("`{}` {problem}", value.0);
                self.report(
                    &INVALID_EMAIL,
                    &span,
                    message,
                    "write it as in \"name@example.com\"",
                );
            })
            .ok()
    }

    pub(super) fn date(&mut self, field: Field<DateText>) -> Option<Spanned<PartialDate>> {
        self.item_date(field, false)
    }

    fn item_date(&mut self, field: Field<DateText>, is_end: bool) -> Option<Spanned<PartialDate>> {
        let Spanned { value, span } = field.0?;
        let hint = if is_end && means_present(&value.0) {
            "delete the line: without an end date it goes on"
        } else {
            "write a year, a month or a day: 2024, 2024-03 or 2024-03-15"
        };
        let date = self.partial_date(&value.0, &span, hint)?;
        Some(Spanned { value: date, span })
    }

    pub(super) fn day(&mut self, field: Field<DayText>) -> Option<PartialDate> {
        let Spanned { value, span } = field.0?;
        let hint = "write year, month and day: 2024-03-15";
        let date = self.partial_date(&value.0, &span, hint)?;
        if !date.is_full() {
            self.report(&INVALID_DATE, &span, format!("`{date}` names no day"), hint);
        }
        Some(date)
    }

    fn partial_date(&mut self, text: &str, span: &Span, hint: &str) -> Option<PartialDate> {
        PartialDate::parse(text)
            .map_err(|problem| {
                let message = format!("`{text}` {problem}");
                match rewritten(text) {
                    Some(date) => {
                        self.replace(&INVALID_DATE, span, message, date.to_string());
                    }
                    None => self.report(&INVALID_DATE, span, message, hint),
                }
            })
            .ok()
    }

    /// A start and an end, in this order.
    pub(super) fn period(
        &mut self,
        start: Field<DateText>,
        end: Field<DateText>,
    ) -> (Option<PartialDate>, Option<PartialDate>) {
        let (start, end) = (self.date(start), self.item_date(end, true));
        self.in_order(start.as_ref(), end.as_ref());
        (start.map(|start| start.value), end.map(|end| end.value))
    }

    pub(super) fn in_order(
        &mut self,
        start: Option<&Spanned<PartialDate>>,
        end: Option<&Spanned<PartialDate>>,
    ) {
        if let (Some(start), Some(end)) = (start, end)
            && end.value.is_before(&start.value)
        {
            let message = format!(
                "the end, {}, lies before the start, {}",
                end.value, start.value
            );
            let diagnostic =
                Diagnostic::at(&END_BEFORE_START, self.file, end.span.clone(), message)
                    .related(start.span.clone(), "the start")
                    .hint("correct one of the two");
            diagnostic::report(self.diagnostics, diagnostic);
        }
    }

    pub(super) fn timestamp(&mut self, field: Field<TimestampText>) -> Option<Timestamp> {
        let Spanned { value, span } = field.0?;
        Timestamp::parse(&value.0)
            .map_err(|problem| {
                let message = format!("`{}` {problem}", value.0);
                let hint = "write date, time and offset from UTC: 2026-03-14T09:30:00+01:00";
                self.report(&INVALID_DATE, &span, message, hint);
            })
            .ok()
    }

    /// A word of an open vocabulary: any is allowed, one that resembles a known one is doubted.
    pub(super) fn word<V: Vocabulary>(&mut self, word: Spanned<V>) -> Option<String> {
        let (text, span) = (word.value.word(), &word.span);
        let known = V::known();
        if known.iter().any(|known| known == text) {
            return Some(text.to_owned());
        }
        let known = || known.iter().map(String::as_str);
        let meant = did_you_mean(text, known());
        let form = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let is_word = !text.is_empty() && text.bytes().all(form);
        if is_word && meant.is_none() {
            return Some(text.to_owned());
        }
        let (code, message) = if is_word {
            let message = format!("`{text}` is not a known word here, but resembles one");
            (&UNKNOWN_WORD, message)
        } else {
            let message =
                format!("`{text}` is not a word of lower case letters, digits and underscores");
            (&INVALID_WORD, message)
        };
        let diagnostic = Diagnostic::at(code, self.file, span.clone(), message);
        let diagnostic = match meant {
            Some(meant) => diagnostic
                .hint(format!("did you mean `{meant}`?"))
                .replace(meant),
            None if text.contains([',', ';']) => {
                diagnostic.hint("write each word on a line of its own, beginning with `- `")
            }
            None => {
                let known = known().collect::<Vec<_>>().join(", ");
                diagnostic.hint(format!("known words are {known}"))
            }
        };
        diagnostic::report(self.diagnostics, diagnostic);
        is_word.then(|| text.to_owned())
    }
}

/// A group of fields that is left out is one in which every field is left out.
pub(super) fn inner<T: Default>(field: Field<T>) -> T {
    field.0.map(|spanned| spanned.value).unwrap_or_default()
}

pub(super) fn text(field: Field<Text>) -> Option<String> {
    field.0.map(|text| tidy(text.value.0))
}

pub(super) fn nullable(field: Field<NullableText>) -> Option<String> {
    field.0.and_then(|text| text.value.0).map(tidy)
}

pub(super) fn texts(texts: Texts) -> Vec<String> {
    list(texts.into_iter().map(|text| tidy(text.value.0)))
}

/// A list without room to spare. Collecting may take over the memory of what is collected from, and
/// documents are several times as large as what becomes of them.
pub(super) fn list<T>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = values.collect();
    list.shrink_to_fit();
    list
}

pub(super) fn texts_json(values: Texts) -> Option<Json> {
    (!values.is_empty()).then(|| texts(values).into())
}

/// A block scalar ends with a line break that no author means.
fn tidy(text: String) -> String {
    let trimmed = text.trim();
    if trimmed.len() == text.len() {
        text
    } else {
        trimmed.to_owned()
    }
}
