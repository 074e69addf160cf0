//! The questions of `vitae init` on a terminal.

use std::io::{IsTerminal, stderr, stdin};

use vitae::error::{Error, Result};
use vitae::render::host;
use vitae::render::project::{DEFAULT_TITLE, NewSite};
use vitae::templates::Templates;

use crate::terminal::{print_error, print_stderr};

/// Returns whether a person can read questions and answer them.
pub(super) fn can_ask() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Asks for the settings that `site` lacks.
///
/// # Errors
/// Returns an error if the input ends or cannot be read.
pub(super) fn ask(mut site: NewSite, templates: &Templates) -> Result<NewSite> {
    let is_valid = |site: &NewSite| site.text(templates).map(drop);
    if site.host.is_none() {
        let names = host::names(templates).join(", ");
        print_stderr(&format!("Hosts: {names}. `vitae hosts` describes them.\n"));
        let default = site.host_name(templates)?.to_owned();
        site.host = answer("Host", &default, |host| {
            is_valid(&NewSite { host: Some(host), ..site.clone() })
        })?;
    }
    if site.title.is_none() {
        site.title = answer("Title of the site", DEFAULT_TITLE, |title| {
            is_valid(&NewSite { title: Some(title), ..site.clone() })
        })?;
    }
    if site.base_url.is_none() {
        let question = "URL of the site, such as https://profiles.example.com";
        site.base_url = answer(question, "unknown", |base_url| {
            is_valid(&NewSite { base_url: Some(base_url), ..site.clone() })
        })?;
    }
    Ok(site)
}

/// Asks until the answer is valid. Returns `None` for an empty answer, which means the default.
fn answer(
    question: &str,
    default: &str,
    check: impl Fn(String) -> Result<()>,
) -> Result<Option<String>> {
    loop {
        print_stderr(&format!("{question} [{default}]: "));
        let mut line = String::new();
        match stdin().read_line(&mut line) {
            Ok(0) => {
                return Err(Error::new("the input ended; `--no-input` uses the defaults"));
            }
            Ok(_) => {}
            Err(error) => return Err(Error::with_source("cannot read the answer", error)),
        }
        let answer = line.trim().to_owned();
        if answer.is_empty() {
            return Ok(None);
        }
        match check(answer.clone()) {
            Ok(()) => return Ok(Some(answer)),
            Err(error) => print_error(&error),
        }
    }
}
