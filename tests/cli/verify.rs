//! `vitae verify`: what it sends, and what it says about servers that are right, wrong, slow or gone.

mod client;
mod content;
mod formats;
mod hostile;
mod intermediary;
mod secrets;
mod server;
mod site;
mod unreachable;
mod usage;
mod withdrawal;

use std::time::{Duration, Instant};

use crate::project::{Project, text};

/// What a run said.
struct Said {
    code: Option<i32>,
    stdout: String,
    /// Both outputs, for failing tests.
    all: String,
    time: Duration,
}

impl Said {
    /// Everything that was said at the exit code, with all of `texts` in it.
    #[track_caller]
    fn has(&self, code: i32, texts: &[&str]) -> &Self {
        assert_eq!(self.code, Some(code), "{}", self.all);
        for text in texts {
            assert!(self.all.contains(text), "`{text}` is not in:\n{}", self.all);
        }
        self
    }

    /// Nothing of `texts` is in it.
    #[track_caller]
    fn lacks(&self, texts: &[&str]) -> &Self {
        for text in texts {
            assert!(!self.all.contains(text), "`{text}` is in:\n{}", self.all);
        }
        self
    }

    /// `texts` come in this order.
    #[track_caller]
    fn in_order(&self, texts: &[&str]) -> &Self {
        let places: Vec<_> = texts.iter().map(|text| self.stdout.find(text)).collect();
        let is_there = places.iter().all(Option::is_some);
        assert!(
            is_there && places.is_sorted(),
            "{texts:?} in:\n{}",
            self.all
        );
        self
    }
}

/// Runs `vitae verify` with arguments separated by spaces.
fn verify(project: &Project, arguments: &str) -> Said {
    run(project, arguments, &[])
}

/// The same with further arguments, and without any proxy or authority of the machine.
fn run(project: &Project, arguments: &str, further: &[&str]) -> Said {
    let mut command = project.command(&format!("verify {arguments}"));
    command.args(further);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    let authority = crate::project::repository().join("tests/fixtures/tls/authority.pem");
    command.env("SSL_CERT_FILE", authority);
    command.env_remove("SSL_CERT_DIR");
    let start = Instant::now();
    let output = command.output().expect("it runs");
    Said {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        all: text(&output),
        time: start.elapsed(),
    }
}
