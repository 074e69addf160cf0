//! What a client sees: the one statement of it. Host templates print the routes, the preview
//! obeys them, a probe checks them.

use serde::Serialize;

use crate::bundle::Bundle;
use crate::model::site::Settings;

/// A header field's name and value.
pub type Header = (&'static str, String);

/// One address and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Route {
    /// The absolute path; one that ends in `/*` stands for every path below it which no other
    /// route answers.
    pub path: String,
    /// The query parameter that selects this route: name and value, compared exactly.
    pub query: Option<(&'static str, &'static str)>,
    /// The status code.
    pub status: u16,
    /// The media type.
    pub media_type: &'static str,
    /// The artifact with the body, as an absolute path in the published folder.
    pub artifact: String,
    /// Whether the artifact lies under the route's own path, so that a host that serves files
    /// needs no rule for it.
    pub is_own_file: bool,
    /// Whether it is answered even where another file lies at the path.
    pub over_files: bool,
}

/// The routes of a bundle, the specific ones before the ones that end in `/*`, longer ones first.
pub fn routes(bundle: &Bundle) -> Vec<Route> {
    let mut routes: Vec<Route> = bundle
        .iter()
        .flat_map(|artifact| {
            artifact
                .addresses
                .iter()
                .map(move |address| (artifact, address))
        })
        .map(|(artifact, address)| {
            let file = address.path.trim_start_matches('/');
            Route {
                is_own_file: address.query.is_none() && is_own_file(file, &artifact.path),
                over_files: address.over_files,
                path: address.path.clone(),
                query: address.query,
                status: address.status,
                media_type: artifact.media_type,
                artifact: format!("/{}", artifact.path),
            }
        })
        .collect();
    let key = |route: &Route| {
        let fallback = is_fallback(route);
        let length = if fallback { route.path.len() } else { 0 };
        (
            fallback,
            std::cmp::Reverse(length),
            route.path.clone(),
            route.query.is_none(),
        )
    };
    routes.sort_by_cached_key(key);
    routes
}

/// The route among `routes`, in the order in which [`routes`] gives them, that answers a request.
/// `parameter` gives the value of a parameter of its query.
pub fn find<'a>(
    routes: &'a [Route],
    path: &str,
    parameter: impl Fn(&str) -> Option<String>,
) -> Option<&'a Route> {
    let is_selected = |route: &&Route| {
        let selects = |(name, value)| parameter(name).as_deref() == Some(value);
        route.query.is_none_or(selects)
    };
    let (exact, fallbacks) = routes.split_at(routes.partition_point(|route| !is_fallback(route)));
    let first = exact.partition_point(|route| route.path.as_str() < path);
    let mut here = exact[first..].iter().take_while(|route| route.path == path);
    let mut above = fallbacks.iter().filter(|route| {
        let folder = route.path.trim_end_matches('*');
        path.starts_with(folder)
    });
    here.find(is_selected).or_else(|| above.find(is_selected))
}

fn is_fallback(route: &Route) -> bool {
    route.path.ends_with("/*")
}

fn is_own_file(requested: &str, artifact: &str) -> bool {
    requested == artifact || (requested.is_empty() && artifact == "index.html")
}

/// The headers of every answer below `/api`, errors included.
pub fn api_headers(settings: &Settings) -> Vec<Header> {
    let mut headers = vec![
        ("Access-Control-Allow-Origin", "*".to_owned()),
        ("Cache-Control", cache_control(settings)),
        ("X-Content-Type-Options", "nosniff".to_owned()),
    ];
    if !settings.indexing {
        headers.push(("X-Robots-Tag", "noindex".to_owned()));
    }
    headers
}

/// For how long every answer below `/api` may be used again (RFC 9111, §5.2).
pub fn cache_control(settings: &Settings) -> String {
    format!("public, max-age={}", settings.cache_seconds)
}
