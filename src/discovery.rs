//! Paths of the documents that describe the interface to programs, and the `Link` header that leads
//! to them from every response (RFC 8288).
//!
//! The catalog (RFC 9727) lists one API, whose URL is the site's: its `item` link leads to the page at
//! `/`. Without a base URL its references are relative to the site, which RFC 9264, §4.2, permits and
//! advises against. The catalog's profile is both a parameter of the media type (RFC 9727, §4.2) and a
//! link in the document, for hosts that cannot send the parameter.

/// Path of the OpenAPI description. Interface, "Endpoints".
pub const OPENAPI: &str = "/api/openapi.json";

/// Path of the API catalog (RFC 9727, §2).
pub const API_CATALOG: &str = "/.well-known/api-catalog";

/// Media type of the API catalog: a link set (RFC 9264, §4.2) with the profile of API catalogs
/// (RFC 9727, §4.2).
pub const API_CATALOG_TYPE: &str =
    r#"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#;

/// Path of the introduction for language models (llmstxt.org).
pub const LLMS: &str = "/llms.txt";

/// Path of the rules for crawlers (RFC 9309).
pub const ROBOTS: &str = "/robots.txt";

/// Version of the profile schema, `<major>.<minor>`. A new optional field raises the minor number;
/// a change that can break consumers raises the major number.
pub const SCHEMA_VERSION: &str = "1.0";

/// The start of the paths of the profile schemas of all versions.
pub const PROFILE_SCHEMAS: &str = "/schemas/consultant-profile-";

/// Returns the path of the profile schema, the interface's `{schema_url}`. The path contains the
/// version, so that consumers can stay with the version they know.
pub fn profile_schema_path() -> String {
    format!("{PROFILE_SCHEMAS}{SCHEMA_VERSION}.json")
}

/// Returns the value of the `Link` header (RFC 8288, §3): the OpenAPI description (RFC 8631, §4.2),
/// the profile schema and the API catalog (RFC 9727, §3).
///
/// All responses have the same value, because the header rules of many static hosts see neither the
/// query nor the status. Photos and errors therefore link to the profile schema, too.
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
