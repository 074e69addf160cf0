//! The messages for operators: the text and the hint of every cause.

use std::fmt::{self, Display, Formatter};

use super::cause::{BodyProblem, Cause, Destination, DestinationPath, HeaderProblem};
use super::content_coding::CodingError;
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
        match self {
            Self::NoResponse(error) => error.fmt(f),
            Self::Password(status) => {
                write!(f, "the server asks for a password (status {status})")
            }
            Self::Redirect { status, to } => match to {
                Some(to) => write!(f, "the server redirects ({status}) to {to}"),
                None => write!(f, "the server redirects ({status}) without a `Location`"),
            },
            Self::Redirects { status, count, examples } => {
                write!(f, "the server redirects ({status}) to {count} different URLs")?;
                write!(f, ", such as {}", list(examples))
            }
            Self::ServerError(status) => {
                write!(f, "the server fails with an error (status {status})")
            }
            Self::Status { expected, got } => write!(f, "status {got} instead of {expected}"),
            Self::Header { name, problem } => write!(f, "{}: {problem}", capitalize(name)),
            Self::Body(problem) => write!(f, "body: {problem}"),
            other => f.write_str(title(other)),
        }
    }
}

/// Returns the title of a cause without data.
fn title(cause: &Cause) -> &'static str {
    match cause {
        Cause::StillPublished => "inactive or withdrawn consultants are still public",
        Cause::PhotoStillPublished => "removed photos are still public",
        Cause::StillCached => "a cache still serves withdrawn consultants",
        Cause::PublicSources => {
            "the SOURCES of the site are public: drafts, inactive consultants, `internal` notes"
        }
        Cause::PublicInternalFile => "internal files of the host are public",
        Cause::BotProtection => {
            "a bot protection responds instead of the site, but all clients of the interface are programs"
        }
        Cause::RateLimited => "the server is rate-limiting requests (429)",
        Cause::CatchAll => "the server responds with success to paths that do not exist",
        Cause::OlderVersion => "the site serves an older version",
        Cause::NewerVersion => "the site serves a newer version than the local content",
        Cause::MissingConsultant => "active consultants are missing",
        Cause::MissingPhoto => "photos are missing",
        Cause::MissingDocument => "documents are missing",
        Cause::OtherConsultant => "the site serves the profile of another consultant",
        Cause::OtherPhoto => "the site serves another photo",
        Cause::OtherFormat => "the query `format=jsonresume` selects the wrong format",
        Cause::OtherContent => "the site serves other content than the local one",
        Cause::Rewritten => {
            "the values are right, but the bytes differ: the host or a proxy rewrites documents"
        }
        Cause::HtmlNotFound => "404 responses are HTML pages instead of JSON errors",
        Cause::Head => "the response to HEAD differs from the response to GET",
        _ => unreachable!("causes with data have titles of their own"),
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
            Self::Values { count, examples, expected } => {
                let examples = examples.join("`, `");
                let values = format!("{count} different values, such as `{examples}`,");
                return write!(f, "{values} instead of {expected}");
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
                return write!(f, "longer than {limit} bytes, which is far more than expected");
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
            write!(f, "{separator}`{}` at `{}/`", violated.keyword, violated.pointer)?;
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
