//! Embeds the files below `templates/`, so that the binary is complete by itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("templates");
    println!("cargo:rerun-if-changed=templates");
    let mut files = Vec::new();
    list(&root, &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file);
        let name = name
            .components()
            .map(|part| part.as_os_str().to_string_lossy());
        let name = name.collect::<Vec<_>>().join("/");
        let _ = writeln!(
            code,
            "    ({name:?}, include_str!({:?})),",
            file.display().to_string()
        );
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("embedded_templates.rs"), code)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        println!("cargo:rerun-if-changed={}", path.display());
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
