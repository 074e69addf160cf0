//! Mistakes with the line they are in.

use std::collections::BTreeMap;

use serde::Serialize;

use super::excerpt::Excerpt;
use super::explanation::{Section, explanation};
use super::layout::Frame;
use super::message::{Words, words};
use super::url;
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;
use crate::preview::state::State;
use crate::source::{Position, Source, text_of};
use crate::yaml;

/// More are not shown on one page: nobody mends a thousand mistakes in one go.
pub(super) const MOST: usize = 500;

/// One mistake.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DiagnosticView {
    /// `error` or `warning`.
    pub(super) severity: &'static str,
    code: &'static str,
    message: Vec<Words>,
    /// File, line and column, as compilers write it.
    place: String,
    /// The line in the preview.
    href: Option<String>,
    /// The line in an editor program.
    editor: Option<String>,
    excerpt: Option<Excerpt>,
    label: Vec<Words>,
    hint: Vec<Words>,
    related: Vec<Related>,
    /// Why it is one, and how it is written right.
    explanation: Vec<Section>,
}

/// Another place in the same file.
#[derive(Debug, Clone, Serialize)]
struct Related {
    line: usize,
    label: Vec<Words>,
    href: Option<String>,
}

/// Makes mistakes from diagnostics; each file is read once.
pub(super) struct DiagnosticViews<'a> {
    state: &'a State,
    texts: BTreeMap<String, String>,
}

impl<'a> DiagnosticViews<'a> {
    pub(super) fn new(state: &'a State) -> Self {
        Self {
            state,
            texts: BTreeMap::new(),
        }
    }

    /// The diagnostic with everything that helps to find its place.
    pub(super) fn view(&mut self, diagnostic: &Diagnostic) -> DiagnosticView {
        let state = self.state;
        let source = state.sources.get(&diagnostic.file);
        let text = self
            .texts
            .entry(diagnostic.file.clone())
            .or_insert_with(|| source.and_then(text).unwrap_or_default());
        let start = diagnostic.span.as_ref().map(|span| span.start);
        let position = start.map(|start| Position::of(text, start));
        let page = page_of(state, &diagnostic.file);
        let at_line = |line: usize| page.as_ref().map(|page| page.clone() + &url::line(line));
        let path = format!("{}/{}", state.sources.root(), diagnostic.file);
        let (line, column) = position.map_or((1, 1), |position| (position.line, position.column));
        let related = |related: &crate::diagnostic::Related| {
            let line = Position::of(text, related.span.start).line;
            Related {
                line,
                label: words(&related.label),
                href: at_line(line),
            }
        };
        DiagnosticView {
            severity: diagnostic.code.severity.word(),
            code: diagnostic.code.id,
            message: words(&diagnostic.message),
            place: position.map_or(path.clone(), |_| format!("{path}:{line}:{column}")),
            href: match position {
                Some(position) => at_line(position.line),
                None => page.clone(),
            },
            editor: source
                .filter(|source| is_yaml(source))
                .and_then(Source::location)
                .and_then(|path| url::editor(&path, line, column)),
            excerpt: diagnostic.span.clone().map(|span| Excerpt::of(text, span)),
            label: diagnostic.label.as_deref().map(words).unwrap_or_default(),
            hint: diagnostic.hint.as_deref().map(words).unwrap_or_default(),
            related: diagnostic.related.iter().map(related).collect(),
            explanation: explanation(diagnostic.code.page),
        }
    }
}

/// The page with every mistake of every file.
#[derive(Debug, Serialize)]
pub(crate) struct DiagnosticsPage {
    frame: Frame,
    files: Vec<File>,
    /// How many are not shown.
    more: usize,
}

#[derive(Debug, Serialize)]
struct File {
    path: String,
    href: Option<String>,
    mistakes: Vec<DiagnosticView>,
}

impl DiagnosticsPage {
    /// The page.
    pub(crate) fn new(state: &State) -> Self {
        let mut teller = DiagnosticViews::new(state);
        let mut files: Vec<File> = Vec::new();
        for diagnostic in state.diagnostics.iter().take(MOST) {
            let mistake = teller.view(diagnostic);
            let path = format!("{}/{}", state.sources.root(), diagnostic.file);
            match files.last_mut() {
                Some(file) if file.path == path => file.mistakes.push(mistake),
                _ => files.push(File {
                    path,
                    href: page_of(state, &diagnostic.file),
                    mistakes: vec![mistake],
                }),
            }
        }
        Self {
            frame: Frame::without_strip(state),
            files,
            more: state.diagnostics.len().saturating_sub(MOST),
        }
    }
}

/// The text of a source, as diagnostics count in it; `None` if it is no YAML, or too large to be
/// read.
pub(super) fn text(source: &Source) -> Option<String> {
    if !is_yaml(source) {
        return None;
    }
    let bytes = source.read(yaml::MAX_BYTES).ok()?;
    let bytes = Some(bytes).filter(|bytes| bytes.len() <= yaml::MAX_BYTES)?;
    Some(text_of(&bytes).into_owned())
}

fn is_yaml(source: &Source) -> bool {
    ["yaml", "yml"].contains(&source.extension())
}

/// The page that shows a file: its consultant's, else one of its own.
fn page_of(state: &State, file: &str) -> Option<String> {
    if let Some(id) = consultant_of(state, file) {
        return Some(url::consultant(&id));
    }
    let source = state.sources.get(file)?;
    is_yaml(source).then(|| url::file(file))
}

/// Whose profile or photo a file is.
fn consultant_of(state: &State, file: &str) -> Option<ConsultantId> {
    let id = ConsultantId::parse(state.sources.get(file)?.stem())?;
    let draft = state.content.consultants.get(&id)?;
    (draft.path == file || file.starts_with("photos/")).then_some(id)
}

/// The diagnostics by whose profile or photo they are about. A photo's come also while it is made,
/// which is later than its consultant's file is read; so they are not all in the draft.
pub(super) fn by_consultant(state: &State) -> BTreeMap<ConsultantId, Vec<&Diagnostic>> {
    let mut told: BTreeMap<_, Vec<&Diagnostic>> = BTreeMap::new();
    for diagnostic in &state.diagnostics {
        if let Some(id) = consultant_of(state, &diagnostic.file) {
            told.entry(id).or_default().push(diagnostic);
        }
    }
    told
}
