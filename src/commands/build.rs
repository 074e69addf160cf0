//! `vitae build`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::bundle::Bundle;
use vitae::diagnostic::{self, Diagnostic};
use vitae::error::Result;
use vitae::model::id::ConsultantId;
use vitae::publish::{Mode, Published, Target, publish, write_files};
use vitae::render::host;
use vitae::templates::Templates;

use super::compilation::{self, Compilation, is_stopped, print_outcome};
use super::shared_arguments::CompileArguments;
use crate::progress::Progress;
use crate::terminal::{count_in_files, plural};

/// Build the site into `dist/`
///
/// Nothing is written unless the whole content compiles. Withdrawn profiles are removed first; then
/// only files whose content changed are replaced. Files that the host reads from outside the output
/// directory, such as a server's configuration, are written beside it, into deploy/<host>/.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    compile: CompileArguments,
    /// Output directory; must be empty or written by an earlier build
    #[arg(long, value_name = "DIRECTORY", default_value = "dist")]
    out: PathBuf,
    /// Replace the whole output directory atomically, for a directory that is being served
    #[arg(long)]
    swap: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let compile = &arguments.compile;
    let target = Target::open(&arguments.out, &compile.site.content.directory)?;
    let Compilation { sources, templates, report } =
        compilation::run(compile, target.directory_name())?;
    let mut diagnostics = report.diagnostics;
    if let Some(bundle) = &report.output {
        diagnostics.extend_from_slice(&bundle.deployment.limitations);
        diagnostic::order(&mut diagnostics);
    }
    let is_stopped = is_stopped(compile, &diagnostics);
    let published = match report.output.filter(|_| !is_stopped) {
        Some(bundle) => publish_bundle(arguments, &bundle, target, &templates, &mut diagnostics)?,
        None => None,
    };
    let summary = published.unwrap_or_else(|| {
        let counts = count_in_files(&diagnostics, &sources);
        format!("{counts}; nothing was published")
    });
    print_outcome(compile, &sources, &diagnostics, &summary)
}

/// Publishes the bundle and returns the summary, or `None` if a photo has an error.
fn publish_bundle(
    arguments: &Arguments,
    bundle: &Bundle,
    target: Target,
    templates: &Templates,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<String>> {
    let mode = match arguments.swap {
        true => Mode::Swap,
        false => Mode::InPlace,
    };
    let deployment = target.deployment(bundle);
    let other_deployments = target.other_deployments(bundle, &host::names(templates));
    let progress = Progress::new(bundle.len(), "files");
    let report = publish(bundle, target, mode, &|| progress.step())?;
    drop(progress);
    diagnostics.extend(report.diagnostics);
    let Some(published) = report.output else {
        return Ok(None);
    };
    let mut lines = vec![summary(bundle, &published, &arguments.out)];
    for path in write_files(&deployment)? {
        lines.push(format!("wrote {}", relative(&path)));
    }
    for path in other_deployments {
        lines.push(format!(
            "{} belongs to another host and was not updated; remove it if it is no longer used",
            relative(&path)
        ));
    }
    Ok(Some(lines.join("\n")))
}

/// Returns the path relative to the working directory if it is below that.
fn relative(path: &Path) -> String {
    let working_directory = std::env::current_dir().and_then(|path| path.canonicalize());
    let relative = working_directory.ok().and_then(|directory| path.strip_prefix(directory).ok());
    relative.unwrap_or(path).display().to_string()
}

/// Summarizes what is published and what changed.
fn summary(bundle: &Bundle, published: &Published, out: &Path) -> String {
    let profiles = bundle.iter().filter(|artifact| artifact.path.starts_with(PROFILES)).count();
    let mut lines = vec![format!(
        "{} in {}: {} added, {} changed, {} unchanged, {} removed",
        plural(profiles, "profile"),
        out.display(),
        plural(published.added.len(), "file"),
        published.changed.len(),
        published.unchanged,
        published.withdrawn.len(),
    )];
    let withdrawn: Vec<&str> = published
        .withdrawn
        .iter()
        .filter_map(|path| path.strip_prefix(PROFILES))
        // The compressed form of a profile does not count as a profile.
        .filter(|name| ConsultantId::parse(name).is_some())
        .collect();
    if !withdrawn.is_empty() {
        lines.push(format!("withdrawn: {}", withdrawn.join(", ")));
    }
    for path in &published.unmanaged {
        lines.push(format!(
            "{} was not written by vitae; it was left unchanged and is deployed with the site",
            out.join(path).display()
        ));
    }
    lines.join("\n")
}

/// Path prefix of the profiles in the output directory.
const PROFILES: &str = "api/consultant-public/";
