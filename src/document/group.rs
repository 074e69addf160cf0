//! Declares groups of fields.

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::{Map, Value as Json};

use super::decode::Decode;
use super::item_name::OF;
use super::missing_field::missing_fields;
use super::open::{self, OpenKeys};
use super::reporter::Reporter;
use super::resume_field::{Kind, ResumeField};
use super::shape::{GroupShape, Translatable};
use super::unknown_field::{lists_with, unknown_field};
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
/// | `resume` | the key or the path in JSON Resume, and other keys that imports read; without it, a field of an item has its usual key, and any other one is in `meta.consultantProfile` |
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

        impl $crate::document::group::FieldGroup for $name {
            const GROUP: &'static $crate::document::shape::GroupShape = &$crate::document::shape::GroupShape {
                description: &[$($doc),+],
                fields: &[$({
                    let shape = $crate::document::group::last(&[
                        <$type as $crate::document::Decode>::SHAPE
                        $(, &$crate::document::shape::Shape::Open(const { &$open }))?
                    ]);
                    $crate::document::shape::Field {
                        resume: $crate::document::resume_field::ResumeField::new(
                            $crate::document::group::key(stringify!($field)),
                            &[$($resume $(, $alias)*)?],
                            shape.kind(),
                        ),
                        description: &[$($field_doc),+],
                        form_hint: $crate::document::group::last(&[None $(, Some($form))?]),
                        is_published: $crate::document::group::last(&[true $(, { let key: Option<&str> = $published; key.is_some() })?]),
                        examples: $crate::document::group::last(&[
                            None $(, Some((|| serde_json::json!($examples)) as fn() -> serde_json::Value))?
                        ]),
                        is_invented: $crate::document::group::last(&[
                            false $($(, $crate::document::group::is_invented!($invented))?)?
                        ]),
                        is_required: || None$(.or(Some($default)))?
                            .or_else(<$type as $crate::document::Decode>::absent)
                            .is_none(),
                        shape,
                        translation: $crate::document::shape::Translatable::of(
                            $crate::document::group::last(&[None $(, Some($translated))?]),
                            shape,
                        ),
                    }
                }),+],
                others: $crate::document::group::last(&[
                    None $(, $crate::document::group::others(
                        stringify!($others), &[$(const { &$others_open })?]
                    ))?
                ]),
                usual: &[$($(stringify!($usual)),+)?],
            };

            fn others(&self) -> Option<&serde_json::Map<String, serde_json::Value>> {
                None$(.or(Some(&self.$others)))?
            }

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
            const SHAPE: &'static $crate::document::shape::Shape =
                &$crate::document::shape::Shape::Group(
                    <Self as $crate::document::group::FieldGroup>::GROUP,
                );

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
                $(let $others = group.others();)?
                group.finish();
                let group = Self { $($field: $field?,)+ $($others,)? };
                $(let group = {
                    let mut group = group;
                    let ($it, $node, $to) = (&mut group, node, to);
                    $check
                    group
                };)?
                Some(group)
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

/// The only word after examples.
macro_rules! is_invented {
    (invented) => {
        true
    };
}
pub(crate) use is_invented;

/// A group of fields.
pub trait FieldGroup {
    /// The fields, as declared.
    const GROUP: &'static GroupShape;

    /// Returns the keys of the fields in JSON Resume.
    fn resume_keys() -> Vec<&'static str> {
        let fields = Self::GROUP.fields.iter().map(|field| &field.resume);
        fields.filter(|field| field.kind != Kind::Open).map(ResumeField::key).collect()
    }

    /// Returns the values under keys that are no fields, if the group allows them.
    fn others(&self) -> Option<&Map<String, Json>>;

    /// Serializes the field at an index under a key, unless it is absent or an empty list.
    ///
    /// # Errors
    /// Returns the errors of the serializer.
    fn serialize_field<M: SerializeMap>(
        &self,
        index: usize,
        key: &str,
        to: &mut M,
    ) -> Result<(), M::Error>;
}

/// Returns the last item: a clause, or else the value before it.
pub(crate) const fn last<T: Copy>(items: &[T]) -> T {
    items[items.len() - 1]
}

