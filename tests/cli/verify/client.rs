//! The HTTP client: it sends requests unchanged, and returns responses unchanged.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vitae::verify::client::SiteClient;
use vitae::verify::exchange::{Exchange, Request, TransportError};
use vitae::verify::rate_limiter::RateLimiter;
use vitae::verify::secret_header::secret_header;
use vitae::verify::site_url::SiteUrl;

use super::server::{Reply, Response, Server};
use crate::at_once::at_once;
use crate::free_port::free_port;

fn client_of(url: &str, headers: &[&str], time: Duration) -> SiteClient {
    let site = SiteUrl::parse(url).expect("a URL");
    let headers = headers.iter().map(|header| secret_header(header).expect("a header"));
    let limiter = RateLimiter::below(None);
    SiteClient::new(site, headers.collect(), limiter, 2, Instant::now() + time)
}

fn client(server: &Server) -> SiteClient {
    client_of(&server.url(), &[], Duration::from_secs(60))
}

/// The limit of bodies in these tests, in bytes.
const MAX_BODY: usize = 1 << 20;

fn ok() -> Response {
    Response::new(200, "text/plain", "abc")
}

#[test]
fn sends_targets_unchanged() {
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
            let request = Request { method, ..Request::get(target) };
            client.exchange(&request, MAX_BODY).expect(target);
        }
    }
    assert_eq!(*seen.lock().expect("a log"), [targets, targets].concat());
}

#[test]
fn sends_no_other_headers() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = Server::start(move |request| {
        log.lock().expect("a log").push(request.clone());
        ok().into()
    });
    let client = client_of(&server.url(), &["X-Preview: a b"], Duration::from_secs(60));
    client.exchange(&Request::get("/"), MAX_BODY).expect("a response");
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"] {
        let request = Request { method, ..Request::get("/").with("Accept-Encoding", "gzip, br") };
        client.exchange(&request, MAX_BODY).expect(method);
    }
    let seen = seen.lock().expect("a log");
    let names = |at: usize| -> Vec<&str> {
        let mut names: Vec<_> = seen[at].headers.iter().map(|(name, _)| name.as_str()).collect();
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
    assert_eq!(methods, ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]);
}

#[test]
fn reuses_a_connection() {
    let connections = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&connections);
    let server = Server::start(move |request| {
        counter.fetch_add(usize::from(request.is_first), Ordering::Relaxed);
        ok().into()
    });
    let client = client(&server);
    for _ in 0..20 {
        assert_eq!(client.exchange(&Request::get("/"), MAX_BODY).expect("a response").body, b"abc");
    }
    assert_eq!(connections.load(Ordering::Relaxed), 1);
}

#[test]
fn returns_responses_unchanged() {
    let server = Server::start(|_| {
        Response::new(302, "text/plain", [0x1F, 0x8B, 0xFF])
            .with("Location", "/elsewhere")
            .with("Content-Encoding", "gzip")
            .with("Set-Cookie", "a=1")
            .with("X-Twice", "1")
            .with("x-twice", "2")
            .into()
    });
    let client = client(&server);
    let response = client.exchange(&Request::get("/"), MAX_BODY).expect("a response");
    assert_eq!((response.status, &response.body[..]), (302, &[0x1F, 0x8B, 0xFF][..]));
    assert_eq!(response.values("x-twice"), ["1", "2"]);
    assert_eq!(response.value("content-encoding"), Some("gzip"));
}

#[test]
fn bytes_after_a_response_do_not_reach_the_next_one() {
    let known = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";
    let not_modified = b"HTTP/1.1 304 Not Modified\r\n\r\n";
    let server = Server::start(move |request| match request.target.as_str() {
        "/two" => Reply::Bytes([&known[..], b"HTTP/1.1 404 Not Found\r\n\r\n"].concat()),
        "/304" => Reply::Bytes([&not_modified[..], b"abc"].concat()),
        "/head" => Reply::Bytes(known.to_vec()),
        _ => ok().into(),
    });
    let client = client(&server);
    for (method, target, status) in
        [("GET", "/two", 200), ("GET", "/304", 304), ("HEAD", "/head", 200)]
    {
        let request = Request { method, ..Request::get(target) };
        let response = client.exchange(&request, MAX_BODY).expect(target);
        assert_eq!(response.status, status);
        let response = client.exchange(&Request::get("/next"), MAX_BODY).expect("a response");
        assert_eq!((response.status, &response.body[..]), (200, &b"abc"[..]), "{target}");
    }
}

