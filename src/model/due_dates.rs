//! The days after which a profile is not true any more, although nothing changes it.

use serde::{Deserialize, Serialize};

use super::day::Day;
use super::profile::Profile;

/// The days of a profile that `vitae due` lists, apart from the publication period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueDates {
    /// The first day on which the consultant is available.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_from: Option<Day>,
    /// The last day and the name of each certification that expires.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certifications: Vec<(Day, Option<String>)>,
}

impl DueDates {
    /// Returns the days of a profile; `None` if it has none.
    pub fn of(profile: &Profile) -> Option<Self> {
        let certifications = profile.certifications.iter();
        let dates = Self {
            available_from: profile.engagement.available_from,
            certifications: certifications
                .filter_map(|it| Some((Day(it.expires?.last_day()), it.name.clone())))
                .collect(),
        };
        (dates.available_from.is_some() || !dates.certifications.is_empty()).then_some(dates)
    }
}
