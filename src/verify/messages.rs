//! The messages for operators: the text of every cause and fact of a report.

use std::fmt::{self, Display, Formatter};

use jiff::Timestamp;

use super::cause::{BodyProblem, Cause, Destination, DestinationPath, HeaderProblem};
use super::content_coding::CodingError;
use super::fact::{Affected, DocumentKind, Fact, Files};
use super::schema_conformance::SchemaViolation;

/// The hint of causes that a deployment of the host's rules fixes.
const DEPLOY_RULES: &str = "deploy the rules of the host again: they are missing or outdated";

impl Cause {
    /// Returns what to do, if that is known.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::StillPublished | Self::PhotoStillPublished => {
                "publish again: `vitae build` removes withdrawn profiles first. If you did, check that the deployment succeeded, and purge every cache: one that ignores queries looks like the site itself"
            }
            Self::StillCached => "the site is right: purge the cache, or wait until it expires",
            Self::PublicSources => {
                "take the site offline NOW, then configure the server to serve `dist` alone, not the project. Assume that everything in the project was read, passwords too"
            }
            Self::PublicInternalFile | Self::OtherFormat | Self::HtmlNotFound => DEPLOY_RULES,
            Self::BotProtection => "turn it off for /api: it blocks all programs",
            Self::Password(_) => {
                "for a preview with a password, add --header 'Authorization: Basic ...'"
            }
            Self::RateLimited => "send fewer requests with --jobs 1 and a longer --timeout",
            Self::Redirect { .. } | Self::Redirects { .. } => {
                "verify the URL to which it redirects, or remove the redirect"
            }
            Self::CatchAll => {
                "remove the rule that serves one page for every path, or exclude /api"
            }
            Self::OlderVersion => {
                "check that the last deployment succeeded; a cache may serve it, too: see `cache_seconds` in site.yaml"
            }
            Self::NewerVersion => "fetch the newest content (`git pull`) and verify again",
            Self::MissingConsultant | Self::MissingPhoto | Self::MissingDocument => {
                "publish again, and check that the deployment succeeded"
            }
            Self::Rewritten => "turn off whatever minifies, optimizes or extends responses",
            Self::Header { name, problem } => match (name.as_str(), problem) {
                ("cache-control", HeaderProblem::Value { got, .. }) if got == "no-cache" => {
                    "`vitae serve` sends this: it is a preview, which must not be cached, not the published site"
                }
                ("set-cookie", _) => {
                    "everything is public and cached: turn off cookies for analytics or sessions, at least for /api"
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

impl Display for Cause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let title = match self {
            Self::NoResponse(error) => return error.fmt(f),
            Self::Password(status) => {
                return write!(f, "the server asks for a password (status {status})");
            }
            Self::Redirect { status, to: None } => {
                return write!(f, "the server redirects ({status}) without a `Location`");
            }
            Self::Redirect {
                status,
                to: Some(to),
            } => return write!(f, "the server redirects ({status}) to {to}"),
            Self::Redirects {
                status,
                count,
                examples,
            } => {
                let examples = list(examples);
                return write!(
                    f,
                    "the server redirects ({status}) to {count} different URLs, such as {examples}"
                );
            }
            Self::ServerError(status) => {
                return write!(f, "the server fails with an error (status {status})");
            }
            Self::Status { expected, got } => {
                return write!(f, "status {got} instead of {expected}");
            }
            Self::Header { name, problem } => {
                return write!(f, "{}: {problem}", capitalize(name));
            }
            Self::Body(problem) => return write!(f, "body: {problem}"),
            Self::StillPublished => "inactive or withdrawn consultants are still public",
            Self::PhotoStillPublished => "removed photos are still public",
            Self::StillCached => "a cache still serves withdrawn consultants",
            Self::PublicSources => {
                "the SOURCES of the site are public: drafts, inactive consultants, `internal` notes"
            }
            Self::PublicInternalFile => "internal files of the host are public",
            Self::BotProtection => {
                "a bot protection responds instead of the site, but all clients of the interface are programs"
            }
            Self::RateLimited => "the server is rate-limiting requests (429)",
            Self::CatchAll => "the server responds with success to paths that do not exist",
            Self::OlderVersion => "the site serves an older version",
            Self::NewerVersion => "the site serves a newer version than the local content",
            Self::MissingConsultant => "active consultants are missing",
            Self::MissingPhoto => "photos are missing",
            Self::MissingDocument => "documents are missing",
            Self::OtherConsultant => "the site serves the profile of another consultant",
            Self::OtherPhoto => "the site serves another photo",
            Self::OtherFormat => "the query `format=jsonresume` selects the wrong format",
            Self::OtherContent => "the site serves other content than the local one",
            Self::Rewritten => {
                "the values are right, but the bytes differ: the host or a proxy rewrites documents"
            }
            Self::HtmlNotFound => "404 responses are HTML pages instead of JSON errors",
            Self::Head => "the response to HEAD differs from the response to GET",
        };
        f.write_str(title)
    }
}

