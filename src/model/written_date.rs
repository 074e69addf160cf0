//! Dates in other forms than the one a profile has, as people write them.

use super::date::PartialDate;

/// Beginnings of the months' names in English, Swedish, Danish, Norwegian, German, Dutch, French,
/// Spanish, Italian and Portuguese, in lower case. The longest that fits decides: `mars`, `mai`.
const MONTHS: [(&str, u32); 39] = [
    ("jan", 1),
    ("ene", 1),
    ("gen", 1),
    ("jän", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("mar", 3),
    ("mär", 3),
    ("maa", 3),
    ("mrt", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("maj", 5),
    ("may", 5),
    ("mai", 5),
    ("mei", 5),
    ("mag", 5),
    ("jun", 6),
    ("juin", 6),
    ("giu", 6),
    ("jul", 7),
    ("juil", 7),
    ("lug", 7),
    ("aug", 8),
    ("aoû", 8),
    ("aou", 8),
    ("ago", 8),
    ("sep", 9),
    ("set", 9),
    ("okt", 10),
    ("oct", 10),
    ("out", 10),
    ("ott", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
    ("déc", 12),
];

/// Whether people write this for the end of what goes on.
pub fn means_present(text: &str) -> bool {
    const WORDS: [&str; 30] = [
        "present",
        "to present",
        "now",
        "today",
        "current",
        "currently",
        "ongoing",
        "to date",
        "till date",
        "till now",
        "until now",
        "nu",
        "pågående",
        "nuvarande",
        "idag",
        "tills vidare",
        "heute",
        "bis heute",
        "aktuell",
        "nå",
        "i dag",
        "heden",
        "présent",
        "actuel",
        "aujourd'hui",
        "actualidad",
        "presente",
        "actual",
        "oggi",
        "atual",
    ];
    let word = text.trim().trim_matches(['(', ')', '.']).to_lowercase();
    WORDS.contains(&word.as_str())
}

/// The date that people wrote in another form, where there is only one reading: `2024/03/15`,
/// `2024.3`, `20240315`, `03/2024`, `March 2024`, `15 March 2024`, `2024-03-15T00:00:00Z`.
pub fn rewritten(text: &str) -> Option<PartialDate> {
    let text = text.trim();
    let text = match text.split_once('T') {
        Some((date, time)) if time.starts_with(|c: char| c.is_ascii_digit()) => date,
        _ => text,
    };
    let candidate = in_numbers(text).or_else(|| with_month(text))?;
    PartialDate::parse(&candidate).ok()
}

/// A start, and an end unless it means the present, that people wrote as one: `2015 - 2018`,
/// `Jan 2015 – present`.
pub fn range(text: &str) -> Option<(PartialDate, Option<PartialDate>)> {
    const BETWEEN: [&str; 9] = [
        " - ", " – ", " — ", "–", "—", " to ", " bis ", " till ", " until ",
    ];
    let date = |text: &str| {
        let text = text.trim();
        PartialDate::parse(text).ok().or_else(|| rewritten(text))
    };
    let years = text
        .split_once('-')
        .filter(|(a, b)| a.len() == 4 && b.len() == 4);
    let parts = BETWEEN.iter().find_map(|between| text.split_once(between));
    let (start, end) = parts.or(years)?;
    if means_present(end) {
        return Some((date(start)?, None));
    }
    let (start, end) = (date(start)?, date(end)?);
    (!end.is_before(&start)).then_some((start, Some(end)))
}

fn in_numbers(text: &str) -> Option<String> {
    let numbers: Option<Vec<u32>> = text
        .split(['/', '.', '-'])
        .map(|n| n.parse().ok())
        .collect();
    match *numbers?.as_slice() {
        [year @ 1000..=9999, month] | [month, year @ 1000..=9999] => {
            Some(format!("{year}-{month:02}"))
        }
        [year @ 1000..=9999, month, day] => Some(format!("{year}-{month:02}-{day:02}")),
        [compact @ 10_000_000..=99_999_999] => Some(format!(
            "{}-{:02}-{:02}",
            compact / 10_000,
            compact / 100 % 100,
            compact % 100
        )),
        _ => None,
    }
}

/// A month's name, a year, and a day at most.
fn with_month(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || ",./-".contains(c));
    let (mut year, mut month, mut day) = (None, None, None);
    for word in words.filter(|word| !word.is_empty() && !["of", "de"].contains(word)) {
        let word = word.to_lowercase();
        let digits = word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
        let taken = match digits.parse::<u32>() {
            Ok(number @ 1000..=9999) if digits == word => year.replace(number).is_some(),
            Ok(number @ 1..=31) => day.replace(number).is_some(),
            Ok(_) => return None,
            Err(_) => {
                let known = MONTHS.iter().filter(|(name, _)| word.starts_with(name));
                let (_, number) = known.max_by_key(|(name, _)| name.len())?;
                month.replace(*number).is_some()
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
    use super::{means_present, range, rewritten};

    #[test]
    fn rewrites_dates_with_one_reading() {
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
            ("juillet 2024", "2024-07"),
            ("June 15th, 2024", "2024-06-15"),
            ("15. März 2024", "2024-03-15"),
            ("2024-03-15T00:00:00.000Z", "2024-03-15"),
        ] {
            let rewritten = rewritten(written).map(|date| date.to_string());
            assert_eq!(rewritten.as_deref(), Some(date), "{written}");
        }
        for written in [
            "03/04/2024",
            "24",
            "2024-13",
            "2023-02-30",
            "soon",
            "March",
            "Summer 2024",
            "Jan Feb 2024",
            "",
        ] {
            assert_eq!(rewritten(written), None, "{written}");
        }
    }

    #[test]
    fn reads_ranges() {
        let read = |text| {
            let (start, end) = range(text)?;
            Some((start.to_string(), end.map(|end| end.to_string())))
        };
        let pair =
            |start: &str, end: Option<&str>| Some((start.to_owned(), end.map(str::to_owned)));
        assert_eq!(read("2015 - 2018"), pair("2015", Some("2018")));
        assert_eq!(read("2015-2018"), pair("2015", Some("2018")));
        assert_eq!(read("Jan 2015 – Present"), pair("2015-01", None));
        assert_eq!(read("2015-03"), None);
        assert_eq!(read("2018 - 2015"), None);
        assert_eq!(read("2018 - soon"), None);
    }

    #[test]
    fn knows_words_for_the_present() {
        for word in ["Present", "nu", "(current)", "Aujourd'hui", "bis heute"] {
            assert!(means_present(word), "{word}");
        }
        assert!(!means_present("2024") && !means_present(""));
    }
}
