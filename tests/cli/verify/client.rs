//! The client by itself: requests go out as they are written, answers come in as they are.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vitae::verify::client::Client;
use vitae::verify::exchange::{Exchange, Request, TransportError};
use vitae::verify::redaction::SecretHeader;
use vitae::verify::site_url::SiteUrl;

use super::server::{ExpectedResponse, Reply, Server};

fn client_of(url: &str, fields: &[&str], time: Duration) -> Client {
    let address = SiteUrl::parse(url).expect("an address");
    let fields = fields
        .iter()
        .map(|field| SecretHeader::parse(field).expect("a field"));
    Client::new(address, fields.collect(), 2, Instant::now() + time).expect("a client")
}

fn client(server: &Server) -> Client {
    client_of(&server.url(), &[], Duration::from_secs(60))
}

fn ok() -> ExpectedResponse {
    ExpectedResponse::new(200, "text/plain", "abc")
}

#[test]
fn targets_go_out_as_they_are_written() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = Server::start(move |request| {
        log.lock().expect("a log").push(request.target.clone());
        ok().into()
    });
    let long = format!("/api/consultant-public/{}", "a".repeat(5_000));
    let targets = [
        "/",
        "/?",
        "/api/consultant-public/x?format=jsonresume&x=1",
        "/api/consultant-public//",
        "//api",
        "/api/consultant-public/..",
        "/api/consultant-public/../openapi.json",
        "/api/consultant-public/./x/.",
        "/api/consultant-public/%2e%2e/openapi.json",
        "/api/consultant-public/..%2Fopenapi.json",
        "/api/consultant-public/..%2fopenapi.json",
        r"/api/consultant-public/..\openapi.json",
        r"/api/consultant-public\x",
        "/api/consultant-public/%5Cx",
        "/api/consultant-public/%zz",
        "/api/consultant-public/x%",
        "/api/consultant-public/x%00",
        "/api/consultant-public/%C3%A5",
        "/api/consultant-public/:id",
        "/api/consultant-public/*",
        "/api/consultant-public/x;v=1",
        "/api/consultant-public/x+y",
        "/api/consultant-public/x?format[]=jsonresume",
        "/api/consultant-public/x?format=%20jsonresume",
        "/api/consultant-public/x?format=json%72esume",
        &long,
    ];
    let client = client(&server);
    for method in ["GET", "HEAD"] {
        for target in targets {
            let request = Request {
                method,
                ..Request::get(target)
            };
            client.exchange(&request).expect(target);
        }
    }
    assert_eq!(*seen.lock().expect("a log"), [targets, targets].concat());
}

#[test]
fn only_what_is_asked_for_is_sent_along() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = Server::start(move |request| {
        log.lock().expect("a log").push(request.clone());
        ok().into()
    });
    let client = client_of(&server.url(), &["X-Preview: a b"], Duration::from_secs(60));
    client.exchange(&Request::get("/")).expect("an answer");
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"] {
        let request = Request {
            method,
            ..Request::get("/").with("Accept-Encoding", "gzip, br")
        };
        client.exchange(&request).expect(method);
    }
    let seen = seen.lock().expect("a log");
    let names = |at: usize| -> Vec<&str> {
        let mut names: Vec<_> = seen[at]
            .fields
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(0), ["accept", "host", "user-agent", "x-preview"]);
    let version = concat!("vitae/", env!("CARGO_PKG_VERSION"));
    assert_eq!(seen[0].value("user-agent"), Some(version));
    assert_eq!(seen[0].value("x-preview"), Some("a b"));
    let host = format!("127.0.0.1:{}", server.port);
    assert_eq!(seen[0].value("host"), Some(host.as_str()));
    assert_eq!(seen[1].value("content-length"), Some("0"));
    assert_eq!(seen[1].value("accept-encoding"), Some("gzip, br"));
    let methods: Vec<&str> = seen.iter().map(|request| request.method.as_str()).collect();
    assert_eq!(
        methods,
        [
            "GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"
        ]
    );
}

