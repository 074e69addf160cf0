//! Replacements in a text, and the positions before them.

use crate::diagnostic::{Replacement, Span};

/// Replacements in the order of the text, without overlaps.
pub(super) struct Edits<'a>(Vec<&'a Replacement>);

impl<'a> Edits<'a> {
    pub(super) fn new(replacements: impl Iterator<Item = &'a Replacement>) -> Self {
        Self(replacements.collect())
    }

    /// Returns the text with the replacements.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut edited = String::with_capacity(text.len());
        let mut copied = 0;
        for Replacement { span, text: replacement } in &self.0 {
            edited.push_str(&text[copied..span.start]);
            edited.push_str(replacement);
            copied = span.end;
        }
        edited + &text[copied..]
    }

    /// Returns the position before the edits of a position in the edited text.
    pub(super) fn to_before(&self, at: usize) -> usize {
        let mut removed = 0;
        let mut added = 0;
        for Replacement { span, text } in &self.0 {
            let start = span.start + added - removed;
            if at < start + text.len() {
                return (at + removed - added).min(span.end);
            }
            added += text.len();
            removed += span.len();
        }
        at + removed - added
    }

    /// Returns the end of the deletion that contains a position: an item whose first key is deleted starts there.
    pub(super) fn behind_deletion(&self, at: usize) -> usize {
        let covers = |edit: &&&Replacement| edit.span.contains(&at) && edit.text.is_empty();
        self.0.iter().find(covers).map_or(at, |edit| edit.span.end)
    }

    /// Returns whether a span of the text before the edits overlaps one of them, or touches an
    /// insertion.
    pub(super) fn touch(&self, place: &Span) -> bool {
        let after = self.0.partition_point(|edit| edit.span.end < place.start);
        let edits = self.0[after..].iter().take_while(|edit| edit.span.start <= place.end);
        edits.into_iter().any(|edit| {
            edit.span.is_empty() || edit.span.start < place.end && place.start < edit.span.end
        })
    }

    /// Returns the replaced spans.
    pub(super) fn spans(&self) -> impl Iterator<Item = &Span> {
        self.0.iter().map(|edit| &edit.span)
    }
}

#[cfg(test)]
mod tests {
    use super::Edits;
    use crate::diagnostic::Replacement;

    #[test]
    fn positions_lead_back_to_the_text_before() {
        let replacement = |span, text: &str| Replacement { span, text: text.to_owned() };
        let replacements =
            [replacement(0..1, "  "), replacement(3..4, ": "), replacement(5..5, "!")];
        let edits = Edits::new(replacements.iter());
        assert_eq!(edits.apply("\tab:1"), "  ab: 1!");
        let before: Vec<usize> = (0..=7).map(|at| edits.to_before(at)).collect();
        assert_eq!(before, [0, 1, 1, 2, 3, 4, 4, 5]);
        assert!(edits.touch(&(0..1)) && !edits.touch(&(1..3)) && edits.touch(&(4..5)));
    }
}
