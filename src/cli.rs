//! The command line.

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use vitae::error::Result;

use crate::commands::{
    build, check, completions, diff, due, forms, hosts, import, init, man, new, schema, serve,
    translate, verify, version,
};

const VERSION: &str = if version::IS_RELEASE {
    env!("CARGO_PKG_VERSION")
} else {
    concat!(env!("CARGO_PKG_VERSION"), " (built from source)")
};

/// Compile consultant profiles written in YAML into a public, read-only API of static files
#[derive(Debug, Parser)]
#[command(version = VERSION, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands. Their `Arguments` have the help texts.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Build(build::Arguments),
    Check(check::Arguments),
    Diff(diff::Arguments),
    Due(due::Arguments),
    Init(init::Arguments),
    New(new::Arguments),
    Translate(translate::Arguments),
    Import(import::Arguments),
    Serve(serve::Arguments),
    Hosts(hosts::Arguments),
    Forms(forms::Arguments),
    Verify(verify::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Command {
    /// Runs the command, and returns the exit code.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        match self {
            Self::Build(arguments) => build::run(arguments),
            Self::Check(arguments) => check::run(arguments),
            Self::Diff(arguments) => diff::run(arguments),
            Self::Due(arguments) => due::run(arguments),
            Self::Forms(arguments) => forms::run(arguments),
            Self::Init(arguments) => init::run(arguments),
            Self::New(arguments) => new::run(arguments),
            Self::Translate(arguments) => translate::run(arguments),
            Self::Import(arguments) => import::run(arguments),
            Self::Serve(arguments) => serve::run(arguments),
            Self::Hosts(arguments) => hosts::run(arguments),
            Self::Verify(arguments) => verify::run(arguments),
            Self::Schema(arguments) => schema::run(arguments),
            Self::Completions(arguments) => completions::run(arguments, Cli::command()),
            Self::Man(arguments) => man::run(arguments, Cli::command()),
        }
    }
}
