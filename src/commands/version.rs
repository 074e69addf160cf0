//! The version of the running program, and the one that a project names.

use std::path::PathBuf;

use clap::ArgMatches;
use vitae::characters::printable_line;
use vitae::error::Result;
use vitae::paths::ToSlash;
use vitae::source::pinned_version;

use crate::terminal;

/// The version of the running program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether the release workflow built this program. The registries may have no package for any other
/// build, or vitae's names may belong to others there.
pub(crate) const IS_RELEASE: bool = option_env!("VITAE_RELEASE").is_some();

/// Warns if a command works on a project that names another version of vitae.
///
/// # Errors
/// Returns an error if the project's `.vitae-version` cannot be read or lacks the version.
pub(crate) fn warn_of_another_version(matches: &ArgMatches) -> Result<()> {
    // Only commands on a project have this option.
    let arguments = matches.subcommand().map(|(_, arguments)| arguments);
    let content =
        arguments.and_then(|arguments| arguments.try_get_one::<PathBuf>("content").ok()?);
    let Some(content) = content else { return Ok(()) };
    if let Some(version) = pinned_version::read(content)?.filter(|version| version != VERSION) {
        let path = pinned_version::path(content);
        terminal::print_stderr(&format!(
            "warning: {} names vitae {version}, but this is vitae {VERSION}\n  \
             help: install vitae {version}, or change the line to `version={VERSION}` and run `vitae schema`\n",
            printable_line(&path.to_slash())
        ));
    }
    Ok(())
}
