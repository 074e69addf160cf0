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
