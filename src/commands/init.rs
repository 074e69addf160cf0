//! `vitae init`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::error::Result;
use vitae::publish::create_directory;
use vitae::render::project::{self, CONTENT};
use vitae::templates::Templates;

use super::pin::GIT;
use super::{release, schema};
use crate::terminal;

/// Create a project that builds immediately
///
/// The project has the site settings, a sample consultant, the schemas for editors, a workflow that
/// checks every change, and the files that the host needs to publish the site.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Directory to create; may exist if it has nothing but a .git directory
    directory: PathBuf,
    /// Host that serves the site; `vitae hosts` lists all hosts [default: the host that
    /// `vitae hosts` marks as default]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Git URL of vitae's source code, for machines that build vitae to check and publish the project
    #[arg(long, value_name = "URL", default_value = GIT, hide_default_value = true)]
    git: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let program = release::running_program()?;
    let templates = Templates::embedded();
    let files: Vec<_> =
        project::render(arguments.host.as_deref(), &arguments.git, &program, &templates)?
            .into_iter()
            .map(|(path, text)| (PathBuf::from(path), text.into_bytes()))
            .chain(schema::files(Path::new(CONTENT)))
            .collect();
    create_directory(&arguments.directory, &files)?;
    for (path, _) in &files {
        let path = arguments.directory.join(path);
        terminal::print_stdout(&format!("wrote {}", path.display()))?;
    }
    terminal::print_stdout(&next_steps(arguments))?;
    Ok(ExitCode::SUCCESS)
}

fn next_steps(arguments: &Arguments) -> String {
    let directory = &arguments.directory;
    let mut steps = vec![
        format!("cd {}", directory.display()),
        "vitae build    (builds the sample consultant into dist/)".to_owned(),
        "edit content/site.yaml: title, contact, license".to_owned(),
        "vitae new <id>    (creates a profile; then delete the sample consultant)".to_owned(),
    ];
    if arguments.git.is_empty() {
        steps.push(
            "set `git` in .vitae-version to the Git URL of vitae's source, or VITAE_GIT in the \
             environment of the machines that check and publish the project"
                .to_owned(),
        );
    }
    steps.push(match is_in_repository(directory) {
        true => "git add . && git commit".to_owned(),
        false => "git init && git add . && git commit".to_owned(),
    });
    steps.push("publish the site: README.md describes each step".to_owned());
    let numbered = (1..).zip(&steps);
    let lines = numbered.map(|(number, step)| format!("\n  {number}. {step}"));
    format!("next:{}", lines.collect::<String>())
}

fn is_in_repository(directory: &Path) -> bool {
    std::path::absolute(directory)
        .is_ok_and(|directory| directory.ancestors().any(|ancestor| ancestor.join(".git").exists()))
}
