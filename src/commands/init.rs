//! `vitae init`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::error::Result;
use vitae::publish::create_folder;
use vitae::render::host;
use vitae::render::project::{self, CONTENT, Program};
use vitae::templates::Templates;

use super::schema;
use crate::terminal;

/// Start a project: a folder with a content that builds at once.
///
/// It has the site's settings, an invented consultant to look at, the schemas for editor programs,
/// what checks each change, and what the host needs to publish it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder to make; it may be there already if nothing but a repository's .git is in it
    folder: PathBuf,
    /// The host that will serve the site [default: the one in templates/hosts/default]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The git address of vitae's source, from which the machines that check and publish the
    /// project build it
    #[arg(long, value_name = "ADDRESS", default_value = env!("CARGO_PKG_REPOSITORY"), hide_default_value = true)]
    git: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let program = Program {
        git: &arguments.git,
        rust: env!("CARGO_PKG_RUST_VERSION"),
    };
    let templates = Templates::embedded();
    let files = project::render(arguments.host.as_deref(), &program, &templates)?;
    let files = files.into_iter();
    let files = files.map(|(path, text)| (PathBuf::from(path), text.into_bytes()));
    let files: Vec<_> = files.chain(schema::files(Path::new(CONTENT))?).collect();
    create_folder(&arguments.folder, &files)?;
    for (path, _) in &files {
        let path = arguments.folder.join(path);
        terminal::print_stdout(&format!("wrote {}", path.display()))?;
    }
    terminal::print_stdout(&next_steps(arguments, &templates))?;
    Ok(ExitCode::SUCCESS)
}

/// What there is to do now.
fn next_steps(arguments: &Arguments, templates: &Templates) -> String {
    let folder = &arguments.folder;
    let mut steps = vec![
        format!("cd {}", folder.display()),
        "vitae build    (the invented consultant, into dist/)".to_owned(),
        "edit content/site.yaml: title, contact, license".to_owned(),
        "vitae new <id>    (a consultant of your own; then delete the invented one)".to_owned(),
    ];
    if arguments.git.is_empty() {
        let what = "say in scripts/vitae.sh where vitae's source is (VITAE_GIT)";
        steps.push(format!("{what}, for the machines that check and publish"));
    }
    steps.push(match is_in_repository(folder) {
        true => "git add . && git commit".to_owned(),
        false => "git init && git add . && git commit".to_owned(),
    });
    let host = arguments.host.as_deref();
    let host = host.or_else(|| host::default_name(templates));
    let host = host.unwrap_or_default();
    // Only such a host publishes by itself what is pushed.
    steps.push(match host::files_of(host, templates).project.is_empty() {
        true => format!("publish dist/; what {host} needs for it: vitae hosts {host}"),
        false => "connect the repository to the host; README.md has more".to_owned(),
    });
    let steps = steps.iter().enumerate();
    let steps = steps.map(|(index, step)| format!("  {}. {step}", index + 1));
    format!("next:\n{}", steps.collect::<Vec<_>>().join("\n"))
}

fn is_in_repository(folder: &Path) -> bool {
    let absolute = std::path::absolute(folder);
    absolute.is_ok_and(|folder| {
        folder
            .ancestors()
            .any(|folder| folder.join(".git").exists())
    })
}
