//! Starting, stopping, and many clients at the same time. `src/preview/http_connection.rs` tests the
//! limits of a single client.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::thread::sleep;
use std::time::Duration;

use super::{FILE, PROFILE, Preview, anna};
use crate::project::{Project, install, profile, text};
use crate::sampling::runs_slow_test;

#[test]
fn slow_requests_do_not_block_others() {
    let project = anna("serve_stalling");
    let preview = Preview::start(&project.root, &[]);
    let mut slow: Vec<_> = (0..100).map(|_| preview.connect()).collect();
    for stream in &mut slow {
        let half = format!("GET {PROFILE} HTTP/1.1\r\nHost: local");
        stream.write_all(half.as_bytes()).expect("the preview accepts data");
    }
    let streams: Vec<_> = (0..50).map(|_| preview.events()).collect();
    assert_eq!(preview.get(PROFILE).status, 200);
    drop((slow, streams));
    assert_eq!(preview.get(PROFILE).status, 200);
}

#[test]
fn many_pages_follow_changes() {
    let project = anna("serve_many_pages");
    let preview = Preview::start(&project.root, &[]);
    let mut pages: Vec<_> = (0..250).map(|_| preview.events()).collect();
    assert!(pages.iter_mut().all(|page| page.revision() == 1));
    assert_eq!(preview.get(PROFILE).status, 200);
    project.write(FILE, profile("Anna Nyberg"));
    assert!(pages.iter_mut().all(|page| page.revision() == 2));
}

#[test]
fn clients_that_never_read_do_not_block_others() {
    let project = anna("serve_unread");
    let preview = Preview::start(&project.root, &[]);
    let request = format!("GET {PROFILE} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", preview.port);
    let unread: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = preview.connect();
            let _ = stream.write_all(request.repeat(20).as_bytes());
            stream
        })
        .collect();
    assert_eq!(preview.get(PROFILE).status, 200);
    drop(unread);
}

/// Clients that send nothing lose their connections after some seconds.
#[test]
fn clients_wait_while_too_many_are_connected() {
    if !runs_slow_test("the limit of connections", "connections::") {
        return;
    }
    let project = anna("serve_full");
    let preview = Preview::start(&project.root, &[]);
    let silent: Vec<_> = (0..500).map(|_| preview.connect()).collect();
    assert_eq!(preview.get(PROFILE).status, 200);
    drop(silent);
}

#[test]
fn writes_nothing_and_stops_when_interrupted() {
    let project = Project::sample("serve_reads");
    project.succeed("build");
    let before = project.files(".");
    let mut preview = Preview::start(&project.root, &[]);
    assert_eq!(preview.get("/_preview/").status, 200);
    assert_eq!(preview.get("/api/consultant-photo/linnea-sjoqvist").status, 200);
    let stream = preview.events();
    let status = preview.interrupt();
    assert_eq!(status.code(), Some(0));
    drop(stream);
    assert!(project.files(".") == before, "files changed");
}

#[test]
fn reports_why_it_cannot_start() {
    let project = anna("serve_start");
    let fails = |arguments: &str, error: &str| {
        let output = project.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(error), "{}", text(&output));
    };
    fails(
        "serve --listen 127.0.0.1:0 --content nowhere",
        "the content directory nowhere does not exist; run the command in the project's directory",
    );
    let used = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = used.local_addr().expect("an address");
    fails(&format!("serve --listen {address}"), &format!("cannot listen on {address}"));
    fails("serve --listen nonsense", "invalid value");
    fails("serve --listen 127.0.0.1:0 --templates nowhere", "cannot list nowhere");
}

/// Browsers cannot open `0.0.0.0`.
#[test]
fn prints_a_url_that_browsers_can_open() {
    let project = anna("serve_every_address");
    // `start_as` reads the URL that the preview prints.
    let preview = Preview::start_as(&project.root, &["--listen", "0.0.0.0:0"]);
    let host = format!("127.0.0.1:{}", preview.port);
    let response = preview.request("GET", "/_preview/", &[("Host", &host)]);
    assert_eq!(response.status, 200);
}

#[test]
fn selects_a_free_port_by_default() {
    let project = anna("serve_ports");
    let first = Preview::start_as(&project.root, &[]);
    let second = Preview::start_as(&project.root, &[]);
    assert_ne!(first.port, second.port);
    for preview in [&first, &second] {
        assert!((4400..4500).contains(&preview.port));
        assert_eq!(preview.get(PROFILE).status, 200);
    }
}

#[test]
fn opens_the_default_browser() {
    let project = anna("serve_open");
    let opener = "#!/bin/sh\nprintf %s \"$1\" > opened.new\nmv opened.new opened\n";
    install(&project.root.join("bin/xdg-open"), opener);
    let path = std::env::var("PATH").expect("a PATH");
    let path = format!("{}:{path}", project.root.join("bin").display());
    let preview = Preview::start_with(
        &project.root,
        &["--listen", "127.0.0.1:0", "--open"],
        &[("PATH", &path)],
    );
    let opened = project.root.join("opened");
    while !opened.exists() {
        sleep(Duration::from_millis(10));
    }
    let url = format!("http://127.0.0.1:{}/_preview/", preview.port);
    assert_eq!(fs::read_to_string(opened).expect("a URL"), url);
}
