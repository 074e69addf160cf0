//! `.vitae-version`: the version of vitae that checks and publishes a project.
//!
//! The file has `key=value` lines and comments. `scripts/vitae.sh` in the project reads it, too.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::paths::ToSlash;

const FILE: &str = ".vitae-version";

/// Returns the path of the file of a project, which is beside the content directory.
pub fn path(content: &Path) -> PathBuf {
    match content.file_name() {
        Some(_) => content.with_file_name(FILE),
        // Without a name, as in `content/..`, the parent is not in the path.
        None => content.join("..").join(FILE),
    }
}

/// Returns the version that the file of a project names, or `None` if the file does not exist.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a regular file, is not UTF-8, or lacks the version.
pub fn read(content: &Path) -> Result<Option<String>> {
    let path = path(content);
    // Opening a named pipe would wait for its other end.
    let text = path.symlink_metadata().and_then(|metadata| match metadata.is_file() {
        true => std::fs::read_to_string(&path),
        false => Err(std::io::Error::other("not a regular file")),
    });
    let text = match text {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let help = "replace it by the file of a new project of `vitae init`";
            return Err(Error::io("read", &path, error).help(help));
        }
    };
    match version(&text) {
        Some(version) => Ok(Some(version.to_owned())),
        None => Err(Error::new(format!("{} lacks `version=`", path.to_slash()))
            .help("add the line `version=<version>`")),
    }
}

/// Returns the version as the script reads it: the value ends at the first space or carriage return.
fn version(text: &str) -> Option<&str> {
    let value = text.lines().find_map(|line| line.strip_prefix("version="))?;
    value.split(char::is_whitespace).next().filter(|version| !version.is_empty())
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn reads_the_version_as_the_script_does() {
        assert_eq!(version("# a\r\ngit=x\r\nversion=0.2.0 \r\n"), Some("0.2.0"));
        // Lines of older projects.
        assert_eq!(version("rev=abc\nrust=1.95\nversion=0.1.0\nx86_64-a-b=00\n"), Some("0.1.0"));
        for invalid in ["", "version=\nversion=1\n", "version = 1\n", "0.1.0"] {
            assert_eq!(version(invalid), None, "{invalid}");
        }
    }
}
