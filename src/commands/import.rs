//! `vitae import`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::content::available_id::photo_of;
use vitae::content::photo_diagnostic;
use vitae::error::{Error, Result};
use vitae::import::{self, ImportOptions, Imported, import, import_directory};
use vitae::paths::ToSlash;
use vitae::photo;
use vitae::publish::create_files;
use vitae::source::{Sources, read_upload};

use super::shared_arguments::ContentArguments;
use crate::terminal::{self, ReportFormat};

/// Import a JSON Resume file or a LinkedIn archive as a profile
///
/// The profile is inactive: review it, then set `active: true` to publish it. The command reports
/// every value that it changed. Private values (street address, birth date, salary, contact data of
/// other persons and the like), and values that do not fit into a profile, are kept in the file under
/// `internal`, which is never published. Of a LinkedIn archive, only the files with the profile are read.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// JSON Resume file of any version, or LinkedIn archive (ZIP or extracted directory); `-` for standard input
    #[arg(value_name = "RESUME")]
    resume: PathBuf,
    /// Identifier, the last part of the profile's URL [default: derived from the name]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Photo to import with the profile: JPEG, PNG or WebP
    #[arg(long, value_name = "FILE")]
    photo: Option<PathBuf>,
    #[command(flatten)]
    content: ContentArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let content = arguments.content.existing()?;
    let photo = match arguments.photo.as_deref().map(read_photo).transpose()? {
        Some(None) => return Ok(ExitCode::from(1)),
        photo => photo.flatten(),
    };
    let options = ImportOptions {
        id: arguments.id.clone(),
        photo: photo.as_ref().map(|(extension, _)| *extension),
        content: Sources::listed(content)?,
    };
    let file = match &arguments.resume {
        path if path == Path::new("-") => "the standard input".to_owned(),
        path => path.to_slash(),
    };
    let (bytes, imported) = if arguments.resume.is_dir() {
        (Vec::new(), import_directory(&arguments.resume, &options)?)
    } else {
        let bytes = read_upload(&arguments.resume, import::MAX_BYTES)?;
        let imported = import(&file, &bytes, &options)?;
        (bytes, imported)
    };
    let Imported { id, yaml, report } = match imported {
        Ok(imported) => imported,
        Err(diagnostic) => {
            let sources = Sources::default().with_bytes(&file, bytes);
            terminal::show(ReportFormat::Human, &[*diagnostic], &sources, NOT_IMPORTED, None)?;
            return Ok(ExitCode::from(1));
        }
    };
    let profile = content.join(format!("consultants/{id}.yaml"));
    let mut files = vec![(profile.clone(), yaml.into_bytes())];
    if let Some((extension, bytes)) = photo {
        if let Some(existing) = photo_of(&options.content, &id) {
            return Err(Error::new(format!(
                "`{id}` already has a photo: {}; remove it first, or import without `--photo`",
                content.join(existing.path()).to_slash()
            )));
        }
        // Written first: without it, the import can be repeated.
        files.insert(0, (content.join(format!("photos/{id}.{extension}")), bytes));
    }
    create_files(content, &files)?;
    let mut lines: Vec<_> =
        files.iter().map(|(path, _)| format!("wrote {}", path.to_slash())).collect();
    lines.extend(report.lines());
    lines.push(format!(
        "next: run `vitae check`, review {}, and set `active: true` to publish it",
        profile.to_slash()
    ));
    terminal::print_lines(lines)?;
    Ok(ExitCode::SUCCESS)
}

const NOT_IMPORTED: &str = "nothing was imported";

/// Returns the file extension and the bytes of a photo. Prints the diagnostic and returns `None` if
/// the photo cannot be published.
fn read_photo(path: &Path) -> Result<Option<(&'static str, Vec<u8>)>> {
    let bytes = read_upload(path, photo::MAX_BYTES)?;
    let smallest = photo::PhotoSettings { max_px: 1, quality: 1 };
    if let Err(problem) = photo::inspect(&bytes, &smallest) {
        let file = path.to_slash();
        let diagnostic = photo_diagnostic(&file, &problem);
        let sources = Sources::default().with_bytes(&file, Vec::new());
        terminal::show(ReportFormat::Human, &[diagnostic], &sources, NOT_IMPORTED, None)?;
        return Ok(None);
    }
    // This is the format of the source. A PNG may be published as JPEG.
    let upload = photo::sniff(&bytes).expect("`inspect` accepts known formats only");
    Ok(Some((upload.extension(), bytes)))
}
