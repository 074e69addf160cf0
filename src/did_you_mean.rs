//! Suggests the known word that a misspelled one resembles.

/// Returns the candidate nearest to `written`, if it differs in at most a third of its letters.
pub fn did_you_mean<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    near(written, candidates).min().map(|(_, candidate)| candidate)
}

/// The length from which a word with one wrong letter is certainly a misspelling, in letters.
const MIN_CERTAIN: usize = 5;

/// Returns the candidate that is certainly meant: the only near one, apart from the case, hyphens and one letter that
/// is neither the first nor another one at the end.
///
/// Short words differ from other words in one letter, a prefix turns the meaning around (`inactive`), and another end
/// makes another word (`issued` is not `issuer`) or sets the field aside (`phone_`, `title2`).
pub fn certainly_meant<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let mut near = near(written, candidates);
    let (distance, meant) = near.next()?;
    let folded = fold(written);
    let start = &meant[..meant.floor_char_boundary(meant.len() - 1)];
    let has_other_end = folded.starts_with(start) && folded.len() >= meant.len();
    let is_similar = folded.chars().next() == meant.chars().next() && !has_other_end;
    let is_typo = distance == 1 && is_similar && meant.chars().count() >= MIN_CERTAIN;
    (near.next().is_none() && (distance == 0 || is_typo)).then_some(meant)
}

/// The most letters of a word that is compared: the time grows with the product of both lengths.
const MAX_LETTERS: usize = 100;

/// Returns the candidates that differ from a word in at most a third of their letters, with the number
/// of differences.
fn near<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let folded = fold(written);
    let is_short = |word: &str| word.chars().nth(MAX_LETTERS).is_none();
    let candidates = is_short(written).then_some(candidates).into_iter().flatten();
    candidates
        .filter(move |word| is_short(word))
        .map(move |word| (strsim::damerau_levenshtein(&folded, &fold(word)), word))
        .filter(|(distance, word)| *distance <= (word.chars().count() / 3).max(1))
}

/// Returns the word in lower case with underscores for hyphens and spaces, so that these
/// differences do not count.
pub fn fold(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}

#[cfg(test)]
mod tests {
    use super::certainly_meant;

    #[test]
    fn only_a_clear_typo_is_certain() {
        let fields = ["active", "available_from", "area", "name", "region", "title", "f_skatt"];
        for (written, meant) in [
            ("titel", Some("title")),
            ("Available-From", Some("available_from")),
            ("NAME", Some("name")),
            ("actve", Some("active")),
            ("inactive", None),
            ("unavailable_from", None),
            ("a_skatt", None),
            ("begin", None),
            ("arena", None),
            ("game", None),
            ("title_", None),
            ("title2", None),
            ("_title", None),
            ("titla", None),
            ("regio", Some("region")),
        ] {
            assert_eq!(certainly_meant(written, fields), meant, "{written}");
        }
        assert_eq!(certainly_meant("hourly", ["hourly_1", "hourly_2"]), None);
    }
}
