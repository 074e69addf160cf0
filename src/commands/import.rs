//! `vitae import`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::characters::printable;
use vitae::error::{Error, Result};
use vitae::import::{self, Imported, Options, import};
use vitae::lower::available_id::photo_of;
use vitae::lower::photo_diagnostic;
use vitae::photo;
use vitae::publish::create_files;
use vitae::source::{Sources, read_upload};

use crate::terminal::{self, Format};

/// Make a profile from a JSON Resume.
///
/// The profile is inactive: read it through, then write `active: true` to publish it. What could
/// not be taken over as it is, is told; what could not be taken over at all is kept in the file,
/// among the notes under `internal`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The JSON Resume, any version of it; `-` for the standard input
    #[arg(value_name = "RESUME.JSON")]
    resume: PathBuf,
    /// The identifier, the last part of the profile's address [default: made from the name]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// A photo to go with it, JPEG or PNG
    #[arg(long, value_name = "FILE")]
    photo: Option<PathBuf>,
    /// The folder with site.yaml, consultants and photos
    #[arg(long, value_name = "FOLDER", default_value = "content")]
    content: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let content = &arguments.content;
    if !content.is_dir() {
        let folder = content.display();
        return Err(Error::new(format!("there is no content folder {folder}")));
    }
    let consultants = content.join("consultants");
    let options = Options {
        id: arguments.id.clone(),
        content: Sources::listed(content)?,
    };
    let bytes = read_upload(&arguments.resume, import::MAX_BYTES)?;
    let file = match &arguments.resume {
        path if path == Path::new("-") => "the standard input".to_owned(),
        path => path.display().to_string(),
    };
    let report = import(&file, &bytes, &options)?;
    let Some(Imported { id, yaml, report }) = report.output else {
        let sources = Sources::of_file(&file, bytes);
        let summary = "nothing was imported";
        terminal::show(Format::Human, &report.diagnostics, &sources, summary)?;
        return Ok(ExitCode::from(1));
    };
    let mut files = vec![(consultants.join(format!("{id}.yaml")), yaml.into_bytes())];
    if let Some(photo) = &arguments.photo {
        let folder = content.join("photos");
        if let Some(there) = photo_of(&options.content, &id) {
            return Err(Error::new(format!(
                "there is a photo of `{id}` already: {}; remove it first, or import without `--photo`",
                content.join(there.path()).display()
            )));
        }
        let Some((extension, bytes)) = inspected(photo)? else {
            return Ok(ExitCode::from(1));
        };
        files.push((folder.join(format!("{id}.{extension}")), bytes));
    }
    create_files(&files)?;
    let mut said: Vec<String> = Vec::new();
    for (path, _) in &files {
        said.push(format!("wrote {}", path.display()));
    }
    said.extend(report.lines());
    said.push(format!(
        "next: run `vitae check`, read {} through, then write `active: true` in it to publish it",
        files[0].0.display()
    ));
    terminal::print_stdout(&printable(&said.join("\n")))?;
    Ok(ExitCode::SUCCESS)
}

/// The bytes of a photo that can be published, and the extension of its kind; `None` if it
/// cannot, which is told then.
fn inspected(path: &Path) -> Result<Option<(&'static str, Vec<u8>)>> {
    let limit = usize::try_from(photo::MAX_BYTES).unwrap_or(usize::MAX);
    let bytes = read_upload(path, limit)?;
    if let Err(problem) = photo::inspect(&bytes) {
        let file = path.display().to_string();
        let diagnostic = photo_diagnostic(&file, &problem);
        let sources = Sources::of_file(&file, Vec::new());
        terminal::show(
            Format::Human,
            &[diagnostic],
            &sources,
            "nothing was imported",
        )?;
        return Ok(None);
    }
    // What a photo is published as can be another kind than the one it is.
    let extension = if bytes.starts_with(b"\x89PNG") {
        "png"
    } else {
        "jpg"
    };
    Ok(Some((extension, bytes)))
}
