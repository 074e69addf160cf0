//! Sites that cannot be reached, or fail sometimes.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::server::{Reply, Server};
use super::site::{Site, project};
use super::{run_with, verify};
use crate::at_once::at_once;
use crate::free_port::free_port;
use crate::project::Project;
use crate::sampling::runs_slow_test;

/// Asserts that the run ends soon, as unreachable, with this reason.
#[track_caller]
fn is_unreachable(project: &Project, url: &str, why: &str) {
    let output = verify(project, &format!("{url} --timeout 5"));
    output.has(2, &[" cannot be reached", why]);
    assert!(output.time < Duration::from_secs(30), "{:?}", output.time);
}

#[test]
fn reports_failed_connections() {
    let project = project("nobody");
    let url = format!("http://127.0.0.1:{}", free_port());
    let cases =
        [(&*url, "Connection refused"), ("http://nobody.invalid", "failed to lookup address")];
    at_once(cases, |(url, why)| is_unreachable(&project, url, why));
}

#[test]
fn reports_timeouts_in_time() {
    let project = project("hanging");
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n".to_vec();
    let silent = Server::start(|_| Reply::Silence);
    let slow = Server::start(move |_| Reply::Trickle(head.clone()));
    at_once([silent, slow], |server| {
        is_unreachable(&project, &server.url(), "no response in time");
    });
}

#[test]
fn one_closed_connection_is_not_an_unreachable_site() {
    let project = project("closed");
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.target.as_str() {
        "/api/openapi.json" => Reply::Nothing,
        _ => site.respond(request).into(),
    });
    verify(&project, &server.url())
        .has(1, &["no complete response: ", "GET /api/openapi.json"])
        .lacks(&["cannot be reached"]);
}

#[test]
fn stops_after_timeouts() {
    if !runs_slow_test("how `vitae verify` stops", "unreachable::") {
        return;
    }
    let project = project("hanging_one");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        match request.target.starts_with("/api/consultant-public/anna-berg") {
            true => Reply::Silence,
            false => site.respond(request).into(),
        }
    });
    let output = verify(&project, &server.url());
    output.has(
        1,
        &[
            "no response in time (",
            "GET /api/consultant-public/anna-berg",
            "not sent: ",
            "the server stopped responding",
        ],
    );
    assert!(output.time < Duration::from_secs(100), "{:?}", output.time);
}

#[test]
fn malformed_responses_are_unreachable() {
    let project = project("unreadable");
    let responses =
        [&b"HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 0\r\n\r\n"[..], b"220 ready\r\n"];
    at_once(responses, |response| {
        let server = Server::start(move |_| Reply::Bytes(response.to_vec()));
        is_unreachable(&project, &server.url(), "no complete response: ");
    });
}

#[test]
fn uses_a_proxy_for_https() {
    let project = project("proxies");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    let closed = [("HTTPS_PROXY", "http://127.0.0.1:9")];
    run_with(&project, &server.url(), &[], &closed).has(0, &["is as expected"]);
    let names = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&names);
    let proxy = Server::start(move |request| {
        log.lock().expect("no panic").push(format!("{} {}", request.method, request.target));
        Reply::Nothing
    });
    let proxy = proxy.url();
    let open = [("HTTPS_PROXY", &*proxy)];
    run_with(&project, "https://nobody.invalid", &[], &open).has(2, &["cannot be reached"]);
    let names = names.lock().expect("no panic");
    assert!(names.iter().all(|line| line == "CONNECT nobody.invalid:443"), "{names:?}");
    assert!(!names.is_empty());
}

#[test]
fn ends_soon_when_the_server_stops_responding() {
    let project = project("stopping");
    let site = Site::of(&project);
    let count = AtomicUsize::new(0);
    let server = Server::start(move |request| match count.fetch_add(1, Ordering::Relaxed) {
        0..100 => site.respond(request).into(),
        _ => Reply::Nothing,
    });
    // Each request fails after a second, apart from the first ones.
    let output = verify(&project, &format!("{} --jobs 64", server.url()));
    output.has(1, &["no complete response: "]);
    assert!(output.time < Duration::from_secs(60), "{:?}", output.time);
}

#[test]
fn reports_tls_problems() {
    let project = project("tls");
    let site = Arc::new(Site::of(&project));
    let with = |certificate| {
        let site = Arc::clone(&site);
        Server::start_tls(certificate, move |request| site.respond(request).into())
    };
    let plain = Server::accept(|mut stream| {
        let _ = stream.read(&mut [0; 1_000]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let closing = Server::accept(|mut stream| {
        let _ = stream.read(&mut [0]);
    });
    let cases = [
        (with("self-signed").tls_url(), "invalid peer certificate"),
        (with("expired").tls_url(), "certificate expired"),
        (with("other").tls_url(), "elsewhere.example.com"),
        (plain.tls_url(), "no complete response: "),
        (closing.tls_url(), "no complete response: "),
        (Server::start_tls("good", |_| Reply::Nothing).url(), "cannot be reached"),
    ];
    at_once(cases, |(url, why)| is_unreachable(&project, &url, why));
    // SSL_CERT_FILE contains the issuer of this valid certificate.
    verify(&project, &with("good").tls_url()).has(0, &["is as expected"]);
}

#[test]
fn passes_after_a_repetition() {
    let project = project("again");
    let site = Site::of(&project);
    // A repeated request succeeds, whatever the order of the threads is.
    let requests = Mutex::new(BTreeSet::new());
    let server = Server::start(move |request| {
        let line = format!("{} {} {:?}", request.method, request.target, request.headers);
        let mut requests = requests.lock().expect("no panic before");
        let number = requests.len();
        let is_new = requests.insert(line);
        drop(requests);
        match number % 20 {
            7 if is_new => Reply::Nothing,
            14 if is_new && request.method == "GET" => {
                Reply::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{".to_vec())
            }
            _ => site.respond(request).into(),
        }
    });
    verify(&project, &server.url()).has(0, &["is as expected"]);
}

#[test]
fn reports_truncated_bodies() {
    let project = project("truncated");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        if !request.target.starts_with("/api/consultant-photo/")
            || response.status != 200
            || request.method == "HEAD"
        {
            return response.into();
        }
        let half = &response.body[..response.body.len() / 2];
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", response.body.len());
        Reply::Bytes([head.as_bytes(), half].concat())
    });
    verify(&project, &server.url())
        .has(1, &["no complete response: ", "GET /api/consultant-photo/"]);
}
