//! Tests the site's rate limit: how clients are identified, and the 429 response.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;
use serde_json::Value as Json;
use vitae::verify::exchange::{Exchange, Request, Response};

use crate::hosts;
use crate::http::Local;
use crate::site::Site;
use crate::suite::{Candidate, serve};

const PROFILE: &str = "/api/consultant-public/rosalind-pike";
const LIMIT: &str = "rate_limit: { requests: 5, seconds: 60 }\n";

/// Trusts a header with the client's address, as behind a proxy.
const PROXY: &str = "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n";

pub(crate) fn candidate() -> Candidate {
    let mut candidates = hosts::all().into_iter();
    let mut candidate =
        candidates.rfind(|candidate| candidate.host == "nginx").expect("a host with a server");
    candidate.name = "nginx: the rate limit applies per client".to_owned();
    candidate.settings = LIMIT.to_owned();
    candidate
}

pub(crate) fn is_kept(candidate: &Candidate, site: &Site) -> Result<(), Failed> {
    let (server, _directory) = serve(candidate, site, behind_proxy)?;
    let server = Local(server.port);
    let get = |client: &str| -> Result<Response, Failed> {
        let request = Request::get(PROFILE).with("X-Forwarded-For", client);
        let response = server.exchange(&request, usize::MAX);
        response.map_err(|failure| failure.to_string().into())
    };
    let statuses = |client: &str, count: usize| -> Result<Vec<u16>, Failed> {
        let responses = (0..count).map(|_| get(client));
        responses.map(|response| Ok(response?.status)).collect()
    };
    // A slow machine may let a sixth request through.
    let allowed = [200, 200, 200, 200, 200];
    let first = statuses("192.0.2.1", 8)?;
    assert_eq!(first[..5], allowed, "{first:?}");
    assert_eq!(first[7], 429, "{first:?}");
    assert_eq!(statuses("192.0.2.2", 5)?, allowed);
    // IPv4-mapped IPv6 addresses are not one network.
    assert_eq!(statuses("::ffff:192.0.2.4", 5)?, allowed);
    assert_eq!(statuses("::ffff:192.0.2.5", 5)?, allowed);
    // All addresses of an IPv6 network count as one client.
    let network = statuses("2001:db8:0:1::1", 8)?;
    assert_eq!((network[0], network[7]), (200, 429), "{network:?}");
    assert_eq!(statuses("2001:db8:0:1:ffff::2", 1)?, [429]);
    assert_eq!(statuses("2001:db8:0:2::1", 5)?, allowed);

    let refused = get("192.0.2.1")?;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.value("retry-after"), Some("12"));
    assert_eq!(refused.value("content-type"), Some("application/json"));
    let body: Json = serde_json::from_slice(&refused.body)?;
    assert_eq!(body, serde_json::json!({ "error": "Too many requests" }));
    let other = get("192.0.2.3")?;
    assert_eq!(other.value("retry-after"), None);
    for (name, value) in &site.expectation.compiled.headers {
        let name = name.to_ascii_lowercase();
        // Caches must not store a 429.
        let value = if name == "cache-control" { "no-store" } else { value };
        assert_eq!(refused.values(&name), [value], "{name}");
    }
    Ok(())
}

fn behind_proxy(directory: &Path) -> Result<(), String> {
    let file = directory.join("deploy/nginx/server.conf");
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    fs::write(file, format!("{PROXY}{text}")).map_err(|error| error.to_string())
}
