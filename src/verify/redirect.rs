//! The way that a redirect goes.

use fluent_uri::{Uri, UriRef};

use super::client::Client;

/// After so many steps nobody follows any more.
const MOST: usize = 10;

/// The way from `url` in words: from address to address, until something is answered, it goes
/// round, or it leads nowhere. `None` where there is no redirect any more.
pub(super) fn way(client: &Client, url: &str) -> Option<String> {
    let mut way = vec![url.to_owned()];
    let end = loop {
        let last = way.last()?;
        let response = match client.look_at(last) {
            Ok(response) => response,
            Err(failure) => break format!("where {failure}"),
        };
        let location = response.value("location");
        let Some(location) = location.filter(|_| (300..400).contains(&response.status)) else {
            break format!("where the status is {}", response.status);
        };
        let Some(next) = resolve(location, last) else {
            break "and from there to what is no address".to_owned();
        };
        if way.contains(&next) {
            let is_itself = *last == next;
            break match is_itself {
                true => "which leads to itself: nobody ever arrives".to_owned(),
                false => format!("and back to {next}: nobody ever arrives"),
            };
        }
        if way.len() > MOST {
            break "and on and on".to_owned();
        }
        way.push(next);
    };
    let is_redirect = way.len() > 1 || end.starts_with("which") || end.starts_with("and");
    is_redirect.then(|| format!("the way: {}, {end}", way.join(" -> ")))
}

/// Where a location leads from an address (RFC 9110, §10.2.2).
fn resolve(location: &str, from: &str) -> Option<String> {
    let location = UriRef::parse(location).ok()?;
    let resolved = location
        .resolve_against(&Uri::parse(from).ok()?.strip_fragment())
        .ok()?;
    let scheme = resolved.scheme().as_str();
    matches!(scheme, "http" | "https").then(|| resolved.strip_fragment().to_string())
}

#[test]
fn a_location_is_resolved() {
    let from = "https://a.example.com/api/x?y";
    let to = |location| resolve(location, from);
    assert_eq!(
        to("https://b.example.com/z").as_deref(),
        Some("https://b.example.com/z")
    );
    assert_eq!(to("/z").as_deref(), Some("https://a.example.com/z"));
    assert_eq!(
        to("//b.example.com").as_deref(),
        Some("https://b.example.com")
    );
    assert_eq!(to("mailto:anna@example.com"), None);
    assert_eq!(to("a b"), None);
}
