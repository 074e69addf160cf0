//! The program `vitae`: reads the command line, runs the command, turns errors into exit codes.
//!
//! 0: fine. 1: mistakes in the content. 2: wrong usage, or the environment's fault.

mod cli;
mod commands;
mod progress;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use commands::{build, check, completions, hosts, import, init, man, new, schema, serve, verify};

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Build(arguments) => build::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Hosts(arguments) => hosts::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        terminal::print_error(&error);
        ExitCode::from(2)
    })
}
