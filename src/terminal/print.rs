//! Prints text. Content, file names and responses can contain characters that control a terminal or
//! reorder what it shows; only this file writes to a stream, and it makes such characters visible.

use std::io::{ErrorKind, Write};
use std::iter::successors;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::Value as Json;
use vitae::characters::{find_unsafe, is_unsafe, printable};
use vitae::error::{Error, Result};

/// The character that starts a control sequence of a terminal.
const ESCAPE: char = '\u{1B}';

/// Prints a text and a line break to the standard output. A closed pipe is not an error.
pub(crate) fn print_stdout(text: &str) -> Result<()> {
    print_verbatim(&printable(text))
}

/// Prints a text of vitae's own, such as a script, and a line break to the standard output, unchanged.
pub(crate) fn print_verbatim(text: &str) -> Result<()> {
    match writeln!(anstream::stdout(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::with_source("cannot write to the standard output", error))
        }
        _ => Ok(()),
    }
}

/// Prints a JSON document to the standard output. Strings have the same value, with escape sequences.
pub(crate) fn print_json(document: &Json) -> Result<()> {
    let escaped = |text: String, character: char| match is_unsafe(character) {
        // Every unsafe character is in the Basic Multilingual Plane.
        true => text + &format!("\\u{:04x}", u32::from(character)),
        false => text + character.encode_utf8(&mut [0; 4]),
    };
    let text = format!("{document:#}");
    match find_unsafe(&text) {
        Some(_) => print_verbatim(&text.chars().fold(String::with_capacity(text.len()), escaped)),
        None => print_verbatim(&text),
    }
}

/// Prints the paths of written files, or `up_to_date` if no file was written.
pub(crate) fn print_written(paths: &[PathBuf], up_to_date: &str) -> Result<()> {
    for path in paths {
        print_stdout(&format!("wrote {}", path.display()))?;
    }
    match paths {
        [] => print_stdout(up_to_date),
        _ => Ok(()),
    }
}

pub(crate) fn print_stderr(text: &str) {
    write_stderr(&printable(text));
}

/// Prints text with styles to the standard error. The caller has made the parts of others printable,
/// because this function cannot distinguish their control sequences from those of the styles.
pub(super) fn print_styled(text: &str) {
    let parts: Vec<String> = text.split(ESCAPE).map(printable).collect();
    write_stderr(&parts.join(&ESCAPE.to_string()));
}

/// Prints an error and the chain of its causes to the standard error.
pub(crate) fn print_error(error: &dyn std::error::Error) {
    let causes = successors(error.source(), |cause| cause.source());
    let lines = causes.map(|cause| format!("  caused by: {cause}\n"));
    print_stderr(&format!("error: {error}\n{}", lines.collect::<String>()));
}

/// Prints an error of the command line, or the help that was asked for, and returns the exit code.
pub(crate) fn print_usage(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    if find_unsafe(&text).is_some() {
        // An argument is part of the message.
        print_stderr(&text);
    } else {
        // Nothing can report that a stream is closed.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).expect("clap exits with 0 or 2"))
}

fn write_stderr(text: &str) {
    // If the standard error is closed, there is no other place to report that.
    let _ = write!(anstream::stderr(), "{text}");
}
