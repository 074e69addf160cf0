//! Where a diagnostic is, as editors count: the file as the user named it, lines and columns.

use std::borrow::Cow;
use std::collections::HashMap;

use vitae::diagnostic::{Diagnostic, Span};
use vitae::source::{Position, Sources, text_of};
use vitae::yaml;

/// The texts of the files that diagnostics point into, each read once.
pub(super) struct Texts<'a> {
    sources: &'a Sources,
    texts: HashMap<String, String>,
}

impl<'a> Texts<'a> {
    pub(super) fn of(sources: &'a Sources) -> Self {
        Self {
            sources,
            texts: HashMap::new(),
        }
    }

    /// The text of a file; nothing for what is no text.
    pub(super) fn get(&mut self, file: &str) -> &str {
        let sources = self.sources;
        self.texts.entry(file.to_owned()).or_insert_with(|| {
            let source = sources
                .get(file)
                .filter(|source| ["yaml", "yml", "json"].contains(&source.extension()));
            // A file too large to be read is too large to be shown.
            let bytes = source.and_then(|source| source.read(yaml::MAX_BYTES).ok());
            let bytes = bytes.filter(|bytes| bytes.len() <= yaml::MAX_BYTES);
            bytes.map_or_else(String::new, |bytes| harmless(text_of(&bytes)))
        })
    }

    /// The path of a file as the user named it.
    pub(super) fn path(&self, file: &str) -> String {
        match self.sources.root() {
            "" => file.to_owned(),
            root => format!("{root}/{file}"),
        }
    }

    /// Where the diagnostic is.
    pub(super) fn locate<'d>(&mut self, diagnostic: &'d Diagnostic) -> Located<'d> {
        let file = self.path(&diagnostic.file);
        let text = self.get(&diagnostic.file);
        let region = |span: &Span| Region {
            start: Position::of(text, span.start),
            end: Position::of(text, span.end),
        };
        let own = diagnostic.span.as_ref().map(region);
        let line = own.map_or(0, |region| region.start.line - 1);
        Located {
            diagnostic,
            file,
            region: own,
            source_line: text.lines().nth(line).unwrap_or_default().to_owned(),
            replacement: diagnostic
                .replacement
                .as_ref()
                .map(|replacement| (region(&replacement.span), replacement.text.as_str())),
        }
    }
}

/// A diagnostic and its place.
pub(super) struct Located<'d> {
    pub(super) diagnostic: &'d Diagnostic,
    /// The path as the user named it.
    pub(super) file: String,
    /// `None` when the file as a whole is meant.
    pub(super) region: Option<Region>,
    pub(super) source_line: String,
    pub(super) replacement: Option<(Region, &'d str)>,
}

/// From a position to one behind the last character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// The text without the controls of the block C1, which lead terminals astray and which the
/// renderer lets pass. The dot has as many bytes, so that places stay.
fn harmless(text: Cow<'_, str>) -> String {
    text.replace(|c: char| ('\u{80}'..='\u{9F}').contains(&c), "·")
}
