//! Recognizes private values in texts and numbers: email addresses, phone numbers, days of birth,
//! national identifiers, tokens, and lines with a private label.

use crate::model::date_formats::{parse_lenient, parse_range};
use crate::private_keys::{self, BIRTH, CONTACT, NATIONAL_ID, SECRET};

/// Parts of texts that contain a token or a password.
const SECRETS: &str = "token= apikey= api_key= password= ghp_ github_pat_ glpat- -----BEGIN ://eyJ eyJhbGci \
    AKIA AIza xoxb- xoxp- sk-proj- sk-ant-";

/// Returns what a text contains apart from numbers, if that is private. `is_public` is true for parts that
/// may be public.
pub(super) fn meaning_of_text(
    text: &str,
    is_public: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    if SECRETS.split_whitespace().any(|part| text.contains(part)) {
        return Some(SECRET);
    }
    if has_birth_date(text) {
        return Some(BIRTH);
    }
    let words = text.split(|c: char| c.is_whitespace() || is_separator(c));
    let words = words.map(|word| word.trim_matches(['.', '!', '_']));
    // `@anna@example.com` is a user name of Mastodon.
    let is_user_name = |word: &str| word.starts_with('@') || word.starts_with("git@");
    let mut emails = words.filter(|word| !is_user_name(word) && is_email(word));
    emails.any(|email| !is_public(email)).then_some(CONTACT)
}

/// Returns what the first private number of a text is. Numbers in web addresses are not private.
/// `is_third_person` is true for data about other persons.
pub(super) fn meaning_of_numbers(
    text: &str,
    is_third_person: bool,
    is_public: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    numbers(&without_web_addresses(text)).find_map(|number| {
        let meaning = meaning_of_number(number, is_third_person)?;
        (!is_public(number)).then_some(meaning)
    })
}

/// Returns what a line such as `Date of birth: 3 Feb` contains.
pub(super) fn meaning_of_line(text: &str) -> Option<&'static str> {
    let (label, value) = text.split_once([':', '：'])?;
    let meaning = private_keys::meaning_of_label(label)?;
    (!text.contains('\n') && private_keys::can_be(meaning, value)).then_some(meaning)
}

/// Returns whether a text has a day of birth, such as `born on 3 February 1980`.
fn has_birth_date(text: &str) -> bool {
    const BORN: &str = "born birth birthday född geboren geb né née nacido nacida nato nata født";
    let is_born = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        BORN.split(' ').any(|known| known == word)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_day = |words: &[&str]| {
        let date = words.join(" ");
        let date = date.trim_end_matches(['.', ',', ';', ')']);
        // Also where the order of day and month is not certain, such as 03.02.1980.
        let digits = date.split(['.', '/', '-']).filter(|part| part.parse::<u16>().is_ok());
        digits.count() == 3
            || parse_lenient(date).is_some_and(|date| date.to_string().len() == "1980-02-03".len())
    };
    let mut born = (0..words.len()).filter(|index| is_born(words[*index]));
    born.any(|index| {
        let mut starts = index + 1..words.len().min(index + 3);
        starts.any(|start| (1..=3).any(|len| words.get(start..start + len).is_some_and(is_day)))
    })
}

/// Returns whether a character separates an email address from what is around it.
fn is_separator(character: char) -> bool {
    "<>()[]{},;:\"'|*`=?/\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{2026}"
        .contains(character)
}

/// Returns whether a word can be an email address, also one with letters outside of ASCII.
fn is_email(word: &str) -> bool {
    let is_domain = |domain: &str| {
        let top = domain.rsplit_once('.').map_or("", |(_, top)| top);
        top.chars().count() > 1 && top.chars().all(char::is_alphabetic)
    };
    word.rsplit_once('@').is_some_and(|(local, domain)| !local.is_empty() && is_domain(domain))
}

/// Replaces web addresses by line breaks, also those like `example.com/anna`.
fn without_web_addresses(text: &str) -> String {
    let ends = |c: char| c.is_whitespace() || is_separator(c) && !":/?=".contains(c);
    let is_address = |word: &str| {
        let (host, path) = word.split_once('/').unwrap_or_default();
        let top = host.rsplit_once('.').map_or("", |(_, top)| top);
        let has_host = !top.is_empty() && top.chars().all(char::is_alphabetic);
        word.contains("http://")
            || word.contains("https://")
            || has_host && path.starts_with(char::is_alphabetic)
    };
    let words = text.split_inclusive(ends);
    words.map(|word| if is_address(word.trim_end_matches(ends)) { "\n" } else { word }).collect()
}

/// Returns the runs of digits and of the characters that separate digits in phone numbers.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_part =
        |c: char| c.is_ascii_digit() || "+-./() \u{A0}\u{202F}\u{2011}\u{2212}–".contains(c);
    let runs = text.split(move |c: char| !is_part(c));
    runs.map(|run| run.trim_matches(|c: char| !c.is_ascii_digit() && !"+(".contains(c)))
}

