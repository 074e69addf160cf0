//! Suggests the known word that a misspelled one resembles.

/// Returns the candidate nearest to `written`, if it differs in at most a third of its letters.
pub fn did_you_mean<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    near(written, candidates).min().map(|(_, candidate)| candidate)
}

/// Returns whether a misspelled word resembles only one of the candidates.
pub fn is_only_one_near<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> bool {
    near(written, candidates).count() == 1
}

/// Returns the candidates that differ from a word in at most a third of their letters, with the number
/// of differences.
fn near<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let folded = fold(written);
    candidates
        .into_iter()
        .map(move |word| (strsim::damerau_levenshtein(&folded, &fold(word)), word))
        .filter(|(distance, word)| *distance <= (word.chars().count() / 3).max(1))
}

/// Returns the word in lower case with underscores for hyphens and spaces, so that these
/// differences do not count.
pub fn fold(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}
