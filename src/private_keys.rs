//! Recognizes keys and labels of private values, for imports and for the check of content.

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
/// The meaning of photos.
pub const PHOTO: &str = "a photo";
/// The meaning of tokens and passwords.
pub const SECRET: &str = "a token or password";

const TABLE: &str = include_str!("private_keys.tsv");

/// Words of labels that say nothing about the meaning of the value.
const FILLERS: &str = "a and annual any are current date de desired do expectation expected gross have home \
    id in is my net no nr number of or per personal place private status the what when work year you your";

/// A row of the table.
struct PrivateKey {
    meaning: &'static str,
    /// Whether the check warns about the key in content.
    is_reported: bool,
    /// Words of a key that mean it, or whole keys.
    whole: &'static str,
    /// Parts of a key that mean it.
    parts: &'static str,
    /// Whole keys that mean it. Their words also occur in keys of other meanings, and in labels.
    keys: &'static str,
}

static ROWS: LazyLock<Vec<PrivateKey>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    let row = |row: &'static str| {
        let mut columns = row.split('\t');
        let mut column = || columns.next().unwrap_or_default();
        PrivateKey {
            meaning: column(),
            is_reported: column() == "warn",
            whole: column(),
            parts: column(),
            keys: column(),
        }
    };
    rows.map(row).collect()
});

/// A key or label in the forms in which the table is searched for it.
struct Searched {
    words: Vec<String>,
    joined: String,
    lower: String,
}

impl Searched {
    fn new(label: &str) -> Self {
        let words = words(label);
        Self { joined: words.concat(), words, lower: label.to_lowercase() }
    }

    /// Returns whether a row has a word or part of the label.
    fn is_label_of(&self, row: &PrivateKey) -> bool {
        let mut whole = row.whole.split_whitespace();
        let mut parts = row.parts.split_whitespace();
        whole.any(|known| {
            self.joined == known
                || self.lower == known
                || self.words.iter().any(|word| word == known)
        }) || parts.any(|part| self.joined.contains(part) || self.lower.contains(part))
    }

    fn is_key_of(&self, row: &PrivateKey) -> bool {
        self.is_label_of(row) || row.keys.split_whitespace().any(|known| self.joined == known)
    }
}

fn row_of_key(key: &str) -> Option<&'static PrivateKey> {
    let key = Searched::new(key);
    ROWS.iter().find(|row| key.is_key_of(row))
}

/// Returns what the key of a value means, if that is private.
pub fn meaning_of_key(key: &str) -> Option<&'static str> {
    row_of_key(key).map(|row| row.meaning)
}

/// Returns what a key means, if its value must not be published unless the author wants that: a birth
/// date, a national number, a salary, a bank account, health data or a secret.
pub fn meaning_of_reported_key(key: &str) -> Option<&'static str> {
    row_of_key(key).filter(|row| row.is_reported).map(|row| row.meaning)
}

/// Returns what a label such as "Date of birth" means, if it says nothing else. "Password manager" says
/// something else.
pub fn meaning_of_label(label: &str) -> Option<&'static str> {
    let searched = Searched::new(label);
    let meaning = ROWS.iter().find(|row| searched.is_label_of(row))?.meaning;
    let words = searched.words;
    let is_filler = |word: &str| FILLERS.split(' ').any(|filler| filler == word);
    let specific = words.iter().filter(|word| !is_filler(word));
    let is_known = |label: String| {
        let mut all = ROWS.iter().flat_map(|row| [row.whole, row.parts]);
        all.any(|all| all.split(' ').any(|known| known == label))
    };
    let says_nothing_else = specific.clone().all(|word| meaning_of_key(word).is_some())
        || is_known(words.concat())
        || is_known(specific.map(String::as_str).collect());
    says_nothing_else.then_some(meaning)
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
        ADDRESS, BIRTH, CONTACT, NATIONAL_ID, NOTE, PHOTO, ROWS, SECRET, is_identifier,
        meaning_of_field, meaning_of_key, meaning_of_label, meaning_of_reported_key,
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
        for name in [CONTACT, ADDRESS, BIRTH, NATIONAL_ID, NOTE, PHOTO, SECRET] {
            assert!(ROWS.iter().any(|row| row.meaning == name), "{name}");
        }
    }

    #[test]
    fn reports_keys_that_content_should_not_publish() {
        for key in "birth_date personnummer Lön salary IBAN blood_group api_key bank bankkonto kontonummer \
                    clearingnummer account_number card_number lösenord ssh_key passnummer \
                    passport_number health hälsa medical allergies allergier diagnosis sjukdom blood_type \
                    secrets tokens client_secrets"
            .split_whitespace()
        {
            assert!(meaning_of_reported_key(key).is_some(), "{key}");
        }
        for key in
            "address note marital_status pronouns drivers_license day_rate health_care banking \
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