/// Returns what a number is, if it is private. Any number that is long enough and not a date is a
/// phone number where the text is about other persons.
pub(super) fn meaning_of_number(number: &str, is_third_person: bool) -> Option<&'static str> {
    let groups = number.split(|c: char| !c.is_ascii_digit()).map(str::len);
    let groups: Vec<usize> = groups.filter(|length| *length > 0).collect();
    let digits: usize = groups.iter().sum();
    let inside = number.trim_matches(['(', ' ']);
    if !(7..=15).contains(&digits)
        || parse_lenient(inside).is_some()
        || parse_range(inside).is_some()
    {
        return None;
    }
    match groups.as_slice() {
        [6 | 8, 4] | [10 | 12] if starts_with_birth_date(number) => Some(NATIONAL_ID),
        [3, 2, 4] => Some(NATIONAL_ID),
        [3, 3, 4] | [1, 3, 3, 4] => Some(CONTACT),
        _ if number.starts_with('+') && digits >= 8 => Some(CONTACT),
        _ if number.trim_start_matches('(').starts_with('0') && digits >= 9 => Some(CONTACT),
        _ => is_third_person.then_some(CONTACT),
    }
}

/// Returns whether a number of ten or twelve digits starts with a date, as identifiers in the Nordic
/// countries do. The day can be 60 higher.
fn starts_with_birth_date(number: &str) -> bool {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let part = |start: usize| digits[digits.len() - 10..][start..start + 2].parse().unwrap_or(0);
    let (month, day): (u8, u8) = (part(2), part(4));
    (1..=12).contains(&month) && matches!(day, 1..=31 | 61..=91)
}

#[cfg(test)]
mod tests {
    use super::{
        CONTACT, NATIONAL_ID, has_birth_date, is_email, meaning_of_number, meaning_of_numbers,
        meaning_of_text, numbers,
    };

    #[test]
    fn recognizes_days_of_birth() {
        for text in [
            "Born 1980-02-03 in Lund.",
            "Anna (born: 1980-02-03)",
            "I was born on 3 February 1980, in Lund.",
            "Född 1980-02-03.",
            "geb. 03.02.1980",
        ] {
            assert!(has_birth_date(text), "{text}");
        }
        for text in ["Born in 1980", "born in Lund", "The company was born", "since 2010-02-03"] {
            assert!(!has_birth_date(text), "{text}");
        }
    }

    #[test]
    fn ignores_numbers_in_web_addresses() {
        for text in [
            "https://www.example.com/in/anna-berg-088476211",
            "www.example.com/in/anna-berg-088476211",
            "Read (https://doi.org/10.1000/0123456789)",
            "https://blog.example.com/a/198201011234?id=0701234567",
        ] {
            assert_eq!(meaning_of_numbers(text, true, |_| false), None, "{text}");
        }
        for text in ["https://example.com, 070-174 06 05", "Tel.nr/08-46500412", "a.b +46701740605"]
        {
            assert_eq!(meaning_of_numbers(text, false, |_| false), Some(CONTACT), "{text}");
        }
    }

    #[test]
    fn ignores_ranges_of_years_and_user_names() {
        for text in ["Teammate (2007 - 2009)", "(Jan 2007 – 2009)", "Colleague, 2007-2009"] {
            assert_eq!(meaning_of_numbers(text, true, |_| false), None, "{text}");
        }
        assert_eq!(meaning_of_text("@anna@example.com", |_| false), None);
        assert_eq!(meaning_of_text("write to anna@example.com", |_| false), Some(CONTACT));
    }

    #[test]
    fn recognizes_numbers_of_persons() {
        let meaning =
            |text: &str, others| numbers(text).find_map(|number| meaning_of_number(number, others));
        assert_eq!(meaning("Call +46 70 123 45 67.", false), Some(CONTACT));
        assert_eq!(meaning("(555) 123-4567", false), Some(CONTACT));
        for id in ["820101-1234", "820101–1234", "820101 1234", "198201011234"] {
            assert_eq!(meaning(id, false), Some(NATIONAL_ID), "{id}");
        }
        assert_eq!(meaning("+46\u{202F}70\u{202F}999\u{202F}88\u{202F}77", false), Some(CONTACT));
        assert_eq!(meaning("tel 12 34 56 78", true), Some(CONTACT));
        for word in ["boss@corp.com", "åsa@corp.se", "bo@bücher.de"] {
            assert!(is_email(word), "{word}");
        }
        assert!(!is_email("@anna") && !is_email("react@18.2.0"));
        for text in ["2010-2015", "01.02.2019", "ISO 27001 and 9001", "12 000 000 users", "1.2.3"] {
            assert_eq!(meaning(text, false), None, "{text}");
        }
    }
}
