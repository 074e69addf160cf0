//! `vitae check`

use std::process::ExitCode;

use clap::Args;
use vitae::compile;
use vitae::content::inventory::known_ids;
use vitae::diagnostic::{self, Diagnostic};
use vitae::did_you_mean::did_you_mean;
use vitae::error::{Error, Result};
use vitae::model::id::ConsultantId;
use vitae::source::Sources;

use super::compilation::{Project, dated, print_outcome, until_content_is_unchanged};
use super::fix::fix;
use super::shared_arguments::CompileArguments;
use crate::terminal::{UntranslatedTexts, count, count_in_files, print_stdout};

/// Check the content and report every error
///
/// Compiles the content, photos included, and writes nothing but the cache. With `--fix`, fixes the
/// profiles and site.yaml first.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Identifiers of the consultants to check [default: all of them, and the rest of the content]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    compile: CompileArguments,
    /// Fix what can only mean one thing, and show what changed
    #[arg(long)]
    fix: bool,
    /// Show what `--fix` would change, without writing it
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// Explain a diagnostic code, such as `invalid-url`, and exit; without a code, list all codes
    #[arg(long, value_name = "CODE", num_args = 0..=1)]
    explain: Option<Option<String>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { ids, compile, fix: _, dry_run, explain } = arguments;
    match explain {
        Some(Some(code)) => return explain_code(code),
        Some(None) => return list_codes().map(|()| ExitCode::SUCCESS),
        None => {}
    }
    let mut fixed = String::new();
    if arguments.fix {
        let sources = Sources::listed(compile.site.content.existing()?)?;
        fixed = fix(compile, &sources, &known_ids(&sources, ids)?, *dry_run)?;
    }
    until_content_is_unchanged(|| {
        Project::with(&compile.site, &compile.cache, None, None, dated, |project| {
            match check(project, &known_ids(&project.sources, ids)?) {
                Err(_) if project.has_changed() => Ok(None),
                Err(error) => Err(error),
                Ok(None) => Ok(None),
                Ok(Some((diagnostics, counts, untranslated))) => {
                    let counts = format!("{fixed}{counts}");
                    let sources = &project.sources;
                    print_outcome(compile, sources, &diagnostics, &counts, untranslated).map(Some)
                }
            }
        })
    })
}

/// Diagnostics, their summary, and the untranslated texts of a site in another language.
type Checked = (Vec<Diagnostic>, String, Option<UntranslatedTexts>);

/// Checks the selected consultants, or the whole content; `None` if a file that was read changed meanwhile. The diagnostics
/// are those of the site in each language, unless one is selected.
fn check(project: &Project, selected: &[ConsultantId]) -> Result<Option<Checked>> {
    let Project { sources, templates, options, previous, .. } = project;
    let mut compilation = project.compilation()?;
    let (compiled, mut diagnostics) = match selected {
        [] => {
            let compiled = project.consultants(&compilation, &compile::CheckSink)?;
            let diagnostics = compilation.finish(&compiled)?.diagnostics;
            (compiled, diagnostics)
        }
        _ => {
            compilation.select(selected);
            let compiled = compilation.consultants(previous, &compile::CheckSink, &|| {})?;
            let diagnostics = compiled.diagnostics.clone();
            (compiled, diagnostics)
        }
    };
    let untranslated = sources.language().map(|language| {
        let texts: Vec<_> = compiled.rows.texts().collect();
        UntranslatedTexts {
            language: language.to_owned(),
            texts: texts.iter().map(|texts| texts.untranslated).sum(),
            all: texts.iter().map(|texts| texts.all).sum(),
            profiles: texts.iter().filter(|texts| texts.untranslated > 0).count(),
        }
    });
    for language in sources.languages().into_iter().filter(|_| sources.language().is_none()) {
        let sources = sources.clone().in_language(Some(language))?;
        let mut compilation = project.compilation_of(&sources, templates, options)?;
        compilation.select_translated();
        if !selected.is_empty() {
            compilation.select(selected);
        }
        // The photos are the photos of the site in the language of the profiles.
        let compiled = compilation.consultants(previous, &compile::DiscardSink, &|| {})?;
        // One sentence about files that are not committed is enough, although this site has other profiles.
        let is_known = |new: &Diagnostic| {
            let is_same = |it: &Diagnostic| it.code == new.code && it.file == new.file;
            diagnostics.iter().any(|known| known.span.is_none() && is_same(known))
        };
        let is_new = |new: &Diagnostic| new.span.is_some() || !is_known(new);
        let new: Vec<Diagnostic> = compiled.diagnostics.into_iter().filter(is_new).collect();
        diagnostics.extend(new);
    }
    diagnostic::order(&mut diagnostics);
    let (counts, has_changed) = match selected {
        [] => (count_in_files(&diagnostics, sources), project.has_changed()),
        _ => (count(&diagnostics), project.has_changed_for(compilation.inventory())),
    };
    Ok((!has_changed).then_some((diagnostics, counts, untranslated)))
}

fn explain_code(code: &str) -> Result<ExitCode> {
    let codes = vitae::diagnostic_codes();
    // Accept a code that was copied with its severity and brackets: `error[unknown-field]`.
    let code = code.rsplit('[').next().unwrap_or(code);
    let code = code.split(']').next().unwrap_or(code).trim();
    let Some(code) = codes.iter().find(|known| known.id == code) else {
        list_codes()?;
        let suggestion = did_you_mean(code, codes.iter().map(|known| known.id))
            .map_or_else(String::new, |known| format!("; did you mean `{known}`?"));
        return Err(Error::new(format!("`{code}` is not a diagnostic code{suggestion}")));
    };
    let severity = code.severity.word();
    print_stdout(&format!("# {severity}[{}]\n\n{}", code.id, code.page.trim_end()))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints each diagnostic code with its summary.
fn list_codes() -> Result<()> {
    let codes = vitae::diagnostic_codes();
    let width = codes.iter().map(|code| code.id.len()).max().unwrap_or(0);
    let line = |code: &&vitae::diagnostic_code::DiagnosticCode| {
        let summary = code.summary().replace('\n', " ");
        format!("{:width$}  {summary}", code.id)
    };
    print_stdout(&codes.iter().map(line).collect::<Vec<_>>().join("\n"))
}
