//! Recognizes email addresses, phone numbers and personal identity numbers in texts. The check of content,
//! imports and the comparison of published profiles decide what they mean there.

use std::sync::LazyLock;

use regex::Regex;

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivateText {
    /// An email address.
    Email,
    /// A number in the form of a phone number.
    Phone,
    /// A Swedish personal identity number or coordination number with its check digit, and with twelve digits or a
    /// separator.
    PersonalNumber,
    /// The ten digits of such a number, which can be another number.
    TenDigits,
    /// A number in the form of a national identifier.
    NationalId,
    /// Any other number that is long enough for a phone number.
    Number,
}

/// Returns the private parts of a text, apart from numbers in web addresses. A number can also be a date.
pub fn private_parts(text: &str) -> Vec<(PrivateText, &str)> {
    let words = text.split(|c: char| c.is_whitespace() || is_separator(c));
    let words = words.map(|word| word.trim_matches(['.', '!', '_']));
    let emails = words.filter(|word| is_email(word)).map(|word| (PrivateText::Email, word));
    let pieces = outside_of_web_addresses(text);
    let personal = pieces.iter().flat_map(|piece| personal_numbers(piece));
    let numbers = pieces.iter().flat_map(|piece| numbers(piece));
    let numbers = numbers.filter_map(|number| Some((form_of(number)?, number)));
    emails.chain(personal).chain(numbers).collect()
}

/// Returns the most certain form of the Swedish personal identity numbers and coordination numbers of a text outside of
/// web addresses.
pub fn personal_number(text: &str) -> Option<PrivateText> {
    if text.bytes().filter(u8::is_ascii_digit).count() < 10 {
        return None;
    }
    let pieces = outside_of_web_addresses(text);
    let found = pieces.into_iter().flat_map(personal_numbers).map(|(kind, _)| kind);
    found.max_by_key(|kind| *kind == PrivateText::PersonalNumber)
}

/// Returns whether a character separates an email address from what is around it.
fn is_separator(character: char) -> bool {
    "<>()[]{},;:\"'|*`=?/\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{2026}"
        .contains(character)
}

/// Returns whether a word can be an email address, also one with letters outside of ASCII. `@anna@example.com` is a
/// user name of Mastodon.
pub fn is_email(word: &str) -> bool {
    let is_domain = |domain: &str| {
        let top = domain.rsplit_once('.').map_or("", |(_, top)| top);
        top.chars().count() > 1 && top.chars().all(char::is_alphabetic)
    };
    let is_user_name = word.starts_with('@') || word.starts_with("git@");
    !is_user_name && word.rsplit_once('@').is_some_and(|(_, domain)| is_domain(domain))
}

/// Returns the parts of a text between web addresses, also those like `example.com/anna`.
fn outside_of_web_addresses(text: &str) -> Vec<&str> {
    let ends = |c: char| c.is_whitespace() || is_separator(c) && !":/?=".contains(c);
    let is_address = |word: &str| {
        let (host, path) = word.split_once('/').unwrap_or_default();
        let top = host.rsplit_once('.').map_or("", |(_, top)| top);
        let has_host = !top.is_empty() && top.chars().all(char::is_alphabetic);
        let lower = word.to_ascii_lowercase();
        ["http://", "https://"].iter().any(|scheme| lower.contains(scheme))
            || lower.starts_with("www.")
            || has_host && path.starts_with(char::is_alphabetic)
    };
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    for word in text.split_inclusive(ends) {
        if is_address(word.trim_end_matches(ends)) {
            pieces.push(&text[start..at]);
            start = at + word.trim_end_matches(ends).len();
        }
        at += word.len();
    }
    pieces.push(&text[start..]);
    pieces
}

/// Returns the numbers YYMMDD-NNNC and YYYYMMDD-NNNC (Skatteverket, SKV 704); `+` is for persons who are older than
/// 100 years. Word processors replace the hyphen by a dash or a minus sign.
fn personal_numbers(text: &str) -> impl Iterator<Item = (PrivateText, &str)> {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?x)\b(SE\ ?)?(?:18|19|20)?([0-9]{2})[-.]?([0-9]{2})[-.]?([0-9]{2})
            (?:\s?[-+‐‑–−]\s?|[./_\s])?([0-9]{4})(01)?\b";
        Regex::new(pattern).expect("a valid pattern")
    });
    NUMBER.captures_iter(text).filter_map(|found| {
        let number = found.get_match().as_str();
        let (date, rest) = (found[2].to_owned() + &found[3] + &found[4], &found[5]);
        // The VAT number of a sole trader is the personal identity number between `SE` and `01`.
        let (is_vat, has_end) = (found.get(1).is_some(), found.get(6).is_some());
        let kind = match number.len() {
            _ if is_vat => PrivateText::TenDigits,
            10 => PrivateText::TenDigits,
            _ => PrivateText::PersonalNumber,
        };
        let is_valid = starts_with_date(&[&*date, rest].concat()) && has_check_digit(&date, rest);
        (is_valid && is_vat == has_end).then_some((kind, number))
    })
}

