//! Availability, ways of working and price.

use schemars::JsonSchema;
use serde::Serialize;

use super::{DAY_PATTERN, WORD_PATTERN, date};
use crate::model::profile::Engagement;

/// Availability, ways of working and price.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Engagement")]
pub struct EngagementJson<'a> {
    /// The first available day, `YYYY-MM-DD`.
    #[schemars(regex(pattern = DAY_PATTERN), extend("format" = "date"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_from: Option<String>,
    /// A note on the availability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_from_note: Option<&'a str>,
    /// Ways of working. Known values are `remote`, `hybrid` and `onsite`; other values are possible.
    #[schemars(inner(regex(pattern = WORD_PATTERN)))]
    pub work_arrangements: &'a [String],
    /// Whether the consultant is approved for Swedish F-tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub f_skatt: Option<bool>,
    /// The kind of price. Known values are `contact_directly`, `hourly_rate`, `daily_rate` and `fixed_price`; other values are possible.
    #[schemars(regex(pattern = WORD_PATTERN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing: Option<&'a str>,
    /// A note on the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pricing_note: Option<&'a str>,
}

impl<'a> From<&'a Engagement> for EngagementJson<'a> {
    fn from(engagement: &'a Engagement) -> Self {
        let Engagement {
            available_from,
            available_from_note,
            work_arrangements,
            f_skatt,
            pricing,
            pricing_note,
        } = engagement;
        Self {
            available_from: date(available_from),
            available_from_note: available_from_note.as_deref(),
            work_arrangements,
            f_skatt: *f_skatt,
            pricing: pricing.as_deref(),
            pricing_note: pricing_note.as_deref(),
        }
    }
}
