//! `vitae new`

use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value as Json};
use vitae::characters::find_unsafe;
use vitae::content::available_id::{check_available, lost_letters_note};
use vitae::document::Document;
use vitae::document::skeleton::skeleton;
use vitae::error::{Error, Result};
use vitae::model::id::ConsultantId;
use vitae::model::profile::Profile;
use vitae::source::Sources;

use super::schema::create_with_schemas;
use super::shared_arguments::ContentArguments;
use crate::terminal::print_stdout;

/// Create a profile with every field documented and commented out
///
/// The profile is inactive: it is not published until it has `active: true`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Name of the consultant, such as "Anna Berg", or the identifier, which is part of the
    /// profile's URL: lowercase letters a to z, digits and hyphens, such as anna-berg
    name: String,
    /// Identifier of a consultant whose name has letters of other scripts [default: derived from the name]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    content: ContentArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let content = arguments.content.existing()?;
    // Of a path, such as content/consultants/anna-berg.yaml, only the name counts.
    let written = arguments.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let written = written.strip_suffix(".yaml").unwrap_or(written).trim();
    let slug = ConsultantId::slug(written);
    let is_id = ConsultantId::parse(written).is_some() || slug.is_empty();
    let is_id =
        arguments.id.is_none() && is_id || written.is_empty() || find_unsafe(written).is_some();
    let derived = if is_id { written } else { &slug };
    let wanted = arguments.id.as_deref().unwrap_or(derived);
    let id = check_available(&Sources::listed(content)?, wanted).map_err(Error::new)?;
    let name = if is_id { name(&id) } else { written.to_owned() };
    let note = lost_letters_note(&id, &name).filter(|_| arguments.id.is_none());
    let values = Map::from_iter([
        ("active".to_owned(), false.into()),
        ("name".to_owned(), Json::from(name)),
    ]);
    let schema = format!("../{}", Profile::SCHEMA_PATH);
    let text = skeleton::<Profile>(&schema, &values);
    let profile = content.join(format!("consultants/{id}.yaml"));
    create_with_schemas(content, profile, text)?;
    if let Some(note) = note {
        print_stdout(&note)?;
    }
    print_stdout(
        "next: fill in the profile, run `vitae check`, and set `active: true` to publish it",
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Guesses the name from the identifier: "Anna Berg" for `anna-berg-2`.
fn name(id: &ConsultantId) -> String {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let capitalized = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    let words = id.as_str().split('-').filter(|word| !is_number(word));
    let name = words.map(capitalized).collect::<Vec<_>>().join(" ");
    match name.is_empty() {
        true => id.to_string(),
        false => name,
    }
}
