//! The display of a diagnostic.

use std::collections::BTreeMap;
use std::iter::once;

use serde_json::{Value as Json, json};

use super::excerpt::excerpt;
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;
use crate::preview::state::PreviewState;
use crate::preview::url;
use crate::source::{Position, Source, TRANSLATIONS, text_of};
use crate::yaml;

/// Builds the template values of diagnostics; reads each file only once.
pub(super) struct DiagnosticViews<'a> {
    state: &'a PreviewState,
    texts: BTreeMap<String, String>,
}

impl<'a> DiagnosticViews<'a> {
    pub(super) fn new(state: &'a PreviewState) -> Self {
        Self { state, texts: BTreeMap::new() }
    }

    /// Returns a diagnostic with its position, links, excerpt and explanation. Messages contain
    /// code between backticks.
    pub(super) fn view(&mut self, diagnostic: &Diagnostic) -> Json {
        let state = self.state;
        let source = state.sources.get(&diagnostic.file);
        let text = self
            .texts
            .entry(diagnostic.file.clone())
            .or_insert_with(|| text(state, &diagnostic.file).unwrap_or_default());
        let start = diagnostic.span.as_ref().map(|span| span.start);
        let position = start.map(|start| Position::of(text, start));
        let (line, column) = position.map_or((1, 1), |position| (position.line, position.column));
        let page = page_of(state, &diagnostic.file);
        let line_href = |line: usize| page.as_ref().map(|page| format!("{page}#L{line}"));
        let path = format!("{}/{}", state.sources.root(), diagnostic.file);
        let (shown, href) = match position {
            Some(_) => (format!("{path}:{line}:{column}"), line_href(line)),
            None => (path, page.clone()),
        };
        let location = source.filter(|source| source.is_profile_text()).and_then(Source::location);
        let related = diagnostic.related.iter().map(|related| {
            let line = Position::of(text, related.span.start).line;
            json!({ "line": line, "label": related.label, "href": line_href(line) })
        });
        json!({
            "severity": diagnostic.code.severity.word(),
            "message": diagnostic.message,
            "location": shown,
            "line": position.map(|position| position.line),
            "href": href,
            "editor": location.and_then(|path| url::editor(&path, line, column)),
            "excerpt": diagnostic.span.clone().map(|span| excerpt(text, span)),
            "label": diagnostic.label,
            "hint": diagnostic.hint,
            "related": related.collect::<Vec<Json>>(),
            "explanation": diagnostic.code.page,
        })
    }
}

/// Returns the text of a profile or translation, which the spans of its diagnostics refer to; `None` if the file
/// cannot be a profile or is too large.
pub(super) fn text(state: &PreviewState, path: &str) -> Option<String> {
    let source = state.sources.get(path).filter(|source| source.is_profile_text())?;
    let consultant = ConsultantId::parse(source.stem()).and_then(|id| state.consultant(&id));
    let bytes = match consultant.and_then(|consultant| consultant.newest.bytes_of(path)) {
        Some(bytes) => bytes,
        None => source.read(yaml::MAX_BYTES).ok()?.into_owned(),
    };
    (bytes.len() <= yaml::MAX_BYTES).then(|| text_of(&bytes).into_owned())
}

/// Returns the path of the page that shows a file: the consultant's page or the file's own.
pub(super) fn page_of(state: &PreviewState, file: &str) -> Option<String> {
    let is_translation = file.starts_with(TRANSLATIONS);
    if let Some(id) = consultant_of(state, file).filter(|_| !is_translation) {
        return Some(url::consultant(&id));
    }
    let source = state.sources.get(file)?;
    source.is_profile_text().then(|| url::file(file))
}

/// Returns the consultant whose profile, translation or photo a file is.
fn consultant_of(state: &PreviewState, file: &str) -> Option<ConsultantId> {
    let is_photo = file.starts_with("photos/");
    if let Some(id) = ConsultantId::parse(state.sources.get(file)?.stem())
        && let Some(consultant) = state.consultant(&id)
    {
        // The path of a translation ends with that of its profile.
        let is_text = file.ends_with(consultant.newest.profile.path());
        return (is_photo || is_text).then_some(id);
    }
    // A photo with a name of its own.
    let mut consultants = state.consultants.iter().filter(|_| is_photo);
    consultants.find(|(_, it)| it.newest.has_photo(file)).map(|(id, _)| id.clone())
}

/// Groups the diagnostics by the consultant they are about.
pub(super) fn by_consultant(state: &PreviewState) -> BTreeMap<ConsultantId, Vec<&Diagnostic>> {
    let mut groups: BTreeMap<_, Vec<&Diagnostic>> = BTreeMap::new();
    for diagnostic in &state.diagnostics {
        for file in once(&diagnostic.file).chain(&diagnostic.other_files) {
            if let Some(id) = consultant_of(state, file) {
                groups.entry(id).or_default().push(diagnostic);
            }
        }
    }
    groups
}