/// Returns whether numbers end with the check digit of the Luhn algorithm (ISO/IEC 7812-1, annex B).
fn has_check_digit(date: &str, rest: &str) -> bool {
    let digits = date.bytes().chain(rest.bytes()).map(|digit| u32::from(digit - b'0'));
    let products = digits.zip([2, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight);
    products.map(|it| it / 10 + it % 10).sum::<u32>().is_multiple_of(10)
}

/// Returns whether the last ten of at least ten digits start with a date, as identifiers in the Nordic countries do.
/// The day can be 60 higher.
fn starts_with_date(digits: &str) -> bool {
    let part = |start: usize| digits[digits.len() - 10..][start..start + 2].parse().unwrap_or(0);
    let (month, day): (u8, u8) = (part(2), part(4));
    (1..=12).contains(&month) && matches!(day, 1..=31 | 61..=91)
}

/// Returns the runs of digits and of the characters that separate digits in phone numbers.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_part =
        |c: char| c.is_ascii_digit() || "+-./() \u{A0}\u{202F}\u{2011}\u{2212}–".contains(c);
    let runs = text.split(move |c: char| !is_part(c));
    runs.map(|run| run.trim_matches(|c: char| !c.is_ascii_digit() && !"+(".contains(c)))
}

/// Returns what a number can be by the groups of its digits.
fn form_of(number: &str) -> Option<PrivateText> {
    let groups = number.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty());
    let groups: Vec<&str> = groups.collect();
    let digits = groups.concat();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    Some(match lengths.as_slice() {
        _ if !(7..=15).contains(&digits.len()) => return None,
        [6 | 8, 4] | [10 | 12] if starts_with_date(&digits) => PrivateText::NationalId,
        [3, 2, 4] => PrivateText::NationalId,
        [3, 3, 4] | [1, 3, 3, 4] => PrivateText::Phone,
        _ if number.starts_with('+') && digits.len() >= 8 => PrivateText::Phone,
        _ if number.trim_start_matches('(').starts_with('0') && digits.len() >= 9 => {
            PrivateText::Phone
        }
        _ => PrivateText::Number,
    })
}

#[cfg(test)]
mod tests {
    use super::PrivateText::{self, Email, NationalId, Number, PersonalNumber, Phone, TenDigits};
    use super::{personal_number, private_parts};

    fn first(text: &str) -> Option<PrivateText> {
        private_parts(text).first().map(|(kind, _)| *kind)
    }

    #[test]
    fn ignores_numbers_in_web_addresses() {
        for text in [
            "https://www.example.com/in/anna-berg-088476211",
            "www.example.com/in/anna-berg-088476211",
            "Read (https://doi.org/10.1000/0123456789)",
            "https://blog.example.com/a/198201011234?id=0701234567",
        ] {
            assert_eq!(first(text), None, "{text}");
        }
        for text in ["https://example.com, 070-174 06 05", "Tel.nr/08-46500412", "a.b +46701740605"]
        {
            assert_eq!(first(text), Some(Phone), "{text}");
        }
    }

    #[test]
    fn recognizes_email_addresses() {
        for text in ["boss@corp.com", "åsa@corp.se", "bo@bücher.de", "write to <bo@corp.com>."] {
            assert_eq!(first(text), Some(Email), "{text}");
        }
        for text in ["@anna", "@anna@example.com", "react@18.2.0"] {
            assert_eq!(first(text), None, "{text}");
        }
    }

    #[test]
    fn recognizes_numbers_of_persons() {
        for (text, kind) in [
            ("Call +46 70 123 45 67.", Some(Phone)),
            ("(555) 123-4567", Some(Phone)),
            ("+46\u{202F}70\u{202F}999\u{202F}88\u{202F}77", Some(Phone)),
            ("820101-1234", Some(NationalId)),
            ("820101–1234", Some(NationalId)),
            ("820101 1234", Some(NationalId)),
            ("198201011234", Some(NationalId)),
            ("tel 12 34 56 78", Some(Number)),
            ("2010-2015", Some(Number)),
            ("ISO 27001 and 9001", None),
            ("1.2.3", None),
        ] {
            assert_eq!(first(text), kind, "{text}");
        }
    }

    #[test]
    fn recognizes_personal_identity_numbers() {
        for text in [
            "811218-9876",
            "198112189876",
            "19811218-9876",
            "19121212-1212",
            "121212+1212",
            "701063-2391",
            "811218–9876",
            "811218−9876",
            "811218\u{2011}9876",
            "Nr 811218 9876",
            "Since 2019 811218-9876",
            "8112189876, 811218-9876",
            "https://example.com,811218-9876",
            "(https://example.com/a)811218-9876",
            "811218 - 9876",
            "811218-\n9876",
            "811218.9876",
            "811218_9876",
            "1981-12-18-9876",
            "81-12-18 9876",
            "1981.12.18/9876",
        ] {
            assert_eq!(personal_number(text), Some(PersonalNumber), "{text}");
        }
        for text in ["VAT SE811218987601", "SE 811218987601"] {
            assert_eq!(personal_number(text), Some(TenDigits), "{text}");
        }
        for text in ["Nr 8112189876.", "8112189876"] {
            assert_eq!(personal_number(text), Some(TenDigits), "{text}");
            assert_eq!(first(text), Some(TenDigits), "{text}");
        }
        assert_eq!(first("Nr 811218-9876."), Some(PersonalNumber));
        for text in [
            "811218-9875",
            "811318-9876",
            "556036-0793",
            "https://example.com/8112189876",
            "HTTPS://example.com/8112189876",
            "www.x.se/811218-9876",
            "811218  9876",
            "48112189876",
            "+46 70 174 06 05",
            "2019-2024",
            "SE556036079301",
            "SE8112189876",
            "811218987601",
            "81 12 18 9876",
        ] {
            assert_eq!(personal_number(text), None, "{text}");
        }
    }
}
