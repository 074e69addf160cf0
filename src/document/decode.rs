//! Decodes the nodes of a YAML file to values that cannot be invalid, and reports the errors.

use super::empty_value::{EmptyValue, Place};
use super::field_in_text::field_in_text;
use super::internal_key::misplaced_internal;
use super::invalid_text::InvalidText;
use super::open_keys::OpenKeys;
use super::private_value::{PrivateFinding, private_key, private_text};
use super::publication_key::misplaced_publication_key;
use super::reporter::{Reporter, Step};
use super::shape::Shape;
use super::written_text::WrittenText;
use super::wrong_type::WrongType;
use super::{damaged_text, declared_fields, invisible_characters, texts};
use crate::diagnostic::Span;
use crate::yaml::{self, MappingEntry, Node, Scalar, ScalarKind, YamlValue};

/// A type of value in a document.
pub trait Decode: Sized {
    /// What `decode` accepts.
    const SHAPE: &'static Shape;

    /// Decodes a node, or reports its errors and returns `None`. An error in one part of a value never keeps
    /// the other parts from being decoded and reported.
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self>;

    /// Decodes a node that is an open place with rules for its keys.
    fn decode_open<'n>(
        node: &'n Node,
        _keys: &'static OpenKeys,
        to: &mut Reporter<'n>,
    ) -> Option<Self> {
        Self::decode(node, to)
    }

    /// Returns the value of a field that the document does not have; `None` if the field is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Returns whether the value is a list without items, which JSON Resume leaves out.
    fn is_empty_list(&self) -> bool {
        false
    }

    /// Returns whether a field with this value is not published.
    fn is_absent(&self) -> bool {
        false
    }
}

/// The fields of which nothing is published, although they are read.
const NEVER_PUBLISHED: [&str; 2] = ["consent", "photo"];

/// The fields with the names of skills and technologies.
const LISTS_OF_SKILLS: [&str; 2] = ["categories", "technologies"];

impl<'n> Reporter<'n> {
    /// Decodes the value of a field of a group. `next` is the key below it; the rules of `open` are for its keys.
    pub(super) fn field<T: Decode>(
        &mut self,
        entry: &'n MappingEntry,
        is_required: bool,
        next: Option<&str>,
        open: Option<&'static OpenKeys>,
    ) -> Option<T> {
        let node = &entry.value;
        self.within(Step::Key(&entry.key), |to| {
            to.value(node, Place::Field { is_required, next }, |to| match open {
                Some(keys) => T::decode_open(node, keys, to),
                None => T::decode(node, to),
            })
        })
    }

    /// Decodes an item of a list.
    pub(super) fn item<T: Decode>(&mut self, node: &'n Node) -> Option<T> {
        let before = std::mem::replace(&mut self.errors_before_item, self.errors);
        let item =
            self.within(Step::Item, |to| to.value(node, Place::Item, |to| T::decode(node, to)));
        self.errors_before_item = before;
        item
    }

