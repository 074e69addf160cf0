//! The code, the title and the hint of each cause.

use std::borrow::Cow;

use vitae::verify::cause::{Cause, Destination, DestinationPath};
use vitae::verify::difference::{BodyProblem, Difference, HeaderProblem};
use vitae::verify::photo_metadata::PhotoMetadata;

/// How a cause is reported.
pub(super) struct Description {
    /// The stable code for programs.
    pub(super) code: &'static str,
    pub(super) title: Cow<'static, str>,
    /// What to do.
    pub(super) hint: &'static str,
}

/// How many values of similar causes are listed.
const MAX_VALUES: usize = 3;

pub(super) fn describe(cause: &Cause) -> Description {
    let (code, title): (_, Cow<'static, str>) = match cause {
        Cause::StillPublished => {
            ("still-there", "inactive or withdrawn consultants are still public".into())
        }
        Cause::PhotoStillPublished => {
            ("photo-still-there", "removed photos are still public".into())
        }
        Cause::StillCached => {
            ("still-cached", "a cache still serves withdrawn consultants".into())
        }
        Cause::InFormerDeploy => {
            ("former-deploy", "a former deploy still serves withdrawn consultants".into())
        }
        Cause::PublicSources => (
            "content-file",
            "the sources of the site are public: drafts, inactive consultants, `internal` notes".into(),
        ),
        Cause::PublicInternalFile => {
            ("internal-file", "internal files of the host are public".into())
        }
        Cause::BotProtection => (
            "bot-protection",
            "a bot protection responds instead of the site, but all clients of the interface are programs".into(),
        ),
        Cause::Password(status) => {
            ("password", format!("the server asks for a password (status {status})").into())
        }
        Cause::RateLimited => ("rate-limited", "the server is rate-limiting requests (429)".into()),
        Cause::Redirect { status, to } => {
            let to = to.as_ref().map_or("without a `Location`".to_owned(), |to| {
                format!("to {}", destination(to))
            });
            ("redirect", format!("the server redirects ({status}) {to}").into())
        }
        Cause::ServerError(status) => {
            ("server-error", format!("the server fails with an error (status {status})").into())
        }
        Cause::CatchAll => (
            "answers-everything",
            "the server responds with success to paths that do not exist".into(),
        ),
        Cause::OlderVersion => ("older-version", "the site serves an older version".into()),
        Cause::NewerVersion => {
            ("newer-version", "the site serves a newer version than the local content".into())
        }
        Cause::MissingConsultant => ("missing-consultant", "active consultants are missing".into()),
        Cause::MissingPhoto => ("missing-photo", "photos are missing".into()),
        Cause::MissingDocument => ("missing-document", "documents are missing".into()),
        Cause::OtherConsultant => {
            ("other-consultant", "the site serves the profile of another consultant".into())
        }
        Cause::OtherPhoto => ("other-photo", "the site serves another photo".into()),
        Cause::PhotoMetadata(PhotoMetadata::Position) => {
            ("photo-metadata", "the photo carries metadata (GPS position)".into())
        }
        Cause::PhotoMetadata(PhotoMetadata::Other) => {
            ("photo-metadata", "the photo carries metadata".into())
        }
        Cause::OtherFormat => {
            ("other-format", "the query `format=jsonresume` selects the wrong format".into())
        }
        Cause::OtherContent => {
            ("other-content", "the site serves content that differs from the local content".into())
        }
        Cause::Rewritten => (
            "rewritten",
            "the values are right, but the bytes differ: the host or a proxy rewrites documents".into(),
        ),
        Cause::HtmlNotFound => {
            ("html-not-found", "404 responses are HTML pages instead of JSON errors".into())
        }
        Cause::Head => ("head", "the response to HEAD differs from the response to GET".into()),
        Cause::Difference(difference) => describe_difference(difference),
    };
    Description { code, title, hint: hint(cause) }
}

fn describe_difference(difference: &Difference) -> (&'static str, Cow<'static, str>) {
    match difference {
        Difference::NoResponse(error) => ("no-answer", error.to_string().into()),
        Difference::Status { expected, got } => {
            ("status", format!("status {got} instead of {expected}").into())
        }
        Difference::Header { name, problem } => {
            ("field", format!("{}: {}", capitalize(name), header_problem(problem)).into())
        }
        Difference::Body(problem) => ("body", format!("body: {}", body_problem(problem)).into()),
    }
}

