//! Why checks fail: one cause often explains hundreds of them.

use super::exchange::TransportError;

/// A cause, the gravest first. Findings with equal causes are told together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Somebody who is inactive, or withdrawn, is answered.
    StillThere,
    /// A photo that somebody active has no more is answered.
    PhotoStillThere,
    /// Somebody inactive or withdrawn is answered, but only where a cache has it.
    Cached,
    /// What the site is made of is answered: drafts, notes, and who is inactive.
    Sources,
    /// A file that only the host reads is answered.
    Exposed,
    /// There is no answer.
    Unanswered(Failed),
    /// A page of a CDN or firewall asks whether there is a person.
    BotProtection,
    /// There is a password.
    Password(u16),
    /// The server limits the rate of requests.
    RateLimited,
    /// The server sends somewhere else.
    Redirected {
        /// The status code.
        status: u16,
        /// Where to, in words.
        to: String,
    },
    /// The server has an error.
    ServerError(u16),
    /// Everything is answered with a success.
    AnswersEverything,
    /// The deployed content is older than the one here.
    Older,
    /// The deployed content is newer than the one here.
    Newer,
    /// Somebody active is answered as if they were nobody.
    MissingConsultant,
    /// A photo is not there.
    MissingPhoto,
    /// A document of the site is not there.
    MissingDocument,
    /// Somebody else's profile is answered.
    OtherConsultant,
    /// Another photo is answered.
    OtherPhoto,
    /// The query parameter `format` decides otherwise.
    OtherFormat,
    /// Something else than the published document.
    Other,
    /// The published values in other bytes.
    Rewritten,
    /// What is not there is answered with a page for people.
    HtmlNotFound,
    /// HEAD is answered otherwise than GET, which is answered as promised.
    Head,
    /// Another status.
    Status {
        /// What is promised.
        wanted: String,
        /// What came.
        got: u16,
    },
    /// A field is not as promised.
    Field {
        /// The field's name in lower case.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The body is not as promised.
    Body(String),
}

/// How an answer failed to come, for the order: [`TransportError`] has none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failed(pub String);

impl From<&TransportError> for Failed {
    fn from(failure: &TransportError) -> Self {
        Self(failure.to_string())
    }
}

impl Cause {
    /// A stable name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StillThere => "still-there",
            Self::PhotoStillThere => "photo-still-there",
            Self::Cached => "still-cached",
            Self::Sources => "content-file",
            Self::Exposed => "internal-file",
            Self::Unanswered(_) => "no-answer",
            Self::BotProtection => "bot-protection",
            Self::Password(_) => "password",
            Self::RateLimited => "rate-limited",
            Self::Redirected { .. } => "redirect",
            Self::ServerError(_) => "server-error",
            Self::AnswersEverything => "answers-everything",
            Self::Older => "older-version",
            Self::Newer => "newer-version",
            Self::MissingConsultant => "missing-consultant",
            Self::MissingPhoto => "missing-photo",
            Self::MissingDocument => "missing-document",
            Self::OtherConsultant => "other-consultant",
            Self::OtherPhoto => "other-photo",
            Self::OtherFormat => "other-format",
            Self::Other => "other-content",
            Self::Rewritten => "rewritten",
            Self::HtmlNotFound => "html-not-found",
            Self::Head => "head",
            Self::Status { .. } => "status",
            Self::Field { .. } => "field",
            Self::Body(_) => "body",
        }
    }

    /// What is wrong, in one sentence without a full stop.
    pub fn title(&self) -> String {
        match self {
            Self::StillThere => "who is inactive or withdrawn is STILL PUBLISHED".to_owned(),
            Self::PhotoStillThere => "a photo that was taken away is STILL PUBLISHED".to_owned(),
            Self::Cached => "who is withdrawn is STILL ANSWERED from a cache".to_owned(),
            Self::Sources => {
                "the SOURCES of the site are PUBLIC: drafts, who is inactive, `internal` notes".to_owned()
            }
            Self::Exposed => "files that only the host may read can be fetched".to_owned(),
            Self::Unanswered(Failed(why)) => why.clone(),
            Self::BotProtection => {
                "a protection against bots answers, not the site: every client of the interface is a program".to_owned()
            }
            Self::Password(status) => format!("it asks for a password (status {status})"),
            Self::RateLimited => "it answers too few requests in a time (status 429)".to_owned(),
            Self::Redirected { status, to } => format!("it redirects ({status}) {to}"),
            Self::ServerError(status) => format!("the server has an error (status {status})"),
            Self::AnswersEverything => {
                "it answers 200 also to what does not exist, so 200 means nothing".to_owned()
            }
            Self::Older => "it answers an older version".to_owned(),
            Self::Newer => "it answers a newer version than the one here".to_owned(),
            Self::MissingConsultant => "active consultants are missing".to_owned(),
            Self::MissingPhoto => "photos are missing".to_owned(),
            Self::MissingDocument => "documents are missing".to_owned(),
            Self::OtherConsultant => "somebody else's profile is answered".to_owned(),
            Self::OtherPhoto => "another photo is answered".to_owned(),
            Self::OtherFormat => "the query `format=jsonresume` decides otherwise".to_owned(),
            Self::Other => "something else is answered than here".to_owned(),
            Self::Rewritten => {
                "the values are right, but in other bytes: something on the way rewrites them".to_owned()
            }
            Self::HtmlNotFound => "what is not there is answered in HTML, not as a JSON error".to_owned(),
            Self::Head => "HEAD is answered otherwise than GET".to_owned(),
            Self::Status { wanted, got } => format!("status {got} instead of {wanted}"),
            Self::Field { name, problem } => format!("{}: {problem}", in_capitals(name)),
            Self::Body(problem) => format!("the body: {problem}"),
        }
    }

    /// What to do about it, if that is known.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::StillThere | Self::PhotoStillThere => {
                "publish again: `vitae build` withdraws first. If that was done, look whether the deployment went through, and empty every cache in front: one that takes no notice of the query looks like the site itself"
            }
            Self::Cached => {
                "the files are gone; empty the cache in front of them, or wait until its time is over"
            }
            Self::Sources => {
                "take the site off the net NOW; then let the server serve `dist` alone, not the project's folder. What was in there is to be taken as read: passwords too"
            }
            Self::Exposed => "the host's rules were not deployed, or not the newest ones",
            Self::BotProtection => {
                "switch it off for /api; every request of a program is answered this way"
            }
            Self::Password(_) => {
                "if it is a preview, give it with --header 'Authorization: Basic ...'"
            }
            Self::RateLimited => "ask less at a time with --jobs 1, and longer with --timeout",
            Self::Redirected { .. } => {
                "verify the address to which it leads, or remove the redirect"
            }
            Self::AnswersEverything => {
                "a rule that answers every path with one page has to go, or to leave out /api"
            }
            Self::Older => {
                "the last deployment did not arrive, or a cache answers: see `cache_seconds` in site.yaml"
            }
            Self::Newer => "fetch the newest content (`git pull`) and verify again",
            Self::MissingConsultant | Self::MissingPhoto | Self::MissingDocument => {
                "publish again, and look whether the deployment went through"
            }
            Self::OtherFormat => "the host's rules were not deployed, or not the newest ones",
            Self::Rewritten => "switch off whatever shortens, optimises or adds to answers",
            Self::HtmlNotFound => "the host's rules were not deployed, or not the newest ones",
            Self::Field { name, problem }
                if name == "cache-control" && problem.starts_with("`no-cache`") =>
            {
                "`vitae serve` answers so: it is a preview, which nothing may keep, not the published site"
            }
            Self::Field { name, .. } if name == "set-cookie" => {
                "everything is public and cached: switch off what counts or recognises visitors, at least for /api"
            }
            _ => return None,
        })
    }
}

