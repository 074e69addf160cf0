//! Embeds the files below `templates/` into the binary, and a digest of the program: results of an earlier
//! version are not reused.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};
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
    fs::write(variable("OUT_DIR").join("embedded_templates.rs"), code)?;
    let package = variable("CARGO_MANIFEST_DIR");
    println!("cargo:rustc-env=VITAE_BUILD={:016x}", digest(&package)?);
    Ok(())
}

/// Returns a digest of the source code and of the versions of all dependencies.
fn digest(package: &Path) -> io::Result<u64> {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=Cargo.lock");
    let mut files = vec![package.join("Cargo.lock")];
    list(&package.join("src"), &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(&fs::read(file)?);
        hasher.write_u8(0xFF);
    }
    Ok(hasher.finish())
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
