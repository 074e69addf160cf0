//! Redirects: what vitae requests and prints.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::server::{Response, Server};
use super::site::project;
use super::verify;

#[test]
fn follows_no_redirect() {
    let project = project("redirects");
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let other = Server::start(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        Response::new(200, "text/plain", "").into()
    });
    let location = format!("{}/login?state=internal", other.url());
    let site = Server::start(move |_| {
        Response::new(302, "text/plain", "").with("Location", location.clone()).into()
    });
    let output = verify(&project, &site.url());
    output
        .has(1, &["the server redirects requests (", "verify the URL to which it redirects"])
        .lacks(&["login", "internal", &other.url()]);
    assert!(output.stdout.lines().count() < 9, "{}", output.all);
    assert_eq!(count.load(Ordering::Relaxed), 0, "{}", output.all);
}

#[test]
fn reports_all_redirects_together() {
    let project = project("redirects_many");
    let locations = ["/login", "https://www.example.com/", "//www.example.com", "mailto:x", ""];
    let redirects = [301, 302, 303, 307, 308].into_iter().zip(locations).cycle();
    let redirects = Mutex::new(redirects);
    let site = Server::start(move |_| {
        let redirect = redirects.lock().expect("no panic before").next();
        let (status, location) = redirect.expect("endless");
        Response::new(status, "text/plain", "").with("Location", location).into()
    });
    let statuses = ["  status 301\n", "  status 302\n", "  status 303\n", "  status 307\n"];
    verify(&project, &site.url()).has(1, &statuses);
}
