//! `vitae forms`

use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::content;
use vitae::error::{Error, Result};
use vitae::forms::{self, FormFile, server};
use vitae::publish::{containing_output, reject_links_below, resolve};
use vitae::render::host;
use vitae::source::Sources;
use vitae::templates::Templates;

use super::compilation::reject_errors;
use super::schema::write_or_check;
use super::serve::listen;
use super::shared_arguments::ContentArguments;
use crate::terminal::print_stdout;

/// Write a page with a form for every profile
///
/// The page loads Sveltia CMS: editors sign in at GitHub or GitLab, fill in a form, and commit the profile. Publish
/// the directory as a site of its own. docs/editing-in-a-form.md has the steps.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    content: ContentArguments,
    /// Directory for the page
    #[arg(long, value_name = "DIRECTORY", default_value = "forms")]
    out: PathBuf,
    /// Write nothing and exit with code 1 if a file is missing or out of date
    #[arg(long, conflicts_with = "serve")]
    check: bool,
    /// Write nothing and serve the page on this machine: it can edit a local clone without an account
    #[arg(long)]
    serve: bool,
}

/// The first port that is tried.
const PORT: u16 = 4500;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let directory = arguments.content.existing()?;
    let templates = Templates::embedded();
    let sources = Sources::listed(directory)?;
    let (settings, _, diagnostics) = content::settings(&sources, &host::names(&templates))?;
    reject_errors(&diagnostics)?;
    let settings = settings.expect("a site without errors has settings");
    // Sveltia CMS compares the path with the paths of the repository's files.
    let path: PathBuf = directory.strip_prefix(".").unwrap_or(directory).components().collect();
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let path = path.to_str().filter(|path| is_inside && !path.is_empty());
    let path = path.ok_or_else(|| Error::new("`--content` must be a path in the repository"))?;
    let files = forms::files(&settings, &templates, path, arguments.serve)?;
    if arguments.serve {
        let (listener, address) = listen(None, PORT)?;
        // At this name, browsers let a page read and write a directory.
        let url = format!("http://localhost:{}/", address.port());
        print_stdout(&format!("serving the forms at {url} (press Ctrl-C to stop)"))?;
        server::serve(listener, files)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (out, content) = (resolve(&arguments.out)?, resolve(directory)?);
    let is_overlap = out.starts_with(&content) || content.starts_with(&out);
    if is_overlap || containing_output(&out).is_some() {
        return Err(Error::new("`--out` must be apart from the content and the published site"));
    }
    let file = |(name, _, text): FormFile| (arguments.out.join(name), text.into_bytes());
    let files: Vec<(PathBuf, Vec<u8>)> = files.into_iter().map(file).collect();
    reject_links_below(Path::new(""), files.iter().map(|(path, _)| path.as_path()))?;
    write_or_check(&files, arguments.check, "vitae forms", "the forms are up to date")
}
