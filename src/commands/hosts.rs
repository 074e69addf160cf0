//! `vitae hosts`

use std::borrow::Cow;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use serde_json::json;
use vitae::characters::printable_line;
use vitae::error::Result;
use vitae::render::host::{self, Files, Host, Limitation};
use vitae::templates::Templates;

use super::shared_arguments::{ListFormat, TemplateArguments};
use crate::terminal;

/// List the supported hosts, or show the details of one
///
/// Hosts of the project (directories in templates/hosts) are included.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Show the details of this host
    #[arg(value_name = "HOST")]
    name: Option<String>,
    #[command(flatten)]
    templates: TemplateArguments,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    format: ListFormat,
}

/// Version of the JSON format, increased by every breaking change.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
struct HostJson {
    name: String,
    /// Whether sites that do not name a host use this one.
    default: bool,
    #[serde(flatten)]
    host: Host,
    files: Files,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let templates = arguments.templates.read()?;
    let names = match &arguments.name {
        Some(name) => vec![name.clone()],
        None => host::names(&templates),
    };
    let hosts: Vec<HostJson> =
        names.into_iter().map(|name| HostJson::read(name, &templates)).collect::<Result<_>>()?;
    match (arguments.format, &hosts[..]) {
        (ListFormat::Json, hosts) => {
            terminal::print_json(&json!({ "version": VERSION, "hosts": hosts }))?;
        }
        (ListFormat::Human, [host]) if arguments.name.is_some() => {
            terminal::print_stdout(details(host).trim_end())?;
        }
        (ListFormat::Human, hosts) => terminal::print_stdout(list(hosts).trim_end())?,
    }
    Ok(ExitCode::SUCCESS)
}

impl HostJson {
    fn read(name: String, templates: &Templates) -> Result<Self> {
        Ok(Self {
            default: host::default_name(templates) == Some(&name),
            host: host::read(&name, templates)?,
            files: host::files_of(&name, templates),
            name,
        })
    }
}

/// The name and value of a property.
type Property<'a> = (&'static str, Cow<'a, str>);

const NO_LIMITATIONS: Property<'_> =
    ("limitations", Cow::Borrowed("none: implements the whole interface"));

/// Returns one paragraph for each host.
fn list(hosts: &[HostJson]) -> String {
    let mut text = String::new();
    for described in hosts {
        let host = &described.host;
        let mut properties = features(host);
        let titles: Vec<&str> = host.limitations.iter().map(|it| it.title.as_str()).collect();
        properties.push(match titles[..] {
            [] => NO_LIMITATIONS,
            _ => ("limitations", titles.join("; ").into()),
        });
        properties.extend(host.unverified.as_ref().map(|text| ("not tested", text.into())));
        text += &paragraph(described, &properties);
        text += "\n";
    }
    text + "Run `vitae hosts <HOST>` for details; `vitae build --host <HOST>` builds for a host."
}

/// Returns the properties of one host. The JSON format also has the files that its templates create.
fn details(described: &HostJson) -> String {
    let HostJson { host, .. } = described;
    let limits = &host.limits;
    let mut properties = vec![("documentation", host.documentation.as_str().into())];
    properties.extend(features(host));
    let compact = limits.rules.as_ref().and_then(|rules| rules.compact.as_ref());
    properties.extend(compact.map(|text| ("above limit", text.into())));
    for (limit, unit) in [
        (limits.files, "files"),
        (limits.files_per_directory, "files in one directory"),
        (limits.file_bytes, "bytes in one file"),
    ] {
        properties.extend(limit.map(|limit| ("at most", format!("{limit} {unit}").into())));
    }
    properties.extend(host.unverified.as_ref().map(|text| ("not tested", text.into())));
    properties.extend(host.withdrawal.iter().map(|step| ("withdrawal", step.into())));
    if host.limitations.is_empty() {
        properties.push(NO_LIMITATIONS);
    }
    for Limitation { id, title, consequence, .. } in &host.limitations {
        properties.push(("limitations", format!("{id}: {title}. {consequence}").into()));
    }
    let mut text = paragraph(described, &properties);
    let name = printable_line(&described.name);
    text += &format!("\nBuild:\n  vitae build --host {name}    # or: host: {name} in site.yaml\n");
    for (title, commands) in
        [("Run on this machine", &host.run), ("Stop", &host.stop), ("Publish", &host.publish)]
    {
        if !commands.is_empty() {
            text += &format!("{title}:\n  {}\n", commands.join("\n  "));
        }
    }
    text
}

/// Returns what the host does for the settings of a site.
fn features(host: &Host) -> Vec<Property<'_>> {
    let rules = match &host.limits.rules {
        None => "do not grow with the content".into(),
        Some(limit) => format!("one for each document, at most {}", limit.max).into(),
    };
    let compression = match host.precompressed {
        true => "precompressed files, with `precompress`",
        false => "by the host",
    };
    let rate_limit = match host.rate_limit {
        true => "supports the site's `rate_limit`",
        false => "not supported by these rules",
    };
    vec![("rules", rules), ("compression", compression.into()), ("rate limit", rate_limit.into())]
}

/// Returns the host's name and summary, and its properties in two columns.
fn paragraph(described: &HostJson, properties: &[Property<'_>]) -> String {
    let HostJson { name, host, default, .. } = described;
    let default = if *default { " (default)" } else { "" };
    let mut text = printable_line(&format!("{name}: {}{default}", host.title)) + "\n";
    text += &wrapped("  ", &host.summary, 2);
    for (name, value) in properties {
        text += &wrapped(&format!("  {name:<15}"), value, 17);
    }
    text
}

/// Returns `start` and the words of `text` in lines, indented from the second line on.
fn wrapped(start: &str, text: &str, indentation: usize) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![start.to_owned()];
    let mut space = "";
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("the first line");
        if line.chars().count() + space.len() + word.chars().count() > WIDTH && !space.is_empty() {
            lines.push(" ".repeat(indentation) + word);
        } else {
            *line += space;
            *line += word;
        }
        space = " ";
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}
