//! Lenient parsing of dates and date ranges in the formats that people use.

use std::sync::LazyLock;

use regex::Regex;

use super::date::{DASHES, PartialDate, normalize_hyphens};

/// Month names and abbreviations in English, Swedish and German, in lower case, separated by spaces.
const MONTHS: [&str; 12] = [
    "january januari januar jänner jan jän",
    "february februari februar feber feb",
    "march mars märz maerz mar mär mrz",
    "april apr",
    "may maj mai",
    "june juni jun",
    "july juli jul",
    "august augusti aug",
    "september sep sept",
    "october oktober oct okt",
    "november nov",
    "december dezember dec dez",
];

/// Returns whether a text, which can be in parentheses, is a date or a range of dates.
pub fn is_date(text: &str) -> bool {
    let text = text.trim_matches(['(', ' ']);
    parse_lenient(text).is_some()
        || DateWithTime::parse(text).is_some()
        || parse_range(text).is_some()
}

/// Returns whether the text is a word for "until now" instead of an end date.
pub fn means_present(text: &str) -> bool {
    const WORDS: &str = "\
        present, to present, now, today, current, currently, active, ongoing, to date, till date, \
        till now, until now, nu, pågående, nuvarande, idag, i dag, tills vidare, heute, bis heute, \
        aktuell";
    let word = text.trim().trim_matches(['(', ')', '.']).to_lowercase();
    WORDS.split(", ").any(|known| known == word)
}

/// Parses a date in any unambiguous format: `2024/03/15`, `2024.3`, `20240315`, `03/2024`,
/// `March 2024`, `15 March 2024`, `2024-03-15T00:00:00Z`, and `2024–03` with a dash. With dots, the day is first:
/// `01.03.2024` is in March. With another time than 00:00, a date is a [`DateWithTime`].
pub fn parse_lenient(text: &str) -> Option<PartialDate> {
    let (date, time) = split_time(text);
    let is_one_day = time.is_none_or(is_midnight);
    PartialDate::parse(&standard_form(date).filter(|_| is_one_day)?).ok()
}

/// A date with a time that is not 00:00, which in other time zones is on another day: the start of 1 January 2020 in
/// Stockholm is `2019-12-31T23:00:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateWithTime {
    /// The date as written.
    pub written: PartialDate,
    /// The two days that the author can mean. The written one is the second one before noon, and else the first one.
    pub days: [PartialDate; 2],
}

impl DateWithTime {
    /// Parses a date that includes the day, in any unambiguous format, with a time that is not 00:00. `24:00` is the end
    /// of one day and the start of another one.
    pub fn parse(text: &str) -> Option<Self> {
        let (date, time) = split_time(text);
        let time = time.filter(|time| !is_midnight(time))?;
        let written = parse_lenient(date)?;
        let hour: u8 = time.split(':').next()?.parse().ok()?;
        let days = match hour {
            0..12 => [written.plus_days(-1)?, written],
            _ => [written, written.plus_days(1)?],
        };
        Some(Self { written, days })
    }
}

/// Splits a text into a date, and its time without the UTC offset, if it has one.
fn split_time(text: &str) -> (&str, Option<&str>) {
    const TIME: &str = r"^(.*\S)(?:[Tt]| +)((?:[01]?\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?) *(?:[Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?)?(?:\[[^\]]*\])?$";
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| Regex::new(TIME).expect("a valid pattern"));
    let text = text.trim();
    let parts = PATTERN.captures(text).map(|parts| parts.extract());
    parts.map_or((text, None), |(_, [date, time])| (date, Some(time)))
}

fn is_midnight(time: &str) -> bool {
    !time.contains(|c: char| ('1'..='9').contains(&c))
}

/// Returns the month of a date whose day does not exist in it: `2021-02` for `30 February 2021`.
pub fn month_of_impossible_day(text: &str) -> Option<PartialDate> {
    let date = standard_form(split_time(text).0)?;
    let (month, _) = date.rsplit_once('-').filter(|(month, _)| month.contains('-'))?;
    PartialDate::parse(&date).is_err().then(|| PartialDate::parse(month).ok())?
}

