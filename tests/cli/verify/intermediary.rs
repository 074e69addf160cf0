//! Sites where something else answers: pages, redirects, protections, errors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::server::{ExpectedResponse, Reply, Server};
use super::site::{Site, project, settings};
use super::{run, verify};
use crate::preview::Preview;

fn html(status: u16, title: &str) -> ExpectedResponse {
    let page = format!("<!DOCTYPE html><title>{title}</title>");
    ExpectedResponse::new(status, "text/html; charset=utf-8", page)
}

#[test]
fn not_found_in_html_is_one_cause() {
    let project = project("html");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let answer = site.answer(request);
        if answer.status == 404 {
            html(404, "Not found").into()
        } else {
            answer.into()
        }
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &["what is not there is answered in HTML, not as a JSON error ("],
    );
    said.lacks(&["Content-Type", "the body"]);
}

#[test]
fn a_success_for_everything_means_nothing() {
    let project = project("success");
    for answer in [
        html(200, "Welcome"),
        ExpectedResponse::new(200, "application/json", "{\"ok\": true}"),
    ] {
        let server = Server::start(move |_| answer.clone().into());
        let said = verify(&project, &server.url());
        said.has(
            1,
            &["it answers 200 also to what does not exist, so 200 means nothing ("],
        );
        said.lacks(&["STILL PUBLISHED", "older", "something else"]);
        assert!(said.stdout.lines().count() < 20, "{}", said.all);
    }
}

#[test]
fn a_redirect_is_told_with_where_it_leads() {
    let project = project("redirect");
    let site = Site::of(&project);
    let right = Server::start(move |request| site.answer(request).into());
    let to = right.url();
    let there = to.clone();
    let server = Server::start(move |request| {
        let location = format!("{there}{}", request.target);
        ExpectedResponse::new(301, "text/plain", "")
            .with("Location", location)
            .into()
    });
    let same = format!("it redirects (301) to the same path at {to} (");
    let way = format!(" -> {to}/api/");
    let said = verify(&project, &server.url());
    said.has(
        1,
        &[
            &same,
            &way,
            "where the status is ",
            "verify the address to which it leads",
        ],
    );
    assert!(said.stdout.lines().count() < 12, "{}", said.all);
}

#[test]
fn a_redirect_loop_is_told_with_the_way_it_goes() {
    let project = project("loop");
    let server = Server::start(|request| {
        let path = request.target.split('?').next().unwrap_or_default();
        let location = match path.strip_suffix('/') {
            Some(path) => path.to_owned(),
            None => format!("{path}/"),
        };
        ExpectedResponse::new(302, "text/plain", "")
            .with("Location", location)
            .into()
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &[
            "it redirects (302) to the same path with a slash after it (",
            "and back to ",
            "nobody ever arrives",
        ],
    );
}

#[test]
fn what_keeps_programs_out_is_named_and_left_alone() {
    let project = project("protection");
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let server = Server::start(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        html(403, "Just a moment...").into()
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &[
            "a protection against bots answers, not the site",
            "not asked: ",
            "consultants nobody was looked at",
        ],
    );
    assert!(count.load(Ordering::Relaxed) < 150, "{count:?}");
}

#[test]
fn a_server_error_is_named() {
    let project = project("error");
    let server =
        Server::start(|_| ExpectedResponse::new(502, "text/html", "<h1>Bad Gateway</h1>").into());
    let said = verify(&project, &server.url());
    said.has(1, &["the server has an error (status 502) ("]);
    assert!(said.stdout.lines().count() < 8, "{}", said.all);
}

#[test]
fn a_password_can_be_given_and_is_never_shown() {
    let project = project("password");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        if request.value("authorization") == Some("Basic c2VjcmV0") {
            site.answer(request).into()
        } else {
            html(401, "Password")
                .with("WWW-Authenticate", "Basic")
                .into()
        }
    });
    verify(&project, &server.url()).has(
        1,
        &[
            "it asks for a password (status 401)",
            "--header 'Authorization: Basic",
        ],
    );
    let header = ["--header", "Authorization: Basic c2VjcmV0"];
    run(&project, &server.url(), &header)
        .has(0, &["answers as promised"])
        .lacks(&["c2VjcmV0"]);
    let wrong = ["--header", "Authorization: Basic c2VjcmV1"];
    run(&project, &server.url(), &wrong)
        .has(1, &["password"])
        .lacks(&["c2VjcmV1"]);
}

