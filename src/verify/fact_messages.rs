//! The messages for operators: the text of every fact.

use std::fmt::{self, Display, Formatter};

use jiff::Timestamp;

use super::fact::{Affected, DocumentKind, Fact, Files};

impl Display for Affected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Consultant(id) => id.fmt(f),
            Self::Path(path) => path.fmt(f),
            Self::NotFound => f.write_str("paths that do not exist"),
        }
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(document) => document.fmt(f),
            Self::Path(path) => f.write_str(path),
            Self::Status(status) => write!(f, "status {status}"),
            Self::Request(request) => request.fmt(f),
            Self::HtmlPage => f.write_str("an HTML page"),
            Self::PhotoOf(id) => write!(f, "the photo of `{id}`"),
            Self::UnknownPhoto(files) => write!(f, "a photo of no consultant; {files}"),
            Self::Files(files) => files.fmt(f),
            Self::NotJson(files) => write!(f, "not a comparable JSON document; {files}"),
            Self::Kind { deployed, local } => write!(f, "{deployed} instead of {local}"),
            Self::ProfileOf(id) => write!(f, "the profile of `{id}`"),
            Self::Modified { deployed, local } => modified(*deployed, *local, f),
            Self::Fields { names, unknown } => fields(names, *unknown, f),
        }
    }
}

impl Display for Files {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ((length, digest), (local_length, local_digest)) = (&self.deployed, &self.local);
        write!(f, "{length} bytes deployed (SHA-256 {digest}...), ")?;
        write!(f, "{local_length} bytes locally ({local_digest}...)")
    }
}

impl Display for DocumentKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Profile => "the profile",
            Self::JsonResume => "the JSON Resume",
            Self::Error => "an error",
            Self::Other => "another document",
        })
    }
}

/// Writes two dates, or two times if the dates are the same.
fn modified(deployed: Timestamp, local: Timestamp, f: &mut Formatter<'_>) -> fmt::Result {
    let date = |time: Timestamp| time.strftime("%Y-%m-%d").to_string();
    let (deployed, local) = if date(deployed) == date(local) {
        (deployed.to_string(), local.to_string())
    } else {
        (date(deployed), date(local))
    };
    write!(f, "lastModified {deployed} deployed, {local} locally")
}

/// How many fields are listed.
const LISTED_FIELDS: usize = 6;

fn fields(names: &[String], unknown: usize, f: &mut Formatter<'_>) -> fmt::Result {
    let listed = names.iter().take(LISTED_FIELDS);
    let mut parts: Vec<String> = listed.map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(LISTED_FIELDS) {
        0 => {}
        more => parts.push(format!("{more} more")),
    }
    match unknown {
        0 => {}
        1 => parts.push("a field that the local document does not have".to_owned()),
        _ => parts.push(format!("{unknown} fields that the local document does not have")),
    }
    write!(f, "differs in {}", parts.join(", "))
}