impl Cause {
    /// Whether a document is another one than here.
    pub(super) fn is_of_content(&self) -> bool {
        (Self::Older..=Self::Rewritten).contains(self)
    }

    /// Whether somebody is told of who must not be, or something that nobody must see.
    pub fn endangers(&self) -> bool {
        *self <= Self::Exposed
    }

    /// Whether somebody active is not answered, or not as they are now.
    pub(super) fn misrepresents(&self) -> bool {
        matches!(
            self,
            Self::Older
                | Self::Newer
                | Self::MissingConsultant
                | Self::MissingPhoto
                | Self::OtherConsultant
                | Self::OtherPhoto
        )
    }

    /// Whether it may be nothing but the consequence of a document's being missing or another one.
    pub(super) fn follows_from(&self, cause: &Self) -> bool {
        let is_missing = matches!(
            cause,
            Self::MissingConsultant | Self::MissingPhoto | Self::MissingDocument
        );
        match self {
            Self::Field { name, .. } => OF_CONTENT.contains(&name.as_str()),
            Self::Body(_) => true,
            Self::Status { got, .. } if is_missing => matches!(got, 404 | 410),
            // Of a longer or shorter one there are other parts.
            Self::Status { wanted, got } => wanted == "416" && *got == 206 || *got == 416,
            _ => false,
        }
    }

    /// Whether it is about the answer as a whole, not about a part of it.
    pub(super) fn is_whole(&self) -> bool {
        !matches!(self, Self::Field { .. } | Self::Body(_))
    }

    /// Whether it could be another one if there was a body.
    pub(super) fn is_guess_at_head(&self) -> bool {
        matches!(
            self,
            Self::AnswersEverything
                | Self::MissingConsultant
                | Self::MissingPhoto
                | Self::MissingDocument
                | Self::HtmlNotFound
                | Self::Status { .. }
        )
    }
}

/// Fields that depend on the content.
pub(super) const OF_CONTENT: [&str; 4] =
    ["etag", "content-length", "content-range", "last-modified"];

/// A field's name as it is usually written.
fn in_capitals(name: &str) -> String {
    let words = name.split('-').map(|word| match word {
        "etag" => "ETag".to_owned(),
        _ => {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters).collect()
        }
    });
    words.collect::<Vec<String>>().join("-")
}
