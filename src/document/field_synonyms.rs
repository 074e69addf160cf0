//! Other words for fields, which authors use who do not know the name of a field.

use crate::slug::letters;

/// Each line has a field and its synonyms.
const TABLE: &str = include_str!("field_synonyms.tsv");

/// The fields with their synonyms, separated by spaces.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split_once('\t').expect("a field and its synonyms"))
}

/// Returns the fields that the author can have meant by `written`.
pub(super) fn fields(written: &str) -> impl Iterator<Item = &'static str> + use<> {
    let written = letters(written);
    let is_meant = move |synonym: &str| synonym.replace('_', "") == written;
    rows().filter(move |(_, synonyms)| synonyms.split(' ').any(&is_meant)).map(|(field, _)| field)
}

#[cfg(test)]
mod tests {
    use super::{fields, rows};
    use crate::slug::slug;

    fn meant(written: &str, known: &[&str]) -> Option<&'static str> {
        fields(written).find(|field| known.contains(field))
    }

    #[test]
    fn finds_a_known_field_by_another_word() {
        let work = ["organization", "role", "start_date", "technologies"];
        assert_eq!(meant("Company", &work), Some("organization"));
        assert_eq!(meant("job-title", &work), Some("role"));
        assert_eq!(meant("från", &work), Some("start_date"));
        assert_eq!(meant("school", &work), None);
        let certification = ["name", "issuer", "date", "expires"];
        for (written, field) in [
            ("title", "name"),
            ("issued", "date"),
            ("issue_date", "date"),
            ("validUntil", "expires"),
            ("valid_until", "expires"),
            ("expiry", "expires"),
            ("Giltig till", "expires"),
            ("gültig_bis", "expires"),
            ("ausgestellt am", "date"),
            ("issued by", "issuer"),
        ] {
            assert_eq!(meant(written, &certification), Some(field), "{written}");
        }
    }

    #[test]
    fn synonyms_are_written_as_they_are_compared() {
        for (field, synonyms) in rows() {
            for synonym in synonyms.split_whitespace() {
                assert_eq!(slug(synonym, '_'), synonym, "{field}");
                assert_ne!(field, synonym);
            }
        }
    }
}
