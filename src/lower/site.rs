//! The site document becomes the settings.

use super::values::{Values, inner, text};
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::document::field::{Field, UrlText};
use crate::document::site::{
    LicenseDocument, PhotoDocument, RateLimitDocument, SiteContactDocument, SiteDocument,
};
use crate::model::link::Url;
use crate::model::site::{RateLimit, Settings};
use crate::yaml::deserialize::Spanned;

diagnostic_codes! {
    error INVALID_BASE_URL = "invalid-base-url";
    error RATE_LIMIT_TOO_LOW = "rate-limit-too-low";
    error UNKNOWN_HOST = "unknown-host";
}

/// Longest side of a published photo unless the site says otherwise, in pixels.
const PHOTO_MAX_PX: u32 = 800;
/// JPEG quality unless the site says otherwise.
const PHOTO_QUALITY: u8 = 85;
/// `max-age` unless the site says otherwise, in seconds.
const CACHE_SECONDS: u32 = 300;

/// Lowers the site; `hosts` are the names of the hosts there are templates for.
pub(super) fn lower(
    document: SiteDocument,
    hosts: &[String],
    values: &mut Values<'_>,
) -> Option<Settings> {
    let SiteDocument {
        base_url,
        title,
        description,
        contact,
        license,
        host,
        photo,
        cache_seconds,
        indexing,
        rate_limit,
        precompress,
        accepted_gaps,
    } = document;
    let SiteContactDocument { name, email, url } = inner(contact);
    let LicenseDocument {
        name: license_name,
        url: license_url,
    } = inner(license);
    let PhotoDocument { max_px, quality } = inner(photo);

    let base_url = base_url.0.map(|origin| Spanned {
        value: UrlText(origin.value.0),
        span: origin.span,
    });
    let base_url_span = base_url.as_ref().map(|url| url.span.clone());
    let base_url_span = base_url_span.unwrap_or_default();
    let base_url = values.url(Field(base_url)).and_then(|url| {
        let origin = url.as_str().trim_end_matches('/');
        let authority = origin
            .split_once("://")
            .map_or("", |(_, authority)| authority);
        if authority.contains(['/', '?', '#', '@']) {
            let message = format!("`{}` is more than the address of a site", url.as_str());
            let hint = "write only https:// and the host's name: every path starts with /api";
            values.report(&INVALID_BASE_URL, &base_url_span, message, hint);
            return None;
        }
        Url::parse(origin).ok()
    });
    if let Some(host) = &host.0
        && !hosts.contains(&host.value.0)
    {
        let written = &host.value.0;
        let known = hosts.iter().map(String::as_str);
        let hint = match did_you_mean(written, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", hosts.join(", ")),
        };
        let message = format!("there are no rules for a host named `{written}`");
        values.report(&UNKNOWN_HOST, &host.span, message, hint);
    }
    let rate_limit = rate_limit.0.and_then(|limit| {
        let RateLimitDocument { requests, seconds } = limit.value;
        let (requests, seconds) = (requests.0?.value, seconds.0?.value);
        if requests.saturating_mul(60) < seconds {
            let message = format!("{requests} requests in {seconds} s are less than one a minute");
            let hint = "allow at least one a minute: servers count nothing slower";
            values.report(&RATE_LIMIT_TOO_LOW, &limit.span, message, hint);
            return None;
        }
        Some(RateLimit { requests, seconds })
    });
    let contact_email = values.email(email);
    let contact_url = values.url(url);
    let license_url = values.url(license_url);
    Some(Settings {
        base_url,
        title: text(title)?,
        description: text(description)?,
        contact_name: text(name)?,
        contact_email: contact_email?,
        contact_url,
        license_name: text(license_name)?,
        license_url: license_url?,
        host: text(host),
        photo_max_px: max_px.0.map_or(PHOTO_MAX_PX, |max_px| max_px.value),
        photo_quality: quality.0.map_or(PHOTO_QUALITY, |quality| quality.value),
        cache_seconds: cache_seconds
            .0
            .map_or(CACHE_SECONDS, |seconds| seconds.value),
        indexing: indexing.0.is_some_and(|indexing| indexing.value),
        rate_limit,
        precompress: precompress.0.is_some_and(|precompress| precompress.value),
        accepted_gaps: accepted_gaps.0.map_or_else(Vec::new, |gaps| {
            gaps.value.into_iter().map(|gap| gap.value.0).collect()
        }),
    })
}
