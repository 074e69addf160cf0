//! The routes of a site: path, query, status, media type and file of every response.
//!
//! This is the only place that defines them. Host templates render the routes as rules, the preview
//! serves them, and `verify` checks them.
//!
//! One set of headers applies to all responses, errors and documents outside `/api` included,
//! because the header rules of many static hosts see neither the query nor the status.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use crate::bundle::{Artifact, Bundle, Endpoint};
use crate::discovery::link_header;
use crate::entry::{Entries, Entry, FileKind, PHOTOS, PROFILES, PhotoEntry};
use crate::model::settings::Settings;

/// The name and value of a header.
pub type Header = (&'static str, String);

/// A request and the response to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Route {
    /// An absolute path. A path that ends in `/*` is a fallback: it covers every path below it
    /// that no other route covers.
    pub path: String,
    /// The name and value of the query parameter that selects this route, compared exactly.
    pub query: Option<(&'static str, &'static str)>,
    /// The status code of the response.
    pub status: u16,
    /// The value of the `Content-Type` header.
    pub media_type: &'static str,
    /// The file with the body, as an absolute path below the output directory.
    pub artifact: String,
    /// Whether the file lies at the route's own path, so that a static host needs no rule for it.
    pub is_own_file: bool,
    /// Whether the route takes precedence over a file at the same path.
    pub over_files: bool,
}

impl Route {
    fn new(file: &str, media_type: &'static str, endpoint: &Endpoint) -> Self {
        Self {
            path: endpoint.path.clone(),
            query: endpoint.query,
            status: endpoint.status,
            media_type,
            artifact: format!("/{file}"),
            is_own_file: endpoint.is_path_of(file),
            over_files: endpoint.over_files,
        }
    }

    fn is_fallback(&self) -> bool {
        self.path.ends_with("/*")
    }
}

/// All routes of a site, in order: exact routes by their path, those with a query first; then
/// fallbacks, the longest path first. The routes of consultants are made from their entries on
/// demand, so that a site with many consultants needs little memory.
#[derive(Debug, Clone)]
pub struct Routes {
    /// The routes of the documents that belong to no consultant.
    site: Vec<Route>,
    entries: Arc<Entries>,
}

impl Routes {
    /// Returns the routes of the artifacts in `bundle` and of the consultants.
    pub fn new(bundle: &Bundle, entries: Arc<Entries>) -> Self {
        let routes = |artifact: &'_ Arc<Artifact>| {
            let endpoints = artifact.endpoints.iter();
            let route = |endpoint| Route::new(&artifact.path, artifact.media_type, endpoint);
            endpoints.map(route).collect::<Vec<_>>()
        };
        let mut site: Vec<Route> = bundle.iter().flat_map(routes).collect();
        site.sort_by_cached_key(|route| {
            let is_fallback = route.is_fallback();
            let length = if is_fallback { route.path.len() } else { 0 };
            let is_without_query = route.query.is_none();
            (is_fallback, Reverse(length), route.path.clone(), is_without_query)
        });
        Self { site, entries }
    }

    /// Returns all routes.
    pub fn iter(self: &Arc<Self>) -> impl Iterator<Item = Route> + use<> {
        let photos = self.first_exact(PHOTOS);
        let profiles = self.first_exact(PROFILES);
        let site = |range: Range<usize>| {
            let routes = Arc::clone(self);
            range.map(move |index| routes.site[index].clone())
        };
        let consultants = |routes: fn(&Entry) -> Vec<Route>| {
            let entries = Arc::clone(&self.entries);
            (0..entries.len()).flat_map(move |index| routes(&entries[index]))
        };
        site(0..photos)
            .chain(consultants(photo_routes))
            .chain(site(photos..profiles))
            .chain(consultants(document_routes))
            .chain(site(profiles..self.site.len()))
    }

    /// Returns the routes of the documents that belong to no consultant, and of errors.
    pub fn of_site(&self) -> &[Route] {
        &self.site
    }

    /// Returns the route for a request; `parameter` returns the value of a query parameter.
    pub fn find(&self, path: &str, parameter: impl Fn(&str) -> Option<String>) -> Option<Route> {
        let is_selected = |route: &Route| {
            let selects = |(name, value)| parameter(name).as_deref() == Some(value);
            route.query.is_none_or(selects)
        };
        let entry = |prefix: &str| self.entries.get(path.strip_prefix(prefix)?);
        let photo = entry(PHOTOS).into_iter().flat_map(photo_routes);
        let documents = entry(PROFILES).into_iter().flat_map(document_routes);
        let first = self.first_exact(path);
        let same_path = self.site[first..].iter().take_while(|route| route.path == path);
        let fallbacks = self.site.iter().filter(|route| {
            route.is_fallback() && path.starts_with(route.path.trim_end_matches('*'))
        });
        let mut routes = photo.chain(documents).chain(same_path.chain(fallbacks).cloned());
        routes.find(is_selected)
    }

    /// Returns the index of the first exact route of the site that does not precede `path`.
    fn first_exact(&self, path: &str) -> usize {
        self.site.partition_point(|route| !route.is_fallback() && route.path.as_str() < path)
    }
}

