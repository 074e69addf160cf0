//! What editors meet while they type: the schemas under the YAML language server itself.
//!
//! It is installed by `.ci/run`, or by `npm ci` in `tests/editors`. If it is missing that is said
//! and passed over; with `VITAE_REQUIRE_ALL=1` it is a failure.

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

/// A project with the schemas, and the server in it; `None` if it may be missing.
fn server(test: &str) -> Option<(Project, LanguageServer)> {
    let packages = repository().join("tests/editors/node_modules/.bin/yaml-language-server");
    let program = installed(&packages, "npm ci --ignore-scripts, in tests/editors")?;
    let project = Project::site(&format!("editors/{test}"));
    project.succeed("schema");
    let server = LanguageServer::start(&program, &project.root);
    Some((project, server))
}
