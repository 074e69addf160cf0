//! Where a value of a document is, and what has been reported about the document.

use super::declared_fields;
use super::document_type::DocumentType;
use super::private_value::PublishedPaths;
use super::shape::Field;
use crate::diagnostic::{self, Diagnostic, MAX_PER_FILE, Span};
use crate::diagnostic_code::DiagnosticCode;
use crate::yaml::{self, DeclaredFields, KnownKey, Node};

/// Where a value is, and what has been reported. It borrows from the tree for `'n`.
pub struct Reporter<'n> {
    pub(super) file: &'n str,
    /// The text of the file; `None` for a tree with the texts of a translation, about which nothing is reported.
    pub(super) source: Option<&'n str>,
    pub(super) document: &'static DocumentType,
    /// The tree of the document, of which the file can be a translation.
    pub(super) root: &'n Node,
    /// The keys and items that lead to the value.
    path: Vec<Step<'n>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The most diagnostics that are reported.
    limit: usize,
    /// The number of errors, and that at the start of the innermost item.
    pub(super) errors: usize,
    pub(super) errors_before_item: usize,
    /// The number of empty values below keys of the author's choice, which are published.
    pub(super) kept: usize,
    /// Whether the file has no syntax error. After one, keys and values can be lost or somewhere else.
    pub(super) is_whole: bool,
    /// Whether the document has some texts of another one only.
    pub(super) is_translation: bool,
    pub(super) published: PublishedPaths<'n>,
    /// Whether the value is below a key that has been reported as private.
    pub(super) is_below_private_key: bool,
    /// The lines in a wrong column that have been reported.
    misplaced: Vec<Span>,
}

#[derive(Clone, Copy)]
pub(super) enum Step<'n> {
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
        self.published.forbids_personal_numbers = true;
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

    pub(super) fn keys(&self) -> impl DoubleEndedIterator<Item = &'n str> {
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
    pub(super) fn key_start(&self) -> Option<usize> {
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
    pub(super) fn belongs_below(&self, key: &str) -> bool {
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

    /// Returns the comments on the lines below a key without a value, or above the first line of its value.
    pub(super) fn comments_below(&self, node: &Node) -> Vec<&'n str> {
        self.source.map_or(vec![], |source| yaml::comments_below(source, node.span.start))
    }

    pub(super) fn within<T>(&mut self, step: Step<'n>, decode: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let value = decode(self);
        self.path.pop();
        value
    }
}