/// Returns what to do about a cause.
fn hint(cause: &Cause) -> &'static str {
    match cause {
        Cause::StillPublished | Cause::PhotoStillPublished => {
            "publish again: `vitae build` removes withdrawn profiles first. If you did, check that the deployment succeeded, and purge every cache: one that ignores queries looks like the site itself"
        }
        Cause::StillCached => {
            "the site itself is correct: purge the cache, or wait until it expires"
        }
        Cause::InFormerDeploy => {
            "delete this deploy at the host, or restrict access to it: docs/withdrawing.md"
        }
        Cause::PublicSources => {
            "take the site offline immediately, then configure the server to serve only `dist`, not the project. Assume that others have read everything in the project, including passwords"
        }
        Cause::PublicInternalFile | Cause::OtherFormat | Cause::HtmlNotFound => {
            "deploy the rules of the host again: they are missing or outdated"
        }
        Cause::BotProtection => "turn it off for /api: it blocks all programs",
        Cause::Password(_) => {
            "for a preview with a password, add --header 'Authorization: Basic ...'"
        }
        Cause::RateLimited => "send fewer requests with --jobs 1 and a longer --timeout",
        Cause::Redirect { .. } => "verify the URL to which it redirects, or remove the redirect",
        Cause::CatchAll => "remove the rule that serves one page for every path, or exclude /api",
        Cause::OlderVersion => {
            "check that the last deployment succeeded; a cache may serve it, too: see `cache_seconds` in site.yaml"
        }
        Cause::NewerVersion => "fetch the newest content (`git pull`) and verify again",
        Cause::MissingConsultant | Cause::MissingPhoto | Cause::MissingDocument => {
            "publish again, and check that the deployment succeeded"
        }
        Cause::Rewritten => "turn off whatever minifies, optimizes or extends responses",
        Cause::PhotoMetadata(_) => {
            "upload the photo of `dist`, which has no metadata, instead of the original, and purge every cache"
        }
        Cause::ServerError(_) => "read the error log of the server or host",
        Cause::OtherConsultant | Cause::OtherPhoto => {
            "deploy the rules of the host again, and check that caches distinguish all paths and queries"
        }
        Cause::OtherContent => {
            "publish again; if it remains, find the file, cache or proxy that responds at this path"
        }
        Cause::Head => "configure the server to respond to HEAD as to GET, without the body",
        Cause::Difference(Difference::Header { name, problem }) => header_hint(name, problem),
        Cause::Difference(Difference::NoResponse(_)) => {
            "check that the server is running, and that no firewall or proxy closes the connection"
        }
        Cause::Difference(Difference::Status { .. } | Difference::Body(_)) => {
            "deploy the rules of the host again; if they are current, find the proxy that changes responses"
        }
    }
}

/// Describes a cause, or many that differ only in a value.
pub(super) fn describe_all(causes: &[Cause]) -> Description {
    use Difference::Header;
    use HeaderProblem::Value;
    let description = describe(&causes[0]);
    let count = causes.len();
    let examples = causes.iter().take(MAX_VALUES).map(|cause| match cause {
        Cause::Redirect { to: Some(to), .. } => destination(to),
        Cause::Difference(Header { problem: Value { got, .. }, .. }) => format!("`{got}`"),
        other => describe(other).title.into_owned(),
    });
    let examples = examples.collect::<Vec<_>>().join(", ");
    let (title, hint) = match &causes[0] {
        _ if count == 1 => return description,
        Cause::Difference(Header { name, problem: Value { expected, .. } }) => {
            let values = format!("{count} different values, such as {examples},");
            let title = format!("{}: {values} instead of `{expected}`", capitalize(name));
            (title, description.hint)
        }
        Cause::Redirect { status, .. } => {
            let title = format!("the server redirects ({status}) to {count} different URLs");
            (format!("{title}, such as {examples}"), description.hint)
        }
        _ => (examples, description.hint),
    };
    Description { title: title.into(), hint, ..description }
}

fn header_hint(name: &str, problem: &HeaderProblem) -> &'static str {
    match (name, problem) {
        ("cache-control", HeaderProblem::Value { got, .. }) if got == "no-cache" => {
            "`vitae serve` sends this: it is a preview, which must not be cached, not the published site"
        }
        ("set-cookie", _) => {
            "everything is public and cached: turn off cookies for analytics or sessions, at least for /api"
        }
        _ => {
            "deploy the rules of the host again; if they are current, find the proxy that changes headers"
        }
    }
}

