//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::{
    build, check, completions, hosts, import, init, man, new, schema, serve, verify,
};
use crate::terminal::Format;

/// Compiles consultant profiles written in YAML into a public, read-only API of plain files.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile the content and publish it into a folder
    Build(build::Arguments),
    /// Compile the content and tell every mistake, without writing anything
    Check(check::Arguments),
    /// Start a project: a folder with a content that builds at once
    Init(init::Arguments),
    /// Start a consultant's profile: a file with every field, explained and left out
    New(new::Arguments),
    /// Make a profile from a JSON Resume
    Import(import::Arguments),
    /// Show what the public will see while you write, and check it on every save
    Serve(serve::Arguments),
    /// List the hosts a site can be compiled for, and what each can do
    Hosts(hosts::Arguments),
    /// Ask a published site whether it answers as promised, and as the content here says
    Verify(verify::Arguments),
    /// Write the schemas by which editors complete and check the content
    Schema(schema::Arguments),
    /// Print what a shell needs to complete vitae's commands and options
    Completions(completions::Arguments),
    /// Print the manual, or write its pages into a folder
    Man(man::Arguments),
}

/// What to compile, and how to tell mistakes.
#[derive(Debug, Args)]
pub(crate) struct CompileArguments {
    /// The folder with site.yaml, consultants and photos
    #[arg(long, value_name = "FOLDER", default_value = "content")]
    pub(crate) content: PathBuf,
    /// A folder of templates that replace built-in ones of the same name [default: templates, if
    /// there is one]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) templates: Option<PathBuf>,
    /// The host that will serve the site [default: the one site.yaml names, else the one in templates/hosts/default]
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// How to show mistakes
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// Treat warnings like errors: nothing is published, the exit code is 1
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
}

/// What stops the publishing beside errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Every warning
    Warnings,
}
