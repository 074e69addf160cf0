//! Private values that would be published: by the path of their keys, or by the value itself. The check of
//! content and the comparison of published profiles share this judgment.

use std::sync::LazyLock;

use regex::Regex;

use crate::private_keys::{NATIONAL_ID, meaning_of_reported_key};

/// The keys below which authors choose keys.
const OPEN_PLACES: [&str; 2] = ["attributes", "extra"];
/// Open places whose keys are those of skill categories, and not the meaning of their values.
const CATEGORIES: [&[&str]; 2] =
    [&["attributes", "category_names"], &["attributes", "json_resume", "skills"]];

/// Returns what a value means, if one of its keys is private. `keys` are those of the profile that lead to the
/// value, without the positions of items.
pub fn meaning_of_path(keys: &[&str]) -> Option<&'static str> {
    (1..=keys.len()).find_map(|end| meaning_of_last_key(&keys[..end]))
}

/// Returns what the last of the keys that lead to a value means, if it is private. The fields of the profile
/// itself are never private; a personal identity number is, wherever it is a key.
pub fn meaning_of_last_key(keys: &[&str]) -> Option<&'static str> {
    let (key, parents) = keys.split_last()?;
    let is_open = parents.iter().any(|parent| OPEN_PLACES.contains(parent));
    let has_meaning = is_open && !CATEGORIES.contains(&parents);
    meaning_of_text(key).or_else(|| has_meaning.then(|| meaning_of_reported_key(key)).flatten())
}

/// Returns what a text contains, if that is private: a Swedish personal identity number or coordination number
/// outside of URLs.
pub fn meaning_of_text(text: &str) -> Option<&'static str> {
    // YYMMDD-NNNC or YYYYMMDD-NNNC (Skatteverket, SKV 704); `+` is for persons who are older than 100 years.
    // Word processors replace the hyphen by a dash or a minus sign.
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"\b(?:18|19|20)?([0-9]{6})[-+–− ]?([0-9]{4})\b";
        Regex::new(pattern).expect("a valid pattern")
    });
    static URL: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?:(?i-u:https?://)|\b(?i-u:www\.))[^\s,;)]*";
        Regex::new(pattern).expect("a valid pattern")
    });
    if text.bytes().filter(u8::is_ascii_digit).count() < 10 {
        return None;
    }
    let mut numbers = URL.split(text).flat_map(|part| NUMBER.captures_iter(part));
    numbers.any(|found| is_personal_number(&[&found[1], &found[2]].concat())).then_some(NATIONAL_ID)
}

/// Returns whether ten digits have a month, a day (60 higher in a coordination number) and the check digit of
/// the Luhn algorithm (ISO/IEC 7812-1, annex B).
fn is_personal_number(digits: &str) -> bool {
    let part = |start: usize| digits[start..start + 2].parse().unwrap_or(0);
    let (month, day): (u8, u8) = (part(2), part(4));
    let digits =
        digits.bytes().map(|digit| u32::from(digit - b'0')).zip([2, 1].into_iter().cycle());
    let sum: u32 = digits.map(|(digit, weight)| digit * weight).map(|it| it / 10 + it % 10).sum();
    (1..=12).contains(&month) && matches!(day, 1..=31 | 61..=91) && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::{meaning_of_path, meaning_of_text};

    #[test]
    fn private_keys_count_in_open_places_only() {
        for path in [
            &["attributes", "salary"][..],
            &["attributes", "birth", "date"],
            &["attributes", "json_resume", "basics", "birthDate"],
            &["attributes", "json_resume", "skills", "payroll", "salary"],
            &["employment", "extra", "hourly_wage"],
            &["skills", "categories", "811218-9876"],
        ] {
            assert!(meaning_of_path(path).is_some(), "{path:?}");
        }
        for path in [
            &["attributes", "address"][..],
            &["attributes", "category_names", "token"],
            &["attributes", "json_resume", "skills", "salary"],
            &["skills", "categories", "salary"],
            &["engagement", "pricing"],
            &[],
        ] {
            assert_eq!(meaning_of_path(path), None, "{path:?}");
        }
    }

    #[test]
    fn recognizes_personal_identity_numbers() {
        for text in [
            "811218-9876",
            "198112189876",
            "Nr 8112189876.",
            "19121212-1212",
            "121212+1212",
            "701063-2391",
            "811218–9876",
            "811218−9876",
            "Nr 811218 9876",
            "https://example.com,811218-9876",
            "(https://example.com/a)811218-9876",
        ] {
            assert!(meaning_of_text(text).is_some(), "{text}");
        }
        for text in [
            "811218-9875",
            "811318-9876",
            "556036-0793",
            "https://example.com/8112189876",
            "www.x.se/811218-9876",
            "811218  9876",
            "48112189876",
            "+46 70 174 06 05",
            "2019-2024",
        ] {
            assert_eq!(meaning_of_text(text), None, "{text}");
        }
    }
}
