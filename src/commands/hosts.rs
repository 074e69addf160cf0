//! `vitae hosts`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use vitae::error::{Error, Result};
use vitae::render::host::{self, Files, Host};
use vitae::templates::Templates;

use crate::terminal::{self, visible};

/// List the hosts a site can be compiled for, and what each can do; or tell everything of one.
///
/// The project's own hosts are among them: the folders in templates/hosts.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Tell everything of this one
    #[arg(value_name = "HOST")]
    name: Option<String>,
    /// A folder of templates that replace built-in ones of the same name [default: templates, if
    /// there is one]
    #[arg(long, value_name = "FOLDER")]
    templates: Option<PathBuf>,
    /// How to show them
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// How to show hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Human,
    /// For programs: one JSON document (docs/formats.md)
    Json,
}

/// The document for programs.
#[derive(Debug, Serialize)]
struct HostsJson<'a> {
    /// A change that could break readers raises it.
    version: u32,
    /// By name.
    hosts: &'a [HostJson],
}

/// A host and what is known of it.
#[derive(Debug, Serialize)]
struct HostJson {
    name: String,
    /// Whether it is the host of sites that name none.
    default: bool,
    #[serde(flatten)]
    host: Host,
    files: Files,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let templates = Templates::of_project(arguments.templates.as_deref())?;
    let default = host::default_name(&templates);
    let describe = |name: &str| -> Result<HostJson> {
        Ok(HostJson {
            default: default == Some(name),
            host: host::read(name, &templates)?,
            files: host::files_of(name, &templates),
            name: name.to_owned(),
        })
    };
    let names = match &arguments.name {
        Some(name) => vec![name.clone()],
        None => host::names(&templates),
    };
    let hosts: Vec<_> = names
        .iter()
        .map(|name| describe(name))
        .collect::<Result<_>>()?;
    let text = match (arguments.format, &hosts[..]) {
        (Format::Json, hosts) => json(&HostsJson { version: 1, hosts })?,
        (Format::Human, [host]) if arguments.name.is_some() => everything(host),
        (Format::Human, hosts) => list(hosts),
    };
    terminal::print_stdout(&visible(text.trim_end()))?;
    Ok(ExitCode::SUCCESS)
}

fn json(document: &HostsJson<'_>) -> Result<String> {
    serde_json::to_string_pretty(document)
        .map_err(|error| Error::with_source("cannot write JSON", error))
}

/// All hosts, a paragraph each.
fn list(hosts: &[HostJson]) -> String {
    let mut text = Text::default();
    for described in hosts {
        let host = &described.host;
        text.line(&heading(described));
        text.paragraph(&host.summary);
        abilities(host, &mut text);
        let gaps: Vec<&str> = host.gaps.iter().map(|gap| gap.title.as_str()).collect();
        let gaps = match gaps[..] {
            [] => "none: it keeps the whole interface".to_owned(),
            _ => gaps.join("; "),
        };
        text.field("gaps", &gaps);
        if let Some(reason) = &host.unverified {
            text.field("not verified", reason);
        }
        text.line("");
    }
    text.line("`vitae hosts <HOST>` tells everything of one; `vitae build --host <HOST>` compiles for it.");
    text.0
}

/// Everything of one host.
fn everything(described: &HostJson) -> String {
    let host = &described.host;
    let mut text = Text::default();
    text.line(&heading(described));
    text.paragraph(&host.summary);
    text.field("documentation", &host.documentation);
    abilities(host, &mut text);
    let limits = &host.limits;
    let compact = limits
        .rules
        .as_ref()
        .and_then(|rules| rules.compact.as_ref());
    if let Some(consequence) = compact {
        text.field("with more", consequence);
    }
    for (limit, what) in [
        (limits.files, "files"),
        (limits.files_per_directory, "files in one folder"),
        (limits.file_bytes, "bytes in one file"),
    ] {
        if let Some(limit) = limit {
            text.field("at most", &format!("{limit} {what}"));
        }
    }
    if let Some(reason) = &host.unverified {
        text.field("not verified", reason);
    }
    for (what, files) in [
        ("publishes", &described.files.published),
        ("beside it", &described.files.deployment),
        ("a new project", &described.files.project),
    ] {
        if !files.is_empty() {
            text.field(what, &files.join(", "));
        }
    }
    if host.gaps.is_empty() {
        text.field("gaps", "none: it keeps the whole interface");
    }
    for gap in &host.gaps {
        text.field(
            "gap",
            &format!("{}: {}. {}", gap.id, gap.title, gap.consequence),
        );
    }
    match &host.server {
        Some(server) => {
            text.field("tested with", &server.needs.join(", "));
            text.field("installed by", &server.install);
        }
        None => text.field("tested with", "no server of its own that runs elsewhere"),
    }
    text.0
}

fn heading(described: &HostJson) -> String {
    let (name, title) = (&described.name, &described.host.title);
    let default = if described.default { " (default)" } else { "" };
    format!("{name}: {title}{default}")
}

/// What a host does of what a site may want.
fn abilities(host: &Host, text: &mut Text) {
    let rules = match &host.limits.rules {
        None => "constant in number".to_owned(),
        Some(limit) => format!("one for each document, at most {}", limit.max),
    };
    text.field("rules", &rules);
    let compression = match host.precompressed {
        true => "with `precompress`, files that were compressed before",
        false => "its own affair",
    };
    text.field("compression", compression);
    let rate_limit = match host.rate_limit {
        true => "the site's `rate_limit`",
        false => "none by these rules",
    };
    text.field("rate limit", rate_limit);
}

/// Lines of text: what there is to say of a host, below its name.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    /// The longest line.
    const WIDTH: usize = 100;
    /// The width of the names of fields.
    const NAMES: usize = 15;

    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn paragraph(&mut self, text: &str) {
        self.wrapped("  ", 2, text);
    }

    fn field(&mut self, name: &str, text: &str) {
        let start = format!("  {name:<width$}", width = Self::NAMES);
        self.wrapped(&start, 2 + Self::NAMES, text);
    }

    /// Writes words behind `start`, and further lines below them.
    fn wrapped(&mut self, start: &str, indentation: usize, text: &str) {
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
