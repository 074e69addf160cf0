//! Declares groups of fields.

use std::cell::LazyCell;

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::{Map, Value as Json, json};

use super::decode::{Decode, Reporter};
use super::editor_hints::{EXAMPLES_ARE, FORM_HINT, TRANSLATED, USUAL_FIELDS};
use super::missing_field::missing_fields;
use super::open::{self, OpenKeys};
use super::translatable::{OF, has_text};
use super::unknown_field::unknown_field;
use crate::diagnostic::MAX_PER_FILE;
use crate::yaml::{MappingEntry, Node};

/// Declares groups of fields: one list from which a group is decoded, published and described to editor programs.
///
/// ```ignore
/// group! {
///     /// What consumers read about the group.
///     Award starts with title date {
///         /// What authors read about the field.
///         title: Option<String> = ["Best Paper", "Architect of the Year"] invented, public "What consumers read.";
///         /// The type decides whether the field is required, see [`Decode::absent`].
///         date: Option<PartialDate>;
///         ..others, open RESERVED_KEYS;
///     }
///     check(award, node, to) { /* reports errors that concern several fields */ }
/// }
/// ```
///
/// | clause | meaning |
/// |---|---|
/// | `starts with` | the fields that editor programs insert for a new item of a list |
/// | `= [...]` | examples, in place of those of the type; `invented` ones must be replaced |
/// | `else value` | the value of a field that the document does not have |
/// | `published` | the key in the published profile, if it differs; `None` for a field that is not published |
/// | `resume` | the key in JSON Resume, if it is not the usual one, and other keys that imports read |
/// | `public` | the description for consumers, if it differs |
/// | `form` | the description in a form, if the other one speaks of notation |
/// | `open` | the keys that an open place does not allow |
/// | `as [...]` | attributes of the field in the struct, for its published schema |
/// | `translated` | whether a translation can have the field: never, or although the document lacks it |
/// | `..others` | any other keys are allowed |
///
/// In the code below, `None$(.or(Some(clause)))?` is the clause, or `None` if the field does not have it.
macro_rules! group {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $(starts with $($usual:ident)+)? {
            $(
                $(#[doc = $field_doc:literal])+
                $field:ident: $type:ty $(= $examples:tt $($invented:ident)?)?
                    $(, else $default:expr)? $(, published $published:expr)?
                    $(, resume $resume:literal $(or $alias:literal)*)?
                    $(, public $public:literal)? $(, form $form:literal)? $(, open $open:expr)?
                    $(, translated $translated:literal)? $(, as [$($attribute:meta),+])?;
            )+
            $(..$others:ident $(, open $others_open:expr)?;)?
        }
        $(check($it:ident, $node:ident, $to:ident) $check:block)?
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, schemars::JsonSchema)]
        pub struct $name {
            $(
                $(#[doc = $field_doc])+
                $(#[schemars(description = $public)])?
                $($(#[$attribute])+)?
                pub $field: $type,
            )+
            $(
                /// Any other keys.
                #[serde(flatten)]
                pub $others: serde_json::Map<String, serde_json::Value>,
            )?
        }

        /// Publishes the fields that are not absent.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let mut fields = to.serialize_map(None)?;
                $($crate::document::group::publish(
                    &mut fields,
                    // The clause takes the place of the name of the field.
                    [Some(stringify!($field)) $(, $published)?].last().copied().flatten(),
                    &self.$field,
                )?;)+
                $(for (key, value) in &self.$others {
                    serde::ser::SerializeMap::serialize_entry(&mut fields, key, value)?;
                })?
                serde::ser::SerializeMap::end(fields)
            }
        }

        impl $crate::document::resume_field::FieldGroup for $name {
            const FIELDS: &'static [$crate::document::resume_field::ResumeField] =
                &[$($crate::document::resume_field::ResumeField::new(
                    stringify!($field),
                    &[$($resume $(, $alias)*)?],
                    <$type as $crate::document::Decode>::KIND,
                )),+];

            fn serialize_field<M: serde::ser::SerializeMap>(
                &self,
                index: usize,
                key: &str,
                to: &mut M,
            ) -> Result<(), M::Error> {
                type Serialize<'a, M> =
                    &'a dyn Fn(&mut M) -> Result<(), <M as serde::ser::SerializeMap>::Error>;
                let fields: &[Serialize<'_, M>] = &[$(&|to| {
                    let is_empty = $crate::document::Decode::is_empty_list(&self.$field);
                    $crate::document::group::publish(to, (!is_empty).then_some(key), &self.$field)
                }),+];
                fields[index](to)
            }
        }

        impl $crate::document::Decode for $name {
            fn decode<'n>(
                node: &'n $crate::yaml::Node,
                to: &mut $crate::document::Reporter<'n>,
            ) -> Option<Self> {
                let mut group = $crate::document::group::GroupDecoder::new::<Self>(node, to)?;
                $(let $field = group.field(
                    stringify!($field),
                    None$(.or(Some($default)))?,
                    None$(.or(Some(const { &$open })))?,
                );)+
                $(let $others = group.others(None$(.or(Some(const { &$others_open })))?);)?
                group.finish::<Self>();
                let group = Self { $($field: $field?,)+ $($others,)? };
                $(let group = {
                    let mut group = group;
                    let ($it, $node, $to) = (&mut group, node, to);
                    $check
                    group
                };)?
                Some(group)
            }

            fn schema() -> serde_json::Value {
                let fields = [$($crate::document::group::Field {
                    name: stringify!($field),
                    description: &[$($field_doc),+],
                    schema: <$type as $crate::document::Decode>::schema(),
                    examples: None$(.or(Some(serde_json::json!($examples))))?,
                    form_hint: None$(.or(Some($form)))?,
                    is_invented: false $($(|| stringify!($invented) == "invented")?)?,
                    is_required: None$(.or(Some($default)))?
                        .or_else(<$type as $crate::document::Decode>::absent)
                        .is_none(),
                    open: None$(.or(Some(const { &$open })))?,
                    is_translated: None$(.or(Some($translated)))?,
                },)+];
                let others: &[_] = &[$((stringify!($others), None$(.or(Some(const { &$others_open })))?))?];
                let usual: &[&str] = &[$($(stringify!($usual)),+)?];
                $crate::document::group::schema(&[$($doc),+], fields.into(), others, usual)
            }

            fn absent() -> Option<Self> {
                Some(Self {
                    $($field: None$(.or(Some($default)))?.or_else(<$type as $crate::document::Decode>::absent)?,)+
                    $($others: serde_json::Map::new(),)?
                })
            }
        }
    )+};
}
pub(crate) use group;