/// Returns the rules for the keys that are no fields, if there are any.
pub(crate) const fn others(_name: &str, open: &[&'static OpenKeys]) -> Option<&'static OpenKeys> {
    Some(if open.is_empty() { &OpenKeys::ANY } else { open[0] })
}

/// Returns the key of a field, which the code can have as a raw identifier.
pub(crate) const fn key(identifier: &str) -> &str {
    match identifier.as_bytes() {
        [b'r', b'#', key @ ..] => match std::str::from_utf8(key) {
            Ok(key) => key,
            Err(_) => unreachable!(),
        },
        _ => identifier,
    }
}

/// Serializes a field, unless it is not published or absent.
pub(crate) fn publish<M: SerializeMap, T: Decode + Serialize>(
    fields: &mut M,
    name: Option<&str>,
    value: &T,
) -> Result<(), M::Error> {
    match name.filter(|_| !value.is_absent()) {
        Some(name) => fields.serialize_entry(key(name), value),
        None => Ok(()),
    }
}

/// Decodes the fields of a group.
pub(crate) struct GroupDecoder<'n, 'r> {
    group: &'static GroupShape,
    node: &'n Node,
    entries: &'n [MappingEntry],
    to: &'r mut Reporter<'n>,
    /// Whether the key that names the translated item is expected.
    has_of: bool,
    /// The required fields that the document does not have.
    missing: Vec<&'static str>,
}

impl<'n, 'r> GroupDecoder<'n, 'r> {
    pub(crate) fn new<T: Decode + FieldGroup>(
        node: &'n Node,
        to: &'r mut Reporter<'n>,
    ) -> Option<Self> {
        let entries = to.entries::<T>(node)?;
        let has_of = to.is_translation && to.is_item();
        let missing = Vec::from_iter((has_of && node.entry(OF).is_none()).then_some(OF));
        Some(Self { group: T::GROUP, node, entries, to, has_of, missing })
    }

    /// Decodes a field. A value with an error counts as absent, but not as missing.
    pub(crate) fn field<T: Decode>(
        &mut self,
        name: &'static str,
        default: Option<T>,
        open: Option<&'static OpenKeys>,
    ) -> Option<T> {
        let name = key(name);
        let absent = default.or_else(T::absent);
        // A field that cannot be translated has been reported.
        let field = self.group.field(name).filter(|_| self.to.is_translation);
        let is_reported = field.is_some_and(|it| it.translation == Translatable::Never);
        let is_read = |entry: &MappingEntry| entry.key == name && !is_reported;
        let Some(at) = self.entries.iter().position(is_read) else {
            let is_missing = absent.is_none() && !self.to.is_translation;
            self.missing.extend(is_missing.then_some(name));
            return absent;
        };
        let next = self.entries.get(at + 1).map(|entry| entry.key.as_str());
        self.to.field(&self.entries[at], absent.is_none(), next, open).or(absent)
    }

    /// Returns the entries that are no fields.
    fn unknown(&self) -> impl Iterator<Item = &'n MappingEntry> + use<'n> {
        let (group, has_of) = (self.group, self.has_of);
        let is_field = move |key: &str| group.field(key).is_some() || has_of && key == OF;
        self.entries.iter().filter(move |entry| !is_field(&entry.key))
    }

    /// Decodes the entries that are no fields.
    pub(crate) fn others(&mut self) -> Map<String, Json> {
        let keys = self.group.others.expect("the group has an open place");
        open::entries(self.unknown(), keys, self.to)
    }

    /// Reports unknown and missing fields.
    pub(crate) fn finish(self) {
        // No more are shown.
        let shown = if self.group.others.is_some() { 0 } else { MAX_PER_FILE + 1 };
        let mut above = None;
        for entry in self.unknown().take(shown) {
            if self.to.is_misplaced(entry.key_span.start) {
                continue;
            }
            let diagnostic = unknown_field(entry, self.node, self.group, self.to);
            // One error stands for the fields that belong below the same key of the group.
            let span = diagnostic.related.first().map(|related| related.span.clone());
            let parent = span.filter(|span| self.entries.iter().any(|it| it.key_span == *span));
            if parent.is_none() || parent != above {
                self.to.report(diagnostic);
            }
            above = parent;
            // One error stands for the fields of an item in another list.
            if !lists_with(self.node, self.to).is_empty() {
                return;
            }
        }
        if !self.missing.is_empty() && self.to.is_whole {
            for diagnostic in missing_fields(&self.missing, self.node, self.group, self.to) {
                self.to.report(diagnostic);
            }
        }
    }
}
