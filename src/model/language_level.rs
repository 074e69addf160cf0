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

/// The levels of the Common European Framework of Reference for Languages (CEFR).
pub const FRAMEWORK: [&str; 6] = ["a1", "a2", "b1", "b2", "c1", "c2"];

/// Words between descriptions of different skills or times.
const CONJUNCTIONS: [&str; 12] =
    ["and", "but", "now", "und", "aber", "jetzt", "och", "men", "nu", "et", "mais", "y"];

/// Returns the level that a description of fluency means; `None` if that is not certain.
///
/// Only whole words count: `Hintergrundwissen` is not `Grundwissen`.
pub fn level_of(fluency: &str) -> Option<&'static str> {
    let slug = slug(fluency, ' ');
    if is_negated(&slug) || has_several_levels(fluency) {
        return None;
    }
    let level = level_in(&slug)?;
    let is_named = |level: &&str| slug.split(' ').any(|word| word == *level);
    let mut named = FRAMEWORK.into_iter().filter(is_named);
    match (level, named.next(), named.next()) {
        ("native" | "bilingual", ..) | (_, None, _) | (_, _, Some(_)) => Some(level),
        (_, only, None) => only,
    }
}

/// Returns whether a description names levels of several skills or times that differ: `spoken C1, written B1`.
pub fn has_several_levels(fluency: &str) -> bool {
    let clauses =
        fluency.split([',', ';', '/', '|', '•', '·', '&', '+', '\n']).flat_map(|clause| {
            let slug = slug(clause, ' ');
            let words: Vec<&str> = slug.split(' ').collect();
            let parts = words.split(|word| CONJUNCTIONS.contains(word));
            parts.map(|part| part.join(" ")).collect::<Vec<_>>()
        });
    // A range, such as `B2-C1`, has two levels in a clause.
    let clauses = clauses.flat_map(|clause| {
        let of_framework = clause.split(' ').filter(|word| FRAMEWORK.contains(word));
        let levels: Vec<String> = of_framework.map(str::to_owned).collect();
        if levels.len() > 1 { levels } else { vec![clause] }
    });
    // A native speaker is fluent.
    let is_highest = |level: &&str| ["native", "bilingual", "fluent"].contains(level);
    let mut levels = clauses.filter_map(|clause| level_in(&clause));
    let Some(first) = levels.next() else { return false };
    levels.any(|level| level != first && !(is_highest(&level) && is_highest(&first)))
}

fn level_in(slug: &str) -> Option<&'static str> {
    let has_phrase = |phrases: &[&str]| {
        phrases.iter().any(|phrase| format!(" {slug} ").contains(&format!(" {phrase} ")))
    };
    let phrase = PHRASES.iter().find(|(_, phrases)| has_phrase(phrases)).map(|(level, _)| *level);
    let word =
        || WORDS.iter().find(|(_, words)| has_any_word(slug, words)).map(|(level, _)| *level);
    phrase.or_else(word)
}

#[cfg(test)]
mod tests {
    use super::{has_several_levels, level_of};

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
            ("fluent", &["Fluent", "Near-native", "flytande", "Fließend", "Full professional"]),
            ("c2", &["C2", "Fluent (C2)", "Near-native (c2)"]),
            ("c1", &["C1", "c1", "C1 (Advanced)", "Level: C1", "Goethe-Zertifikat C1"]),
            ("b2", &["B2+", "Upper intermediate (B2)", "B2, Cambridge First"]),
            ("professional", &["Professional working proficiency", "Proficient", "Advanced"]),
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

    #[test]
    fn several_levels_are_not_certain() {
        for text in [
            "Fluent spoken, basic written",
            "Listening C1, Writing B1",
            "(A2), now B1",
            "B2/C1",
            "A2-B1",
            "C1 reading; B2 speaking",
            "Flytande i tal och grundläggande i skrift",
            "Verhandlungssicher in Wort, Grundkenntnisse in Schrift",
            "Speaking: advanced | Writing: intermediate",
            "Professional but basic grammar",
        ] {
            assert!(has_several_levels(text), "{text}");
            assert_eq!(level_of(text), None, "{text}");
        }
        for (text, level) in [
            ("Fluent in speech and writing", "fluent"),
            ("Fluent (C1)", "c1"),
            ("C1, advanced", "c1"),
            ("Reading C1, writing C1", "c1"),
            ("Native, fluent", "native"),
            ("Muttersprache / C2", "native"),
            ("Basic (reading, writing)", "basic"),
            ("Flytande i tal och skrift", "fluent"),
        ] {
            assert_eq!(level_of(text), Some(level), "{text}");
        }
    }
}
