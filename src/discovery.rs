//! Where programs find what they need to use the interface, and the links that lead them there
//! from any of its answers (RFC 8288).

/// The description of the interface. Interface, "Endpoints".
pub const OPENAPI: &str = "/api/openapi.json";

/// The catalog of the site's one API (RFC 9727, §2).
pub const API_CATALOG: &str = "/.well-known/api-catalog";

/// The media type of the catalog, a set of links (RFC 9264, §4.2), which says by its profile that
/// it is a catalog of APIs (RFC 9727, §4.2).
pub const API_CATALOG_TYPE: &str =
    r#"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#;

/// The introduction for language models (llmstxt.org).
pub const LLMS: &str = "/llms.txt";

/// What crawlers may fetch (RFC 9309).
pub const ROBOTS: &str = "/robots.txt";

/// The version of the profile's schema, `<major>.<minor>`. A new optional field raises the minor
/// number; anything that could break a consumer raises the major one.
pub const SCHEMA_VERSION: &str = "1.0";

/// The address of the profile's schema: the interface's `{schema_url}`. It names the version, so
/// that a consumer can keep to the one it knows.
pub fn profile_schema_path() -> String {
    format!("/schemas/consultant-profile-{SCHEMA_VERSION}.json")
}

/// The value of the header `Link` (RFC 8288, §3): what describes the service to machines
/// (RFC 8631, §4.2), what describes a profile, and the catalog (RFC 9727, §3).
///
/// It is one for all answers, since the header rules of many hosts see neither the query nor
/// whether an answer is an error.
pub fn link_header() -> String {
    let schema = profile_schema_path();
    [
        (OPENAPI, "service-desc", "application/json"),
        (&schema, "describedby", "application/json"),
        (API_CATALOG, "api-catalog", "application/linkset+json"),
    ]
    .map(|(path, relation, media_type)| {
        format!(r#"<{path}>; rel="{relation}"; type="{media_type}""#)
    })
    .join(", ")
}
