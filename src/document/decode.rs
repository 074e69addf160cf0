//! Decodes the nodes of a YAML file to values that cannot be invalid, and reports the errors.

use super::document_type::DocumentType;
use super::empty_value::{EmptyValue, Place};
use super::internal_key::misplaced_internal;
use super::invalid_text::InvalidText;
use super::open_keys::OpenKeys;
use super::private_value::{PrivateFinding, PublishedPaths, private_key, private_text};
use super::shape::{Field, Shape};
use super::written_text::WrittenText;
use super::wrong_type::WrongType;
use super::{damaged_text, declared_fields, invisible_characters, texts};
use crate::diagnostic::{self, Diagnostic, MAX_PER_FILE, Span};
use crate::diagnostic_code::DiagnosticCode;
use crate::yaml::{
    self, DeclaredFields, KnownKey, MappingEntry, Node, Scalar, ScalarKind, YamlValue,
};

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

/// Where a value is, and what has been reported. It borrows from the tree for `'n`.
pub struct Reporter<'n> {
    pub(super) file: &'n str,
    /// The text of the file; `None` for a tree with the texts of a translation, about which nothing is reported.
    source: Option<&'n str>,
    pub(super) document: &'static DocumentType,
    /// The tree of the document, of which the file can be a translation.
    pub(super) root: &'n Node,
    /// The keys and items that lead to the value.
    path: Vec<Step<'n>>,
    diagnostics: Vec<Diagnostic>,
    /// The most diagnostics that are reported.
    limit: usize,
    /// The number of errors, and that at the start of the innermost item.
    errors: usize,
    errors_before_item: usize,
    /// The number of empty values below keys of the author's choice, which are published.
    kept: usize,
    /// Whether the file has no syntax error. After one, keys and values can be lost or somewhere else.
    pub(super) is_whole: bool,
    /// Whether the document has some texts of another one only.
    pub(super) is_translation: bool,
    published: PublishedPaths<'n>,
    /// Whether the value is below a key that has been reported as private.
    is_below_private_key: bool,
    /// The lines in a wrong column that have been reported.
    misplaced: Vec<Span>,
}

#[derive(Clone, Copy)]
enum Step<'n> {
    Key(&'n str),
    Item,
}

impl<'n> Reporter<'n> {
    /// Starts at the root of a document. `diagnostics` are those of the parser; at most `limit` are reported.
    pub(super) fn new(
        (file, source): (&'n str, &'n str),
        document: &'static DocumentType,
        root: &'n Node,
        diagnostics: Vec<Diagnostic>,
        limit: usize,
    ) -> Self {
        Self {
            source: Some(source),
            is_whole: !diagnostics.iter().any(Diagnostic::is_error),
            misplaced: diagnostics
                .iter()
                .filter_map(|it| yaml::misplaced_lines(source, it))
                .collect(),
            diagnostics,
            limit,
            ..Self::silent(file, document, root)
        }
    }

    /// Starts at the root of a document with the texts of its translation. Both files have been checked alone, so that
    /// the errors of one never depend on the other.
    pub(super) fn silent(file: &'n str, document: &'static DocumentType, root: &'n Node) -> Self {
        Self {
            file,
            source: None,
            document,
            root,
            path: Vec::new(),
            is_whole: true,
            diagnostics: Vec::new(),
            limit: 0,
            errors: 0,
            errors_before_item: 0,
            kept: 0,
            is_translation: false,
            published: PublishedPaths::of(root, document),
            is_below_private_key: false,
            misplaced: Vec::new(),
        }
    }

    /// Makes the document a translation.
    pub(super) fn start_translation(&mut self) {
        self.is_translation = true;
        self.published.has_no_numbers = true;
    }

    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Creates a diagnostic about a value of the document.
    pub fn at(
        &self,
        code: &'static DiagnosticCode,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::at(code, self.file, span, message)
    }

