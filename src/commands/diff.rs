//! `vitae diff`

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use vitae::bundle::Fingerprint;
use vitae::cache::Cache;
use vitae::characters::printable_line;
use vitae::compile::{Compilation, Options, Rows};
use vitae::content::SITE_PATH;
use vitae::diagnostic::{self, Diagnostic};
use vitae::diff::{
    Comparer, CompiledState, ConsultantChange, PublicChanges, PublicState, SiteTexts, site_changes,
    site_texts, undated,
};
use vitae::digest::Digest;
use vitae::entry::{Entry, PhotoEntry};
use vitae::error::{Error, Result};
use vitae::model::day::Day;
use vitae::model::id::ConsultantId;
use vitae::paths::ToSlash;
use vitae::photo;
use vitae::publish::PublishedSite;
use vitae::source::{Revision, Sources};
use vitae::templates::{DEFAULT_DIRECTORY, Templates};

use super::compilation::{Project, dated};
use super::shared_arguments::{CacheArguments, SiteArguments};
use super::withdrawal_checklist::withdrawal_checklist;
use crate::progress::Progress;
use crate::terminal::changes::{ChangesFormat, show};
use crate::terminal::{self, count_in_files};

/// Show what would change in public
///
/// Compiles two states of the content and compares what each of them publishes: consultants, fields,
/// photos, and the files of the site. Nothing of an inactive consultant or of `internal` is shown; with `--coming`,
/// a profile whose `publish_from` has not come is shown as it will be on that day.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// Commit or built site to compare with [default: the newest commit in common with the remote's
    /// default branch, or else HEAD]
    #[arg(value_name = "BASE")]
    base: Option<String>,
    /// Commit to compare, instead of the files in the content directory
    #[arg(long, value_name = "COMMIT")]
    head: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    cache: CacheArguments,
    /// Also show profiles that become public on a later day; keep this output out of public logs
    #[arg(long)]
    coming: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = ChangesFormat::Human)]
    format: ChangesFormat,
    /// Exit with code 3 if something changes in public
    #[arg(long)]
    exit_code: bool,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  the states were compared
  1  the content has errors
  2  the command is wrong, or the environment failed
  3  something changes in public (only with --exit-code)";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let published = match &arguments.base {
        Some(base) => PublishedSite::open(Path::new(base))?,
        None => None,
    };
    match published {
        Some(_) if arguments.head.is_some() => Err(Error::new(
            "a built site can only be compared with the content directory: leave out --head",
        )),
        Some(published) => {
            Project::with(&arguments.site, &arguments.cache, None, None, dated, |project| {
                with_published(arguments, project, &published)
            })
        }
        None => {
            let undated = |content: &Path, _: &Cache| Sources::undated(content);
            // Each of the two states can lack the language.
            let site = SiteArguments { language: None, ..arguments.site.clone() };
            Project::with(&site, &arguments.cache, None, None, undated, |project| {
                with_commit(arguments, project)
            })
        }
    }
}

/// Prints the changes, and the checklist of what can still serve withdrawn consultants.
fn print_changes(
    arguments: &Arguments,
    changes: &PublicChanges,
    head: &Compilation<'_>,
) -> Result<ExitCode> {
    let host = head.host().zip(head.compiler().settings());
    let checklist = match &changes.language {
        Some(language) if head.sources().language() != Some(language) => {
            Some(printable_line(&format!(
                "no build withdraws these profiles: the content has no translations into `{language}`; take \
             down the site in this language"
            )))
        }
        _ => host.and_then(|(host, settings)| {
            let option = arguments.site.host.as_deref();
            withdrawal_checklist(host, option, settings, head.sources(), &changes.withdrawn())
        }),
    };
    show(arguments.format, changes, checklist.as_deref())?;
    let differs = arguments.exit_code && !changes.is_empty();
    Ok(ExitCode::from(if differs { 3 } else { 0 }))
}

/// Prints the errors of the head.
fn print_errors(
    arguments: &Arguments,
    mut diagnostics: Vec<Diagnostic>,
    sources: &Sources,
) -> Result<ExitCode> {
    diagnostic::order(&mut diagnostics);
    let summary = format!("{}; nothing was compared", count_in_files(&diagnostics, sources));
    let format = match arguments.format {
        ChangesFormat::Json => terminal::ReportFormat::Json,
        ChangesFormat::Human | ChangesFormat::Markdown => terminal::ReportFormat::Human,
    };
    terminal::show(format, &diagnostics, sources, &summary, None)?;
    Ok(ExitCode::from(1))
}

