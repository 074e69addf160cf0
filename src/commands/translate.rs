//! `vitae translate`

use std::iter::once;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use vitae::content::inventory::known_ids;
use vitae::content::language_tag::language_tag_of;
use vitae::diagnostic::MAX_PER_FILE;
use vitae::document::changed_texts::ChangedText;
use vitae::document::translation_skeleton::{missing_texts, skeleton};
use vitae::document::{Document, decode};
use vitae::error::{Error, Result};
use vitae::model::day::Day;
use vitae::model::id::ConsultantId;
use vitae::model::profile::Profile;
use vitae::source::{Source, Sources, TRANSLATIONS};
use vitae::yaml::{self, write::entry};

use super::compilation::reject_errors;
use super::due::outdated;
use super::schema::create_with_schemas;
use super::shared_arguments::ContentArguments;
use crate::terminal::{print_lines, print_stdout};

/// Write a file for the translation of a profile
///
/// The file has each text of the profile, commented out. If it exists, the command prints the texts that changed since its
/// last commit, before and now, and the texts that it lacks.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Language of the translation, such as sv, en-GB or zh-Hant
    #[arg(value_name = "LANGUAGE")]
    language: String,
    /// Identifier of the consultant
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    content: ContentArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { language, id, content } = arguments;
    let content = content.existing()?;
    let Some(language) = &language_tag_of(language) else {
        let message = format!("`{language}` is not a language tag such as sv, en-GB or zh-Hant");
        return Err(Error::new(message));
    };
    let sources = Sources::listed(content)?;
    let id = &known_ids(&sources, std::slice::from_ref(id))?[0];
    let profile = sources.get(&format!("consultants/{id}.yaml")).expect("the profile is known");
    let translation = sources.translation(profile.path(), Some(language));
    let bytes = profile.read(yaml::MAX_BYTES)?;
    let texts = translation.map(|file| file.read(yaml::MAX_BYTES)).transpose()?;
    let translation = translation.map(Source::path).zip(texts.as_deref());
    let (decoded, diagnostics) =
        decode::<Profile>((profile.path(), &bytes), translation, MAX_PER_FILE);
    reject_errors(&diagnostics)?;
    let missing = missing_texts(&decoded.expect("a profile without errors"));
    if translation.is_some() {
        print_changed(content, language, id)?;
        print_stdout(match missing.is_empty() {
            true => "every text of the profile has a translation",
            false => {
                "# put these lines into the translation, and delete the `# ` of those that you translate"
            }
        })?;
        print_lines(missing)?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = skeleton(&format!("../../../{}", Profile::TRANSLATION_SCHEMA_PATH), &missing);
    let path = content.join(format!("{TRANSLATIONS}{language}/consultants/{id}.yaml"));
    create_with_schemas(content, path, text)?;
    print_stdout(&format!(
        "next: translate the texts, run `vitae check {id}`, and publish with `vitae build --language {language}`"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the texts that changed since the last commit of a translation.
fn print_changed(content: &Path, language: &str, id: &ConsultantId) -> Result<()> {
    let sources = Sources::from_disk(content, &Arc::default())?.in_language(Some(language))?;
    for translation in outdated(&sources, once(id), Day::today()) {
        print_stdout(
            "these texts changed since the last commit of the translation; correct it, or add a comment such as \
             `# checked`, and commit it:",
        )?;
        for ChangedText { path, before, now } in translation.texts {
            print_stdout(&format!("\n{path}"))?;
            let before = before.map(|before| entry("before", &before));
            let lines = before.into_iter().chain([entry("now", &now)]).flatten();
            print_lines(lines.map(|line| format!("  {line}")))?;
        }
        print_stdout("")?;
    }
    Ok(())
}
