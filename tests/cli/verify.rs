//! `vitae verify` with servers that are correct, wrong, slow, hostile or unreachable.

mod causes;
mod client;
mod content;
mod formats;
mod former_deploys;
mod hostile;
mod intermediary;
mod meanings;
mod redirects;
mod secrets;
mod server;
mod site;
mod unreachable;
mod usage;
mod withdrawal;

use std::time::{Duration, Instant};

use crate::project::{Project, text};

/// The result of a run.
struct CommandOutput {
    code: Option<i32>,
    stdout: String,
    /// Both outputs, for failing tests.
    all: String,
    time: Duration,
}

impl CommandOutput {
    /// Asserts the exit code, and that the output contains all of `texts`.
    #[track_caller]
    fn has(&self, code: i32, texts: &[&str]) -> &Self {
        assert_eq!(self.code, Some(code), "{}", self.all);
        for text in texts {
            assert!(self.all.contains(text), "`{text}` is not in:\n{}", self.all);
        }
        self
    }

    /// Asserts that the output contains none of `texts`.
    #[track_caller]
    fn lacks(&self, texts: &[&str]) -> &Self {
        for text in texts {
            assert!(!self.all.contains(text), "`{text}` is in:\n{}", self.all);
        }
        self
    }

    /// Asserts that the output contains `texts` in this order.
    #[track_caller]
    fn in_order(&self, texts: &[&str]) -> &Self {
        let places: Vec<_> = texts.iter().map(|text| self.stdout.find(text)).collect();
        let is_there = places.iter().all(Option::is_some);
        assert!(is_there && places.is_sorted(), "{texts:?} in:\n{}", self.all);
        self
    }
}

/// Runs `vitae verify` with arguments separated by spaces.
fn verify(project: &Project, arguments: &str) -> CommandOutput {
    run(project, arguments, &[])
}

/// Runs it with further arguments, and without the proxy and the certificates of the machine.
fn run(project: &Project, arguments: &str, further: &[&str]) -> CommandOutput {
    run_with(project, arguments, further, &[])
}

/// Runs it with environment variables, too.
fn run_with(
    project: &Project,
    arguments: &str,
    further: &[&str],
    variables: &[(&str, &str)],
) -> CommandOutput {
    let mut command = project.command(&format!("verify {arguments}"));
    command.args(further).env_remove("VITAE_HEADER");
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    let authority = crate::project::repository().join("tests/fixtures/tls/authority.pem");
    command.env("SSL_CERT_FILE", authority);
    command.env_remove("SSL_CERT_DIR").envs(variables.iter().copied());
    let start = Instant::now();
    let output = command.output().expect("it runs");
    CommandOutput {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        all: text(&output),
        time: start.elapsed(),
    }
}
