//! The error about a content directory that does not exist.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// Returns the error about the content directory `root`, which does not exist. If the working directory is in
/// a project or is the content itself, the error says where to run the command.
pub fn missing_content(root: &Path) -> Error {
    let directory = std::env::current_dir().unwrap_or_default();
    let above: Vec<&Path> = match root.is_relative() {
        true => directory.ancestors().skip(1).collect(),
        false => Vec::new(),
    };
    let is_content = ["site.yaml", "consultants"].iter().all(|it| directory.join(it).exists());
    let is_inside = |above: &&Path| directory.starts_with(above.join(root));
    let project = above.iter().position(is_inside);
    let project = match is_content {
        true => project,
        false => project.or_else(|| above.iter().position(|above| above.join(root).is_dir())),
    };
    let advice = match project {
        Some(levels) => {
            let up: PathBuf = std::iter::repeat_n("..", levels + 1).collect();
            format!("run the command in the project's directory: `cd {}`", up.display())
        }
        None if is_content => "the working directory has content: use `--content .`".to_owned(),
        None => "`vitae init <DIRECTORY>` creates a project".to_owned(),
    };
    Error::new(format!("the content directory {} does not exist; {advice}", root.display()))
}