fn photo_routes(entry: &Entry) -> Vec<Route> {
    let route = |photo: PhotoEntry| entry_route(entry, FileKind::Photo(photo.format));
    entry.photo.map(route).into_iter().collect()
}

fn document_routes(entry: &Entry) -> Vec<Route> {
    [FileKind::JsonResume, FileKind::Profile].map(|kind| entry_route(entry, kind)).into()
}

fn entry_route(entry: &Entry, kind: FileKind) -> Route {
    Route::new(&kind.file(&entry.id), kind.media_type(), &kind.endpoint(&entry.id))
}

/// The header that lists [`EXPOSED_HEADERS`].
pub const EXPOSE_HEADERS: &str = "Access-Control-Expose-Headers";

/// The headers that pages of other origins can read, besides those that browsers always allow.
pub const EXPOSED_HEADERS: [&str; 3] = ["ETag", "Link", "Retry-After"];

/// The header with the language of a site in another language (RFC 9110, §8.5).
pub const CONTENT_LANGUAGE: &str = "Content-Language";

/// The methods that the interface supports below `/api`.
pub const METHODS: [&str; 3] = ["GET", "HEAD", "OPTIONS"];

/// How long browsers remember the response to a preflight, in seconds: the longest time that
/// Firefox allows.
const PREFLIGHT_SECONDS: u32 = 86_400;

/// Returns the headers of the 204 for OPTIONS below `/api`, besides the headers of every response. Browsers
/// send this preflight before a page of another origin sends a header such as `If-None-Match`
/// (Fetch, "CORS-preflight fetch").
pub fn preflight_headers() -> Vec<Header> {
    let methods = METHODS.join(", ");
    vec![
        ("Access-Control-Allow-Headers", "*".to_owned()),
        ("Access-Control-Allow-Methods", methods.clone()),
        ("Access-Control-Max-Age", PREFLIGHT_SECONDS.to_string()),
        ("Allow", methods),
    ]
}

/// Returns the headers of every response, errors included. `language` is that of the site, if it is another one than
/// that of the profiles.
///
/// `X-Robots-Tag` is sent for documents outside `/api`, too: `robots.txt` allows crawling, because
/// a crawler that may not fetch a page never sees the header and can still list the bare URL.
pub fn api_headers(settings: &Settings, language: Option<&str>) -> Vec<Header> {
    let mut headers = vec![
        ("Access-Control-Allow-Origin", "*".to_owned()),
        (EXPOSE_HEADERS, EXPOSED_HEADERS.join(", ")),
        ("Cache-Control", cache_control(settings)),
    ];
    headers.extend(language.map(|language| (CONTENT_LANGUAGE, language.to_owned())));
    headers.extend([
        // Pages that isolate themselves show photos only with this header (Fetch, §3.7).
        ("Cross-Origin-Resource-Policy", "cross-origin".to_owned()),
        ("Link", link_header()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
    ]);
    if !settings.indexing {
        headers.push(("X-Robots-Tag", "noindex".to_owned()));
    }
    headers
}

/// Returns the value of the `Cache-Control` header (RFC 9111, §5.2).
pub fn cache_control(settings: &Settings) -> String {
    format!("public, max-age={}", settings.cache_seconds.0)
}