/// Converts a date in any unambiguous format to the profile's form. The date may not exist.
fn standard_form(text: &str) -> Option<String> {
    let text = text.trim();
    if is_year_range(text) {
        return None;
    }
    let text = normalize_hyphens(text);
    if PartialDate::parse(&text).is_ok() {
        return Some(text);
    }
    from_numbers(&text).or_else(|| from_month_name(&text))
}

/// A start date and, unless the period is ongoing, an end date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateRange {
    /// The start date.
    pub start: PartialDate,
    /// The end date; `None` if ongoing.
    pub end: Option<PartialDate>,
}

/// Parses a date range: `2015 - 2018`, `Jan 2015 – present`, `Jan–Mar 2020`, `2015–`, `since 2015`.
///
/// Returns `None` if the text is ambiguous.
pub fn parse_range(text: &str) -> Option<DateRange> {
    const SEPARATORS: [&str; 5] = ["-", " to ", " bis ", " till ", " until "];
    let text = normalize_hyphens(text);
    if let Some(start) = start_of_ongoing(text.trim()) {
        return Some(DateRange { start, end: None });
    }
    let mut ranges = SEPARATORS.iter().flat_map(|separator| {
        let places = text.match_indices(separator);
        places.filter_map(|(at, _)| {
            range_between(text[..at].trim(), text[at + separator.len()..].trim())
        })
    });
    ranges.next().filter(|_| ranges.next().is_none())
}

/// Returns the only date of a range without an end.
fn start_of_ongoing(text: &str) -> Option<PartialDate> {
    const WORDS: [&str; 6] = ["since ", "from ", "seit ", "ab ", "sedan ", "från "];
    let after = |word: &&str| {
        let (start, date) = text.split_at_checked(word.len())?;
        start.eq_ignore_ascii_case(word).then_some(date)
    };
    parse_lenient(WORDS.iter().find_map(after).or_else(|| text.strip_suffix('-'))?)
}

fn range_between(start: &str, end: &str) -> Option<DateRange> {
    if means_present(end) {
        let start = parse_lenient(start)?;
        return Some(DateRange { start, end: None });
    }
    let end = parse_lenient(end)?;
    let start = parse_lenient(start).or_else(|| {
        // `Jan–Mar 2020`: the year of the end applies to both dates.
        let date = end.to_string();
        let (year, _) = date.split_once('-')?;
        parse_lenient(&format!("{start} {year}"))
    })?;
    let end = (!end.is_before(&start)).then_some(end)?;
    Some(DateRange { start, end: Some(end) })
}

/// Returns whether a dash can separate two years: `2010–12` can mean three years or December 2010.
fn is_year_range(text: &str) -> bool {
    let Some((start, end)) = text.split_once(DASHES) else {
        return false;
    };
    let is_number = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|b| b.is_ascii_digit())
    };
    is_number(start, 4) && is_number(end, 2) && start[2..] < *end
}

/// Converts a date that consists of numbers to the profile's form.
fn from_numbers(text: &str) -> Option<String> {
    let numbers: Option<Vec<u32>> = text.split(['/', '.', '-']).map(|n| n.parse().ok()).collect();
    let has_dots = !text.contains(['/', '-']);
    match *numbers?.as_slice() {
        [year @ 1000..=9999, month] | [month, year @ 1000..=9999] => {
            Some(format!("{year}-{month:02}"))
        }
        [day @ 1..=12, month @ 1..=12, year @ 1000..=9999] if has_dots || day == month => {
            Some(format!("{year}-{month:02}-{day:02}"))
        }
        // A day above 12 cannot be a month.
        [year @ 1000..=9999, month, day]
        | [day @ 13..=31, month, year @ 1000..=9999]
        | [month, day @ 13..=31, year @ 1000..=9999] => Some(format!("{year}-{month:02}-{day:02}")),
        [compact @ 10_000_000..=99_999_999] => {
            Some(format!("{}-{:02}-{:02}", compact / 10_000, compact / 100 % 100, compact % 100))
        }
        _ => None,
    }
}

