//! Responses that do not come from the site: pages, redirects, bot protections, errors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::server::{Reply, Response, Server};
use super::site::{Site, project, settings};
use super::{run, verify};
use crate::serve::Preview;

fn html(status: u16, title: &str) -> Response {
    let page = format!("<!DOCTYPE html><title>{title}</title>");
    Response::new(status, "text/html; charset=utf-8", page)
}

#[test]
fn reports_html_404s_once() {
    let project = project("html");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        if response.status == 404 { html(404, "Not found").into() } else { response.into() }
    });
    let output = verify(&project, &server.url());
    output.has(1, &["404 responses are HTML pages instead of JSON errors ("]);
    output.lacks(&["Content-Type", "body: "]);
}

#[test]
fn recognizes_a_catch_all() {
    let project = project("success");
    for response in [html(200, "Welcome"), Response::new(200, "application/json", "{\"ok\": true}")]
    {
        let server = Server::start(move |_| response.clone().into());
        let output = verify(&project, &server.url());
        output.has(1, &["the server responds with success to paths that do not exist ("]);
        output.lacks(&["still public", "older", "differs from the local content"]);
        assert!(output.stdout.lines().count() < 20, "{}", output.all);
    }
}

#[test]
fn stops_at_a_bot_protection() {
    let project = project("protection");
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let server = Server::start(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        html(403, "Just a moment...").into()
    });
    let output = verify(&project, &server.url());
    output.has(1, &["a bot protection responds instead of the site", "not sent: "]);
    assert!(count.load(Ordering::Relaxed) < 150, "{count:?}");
}

#[test]
fn reports_server_errors() {
    let project = project("error");
    let server = Server::start(|_| Response::new(502, "text/html", "<h1>Bad Gateway</h1>").into());
    let output = verify(&project, &server.url());
    output.has(1, &["the server fails with an error (", "  status 502\n"]);
    assert!(output.stdout.lines().count() < 9, "{}", output.all);
}

#[test]
fn names_the_page_of_a_paused_site() {
    let project = project("paused");
    let page = "<!doctype html><h1>Site not available</h1><p>This site was paused as it reached its \
                usage limits. Please contact the site owner for more information.</p>";
    // The page of one host, in any status; the text in a page of the site; the page of another host.
    for (host, status, body, title) in [
        ("netlify", 503, page, "the host has paused the site ("),
        ("netlify", 200, page, "the host has paused the site ("),
        ("netlify", 404, page, "the host has paused the site ("),
        ("netlify", 503, "<h1>Service unavailable</h1>", "the server fails with an error ("),
        ("nginx", 503, page, "the server fails with an error ("),
        (
            "vercel",
            503,
            "503: SERVICE_UNAVAILABLE\nCode: DEPLOYMENT_PAUSED",
            "the host has paused the site (",
        ),
        ("vercel", 502, "502: BAD_GATEWAY", "the server fails with an error ("),
    ] {
        settings(&project, &format!("host: {host}\n"));
        let response = Response::new(status, "text/html", body);
        let server = Server::start(move |_| response.clone().into());
        verify(&project, &server.url()).has(1, &[title]);
    }
    // A profile that quotes the text.
    settings(&project, "host: netlify\n");
    let server = Server::start(|_| {
        let body = "{\"error\": \"This site was paused as it reached its usage limits.\"}";
        Response::new(200, "application/json", body).into()
    });
    verify(&project, &server.url()).has(1, &[]).lacks(&["paused"]);
}

#[test]
fn sends_a_password_and_never_prints_it() {
    let project = project("password");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        if request.value("authorization") == Some("Basic c2VjcmV0") {
            site.respond(request).into()
        } else {
            html(401, "Password").with("WWW-Authenticate", "Basic").into()
        }
    });
    verify(&project, &server.url()).has(
        1,
        &["the server asks for a password (", "  status 401\n", "--header 'Authorization: Basic"],
    );
    let header = ["--header", "Authorization: Basic c2VjcmV0"];
    run(&project, &server.url(), &header).has(0, &["is as expected"]).lacks(&["c2VjcmV0"]);
    let wrong = ["--header", "Authorization: Basic c2VjcmV1"];
    run(&project, &server.url(), &wrong).has(1, &["password"]).lacks(&["c2VjcmV1"]);
}

#[test]
fn shows_no_value_of_a_header_to_a_server_with_secrets() {
    let project = project("echo");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let secret = request.value("x-preview").unwrap_or_default().to_owned();
        site.respond(request).set("Content-Type", Some(&format!("text/x.{secret}"))).into()
    });
    for format in ["human", "json", "github"] {
        let header = ["--header", "X-Preview: c2VjcmV0LXNlY3JldA", "--format", format];
        run(&project, &server.url(), &header).has(1, &["not `application/json`"]).lacks(&["c2Vj"]);
    }
}

#[test]
fn groups_headers_with_many_values() {
    let project = project("variety");
    let site = Site::of(&project);
    let count = AtomicUsize::new(1_000);
    let server = Server::start(move |request| {
        let age = format!("max-age={}", count.fetch_add(1, Ordering::Relaxed));
        let response = site.respond(request);
        match request.target.starts_with("/api/consultant-public/") {
            true => response.set("Cache-Control", Some(&age)).into(),
            false => response.into(),
        }
    });
    let output = verify(&project, &server.url());
    output.has(1, &["Cache-Control: not `public, max-age=300` ("]);
    assert!(output.stdout.lines().count() < 20, "{}", output.all);
}

