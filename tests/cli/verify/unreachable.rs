//! Sites that cannot be reached, or only now and then.

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

/// Nothing else is asked; it ends soon, and says why.
#[track_caller]
fn is_unreachable(project: &Project, url: &str, why: &str) {
    let said = verify(project, &format!("{url} --timeout 5"));
    said.has(2, &[" cannot be reached", why]);
    assert!(said.time < Duration::from_secs(30), "{:?}", said.time);
}

#[test]
fn who_is_not_there_is_unreachable() {
    let project = project("nobody");
    let port = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", port.local_addr().expect("an address"));
    drop(port);
    is_unreachable(&project, &url, "no connection: connection refused");
    is_unreachable(
        &project,
        "http://nobody.invalid",
        "the host's name cannot be resolved",
    );
}

#[test]
fn who_hangs_is_unreachable_in_time() {
    let project = project("hanging");
    let server = Server::start(|_| Reply::Silence);
    is_unreachable(&project, &server.url(), "no answer in time");
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n".to_vec();
    let server = Server::start(move |_| Reply::Trickle(head.clone()));
    is_unreachable(&project, &server.url(), "no answer in time");
}

#[test]
fn a_document_that_is_closed_is_not_the_site() {
    let project = project("closed");
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.target.as_str() {
        "/api/openapi.json" => Reply::Nothing,
        _ => site.answer(request).into(),
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "the connection was closed without an answer (",
                "GET /api/openapi.json",
            ],
        )
        .lacks(&["cannot be reached"]);
}

#[test]
fn who_hangs_is_given_up_and_the_others_are_not() {
    let project = project("hanging_one");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        match request
            .target
            .starts_with("/api/consultant-public/anna-berg")
        {
            true => Reply::Silence,
            false => site.answer(request).into(),
        }
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &[
            "no answer in time (",
            "anna-berg: GET /api/consultant-public/anna-berg",
            "not asked: ",
            "requests before them about the same had no answer",
        ],
    );
    assert!(said.time < Duration::from_secs(100), "{:?}", said.time);
}

#[test]
fn what_cannot_be_read_is_an_answer() {
    let project = project("unreadable");
    let server = Server::start(|_| {
        Reply::Bytes(b"HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 0\r\n\r\n".to_vec())
    });
    verify(&project, &server.url())
        .has(1, &["what is answered cannot be read: "])
        .lacks(&["cannot be reached"]);
}

#[test]
fn the_proxy_is_the_one_for_the_address() {
    let project = project("proxies");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
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
    assert!(text.contains("HTTP_PROXY is no address"), "{text}");
}

#[test]
fn who_stops_answering_is_not_asked_for_ever() {
    let project = project("stopping");
    let site = Site::of(&project);
    let count = AtomicUsize::new(0);
    let server = Server::start(move |request| match count.fetch_add(1, Ordering::Relaxed) {
        0..100 => site.answer(request).into(),
        _ => Reply::Nothing,
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &[
            "the connection was closed without an answer (",
            "not asked: ",
            "did not answer any more",
        ],
    );
}

#[test]
fn what_is_wrong_with_the_encryption_is_named() {
    let project = project("tls");
    let site = Arc::new(Site::of(&project));
    for (certificate, why) in [
        ("self-signed", "the certificate is signed by"),
        ("expired", "the certificate expired on 2025-01-01"),
        (
            "other",
            "the certificate is another host's (elsewhere.example.com)",
        ),
    ] {
        let site = Arc::clone(&site);
        let server = Server::start_tls(certificate, move |request| site.answer(request).into());
        is_unreachable(&project, &server.tls_url(), why);
    }
    let server = Server::accept(|mut stream| {
        let _ = stream.read(&mut [0; 1_000]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    is_unreachable(
        &project,
        &server.tls_url(),
        "does not speak TLS; is its address http://?",
    );
    let server = Server::accept(|mut stream| {
        let _ = stream.read(&mut [0]);
    });
    is_unreachable(
        &project,
        &server.tls_url(),
        "failed before it was encrypted",
    );
    let server = Server::start_tls("good", |_| Reply::Nothing);
    is_unreachable(&project, &server.url(), "is its address https://?");
    // One that is right, signed by an authority that SSL_CERT_FILE names.
    let server = Server::start_tls("good", move |request| site.answer(request).into());
    verify(&project, &server.tls_url()).has(0, &["answers as promised"]);
}

#[test]
fn what_succeeds_at_the_second_try_passes() {
    let project = project("again");
    let site = Site::of(&project);
    // Only the first time that something is asked, however the threads take turns.
    let asked = Mutex::new(BTreeSet::new());
    let server = Server::start(move |request| {
        let question = format!("{} {} {:?}", request.method, request.target, request.fields);
        let mut asked = asked.lock().expect("no panic before");
        let number = asked.len();
        let is_new = asked.insert(question);
        drop(asked);
        match number % 20 {
            7 if is_new => Reply::Nothing,
            14 if is_new && request.method == "GET" => {
                Reply::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{".to_vec())
            }
            _ => site.answer(request).into(),
        }
    });
    verify(&project, &server.url()).has(0, &["answers as promised"]);
}

#[test]
fn a_truncated_body_is_named() {
    let project = project("truncated");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let answer = site.answer(request);
        if !request.target.starts_with("/api/consultant-photo/")
            || answer.status != 200
            || request.method == "HEAD"
        {
            return answer.into();
        }
        let half = &answer.body[..answer.body.len() / 2];
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n",
            answer.body.len()
        );
        Reply::Bytes([head.as_bytes(), half].concat())
    });
    verify(&project, &server.url()).has(
        1,
        &[
            "the connection was closed in the middle of the answer (",
            "GET /api/consultant-photo/",
        ],
    );
}
