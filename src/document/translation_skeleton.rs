//! The texts of a document without a translation: their number, and the skeleton that `vitae translate` writes, which has
//! them commented out.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::item_index::ItemIndex;
use super::item_name::{OF, identification};
use super::shape::{Shape, TextForm, Translatable};
use super::skeleton::commented_out;
use super::{Decoded, Document};
use crate::yaml::{Node, NodeOrigin, ScalarKind, YamlValue, write::write};

/// Returns a new translation. `schema` is the path of its schema relative to the file.
pub fn skeleton(schema: &str, missing_texts: &[String]) -> String {
    format!(
        "# yaml-language-server: $schema={schema}

## The texts of the profile. To translate a text, delete the \"# \" of its lines and of the keys above
## that lead to it, and replace the text. Texts that are not translated are published as they are
## in the profile.

{}
",
        missing_texts.join("\n")
    )
}

/// How many texts a document has that a translation can have. A list that is replaced as a whole is one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextCounts {
    /// Those without a translation.
    pub untranslated: usize,
    /// All of them.
    pub all: usize,
}

/// Counts the texts of a document.
pub fn text_counts<T: Document>(decoded: &Decoded<T>) -> TextCounts {
    let count = |texts| {
        let mut count = 0;
        missing(&decoded.tree, texts, T::SHAPE, &mut count);
        count
    };
    let texts = decoded.translated.as_ref().unwrap_or(&decoded.tree);
    TextCounts { untranslated: count(texts), all: count(&decoded.tree) }
}

/// Returns the lines of the texts without a translation.
pub fn missing_texts<T: Document>(decoded: &Decoded<T>) -> Vec<String> {
    match untranslated(decoded) {
        Some(Json::Object(missing)) => write(&missing, &[]).lines().map(commented_out).collect(),
        _ => Vec::new(),
    }
}

/// Returns the texts without a translation, as a translation would have them; `None` if there are none.
pub fn untranslated<T: Document>(decoded: &Decoded<T>) -> Option<Json> {
    let texts = decoded.translated.as_ref().unwrap_or(&decoded.tree);
    missing(&decoded.tree, texts, T::SHAPE, &mut 0)
}

/// Returns the texts of an `original` that are the same in `texts`, and adds their number to `count`; `None` if there are
/// none.
fn missing(original: &Node, texts: &Node, shape: &Shape, count: &mut usize) -> Option<Json> {
    if texts.origin == NodeOrigin::Translation || !original.has_value() {
        return None;
    }
    match (&original.value, &texts.value) {
        (YamlValue::Mapping(entries), _) => {
            let fields = entries.iter().filter_map(|entry| {
                let (shape, translation) = shape.value_of(&entry.key);
                let texts = &texts.entry(&entry.key)?.value;
                if translation == Translatable::Never {
                    return None;
                }
                let missing = missing(&entry.value, texts, shape, count)?;
                Some((entry.key.clone(), missing))
            });
            Some(fields.collect::<Map<_, _>>()).filter(|it| !it.is_empty()).map(Json::Object)
        }
        (YamlValue::Sequence(items), YamlValue::Sequence(texts))
            if let Some(group) = shape.items() =>
        {
            let index = ItemIndex::of(items);
            let missing = items.iter().zip(texts).filter_map(|(item, texts)| {
                let of = identification(item, &index, group)?;
                let mut missing = missing(item, texts, &Shape::Group(group), count)?;
                missing.as_object_mut()?.shift_insert(0, OF.to_owned(), of);
                Some(missing)
            });
            Some(missing.collect::<Vec<_>>()).filter(|it| !it.is_empty()).map(Json::Array)
        }
        (YamlValue::Scalar(it), _)
            if !shape.is_text(TextForm::Plain) && it.kind != ScalarKind::String =>
        {
            None
        }
        _ => {
            *count += 1;
            Some(original.to_json())
        }
    }
}
