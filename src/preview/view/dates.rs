//! Formats dates for people.

use jiff::civil::Date;

use crate::model::date::PartialDate;

/// Formats `2027-01-11` as "11 Jan 2027"; returns other text unchanged.
pub(super) fn display_date(text: &str) -> String {
    let format = match text.len() {
        10 => "%-d %b %Y",
        7 => "%b %Y",
        _ => "%Y",
    };
    let is_date = PartialDate::parse(text).is_ok();
    let first_day = format!("{text}-01-01").get(..10).and_then(|day| day.parse().ok());
    match first_day.filter(|_: &Date| is_date) {
        Some(day) => day.strftime(format).to_string(),
        None => text.to_owned(),
    }
}

/// Formats the time from one date to another. Without an end date it continues.
pub(super) fn display_period(start: Option<&str>, end: Option<&str>) -> Option<String> {
    Some(match (start.map(display_date), end.map(display_date)) {
        (None, None) => return None,
        (Some(start), None) => format!("{start} – present"),
        (None, Some(end)) => format!("until {end}"),
        (Some(start), Some(end)) if start == end => start,
        (Some(start), Some(end)) => format!("{start} – {end}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{display_date, display_period};

    #[test]
    fn dates_keep_their_precision() {
        assert_eq!(display_date("2027"), "2027");
        assert_eq!(display_date("2027-09"), "Sep 2027");
        assert_eq!(display_date("2027-01-05"), "5 Jan 2027");
        assert_eq!(display_date("next spring"), "next spring");
        assert_eq!(display_date("2027-13"), "2027-13");
        assert_eq!(display_date("åäöåäö"), "åäöåäö");
    }

    #[test]
    fn formats_periods() {
        let year = Some("2020");
        assert_eq!(display_period(None, None), None);
        assert_eq!(display_period(year, None).as_deref(), Some("2020 – present"));
        assert_eq!(display_period(None, year).as_deref(), Some("until 2020"));
        assert_eq!(display_period(year, year).as_deref(), Some("2020"));
    }
}
