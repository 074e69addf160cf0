//! What the editors of profiles should look at: publications that start or end, and what is not true any more.

mod outdated;

use std::fmt;

use serde::Serialize;

use crate::compile::Rows;
use crate::model::day::{Day, PublicationPeriod};
use crate::model::due_dates::DueDates;
use crate::model::id::ConsultantId;

pub use outdated::{OutdatedTranslation, outdated};

/// Something to look at. Ordered by day and identifier; a publication of one day starts before it ends.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Event {
    /// The day of the event.
    #[serde(rename = "date")]
    pub day: Day,
    /// The consultant.
    pub id: ConsultantId,
    /// What happens.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happens on the day of an [`Event`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum EventKind {
    /// The publication starts.
    Starts,
    /// It is the last day of the publication.
    Ends,
    /// The profile offers this day, which has passed.
    Available,
    /// It is the last day of a certification.
    Expires {
        /// The name of the certification.
        certification: Option<String>,
    },
    /// The last text changed that has a translation.
    Outdated {
        /// The language of the translation.
        language: String,
        /// The paths of the changed texts.
        fields: Vec<String>,
    },
}

impl EventKind {
    /// Returns whether the event is the start or the end of a publication.
    pub fn is_of_publication(&self) -> bool {
        matches!(self, Self::Starts | Self::Ends)
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Starts => write!(f, "starts"),
            Self::Ends => write!(f, "ends"),
            Self::Available => write!(f, "available"),
            Self::Expires { certification: None } => write!(f, "expires"),
            Self::Expires { certification: Some(name) } => write!(f, "expires  {name}"),
            Self::Outdated { language, fields } => {
                write!(f, "outdated  {language}: {}", fields.join(", "))
            }
        }
    }
}

/// Returns the events of the compiled profiles.
pub fn events(rows: &Rows, today: Day) -> Vec<Event> {
    rows.due_dates().flat_map(|(id, period, dates)| events_of(id, period, dates, today)).collect()
}

impl From<OutdatedTranslation<'_>> for Event {
    fn from(outdated: OutdatedTranslation<'_>) -> Self {
        let OutdatedTranslation { id, language, day, texts } = outdated;
        let fields = texts.into_iter().map(|text| text.path).collect();
        let kind = EventKind::Outdated { language: language.to_owned(), fields };
        Self { day, id: id.clone(), kind }
    }
}

/// Returns the start and the end of a publication from `today` on, and what the `dates` of a published profile say, whenever
/// it is.
pub fn events_of(
    id: &ConsultantId,
    period: PublicationPeriod,
    dates: Option<&DueDates>,
    today: Day,
) -> Vec<Event> {
    let start = period.from.filter(|day| *day > today).map(|day| (day, EventKind::Starts));
    let end = period.until.filter(|day| *day >= today).map(|day| (day, EventKind::Ends));
    let available = dates.and_then(|dates| dates.available_from).filter(|day| *day < today);
    let available = available.map(|day| (day, EventKind::Available));
    let certifications = dates.into_iter().flat_map(|dates| &dates.certifications);
    let expiries = certifications
        .map(|(day, name)| (*day, EventKind::Expires { certification: name.clone() }));
    let events = start.into_iter().chain(end).chain(available).chain(expiries);
    events.map(|(day, kind)| Event { day, id: id.clone(), kind }).collect()
}
