//! Lists of words, compared with the words of a text in lower case, without accents and with single
//! spaces.

/// Words without accents, separated by spaces. `*` stands for any further letters and `_` for a space.
pub type Words = &'static str;

/// Words that turn the meaning around, or that make it uncertain. What these texts mean is not certain.
const NEGATIONS: Words = "\
    no non not t close like none nor never without hardly barely less except former formerly once rusty almost \
    nearly semi half towards toward aiming nicht kein* ohne fast nie kaum inte ej icke ingen inga \
    utan nastan knappt";

/// Returns whether a text has a word that turns its meaning around.
pub fn is_negated(text: &str) -> bool {
    has_any_word(text, NEGATIONS)
}

/// Returns whether a text has one of the known words.
pub fn has_any_word(text: &str, known: &str) -> bool {
    let starts = |start: &str, is_whole: bool| {
        let mut places = text.match_indices(start);
        places.any(|(at, _)| {
            let rest = &text[at + start.len()..];
            let is_end = !is_whole || rest.is_empty() || rest.starts_with(' ');
            is_end && (at == 0 || text[..at].ends_with(' '))
        })
    };
    known.split_whitespace().any(|known| {
        let known = known.replace('_', " ");
        match known.strip_suffix('*') {
            Some(start) => starts(start, false),
            None => starts(&known, true),
        }
    })
}
