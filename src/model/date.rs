//! Partial dates (a year, a month or a day) and timestamps.

use std::fmt;

use jiff::Span;
use jiff::civil::Date;
use jiff::fmt::temporal::{DateTimePrinter, Pieces};
use jiff::tz::Offset;
use schemars::JsonSchema;

/// Unicode variants of the hyphen, as word processors insert them.
const HYPHENS: [char; 5] = ['\u{2010}', '\u{2011}', '\u{2212}', '\u{FE63}', '\u{FF0D}'];
/// Dashes: usually between a start and an end date, sometimes within a date.
pub(super) const DASHES: [char; 4] = ['\u{2012}', '–', '—', '\u{2015}'];

/// Replaces all kinds of hyphens and dashes by `-`.
pub(super) fn normalize_hyphens(text: &str) -> String {
    let other = |c: char| HYPHENS.contains(&c) || DASHES.contains(&c);
    text.replace(other, "-")
}

/// A valid date of the form `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
///
/// Ordered by the earliest day that the date can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(inline, with = "String", extend("pattern" = Self::PATTERN))]
pub struct PartialDate {
    year: i16,
    month: Option<i8>,
    day: Option<i8>,
}

impl PartialDate {
    /// The pattern of the three forms.
    pub const PATTERN: &'static str = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$";
    /// The pattern of a date that includes the day.
    pub const DAY_PATTERN: &'static str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";

    /// Parses one of the three forms.
    ///
    /// # Errors
    /// Returns the problem as the predicate of a sentence about the value, such as "is not a date".
    pub fn parse(text: &str) -> Result<Self, String> {
        let has_form = matches!(text.len(), 4 | 7 | 10)
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !has_form {
            let plain = normalize_hyphens(text);
            // The text looks like a valid date, so the message has to name the difference.
            return Err(match plain != text && Self::parse(&plain).is_ok() {
                true => "is not a date: it contains a dash or another hyphen instead of `-`",
                false => "is not a date",
            }
            .to_owned());
        }
        let year = text[..4].parse().expect("a number of four digits");
        let two_digits = |digits: &str| digits.parse().expect("a number of two digits");
        let (month, day) = (text.get(5..7).map(two_digits), text.get(8..).map(two_digits));
        // The range of years that the JSON Resume schema allows.
        if !(1000..3000).contains(&year) {
            return Err("has a year outside 1000 to 2999".to_owned());
        }
        if month.is_some_and(|month| !(1..=12).contains(&month)) {
            return Err(format!("has the month {}, which does not exist", &text[5..7]));
        }
        if let (Some(month), Some(day)) = (month, day)
            && Date::new(year, month, day).is_err()
        {
            return Err("has a day that does not exist in this month".to_owned());
        }
        Ok(Self { year, month, day })
    }

    /// Returns whether the date includes the day.
    pub fn is_full(&self) -> bool {
        self.day.is_some()
    }

    /// Returns the last day that the date can mean.
    #[must_use]
    pub fn last_day(&self) -> Self {
        let month = self.month.unwrap_or(12);
        let first = Date::new(self.year, month, 1).expect("a month from 1 to 12");
        let day = self.day.unwrap_or(first.days_in_month());
        Self { month: Some(month), day: Some(day), ..*self }
    }

    /// Returns the date that is `days` later; `None` for a date without the day, and outside of the years of dates.
    pub fn plus_days(&self, days: i64) -> Option<Self> {
        let date = Date::new(self.year, self.month?, self.day?).ok()?;
        let date = date.checked_add(Span::new().try_days(days).ok()?).ok()?;
        Self::parse(&date.to_string()).ok()
    }

    /// Returns whether every day that this date can mean is before every day that `other` can mean.
    ///
    /// `2020` is not before `2020-03`, because it can mean a later day of the year.
    pub fn is_before(&self, other: &Self) -> bool {
        if self.year != other.year {
            return self.year < other.year;
        }
        match (self.month, other.month) {
            (Some(a), Some(b)) if a != b => a < b,
            (Some(_), Some(_)) => matches!((self.day, other.day), (Some(a), Some(b)) if a < b),
            _ => false,
        }
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        Ok(())
    }
}

