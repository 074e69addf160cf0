//! Redirects to other hosts: what vitae requests, sends and prints.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::server::{Reply, Request, Response, Server};
use super::site::project;
use super::{CommandOutput, run, verify};
use crate::project::Project;

/// A project that is verified at a site which redirects every request to another server.
struct Redirected {
    project: Project,
    site: Server,
    other: Server,
    /// The requests that the other server got.
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Redirected {
    /// Starts the servers. `reply` gets the URL of the other server and the number of the request.
    fn new(name: &str, reply: fn(&str, usize) -> Reply) -> Self {
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        let other = Server::start(move |request| {
            let mut log = log.lock().expect("no panic before");
            log.push(request.clone());
            let own = format!("http://{}", request.value("host").expect("HTTP/1.1"));
            reply(&own, log.len())
        });
        let location = format!("{}/login?state=first", other.url());
        let site = Server::start(move |_| {
            Response::new(302, "text/plain", "").with("Location", location.clone()).into()
        });
        Self { project: project(name), site, other, requests }
    }

    fn verify(&self) -> CommandOutput {
        run(&self.project, &self.site.url(), &["--header", "X-Preview: c2VjcmV0LXNlY3JldA"])
    }
}

#[test]
fn follows_ten_redirects_without_headers() {
    let redirected = Redirected::new("redirects_chain", |own, number| {
        let location = format!("{own}/{number}?token=internal");
        Response::new(302, "text/plain", "").with("Location", location).into()
    });
    let output = redirected.verify();
    let other = redirected.other.url();
    // The site itself has chosen the first URL.
    let chain = format!(" -> {other}/login?state=first{}", format!(" -> {other}").repeat(9));
    output.has(1, &[&format!("{chain} -> ..., which are too many\n")]);
    output.lacks(&["internal"]);
    let requests = redirected.requests.lock().expect("no panic before");
    assert_eq!(requests.len(), 10, "{requests:?}");
    assert!(requests.iter().all(|request| request.value("x-preview").is_none()), "{requests:?}");
}

#[test]
fn one_run_follows_one_chain_of_redirects() {
    let project = project("redirects_chains");
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let other = Server::start(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        Response::new(200, "text/plain", "").into()
    });
    let url = other.url();
    let statuses = [301, 302, 303, 307, 308].into_iter().cycle();
    let statuses = Mutex::new(statuses);
    let site = Server::start(move |_| {
        let status = statuses.lock().expect("no panic before").next().expect("endless");
        Response::new(status, "text/plain", "").with("Location", url.clone()).into()
    });
    let output = verify(&project, &site.url());
    output.has(1, &["redirects (301)", "redirects (308)", "which responds with status 200"]);
    assert_eq!(count.load(Ordering::Relaxed), 1, "{}", output.all);
}

#[test]
fn hides_errors_of_other_hosts() {
    let redirected = Redirected::new("redirects_errors", |_, _| {
        Reply::Bytes(b"HTTP/1.1 200 OK\r\nX-Internal: \x01\r\n\r\n".to_vec())
    });
    let output = redirected.verify();
    let other = redirected.other.url();
    output.has(1, &[&format!(" -> {other}/login?state=first, which does not respond\n")]);
    output.lacks(&["malformed"]);
}
