//! `vitae build`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use vitae::bundle::Bundle;
use vitae::diagnostic::{self, Diagnosed};
use vitae::error::Result;
use vitae::model::id::ConsultantId;
use vitae::publish::{Mode, Published, Target, publish, write_files};
use vitae::render::host;

use super::compilation::{self, Compilation, is_stopped, print_outcome};
use crate::cli::CompileArguments;
use crate::progress::Progress;
use crate::terminal::count;

/// Compile the content and publish it into a folder.
///
/// Nothing is written unless the whole content compiles. Then what is withdrawn is removed first,
/// and only files whose bytes changed are replaced. What the host reads from outside the folder,
/// such as a server's configuration, is written beside it: deploy/<host>/.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    compile: CompileArguments,
    /// The folder to publish into; it must be empty or a former build's
    #[arg(long, value_name = "FOLDER", default_value = "dist")]
    out: PathBuf,
    /// Exchange the whole folder in one step, for a folder that is being served
    #[arg(long)]
    swap: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let target = Target::open(&arguments.out, &arguments.compile.content)?;
    let compiled = compilation::run(&arguments.compile, target.folder_name())?;
    let Compilation {
        sources,
        templates,
        report,
    } = compiled;
    let mut diagnostics = report.diagnostics;
    if let Some(bundle) = &report.output {
        diagnostics.extend_from_slice(&bundle.deployment.limitations);
        diagnostic::order(&mut diagnostics);
    }
    let denied = is_stopped(&arguments.compile, &diagnostics);
    let Some(bundle) = report.output.filter(|_| !denied) else {
        let summary = format!("{}; nothing was published", count(&diagnostics));
        return print_outcome(&arguments.compile, &sources, &diagnostics, &summary);
    };
    let mode = if arguments.swap {
        Mode::Swap
    } else {
        Mode::InPlace
    };
    let deployment = target.deployment(&bundle);
    let others = target.other_deployments(&bundle, &host::names(&templates));
    let progress = Progress::new(bundle.len());
    let published = publish(&bundle, target, mode, &|| progress.step())?;
    drop(progress);
    let Diagnosed {
        output,
        diagnostics: found,
    } = published;
    diagnostics.extend(found);
    let summary = match output {
        Some(published) => {
            let written = write_files(&deployment)?;
            let mut summary = summary(&bundle, &published, &arguments.out);
            for path in written {
                summary.push_str(&format!("\nwrote {}", shown(&path)));
            }
            for path in others {
                let path = shown(&path);
                summary.push_str(&format!(
                    "\n{path} is another host's, and not kept up to date; remove it if nothing \
                     reads it"
                ));
            }
            summary
        }
        None => format!("{}; nothing was published", count(&diagnostics)),
    };
    print_outcome(&arguments.compile, &sources, &diagnostics, &summary)
}

/// The path as seen from here, if it lies below.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let below = here.ok().and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).display().to_string()
}

/// Whom the folder now publishes, and what is different from before.
fn summary(bundle: &Bundle, published: &Published, out: &Path) -> String {
    let profile = |path: &&str| path.starts_with(PROFILES);
    let profiles = bundle
        .iter()
        .map(|artifact| artifact.path.as_str())
        .filter(profile)
        .count();
    let withdrawn: Vec<&str> = published
        .withdrawn
        .iter()
        .filter_map(|path| path.strip_prefix(PROFILES))
        // What lies beside a profile has another name.
        .filter(|name| ConsultantId::parse(name).is_some())
        .collect();
    let mut summary = format!(
        "{profiles} profile{} in {}: {} files added, {} changed, {} unchanged, {} removed",
        if profiles == 1 { "" } else { "s" },
        out.display(),
        published.added.len(),
        published.changed.len(),
        published.unchanged,
        published.withdrawn.len(),
    );
    if !withdrawn.is_empty() {
        summary.push_str(&format!("\nwithdrawn: {}", withdrawn.join(", ")));
    }
    for foreign in &published.foreign {
        summary.push_str(&format!(
            "\n{} is not vitae's; it was left alone and will be published with the rest",
            out.join(foreign).display()
        ));
    }
    summary
}

/// Where the profiles lie.
const PROFILES: &str = "api/consultant-public/";