    /// Decodes a value, or reports that it is empty.
    fn value<T: Decode>(
        &mut self,
        node: &'n Node,
        place: Place<'_>,
        decode: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if node.value == YamlValue::Invalid {
            // It has been reported.
            return None;
        }
        if node.has_value() {
            return decode(self);
        }
        if !self.is_whole {
            return None;
        }
        let is_null = node.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Null);
        // In an open place, an author can mean an empty text or list.
        let is_open = matches!(T::SHAPE, Shape::Anything) && !is_null;
        let (count, before) = (self.diagnostics.len(), (self.errors, self.kept));
        if is_open || node.scalar().is_none() {
            let value = decode(self);
            self.kept += usize::from(is_open || matches!(place, Place::Key));
            if (self.errors, self.kept) != before {
                return value;
            }
        }
        // One diagnostic stands for those of the fields.
        self.diagnostics.truncate(count);
        if let Place::Field { next: Some(next), .. } = place
            && self.belongs_below(next)
        {
            // It is reported as a key in the wrong column.
            return None;
        }
        let is_translation = self.is_translation;
        let comment = self.source.map_or("", |it| yaml::comment_at(it, node.span.start));
        let (shape, comments) = (T::SHAPE, self.comments_below(node));
        let (key, name) = (self.key(), self.name());
        let empty = EmptyValue { node, shape, place, key, name, is_translation, comment, comments };
        let is_card = self.keys().next() == Some("card");
        self.report(empty.diagnostic(self.file, self.document.leaves_out_empty, is_card));
        None
    }

    /// Decodes the value under a key of the author's choice, and checks the key.
    pub(super) fn keyed<T: Decode>(&mut self, entry: &'n MappingEntry) -> Option<T> {
        let node = &entry.value;
        self.within(Step::Key(&entry.key), |to| {
            let was_below = to.is_below_private_key;
            to.check_key(entry);
            let value = to.value(node, Place::Key, |to| T::decode(node, to));
            to.is_below_private_key = was_below;
            value
        })
    }

    /// Returns the entries of a mapping.
    pub fn entries<T: Decode>(&mut self, node: &'n Node) -> Option<&'n [MappingEntry]> {
        match &node.value {
            YamlValue::Mapping(entries) => Some(entries),
            _ => {
                self.wrong_type::<T>(node);
                None
            }
        }
    }

    /// Decodes a text. Without quotes, a number or a boolean is the text as written.
    pub fn text<T: Decode>(
        &mut self,
        node: &'n Node,
        parse: impl FnOnce(&str) -> Result<T, InvalidText>,
    ) -> Option<T> {
        match node.scalar() {
            Some(scalar) => self.parse(node, scalar, parse),
            None => self.wrong_type(node),
        }
    }

    fn parse<T>(
        &mut self,
        node: &'n Node,
        scalar: &'n Scalar,
        parse: impl FnOnce(&str) -> Result<T, InvalidText>,
    ) -> Option<T> {
        match parse(&scalar.text) {
            Ok(value) => {
                self.check_text(node, scalar);
                Some(value)
            }
            Err(InvalidText { code, problem, hint, fix }) => {
                let message = format!("`{}` {problem}", scalar.text);
                let diagnostic = self.at(code, node.span.clone(), message).hint(hint);
                self.report(match fix {
                    Some(fix) => diagnostic.replace(fix),
                    None => diagnostic,
                });
                None
            }
        }
    }

    /// Reports errors and warnings about a scalar that is published.
    pub(super) fn check_text(&mut self, node: &'n Node, scalar: &'n Scalar) {
        let (file, Some(source)) = (self.file, self.source) else { return };
        let (keys, is_below) = (self.keys().collect::<Vec<_>>(), self.is_below_private_key);
        let is_item = self.is_item();
        let is_skill = is_item && keys.iter().any(|key| LISTS_OF_SKILLS.contains(key));
        let text = WrittenText { file, source, scalar, span: &node.span, is_item, is_skill };
        let examples = &self.document.examples;
        texts::check(&text, examples, |found| self.report(found));
        if keys.first().is_some_and(|key| NEVER_PUBLISHED.contains(key)) {
            return;
        }
        if let Some(warning) = field_in_text(&text, self) {
            self.report(warning);
        }
        let found = private_text(&scalar.text, &keys, is_below, &self.published);
        self.report_private(&node.span, found);
    }

    /// Reports errors and warnings about a key of the author's choice, which leads to the value.
    fn check_key(&mut self, entry: &'n MappingEntry) {
        let MappingEntry { key, key_span, .. } = entry;
        if let Some(diagnostic) = misplaced_internal(self.file, entry) {
            self.report(diagnostic);
        }
        let is_below_top_level = self.keys().count() == 2 && !self.is_in_list();
        if let Some(diagnostic) = misplaced_publication_key(entry, is_below_top_level, self) {
            return self.report(diagnostic);
        }
        let unsafe_character = invisible_characters::unsafe_character(self.file, key, key_span);
        let damaged = || damaged_text::check_key(self.file, key, key_span);
        if let Some(diagnostic) = unsafe_character.or_else(damaged) {
            self.report(diagnostic);
        }
        if !self.is_below_private_key {
            let found = private_key(entry, &self.keys().collect::<Vec<_>>(), &self.published);
            self.is_below_private_key = found.is_some();
            self.report_private(key_span, found);
        }
    }

    fn report_private(&mut self, span: &Span, found: Option<PrivateFinding>) {
        if let Some((code, [message, hint])) = found {
            let diagnostic = self.at(code, span.clone(), message);
            self.report(diagnostic.hint(hint));
        }
    }

    /// Reports a value that is not of type `T`. Returns `None`.
    pub fn wrong_type<T: Decode>(&mut self, node: &Node) -> Option<T> {
        let is_group = self.is_item() && matches!(node.value, YamlValue::Mapping(_));
        if is_group {
            // The line of the item, or that of the key of its list.
            let lines = [Some(node.span.start), self.key_start()];
            let misplaced = lines.into_iter().flatten().find_map(|at| self.misplaced_entry(at));
            if let Some(misplaced) = misplaced {
                self.report(misplaced);
                return None;
            }
        }
        let name = &self.name();
        let (file, shape, is_item) = (self.file, T::SHAPE, self.is_item());
        let (field, comments) = (self.declaration(), self.comments_below(node));
        let rest = self.source.and_then(|it| it.get(node.span.start..)).unwrap_or_default();
        let keys: Vec<&str> = self.keys().collect();
        let above = keys.split_last().filter(|_| self.is_translation && !is_item);
        let above = above.map(|(_, above)| declared_fields::value(self.document.shape, above));
        let wrong = WrongType {
            file,
            node,
            shape,
            name,
            field,
            is_item,
            is_translation: self.is_translation,
            key_hint: above.and_then(Shape::translated_key),
            comments,
            line: rest.lines().next().unwrap_or_default(),
        };
        self.report(wrong.diagnostic());
        None
    }
}
