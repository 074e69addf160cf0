//! Suggests what an unknown field was meant to be.

use super::field_synonyms;
use super::internal_key::means_internal;
use super::reporter::Reporter;
use super::reserved_keys::TOP_LEVEL;
use super::shape::{Field, GroupShape, Shape, Translatable};
use super::shorthand;
use crate::characters::{is_invisible, is_unusual_space};
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::{certainly_meant, did_you_mean};
use crate::private_keys::{PRICE, meaning_of_reported_key};
use crate::slug::{letters, lost_letters};
use crate::yaml::{DeclaredFields, MappingEntry, Node};

diagnostic_codes! {
    error UNKNOWN_FIELD = "unknown-field";
}

/// The most fields of a group of which a hint lists all, and the number that it lists of a larger one.
const MAX_LISTED: [usize; 2] = [14, 8];

/// Returns the error about the key of `entry`, which is not a field of the `group` at `node`. If another group of
/// the document has the field, the hint names that group.
pub(super) fn unknown_field(
    entry: &MappingEntry,
    node: &Node,
    group: &'static GroupShape,
    to: &Reporter<'_>,
) -> Diagnostic {
    let key = &entry.key;
    let is_possible =
        |field: &&Field| !to.is_translation || field.translation != Translatable::Never;
    let known: Vec<&str> = group.fields.iter().filter(is_possible).map(Field::name).collect();
    let message = format!("`{key}` is not a field of {}", to.name());
    let diagnostic = to.at(&UNKNOWN_FIELD, entry.key_span.clone(), message);
    if let Some(misplaced) = to.misplaced_entry(entry.key_span.start) {
        return misplaced;
    }
    let lists = lists_with(node, to);
    if !lists.is_empty() {
        let names = |end| lists.iter().map(|it| format!("`{it}{end}`")).collect::<Vec<_>>();
        let message = format!("`{key}` is a field of the items of {}", names("").join(" and "));
        let lines = names(":").join(" or ");
        return to.at(&UNKNOWN_FIELD, entry.key_span.clone(), message).hint(format!(
            "if the item belongs there, move it below {lines}, or add that line above it"
        ));
    }
    if to.is_root() && node.entry("basics").is_some() && TOP_LEVEL.contains(&key.as_str()) {
        let hint =
            "this is a JSON Resume: move it out of `content`, and run `vitae import` with it";
        return diagnostic.hint(hint);
    }
    let mut not_fields = to.document.not_fields.iter();
    let is_key = |keys: &str| to.is_root() && keys.split(' ').any(|it| it == key);
    if let Some((_, hint)) = not_fields.find(|(keys, _)| is_key(keys)) {
        return diagnostic.hint(*hint);
    }
    if let Some(hint) = dotted_key_hint(key, node, group) {
        return diagnostic.hint(hint);
    }
    if let Some(place) = place_of(key, to) {
        return diagnostic.hint(format!("`{key}` belongs {place}"));
    }
    let is_field = |field: &str| known.contains(&field);
    if is_price(key) && to.document.group_of("pricing_note").is_some() {
        let hint = "a public price belongs in `pricing_note` under `engagement`; one that is not public, under `internal`";
        return diagnostic.hint(hint);
    }
    // The quotes of word processors are part of a key: `”title”`.
    let same = known.iter().copied().find(|field| letters(field) == letters(key));
    let synonyms = means_internal(key).then_some("internal").into_iter();
    let mut synonyms = synonyms.chain(field_synonyms::fields(key));
    let synonym = || synonyms.find(|it| is_field(it) || place_of(it, to).is_some());
    let similar = || did_you_mean(key, known.iter().copied());
    let Some(meant) = same.or_else(synonym).or_else(similar) else {
        let has_notes = to.document.group.field("internal").is_some() && !to.is_translation;
        let path = || path_of(to.root, to.document.shape, key);
        if let Some(path) = to.is_translation.then(path).flatten() {
            let hint = format!("it is the text of `{path}`: write this key in place of the text");
            return diagnostic.hint(hint);
        }
        if let Some(meaning) = meaning_of_reported_key(key).filter(|_| has_notes) {
            let hint =
                format!("this is {meaning}, which is usually private: write it under `internal`");
            return diagnostic.hint(hint);
        }
        if shorthand::is_one(entry, node, group) && !to.is_translation {
            let hint = shorthand::keyed_item(group, entry);
            return diagnostic.hint(format!("if `{key}` is no key but a text, {hint}"));
        }
        let others = match is_field("internal") {
            true => "; private notes belong under `internal`",
            false if to.is_root() => "; delete the line if it is none of them",
            false if has_notes && !to.is_in_list() => {
                "; another value belongs under `attributes`, a private one under `internal`"
            }
            false => "",
        };
        let sentence = match key.contains(' ') && !entry.value.has_value() {
            true => "if the line is a remark, delete it; ",
            false => "",
        };
        let [most, some] = MAX_LISTED;
        let (verb, listed) =
            if known.len() > most { ("include", &known[..some]) } else { ("are", &known[..]) };
        let listed = listed.join(", ");
        return diagnostic.hint(format!("{sentence}the fields here {verb} {listed}{others}"));
    };
    if node.entry(meant).is_some() {
        let hint = format!("`{meant}` is there, too: write another field, or keep one of the two");
        return diagnostic.hint(hint);
    }
    if !is_field(meant) {
        let place = place_of(meant, to).unwrap_or_default();
        return diagnostic.hint(format!("did you mean `{meant}` {place}?"));
    }
    let is_hidden = |c: char| is_invisible(c) || is_unusual_space(c);
    let other = key.chars().find(|c| is_hidden(*c)).or_else(|| lost_letters(key).chars().next());
    let diagnostic = diagnostic.hint(match other.filter(|_| key.contains(|c: char| meant.contains(c))) {
        Some(c) if is_hidden(c) => format!("write `{meant}`: the key contains an invisible character or an unusual space (U+{:04X})", u32::from(c)),
        Some(c) => format!("write `{meant}`: the key contains `{c}` (U+{:04X}), a letter of another alphabet", u32::from(c)),
        None => format!("did you mean `{meant}`?"),
    });
    // A synonym is a guess: its value would move to another field.
    let is_certain =
        key.trim_matches(is_unusual_space) == meant || certainly_meant(key, known) == Some(meant);
    if is_certain { diagnostic.replace(meant) } else { diagnostic }
}

