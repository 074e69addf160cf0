//! The command line.

use clap::{Parser, Subcommand};

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
