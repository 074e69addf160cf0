//! Prints text. Content, file names and responses can contain characters that control a terminal or
//! reorder what it shows; only this file writes to a stream, and it makes such characters visible.

use std::backtrace::Backtrace;
use std::io::{ErrorKind, Write};
use std::iter::successors;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::Value as Json;
use vitae::characters::{find_unsafe, is_unsafe, printable, printable_line};
use vitae::error::{Error, Result};
use vitae::paths::ToSlash;

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

/// Prints texts to the standard output, each on one line.
pub(crate) fn print_lines(texts: impl IntoIterator<Item = String>) -> Result<()> {
    texts.into_iter().try_for_each(|text| print_verbatim(&printable_line(&text)))
}

/// Prints the paths of written files, or `up_to_date` if no file was written.
pub(crate) fn print_written(paths: &[PathBuf], up_to_date: &str) -> Result<()> {
    match paths {
        [] => print_stdout(up_to_date),
        _ => print_lines(paths.iter().map(|path| format!("wrote {}", path.to_slash()))),
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
    let lines = causes.map(|cause| {
        let cause = with_prefixes(cause.to_string().trim_end());
        format!("  caused by: {cause}\n")
    });
    print_stderr(&format!("error: {error}\n{}", lines.collect::<String>()));
}

/// Prints a panic, which is a bug of vitae, with a backtrace if `RUST_BACKTRACE` is set. A formatted message can have
/// content of an inactive consultant, such as the text in which a position is out of bounds; a literal cannot.
pub(crate) fn print_panic(panic: &PanicHookInfo<'_>) {
    let version = env!("CARGO_PKG_VERSION");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let literal = panic.payload().downcast_ref::<&'static str>();
    let reason = literal.map(|reason| format!(": {reason}")).unwrap_or_default();
    let backtrace = Backtrace::capture();
    print_stderr(&format!(
        "error: bug in vitae {version}: panicked at {place}{reason}\n{backtrace}\n  \
         help: please report this message, without private data, and with `RUST_BACKTRACE=1`\n"
    ));
}

/// Adds a prefix to all lines but the first, so that the text of others cannot imitate a line of vitae.
fn with_prefixes(text: &str) -> String {
    text.replace('\n', "\n  | ")
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

#[cfg(test)]
mod tests {
    use std::env::{current_exe, var_os};
    use std::panic::set_hook;
    use std::process::Command;

    use super::print_panic;

    /// The test runs itself again, in a process that panics.
    #[test]
    fn a_panic_asks_for_a_report_and_prints_no_content() {
        const PANIC: &str = "VITAE_TEST_PANIC";
        if var_os(PANIC).is_some() {
            set_hook(Box::new(print_panic));
            let text = "SECRET".to_owned();
            let _ = &text[9..];
        }
        let test = "a_panic_asks_for_a_report_and_prints_no_content";
        for (setting, expected) in
            [("0", "\ndisabled backtrace\n"), ("1", "terminal::print::tests::")]
        {
            let output = Command::new(current_exe().expect("a path"))
                .args(["--nocapture", test])
                .envs([(PANIC, "1"), ("RUST_BACKTRACE", setting)])
                .output()
                .expect("the test runs");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "{text}");
            assert!(
                text.contains("error: bug in vitae ") && text.contains(": panicked at src/"),
                "{text}"
            );
            assert!(text.contains(expected), "{text}");
            assert!(text.contains("\n  help: please report this message"), "{text}");
            assert!(!text.contains("SECRET"), "{text}");
        }
    }
}