/// Compares a built site with the content.
fn with_published(
    arguments: &Arguments,
    project: &Project,
    published: &PublishedSite,
) -> Result<ExitCode> {
    let compilation = project.compilation()?;
    let comparison = Comparer::new(published);
    let consultants = project.consultants(&compilation, &comparison)?;
    let outcome = compilation.finish(&consultants)?;
    let Some(site) = outcome.site else {
        return print_errors(arguments, outcome.diagnostics, &project.sources);
    };
    let is_compiled = |id: &ConsultantId| compilation.inventory().contains_key(id);
    let mut head = site_texts(&site);
    head.retain(|path, _| site.files.get(path).is_some());
    let changes = PublicChanges {
        base: published.root().to_slash(),
        head: project.sources.root().to_owned(),
        language: project.sources.language().map(str::to_owned),
        consultants: comparison.finish(&published.ids(), is_compiled)?,
        unknown: Vec::new(),
        site: site_changes(&published.site_texts()?, &head),
        coming: coming(arguments, project, &consultants.rows, |options, ids| {
            let head = selected(project, (&project.sources, &project.templates), options, ids)?;
            compare(&head, published)
        })?,
    };
    print_changes(arguments, &changes, &compilation)
}

/// Compares a commit with another one or with the content.
fn with_commit(arguments: &Arguments, project: &Project) -> Result<ExitCode> {
    let SiteArguments { content, templates, .. } = &arguments.site;
    let content = content.directory.as_path();
    let resolve = |name: &String| Revision::resolve(content, name);
    let head = arguments.head.as_ref().map(resolve).transpose()?;
    let base = match &arguments.base {
        Some(name) => resolve(name)?,
        None => Revision::default_base(content, head.as_ref())?,
    };
    let directory = templates.directory.as_deref().unwrap_or(Path::new(DEFAULT_DIRECTORY));
    let templates_of = |revision: &Revision| {
        Templates::embedded().overlaid_with(revision.text_files(directory)?, directory)
    };
    let changed = base.changed_paths(head.as_ref(), content)?;
    let sources_of =
        |revision: &Revision| Ok::<_, Error>(revision.sources(content)?.with_date(&undated()));
    let (head_sources, head_templates) = match &head {
        Some(head) => (sources_of(head)?, templates_of(head)?),
        None => (project.sources.clone().with_date(&undated()), project.templates.clone()),
    };
    let (base_sources, base_templates) = (sources_of(&base)?, templates_of(&base)?);
    let language = arguments.site.language.as_deref();
    let [base_sources, head_sources] = in_language(language, base_sources, head_sources)?;
    let of_site = head_sources.language().or(base_sources.language()).map(str::to_owned);
    let is_ending = head_sources.language() != of_site.as_deref();
    // In any language.
    let is_whole_site = changed.iter().any(|path| path.ends_with(SITE_PATH))
        || base_sources.language() != head_sources.language()
        || !base.changed_paths(head.as_ref(), directory)?.is_empty();
    let mut base_compilation =
        project.compilation_of(&base_sources, &base_templates, &project.options)?;
    let mut head_compilation =
        project.compilation_of(&head_sources, &head_templates, &project.options)?;
    let is_invalid = base_compilation.compiler().settings().is_none();
    if is_invalid && base_sources.get(SITE_PATH).is_some() {
        let message =
            format!("{SITE_PATH} has errors in {}; compare with another commit", base.short());
        return Err(Error::new(message));
    }
    if !is_whole_site {
        let inventories = [base_compilation.inventory(), head_compilation.inventory()];
        let files = inventories.into_iter().flatten();
        let changed = files.filter(|(_, files)| files.paths().any(|path| changed.contains(path)));
        let ids: Vec<ConsultantId> = changed.map(|(id, _)| id.clone()).collect();
        base_compilation.select(&ids);
        head_compilation.select(&ids);
    }
    let state = CompiledState::new(&base_compilation);
    let comparison = Comparer::new(&state);
    let progress = Progress::new(head_compilation.inventory().len(), "profiles");
    let mut compiled =
        head_compilation.consultants(&Rows::default(), &comparison, &|| progress.step())?;
    drop(progress);
    if !is_whole_site {
        // A file that cannot be read is not a withdrawal.
        let unreadable = head_sources.diagnostics().iter();
        compiled.diagnostics.extend(unreadable.filter(|it| changed.contains(&it.file)).cloned());
    }
    if compiled.diagnostics.iter().any(Diagnostic::is_error) {
        return print_errors(arguments, compiled.diagnostics, &head_sources);
    }
    let is_compiled = |id: &ConsultantId| head_compilation.inventory().contains_key(id);
    let site = match is_whole_site && !is_ending {
        true => site_changes(&sample(&base_compilation)?, &sample(&head_compilation)?),
        false => Vec::new(),
    };
    let changes = PublicChanges {
        base: label(&base, arguments.base.as_deref()),
        head: head.map_or_else(
            || project.sources.root().to_owned(),
            |head| label(&head, arguments.head.as_deref()),
        ),
        language: of_site,
        consultants: comparison.finish(&state.ids(), is_compiled)?,
        unknown: state.unknown(),
        site,
        coming: coming(arguments, project, &compiled.rows, |options, ids| {
            let base = selected(project, (&base_sources, &base_templates), options, ids)?;
            let head = selected(project, (&head_sources, &head_templates), options, ids)?;
            compare(&head, &CompiledState::new(&base))
        })?,
    };
    print_changes(arguments, &changes, &head_compilation)
}

