//! Days, and the period in which a profile is published.

use std::fmt;
use std::str::FromStr;

use jiff::tz::Offset;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::date::{PartialDate, Timestamp};
use super::written_date::invalid_date;
use crate::document::shape::{Shape, TextForm, TextShape};
use crate::document::{Decode, Reporter};
use crate::yaml::Node;

/// A date of the form `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline, with = "String", extend("pattern" = PartialDate::DAY_PATTERN, "format" = "date"))]
pub struct Day(pub(super) PartialDate);

impl Day {
    /// Returns the current day in UTC. Nothing else reads the clock: the day of a compilation is one of its
    /// inputs.
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the clock")]
    pub fn today() -> Self {
        Self::of(jiff::Timestamp::now()).expect("a year from 1000 to 2999")
    }

    /// Returns the day in UTC, `seconds` after the start of 1970; `None` outside of the years of dates.
    pub fn at(seconds: i64) -> Option<Self> {
        Self::of(jiff::Timestamp::from_second(seconds).ok()?)
    }

    fn of(instant: jiff::Timestamp) -> Option<Self> {
        Offset::UTC.to_datetime(instant).date().to_string().parse().ok()
    }

    /// Returns whether it is before the day of a timestamp in UTC.
    pub fn is_before(self, timestamp: &Timestamp) -> bool {
        // Both have four digits for the year.
        self.to_string() < timestamp.date_in_utc().to_string()
    }

    /// Returns the day that is `days` later; `None` after the year 2999.
    pub fn after(self, days: u32) -> Option<Self> {
        self.0.plus_days(days.into()).map(Self)
    }
}

impl FromStr for Day {
    type Err = String;

    /// The error is the predicate of a sentence about the value, such as "is not a date".
    fn from_str(text: &str) -> Result<Self, String> {
        match PartialDate::parse(text)? {
            date if date.is_full() => Ok(Self(date)),
            _ => Err("is missing the day".to_owned()),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Decode for Day {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Day,
        pattern: "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        examples: &["2027-01-11", "2027-03-01"],
        message: Some("Write year, month and day: 2024-03-15."),
    });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let hint = match to.key() {
            "available_from" => {
                "write the year, month and day: 2024-03-15; a text belongs in `available_from_note` in `engagement`"
            }
            _ => "write the year, month and day: 2024-03-15",
        };
        to.text(node, |text| {
            text.parse().map_err(|problem| invalid_date(text, problem, hint, PartialDate::is_full))
        })
    }
}

/// The days on which an active profile is published, from the first to the last one. A bound that is `None` does
/// not limit the period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PublicationPeriod {
    /// The first day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Day>,
    /// The last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Day>,
}

impl PublicationPeriod {
    /// Returns whether the profile is published on this day.
    pub fn contains(&self, day: Day) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }

    /// Returns whether the period has no end and no start.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}
