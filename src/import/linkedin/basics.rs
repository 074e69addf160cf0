//! Values about the person that have another structure in a JSON Resume.

use serde_json::{Map, Value as Json, json};

use crate::model::country;
use crate::slug::humanize;

/// Adds rows to `basics`. The first value of each key counts. Of the email addresses, only the primary one is used.
/// Returns the key of each other value.
pub(super) fn add(basics: &mut Json, rows: Vec<Map<String, Json>>) -> Vec<String> {
    let mut others = Vec::new();
    for mut row in rows {
        let primary = row.shift_remove("primary");
        let is_primary =
            |value: &Json| value.as_str().is_some_and(|text| text.eq_ignore_ascii_case("yes"));
        if !primary.as_ref().is_some_and(is_primary) {
            others.extend(row.shift_remove_entry("email").map(|(key, _)| key));
        }
        for (key, value) in row {
            let text = value.as_str().unwrap_or_default();
            match key.as_str() {
                "websites" => add_websites(basics, text),
                "location" => basics["location"] = location(text),
                _ if basics[&key].is_null() => basics[&key] = value,
                _ => others.push(key),
            }
        }
    }
    others
}

/// Adds the URLs in `[COMPANY:https://a.example,BLOG:https://b.example]`, also with brackets around each of them or with
/// none. The first one becomes the `url`.
fn add_websites(basics: &mut Json, text: &str) {
    let mut websites = websites(text).into_iter().map(|item| match item.split_once(':') {
        Some((label, url)) if !url.starts_with("//") => (label, url),
        _ => ("website", item),
    });
    basics["url"] = websites.next().map(|(_, url)| url).into();
    let network = |label: &str| humanize(&label.to_lowercase());
    basics["profiles"] =
        websites.map(|(label, url)| json!({ "network": network(label), "url": url })).collect();
}

/// Splits a list of URLs with labels. A separator is also a character of URLs, so it separates only before a label or a
/// scheme.
fn websites(text: &str) -> Vec<&str> {
    let is_separator = |c: char| c.is_whitespace() || "[],".contains(c);
    let (mut items, mut start) = (Vec::new(), 0);
    for (at, separator) in text.match_indices(is_separator) {
        if starts_website(&text[at + separator.len()..]) {
            items.push(&text[start..at]);
            start = at + separator.len();
        }
    }
    items.push(&text[start..]);
    items.into_iter().map(trim_website).filter(|item| !item.is_empty()).collect()
}

/// Returns whether a text starts with a label and a URL, or with a URL.
fn starts_website(text: &str) -> bool {
    let Some((word, rest)) = text.split_once(':') else { return false };
    let is_label = |word: &str| word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_word && (is_label(word) || ["//", "http", "www."].iter().any(|url| rest.starts_with(url)))
}

/// Removes what separates items. A URL can end with a bracket that it opens.
fn trim_website(item: &str) -> &str {
    let item = item.trim_start_matches(['[', ' ']).trim_end_matches([',', ' ', '[']);
    let is_closed = item.matches('[').count() >= item.matches(']').count();
    if is_closed { item } else { item.trim_end_matches(']') }
}

/// Splits `Lund, Skåne County, Sweden`. A text that does not end with a country stays a text.
fn location(text: &str) -> Json {
    match text.rsplit_once(',') {
        Some((place, country)) if country::code(country).is_some() => {
            let (city, region) = place.split_once(',').unwrap_or((place, ""));
            json!({ "city": city.trim(), "region": region.trim(), "countryCode": country.trim() })
        }
        _ => text.into(),
    }
}
