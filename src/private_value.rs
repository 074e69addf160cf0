//! Private values that would be published: by the path of their keys, or by the value itself. The check of
//! content and the comparison of published profiles share this judgment, and imports that of texts.

use crate::birth_date::has_birth_date;
use crate::confidential::confidential_part;
use crate::private_keys::{BIRTH, NATIONAL_ID, can_have_other_numbers, meaning_of_reported_key};
use crate::private_text::{PrivateText, personal_number};

/// The keys below which authors choose keys.
const OPEN_PLACES: [&str; 2] = ["attributes", "extra"];
/// Open places whose keys are those of skill categories, and not the meaning of their values.
const CATEGORIES: [&[&str]; 2] =
    [&["attributes", "category_names"], &["attributes", "json_resume", "skills"]];

/// Why a value is private.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrivateValue {
    /// It is or has a Swedish personal identity number, which certainly is one.
    PersonalNumber,
    /// It usually is, because it has this meaning.
    Meaning(&'static str),
    /// This part of it says so.
    Confidential(String),
}

/// Returns whether one of the keys of a value is private. `keys` are those of the profile that lead to the
/// value, without the positions of items.
pub fn is_private_path(keys: &[&str]) -> bool {
    (1..=keys.len()).any(|end| private_key(&keys[..end]).is_some())
}

/// Returns why the value's key is private. `keys` end with it. The fields of the profile itself are never private; a
/// private text is, wherever it is a key.
pub fn private_key(keys: &[&str]) -> Option<PrivateValue> {
    let (key, parents) = keys.split_last()?;
    let is_open = parents.iter().any(|parent| OPEN_PLACES.contains(parent));
    let has_meaning = is_open && !CATEGORIES.contains(&parents);
    let meaning = || has_meaning.then(|| meaning_of_reported_key(key)).flatten();
    private_text(&[], key).or_else(|| meaning().map(PrivateValue::Meaning))
}

/// Returns why a text is private. `keys` lead to it.
pub fn private_text(keys: &[&str], text: &str) -> Option<PrivateValue> {
    let has_other_numbers = || {
        let named = keys.split_last().filter(|(key, _)| can_have_other_numbers(key));
        named.is_some_and(|(_, parents)| !is_private_path(parents))
    };
    match personal_number(text) {
        Some(PrivateText::PersonalNumber) if !has_other_numbers() => {
            Some(PrivateValue::PersonalNumber)
        }
        Some(_) => Some(PrivateValue::Meaning(NATIONAL_ID)),
        None if has_birth_date(text) => Some(PrivateValue::Meaning(BIRTH)),
        None => confidential_part(text).map(PrivateValue::Confidential),
    }
}

#[cfg(test)]
mod tests {
    use super::PrivateValue::{Confidential, Meaning, PersonalNumber};
    use super::{BIRTH, NATIONAL_ID, is_private_path, private_text};

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
            assert!(is_private_path(path), "{path:?}");
        }
        for path in [
            &["attributes", "address"][..],
            &["attributes", "category_names", "token"],
            &["attributes", "json_resume", "skills", "salary"],
            &["skills", "categories", "salary"],
            &["engagement", "pricing"],
            &[],
        ] {
            assert!(!is_private_path(path), "{path:?}");
        }
    }

    #[test]
    fn a_key_can_say_that_a_number_is_another_one() {
        for key in
            ["bio_short", "personal_number", "id_number", "national_id", "personnummer", "paid"]
        {
            assert_eq!(
                private_text(&["attributes", key], "811228-9874"),
                Some(PersonalNumber),
                "{key}"
            );
        }
        for key in ["phone", "credential_id", "org_id", "orgId", "id", "Number", "licenseNumber"] {
            let other = Some(Meaning(NATIONAL_ID));
            assert_eq!(private_text(&["attributes", key], "198112289874"), other, "{key}");
        }
        let below = private_text(&["attributes", "personnummer", "number"], "811228-9874");
        assert_eq!(below, Some(PersonalNumber));
        assert_eq!(private_text(&["employee"], "8112289874"), Some(Meaning(NATIONAL_ID)));
        assert_eq!(private_text(&["employee"], "Born 1981-12-28"), Some(Meaning(BIRTH)));
        let part = Some(Confidential("do not publish".to_owned()));
        assert_eq!(private_text(&[], "1150 SEK, do not publish"), part);
    }
}
