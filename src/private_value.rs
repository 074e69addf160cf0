//! Private values that would be published: by the path of their keys, or by the value itself. The check of
//! content and the comparison of published profiles share this judgment.

use crate::private_keys::{NATIONAL_ID, meaning_of_reported_key};
use crate::private_text::has_personal_number;

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

/// Returns what the value's key means, if it is private. `keys` end with it. The fields of the profile
/// itself are never private; a personal identity number is, wherever it is a key.
pub fn meaning_of_last_key(keys: &[&str]) -> Option<&'static str> {
    let (key, parents) = keys.split_last()?;
    let is_open = parents.iter().any(|parent| OPEN_PLACES.contains(parent));
    let has_meaning = is_open && !CATEGORIES.contains(&parents);
    meaning_of_text(key).or_else(|| has_meaning.then(|| meaning_of_reported_key(key)).flatten())
}

/// Returns what a text contains, if that is certainly private.
pub fn meaning_of_text(text: &str) -> Option<&'static str> {
    has_personal_number(text).then_some(NATIONAL_ID)
}

#[cfg(test)]
mod tests {
    use super::meaning_of_path;

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
}
