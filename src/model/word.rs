//! Words of open vocabularies: `snake_case`, with display names.

use std::marker::PhantomData;
use std::ops::Deref;

use schemars::JsonSchema;
use serde::Serialize;

use super::vocabulary::Vocabulary;
use super::word_list::has_any_word;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::{certainly_meant, did_you_mean};
use crate::document::shape::{Shape, TextForm, TextShape};
use crate::document::{Decode, InvalidText, Reporter};
pub use crate::slug::{WORD as PATTERN, humanize};
use crate::slug::{is_word, slug};
use crate::yaml::{Node, ScalarKind};

diagnostic_codes! {
    error INVALID_WORD = "invalid-word";
    warning UNKNOWN_WORD = "unknown-word";
}

/// A word of the open vocabulary `V`, which can be one that `V` does not know.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(transparent, bound = "")]
// Consumers read the description of the field.
#[schemars(inline, bound = "", description = "")]
pub struct Word<V>(String, #[serde(skip)] PhantomData<V>);

impl<V> Deref for Word<V> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<V: Vocabulary> Decode for Word<V> {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Word,
        pattern: V::PATTERN,
        examples: V::KNOWN,
        message: None,
    });

    /// All words are allowed; one that means a known word or is similar to one gets a warning.
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let is_item = to.is_item();
        let is_text = node.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::String);
        let code = |text: &str| V::CODES.iter().find(|code| code.eq_ignore_ascii_case(text));
        let word: Self = to.text(node, |text| match code(text).copied().unwrap_or(text) {
            word if is_text && is_word(word) => Ok(Self(word.to_owned(), PhantomData)),
            _ => Err(invalid_word::<V>(text, is_text, is_item)),
        })?;
        if V::KNOWN.contains(&&*word) {
            return Some(word);
        }
        if let Some(hint) = suggestion::<V>(&word, is_item) {
            let message = format!("`{}` is not a known word", &*word);
            let diagnostic = to.at(&UNKNOWN_WORD, node.span.clone(), message);
            to.report(diagnostic.hint(hint));
        }
        Some(word)
    }
}

/// Returns the known word that a text means or is similar to.
fn meant<V: Vocabulary>(text: &str) -> Option<&'static str> {
    // With another letter, a code is another one.
    let words = V::KNOWN.iter().copied().filter(|known| !V::CODES.contains(known));
    V::meaning(text).or_else(|| did_you_mean(text, words))
}

/// Suggests the known word that a text means. Of several known words in it, only an author can choose one, and what else it
/// says must not get lost.
fn suggestion<V: Vocabulary>(text: &str, is_item: bool) -> Option<String> {
    let words = slug(text, ' ');
    let named: Vec<&str> =
        V::KNOWN.iter().copied().filter(|known| has_any_word(&words, known)).collect();
    let says_more = text.contains(|c: char| c.is_ascii_digit() || "(,;/".contains(c));
    match named.len() > 1 {
        true if is_item => Some("write each word on its own line, starting with `- `".to_owned()),
        true => Some(format!("keep one of {}", named.join(", "))),
        false => meant::<V>(text).map(|meant| match says_more {
            true => format!("write `{meant}`{}", V::NOTE),
            false => format!("did you mean `{meant}`?"),
        }),
    }
}

/// Describes an invalid word. A number or a boolean is not a text.
fn invalid_word<V: Vocabulary>(text: &str, is_text: bool, is_item: bool) -> InvalidText {
    if !is_text {
        let hint = format!("write a word such as {}{}", V::KNOWN.join(", "), V::NOTE);
        return InvalidText::new(&INVALID_WORD, "is not a word", hint);
    }
    let hint = match suggestion::<V>(text, is_item) {
        Some(hint) => hint,
        None if is_item && text.contains([',', ';']) => {
            "write each word on its own line, starting with `- `".to_owned()
        }
        None => format!("write a word such as {}{}", V::KNOWN.join(", "), V::NOTE),
    };
    let problem = "must contain only lowercase letters, digits and underscores";
    // One with the same meaning is a choice.
    let certain = certainly_meant(text, V::KNOWN.iter().copied());
    let fix = certain.filter(|_| certain == meant::<V>(text)).map(str::to_owned);
    InvalidText { fix, ..InvalidText::new(&INVALID_WORD, problem, hint) }
}
