//! Recognizes the site in another language of the same content, such as one whose directory was swapped with this one.

use std::iter::once;

use super::client::SiteClient;
use super::exchange::{Exchange, Request};
use super::expected_site::ExpectedSite;
use super::limits::{max_length, parse_json};
use crate::content::settings;
use crate::discovery::OPENAPI;
use crate::render::openapi;
use crate::source::Sources;

/// The language of a site that is not the expected one.
pub(super) struct OtherLanguage {
    /// The language, as the end of a sentence.
    pub(super) language: String,
    /// What shows it.
    pub(super) proof: String,
}

/// Returns the language of the site if its header `Content-Language`, or its description, is that of another language of
/// the content.
pub(super) fn other_language(site: &ExpectedSite, client: &SiteClient) -> Option<OtherLanguage> {
    let sources = &site.sources;
    let own = sources.language();
    let translations = sources.languages();
    let others = translations.into_iter().map(Some).chain(once(None)).filter(|it| *it != own);
    let others: Vec<Option<&str>> = others.collect();
    // The language of the profiles has no name.
    let local = site.file(&OPENAPI[1..]).ok().filter(|_| !others.is_empty())?;
    let response = client.exchange(&Request::get(OPENAPI), max_length(local.len())).ok()?;
    let of_name = |name: &str| {
        let is_named =
            |other: &&Option<&str>| other.is_some_and(|it| it.eq_ignore_ascii_case(name));
        others.iter().find(is_named).copied()
    };
    let other = |language: Option<&str>, proof: &str| OtherLanguage {
        language: match language {
            Some(language) => format!("in `{language}`"),
            None => "in the language of the profiles".to_owned(),
        },
        proof: proof.to_owned(),
    };
    if let Some(language) = response.value("content-language").and_then(of_name) {
        return Some(other(language, "its `Content-Language` is that of this language"));
    }
    let description = parse_json(&response.body, &local)?;
    let text = |pointer| description.pointer(pointer)?.as_str();
    let name = text("/components/headers/ContentLanguage/schema/const");
    if let Some(language) = name.and_then(of_name) {
        return Some(other(
            language,
            "the `Content-Language` in its description is that of this language",
        ));
    }
    // A build of this version describes the header if it has one.
    let version = text("/info/version");
    if name.is_none() && own.is_some() && version == Some(openapi::VERSION) {
        return Some(other(None, "its description has no `Content-Language`"));
    }
    let address = text("/servers/0/url")?;
    let has_address =
        |language: &Option<&str>| address_of(sources, *language).is_some_and(|it| it == address);
    let language = others.iter().find(|language| has_address(language) && !has_address(&own))?;
    Some(other(*language, "the address in its description is that of this language"))
}

/// Returns the `base_url` of the site in a language.
fn address_of(sources: &Sources, language: Option<&str>) -> Option<String> {
    let sources = sources.clone().in_language(language).ok()?;
    let (settings, ..) = settings(&sources, &[]).ok()?;
    settings?.base_url.map(|url| url.as_str().to_owned())
}
