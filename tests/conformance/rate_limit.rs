//! A site's rate limit, on the server that keeps it by itself: who is counted, and what is told to
//! those who ask too often.

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

/// Lets a test say who a client is, as a proxy in front of the server does.
const PROXY: &str = "set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\n";

pub(crate) fn candidate() -> Candidate {
    let mut candidates = hosts::all().into_iter();
    let mut candidate = candidates
        .rfind(|candidate| candidate.host == "nginx")
        .expect("a host whose server can be started");
    candidate.name = "nginx: who asks too often is told so".to_owned();
    candidate.settings = LIMIT.to_owned();
    candidate
}

pub(crate) fn is_kept(candidate: &Candidate, site: &Site) -> Result<(), Failed> {
    let (server, _folder) = serve(candidate, site, behind_proxy)?;
    let server = Local(server.port);
    let ask = |client: &str| -> Result<Response, Failed> {
        let request = Request::get(PROFILE).with("X-Forwarded-For", client);
        let response = server.exchange(&request, usize::MAX);
        response.map_err(|failure| failure.to_string().into())
    };
    let statuses = |client: &str, count: usize| -> Result<Vec<u16>, Failed> {
        let answers = (0..count).map(|_| ask(client));
        answers.map(|answer| Ok(answer?.status)).collect()
    };
    // One more than five might be let in, if the machine is so slow that time for it has passed.
    let few = [200, 200, 200, 200, 200];
    let first = statuses("192.0.2.1", 8)?;
    assert_eq!(first[..5], few, "{first:?}");
    assert_eq!(first[7], 429, "{first:?}");
    assert_eq!(statuses("192.0.2.2", 5)?, few);
    // Nor are all addresses of IPv4 one network, if the system writes them as some of IPv6.
    assert_eq!(statuses("::ffff:192.0.2.4", 5)?, few);
    assert_eq!(statuses("::ffff:192.0.2.5", 5)?, few);
    // All of an IPv6 network are one.
    let network = statuses("2001:db8:0:1::1", 8)?;
    assert_eq!((network[0], network[7]), (200, 429), "{network:?}");
    assert_eq!(statuses("2001:db8:0:1:ffff::2", 1)?, [429]);
    assert_eq!(statuses("2001:db8:0:2::1", 5)?, few);

    let refused = ask("192.0.2.1")?;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.value("retry-after"), Some("12"));
    assert_eq!(refused.value("content-type"), Some("application/json"));
    let body: Json = serde_json::from_slice(&refused.body)?;
    assert_eq!(body, serde_json::json!({ "error": "Too many requests" }));
    let answered = ask("192.0.2.3")?;
    assert_eq!(answered.value("retry-after"), None);
    for (name, value) in site.expectation.headers() {
        let name = name.to_ascii_lowercase();
        // It is an answer to one client, at one moment.
        let value = if name == "cache-control" {
            "no-store"
        } else {
            value
        };
        assert_eq!(refused.values(&name), [value], "{name}");
    }
    Ok(())
}

fn behind_proxy(folder: &Path) -> Result<(), String> {
    let file = folder.join("deploy/nginx/server.conf");
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    fs::write(file, format!("{PROXY}{text}")).map_err(|error| error.to_string())
}