#[test]
fn a_short_value_is_no_part_of_what_is_compared() {
    let project = project("short");
    let site = Site::of(&project);
    let server = Server::start(move |request| site.answer(request).into());
    let header = ["--header", "X-Preview: 1"];
    run(&project, &server.url(), &header)
        .has(0, &["answers as promised"])
        .lacks(&["(hidden)"]);
}

#[test]
fn a_value_said_back_is_not_shown() {
    let project = project("echo");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let secret = request.value("x-preview").unwrap_or_default().to_owned();
        let long = format!("{}{secret}", "x".repeat(110));
        site.answer(request)
            .set("Cache-Control", Some(&long))
            .into()
    });
    for format in ["human", "json", "junit", "github"] {
        let header = [
            "--header",
            "X-Preview: c2VjcmV0LXNlY3JldA",
            "--format",
            format,
        ];
        run(&project, &server.url(), &header)
            .has(1, &["(hidden)"])
            .lacks(&["c2Vj"]);
    }
}

#[test]
fn a_cause_with_ever_other_values_is_told_once() {
    let project = project("variety");
    let count = AtomicUsize::new(0);
    let server = Server::start(move |_| {
        let number = count.fetch_add(1, Ordering::Relaxed);
        ExpectedResponse::new(302, "text/plain", "")
            .with("Location", format!("/session/{number}"))
            .into()
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &["it redirects (302) to ", " different places, such as "],
    );
    assert!(said.stdout.lines().count() < 20, "{}", said.all);
    let site = Site::of(&project);
    let count = AtomicUsize::new(1_000);
    let server = Server::start(move |request| {
        let age = format!("max-age={}", count.fetch_add(1, Ordering::Relaxed));
        let answer = site.answer(request);
        match request.target.starts_with("/api/consultant-public/") {
            true => answer.set("Cache-Control", Some(&age)).into(),
            false => answer.into(),
        }
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &["Cache-Control: ", " different values, such as `max-age="],
    );
    assert!(said.stdout.lines().count() < 20, "{}", said.all);
}

#[test]
fn what_is_limited_for_ever_was_not_asked() {
    let project = project("limited");
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.target.as_str() {
        "/llms.txt" => ExpectedResponse::new(429, "text/plain", "").into(),
        _ => site.answer(request).into(),
    });
    verify(&project, &format!("{} --timeout 12", server.url()))
        .has(
            1,
            &["was not asked everything", "limits the rate of requests"],
        )
        .lacks(&["another one than"]);
}

#[test]
fn a_limit_of_the_site_is_kept_to() {
    let project = project("paced");
    settings(&project, "rate_limit: { requests: 200, seconds: 1 }\n");
    let site = Site::of(&project);
    let times = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&times);
    let server = Server::start(move |request| {
        log.lock().expect("a log").push(Instant::now());
        site.answer(request).into()
    });
    verify(&project, &format!("{} --host nginx", server.url()));
    let times = times.lock().expect("a log");
    let (first, last) = (times[0], times[times.len() - 1]);
    let rate = times.len() as f64 / (last - first).as_secs_f64();
    assert!(rate < 200.0, "{rate} requests a second");
}

#[test]
fn a_rate_limit_is_waited_for() {
    let project = project("rate");
    let site = Site::of(&project);
    let count = Arc::new(AtomicUsize::new(0));
    let server = Server::start(move |request| match count.fetch_add(1, Ordering::Relaxed) {
        number if number % 250 == 249 => {
            ExpectedResponse::new(429, "application/json", "{}").into()
        }
        _ => site.answer(request).into(),
    });
    verify(&project, &server.url()).has(0, &["answers as promised"]);
    let server = Server::start(|_| ExpectedResponse::new(429, "text/plain", "").into());
    let said = verify(&project, &format!("{} --timeout 4", server.url()));
    said.has(
        1,
        &["not asked: ", "limits the rate of requests (status 429)"],
    );
    assert!(said.time < Duration::from_secs(15), "{:?}", said.time);
}

