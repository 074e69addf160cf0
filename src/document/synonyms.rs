//! What people call a field when they do not know its name.

use crate::did_you_mean::fold;

/// Our key, and what people write for it: words of JSON Resume, of other forms, and Swedish.
const SYNONYMS: [(&str, &[&str]); 17] = [
    (
        "organization",
        &[
            "company",
            "employer",
            "client",
            "organisation",
            "name",
            "arbetsgivare",
            "kund",
            "företag",
        ],
    ),
    ("role", &["position", "title", "job_title", "roll", "titel"]),
    (
        "institution",
        &[
            "school",
            "university",
            "college",
            "organization",
            "name",
            "skola",
            "universitet",
        ],
    ),
    ("study_type", &["degree", "level", "examen"]),
    ("area", &["subject", "major", "field", "ämne"]),
    (
        "start_date",
        &["start", "from", "startdate", "since", "från", "startdatum"],
    ),
    (
        "end_date",
        &["end", "to", "until", "enddate", "till", "slutdatum"],
    ),
    ("date", &["year", "issued", "datum", "år"]),
    (
        "issuer",
        &["authority", "organization", "issued_by", "utfärdare"],
    ),
    (
        "technologies",
        &[
            "skills", "tools", "keywords", "tech", "stack", "teknik", "tekniker",
        ],
    ),
    (
        "key_results",
        &["highlights", "achievements", "results", "resultat"],
    ),
    ("summary", &["text", "about", "beskrivning"]),
    ("url", &["link", "website", "homepage", "länk"]),
    ("linkedin", &["linkedin_url", "linked_in"]),
    ("phone", &["telephone", "mobile", "telefon", "mobil"]),
    ("email", &["mail", "e_post", "epost"]),
    ("name", &["title", "language", "namn", "titel", "språk"]),
];

/// The one of the `known` keys that is meant by `written`.
pub(super) fn meant<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let written = fold(written);
    SYNONYMS
        .iter()
        .filter(|(_, words)| words.contains(&written.as_str()))
        .find_map(|(ours, _)| known.iter().find(|known| *known == ours).copied())
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn other_words_mean_a_field_that_is_there() {
        let work = ["organization", "role", "start_date", "technologies"];
        assert_eq!(meant("Company", &work), Some("organization"));
        assert_eq!(meant("job-title", &work), Some("role"));
        assert_eq!(meant("school", &work), None);
        assert_eq!(meant("title", &["name", "issuer"]), Some("name"));
    }
}