/// Serializes a field, unless it is not published or absent.
pub(crate) fn publish<M: SerializeMap, T: Decode + Serialize>(
    fields: &mut M,
    name: Option<&str>,
    value: &T,
) -> Result<(), M::Error> {
    match name.filter(|_| !value.is_absent()) {
        Some(name) => fields.serialize_entry(name.strip_prefix("r#").unwrap_or(name), value),
        None => Ok(()),
    }
}

/// Decodes the fields of a group.
pub(crate) struct GroupDecoder<'n, 'r> {
    node: &'n Node,
    entries: &'n [MappingEntry],
    to: &'r mut Reporter<'n>,
    /// The names of the fields.
    names: Vec<&'static str>,
    /// The required fields that the document does not have.
    missing: Vec<&'static str>,
    is_open: bool,
}

impl<'n, 'r> GroupDecoder<'n, 'r> {
    pub(crate) fn new<T: Decode>(node: &'n Node, to: &'r mut Reporter<'n>) -> Option<Self> {
        let entries = to.entries::<T>(node)?;
        // It says which item is translated.
        let mut names = Vec::with_capacity(16);
        names.extend((to.is_translation && to.is_item()).then_some(OF));
        let missing = names.iter().copied().filter(|key| node.entry(key).is_none()).collect();
        Some(Self { node, entries, to, names, missing, is_open: false })
    }

