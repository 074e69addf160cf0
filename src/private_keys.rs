//! Recognizes keys and labels of private values, for imports and for the check of content.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::slug::slug;

/// The meaning of email addresses and phone numbers.
pub const CONTACT: &str = "contact data";
/// The meaning of addresses.
pub const ADDRESS: &str = "a street address, postal code or position";
/// The meaning of days of birth.
pub const BIRTH: &str = "a date or place of birth";
/// The meaning of national identifiers, such as Swedish personal identity numbers.
pub const NATIONAL_ID: &str = "a national identifier";
/// The meaning of notes of editors.
const NOTE: &str = "a note";
/// The meaning of prices.
pub const PRICE: &str = "a price";
/// The meaning of photos.
pub const PHOTO: &str = "a photo";
/// The meaning of tokens and passwords.
pub const SECRET: &str = "a token or password";

const TABLE: &str = include_str!("private_keys.tsv");

/// Words of labels that say nothing about the meaning of the value.
const FILLERS: &str = "a and annual any are current date de desired do expectation expected gross have home \
    id in is my net no nr number of or per personal place private status the what when work year you your";

/// Words at the end of a key that say in which currency its value is.
const CURRENCIES: &str = "sek kr nok dkk eur euro gbp usd chf";

/// The table, with the first row of each word and part.
struct Table {
    /// The meaning, and whether the check warns about the key in content.
    rows: Vec<(&'static str, bool)>,
    /// Words of a key that mean it, or whole keys.
    words: HashMap<&'static str, usize>,
    /// Whole keys that mean it. Their words also occur in keys of other meanings, and in labels.
    keys: HashMap<&'static str, usize>,
    /// Parts of a key that mean it, by their first bytes.
    parts: HashMap<&'static [u8], Vec<(&'static str, usize)>>,
}

/// The number of bytes at the start of a part that find it. No part is shorter.
const START: usize = 3;

static PRIVATE_KEYS: LazyLock<Table> = LazyLock::new(|| {
    let mut table =
        Table { rows: vec![], words: HashMap::new(), keys: HashMap::new(), parts: HashMap::new() };
    for (row, line) in TABLE.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or_default();
        table.rows.push((column(), column() == "warn"));
        for word in column().split_whitespace() {
            table.words.entry(word).or_insert(row);
        }
        for part in column().split_whitespace() {
            table.parts.entry(&part.as_bytes()[..START]).or_default().push((part, row));
        }
        for key in column().split_whitespace() {
            table.keys.entry(key).or_insert(row);
        }
    }
    table
});

impl Table {
    /// Returns the first row that has a word or part of a key or label.
    fn row_of_label(&self, label: &str, words: &[String]) -> Option<usize> {
        let mut texts = vec![words.concat(), label.to_lowercase()];
        texts.dedup();
        let whole = words.iter().chain(&texts).filter_map(|word| self.words.get(&**word));
        let parts = texts.iter().flat_map(|text| self.parts_in(text));
        whole.copied().chain(parts.map(|(_, row)| row)).min()
    }

    fn row_of_key(&self, key: &str) -> Option<(&'static str, bool)> {
        let words = words(key);
        // `hourly_rate_sek`
        let is_currency = |word: &String| CURRENCIES.split(' ').any(|it| it == word);
        let without_currency = words.split_last().filter(|(last, _)| is_currency(last));
        let whole = without_currency.map_or(&words[..], |(_, rest)| rest).concat();
        let whole = self.keys.get(&*whole).copied();
        let row = self.row_of_label(key, &words).into_iter().chain(whole).min()?;
        Some(self.rows[row])
    }

    /// Returns the parts that a text contains.
    fn parts_in(&self, text: &str) -> impl Iterator<Item = (&'static str, usize)> {
        let rests = (0..text.len()).map(|at| &text.as_bytes()[at..]);
        let starting = rests.flat_map(|rest| {
            let parts = rest.get(..START).and_then(|start| self.parts.get(start));
            parts.into_iter().flatten().filter(move |(part, _)| rest.starts_with(part.as_bytes()))
        });
        starting.copied()
    }

    fn is_word_or_part(&self, text: &str) -> bool {
        self.words.contains_key(text) || self.parts_in(text).any(|(part, _)| part == text)
    }
}

/// Returns what the key of a value means, if that is private.
pub fn meaning_of_key(key: &str) -> Option<&'static str> {
    PRIVATE_KEYS.row_of_key(key).map(|(meaning, _)| meaning)
}

/// Returns what a key means, if its value must not be published unless the author wants that: a birth
/// date, a national number, a family, a home, a salary, a price, a bank account, health data or a secret.
pub fn meaning_of_reported_key(key: &str) -> Option<&'static str> {
    PRIVATE_KEYS.row_of_key(key).and_then(|(meaning, warns)| warns.then_some(meaning))
}

