//! Sites that cannot be reached, or fail sometimes.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::server::{Reply, Server};
use super::site::{Site, project};
use super::verify;
use crate::project::Project;

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
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", port.local_addr().expect("an address"));
    drop(port);
    is_unreachable(&project, &url, "the connection failed: connection refused");
    is_unreachable(&project, "http://nobody.invalid", "the host name cannot be resolved");
}

#[test]
fn reports_timeouts_in_time() {
    let project = project("hanging");
    let server = Server::start(|_| Reply::Silence);
    is_unreachable(&project, &server.url(), "no response in time");
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n".to_vec();
    let server = Server::start(move |_| Reply::Trickle(head.clone()));
    is_unreachable(&project, &server.url(), "no response in time");
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
        .has(1, &["the server closed the connection without a response (", "GET /api/openapi.json"])
        .lacks(&["cannot be reached"]);
}

#[test]
fn skips_a_consultant_after_timeouts() {
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
            "anna-berg: GET /api/consultant-public/anna-berg",
            "not sent: ",
            "earlier requests for the same consultant or document got no response",
        ],
    );
    assert!(output.time < Duration::from_secs(100), "{:?}", output.time);
}

#[test]
fn malformed_headers_are_a_response() {
    let project = project("unreadable");
    let server = Server::start(|_| {
        Reply::Bytes(b"HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 0\r\n\r\n".to_vec())
    });
    verify(&project, &server.url())
        .has(1, &["the response has malformed headers: "])
        .lacks(&["cannot be reached"]);
}

#[test]
fn selects_the_proxy_by_scheme() {
    let project = project("proxies");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.respond(request).into());
    let with = |name: &str, value: &str| {
        let mut command = project.command(&format!("verify {}", server.url()));
        for other in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
            command.env_remove(other).env_remove(other.to_lowercase());
        }
        let output = command.env(name, value).output().expect("it runs");
        (output.status.code(), crate::project::text(&output))
    };
    let unknown_id = "http://127.0.0.1:9";
    let (code, text) = with("HTTPS_PROXY", unknown_id);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = with("HTTP_PROXY", unknown_id);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("which HTTP_PROXY names"), "{text}");
    let (code, text) = with("HTTP_PROXY", "::garbage::");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("HTTP_PROXY is not the URL"), "{text}");
}

#[test]
fn stops_when_the_server_stops_responding() {
    let project = project("stopping");
    let site = Site::of(&project);
    let count = AtomicUsize::new(0);
    let server = Server::start(move |request| match count.fetch_add(1, Ordering::Relaxed) {
        0..100 => site.respond(request).into(),
        _ => Reply::Nothing,
    });
    let output = verify(&project, &server.url());
    output.has(
        1,
        &[
            "the server closed the connection without a response (",
            "not sent: ",
            "the server stopped responding",
        ],
    );
}

#[test]
fn reports_tls_problems() {
    let project = project("tls");
    let site = Arc::new(Site::of(&project));
    for (certificate, why) in [
        ("self-signed", "the certificate is self-signed"),
        ("expired", "the certificate expired on 2025-01-01"),
        ("other", "the certificate is for another host (elsewhere.example.com)"),
    ] {
        let site = Arc::clone(&site);
        let server = Server::start_tls(certificate, move |request| site.respond(request).into());
        is_unreachable(&project, &server.tls_url(), why);
    }
    let server = Server::accept(|mut stream| {
        let _ = stream.read(&mut [0; 1_000]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    is_unreachable(
        &project,
        &server.tls_url(),
        "does not speak TLS; does its URL start with http://?",
    );
    let server = Server::accept(|mut stream| {
        let _ = stream.read(&mut [0]);
    });
    is_unreachable(&project, &server.tls_url(), "does it accept TLS on this port?");
    let server = Server::start_tls("good", |_| Reply::Nothing);
    is_unreachable(&project, &server.url(), "does its URL start with https://?");
    // SSL_CERT_FILE contains the issuer of this valid certificate.
    let server = Server::start_tls("good", move |request| site.respond(request).into());
    verify(&project, &server.tls_url()).has(0, &["is as expected"]);
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
    verify(&project, &server.url()).has(
        1,
        &["the connection was closed in the middle of the body (", "GET /api/consultant-photo/"],
    );
}
