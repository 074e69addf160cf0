//! The error about a content directory that does not exist.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// Returns the error about the content directory `root`, which does not exist. If the working directory is in
/// a project or is the content itself, the error says where to run the command.
pub fn missing_content(root: &Path) -> Error {
    let advice = match directory_above_with(root) {
        Some(up) => format!("run the command in the project's directory: `cd {}`", up.display()),
        None if ["site.yaml", "consultants"].iter().all(|it| Path::new(it).exists()) => {
            "the working directory has content: use `--content .`".to_owned()
        }
        None => "`vitae init <DIRECTORY>` creates a project".to_owned(),
    };
    Error::new(format!("the content directory {} does not exist; {advice}", root.display()))
}

/// Returns the way from the working directory to the nearest one above it that has the directory `root`.
fn directory_above_with(root: &Path) -> Option<PathBuf> {
    let directory = std::env::current_dir().ok()?;
    let is_relative = root.is_relative() && !root.starts_with("..");
    let above = directory.ancestors().skip(1).filter(|_| is_relative);
    let levels = 1 + above.take_while(|above| !above.join(root).is_dir()).count();
    let up: PathBuf = std::iter::repeat_n("..", levels).collect();
    (is_relative && up.join(root).is_dir()).then_some(up)
}
