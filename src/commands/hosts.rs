//! `vitae hosts`

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use serde_json::json;
use vitae::characters::{printable_line, printable_lines};
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

/// Returns the name and the summary of each host.
fn list(hosts: &[HostJson]) -> String {
    let paragraphs: String = hosts.iter().map(|host| paragraph(host, &[]) + "\n").collect();
    paragraphs
        + "Run `vitae hosts <HOST>` for details; `vitae build --host <HOST>` builds for a host."
}

/// Returns the properties of one host. The JSON format also has the files that its templates create.
fn details(described: &HostJson) -> String {
    let host = &described.host;
    let limits = &host.limits;
    let rules = match &limits.rules {
        None => "do not grow with the content".to_owned(),
        Some(limit) => format!("one for each document, at most {}", limit.max),
    };
    let compression = match host.precompressed {
        true => "precompressed files, with `precompress`",
        false => "by the host",
    };
    let rate_limit = match host.rate_limit {
        true => "supports the site's `rate_limit`",
        false => "not supported by these rules",
    };
    let mut properties = vec![
        ("documentation", host.documentation.clone()),
        ("rules", rules),
        ("compression", compression.to_owned()),
        ("rate limit", rate_limit.to_owned()),
    ];
    let compact = limits.rules.as_ref().and_then(|rules| rules.compact.clone());
    properties.extend(compact.map(|text| ("above limit", text)));
    for (limit, unit) in [
        (limits.files, "files"),
        (limits.files_per_directory, "files in one directory"),
        (limits.file_bytes, "bytes in one file"),
    ] {
        properties.extend(limit.map(|limit| ("at most", format!("{limit} {unit}"))));
    }
    properties.extend(host.unverified.clone().map(|text| ("not tested", text)));
    properties.extend(host.withdrawal.iter().map(|step| ("withdrawal", step.clone())));
    if host.limitations.is_empty() {
        properties.push(("limitations", "none: implements the whole interface".to_owned()));
    }
    for Limitation { id, title, consequence, .. } in &host.limitations {
        properties.push(("limitations", format!("{id}: {title}. {consequence}")));
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

/// Returns the host's name and summary, and its properties in two columns.
fn paragraph(described: &HostJson, properties: &[(&str, String)]) -> String {
    let HostJson { name, host, default, .. } = described;
    let default = if *default { " (default)" } else { "" };
    let mut lines =
        vec![format!("{name}: {}{default}", host.title), format!("  {}", host.summary.trim())];
    lines.extend(properties.iter().map(|(name, value)| format!("  {name:<15}{}", value.trim())));
    printable_lines(&lines) + "\n"
}
