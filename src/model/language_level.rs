//! Language levels in the words that people use for them.

use super::word_list::{Words, has_any_word, is_negated};
use crate::slug::slug;

/// Phrases of several words, which decide before single words do.
const PHRASES: [(&str, &[&str]); 5] = [
    ("fluent", &["near native"]),
    ("native", &["native or bilingual", "mother tongue", "first language", "forsta sprak"]),
    (
        "intermediate",
        &["limited working", "limited professional", "working knowledge", "upper intermediate"],
    ),
    ("basic", &["pre intermediate", "lower intermediate"]),
    ("fluent", &["full professional"]),
];

/// Single words. `native` and `bilingual` decide before the others, of which the lowest one counts.
const WORDS: [(&str, Words); 6] = [
    ("native", "native natively muttersprach* modersmal* morsmal* forstasprak*"),
    ("bilingual", "bilingual* tvasprakig* zweisprachig"),
    (
        "basic",
        "a1 a2 basic basics basis* beginner* beginning elementary elementar* grund* nyborjare \
         anfanger* novice rudimentary",
    ),
    ("intermediate", "b1 b2 intermediate conversational mellanniva medelgod konversationssicher"),
    (
        "professional",
        "c1 professional professionally proficient advanced business fortgeschritten* avancerad*",
    ),
    ("fluent", "c2 fluent fluently flytande fliessend* verhandlungssicher*"),
];

/// Returns the level that a description of fluency means; `None` if that is not certain.
///
/// Only whole words count: `Hintergrundwissen` is not `Grundwissen`.
pub fn level_of(fluency: &str) -> Option<&'static str> {
    let slug = slug(fluency, ' ');
    if is_negated(&slug) {
        return None;
    }
    let has_phrase = |phrases: &[&str]| {
        phrases.iter().any(|phrase| format!(" {slug} ").contains(&format!(" {phrase} ")))
    };
    let phrase = PHRASES.iter().find(|(_, phrases)| has_phrase(phrases)).map(|(level, _)| *level);
    let word =
        || WORDS.iter().find(|(_, words)| has_any_word(&slug, words)).map(|(level, _)| *level);
    phrase.or_else(word)
}

#[cfg(test)]
mod tests {
    use super::level_of;

    #[test]
    fn converts_fluency_to_levels() {
        for (level, texts) in [
            (
                "native",
                &[
                    "Native speaker",
                    "Muttersprachler",
                    "Native or bilingual proficiency",
                    "Modersmål",
                    "Native (C2)",
                ][..],
            ),
            ("bilingual", &["Tvåspråkig", "Bilingual"]),
            (
                "fluent",
                &["Fluent", "Near-native", "flytande", "Fließend", "Full professional", "C2"],
            ),
            ("professional", &["Professional working proficiency", "Proficient", "C1", "Advanced"]),
            ("intermediate", &["Limited working proficiency", "B1/B2", "Conversational"]),
            ("basic", &["Elementary", "nybörjare", "Grundkenntnisse", "Grundläggande", "A1-A2"]),
        ] {
            for text in texts {
                assert_eq!(level_of(text), Some(level), "{text}");
            }
        }
    }

    #[test]
    fn rejects_negations_and_parts_of_words() {
        for text in [
            "Non-native",
            "Not fluent",
            "nicht verhandlungssicher",
            "Basic, no professional use",
            "Hintergrundwissen",
            "inte flytande",
            "kein Muttersprachler",
            "almost fluent",
            "I don't speak it fluently",
            "Reads stack traces under pressure",
            "",
        ] {
            assert_eq!(level_of(text), None, "{text}");
        }
    }
}
