//! `vitae due`

use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use vitae::error::Result;
use vitae::model::day::Day;
use vitae::model::id::ConsultantId;

use super::compilation::{Project, dated, reject_errors};
use super::shared_arguments::{CacheArguments, ListFormat, SiteArguments};
use crate::terminal::{print_json, print_lines, print_stdout};

/// Version of the JSON format, increased by every breaking change.
const VERSION: u32 = 1;

/// List the profiles whose publication starts or ends
///
/// Prints the day, the identifier, and whether the publication starts or ends on this day (`publish_from` is the
/// first day, `publish_until` the last one), the next first. The list names consultants who are not public: keep
/// it out of public logs.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    cache: CacheArguments,
    /// List only the days up to this many days from now, such as 30d
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

/// A start or an end, ordered by day and identifier.
type Event<'a> = (Day, &'a ConsultantId, &'static str);

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    Project::with(&arguments.site, &arguments.cache, None, None, dated, |project| {
        list(arguments, project)
    })
}

/// Prints the starts and ends.
fn list(arguments: &Arguments, project: &Project) -> Result<ExitCode> {
    let compiled = project.without_photos(&project.compilation()?)?;
    reject_errors(&compiled.diagnostics)?;
    let today = project.options.day;
    let last = arguments.within.and_then(|days| today.after(days));
    let is_listed = |day: Day| last.is_none_or(|last| day <= last);
    let mut events: Vec<Event<'_>> = Vec::new();
    for (id, period) in compiled.rows.periods() {
        let start = period.from.filter(|day| *day > today && is_listed(*day));
        let end = period.until.filter(|day| *day >= today && is_listed(*day));
        events.extend(start.map(|day| (day, id, "starts")));
        events.extend(end.map(|day| (day, id, "ends")));
    }
    // The sort is stable: a publication of one day starts before it ends.
    events.sort_by_key(|(day, id, _)| (*day, *id));
    match arguments.format {
        ListFormat::Human if events.is_empty() => print_stdout("no publication starts or ends")?,
        ListFormat::Human => {
            print_lines(events.iter().map(|(day, id, event)| format!("{day}  {id}  {event}")))?;
        }
        ListFormat::Json => {
            let event = |(day, id, event): &Event<'_>| json!({ "date": day, "id": id.as_str(), "event": event });
            let events: Vec<_> = events.iter().map(event).collect();
            print_json(&json!({ "version": VERSION, "events": events }))?;
        }
    }
    Ok(ExitCode::from(if arguments.exit_code && !events.is_empty() { 3 } else { 0 }))
}

/// Parses a number of days such as `30d`.
fn days(text: &str) -> std::result::Result<u32, String> {
    let number = text.strip_suffix('d').unwrap_or(text);
    number.parse().map_err(|_| "write a number of days, such as 30d".to_owned())
}
