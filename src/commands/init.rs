//! `vitae init`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::characters::printable_line;
use vitae::error::{Error, Result};
use vitae::paths::ToSlash;
use vitae::publish::{
    begin_directory, create_files, finish_directory, outdated, with_lines_of, write_files,
};
use vitae::render::project::{self, AGENTS, CONTENT, GUIDE, LISTS, NewProject};
use vitae::templates::Templates;

use super::schema;
use super::version::{IS_RELEASE, VERSION};
use crate::terminal;

/// The default Git URL of vitae's source; empty if unknown.
const GIT: &str = env!("CARGO_PKG_REPOSITORY");

/// Create a project that builds immediately
///
/// The project has the site settings, a sample consultant, the schemas for editors, workflows that
/// check every change, the files that the host needs to publish the site, a guide with every step,
/// and instructions for assistants.
///
/// The directory may contain other files, such as those of a new repository, but no `content` and no
/// other file of the project. No file is replaced: missing lines are added to .gitignore and
/// .gitattributes, the guide is written to VITAE.md if there is a README.md, and an existing AGENTS.md
/// stays.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Directory of the project; created if it does not exist
    directory: PathBuf,
    /// Host that serves the site; `vitae hosts` lists all hosts [default: the host that
    /// `vitae hosts` marks as default]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Title of the site [default: Our consultants]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// URL of the site without a path, such as `https://profiles.example.com` [default:
    /// none]
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Git URL of vitae's source code without a password, for machines that build vitae to check and
    /// publish the project; `#` and a commit or tag can follow
    #[arg(long, value_name = "URL", default_value = GIT, hide_default_value = true)]
    git: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let directory = &arguments.directory;
    let templates = Templates::embedded();
    let repository = repository_above(directory);
    let project = NewProject {
        host: arguments.host.as_deref(),
        title: arguments.title.as_deref(),
        base_url: arguments.base_url.as_deref(),
        version: VERSION,
        git: &arguments.git,
        package: IS_RELEASE.then_some("vitae-cli"),
        is_in_repository: repository.is_some(),
    };
    let render = |guide| project::render(&project, guide, &templates);
    let [usual, other] = GUIDE;
    let mut guide = usual;
    let mut files = render(guide)?;
    // A README.md of the author stays.
    let is_taken =
        |(path, text): &(String, String)| path == guide && is_occupied(&directory.join(path), text);
    if files.iter().any(is_taken) {
        guide = other;
        files = render(guide)?;
    }
    let (kept, files): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|(path, text)| path == AGENTS && is_occupied(&directory.join(path), text));
    check_directory(directory, &files)?;
    let written = write(directory, files)?;
    terminal::print_lines(written.iter().map(|path| format!("wrote {}", path.to_slash())))?;
    terminal::print_lines(kept.iter().map(|(path, _)| format!("kept your {path}")))?;
    let guide = printable_line(&inside(directory, Path::new(guide)).to_slash());
    if let Some(repository) = repository {
        let repository = printable_line(&repository.to_slash());
        terminal::print_stdout(&format!(
            "note: this directory is in the git repository {repository}: GitHub and hosts read workflows and settings \
             only at its root, and {guide} says what to move"
        ))?;
    }
    terminal::print_stdout(&format!("next: {guide} describes each step"))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the root of the repository that contains the directory; `None` if the directory is a root itself.
fn repository_above(directory: &Path) -> Option<PathBuf> {
    let directory = std::path::absolute(directory).ok()?;
    let root = directory.ancestors().find(|ancestor| exists(&ancestor.join(".git")))?;
    (root != directory).then(|| root.to_owned())
}

/// Returns an error that names everything in the directory that the project would replace.
fn check_directory(directory: &Path, files: &[(String, String)]) -> Result<()> {
    if directory.is_file() {
        let message = format!("{} is a file, not a directory", directory.to_slash());
        return Err(Error::new(message).help("use another directory"));
    }
    let is_list = |path: &str| LISTS.contains(&path) && is_file(&directory.join(path));
    // Other files in the content directory would be part of the content.
    let is_content = |path: &str| path.starts_with(&format!("{CONTENT}/"));
    let in_the_way = |(path, text): &&(String, String)| {
        let target = directory.join(path);
        !is_content(path) && !is_list(path) && is_occupied(&target, text)
    };
    let content = [CONTENT].into_iter().filter(|content| exists(&directory.join(content)));
    let others = files.iter().filter(in_the_way).map(|(path, _)| path.as_str());
    let existing: Vec<&str> = content.chain(others).collect();
    match existing[..] {
        [] => Ok(()),
        _ => Err(Error::new(format!(
            "cannot create a project in {}: it already contains {}",
            directory.to_slash(),
            existing.join(", ")
        ))
        .help("use another directory, or move these files away first")),
    }
}

/// Writes the files and the schemas, and returns their paths. The content directory comes last and gets its
/// name when it is complete: until then, the command can run again.
fn write(directory: &Path, files: Vec<(String, String)>) -> Result<Vec<PathBuf>> {
    let content = inside(directory, Path::new(CONTENT));
    let staged = begin_directory(&content)?;
    let mut new = Vec::from(schema::new_files(&staged));
    let mut changed = Vec::new();
    for (path, text) in files {
        let is_list = LISTS.contains(&path.as_str());
        let target = inside(directory, Path::new(&path));
        match target.strip_prefix(&content) {
            Ok(path) => new.push((staged.join(path), text.into_bytes())),
            Err(_) if is_list && exists(&target) => {
                changed.push((target.clone(), with_lines_of(&target, &text)?.into_bytes()));
            }
            Err(_) => new.push((target, text.into_bytes())),
        }
    }
    let new: Vec<_> = outdated(&new).cloned().collect();
    create_files(&inside(directory, Path::new("")), &new)?;
    let changed = write_files(&changed)?;
    finish_directory(&staged, &content)?;
    let final_path = |path: PathBuf| match path.strip_prefix(&staged) {
        Ok(path) => content.join(path),
        Err(_) => path,
    };
    Ok(new.into_iter().map(|(path, _)| final_path(path)).chain(changed).collect())
}

/// Returns a path in the directory, without a leading `./`.
fn inside(directory: &Path, path: &Path) -> PathBuf {
    match directory == Path::new(".") {
        true => path.to_owned(),
        false => directory.join(path),
    }
}

/// Returns whether anything but a file with this text is at the path. A killed command leaves complete files of
/// the project.
fn is_occupied(path: &Path, text: &str) -> bool {
    let file = [(path.to_owned(), text.as_bytes().to_vec())];
    exists(path) && (!is_file(path) || outdated(&file).next().is_some())
}

/// Returns whether the path is a file. The target of a link can be outside the directory.
fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Returns whether the path exists, also as a broken link.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