impl serde::Serialize for PartialDate {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A point in time with a UTC offset, formatted per RFC 3339 with whole seconds and a numeric
/// offset: `2026-03-14T09:30:00+01:00`.
///
/// `Z` becomes `+00:00`, because versions of git differ in how they print UTC.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(inline, with = "String")]
pub struct Timestamp {
    instant: jiff::Timestamp,
    text: String,
}

impl Timestamp {
    /// Parses an RFC 3339 timestamp.
    ///
    /// # Errors
    /// Returns the problem as the predicate of a sentence about the value, such as "is not a date".
    pub fn parse(text: &str) -> Result<Self, String> {
        let invalid = "is not a date and time with a UTC offset";
        let pieces = Pieces::parse(text).map_err(|_| invalid)?;
        let time = pieces.time().ok_or(invalid)?;
        // RFC 3339, §5.6: the hours of an offset are at most 23.
        let offset = pieces.to_numeric_offset().filter(|it| it.seconds().abs() < 24 * 60 * 60);
        let offset = offset.ok_or(invalid)?;
        let instant = offset.to_timestamp(pieces.date().to_datetime(time)).map_err(|_| invalid)?;
        let printer = DateTimePrinter::new().precision(Some(0));
        let text = printer.timestamp_with_offset_to_string(&instant, offset);
        Ok(Self { text, instant })
    }

    /// Returns its date in UTC.
    pub(super) fn date_in_utc(&self) -> Date {
        Offset::UTC.to_datetime(self.instant).date()
    }

    /// Returns the seconds since the start of 1970.
    pub fn seconds(&self) -> i64 {
        self.instant.as_second()
    }

    /// Converts a file system time to a timestamp in UTC.
    ///
    /// # Errors
    /// Returns an error if the year does not have four digits.
    pub fn from_system_time(time: std::time::SystemTime) -> Result<Self, String> {
        let instant = jiff::Timestamp::try_from(time).map_err(|error| error.to_string())?;
        Self::parse(&instant.to_string())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::{PartialDate, Timestamp};

    #[test]
    fn parses_and_formats_the_three_forms() {
        for text in ["2024", "2024-02", "2024-02-29"] {
            let date = PartialDate::parse(text).expect(text);
            assert_eq!(date.to_string(), text);
        }
    }

    #[test]
    fn rejects_invalid_dates() {
        for text in [
            "",
            "24",
            "2024-",
            "2024-1",
            "2024-13",
            "2024-00",
            "2023-02-29",
            "2024-02-30",
            "2024-02-02-02",
            "0024",
            "Present",
            "٢٠٢٤",
        ] {
            assert!(PartialDate::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn is_before_only_if_certain() {
        let before = |a: &str, b: &str| {
            let parse = |text| PartialDate::parse(text).expect("a date");
            parse(a).is_before(&parse(b))
        };
        assert!(before("2019", "2020-03"));
        assert!(before("2020-02", "2020-03"));
        assert!(before("2020-03-01", "2020-03-02"));
        assert!(!before("2020", "2020-03"));
        assert!(!before("2020-03", "2020"));
        assert!(!before("2020-03-01", "2020-03"));
    }

    #[test]
    fn a_month_or_a_year_ends_with_its_last_day() {
        for (date, last) in [
            ("2027", "2027-12-31"),
            ("2027-04", "2027-04-30"),
            ("2027-02", "2027-02-28"),
            ("2028-02", "2028-02-29"),
            ("2027-03-05", "2027-03-05"),
        ] {
            let date = PartialDate::parse(date).expect("a date");
            assert_eq!(date.last_day().to_string(), last);
        }
    }

    #[test]
    fn normalizes_timestamps() {
        let text = |text| Timestamp::parse(text).map(|t| t.text);
        assert_eq!(text("2026-03-14T09:30:00Z").as_deref(), Ok("2026-03-14T09:30:00+00:00"));
        assert_eq!(text("2026-03-14 09:30:00.5-03:30").as_deref(), Ok("2026-03-14T09:30:00-03:30"));
        for wrong in [
            "2026-03-14",
            "2026-03-14T09:30:00",
            "2026-02-30T09:30:00Z",
            "2026-02-20T09:30:00+25:00",
            "today",
        ] {
            assert!(text(wrong).is_err(), "{wrong}");
        }
        let parse = |text| Timestamp::parse(text).expect("a time");
        assert!(parse("2026-01-01T00:00:00+02:00") < parse("2025-12-31T23:00:00+00:00"));
    }
}
