//! Dates as people read them.

use crate::model::date::PartialDate;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// `2027-01-11` is "11 Jan 2027"; what is no date stays as it is.
pub(super) fn spoken(text: &str) -> String {
    if PartialDate::parse(text).is_err() {
        return text.to_owned();
    }
    let mut parts = text.split('-');
    let year = parts.next().unwrap_or_default();
    let month = parts.next().and_then(|month| month.parse::<usize>().ok());
    let Some(month) = month.and_then(|month| MONTHS.get(month.wrapping_sub(1))) else {
        return year.to_owned();
    };
    match parts.next() {
        Some(day) => format!("{} {month} {year}", day.trim_start_matches('0')),
        None => format!("{month} {year}"),
    }
}

/// From one date until another; what has no end goes on.
pub(super) fn period(start: Option<&str>, end: Option<&str>) -> Option<String> {
    Some(match (start.map(spoken), end.map(spoken)) {
        (None, None) => return None,
        (Some(start), None) => format!("{start} – present"),
        (None, Some(end)) => format!("until {end}"),
        (Some(start), Some(end)) if start == end => start,
        (Some(start), Some(end)) => format!("{start} – {end}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{period, spoken};

    #[test]
    fn dates_are_spoken_as_exactly_as_they_are_known() {
        assert_eq!(spoken("2027"), "2027");
        assert_eq!(spoken("2027-09"), "Sep 2027");
        assert_eq!(spoken("2027-01-05"), "5 Jan 2027");
        assert_eq!(spoken("next spring"), "next spring");
        assert_eq!(spoken("2027-13"), "2027-13");
    }

    #[test]
    fn periods() {
        let year = Some("2020");
        assert_eq!(period(None, None), None);
        assert_eq!(period(year, None).as_deref(), Some("2020 – present"));
        assert_eq!(period(None, year).as_deref(), Some("until 2020"));
        assert_eq!(period(year, year).as_deref(), Some("2020"));
    }
}