fn header_problem(problem: &HeaderProblem) -> Cow<'static, str> {
    match problem {
        HeaderProblem::Unexpected => "must not be present".into(),
        HeaderProblem::Missing => "missing".into(),
        HeaderProblem::Repeated => "present more than once".into(),
        HeaderProblem::NotEntityTag => "not an entity tag".into(),
        HeaderProblem::SameForCodings => "the same for different content codings".into(),
        HeaderProblem::DiffersFromDocument => "differs from that of the document itself".into(),
        HeaderProblem::MissingInOtherFormat => "missing for the other format".into(),
        HeaderProblem::SameForBothFormats => "the same for both formats".into(),
        HeaderProblem::WrongRange => "not the requested range".into(),
        HeaderProblem::WrongLength => "not the length of the document".into(),
        HeaderProblem::Value { got, expected } => format!("`{got}` instead of `{expected}`").into(),
        HeaderProblem::NotAccepted(coding) => {
            format!("`{coding}`, which the request does not accept").into()
        }
        HeaderProblem::NotDecodable { coding, why } => {
            format!("the body is not valid `{coding}`: {why}").into()
        }
    }
}

fn body_problem(problem: &BodyProblem) -> Cow<'static, str> {
    match problem {
        BodyProblem::NotError => "not a JSON error".into(),
        BodyProblem::OtherError => "another error than for an unknown consultant".into(),
        BodyProblem::NotEmpty => "must be empty".into(),
        BodyProblem::WrongRange => "not the requested range".into(),
        BodyProblem::Other | BodyProblem::OtherFile(_) => "not the expected one".into(),
        BodyProblem::TooLong(limit) => {
            format!("longer than {limit} bytes, which is far more than expected").into()
        }
        BodyProblem::NotJson => "not valid `application/json`".into(),
        BodyProblem::ViolatesSchema(keywords) => {
            let keywords = keywords.iter();
            let keywords = keywords
                .map(|violated| format!("`{}` at `{}/`", violated.keyword, violated.pointer));
            format!("violates its schema: {}", keywords.collect::<Vec<_>>().join(", ")).into()
        }
    }
}

fn destination(to: &Destination) -> String {
    let path = match &to.path {
        DestinationPath::Other(path) => {
            return format!("{}{path}", to.origin.as_deref().unwrap_or_default());
        }
        DestinationPath::Same => "the same path",
        DestinationPath::SlashAdded => "the same path with a slash at the end",
        DestinationPath::SlashRemoved => "the same path without the slash at the end",
    };
    match &to.origin {
        Some(origin) => format!("{path} at {origin}"),
        None => path.to_owned(),
    }
}

/// Returns the name of a header as it is usually written.
fn capitalize(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "etag" => "ETag".to_owned(),
        _ => word[..1].to_ascii_uppercase() + &word[1..],
    });
    words.collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_where_a_redirect_leads() {
        use DestinationPath::{Other, Same, SlashAdded};
        let origin = || Some("https://www.example.com".to_owned());
        for (origin, path, expected) in [
            (origin(), Same, " to the same path at https://www.example.com"),
            (None, SlashAdded, " to the same path with a slash at the end"),
            (origin(), Other("/login".to_owned()), " to https://www.example.com/login"),
            (None, Other("/login".to_owned()), " to /login"),
        ] {
            let cause = Cause::Redirect { status: 301, to: Some(Destination { origin, path }) };
            assert_eq!(describe(&cause).title, format!("the server redirects (301){expected}"));
        }
    }

    #[test]
    fn summarizes_many_values() {
        let causes: Vec<Cause> = (0..100)
            .map(|age| {
                let expected = "max-age=300".to_owned();
                let problem = HeaderProblem::Value { got: format!("max-age={age}"), expected };
                Cause::Difference(Difference::Header { name: "cache-control".to_owned(), problem })
            })
            .collect();
        assert_eq!(
            describe_all(&causes).title,
            "Cache-Control: 100 different values, such as `max-age=0`, `max-age=1`, `max-age=2`, instead of `max-age=300`"
        );
    }
}
