//! The routes of a site: path, query, status, media type and file of every response.
//!
//! This is the only place that defines them. Host templates render the routes as rules, the preview
//! serves them, and `verify` checks them.
//!
//! One set of headers applies to all responses, errors and documents outside `/api` included,
//! because the header rules of many static hosts see neither the query nor the status.

use std::cmp::Reverse;

use serde::Serialize;

use crate::bundle::{Artifact, Bundle, Endpoint};
use crate::discovery::link_header;
use crate::model::site::Settings;

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
    fn new(artifact: &Artifact, endpoint: &Endpoint) -> Self {
        let requested = endpoint.path.trim_start_matches('/');
        let is_own_path =
            requested == artifact.path || (requested.is_empty() && artifact.path == "index.html");
        Self {
            path: endpoint.path.clone(),
            query: endpoint.query,
            status: endpoint.status,
            media_type: artifact.media_type,
            artifact: format!("/{}", artifact.path),
            is_own_file: endpoint.query.is_none() && is_own_path,
            over_files: endpoint.over_files,
        }
    }

    fn is_fallback(&self) -> bool {
        self.path.ends_with("/*")
    }
}

/// Returns the routes of a bundle: exact routes first, then fallbacks, the longest path first.
pub fn routes(bundle: &Bundle) -> Vec<Route> {
    let mut routes: Vec<Route> = bundle
        .iter()
        .flat_map(|artifact| {
            let endpoints = artifact.endpoints.iter();
            endpoints.map(|endpoint| Route::new(artifact, endpoint))
        })
        .collect();
    routes.sort_by_cached_key(|route| {
        let is_fallback = route.is_fallback();
        let length = if is_fallback { route.path.len() } else { 0 };
        let is_without_query = route.query.is_none();
        (is_fallback, Reverse(length), route.path.clone(), is_without_query)
    });
    routes
}

/// Returns the route for a request. `routes` must be in the order in which [`routes`] returns them;
/// `parameter` returns the value of a query parameter.
pub fn find<'a>(
    routes: &'a [Route],
    path: &str,
    parameter: impl Fn(&str) -> Option<String>,
) -> Option<&'a Route> {
    let is_selected = |route: &&Route| {
        let selects = |(name, value)| parameter(name).as_deref() == Some(value);
        route.query.is_none_or(selects)
    };
    let (exact, fallbacks) = routes.split_at(routes.partition_point(|route| !route.is_fallback()));
    let first = exact.partition_point(|route| route.path.as_str() < path);
    let same_path = exact[first..].iter().take_while(|route| route.path == path);
    let covering =
        fallbacks.iter().filter(|route| path.starts_with(route.path.trim_end_matches('*')));
    same_path.chain(covering).find(is_selected)
}

/// Returns the headers of every response, errors included.
///
/// `X-Robots-Tag` is sent for documents outside `/api`, too: `robots.txt` allows crawling, because
/// a crawler that may not fetch a page never sees the header and can still list the bare URL.
pub fn api_headers(settings: &Settings) -> Vec<Header> {
    let mut headers = vec![
        ("Access-Control-Allow-Origin", "*".to_owned()),
        ("Cache-Control", cache_control(settings)),
        ("Link", link_header()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
    ];
    if !settings.indexing {
        headers.push(("X-Robots-Tag", "noindex".to_owned()));
    }
    headers
}

/// Returns the value of the `Cache-Control` header (RFC 9111, §5.2).
pub fn cache_control(settings: &Settings) -> String {
    format!("public, max-age={}", settings.cache_seconds)
}
