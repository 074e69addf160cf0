//! Converts the byte spans of diagnostics to lines and columns.

use std::borrow::Cow;
use std::collections::HashMap;

use vitae::diagnostic::{Diagnostic, Span};
use vitae::source::{Position, Sources, text_of};
use vitae::yaml;

/// Cache of the source texts that diagnostics refer to.
pub(super) struct SourceTexts<'a> {
    sources: &'a Sources,
    texts: HashMap<String, String>,
}

impl<'a> SourceTexts<'a> {
    pub(super) fn of(sources: &'a Sources) -> Self {
        Self { sources, texts: HashMap::new() }
    }

    /// Returns the text of a file, or an empty string for a binary or missing file.
    pub(super) fn get(&mut self, file: &str) -> &str {
        let sources = self.sources;
        self.texts.entry(file.to_owned()).or_insert_with(|| {
            let source = sources
                .get(file)
                .filter(|source| source.is_profile_text() || source.extension() == "json");
            let bytes = source.and_then(|source| source.read(yaml::MAX_BYTES).ok());
            let bytes = bytes.filter(|bytes| bytes.len() <= yaml::MAX_BYTES);
            bytes.map_or_else(String::new, |bytes| without_c1_controls(text_of(&bytes)))
        })
    }

    /// Returns the path of a file relative to the working directory.
    pub(super) fn path(&self, file: &str) -> String {
        match self.sources.root() {
            "" => file.to_owned(),
            root => format!("{root}/{file}"),
        }
    }

    pub(super) fn locate<'d>(&mut self, diagnostic: &'d Diagnostic) -> Located<'d> {
        let file = self.path(&diagnostic.file);
        let text = self.get(&diagnostic.file);
        let region = |span: &Span| [span.start, span.end].map(|at| Position::of(text, at));
        let own = diagnostic.span.as_ref().map(region);
        let line = own.map_or(0, |[start, _]| start.line - 1);
        Located {
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

/// The location of a diagnostic in lines and columns. A region is from the first position to the one after the last.
pub(super) struct Located<'d> {
    /// The path relative to the working directory.
    pub(super) file: String,
    /// `None` if the diagnostic is about the whole file.
    pub(super) region: Option<[Position; 2]>,
    pub(super) source_line: String,
    pub(super) replacement: Option<([Position; 2], &'d str)>,
}

/// Replaces C1 control characters: terminals interpret them and the renderer does not escape them.
/// The replacement has the same number of bytes, so spans stay valid.
fn without_c1_controls(text: Cow<'_, str>) -> String {
    text.replace(|c: char| ('\u{80}'..='\u{9F}').contains(&c), "·")
}
