//! Dates in a document: what is wrong with them, and how to write them.

use std::sync::LazyLock;

use regex::Regex;

use super::date::{PartialDate, Timestamp};
use super::date_formats::{DateRange, DateWithTime, means_present, parse_lenient, parse_range};
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
        let key = to.key();
        to.text(node, |text| {
            let hint = || hint(text, key);
            Self::parse(text).map_err(|problem| invalid_date(text, problem, &hint(), |_| true))
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
        None => {
            let day = day_of_spreadsheet(text)
                .map(|day| format!("in a spreadsheet, {text} is the day {day}: write that, or "));
            InvalidText::new(&INVALID_DATE, problem, day.unwrap_or_default() + hint)
        }
    }
}

/// Returns the day that spreadsheet programs show for a number: the days since 1899-12-30. An earlier one
/// than 1970 can be another number.
fn day_of_spreadsheet(text: &str) -> Option<PartialDate> {
    let days = text.parse().ok().filter(|days| (25_569..80_000).contains(days))?;
    PartialDate::parse("1899-12-30").ok()?.plus_days(days)
}

fn hint(text: &str, key: &str) -> String {
    let is_end = ["end_date", "expires"].contains(&key);
    if is_end && means_present(text) {
        return "delete the line: an item without an end date is ongoing".to_owned();
    }
    let range = parse_range(text).filter(|_| ["start_date", "end_date"].contains(&key));
    match (range, only_year(text)) {
        (Some(DateRange { start, end: Some(end) }), _) => {
            format!("write two lines: `start_date: {start}` and `end_date: {end}`")
        }
        (Some(DateRange { start, end: None }), _) => {
            format!("write `start_date: {start}`: an item without an end date is ongoing")
        }
        (None, Some(year)) => {
            format!("write the month of {year}, from {year}-01 to {year}-12, or {year} alone")
        }
        (None, None) => {
            let none = if is_end { "; if there is no end date, delete the line" } else { "" };
            format!("write a year, a month or a day: 2024, 2024-03 or 2024-03-15{none}")
        }
    }
}

/// Returns the only year of a text with letters.
fn only_year(text: &str) -> Option<&str> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut years = numbers.filter(|it| it.len() == 4 && PartialDate::parse(it).is_ok());
    let year = years.next().filter(|_| text.contains(char::is_alphabetic))?;
    years.next().is_none().then_some(year)
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
        to.text(node, |text| match Self::parse(text).ok() {
            Some(timestamp) if has_form(text) => Ok(timestamp),
            timestamp => Err(invalid_timestamp(text, timestamp)),
        })
    }
}

fn has_form(text: &str) -> bool {
    static FORM: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(TIMESTAMP).expect("a valid pattern"));
    FORM.is_match(text)
}

/// Describes a text that is not a timestamp in the form of RFC 3339: `timestamp` is the only one that it can mean.
fn invalid_timestamp(text: &str, timestamp: Option<Timestamp>) -> InvalidText {
    static PARTS: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?x-u)^\d{4}-\d\d-\d\d ([Tt\ ] \d\d? (?P<minute>:\d\d (?P<second>:\d\d (?:\.\d+)?)?)?
            \ ? (?P<offset>[Zz]|[+-]\d\d? (?:(?P<colon>:)? (?P<minutes>\d\d))?)?)?$";
        Regex::new(pattern).expect("a valid pattern")
    });
    let missing = PARTS.captures(text).and_then(|parts| {
        let has = |name| parts.name(name).is_some();
        let is_number = parts.name("offset").is_some_and(|offset| offset.len() > 1);
        [
            (parts.get(1).is_some(), "the time and the UTC offset"),
            (has("minute"), "the minutes"),
            (has("second"), "the seconds"),
            (has("offset"), "the UTC offset"),
            (!is_number || has("minutes"), "the minutes of the UTC offset"),
            (!is_number || has("colon"), "the colon in the UTC offset"),
        ]
        .into_iter()
        .find_map(|(has_part, part)| (!has_part).then_some(part))
    });
    let fix = timestamp.as_ref().map(Timestamp::to_string).filter(|fix| has_form(fix));
    let problem = match missing {
        Some(part) => format!("is missing {part}"),
        None if timestamp.is_some() && fix.is_none() => {
            "has a year outside 1000 to 2999".to_owned()
        }
        None => "is not a date and time with a UTC offset".to_owned(),
    };
    match fix {
        Some(fix) => InvalidText::fixed(&INVALID_DATE, problem, fix),
        None => {
            let hint = "write the date, time and UTC offset: 2026-03-14T09:30:00+01:00";
            InvalidText::new(&INVALID_DATE, problem, hint)
        }
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

#[cfg(test)]
mod tests {
    use super::{Timestamp, has_form, invalid_timestamp};

    #[test]
    fn names_what_a_timestamp_is_missing() {
        for (text, problem, fix) in [
            (
                "2026-03-14T09:30:00+0100",
                "is missing the colon in the UTC offset",
                "2026-03-14T09:30:00+01:00",
            ),
            (
                "2026-03-14T09:30:00+01",
                "is missing the minutes of the UTC offset",
                "2026-03-14T09:30:00+01:00",
            ),
            ("2026-03-14T21:25Z", "is missing the seconds", "2026-03-14T21:25:00+00:00"),
            ("2026-03-14 09:30:00-0330", "is missing the colon", "2026-03-14T09:30:00-03:30"),
            ("2026-03-14T09:30+0530", "is missing the seconds", "2026-03-14T09:30:00+05:30"),
            ("2026-03-14T09+01:00", "is missing the minutes", "2026-03-14T09:00:00+01:00"),
            ("2026-03-14", "is missing the time and the UTC offset", ""),
            ("2026-03-14T09:30:00", "is missing the UTC offset", ""),
            ("2026-03-14T09:30:00.5", "is missing the UTC offset", ""),
            ("2026-03-14T09:30:00+2500", "is missing the colon", ""),
            ("3000-03-14T09:30:00Z", "has a year outside 1000 to 2999", ""),
            ("14.3.2026", "is not a date and time", ""),
            ("2026-02-30T09:30:00Z", "is not a date and time", ""),
        ] {
            assert!(!has_form(text) || Timestamp::parse(text).is_err(), "{text}");
            let invalid = invalid_timestamp(text, Timestamp::parse(text).ok());
            assert!(invalid.problem.starts_with(problem), "{text}: {}", invalid.problem);
            assert_eq!(invalid.fix.unwrap_or_default(), fix, "{text}");
        }
    }
}
