//! Faults to plant in what a host is given: each is one that someone could make, and the check that
//! is named with it has to find it. A suite that finds nothing proves nothing, unless it finds what
//! is there.
//!
//! `faults/<host>.yaml` is a list of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vitae::verify::evaluation::{Evaluator, Verdict};
use vitae::verify::table;

use crate::http::Local;
use crate::site::Site;
use crate::suite::{Candidate, finding, serve};

/// Something wrong with what a host is given.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fault {
    /// What is wrong, in words.
    pub(crate) fault: String,
    /// The file it is in, as seen from the project's folder: `dist/...` or `deploy/<host>/...`.
    file: PathBuf,
    /// How it comes into the file.
    change: Change,
    /// The name of the check that has to find it, possibly among others.
    found_by: String,
    /// What is added to `site.yaml`, if it shows with other settings only.
    #[serde(default)]
    pub(crate) settings: Option<String>,
}

/// How a file is changed.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Change {
    /// Leaves out the lines in which this is.
    Drop(String),
    /// Puts something else in place of a text, wherever it is.
    Replace { what: String, with: String },
    /// Exchanges the first lines in which these are.
    Swap(String, String),
    /// Puts this before everything else.
    Prepend(String),
    /// Puts this after everything else.
    Append(String),
    /// Leaves out so many bytes at its end.
    Cut(usize),
    /// Makes it a copy of another file.
    CopyOf(PathBuf),
    /// Removes it.
    Remove,
}

/// The faults to plant for a candidate, and for its host with other settings.
pub(crate) fn of(name: &str) -> Result<Vec<Fault>, String> {
    let path = folder().join(file_name(name)).with_extension("yaml");
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    serde_yaml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The name of the file, without its ending, with the faults for the candidate of this name.
pub(crate) fn file_name(name: &str) -> String {
    name.replace(", ", "-").replace(' ', "-")
}

/// The names of all candidates there are faults for, as in the names of the files.
pub(crate) fn names() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder of faults");
    let name = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    entries
        .filter_map(|entry| name(entry.expect("an entry").path()))
        .collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/faults")
}

/// Plants the fault for a candidate.
///
/// # Errors
/// When it cannot be planted, or is not found by the check it names.
pub(crate) fn is_found(fault: &Fault, candidate: &Candidate, site: &Site) -> Result<(), String> {
    let (server, _folder) = serve(candidate, site, |folder| plant(fault, folder))?;
    let exchange = Local(server.port);
    let checks = table::all(&site.expectation);
    let judge = Evaluator::new(&site.expectation, &candidate.gaps, &checks, &exchange);
    let judge = |check| judge.evaluate(check).map_err(|error| format!("{error:?}"));
    let found_by = checks
        .iter()
        .find(|check| check.id.to_string() == fault.found_by);
    let found_by = found_by.ok_or_else(|| format!("no check is named `{}`", fault.found_by))?;
    if matches!(judge(found_by)?.verdict, Verdict::Failed(_)) {
        return Ok(());
    }
    let mut others = Vec::new();
    for check in &checks {
        let judgement = judge(check)?;
        if matches!(judgement.verdict, Verdict::Failed(_)) {
            others.extend(finding(check, &judgement, &candidate.gaps));
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

fn plant(fault: &Fault, folder: &Path) -> Result<(), String> {
    let path = folder.join(&fault.file);
    let failed = |error: std::io::Error| format!("{}: {error}", fault.file.display());
    let text = || fs::read_to_string(&path).map_err(failed);
    let changed = match &fault.change {
        Change::Remove => return fs::remove_file(&path).map_err(failed),
        Change::CopyOf(other) => {
            let other = folder.join(other);
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
        return Err(format!("it changes nothing in {file}:\n{text}"));
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