impl Display for HeaderProblem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unexpected => "must not be present",
            Self::Missing => "missing",
            Self::Repeated => "present more than once",
            Self::NotEntityTag => "not an entity tag",
            Self::SameForCodings => "the same for different content codings",
            Self::DiffersFromDocument => "differs from that of the document itself",
            Self::MissingInOtherFormat => "missing for the other format",
            Self::SameForBothFormats => "the same for both formats",
            Self::WrongRange => "not the requested range",
            Self::WrongLength => "not the length of the document",
            Self::Value { got, expected } => {
                return write!(f, "`{got}` instead of {expected}");
            }
            Self::Values {
                count,
                examples,
                expected,
            } => {
                let examples: Vec<String> =
                    examples.iter().map(|value| format!("`{value}`")).collect();
                let examples = examples.join(", ");
                return write!(
                    f,
                    "{count} different values, such as {examples}, instead of {expected}"
                );
            }
            Self::Coding(error) => return error.fmt(f),
        })
    }
}

impl Display for CodingError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAccepted(coding) => write!(f, "`{coding}`, which the request does not accept"),
            Self::Invalid { coding, why } => write!(f, "the body is not valid `{coding}`: {why}"),
            Self::TooLong(limit) => write!(f, "the decoded body is longer than {limit} bytes"),
        }
    }
}

impl Display for BodyProblem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotError => "not a JSON error",
            Self::OtherError => "another error than for an unknown consultant",
            Self::Unexpected => "must be empty",
            Self::WrongRange => "not the requested range",
            Self::Other => "not the expected one",
            Self::TooLong(limit) => {
                return write!(
                    f,
                    "longer than {limit} bytes, which is far more than expected"
                );
            }
            Self::Schema(violation) => return violation.fmt(f),
        })
    }
}

impl Display for SchemaViolation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self::Invalid(keywords) = self else {
            return f.write_str("not valid `application/json`");
        };
        f.write_str("violates its schema: ")?;
        for (index, violated) in keywords.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(
                f,
                "{separator}`{}` at `{}/`",
                violated.keyword, violated.pointer
            )?;
        }
        Ok(())
    }
}

impl Display for Destination {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let origin = self.origin.as_deref();
        let path = match &self.path {
            DestinationPath::Other(path) => {
                return write!(f, "{}{path}", origin.unwrap_or_default());
            }
            DestinationPath::Same => "the same path",
            DestinationPath::SlashAdded => "the same path with a slash at the end",
            DestinationPath::SlashRemoved => "the same path without the slash at the end",
        };
        f.write_str(path)?;
        origin.map_or(Ok(()), |origin| write!(f, " at {origin}"))
    }
}

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
        _ => parts.push(format!(
            "{unknown} fields that the local document does not have"
        )),
    }
    write!(f, "differs in {}", parts.join(", "))
}

fn list(items: &[impl Display]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(", ")
}

/// Returns the name of a header as it is usually written.
fn capitalize(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "etag" => "ETag".to_owned(),
        _ => word[..1].to_ascii_uppercase() + &word[1..],
    });
    words.collect::<Vec<String>>().join("-")
}