/// Converts a date with a month name, a year and an optional day to the profile's form.
fn from_month_name(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || ",./-".contains(c));
    let (mut year, mut month, mut day) = (None, None, None);
    for word in words.filter(|word| !word.is_empty() && !["of", "den", "am"].contains(word)) {
        let word = word.to_lowercase();
        let digits = word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
        let taken = match digits.parse::<u32>() {
            Ok(number @ 1000..=9999) if digits == word => year.replace(number).is_some(),
            Ok(number @ 1..=31) => day.replace(number).is_some(),
            Ok(_) => return None,
            Err(_) => {
                let known = |names: &&str| names.split(' ').any(|name| name == word);
                let number = (1_u32..).zip(&MONTHS).find(|(_, names)| known(names))?.0;
                month.replace(number).is_some()
            }
        };
        if taken {
            return None;
        }
    }
    let (year, month) = (year?, month?);
    Some(match day {
        Some(day) => format!("{year}-{month:02}-{day:02}"),
        None => format!("{year}-{month:02}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{
        DateRange, DateWithTime, means_present, month_of_impossible_day, parse_lenient, parse_range,
    };

    #[test]
    fn parses_unambiguous_dates() {
        for (written, date) in [
            ("2024/03/15", "2024-03-15"),
            ("2024.3", "2024-03"),
            ("2024-3-5", "2024-03-05"),
            ("20240315", "2024-03-15"),
            ("03/2024", "2024-03"),
            ("March 2024", "2024-03"),
            ("maj 2024", "2024-05"),
            ("Okt 2024", "2024-10"),
            ("Sept. 2024", "2024-09"),
            ("mars 2024", "2024-03"),
            ("June 15th, 2024", "2024-06-15"),
            ("15. März 2024", "2024-03-15"),
            ("2024-03-15T00:00:00.000Z", "2024-03-15"),
            ("mars\u{2011}2024", "2024-03"),
            ("2021\u{2010}04", "2021-04"),
            ("2021\u{2011}04", "2021-04"),
            ("2021\u{2212}04\u{2212}05", "2021-04-05"),
            ("2021–12", "2021-12"),
            ("2021—12–24", "2021-12-24"),
            ("24.12.2021", "2021-12-24"),
            ("12/24/2021", "2021-12-24"),
            ("2021-12-24 00:00", "2021-12-24"),
            ("2021-12-24T00:00:00+01:00", "2021-12-24"),
            ("2021-12-24t00:00:00.000-0800", "2021-12-24"),
            ("2021-12-24T00:00+01:00[Europe/Stockholm]", "2021-12-24"),
            ("24 December 2021 0:00 UTC", "2021-12-24"),
            ("03.03.2024", "2024-03-03"),
            ("01.03.2027", "2027-03-01"),
            ("4.12.2024 00:00", "2024-12-04"),
            ("den 1 mars 2024", "2024-03-01"),
        ] {
            let parsed = parse_lenient(written).map(|date| date.to_string());
            assert_eq!(parsed.as_deref(), Some(date), "{written}");
        }
        for written in [
            "03/04/2024",
            "03-04-2024",
            "01.03/2024",
            "24",
            "2024-13",
            "2023-02-30",
            "soon",
            "March",
            "Summer 2024",
            "juillet 2024",
            "Jan Feb 2024",
            "Julen 2020",
            "General 2020",
            "Maja 2020",
            "Marcus 2020",
            "Decide 2020",
            "mars–maj 2021",
            "Jan—Mar 2020",
            "2010–12",
            "2015–2018",
            "2021-12-24 09:30:00",
            "2021-12-24T24:00:00",
            "2021-12-24 00:00 or later",
            "",
        ] {
            assert_eq!(parse_lenient(written), None, "{written}");
        }
    }

    #[test]
    fn a_time_other_than_midnight_leaves_two_days() {
        let days =
            |text| DateWithTime::parse(text).map(|date| date.days.map(|day| day.to_string()));
        for (text, first, second) in [
            ("2019-12-31T23:00:00.000Z", "2019-12-31", "2020-01-01"),
            ("2027-01-10T23:00", "2027-01-10", "2027-01-11"),
            ("2027-01-10T24:00:00", "2027-01-10", "2027-01-11"),
            ("2027-01-10T23:00:00+01:00", "2027-01-10", "2027-01-11"),
            ("2027-01-10T12:00Z", "2027-01-10", "2027-01-11"),
            ("2027-01-10 05:00:00-0500", "2027-01-09", "2027-01-10"),
            ("2027-03-01 00:30", "2027-02-28", "2027-03-01"),
            ("10 January 2027 9:30 GMT", "2027-01-09", "2027-01-10"),
        ] {
            assert_eq!(days(text), Some([first.to_owned(), second.to_owned()]), "{text}");
        }
        for text in [
            "2027-01-10",
            "2027-01-10T00:00Z",
            "2027-01T23:00",
            "2027-02-30T23:00Z",
            "2027-01-10T25:00",
            "2027-01-10T23:00 or so",
            "2999-12-31T23:00Z",
        ] {
            assert_eq!(days(text), None, "{text}");
        }
    }

    #[test]
    fn cuts_impossible_days() {
        let month = |text| month_of_impossible_day(text).map(|date| date.to_string());
        for text in ["2021-02-30", "2021/02/30", "30 February 2021", "20210230", "2021-02-00"] {
            assert_eq!(month(text).as_deref(), Some("2021-02"), "{text}");
        }
        for text in ["2021-02-28", "2021-13-01", "2021-02", "03/04/2021", "soon"] {
            assert_eq!(month(text), None, "{text}");
        }
    }

    #[test]
    fn parses_unambiguous_ranges() {
        let read = |text: &str| {
            let DateRange { start, end } = parse_range(text)?;
            Some((start.to_string(), end.map(|end| end.to_string())))
        };
        let pair =
            |start: &str, end: Option<&str>| Some((start.to_owned(), end.map(str::to_owned)));
        assert_eq!(read("2015 - 2018"), pair("2015", Some("2018")));
        assert_eq!(read("2015-2018"), pair("2015", Some("2018")));
        assert_eq!(read("Jan 2015 – Present"), pair("2015-01", None));
        assert_eq!(read("2015–2018"), pair("2015", Some("2018")));
        assert_eq!(read("2015-03-2018-05"), pair("2015-03", Some("2018-05")));
        for between in ["–", "—", "-", " – ", " to "] {
            let months = read(&format!("Jan{between}Mar 2020"));
            assert_eq!(months, pair("2020-01", Some("2020-03")), "{between}");
        }
        assert_eq!(read("mars–maj 2020"), pair("2020-03", Some("2020-05")));
        let days = pair("2020-01-15", Some("2020-02-02"));
        assert_eq!(read("15 Jan – 2 Feb 2020"), days);
        assert_eq!(read("mars 2020 – nu"), pair("2020-03", None));
        for ongoing in ["2015–", "2015 -", "seit 2015", "Since 2015", "sedan 2015", "från 2015"]
        {
            assert_eq!(read(ongoing), pair("2015", None), "{ongoing}");
        }
        assert_eq!(read("seit 01.03.2015"), pair("2015-03-01", None));
        assert_eq!(read("until 2015"), None);
        assert_eq!(read("-2015"), None);
        assert_eq!(read("2015-03"), None);
        assert_eq!(read("Nov–Feb 2020"), None);
        assert_eq!(read("2010–12"), None);
        assert_eq!(read("2019-01-2020"), None);
        assert_eq!(read("2018 - 2015"), None);
        assert_eq!(read("2018 - soon"), None);
    }

    #[test]
    fn recognizes_words_for_the_present() {
        for word in ["Present", "nu", "(current)", "bis heute"] {
            assert!(means_present(word), "{word}");
        }
        assert!(!means_present("2024") && !means_present(""));
    }
}