#[test]
fn rejects_incomplete_responses() {
    let failure = |bytes: &'static [u8]| {
        let server = Server::start(move |_| Reply::Bytes(bytes.to_vec()));
        client(&server).exchange(&Request::get("/"), MAX_BODY).expect_err("no response")
    };
    let responses = [
        &b""[..],
        b"HTTP/1.1 200 OK\r\nContent-Len",
        b"220 mail.example.com ESMTP\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
    ];
    at_once(responses, |bytes| {
        let failure = failure(bytes);
        assert!(matches!(failure, TransportError::Failed(_)), "{failure:?}");
    });
}

#[test]
fn truncates_an_endless_body() {
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
    let response = client(&server).exchange(&Request::get("/"), MAX_BODY);
    let response = response.expect("a response");
    assert_eq!(response.body.len(), MAX_BODY + 1);
}

#[test]
fn repeats_requests_after_network_errors() {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let server = Server::start(move |_| match counter.fetch_add(1, Ordering::Relaxed) {
        0 => Reply::Nothing,
        1 => Reply::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".to_vec()),
        2 => ok().into(),
        _ => Response::new(503, "text/plain", "").into(),
    });
    let client = client(&server);
    assert_eq!(
        client.exchange(&Request::get("/"), MAX_BODY).map(|response| response.status),
        Ok(200)
    );
    assert_eq!(
        client.exchange(&Request::get("/"), MAX_BODY).map(|response| response.status),
        Ok(503)
    );
    assert_eq!(count.load(Ordering::Relaxed), 4);
}

#[test]
fn waits_for_retry_after() {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let server = Server::start(move |_| match counter.fetch_add(1, Ordering::Relaxed) {
        0 => Response::new(429, "text/plain", "").with("Retry-After", "2").into(),
        _ => ok().into(),
    });
    let start = Instant::now();
    let response = client(&server).exchange(&Request::get("/"), MAX_BODY);
    assert_eq!(response.map(|response| response.status), Ok(200));
    assert!(start.elapsed() >= Duration::from_secs(2));
}

#[test]
fn stops_at_the_deadline() {
    let replies = [
        || Reply::Silence,
        || Reply::Trickle(b"HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n".to_vec()),
        || Reply::Trickle([b"HTTP/1.1 200 OK\r\nX: ".as_slice(), &[b'x'; 600]].concat()),
    ];
    at_once(replies, |reply| {
        let server = Server::start(move |_| reply());
        let client = client_of(&server.url(), &[], Duration::from_secs(3));
        let start = Instant::now();
        assert_eq!(client.exchange(&Request::get("/"), MAX_BODY), Err(TransportError::TimedOut));
        assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
        assert!(client.is_out_of_time());
    });
}

#[test]
fn names_the_reason_of_a_failed_connection() {
    let url = format!("http://127.0.0.1:{}", free_port());
    let error = |url: &str| {
        let client = client_of(url, &[], Duration::from_secs(20));
        client.exchange(&Request::get("/"), MAX_BODY).expect_err("no server")
    };
    // The second is a reserved name without an address (RFC 6761, §6.4).
    for (url, why) in [(&*url, "Connection refused"), ("http://nobody.invalid", "lookup")] {
        let error = error(url);
        assert!(matches!(error, TransportError::Failed(_)), "{error:?}");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn prints_no_value_of_a_header() {
    let server = Server::start(|_| ok().into());
    let header = "Authorization: Basic dml0YWU6dml0YWU=";
    let client = client_of(&server.url(), &[header], Duration::from_secs(20));
    assert!(!format!("{client:?}").contains("dml0"));
    for wrong in ["secret", "A b: secret", "X-A: ", "X-A: secret\n"] {
        match secret_header(wrong) {
            Err(problem) => assert!(!problem.contains("secret"), "{problem}"),
            Ok(header) => assert_eq!(wrong.trim_end(), "X-A: secret", "{header:?}"),
        }
    }
}