/// Returns what a label such as "Date of birth" means, if it says nothing else. "Password manager" says
/// something else.
pub fn meaning_of_label(label: &str) -> Option<&'static str> {
    let words = words(label);
    let row = PRIVATE_KEYS.row_of_label(label, &words)?;
    let is_filler = |word: &str| FILLERS.split(' ').any(|filler| filler == word);
    let specific = words.iter().filter(|word| !is_filler(word));
    let says_nothing_else = specific.clone().all(|word| meaning_of_key(word).is_some())
        || PRIVATE_KEYS.is_word_or_part(&words.concat())
        || PRIVATE_KEYS.is_word_or_part(&specific.map(String::as_str).collect::<String>());
    says_nothing_else.then_some(PRIVATE_KEYS.rows[row].0)
}

/// Returns whether a text beside a label can be a value with this meaning. Many labels that mean contact
/// data have other meanings too, such as "Mobile" for a platform.
pub fn can_be(meaning: &str, text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    meaning != CONTACT || digits > 4 || text.contains('@')
}

/// Returns what a field means, if that is private. `Note: 3.7` is a grade in German.
pub fn meaning_of_field(key: &str, value: &Json) -> Option<&'static str> {
    let meaning = meaning_of_key(key)?;
    let has_no_letters = |text: &str| !text.contains(char::is_alphabetic);
    let is_grade = value.is_number() || value.as_str().is_some_and(has_no_letters);
    (meaning != NOTE || !is_grade).then_some(meaning)
}

/// Returns whether a key names an identifier, such as `certId`, whose numbers are not those of a person.
pub fn is_identifier(key: &str) -> bool {
    matches!(words(key).as_slice(), [_, .., last] if last == "id")
}

/// Returns whether a key can have numbers that look like those of persons: a phone number, or an identifier such as
/// `org_id`.
pub fn can_have_other_numbers(key: &str) -> bool {
    let words = words(key);
    let is_other =
        words == ["phone"] || words.last().is_some_and(|it| it == "id" || it == "number");
    is_other && meaning_of_reported_key(key).is_none()
}

/// Returns whether a key names a picture.
pub fn is_picture(key: &str) -> bool {
    ["picture", "image", "photo", "avatar"].contains(&key.to_lowercase().as_str())
}

/// Returns whether the key of a value means that the value is about other persons.
pub fn is_about_others(key: &str) -> bool {
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
        ADDRESS, BIRTH, CONTACT, NATIONAL_ID, NOTE, PHOTO, PRICE, PRIVATE_KEYS, SECRET,
        is_identifier, meaning_of_field, meaning_of_key, meaning_of_label, meaning_of_reported_key,
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
            "teamMembers",
            "recommendations",
            "_image",
            "profileImage",
            "og_image",
            "photography",
            "permits",
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
    fn distinguishes_notes_and_identifiers() {
        assert_eq!(meaning_of_field("note", &"3.7".into()), None);
        assert_eq!(meaning_of_field("note", &"ask her first".into()), Some(NOTE));
        assert_eq!(meaning_of_field("salary", &50_000.into()), Some("a salary"));
        assert!(is_identifier("certId") && is_identifier("credential_id"));
        assert!(!is_identifier("id") && !is_identifier("paid"));
    }

    #[test]
    fn names_of_meanings_are_in_the_table() {
        for name in [CONTACT, ADDRESS, BIRTH, NATIONAL_ID, NOTE, PHOTO, PRICE, SECRET] {
            assert!(PRIVATE_KEYS.rows.iter().any(|(meaning, _)| *meaning == name), "{name}");
        }
    }

    #[test]
    fn reports_keys_that_content_should_not_publish() {
        for key in "birth_date personnummer Lön salary IBAN blood_group api_key bank bankkonto kontonummer \
                    clearingnummer account_number card_number lösenord ssh_key passnummer \
                    passport_number health hälsa medical allergies allergier diagnosis sjukdom blood_type \
                    secrets tokens client_secrets timpris dagspris timarvode hourly_rate day_rate dailyRate \
                    Stundensatz Tagessatz Honorar rates Dagspris_2026 timpris_sek dayRateGBP familienstand marital_status civilstånd \
                    kinder children barn anschrift privatadresse hemadress homeAddress geb Geb. Familjesituation"
            .split_whitespace()
        {
            assert!(meaning_of_reported_key(key).is_some(), "{key}");
        }
        for key in
            "address note pronouns drivers_license exchange_rate exchange_rate_eur sek holiday_rate hourly_rate_calculator \
                    children_hospital barn_och_unga family_office gebiet price_modeling health_care banking \
                    medical_devices secrets_management design_tokens investment_bank credentials"
                .split_whitespace()
        {
            assert_eq!(meaning_of_reported_key(key), None, "{key}");
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
        for label in [
            "Password manager",
            "Passport automation",
            "Head of payroll",
            "Health",
            "Bank",
            "Go",
            "",
        ] {
            assert_eq!(meaning_of_label(label), None, "{label}");
        }
    }
}
