//! `vitae new`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, json};
use vitae::document::Document;
use vitae::document::profile::ProfileDocument;
use vitae::document::skeleton::skeleton;
use vitae::error::{Error, Result};
use vitae::lower::available_id::check_available;
use vitae::model::id::ConsultantId;
use vitae::publish::create_files;
use vitae::source::Sources;

use super::schema;
use crate::terminal;

/// Start a consultant's profile: a file with every field, explained and left out.
///
/// The profile is inactive: nothing of it is published until it says `active: true`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The consultant's identifier, part of the profile's address: lower case letters a to z,
    /// digits and hyphens, such as anna-berg
    id: String,
    /// The folder with site.yaml, consultants and photos
    #[arg(long, value_name = "FOLDER", default_value = "content")]
    content: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let content = &arguments.content;
    if !content.is_dir() {
        return Err(Error::new(format!(
            "there is no content folder {}; `vitae init` makes a project with one",
            content.display()
        )));
    }
    let id = check_available(&Sources::listed(content)?, &arguments.id).map_err(Error::new)?;
    let given = json!({ "active": false, "name": name(&id) });
    let given: Map<_, _> = given.as_object().cloned().unwrap_or_default();
    let schema = format!("../{}", ProfileDocument::SCHEMA_PATH);
    let text = skeleton::<ProfileDocument>(&schema, &given);
    let path = content.join(format!("consultants/{id}.yaml"));
    let profile = (path.clone(), text.into_bytes());
    // Without its schema the file could not be completed while it is filled in.
    let (missing, there): (Vec<_>, Vec<_>) = schema::files(content)?
        .into_iter()
        .partition(|(path, _)| !path.exists());
    let files = [vec![profile], missing].concat();
    create_files(&files)?;
    for (path, _) in &files {
        terminal::print_stdout(&format!("wrote {}", path.display()))?;
    }
    for what in schema::drifted(&there) {
        terminal::print_stderr(&format!("warning: {what}\n"));
    }
    terminal::print_stdout("fill it in and run `vitae check`; `active: true` in it publishes it")?;
    Ok(ExitCode::SUCCESS)
}

/// The name that the identifier was probably made of.
fn name(id: &ConsultantId) -> String {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let words = id.as_str().split('-').filter(|word| !is_number(word));
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    let name = words.map(capital).collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        id.to_string()
    } else {
        name
    }
}