    /// Decodes a field. A value with an error counts as absent, but not as missing.
    pub(crate) fn field<T: Decode>(
        &mut self,
        name: &'static str,
        default: Option<T>,
        open: Option<&'static OpenKeys>,
    ) -> Option<T> {
        let name = name.strip_prefix("r#").unwrap_or(name);
        self.names.push(name);
        let absent = default.or_else(T::absent);
        let Some(at) = self.entries.iter().position(|entry| entry.key == name) else {
            let is_missing = absent.is_none() && !self.to.is_translation;
            self.missing.extend(is_missing.then_some(name));
            return absent;
        };
        let next = self.entries.get(at + 1).map(|entry| entry.key.as_str());
        self.to.field(&self.entries[at], absent.is_none(), next, open).or(absent)
    }

    /// Decodes the entries that are no fields.
    pub(crate) fn others(&mut self, keys: Option<&OpenKeys>) -> Map<String, Json> {
        self.is_open = true;
        let is_field = |entry: &&MappingEntry| self.names.contains(&entry.key.as_str());
        let others = self.entries.iter().filter(|entry| !is_field(entry));
        open::entries(others, keys.unwrap_or(&OpenKeys::ANY), self.to)
    }

    /// Reports unknown and missing fields.
    pub(crate) fn finish<T: Decode>(self) {
        let Self { node, entries, to, names, missing, is_open } = self;
        let schema = LazyCell::new(T::schema);
        let unknown = entries.iter().filter(|it| !is_open && !names.contains(&it.key.as_str()));
        // No more are shown.
        for entry in unknown.take(MAX_PER_FILE + 1) {
            let diagnostic = unknown_field(entry, node, &schema, to);
            to.report(diagnostic);
        }
        if !missing.is_empty() && to.is_whole {
            for diagnostic in missing_fields(&missing, node, &schema, to) {
                to.report(diagnostic);
            }
        }
    }
}

/// A field of a group as editor programs see it.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    /// The lines of the doc comment.
    pub(crate) description: &'static [&'static str],
    pub(crate) schema: Json,
    pub(crate) examples: Option<Json>,
    pub(crate) form_hint: Option<&'static str>,
    pub(crate) is_invented: bool,
    pub(crate) is_required: bool,
    pub(crate) open: Option<&'static OpenKeys>,
    pub(crate) is_translated: Option<bool>,
}

/// Returns the schema of a group. `others` is not empty if other keys are allowed.
pub(crate) fn schema(
    description: &[&str],
    fields: Vec<Field>,
    others: &[(&str, Option<&OpenKeys>)],
    usual: &[&str],
) -> Json {
    let required: Vec<Json> =
        fields.iter().filter(|field| field.is_required).map(|field| field.name.into()).collect();
    let property = |field: Field| {
        let mut schema = match field.open {
            Some(keys) => open::schema(&field.schema, keys),
            None => field.schema,
        };
        schema["description"] = joined(field.description).into();
        if let Some(examples) = field.examples {
            schema["examples"] = examples;
        }
        schema[FORM_HINT] = field.form_hint.into();
        if field.is_invented {
            schema[EXAMPLES_ARE] = "invented".into();
        }
        let has_no_text = (!has_text(&schema)).then_some(false);
        schema[TRANSLATED] = field.is_translated.or(has_no_text).into();
        (field.name.strip_prefix("r#").unwrap_or(field.name).to_owned(), schema)
    };
    let properties: Map<String, Json> = fields.into_iter().map(property).collect();
    let mut schema =
        json!({ "description": joined(description), "type": "object", "properties": properties });
    match others {
        [] => schema["additionalProperties"] = false.into(),
        [(_, keys), ..] => schema = open::schema(&schema, keys.unwrap_or(&OpenKeys::ANY)),
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    if !usual.is_empty() {
        schema[USUAL_FIELDS] = usual.into();
    }
    schema
}

/// Returns the lines of a doc comment as one line.
fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}
