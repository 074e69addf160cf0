//! Other words for fields, which authors use who do not know the name of a field.

use crate::did_you_mean::fold;

/// A field, and its names in JSON Resume, in other formats and in Swedish, separated by spaces.
const SYNONYMS: [(&str, &str); 17] = [
    ("organization", "company employer client organisation name arbetsgivare kund företag"),
    ("role", "position title job_title roll titel"),
    ("institution", "school university college organization name skola universitet"),
    ("study_type", "degree level examen"),
    ("area", "subject major field ämne"),
    ("start_date", "start from startdate since från startdatum"),
    ("end_date", "end to until enddate till slutdatum"),
    ("date", "year issued datum år"),
    ("issuer", "authority organization issued_by utfärdare"),
    ("technologies", "skills tools keywords tech stack teknik tekniker"),
    ("key_results", "highlights achievements results resultat"),
    ("summary", "text about beskrivning"),
    ("url", "link website homepage länk"),
    ("linkedin", "linkedin_url linked_in"),
    ("phone", "telephone mobile telefon mobil"),
    ("email", "mail e_post epost"),
    ("name", "title language namn titel språk"),
];

/// Returns the known field that the author meant by `written`.
pub(super) fn meant<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let written = fold(written);
    SYNONYMS
        .iter()
        .filter(|(_, synonyms)| synonyms.split(' ').any(|synonym| synonym == written))
        .find_map(|(field, _)| known.iter().find(|known| *known == field).copied())
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn finds_a_known_field_by_another_word() {
        let work = ["organization", "role", "start_date", "technologies"];
        assert_eq!(meant("Company", &work), Some("organization"));
        assert_eq!(meant("job-title", &work), Some("role"));
        assert_eq!(meant("school", &work), None);
        assert_eq!(meant("title", &["name", "issuer"]), Some("name"));
    }
}
