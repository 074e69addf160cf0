//! `vitae due`

use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use vitae::due::{self, Event, OutdatedTranslation};
use vitae::error::Result;
use vitae::model::day::Day;
use vitae::model::id::ConsultantId;
use vitae::source::Sources;

use super::compilation::{Project, dated, reject_errors};
use super::shared_arguments::{CacheArguments, ListFormat, SiteArguments};
use crate::terminal::{print_json, print_lines, print_stderr, print_stdout};

/// Version of the JSON format, increased by every breaking change.
const VERSION: u32 = 1;

/// List what editors should look at
///
/// Prints the day, the identifier and the event, ordered by day: `starts` and `ends` (the first and the last day of a
/// publication) from today on, and of published profiles `available` (`available_from` has passed), `expires` (the last day
/// of a certification) and `outdated` (the original of a translated text changed). The list names consultants who are not public: keep it out of public logs.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    cache: CacheArguments,
    /// List only days at most this many days away, such as 30d: starts and ends ahead, other events before and after
    #[arg(long, value_name = "DAYS", value_parser = days)]
    within: Option<u32>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    format: ListFormat,
    /// Exit with code 3 if the list is not empty
    #[arg(long)]
    exit_code: bool,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  the list is complete
  2  the content has errors, the command is wrong, or the environment failed
  3  the list is not empty (only with --exit-code)";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    Project::with(&arguments.site, &arguments.cache, None, None, dated, |project| {
        list(arguments, project)
    })
}

/// Prints the events.
fn list(arguments: &Arguments, project: &Project) -> Result<ExitCode> {
    let compiled = project.without_photos(&project.compilation()?)?;
    reject_errors(&compiled.diagnostics)?;
    let today = project.options.day;
    let mut events = due::events(&compiled.rows, today);
    let published = compiled.rows.entries().map(|entry| &entry.id);
    events.extend(outdated(&project.sources, published, today).into_iter().map(Event::from));
    if let Some(days) = arguments.within {
        let is_near = |from: Day, to: Day| from.after(days).is_none_or(|last| to <= last);
        events.retain(|event| {
            is_near(today, event.day)
                && (event.kind.is_of_publication() || is_near(event.day, today))
        });
    }
    events.sort();
    match arguments.format {
        ListFormat::Human if events.is_empty() => print_stdout("nothing is due")?,
        ListFormat::Human => {
            let line = |event: &Event| format!("{}  {}  {}", event.day, event.id, event.kind);
            print_lines(events.iter().map(line))?;
        }
        ListFormat::Json => print_json(&json!({ "version": VERSION, "events": events }))?,
    }
    Ok(ExitCode::from(if arguments.exit_code && !events.is_empty() { 3 } else { 0 }))
}

/// Returns the outdated translations, or prints why they are not known.
pub(super) fn outdated<'a>(
    sources: &'a Sources,
    ids: impl Iterator<Item = &'a ConsultantId>,
    today: Day,
) -> Vec<OutdatedTranslation<'a>> {
    due::outdated(sources, ids, today).unwrap_or_else(|error| {
        print_stderr(&format!("note: outdated translations are not listed: {error}\n"));
        Vec::new()
    })
}

/// Parses a number of days such as `30d`.
fn days(text: &str) -> std::result::Result<u32, String> {
    let number = text.strip_suffix('d').unwrap_or(text);
    number.parse().map_err(|_| "write a number of days, such as 30d".to_owned())
}