#[test]
fn what_the_host_is_known_for_is_no_success_and_no_failure() {
    let project = project("known");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let mut read = request.clone();
        let (path, query) = request
            .target
            .split_once('?')
            .map_or((&request.target[..], ""), |(path, _)| {
                (path, &request.target[path.len()..])
            });
        if path.len() > 1 {
            read.target = format!("{}{query}", path.strip_suffix('/').unwrap_or(path));
        }
        site.answer(&read).into()
    });
    let said = verify(&project, &format!("{} --host netlify", server.url()));
    said.has(
        0,
        &[
            "answers as promised: ",
            " known not to be kept by the host",
            "known: ",
            "slash",
        ],
    );
}

#[test]
fn a_preview_is_known_by_its_one_difference() {
    let project = project("preview");
    let preview = Preview::start(&project.root, &[]);
    let url = format!("http://127.0.0.1:{}", preview.port);
    verify(&project, &url)
        .has(
            1,
            &[
                "Cache-Control: `no-cache` instead of `public, max-age=300` (",
                "it is a preview",
            ],
        )
        .in_order(&["Cache-Control", "it is a preview"]);
}

#[test]
fn a_slow_server_does_not_take_longer_than_it_may() {
    let project = project("slow");
    settings(&project, "cache_seconds: 60\n");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        std::thread::sleep(Duration::from_millis(200));
        Reply::from(site.answer(request))
    });
    let said = verify(&project, &format!("{} --timeout 3 --jobs 2", server.url()));
    said.has(
        1,
        &[
            "was not asked everything",
            "not asked: ",
            "time was up; --timeout gives more",
        ],
    );
    assert!(said.time < Duration::from_secs(20), "{:?}", said.time);
}

#[test]
fn a_project_served_as_it_is_is_the_first_finding() {
    let project = project("sources");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let path = request.target.split('?').next().unwrap_or_default();
        match path {
            "/.git/config" => ExpectedResponse::new(200, "text/html", "[core]").into(),
            "/content/site.yaml" => ExpectedResponse::new(200, "text/plain", "title: x").into(),
            "/" => html(200, "Something else").into(),
            _ => site.answer(request).into(),
        }
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "  /.git/config: status 200\n",
                "  /content/site.yaml: status 200\n",
                "off the net",
            ],
        )
        .in_order(&["the SOURCES of the site are PUBLIC", "something else"])
        .lacks(&["answers 200 also", "HEAD is answered"]);
}

#[test]
fn errors_of_a_wrong_type_are_no_pages() {
    let project = project("errors_typed");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let answer = site.answer(request);
        match answer.status {
            404 => answer.set("Content-Type", Some("text/html")).into(),
            _ => answer.into(),
        }
    });
    let said = verify(&project, &server.url());
    said.has(
        1,
        &["Content-Type: `text/html` instead of `application/json` ("],
    );
    assert_eq!(said.stdout.matches(" checks)").count(), 1, "{}", said.all);
}

#[test]
fn head_alone_is_told_as_such() {
    let project = project("head");
    let site = Site::of(&project);
    let server = Server::start(move |request| match request.method.as_str() {
        "HEAD" => ExpectedResponse::new(404, "text/html", "").into(),
        _ => site.answer(request).into(),
    });
    verify(&project, &server.url())
        .has(
            1,
            &[
                "HEAD is answered otherwise than GET (",
                "HEAD /api/consultant-public/",
            ],
        )
        .lacks(&["missing", "in HTML"]);
}

#[test]
fn entity_tags_are_told_by_their_fault() {
    let project = project("tags");
    for (tag, told) in [
        (None, "ETag: missing ("),
        (Some("\"one\""), "ETag: the same for both formats ("),
    ] {
        let site = Site::of(&project);
        let server = Server::start(move |request| {
            let answer = site.answer(request);
            match request.target.contains("consultant-public") && answer.status == 200 {
                true => answer.set("ETag", tag).into(),
                false => answer.into(),
            }
        });
        verify(&project, &server.url())
            .has(1, &[told])
            .lacks(&["or the same"]);
    }
}

#[test]
fn a_cookie_is_not_promised_and_not_shown() {
    let project = project("cookie");
    let site = Site::of(&project);
    let server = Server::start(move |request| {
        let answer = site.answer(request);
        answer.with("Set-Cookie", "visitor=secret").into()
    });
    verify(&project, &server.url())
        .has(1, &["Set-Cookie: there must be none (", "for /api"])
        .lacks(&["visitor=", "secret"]);
}
