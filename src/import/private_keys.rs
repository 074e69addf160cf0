//! Recognizes keys and labels of private values.

use crate::slug::slug;

pub(super) const CONTACT: &str = "contact data";
pub(super) const ADDRESS: &str = "a street address, postal code or position";
pub(super) const BIRTH: &str = "a date or place of birth";
pub(super) const NATIONAL_ID: &str = "a national identifier";
pub(super) const SECRET: &str = "a token or password";

const TABLE: &str = include_str!("private_keys.tsv");

/// Words of labels that say nothing about the meaning of the value.
const FILLERS: &str = "a and annual any are current date de desired do expectation expected gross have home \
    id in is my net no nr number of or per personal place private status the what when work year you your";

/// Returns the meanings, the words of a key that mean it, and the parts of a key.
fn meanings() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let mut columns = row.split('\t');
        let mut column = || columns.next().expect("a row has three columns");
        (column(), column(), column())
    })
}

/// Returns what the key of a value means, if that is private.
pub(super) fn meaning_of_key(key: &str) -> Option<&'static str> {
    let words = words(key);
    let joined = words.concat();
    let lower = key.to_lowercase();
    let mut known = meanings();
    let (meaning, ..) = known.find(|(_, whole, parts)| {
        let mut whole = whole.split_whitespace();
        whole.any(|known| {
            joined == known || lower == known || words.iter().any(|word| word == known)
        }) || parts.split_whitespace().any(|part| joined.contains(part) || lower.contains(part))
    })?;
    Some(meaning)
}

/// Returns what a label such as "Date of birth" means, if it says nothing else. "Password manager" says
/// something else.
pub(super) fn meaning_of_label(label: &str) -> Option<&'static str> {
    let meaning = meaning_of_key(label)?;
    let words = words(label);
    let is_filler = |word: &str| FILLERS.split(' ').any(|filler| filler == word);
    let specific = words.iter().filter(|word| !is_filler(word));
    let is_known = |label: String| {
        let mut all = meanings().flat_map(|(_, whole, parts)| [whole, parts]);
        all.any(|all| all.split(' ').any(|known| known == label))
    };
    let says_nothing_else = specific.clone().all(|word| meaning_of_key(word).is_some())
        || is_known(words.concat())
        || is_known(specific.map(String::as_str).collect());
    says_nothing_else.then_some(meaning)
}

/// Returns whether a text can be a value with this meaning. Many labels that mean contact data have other
/// meanings too, such as "Mobile" for a platform.
pub(super) fn can_be(meaning: &str, text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    meaning != CONTACT || digits > 4 || text.contains('@')
}

/// Returns whether the key of a value means that the value is about other persons.
pub(super) fn is_about_others(key: &str) -> bool {
    const OTHERS: &str = "reference references referee referees referens referenser referenz \
        referenzen recommendation recommendations supervisor manager contact contacts";
    words(key).iter().any(|word| OTHERS.split_whitespace().any(|known| known == word))
}

/// Returns the words of a key in lower case: those of `homeAddress2` are `home` and `address`.
fn words(key: &str) -> Vec<String> {
    let mut spaced = String::new();
    for character in key.chars() {
        if character.is_uppercase() && spaced.ends_with(char::is_lowercase) {
            spaced.push('_');
        }
        spaced.push(character);
    }
    let slug = slug(&spaced, '_');
    let words = slug.split('_').map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        ADDRESS, BIRTH, CONTACT, NATIONAL_ID, SECRET, meaning_of_key, meaning_of_label, meanings,
    };

    #[test]
    fn recognizes_private_keys() {
        for key in [
            "address2",
            "streetAddress",
            "postal_code",
            "ZIP",
            "Postleitzahl",
            "birthDate",
            "date of birth",
            "födelsedatum",
            "Gender",
            "SSN",
            "personnummer",
            "maritalStatus",
            "expectedSalary",
            "hourly-rate",
            "accessToken",
            "mobilePhone",
            "E-Mail",
            "notes",
            "hemadress",
            "månadslön",
            "personId",
            "emergencyContact",
            "Nacionalidad",
        ] {
            assert!(meaning_of_key(key).is_some(), "{key}");
        }
        for key in
            ["name", "city", "language", "page", "summary", "credentialId", "message", "image"]
        {
            assert_eq!(meaning_of_key(key), None, "{key}");
        }
        assert_eq!(meaning_of_key("homeAddress"), Some(ADDRESS));
        assert_eq!(meaning_of_key("Lön"), Some("a salary"));
    }

    #[test]
    fn names_of_meanings_are_in_the_table() {
        for name in [CONTACT, ADDRESS, BIRTH, NATIONAL_ID, SECRET] {
            assert!(meanings().any(|(meaning, ..)| meaning == name), "{name}");
        }
    }

    #[test]
    fn recognizes_private_labels() {
        for label in [
            "Salary",
            "Expected salary",
            "Date of birth",
            "Place of Birth",
            "Social security number",
            "Personnummer",
            "Tax ID",
            "Marital status",
            "Home phone",
            "Bank account",
            "Are you married?",
            "生年月日",
        ] {
            assert!(meaning_of_label(label).is_some(), "{label}");
        }
        for label in ["Password manager", "Passport automation", "Head of payroll", "Go", ""] {
            assert_eq!(meaning_of_label(label), None, "{label}");
        }
    }
}
