//! The causes of differences that a publisher can act on.

/// Defines the causes, each with its severity, its code, its title and what to do.
macro_rules! causes {
    ($($cause:ident: $severity:literal, $code:literal, $title:literal, $hint:expr;)*) => {
        /// A cause. Failed checks with the same cause are reported together.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum FailureCause {
            $(#[doc = $title] $cause,)*
        }

        impl FailureCause {
            fn description(self) -> (u8, &'static str, &'static str, &'static str) {
                match self {
                    $(Self::$cause => ($severity, $code, $title, $hint),)*
                }
            }
        }
    };
}

const REMOVE: &str = "publish again: `vitae build` removes withdrawn profiles first. If you did, check that the deployment succeeded, and purge every cache: one that ignores queries looks like the site itself";
const PUBLISH_AGAIN: &str =
    "publish again with the rules of the host, and check that the deployment succeeded";
const DEPLOY_RULES: &str = "deploy the rules of the host again: they are missing or outdated";
const DISTINGUISH: &str =
    "deploy the rules of the host again, and check that caches distinguish all paths and queries";

causes! {
    // Data that must not be public.
    StillPublished: 0, "still-there", "inactive or withdrawn consultants are still public", REMOVE;
    FormerDeploy: 0, "former-deploy", "a former deploy still serves withdrawn consultants",
        "delete this deploy at the host, or restrict access to it: docs/withdrawing.md";
    PhotoStillPublished: 1, "photo-still-there", "removed photos are still public", REMOVE;
    StillCached: 2, "still-cached", "a cache still serves withdrawn consultants",
        "the site itself is correct: purge the cache, or wait until it expires";
    PublicSources: 3, "content-file",
        "the sources of the site are public: drafts, inactive consultants, `internal` notes",
        "take the site offline immediately, then configure the server to serve only `dist`, not the project. Assume that others have read everything in the project, including passwords";
    PublicInternalFile: 4, "internal-file", "internal files of the host are public", DEPLOY_RULES;
    RulesNotApplied: 4, "rules-not-applied",
        "the server at this address does not apply the rules",
        "check the URL, and deploy the rules of the host to this server. A server of another kind cannot read them: `vitae hosts` lists the hosts";
    PhotoMetadata: 4, "photo-metadata",
        "photos have metadata, which can reveal where they were taken",
        "upload the photo of `dist`, which has no metadata, instead of the original, and purge every cache";
    // Consultants who are missing or misrepresented.
    OtherLanguage: 5, "other-language", "this is the site in another language of the content",
        "add `--language` if this is the address of that site; otherwise deploy the site of this language here, and check which directory the server serves at each host name";
    OlderVersion: 5, "older-version", "the site serves an older version",
        "check that the last deployment succeeded; a cache may serve it, too: see `cache_seconds` in site.yaml";
    NewerVersion: 5, "newer-version", "the site serves a newer version than the local content",
        "fetch the newest content (`git pull`) and verify again";
    MissingConsultant: 5, "missing-consultant", "documents of active consultants are missing",
        PUBLISH_AGAIN;
    MissingPhoto: 5, "missing-photo", "photos are missing", PUBLISH_AGAIN;
    CachedNotFound: 5, "cached-not-found",
        "a cache still serves the 404 of documents that were published since",
        "the site itself is correct: purge the cache, or wait until it expires, for up to `cache_seconds` of site.yaml";
    OtherConsultant: 5, "other-consultant", "the site serves the document of another consultant",
        DISTINGUISH;
    OtherPhoto: 5, "other-photo", "the site serves the photo of another consultant", DISTINGUISH;
    // Everything else.
    MissingDocument: 6, "missing-document", "documents are missing", PUBLISH_AGAIN;
    QueryIgnored: 6, "other-format", "the query `format=jsonresume` selects the wrong format",
        DISTINGUISH;
    OtherContent: 6, "other-content",
        "the site serves content that differs from the local content",
        "publish again; if it remains, find the file, cache or proxy that responds at this path";
    Reformatted: 6, "reformatted", "JSON documents are written in another form, with the same content",
        "a proxy or CDN rewrites JSON: turn it off. If none does, publish again with this version of vitae";
    ChangedInFront: 6, "changed-in-front",
        "the page or `/robots.txt` is changed, although all API documents are right",
        "a proxy or CDN changes it, such as a managed robots.txt or the obfuscation of email addresses: turn it off. If none does, publish again";
    HtmlPage: 6, "html", "an HTML page is in place of published files",
        "check the URL of the site, and remove what responds instead of it, such as a login page, or a rule that serves one page for many paths";
    HtmlNotFound: 6, "html-not-found", "404 responses are HTML pages instead of JSON errors",
        DEPLOY_RULES;
    AnswersEverything: 6, "answers-everything",
        "the server responds with success to paths that do not exist",
        "remove the rule or the login page that responds to every path, at least for /api";
    BotProtection: 6, "bot-protection",
        "a bot protection responds instead of the site, but all clients of the interface are programs",
        "turn it off for /api: it blocks all programs";
    Paused: 6, "paused", "the host has paused the site",
        "see the usage of the plan at the host: until the site runs again, the host may not publish either, not even withdrawals";
    Password: 6, "password", "the server asks for a password",
        "for a preview with a password, add --header 'Authorization: Basic ...'";
    Redirect: 6, "redirect", "the server redirects requests",
        "verify the URL to which it redirects (`curl -I` shows it), or remove the redirect";
    ServerError: 6, "server-error", "the server fails with an error",
        "read the error log of the server or host";
}

impl FailureCause {
    /// Returns the severity: 0 is the most severe.
    pub fn severity(self) -> u8 {
        self.description().0
    }

    /// Returns the stable code for programs.
    pub fn code(self) -> &'static str {
        self.description().1
    }

    /// Returns the title of a finding.
    pub fn title(self) -> &'static str {
        self.description().2
    }

    /// Returns what to do.
    pub fn hint(self) -> &'static str {
        self.description().3
    }

    /// Returns whether the cause exposes data that must not be public.
    pub fn is_exposure(self) -> bool {
        self.severity() <= Self::PublicInternalFile.severity()
    }

    /// Returns whether the cause is that an inactive or withdrawn consultant is public.
    pub(super) fn is_publication(self) -> bool {
        matches!(self, Self::StillPublished | Self::FormerDeploy | Self::StillCached)
    }

    /// Returns whether the cause is about the whole server, and not about certain documents.
    pub(super) fn concerns_server(self) -> bool {
        matches!(
            self,
            Self::RulesNotApplied
                | Self::HtmlNotFound
                | Self::AnswersEverything
                | Self::BotProtection
                | Self::Paused
                | Self::Password
                | Self::Redirect
                | Self::ServerError
        )
    }
}
