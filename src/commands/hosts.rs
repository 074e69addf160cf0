//! `vitae hosts`

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;
use vitae::characters::printable;
use vitae::error::Result;
use vitae::render::host::{self, Files, Host, KnownLimitation};
use vitae::templates::Templates;

use super::shared_arguments::TemplateArguments;
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
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// One JSON document (docs/formats.md)
    Json,
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
    let text = match (arguments.format, &hosts[..]) {
        (Format::Json, hosts) => {
            let document = json!({ "version": VERSION, "hosts": hosts });
            serde_json::to_string_pretty(&document).expect("JSON values are serializable")
        }
        (Format::Human, [host]) if arguments.name.is_some() => details(host),
        (Format::Human, hosts) => list(hosts),
    };
    terminal::print_stdout(&printable(text.trim_end()))?;
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

/// Returns one paragraph for each host.
fn list(hosts: &[HostJson]) -> String {
    let mut text = Text::default();
    for described in hosts {
        let host = &described.host;
        text.heading(described);
        text.features(host);
        let titles: Vec<&str> =
            host.gaps.iter().map(|limitation| limitation.title.as_str()).collect();
        text.limitations(&titles.join("; "));
        text.optional_field("not tested", host.unverified.as_deref());
        text.line("");
    }
    text.line(
        "Run `vitae hosts <HOST>` for details, `vitae build --host <HOST>` to build for a host.",
    );
    text.0
}

/// Returns all known properties of one host.
fn details(described: &HostJson) -> String {
    let host = &described.host;
    let limits = &host.limits;
    let mut text = Text::default();
    text.heading(described);
    text.field("documentation", &host.documentation);
    text.features(host);
    let rules = limits.rules.as_ref();
    text.optional_field("above limit", rules.and_then(|rules| rules.compact.as_deref()));
    for (limit, unit) in [
        (limits.files, "files"),
        (limits.files_per_directory, "files in one directory"),
        (limits.file_bytes, "bytes in one file"),
    ] {
        let limit = limit.map(|limit| format!("{limit} {unit}"));
        text.optional_field("at most", limit.as_deref());
    }
    text.optional_field("not verified", host.unverified.as_deref());
    for (name, files) in [
        ("publishes", &described.files.published),
        ("deploy files", &described.files.deployment),
        ("project files", &described.files.project),
    ] {
        let files = (!files.is_empty()).then(|| files.join(", "));
        text.optional_field(name, files.as_deref());
    }
    if host.gaps.is_empty() {
        text.limitations("");
    }
    for KnownLimitation { id, title, consequence, .. } in &host.gaps {
        let limitation = format!("{id}: {title}. {consequence}");
        text.limitations(&limitation);
    }
    match &host.server {
        Some(server) => {
            text.field("tested with", &server.needs.join(", "));
            text.field("installation", &server.install);
        }
        None => text.field("tested with", "no server: it runs only at its vendor"),
    }
    text.0
}

/// Lines of text with the properties of hosts, indented below the hosts' names.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    const WIDTH: usize = 100;
    /// The indentation of values: two spaces and the column of names.
    const INDENTATION: usize = 17;

    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn heading(&mut self, described: &HostJson) {
        let HostJson { name, host, .. } = described;
        let default = if described.default { " (default)" } else { "" };
        self.line(&format!("{name}: {}{default}", host.title));
        self.wrapped("  ", &host.summary, 2);
    }

    /// Writes what the host does for the settings of a site.
    fn features(&mut self, host: &Host) {
        let rules = match &host.limits.rules {
            None => "do not grow with the content".to_owned(),
            Some(limit) => format!("one for each document, at most {}", limit.max),
        };
        self.field("rules", &rules);
        let compression = match host.precompressed {
            true => "precompressed files, with `precompress`",
            false => "by the host",
        };
        self.field("compression", compression);
        let rate_limit = match host.rate_limit {
            true => "supports the site's `rate_limit`",
            false => "not supported by these rules",
        };
        self.field("rate limit", rate_limit);
    }

    /// Writes known limitations; an empty text means that the host has none.
    fn limitations(&mut self, limitations: &str) {
        match limitations {
            "" => self.field("limitations", "none: implements the whole interface"),
            _ => self.field("limitations", limitations),
        }
    }

    fn field(&mut self, name: &str, value: &str) {
        let start = format!("  {name:<width$}", width = Self::INDENTATION - 2);
        self.wrapped(&start, value, Self::INDENTATION);
    }

    fn optional_field(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    /// Writes words after `start`, and indents the following lines.
    fn wrapped(&mut self, start: &str, text: &str, indentation: usize) {
        let mut line = start.to_owned();
        let mut is_empty = true;
        for word in text.split_whitespace() {
            if !is_empty && line.chars().count() + 1 + word.chars().count() > Self::WIDTH {
                self.line(&line);
                line = " ".repeat(indentation);
                is_empty = true;
            }
            if !is_empty {
                line.push(' ');
            }
            line.push_str(word);
            is_empty = false;
        }
        self.line(line.trim_end());
    }
}