/// Returns the other lists of the document of which an item can have all keys of `node`, an item with unknown fields: the
/// line with the key of its list can be missing above it.
pub(super) fn lists_with(node: &Node, to: &Reporter<'_>) -> Vec<&'static str> {
    let is_possible = to.is_item() && !to.is_translation;
    let fields = to.document.group.fields.iter().filter(|_| is_possible);
    let has_all = |field: &&Field| {
        let group = field.shape.items();
        group.is_some_and(|it| node.entries().iter().all(|entry| it.field(&entry.key).is_some()))
    };
    fields.filter(has_all).map(Field::name).collect()
}

/// Returns the dotted path of the value with a text that can be translated, outside of lists.
fn path_of(node: &Node, shape: &Shape, text: &str) -> Option<String> {
    node.entries().iter().find_map(|MappingEntry { key, value, .. }| {
        let (shape, translation) = shape.value_of(key);
        match value.scalar() {
            _ if translation == Translatable::Never => None,
            Some(scalar) => (scalar.text.trim() == text).then(|| key.clone()),
            None => path_of(value, shape, text).map(|path| format!("{key}.{path}")),
        }
    })
}

/// Returns the lines to write for keys such as `contact.email`, of which the first part is a group with fields.
fn dotted_key_hint(key: &str, node: &Node, group: &GroupShape) -> Option<String> {
    let (parent, _) = key.split_once('.')?;
    group.field(parent).filter(|field| field.shape.has_keys())?;
    let entries = node.entries().iter();
    let below =
        |it: &MappingEntry| it.key.strip_prefix(parent)?.strip_prefix('.').map(str::to_owned);
    let below: Vec<_> = entries.filter_map(below).map(|it| format!("`{it}: …`")).collect();
    let below = below.join(", ");
    Some(format!("write `{parent}:` once, and below it, each indented by two spaces: {below}"))
}

/// Returns whether the value of a key is a price.
fn is_price(key: &str) -> bool {
    meaning_of_reported_key(key) == Some(PRICE)
        || field_synonyms::fields(key).any(|field| field == "pricing")
}

/// Returns the field of a group that the author meant by `key`: a synonym, or a similar word.
pub(super) fn meant_field<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let mut synonyms = field_synonyms::fields(key);
    let synonym = synonyms.find_map(|field| known.iter().copied().find(|known| *known == field));
    synonym.or_else(|| did_you_mean(key, known.iter().copied()))
}

/// Returns where a field belongs that another group of the document has. A field of an item of a list never
/// belongs outside of the list, apart from notes.
fn place_of(field: &str, to: &Reporter<'_>) -> Option<String> {
    if to.is_in_list() && field != "internal" {
        return None;
    }
    match !to.is_root() && to.document.group.field(field).is_some() {
        true => Some("at the top level, without indentation".to_owned()),
        false => to.document.group_of(field).map(|group| match field {
            // They have names and contact data of other persons.
            "references" => format!("under `internal`, or, if it is public, under `{group}`"),
            _ => format!("under `{group}`"),
        }),
    }
}