/// Returns the base and the head in a language, which one of them can lack: the first translation starts the site in this
/// language, which then has no consultants in the base, and the last one ends it.
///
/// # Errors
/// Returns an error if both have no translations into this language.
fn in_language(language: Option<&str>, base: Sources, head: Sources) -> Result<[Sources; 2]> {
    let without_consultants = |sources: Sources| sources.without("consultants/").without("photos/");
    match (base.clone().in_language(language), head.clone().in_language(language)) {
        (Ok(base), Ok(head)) => Ok([base, head]),
        (Err(_), Ok(head)) => Ok([Sources::default(), head]),
        // Nothing of this site is left in the head, which can lack or break its settings.
        (Ok(of_language), Err(_)) => Ok([of_language, without_consultants(base)]),
        (Err(_), Err(error)) => Err(error),
    }
}

/// Returns what the head publishes on days that have not come, with `--coming`. `compare` compares these consultants
/// on their first day.
fn coming(
    arguments: &Arguments,
    project: &Project,
    head: &Rows,
    compare: impl Fn(&Options, &[ConsultantId]) -> Result<Vec<ConsultantChange>>,
) -> Result<Option<Vec<(Day, ConsultantChange)>>> {
    if !arguments.coming {
        return Ok(None);
    }
    let mut first_days: BTreeMap<Day, Vec<ConsultantId>> = BTreeMap::new();
    for (id, period) in head.periods() {
        if let Some(from) = period.from.filter(|from| *from > project.options.day) {
            first_days.entry(from).or_default().push(id.clone());
        }
    }
    let mut coming = Vec::new();
    for (day, ids) in first_days {
        let options = Options { day, ..project.options.clone() };
        coming.extend(compare(&options, &ids)?.into_iter().map(|change| (day, change)));
    }
    Ok(Some(coming))
}

/// Returns the compilation of some consultants in a state of the site.
fn selected<'a>(
    project: &'a Project,
    (sources, templates): (&'a Sources, &'a Templates),
    options: &'a Options,
    ids: &[ConsultantId],
) -> Result<Compilation<'a>> {
    let mut compilation = project.compilation_of(sources, templates, options)?;
    compilation.select(ids);
    Ok(compilation)
}

/// Compares all consultants of a compilation with a base.
fn compare(head: &Compilation<'_>, base: &dyn PublicState) -> Result<Vec<ConsultantChange>> {
    let comparison = Comparer::new(base);
    head.consultants(&Rows::default(), &comparison, &|| {})?;
    comparison.finish(&BTreeSet::new(), |_| true)
}

fn label(revision: &Revision, name: Option<&str>) -> String {
    match name {
        Some(name) if !revision.commit.starts_with(name) => {
            format!("{name} ({})", revision.short())
        }
        _ => revision.short().to_owned(),
    }
}

/// Returns the files of a site with one invented consultant, so that the files of two sites differ only
/// in what belongs to no consultant.
fn sample(compilation: &Compilation<'_>) -> Result<SiteTexts> {
    let nothing = Digest::of(&[]);
    let photo = PhotoEntry { format: photo::Format::Jpeg, fingerprint: Fingerprint([0; 32]) };
    let entry = Entry {
        id: ConsultantId::parse("example").expect("a valid identifier"),
        profile: nothing,
        json_resume: nothing,
        photo: Some(photo),
        longest: 0,
    };
    let site = compilation.site_with(vec![entry.into()], &mut Vec::new())?;
    Ok(site.as_ref().map(site_texts).unwrap_or_default())
}
