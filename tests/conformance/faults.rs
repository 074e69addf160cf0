//! Plants faults in the files of a host, to prove that the checks find them. Each fault is an error
//! that the author of the rules could make, and names the check that must find it.
//!
//! `faults/<host>.yaml` lists the faults of a host.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vitae::verify::evaluation::{Evaluator, Verdict};

use crate::http::Local;
use crate::site::{Site, all_checks};
use crate::suite::{Candidate, finding, serve};

/// A fault in a file of a host.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fault {
    /// The description of the fault.
    pub(crate) fault: String,
    /// The file to change, relative to the project: `dist/...` or `deploy/<host>/...`.
    file: PathBuf,
    /// The change to the file.
    change: Change,
    /// The name of a check that must find the fault.
    found_by: String,
    /// Settings that are appended to `site.yaml`, if the fault needs them.
    #[serde(default)]
    pub(crate) settings: Option<String>,
}

/// A change to a file.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Change {
    /// Removes the lines that contain a text.
    Drop(String),
    /// Replaces all occurrences of a text.
    Replace { what: String, with: String },
    /// Swaps the first lines that contain the texts.
    Swap(String, String),
    /// Inserts a text at the start.
    Prepend(String),
    /// Appends a text.
    Append(String),
    /// Removes a number of bytes at the end.
    Cut(usize),
    /// Replaces the file with a copy of another one.
    CopyOf(PathBuf),
    /// Removes the file.
    Remove,
}

/// Returns the faults to plant for a candidate.
pub(crate) fn of(name: &str) -> Result<Vec<Fault>, String> {
    let path = directory().join(file_name(name)).with_extension("yaml");
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    serde_yaml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the name of a candidate's file of faults, without the extension.
pub(crate) fn file_name(name: &str) -> String {
    name.replace(", ", "-").replace(' ', "-")
}

/// Returns the names of all files of faults, without the extension.
pub(crate) fn names() -> Vec<String> {
    let entries = fs::read_dir(directory()).expect("the directory of faults");
    let name = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    entries.filter_map(|entry| name(entry.expect("an entry").path())).collect()
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/faults")
}

/// Plants a fault and runs the check that must find it.
///
/// # Errors
/// Returns an error if the fault cannot be planted or the check does not find it.
pub(crate) fn is_found(fault: &Fault, candidate: &Candidate, site: &Site) -> Result<(), String> {
    let (server, _directory) = serve(candidate, site, |directory| plant(fault, directory))?;
    let exchange = Local(server.port);
    let checks = all_checks(&site.expectation);
    let judge = Evaluator::new(&site.expectation, &candidate.limitations, &checks, &exchange);
    let judge = |check| judge.evaluate(check).map_err(|error| format!("{error:?}"));
    let found_by = checks.iter().find(|check| check.name == fault.found_by);
    let found_by = found_by.ok_or_else(|| format!("no check is named `{}`", fault.found_by))?;
    if matches!(judge(found_by)?.verdict, Verdict::Failed(_)) {
        return Ok(());
    }
    let mut others = Vec::new();
    for check in &checks {
        let judgement = judge(check)?;
        if matches!(judgement.verdict, Verdict::Failed(_)) {
            others.extend(finding(check, &judgement, &candidate.limitations));
        }
    }
    let others: Vec<String> = others.iter().map(ToString::to_string).collect();
    Err(format!(
        "not found by `{}`; found by {} others\n{}",
        fault.found_by,
        others.len(),
        others.join("\n")
    ))
}

fn plant(fault: &Fault, directory: &Path) -> Result<(), String> {
    let path = directory.join(&fault.file);
    let failed = |error: std::io::Error| format!("{}: {error}", fault.file.display());
    let text = || fs::read_to_string(&path).map_err(failed);
    let changed = match &fault.change {
        Change::Remove => return fs::remove_file(&path).map_err(failed),
        Change::CopyOf(other) => {
            let other = directory.join(other);
            return fs::copy(&other, &path).map(|_| ()).map_err(failed);
        }
        Change::Cut(count) => {
            let bytes = fs::read(&path).map_err(failed)?;
            let kept = bytes.len().saturating_sub(*count);
            return fs::write(&path, &bytes[..kept]).map_err(failed);
        }
        Change::Drop(part) => {
            let text = text()?;
            let keep = |line: &&str| !line.contains(part.as_str());
            text.split_inclusive('\n').filter(keep).collect()
        }
        Change::Replace { what, with } => text()?.replace(what.as_str(), with),
        Change::Swap(one, other) => swap(&text()?, one, other)?,
        Change::Prepend(lines) => format!("{lines}{}", text()?),
        Change::Append(lines) => format!("{}{lines}", text()?),
    };
    let text = text()?;
    if changed == text {
        let file = fault.file.display();
        return Err(format!("the fault changes nothing in {file}:\n{text}"));
    }
    fs::write(&path, changed).map_err(failed)
}

fn swap(text: &str, one: &str, other: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let find = |part: &str| {
        let line = lines.iter().position(|line| line.contains(part));
        line.ok_or_else(|| format!("no line has `{part}`:\n{text}"))
    };
    let (one, other) = (find(one)?, find(other)?);
    lines.swap(one, other);
    Ok(lines.concat())
}