#[test]
fn does_not_fail_rate_limited_checks() {
    let project = project("limited");
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.target.as_str() {
        "/llms.txt" => Response::new(429, "text/plain", "").into(),
        _ => site.respond(request).into(),
    });
    verify(&project, &format!("{} --timeout 12", server.url()))
        .has(1, &["was not checked completely", "rate-limiting requests"])
        .lacks(&["differs from"]);
}

#[test]
fn stays_below_the_rate_limit_of_the_site() {
    let project = project("paced");
    settings(&project, "rate_limit: { requests: 200, seconds: 1 }\n");
    let site = Site::of(&project);
    let times = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&times);
    let server = Server::start(move |request| {
        log.lock().expect("a log").push(Instant::now());
        site.respond(request).into()
    });
    verify(&project, &format!("{} --host nginx", server.url()));
    let times = times.lock().expect("a log");
    let (first, last) = (times[0], times[times.len() - 1]);
    let rate = times.len() as f64 / (last - first).as_secs_f64();
    assert!(rate < 200.0, "{rate} requests a second");
}

#[test]
fn waits_for_rate_limits() {
    let project = project("rate");
    let site = Site::of(&project);
    let count = Arc::new(AtomicUsize::new(0));
    let server = Server::start(move |request| match count.fetch_add(1, Ordering::Relaxed) {
        number if number % 250 == 249 => Response::new(429, "application/json", "{}").into(),
        _ => site.respond(request).into(),
    });
    verify(&project, &server.url()).has(0, &["is as expected"]);
    let server = Server::start(|_| Response::new(429, "text/plain", "").into());
    let output = verify(&project, &format!("{} --timeout 4", server.url()));
    output.has(1, &["not sent: ", "rate-limiting requests (429)"]);
    assert!(output.time < Duration::from_secs(15), "{:?}", output.time);
}

#[test]
fn counts_known_limitations_separately() {
    let project = project("known");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut read = request.clone();
        let (path, query) = request
            .target
            .split_once('?')
            .map_or((&request.target[..], ""), |(path, _)| (path, &request.target[path.len()..]));
        if path.len() > 1 {
            read.target = format!("{}{query}", path.strip_suffix('/').unwrap_or(path));
        }
        site.respond(&read).into()
    });
    let output = verify(&project, &format!("{} --host netlify", server.url()));
    output.has(0, &["is as expected: ", " limitations of the host", "limitation: ", "slash"]);
}

#[test]
fn reports_the_headers_of_a_preview() {
    let project = project("preview");
    let preview = Preview::start(&project.root, &[]);
    let url = format!("http://127.0.0.1:{}", preview.port);
    verify(&project, &url)
        .has(1, &["Cache-Control: not `public, max-age=300` (", "  received `no-cache`\n"]);
}

#[test]
fn stops_at_the_time_limit() {
    let project = project("slow");
    settings(&project, "cache_seconds: 60\n");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        std::thread::sleep(Duration::from_millis(200));
        Reply::from(site.respond(request))
    });
    let output = verify(&project, &format!("{} --timeout 3 --jobs 2", server.url()));
    output.has(
        1,
        &[
            "was not checked completely",
            "not sent: ",
            "the time limit was reached; use a longer --timeout",
        ],
    );
    assert!(output.time < Duration::from_secs(20), "{:?}", output.time);
}

#[test]
fn reports_public_sources_first() {
    let project = project("sources");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let path = request.target.split('?').next().unwrap_or_default();
        match path {
            "/.git/config" => Response::new(200, "text/html", "[core]").into(),
            "/content/site.yaml" => Response::new(200, "text/plain", "title: x").into(),
            "/" => html(200, "Something else").into(),
            _ => site.respond(request).into(),
        }
    });
    verify(&project, &server.url())
        .has(1, &["  /.git/config: status 200\n", "  /content/site.yaml: status 200\n", "offline"])
        .in_order(&["the sources of the site are public", "all API documents are right"])
        .lacks(&["responds with success to paths", "response to HEAD"]);
}

#[test]
fn reports_errors_with_a_wrong_media_type() {
    let project = project("errors_typed");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        match response.status {
            404 => response.set("Content-Type", Some("text/html")).into(),
            _ => response.into(),
        }
    });
    let output = verify(&project, &server.url());
    let title = "Content-Type: not `application/json`, only in 404 responses (";
    output.has(1, &[title, "  received `text/html`\n"]);
    assert_eq!(output.stdout.matches(" checks)").count(), 1, "{}", output.all);
}

#[test]
fn reports_wrong_responses_to_head() {
    let project = project("head");
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.method.as_str() {
        "HEAD" => Response::new(404, "text/html", "").into(),
        _ => site.respond(request).into(),
    });
    verify(&project, &server.url())
        .has(1, &["status 404 instead of 200 (", "HEAD /api/consultant-public/"])
        .lacks(&["are missing", "HTML pages"]);
}

#[test]
fn reports_problems_of_entity_tags() {
    let project = project("tags");
    for (tag, expected) in
        [(None, "ETag: missing ("), (Some("\"one\""), "ETag: the same for different bodies (")]
    {
        let site = Site::of(&project);
        let server = Server::start(move |request| {
            let response = site.respond(request);
            match request.target.contains("consultant-public") && response.status == 200 {
                true => response.set("ETag", tag).into(),
                false => response.into(),
            }
        });
        verify(&project, &server.url()).has(1, &[expected]).lacks(&["or the same"]);
    }
}

#[test]
fn reports_cookies_without_their_value() {
    let project = project("cookie");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        response.with("Set-Cookie", "visitor=secret").into()
    });
    verify(&project, &server.url())
        .has(1, &["Set-Cookie: must not be present (", "received `visitor=...`", "for /api"])
        .lacks(&["secret"]);
}