#[test]
fn one_connection_serves_many_requests() {
    let connections = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&connections);
    let server = Server::start(move |request| {
        counter.fetch_add(usize::from(request.is_first), Ordering::Relaxed);
        ok().into()
    });
    let client = client(&server);
    for _ in 0..20 {
        assert_eq!(
            client.exchange(&Request::get("/")).expect("an answer").body,
            b"abc"
        );
    }
    assert_eq!(connections.load(Ordering::Relaxed), 1);
}

#[test]
fn an_answer_is_taken_as_it_comes() {
    let server = Server::start(|_| {
        ExpectedResponse::new(302, "text/plain", [0x1F, 0x8B, 0xFF])
            .with("Location", "/elsewhere")
            .with("Content-Encoding", "gzip")
            .with("Set-Cookie", "a=1")
            .with("X-Twice", "1")
            .with("x-twice", "2")
            .into()
    });
    let client = client(&server);
    let response = client.exchange(&Request::get("/")).expect("an answer");
    assert_eq!(
        (response.status, &response.body[..]),
        (302, &[0x1F, 0x8B, 0xFF][..])
    );
    assert_eq!(response.values("x-twice"), ["1", "2"]);
    assert_eq!(response.value("content-encoding"), Some("gzip"));
}

#[test]
fn a_body_behind_an_answer_without_one_is_seen() {
    let response = |bytes: &'static [u8], method| {
        let server = Server::start(move |_| Reply::Bytes(bytes.to_vec()));
        let request = Request {
            method,
            ..Request::get("/")
        };
        client(&server).exchange(&request)
    };
    let body = |bytes, method| response(bytes, method).map(|response| response.body.len());
    assert_eq!(
        body(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "HEAD"),
        Ok(0)
    );
    assert_eq!(
        body(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "HEAD"),
        Ok(3)
    );
    assert_eq!(body(b"HTTP/1.1 304 Not Modified\r\n\r\nabcd", "GET"), Ok(4));
    let surplus = response(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef", "GET");
    assert_eq!(
        surplus,
        Err(TransportError::Broken(
            "3 bytes follow the end of the answer".to_owned()
        ))
    );
    // Even where it comes later.
    let server = Server::accept(|mut stream| {
        let mut request = [0; 1_000];
        let _ = stream.read(&mut request);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n");
        std::thread::sleep(Duration::from_millis(50));
        let _ = stream.write_all(b"abc");
    });
    let request = Request {
        method: "HEAD",
        ..Request::get("/")
    };
    assert_eq!(
        client(&server)
            .exchange(&request)
            .expect("an answer")
            .body
            .len(),
        3
    );
}

#[test]
fn what_is_no_whole_answer_is_a_failure() {
    let failure = |bytes: &'static [u8]| {
        let server = Server::start(move |_| Reply::Bytes(bytes.to_vec()));
        client(&server)
            .exchange(&Request::get("/"))
            .expect_err("no answer")
    };
    assert_eq!(failure(b""), TransportError::NoAnswer);
    for bytes in [
        &b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc"[..],
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Len",
        b"220 mail.example.com ESMTP\r\n",
    ] {
        let failure = failure(bytes);
        assert!(matches!(failure, TransportError::Broken(_)), "{failure:?}");
    }
}

#[test]
fn a_body_without_end_is_not_read_forever() {
    let server = Server::accept(|mut stream| {
        std::thread::spawn(move || {
            let mut request = [0; 1_000];
            let _ = stream.read(&mut request);
            let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
            let mut chunk = b"10000\r\n".to_vec();
            chunk.extend([b'x'; 0x10000]);
            chunk.extend(b"\r\n");
            let mut sent = stream.write_all(head);
            while sent.is_ok() {
                sent = stream.write_all(&chunk);
            }
        });
    });
    let failure = client(&server)
        .exchange(&Request::get("/"))
        .expect_err("no end");
    assert_eq!(
        failure,
        TransportError::Unreadable("the answer is longer than 32 MiB".to_owned())
    );
}

