//! The form for people: the line, the value underlined, what to do.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use vitae::characters::printable;
use vitae::diagnostic::Diagnostic;
use vitae::diagnostic_code::Severity;

use super::location::Texts;

/// The diagnostics for people, coloured.
pub(super) fn render(diagnostics: &[Diagnostic], texts: &mut Texts<'_>) -> String {
    let renderer = Renderer::styled();
    let mut shown = String::new();
    for diagnostic in diagnostics {
        let path = printable(&texts.path(&diagnostic.file));
        let hint = diagnostic.hint.as_deref().map(printable);
        let text = texts.get(&diagnostic.file);
        let level = match diagnostic.code.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let message = printable(&diagnostic.message);
        let title = level.primary_title(&message).id(diagnostic.code.id);
        let span = diagnostic
            .span
            .clone()
            .filter(|span| text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        let group = match span {
            Some(span) => {
                let label = diagnostic.label.as_deref().unwrap_or_default();
                let primary = AnnotationKind::Primary.span(span).label(label);
                let mut snippet = Snippet::source(text).path(&path).annotation(primary);
                for related in &diagnostic.related {
                    let span = related.span.clone();
                    snippet = snippet
                        .annotation(AnnotationKind::Context.span(span).label(&related.label));
                }
                title.element(snippet)
            }
            None => title.element(Origin::path(&path)),
        };
        let group = match &hint {
            Some(hint) => group.element(Level::HELP.message(hint)),
            None => group,
        };
        let _ = writeln!(shown, "{}\n", renderer.render(&[group]));
    }
    if let Some(first) = diagnostics.first() {
        let code = first.code.id;
        let _ = writeln!(shown, "`vitae check --explain {code}` explains a mistake\n");
    }
    shown
}
