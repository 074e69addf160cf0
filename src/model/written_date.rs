//! Dates in a document: what is wrong with them, and how to write them.

use std::sync::LazyLock;

use regex::Regex;

use super::date::{PartialDate, Timestamp};
use super::date_formats::{DateWithTime, means_present, parse_lenient};
use crate::diagnostic_code::diagnostic_codes;
use crate::document::shape::{Shape, TextForm, TextShape};
use crate::document::{Decode, InvalidText, Reporter};
use crate::yaml::Node;

diagnostic_codes! {
    error INVALID_DATE = "invalid-date";
    error END_BEFORE_START = "end-before-start";
}

impl Decode for PartialDate {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::PartialDate,
        pattern: "^[12][0-9]{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$",
        examples: &["2024-03", "2024-03-15", "2024"],
        message: Some("Write a year, a month or a day: 2024, 2024-03 or 2024-03-15."),
    });

    /// A year needs no quotes.
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let is_end = ["end_date", "expires"].contains(&to.key());
        to.text(node, |text| {
            let hint = hint(text, is_end);
            Self::parse(text).map_err(|problem| invalid_date(text, problem, hint, |_| true))
        })
    }
}

/// Describes a text that is not a date: with a fix if it can mean only one, which `is_allowed` in the field.
pub(super) fn invalid_date(
    text: &str,
    problem: String,
    hint: &str,
    is_allowed: impl Fn(&PartialDate) -> bool,
) -> InvalidText {
    if let Some(DateWithTime { days: [first, second], .. }) = DateWithTime::parse(text) {
        let problem = format!("can mean {first} or {second}");
        return InvalidText::new(
            &INVALID_DATE,
            problem,
            "write the day that you mean, without a time",
        );
    }
    match parse_lenient(text).filter(is_allowed) {
        Some(date) => InvalidText::fixed(&INVALID_DATE, problem, date.to_string()),
        None => InvalidText::new(&INVALID_DATE, problem, hint),
    }
}

fn hint(text: &str, is_end: bool) -> &'static str {
    match is_end && means_present(text) {
        true => "delete the line: an item without an end date is ongoing",
        false => "write a year, a month or a day: 2024, 2024-03 or 2024-03-15",
    }
}

/// The form of a timestamp (RFC 3339), with a year that the JSON Resume schema allows.
const TIMESTAMP: &str = "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";

impl Decode for Timestamp {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Time,
        pattern: TIMESTAMP,
        examples: &["2026-03-14T09:30:00+01:00", "2026-09-01T12:00:00Z"],
        message: Some("Write date, time and offset from UTC: 2026-03-14T09:30:00+01:00."),
    });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        static FORM: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(TIMESTAMP).expect("a valid pattern"));
        let hint = "write the date, time and UTC offset: 2026-03-14T09:30:00+01:00";
        to.text(node, |text| {
            let timestamp = Self::parse(text).and_then(|timestamp| match FORM.is_match(text) {
                true => Ok(timestamp),
                false => Err("is not a date and time of the years 1000 to 2999".to_owned()),
            });
            timestamp.map_err(|problem| InvalidText::new(&INVALID_DATE, problem, hint))
        })
    }
}

/// Reports an end date of the group `node` that is before the start date. Each date has the key of its field.
pub(super) fn check_period(
    node: &Node,
    (start_key, start): (&str, &Option<PartialDate>),
    (end_key, end): (&str, &Option<PartialDate>),
    to: &mut Reporter<'_>,
) {
    let (Some(start), Some(end)) = (start, end) else {
        return;
    };
    if end.is_before(start) {
        let span = |key| node.entry(key).expect("the date has been decoded").value.span.clone();
        let message = format!("the end date {end} is before the start date {start}");
        let diagnostic = to.at(&END_BEFORE_START, span(end_key), message);
        let diagnostic = diagnostic.related(span(start_key), "the start date");
        to.report(diagnostic.hint("correct one of the two dates"));
    }
}
