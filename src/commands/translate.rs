//! `vitae translate`

use std::process::ExitCode;

use clap::Args;
use vitae::content::inventory::known_ids;
use vitae::content::translations::canonical;
use vitae::document::translation_skeleton::{missing_texts, skeleton};
use vitae::error::{Error, Result};
use vitae::model::profile::Profile;
use vitae::paths::ToSlash;
use vitae::publish::create_files;
use vitae::source::{Source, Sources, TRANSLATIONS};
use vitae::yaml::{self, Node};

use super::schema;
use super::shared_arguments::ContentArguments;
use crate::terminal::{print_lines, print_stdout};

/// Write a file for the translation of a profile
///
/// The file has each text of the profile, commented out. If it exists, the command prints the texts that it lacks.
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
    let Arguments { language: written, id, content } = arguments;
    let content = content.existing()?;
    let language = canonical(written).ok_or_else(|| {
        Error::new(format!("`{written}` is not a language tag such as sv, en-GB or zh-Hant"))
    })?;
    let sources = Sources::listed(content)?;
    let id = &known_ids(&sources, std::slice::from_ref(id))?[0];
    let profile = sources.profile(id.as_str(), Some(&language)).expect("the profile is known");
    let translation = profile.translation().map(tree).transpose()?;
    let original = tree(profile.original())?;
    let texts = translation.as_ref().and_then(Option::as_ref);
    let missing = original.as_ref().map(|original| missing_texts::<Profile>(original, texts));
    let missing = missing.unwrap_or_default();
    if translation.is_some() {
        print_stdout(match missing.is_empty() {
            true => "every text of the profile has a translation",
            false => {
                "# put these lines into the translation, and delete the `# ` of those that you translate"
            }
        })?;
        print_lines(missing)?;
        return Ok(ExitCode::SUCCESS);
    }
    let explanation = format!(
        "The texts of {id}, to be translated into {language}. To translate a text, delete the \"# \" of its lines and \
         of the keys above that lead to it, and replace the text. Texts that are not translated are published as they \
         are in the profile."
    );
    let schema = format!("../../../{}", schema::TRANSLATION_PATH);
    let text = skeleton(&schema, &explanation, &missing);
    let path = content.join(format!("{TRANSLATIONS}{language}/consultants/{id}.yaml"));
    let schemas = schema::files(content)?.into_iter().filter(|(path, _)| !path.exists());
    let files: Vec<_> = [(path, text.into_bytes())].into_iter().chain(schemas).collect();
    create_files(content, &files)?;
    print_lines(files.iter().map(|(path, _)| format!("wrote {}", path.to_slash())))?;
    print_stdout(&format!(
        "next: translate the texts, run `vitae check {id}`, and publish with `vitae build --language {language}`"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Parses a file, which can be empty.
fn tree(source: &Source) -> Result<Option<Node>> {
    let bytes = source.read(yaml::MAX_BYTES)?;
    let (tree, diagnostics) = yaml::parse_up_to(source.path(), &bytes, 1);
    if diagnostics.iter().any(|found| found.is_error() && found.code.id != "empty-file") {
        return Err(Error::new(format!("{} has errors; run `vitae check`", source.path())));
    }
    Ok(tree)
}
