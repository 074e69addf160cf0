//! Open vocabularies: the known words, and other words with the same meaning.

use super::language_level::{FRAMEWORK, level_of};
use super::word_list::{Words, has_any_word, is_negated};
use crate::slug::{WORD, slug};

/// An open vocabulary. People also write its words in other languages and formats.
pub trait Vocabulary {
    /// The known words.
    const KNOWN: &'static [&'static str];
    /// Those of the known words that are codes, which people also write in capital letters.
    const CODES: &'static [&'static str] = &[];
    /// The pattern (ECMA 262) of what a document can have: a word, or a code in capital letters.
    const PATTERN: &'static str = WORD;
    /// Where a free text belongs, as the end of a hint.
    const NOTE: &'static str = "";

    /// Returns the known word that a text means; `None` if that is not certain.
    fn meaning(text: &str) -> Option<&'static str>;
}

/// How well the consultant speaks a language.
#[derive(Debug, Clone, PartialEq)]
pub struct LanguageLevel;

impl Vocabulary for LanguageLevel {
    const KNOWN: &'static [&'static str] = &[
        "native",
        "bilingual",
        "fluent",
        "professional",
        "intermediate",
        "basic",
        "a1",
        "a2",
        "b1",
        "b2",
        "c1",
        "c2",
    ];
    const CODES: &'static [&'static str] = &FRAMEWORK;
    const PATTERN: &'static str = "^([ABC][12]|[a-z0-9_]+)$";
    const NOTE: &'static str =
        ", or leave `level` out and keep the text as `fluency` under `extra`";

    fn meaning(text: &str) -> Option<&'static str> {
        level_of(text)
    }
}

/// Known words, each with others for it.
type Synonyms = &'static [(&'static str, Words)];

const WORK_ARRANGEMENTS: Synonyms = &[
    (
        "remote",
        "remote* distans* pa_distans hemifran hemarbete* hemkontor* home_office homeoffice* \
         work_from_home working_from_home from_home wfh telework* telecommut* telearbeit* fernarbeit* \
         von_zu_hause zu_hause",
    ),
    ("hybrid", "hybrid*"),
    (
        "onsite",
        "onsite on_site inhouse in_house in_office in_the_office in_person at_the_office pa_plats \
         kontor* pa_kontoret hos_kund vor_ort beim_kunden prasenz*",
    ),
];

const PRICING: Synonyms = &[
    (
        "contact_directly",
        "contact* kontakt* on_request request anfrage auf_anfrage forfragan pa_forfragan negotiable \
         verhandelbar vhb enligt_overenskommelse overenskommelse nach_absprache absprache",
    ),
    (
        "hourly_rate",
        "hourly* per_hour hour timpris* timarvode timme per_timme stundensatz* pro_stunde",
    ),
    ("daily_rate", "daily* per_day day day_rate dagspris* dagsarvode per_dag tagessatz* pro_tag"),
    ("fixed_price", "fixed* fastpris* festpreis* pauschal*"),
];

/// A way of working.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkArrangement;

impl Vocabulary for WorkArrangement {
    const KNOWN: &'static [&'static str] = &["remote", "hybrid", "onsite"];
    const NOTE: &'static str = "; what else the text says belongs in `available_from_note`";

    fn meaning(text: &str) -> Option<&'static str> {
        meaning(text, WORK_ARRANGEMENTS)
    }
}

/// How prices are stated.
#[derive(Debug, Clone, PartialEq)]
pub struct Pricing;

impl Vocabulary for Pricing {
    const KNOWN: &'static [&'static str] =
        &["contact_directly", "hourly_rate", "daily_rate", "fixed_price"];
    const NOTE: &'static str =
        "; a public price belongs in `pricing_note`, one that is not public under `internal`";

    fn meaning(text: &str) -> Option<&'static str> {
        meaning(text, PRICING)
    }
}

/// Returns the only known word of which the text has another word.
fn meaning(text: &str, vocabulary: Synonyms) -> Option<&'static str> {
    let slug = slug(text, ' ');
    if is_negated(&slug) {
        return None;
    }
    let mut meant = vocabulary.iter().filter(|(_, words)| has_any_word(&slug, words));
    let (known, _) = meant.next()?;
    meant.next().is_none().then_some(known)
}

#[cfg(test)]
mod tests {
    use super::{Pricing, Vocabulary as _, WorkArrangement};

    #[test]
    fn finds_the_known_word() {
        for (text, known) in [
            ("distans", Some("remote")),
            ("På distans", Some("remote")),
            ("Homeoffice", Some("remote")),
            ("home office", Some("remote")),
            ("100% Remote", Some("remote")),
            ("Hybridarbeit", Some("hybrid")),
            ("on-site", Some("onsite")),
            ("på plats", Some("onsite")),
            ("Vor Ort", Some("onsite")),
            ("remote, hybrid", None),
            ("not remote", None),
            ("nearshore", None),
        ] {
            assert_eq!(WorkArrangement::meaning(text), known, "{text}");
        }
        assert_eq!(Pricing::meaning("Tagessatz"), Some("daily_rate"));
        assert_eq!(Pricing::meaning("Festpreis"), Some("fixed_price"));
    }
}
