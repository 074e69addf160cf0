//! Tests the schemas with the YAML language server, which editor programs use.
//!
//! `.ci/run` installs the server, and so does `npm ci` in `tests/editors`. Without it the tests are
//! skipped with a message; with `VITAE_REQUIRE_ALL=1` they fail.

mod changes;
mod completion;
mod documents;
mod language_server;
mod verdicts;

use crate::linters::installed;
use crate::project::{Project, repository};
use language_server::LanguageServer;

/// The first line of a consultant's file.
const MODELINE: &str = "# yaml-language-server: $schema=../schema/consultant.json\n";

/// Creates a project with the schemas and starts the server in it. Returns `None` if the server is
/// not installed.
fn server(test: &str) -> Option<(Project, LanguageServer)> {
    let packages = repository().join("tests/editors/node_modules/.bin/yaml-language-server");
    let program = installed(&packages, "npm ci --ignore-scripts, in tests/editors")?;
    let project = Project::site(&format!("editors/{test}"));
    project.succeed("schema");
    let server = LanguageServer::start(&program, &project.root);
    Some((project, server))
}
