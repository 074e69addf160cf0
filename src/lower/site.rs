//! Converts the site document to the settings.

use super::values::{ValueParser, inner, text};
use crate::diagnostic_code::diagnostic_codes;
use crate::did_you_mean::did_you_mean;
use crate::document::field::{Field, OriginText, Text};
use crate::document::site::{
    LicenseDocument, PHOTO_MAX_PX, PhotoDocument, RateLimitDocument, SiteContactDocument,
    SiteDocument,
};
use crate::model::link::Url;
use crate::model::site::{RateLimit, Settings};
use crate::yaml::deserialize::Spanned;

diagnostic_codes! {
    error INVALID_BASE_URL = "invalid-base-url";
    error RATE_LIMIT_TOO_LOW = "rate-limit-too-low";
    error UNKNOWN_HOST = "unknown-host";
}

/// The default JPEG quality, 1 to 100.
const PHOTO_QUALITY: u8 = 85;
/// The default `max-age`, in seconds.
const CACHE_SECONDS: u32 = 300;

/// Converts the site document to the settings. `hosts` are the names of the supported hosts.
///
/// Returns `None` if a required field is missing or invalid.
pub(super) fn lower(
    document: SiteDocument,
    hosts: &[String],
    values: &mut ValueParser<'_>,
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
    let LicenseDocument { name: license_name, url: license_url } = inner(license);
    let PhotoDocument { max_px, quality } = inner(photo);
    // All of these report their problems, even if a required field is missing.
    let base_url = self::base_url(base_url, values);
    check_host(&host, hosts, values);
    let rate_limit = self::rate_limit(rate_limit, values);
    let contact_email = values.email(email);
    let contact_url = values.url(url);
    let license_url = values.url(license_url);
    let accepted_gaps = accepted_gaps.0.into_iter().flat_map(|gaps| gaps.value);
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
        cache_seconds: cache_seconds.0.map_or(CACHE_SECONDS, |seconds| seconds.value),
        indexing: indexing.0.is_some_and(|indexing| indexing.value),
        rate_limit,
        precompress: precompress.0.is_some_and(|precompress| precompress.value),
        accepted_gaps: accepted_gaps.map(|gap| gap.value.0).collect(),
    })
}

fn base_url(field: Field<OriginText>, values: &mut ValueParser<'_>) -> Option<Url> {
    let Spanned { value, span } = field.0?;
    let url = values.parse_url(&value.0, &span)?;
    let origin = url.as_str().trim_end_matches('/');
    let (_, authority) = origin.split_once("://").expect("a URL has a scheme");
    if authority.contains(['/', '?', '#', '@']) {
        let message = format!("`{}` has more than `https://` and a host name", url.as_str());
        let hint = "delete everything after the host name: every path starts with /api";
        values.report(&INVALID_BASE_URL, &span, message, hint);
        return None;
    }
    let origin = Url::parse(origin);
    Some(origin.expect("a URL stays valid without its trailing slashes"))
}

fn check_host(host: &Field<Text>, hosts: &[String], values: &mut ValueParser<'_>) {
    let Some(Spanned { value, span }) = &host.0 else {
        return;
    };
    let written = &value.0;
    if !hosts.contains(written) {
        let hint = match did_you_mean(written, hosts.iter().map(String::as_str)) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!("write one of {}", hosts.join(", ")),
        };
        let message = format!("`{written}` is not a supported host");
        values.report(&UNKNOWN_HOST, span, message, hint);
    }
}

fn rate_limit(field: Field<RateLimitDocument>, values: &mut ValueParser<'_>) -> Option<RateLimit> {
    let Spanned { value, span } = field.0?;
    let RateLimitDocument { requests, seconds } = value;
    let (requests, seconds) = (requests.0?.value, seconds.0?.value);
    if requests.saturating_mul(60) < seconds {
        let message = format!(
            "a limit of {requests} per {seconds} seconds is less than one request per minute"
        );
        let hint = "allow at least one request per minute, the lowest rate that servers support";
        values.report(&RATE_LIMIT_TOO_LOW, &span, message, hint);
        return None;
    }
    Some(RateLimit { requests, seconds })
}
