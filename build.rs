//! Embeds the files below `templates/` into the binary.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name| PathBuf::from(env::var(name).expect("cargo sets the variable"));
    let root = variable("CARGO_MANIFEST_DIR").join("templates");
    println!("cargo:rerun-if-changed=templates");
    let mut files = Vec::new();
    list(&root, &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&root).expect("listed below the root");
        let name = name
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/");
        let path = file.display().to_string();
        writeln!(code, "    ({name:?}, include_str!({path:?})),").expect("writes to a string");
    }
    code.push_str("]\n");
    fs::write(variable("OUT_DIR").join("embedded_templates.rs"), code)
}

fn list(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        println!("cargo:rerun-if-changed={}", path.display());
        if path.is_dir() {
            list(&path, files)?;
        } else if path.file_name() != Some("README.md".as_ref()) {
            files.push(path);
        }
    }
    Ok(())
}
