//! Lines that start with a field, but without the colon after it: `role Architect`, `role = Architect`.

use std::sync::LazyLock;

use regex::Regex;

use super::declared_fields::KnownKey;
use super::lines::{is_block_scalar_header, key_end};
use super::misplaced_line::MisplacedLine;
use super::open_blocks::OpenBlock;
use super::possible_place::PossiblePlace;
use super::write;

impl MisplacedLine<'_> {
    /// Returns the place of a line whose first word is a field that can be here, and whether that is certain: another
    /// sign stands in place of `: `, or around the field.
    pub(super) fn meant_field(&self) -> Option<(PossiblePlace, bool)> {
        static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
            let pattern = r#"^([^\w\s]*)(\w+)(["'\]>*]*\s*[^\w\s"'\[{(<]*)\s*(.*?)(?:</\w+>)?$"#;
            Regex::new(pattern).expect("a valid pattern")
        });
        let [before, word, sign, value] = ENTRY.captures(&self.text[self.line.span()])?.extract().1;
        let (column, key) = (self.line.column, word.to_lowercase());
        if before.ends_with(['[', '<']) && !sign.starts_with([']', '>']) {
            return None;
        }
        let path = match self.blocks.iter().rfind(|it| it.column == column && !it.is_list) {
            Some(block) if block.entries.iter().any(|entry| entry.key == key) => return None,
            Some(block) => block.path.clone(),
            None => self.blocks.last().map(OpenBlock::path_below).unwrap_or_default(),
        };
        if self.fields.key(&path, &key) != KnownKey::Field {
            return None;
        }
        let value = if key_end(value).is_some() { write::quoted(value) } else { value.to_owned() };
        let action = format!("write `{}`", format!("{key}: {value}").trim_end());
        let is_in_text = |block: &OpenBlock<'_>| is_block_scalar_header(block.last().value);
        let is_certain = !matches!(&*[before, sign.trim()].concat(), "" | ",")
            && !self.blocks.last().is_some_and(is_in_text);
        let has_more = self.text[self.span.clone()].contains('\n') && !value.is_empty();
        let more = if has_more { ", and the lines below it in the same way" } else { "" };
        let place = PossiblePlace {
            column,
            above: None,
            message: match (before, sign) {
                ("", sign) if !sign.trim().is_empty() => {
                    format!("the key `{key}` needs `: ` after it, not `{sign}`")
                }
                _ => format!("the key `{key}` needs `: ` after it"),
            },
            hint: format!("{action}{more}"),
            condition: format!("it is the field `{key}`"),
            action,
        };
        Some((place, is_certain))
    }
}
