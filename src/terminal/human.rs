//! The human format: the source line with the value underlined, and a hint.

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use indexmap::IndexMap;
use vitae::characters::printable_line;
use vitae::diagnostic::{Diagnostic, MAX_PER_FILE};
use vitae::diagnostic_code::Severity;

use super::location::SourceTexts;
use super::{UntranslatedTexts, plural};

/// The most diagnostics of a code that are shown of a file with many.
const MAX_PER_CODE: usize = 10;

pub(super) fn render(diagnostics: &[Diagnostic], texts: &mut SourceTexts<'_>) -> String {
    let mut output = String::new();
    for file in diagnostics.chunk_by(|a, b| a.file == b.file) {
        let has_many = file.len() >= MAX_PER_FILE;
        let mut counts: IndexMap<&str, usize> = IndexMap::new();
        for diagnostic in file {
            let count = counts.entry(diagnostic.code.id).or_default();
            *count += 1;
            if !has_many || *count <= MAX_PER_CODE {
                output += &report(diagnostic, texts);
            }
        }
        for (code, count) in
            counts.into_iter().filter(|(_, count)| has_many && *count > MAX_PER_CODE)
        {
            let path = printable_line(&texts.path(&file[0].file));
            output += &format!("and {} more `{code}` in {path}\n\n", count - MAX_PER_CODE);
        }
    }
    if let Some(first) = diagnostics.first() {
        let code = first.code.id;
        output.push_str(&format!("for more information, run `vitae check --explain {code}`\n\n"));
    }
    output
}

/// Returns how many texts are not translated, in one line.
pub(super) fn untranslated(untranslated: &UntranslatedTexts) -> String {
    let UntranslatedTexts { language, texts, all, profiles } = untranslated;
    let verb = if *texts == 1 { "is" } else { "are" };
    let (texts, all) = (grouped(*texts), grouped(*all));
    let (language, profiles) = (printable_line(language), plural(*profiles, "profile"));
    format!(
        "{texts} of {all} texts {verb} not translated, in {profiles}: `vitae translate {language} <id>` lists them"
    )
}

/// Writes a number with a comma before each group of three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let digits = digits.chars().enumerate().flat_map(|(at, digit)| {
        let is_group = at > 0 && (digits.len() - at).is_multiple_of(3);
        is_group.then_some(',').into_iter().chain([digit])
    });
    digits.collect()
}

fn report(diagnostic: &Diagnostic, texts: &mut SourceTexts<'_>) -> String {
    let path = printable_line(&texts.path(&diagnostic.file));
    let message = printable_line(&diagnostic.message);
    let hint = diagnostic.hint.as_deref().map(printable_line);
    let label = diagnostic.label.as_deref().map(printable_line);
    let text = texts.get(&diagnostic.file);
    let level = match diagnostic.code.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&message).id(diagnostic.code.id);
    let span = diagnostic
        .span
        .clone()
        .filter(|span| text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
    let group = match span {
        Some(span) => {
            let primary = AnnotationKind::Primary.span(span);
            let related = diagnostic.related.iter().map(|related| {
                let span = related.span.clone();
                AnnotationKind::Context.span(span).label(printable_line(&related.label))
            });
            let snippet = Snippet::source(text)
                .path(&path)
                .annotation(primary.label(label.as_deref()))
                .annotations(related);
            title.element(snippet)
        }
        None => title.element(Origin::path(&path)),
    };
    let help = hint.iter().map(|hint| Level::HELP.message(hint));
    let group = group.elements(help);
    format!("{}\n\n", Renderer::styled().render(&[group]))
}