#[test]
fn only_the_network_is_given_another_chance() {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let server = Server::start(move |_| match counter.fetch_add(1, Ordering::Relaxed) {
        0 => Reply::Nothing,
        1 => Reply::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".to_vec()),
        2 => ok().into(),
        _ => ExpectedResponse::new(503, "text/plain", "").into(),
    });
    let client = client(&server);
    assert_eq!(
        client
            .exchange(&Request::get("/"))
            .map(|answer| answer.status),
        Ok(200)
    );
    assert_eq!(
        client
            .exchange(&Request::get("/"))
            .map(|answer| answer.status),
        Ok(503)
    );
    assert_eq!(count.load(Ordering::Relaxed), 4);
}

#[test]
fn a_server_that_wants_to_be_asked_later_is_asked_later() {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let server = Server::start(move |_| match counter.fetch_add(1, Ordering::Relaxed) {
        0 => ExpectedResponse::new(429, "text/plain", "")
            .with("Retry-After", "2")
            .into(),
        _ => ok().into(),
    });
    let start = Instant::now();
    let answer = client(&server).exchange(&Request::get("/"));
    assert_eq!(answer.map(|answer| answer.status), Ok(200));
    assert!(start.elapsed() >= Duration::from_secs(2));
}

#[test]
fn what_hangs_ends_with_the_time() {
    for reply in [
        || Reply::Silence,
        || Reply::Trickle(b"HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n".to_vec()),
        || Reply::Trickle([b"HTTP/1.1 200 OK\r\nX: ".as_slice(), &[b'x'; 600]].concat()),
    ] {
        let server = Server::start(move |_| reply());
        let client = client_of(&server.url(), &[], Duration::from_secs(3));
        let start = Instant::now();
        assert_eq!(
            client.exchange(&Request::get("/")),
            Err(TransportError::TimedOut)
        );
        assert!(
            start.elapsed() < Duration::from_secs(6),
            "{:?}",
            start.elapsed()
        );
        assert!(client.is_out_of_time());
    }
}

#[test]
fn a_server_that_is_not_there_is_told_as_such() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", port.local_addr().expect("an address"));
    drop(port);
    let ask = |url: &str| {
        let client = client_of(url, &[], Duration::from_secs(20));
        client.exchange(&Request::get("/")).expect_err("nobody")
    };
    assert_eq!(
        ask(&url),
        TransportError::Refused("connection refused".to_owned())
    );
    // A name that is reserved for having no address (RFC 6761, §6.4).
    let failure = ask("http://nobody.invalid");
    assert!(
        matches!(failure, TransportError::Unresolved(_)),
        "{failure:?}"
    );
}

#[test]
fn a_secret_is_not_said_even_if_the_server_does() {
    let server = Server::start(|request| {
        let secret = request
            .value("authorization")
            .unwrap_or_default()
            .to_owned();
        ok().with("X-Echo", format!("you said {secret}")).into()
    });
    let field = "Authorization: Basic dml0YWU6dml0YWU=";
    let client = client_of(&server.url(), &[field], Duration::from_secs(20));
    // Answers are compared as they are; what is shown of them is not.
    let response = client.exchange(&Request::get("/")).expect("an answer");
    let said = response.value("x-echo").expect("an echo");
    assert_eq!(said, "you said Basic dml0YWU6dml0YWU=");
    assert_eq!(client.hide_in(said), "you said (hidden)");
    let short = client_of(&server.url(), &["X-Preview: 1"], Duration::from_secs(20));
    assert_eq!(short.hide_in("max-age=301"), "max-age=301");
    assert_eq!(short.hide_in("1"), "(hidden)");
    assert_eq!(
        short.hide_in("`1` instead of `2`"),
        "`(hidden)` instead of `2`"
    );
    assert!(!format!("{client:?}").contains("dml0"));
    for wrong in [
        "secret",
        "A b: secret",
        "Range: secret",
        "X-A: ",
        "X-A: secret\n",
    ] {
        match SecretHeader::parse(wrong) {
            Err(problem) => assert!(!problem.contains("secret"), "{problem}"),
            Ok(field) => assert_eq!(wrong.trim_end(), "X-A: secret", "{field:?}"),
        }
    }
}
