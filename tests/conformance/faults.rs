//! Plants faults in the files of a host, to prove that the checks find them. Each fault is an error
//! that the author of the rules, or a publisher, could make. It names the check that must find it, or the findings of
//! `vitae verify`.
//!
//! `faults/<host>.yaml` lists the faults of a host.

use std::fs;
use std::path::{Path, PathBuf};

use std::time::{Duration, Instant};

use serde::Deserialize;
use vitae::verify::client::SiteClient;
use vitae::verify::evaluation::{Evaluator, Verdict};
use vitae::verify::rate_limiter::RateLimiter;
use vitae::verify::runner;
use vitae::verify::site_url::SiteUrl;
use vitae::verify::test_plan::TestPlan;

use crate::http::Local;
use crate::site::{Site, all_checks};
use crate::suite::{Candidate, finding, serve};

/// The time limit of a run.
const TIMEOUT: Duration = Duration::from_secs(120);
/// How many requests a run sends in parallel.
const JOBS: usize = 8;

/// A fault in the files of a host.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Fault {
    /// The description of the fault.
    pub(crate) fault: String,
    #[serde(flatten)]
    first: Option<FileChange>,
    /// Further changes.
    #[serde(default)]
    also: Vec<FileChange>,
    #[serde(flatten)]
    pub(crate) expected: Expected,
    /// Settings that are appended to `site.yaml`, if the fault needs them.
    #[serde(default)]
    pub(crate) settings: Option<String>,
    /// The language of the served site, if it is the site in another language.
    #[serde(default)]
    pub(crate) language: Option<String>,
}

/// What has to find a fault.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Expected {
    /// A check with this name.
    FoundBy(String),
    /// `vitae verify`, with findings that have these titles.
    Findings(Vec<String>),
}

/// A change to a file.
#[derive(Debug, Clone, Deserialize)]
struct FileChange {
    /// The file, relative to the project: `dist/...` or `deploy/<host>/...`.
    file: PathBuf,
    change: Change,
}

/// What changes in a file.
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

/// Plants a fault in the `served` site, and runs the check that must find it, or all checks, which expect `site`.
///
/// # Errors
/// Returns an error if the fault cannot be planted or is not found as expected.
pub(crate) fn is_found(
    fault: &Fault,
    candidate: &Candidate,
    site: &Site,
    served: &Site,
) -> Result<(), String> {
    // Serde reads an invalid change as none.
    if fault.first.is_none() && fault.language.is_none() {
        return Err("the fault has no valid change".to_owned());
    }
    let (server, _directory) = serve(candidate, served, |directory| {
        fault.first.iter().chain(&fault.also).try_for_each(|change| plant(change, directory))
    })?;
    match &fault.expected {
        Expected::FoundBy(name) => is_found_by(name, candidate, site, server.port),
        Expected::Findings(titles) => {
            let found = findings(candidate, site, server.port)?;
            match found == *titles {
                true => Ok(()),
                false => Err(format!("found {found:#?} instead of {titles:#?}")),
            }
        }
    }
}

/// Returns the titles of the findings of `vitae verify`.
fn findings(candidate: &Candidate, site: &Site, port: u16) -> Result<Vec<String>, String> {
    let plan =
        TestPlan::new(&site.expectation, &candidate.limitations, false, Vec::new(), "0123456789");
    let url = SiteUrl::parse(&format!("http://127.0.0.1:{port}"))?;
    let deadline = Instant::now() + TIMEOUT;
    let client = SiteClient::new(url, Vec::new(), RateLimiter::below(None), JOBS, deadline);
    let report = runner::run(&plan, &client, JOBS, &|| (), || Ok((Vec::new(), false)));
    let report = report.map_err(|error| format!("{error:?}"))?;
    if report.unreachable.is_some() || report.stopped.is_some() {
        return Err(format!("{:?} {:?}", report.unreachable, report.stopped));
    }
    Ok(report.findings.into_iter().map(|finding| finding.title).collect())
}

/// Runs the check that must find a fault.
fn is_found_by(name: &str, candidate: &Candidate, site: &Site, port: u16) -> Result<(), String> {
    let exchange = Local(port);
    let checks = all_checks(&site.expectation);
    let judge = Evaluator::new(&site.expectation, &candidate.limitations, &checks, &exchange);
    let judge = |check| judge.evaluate(check).map_err(|error| format!("{error:?}"));
    let found_by = checks.iter().find(|check| check.name == name);
    let found_by = found_by.ok_or_else(|| format!("no check is named `{name}`"))?;
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
    Err(format!("not found by `{name}`; found by {} others\n{}", others.len(), others.join("\n")))
}

fn plant(FileChange { file, change }: &FileChange, directory: &Path) -> Result<(), String> {
    let path = directory.join(file);
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    let text = || fs::read_to_string(&path).map_err(failed);
    let changed = match change {
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
        let file = file.display();
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
