//! `vitae build`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::characters::printable_line;
use vitae::compile::{CompiledSite, DEFAULT_OUTPUT, Outcome};
use vitae::error::{Error, Result};
use vitae::paths::{ToSlash, canonicalize};
use vitae::publish::{Publication, Target, reject_links, write_deployment};
use vitae::render::host;

use super::build_summary::{changed_profiles, summary, withdrawn};
use super::compilation::{Project, dated, is_stopped, print_outcome, until_content_is_unchanged};
use super::interruption;
use super::shared_arguments::CompileArguments;
use super::withdrawal_checklist::withdrawal_checklist;
use crate::terminal::{ReportFormat, count_in_files};

/// Build the site into `dist/`
///
/// Nothing is written unless the whole content compiles. Withdrawn profiles are removed first; then
/// only files whose content changed are replaced. Files that the host reads from outside the output
/// directory, such as a server's configuration, are written beside it, into deploy/<host>/.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    compile: CompileArguments,
    /// Output directory; must be empty or written by an earlier build
    #[arg(long, value_name = "DIRECTORY", default_value = DEFAULT_OUTPUT)]
    out: PathBuf,
    /// Print errors and warnings only
    #[arg(long, short)]
    quiet: bool,
}

const EXIT_CODES: &str = "\
Exit codes:
  0         the site is built
  1         the content has errors
  2         the command is wrong, or the environment failed
  130, 143  Ctrl-C or SIGTERM ended the build; the last line says whether it had published the site";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    interruption::watch()?;
    interruption::conclude(until_content_is_unchanged(|| build(arguments)))
}

/// Builds the site. Returns `None` if the content changed meanwhile.
fn build(arguments: &Arguments) -> Result<Option<ExitCode>> {
    let compile = &arguments.compile;
    if arguments.out == Path::new(DEFAULT_OUTPUT) {
        // A commit can contain such a link, but not choose another directory with an option.
        let help = "or name the directory to which it leads: `vitae build --out <directory>`";
        reject_links([&arguments.out]).map_err(|error| error.help(help))?;
    }
    let target = Target::open(&arguments.out, &compile.site.content.directory)?;
    let (out, name) = (Some(&*arguments.out), target.directory_name());
    Project::with(&compile.site, &compile.cache, out, name, dated, |project| {
        build_project(arguments, project, target)
    })
}

/// Builds the site of a project. Returns `None` if the content changed meanwhile.
fn build_project(
    arguments: &Arguments,
    project: &Project,
    target: Target,
) -> Result<Option<ExitCode>> {
    let compile = &arguments.compile;
    let compilation = project.compilation()?;
    let cache = &project.cache;
    let known = || cache.published();
    let publication = target.begin(compilation.encoding(), known, interruption::is_interrupted)?;
    let outcome = project.run(&compilation, &publication);
    if project.has_changed() {
        return Ok(None);
    }
    let Outcome { site, mut diagnostics } = outcome?;
    let is_stopped = is_stopped(compile, &diagnostics);
    if let Some(site) = site.as_ref().filter(|_| !is_stopped) {
        // The log of a build that succeeds can be public.
        let inactive = site.inactive.iter().flat_map(|id| compilation.inventory()[id].paths());
        let inactive: BTreeSet<&str> = inactive.collect();
        diagnostics.retain(|found| !inactive.contains(found.file.as_str()));
    }
    let (summary, completion) = match site.filter(|_| !is_stopped) {
        Some(site) => {
            interruption::start_publishing()?;
            let (summary, completion) = publish(arguments, project, &site, publication)?;
            (if arguments.quiet { String::new() } else { summary }, completion)
        }
        None => {
            let counts = count_in_files(&diagnostics, &project.sources);
            (format!("{counts}; nothing was published"), Ok(()))
        }
    };
    let code = print_outcome(compile, &project.sources, &diagnostics, &summary, None)?;
    let incomplete = "the site was published, but the build is incomplete";
    completion.map_err(|error| Error::with_source(incomplete, error))?;
    Ok(Some(code))
}

/// Publishes the site. Returns the summary, and the error of what follows when the site is published.
fn publish(
    arguments: &Arguments,
    project: &Project,
    site: &CompiledSite,
    publication: Publication,
) -> Result<(String, Result<()>)> {
    publication.accept_site(&site.files)?;
    let deploy = publication.deploy_directory();
    let host = host::read(&site.host, &project.templates)?;
    let changed = changed_profiles(&publication)?;
    let (published, known) = publication.commit()?;
    let completion = known.map(|known| project.cache.store_published(&known));
    let mut lines = vec![summary(site, &published, &changed, &arguments.out)];
    let written = write_deployment(&deploy, &site.deployment).map(|paths| {
        let wrote = |path: &PathBuf| printable_line(&format!("wrote {}", relative(path)));
        lines.extend(paths.iter().map(wrote));
    });
    // For people: the other formats have the summary as a field.
    if arguments.compile.format == ReportFormat::Human {
        let option = arguments.compile.site.host.as_deref();
        let withdrawn = withdrawn(site, &published);
        lines.extend(withdrawal_checklist(
            &host,
            option,
            &site.settings,
            &project.sources,
            &withdrawn,
        ));
    }
    Ok((lines.join("\n"), completion.and(written)))
}

/// Returns the path relative to the working directory if it is below that.
fn relative(path: &Path) -> String {
    let working_directory = std::env::current_dir().and_then(|path| canonicalize(&path));
    let relative = working_directory.ok().and_then(|directory| path.strip_prefix(directory).ok());
    relative.unwrap_or(path).to_slash()
}