    /// Reports a diagnostic.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        if let Some(source) = self.source {
            self.misplaced.extend(yaml::misplaced_lines(source, &diagnostic));
            diagnostic::report(&mut self.diagnostics, diagnostic, self.limit);
        }
    }

    /// Returns whether another warning would be reported.
    pub(super) fn has_room(&self) -> bool {
        self.diagnostics.len() < self.limit
    }

    /// Reports a warning about the text of the field `key` of the group `node`, unless the file has a syntax error,
    /// whose fix can change what the warning says.
    pub fn warn_about_text(
        &mut self,
        code: &'static DiagnosticCode,
        node: &Node,
        key: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        if self.is_whole {
            let entry = node.entry(key).expect("the text has been decoded");
            let diagnostic = self.at(code, entry.value.span.clone(), message);
            self.report(diagnostic.hint(hint));
        }
    }

    /// Reports a warning about the item `node`, unless the file has a syntax error, or the item another one, whose fix
    /// can change what the warning says.
    pub fn warn_about_item(
        &mut self,
        code: &'static DiagnosticCode,
        node: &Node,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        if self.is_whole && !self.is_translation && !self.has_error_in_item() {
            let diagnostic = self.at(code, node.span.clone(), message);
            self.report(diagnostic.hint(hint));
        }
    }

    /// Returns whether an error in the innermost item has been reported.
    pub fn has_error_in_item(&self) -> bool {
        self.errors > self.errors_before_item
    }

    /// Returns the innermost key that leads to the value.
    pub fn key(&self) -> &'n str {
        self.keys().next_back().unwrap_or_default()
    }

    fn keys(&self) -> impl DoubleEndedIterator<Item = &'n str> {
        self.path.iter().filter_map(|step| match step {
            Step::Key(key) => Some(*key),
            Step::Item => None,
        })
    }

    /// Returns the value of the document at the place of the value, outside of lists.
    pub(super) fn original(&self) -> Option<&'n Node> {
        self.keys().try_fold(self.root, |node, key| Some(&node.entry(key)?.value))
    }

    /// Returns where the innermost key that leads to the value starts, outside of lists.
    fn key_start(&self) -> Option<usize> {
        let keys: Vec<&str> = self.keys().collect();
        let (key, above) = keys.split_last()?;
        let group = above.iter().try_fold(self.root, |node, key| Some(&node.entry(key)?.value))?;
        Some(group.entry(key)?.key_span.start)
    }

    /// Returns the declaration of the field of the value, unless it is in an open place.
    pub(super) fn declaration(&self) -> Option<&'static Field> {
        declared_fields::field(self.document.shape, &self.keys().collect::<Vec<_>>())
    }

    /// Returns whether the column of the line at a byte, or of the key to which the line belongs, has been reported.
    pub(super) fn is_misplaced(&self, at: usize) -> bool {
        self.misplaced.iter().any(|lines| lines.contains(&at))
    }

    /// Returns the error about a key or an item that its block cannot have, if its line is in a wrong column. Reads the
    /// lines above it, which takes too long for more errors than are shown.
    pub(super) fn misplaced_entry(&self, at: usize) -> Option<Diagnostic> {
        let source = self.source.filter(|_| self.diagnostics.len() < MAX_PER_FILE)?;
        yaml::misplaced_entry(self.file, source, self.document, at)
    }

    /// Returns whether a key is no field of the group of the value, but belongs below its key.
    fn belongs_below(&self, key: &str) -> bool {
        let path: Vec<&str> = self.keys().collect();
        let (above, below) = (&path[..path.len() - 1], self.document.key(&path, key));
        self.document.key(above, key) == KnownKey::Unknown
            && matches!(below, KnownKey::Field | KnownKey::Chosen)
    }

    /// Returns whether the value is the whole document.
    pub(super) fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns whether the value is an item of a list.
    pub fn is_item(&self) -> bool {
        matches!(self.path.last(), Some(Step::Item))
    }

    /// Returns whether the value is in an item of a list.
    pub(super) fn is_in_list(&self) -> bool {
        self.path.iter().any(|step| matches!(step, Step::Item))
    }

    /// Returns what an author calls the value: its key in backticks.
    pub fn name(&self) -> String {
        match self.path.last() {
            None => self.document.subject.to_owned(),
            Some(Step::Item) => format!("an item of `{}`", self.key()),
            Some(Step::Key(key)) => format!("`{key}`"),
        }
    }

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

    /// Returns the comments on the lines below a key without a value, or above the first line of its value.
    fn comments_below(&self, node: &Node) -> Vec<&'n str> {
        self.source.map_or(vec![], |source| yaml::comments_below(source, node.span.start))
    }

    fn within<T>(&mut self, step: Step<'n>, decode: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let value = decode(self);
        self.path.pop();
        value
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
        let is_skill = keys.iter().any(|key| LISTS_OF_SKILLS.contains(key));
        let text = WrittenText { file, source, scalar, span: &node.span, is_item, is_skill };
        let examples = &self.document.examples;
        texts::check(&text, examples, |found| self.report(found));
        if keys.first().is_some_and(|key| NEVER_PUBLISHED.contains(key)) {
            return;
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
