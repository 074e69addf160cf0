//! Suggests the known word that a misspelled one resembles.

/// Returns the candidate nearest to `written`, if it differs in at most a third of its letters.
pub fn did_you_mean<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let folded = fold(written);
    let distance = |candidate| strsim::damerau_levenshtein(&folded, &fold(candidate));
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count() / 3).max(1))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns the word in lower case with underscores for hyphens and spaces, so that these
/// differences do not count.
pub fn fold(word: &str) -> String {
    word.to_lowercase().replace(['-', ' '], "_")
}
