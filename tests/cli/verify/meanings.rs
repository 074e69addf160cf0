//! Proxies that change the spelling of responses, and those that change their meaning.

use super::server::{Response, Server};
use super::site::{Site, project, settings};
use super::{CommandOutput, verify};
use crate::project::Project;

/// Verifies a correct site behind a proxy that changes its responses; the first argument is the path and the query.
fn behind(
    project: &Project,
    proxy: impl Fn(&str, Response) -> Response + Send + Sync + 'static,
) -> CommandOutput {
    let site = Site::of(project);
    let server = Server::start(move |request| {
        let response = site.respond(request);
        proxy(&request.target, response).into()
    });
    verify(project, &server.url())
}

fn value<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    let mut headers = response.headers.iter();
    headers.find(|(header, _)| header == name).map(|(_, value)| value.as_str())
}

#[test]
fn accepts_parameters_that_json_does_not_define() {
    let project = project("meanings_json");
    let output = behind(&project, |_, response| match value(&response, "Content-Type") {
        Some("application/json") => {
            response.set("Content-Type", Some("application/json; charset=utf-8"))
        }
        _ => response,
    });
    output.has(0, &["is as expected"]);
}

#[test]
fn reports_texts_in_another_charset() {
    let project = project("meanings_charset");
    let output = behind(&project, |target, response| match target {
        "/llms.txt" => response.set("Content-Type", Some("text/plain; charset=iso-8859-1")),
        "/robots.txt" => response.set("Content-Type", Some("Text/Plain;charset=\"UTF-8\"")),
        _ => response,
    });
    let title = "Content-Type: a text in another charset than UTF-8 (";
    output.has(1, &[title, "  received `text/plain; charset=iso-8859-1`\n", "GET /llms.txt"]);
    output.lacks(&["/robots.txt"]);
}

#[test]
fn compares_cache_control_as_a_set() {
    let project = project("meanings_directives");
    let with = |value: &'static str| {
        behind(&project, move |_, response| response.set("Cache-Control", Some(value)))
    };
    with("Max-Age=300,public").has(0, &["is as expected"]);
    let title = "Cache-Control: not `public, max-age=300` (";
    for other in ["public, max-age=3000", "public, max-age=300, no-transform", "max-age=300"] {
        with(other).has(1, &[title]);
    }
}

#[test]
fn accepts_a_header_twice_with_one_value() {
    let project = project("meanings_twice");
    let twice = |name: &'static str| {
        behind(&project, move |_, response| match value(&response, name).map(str::to_owned) {
            Some(value) => response.with(name, value),
            None => response,
        })
    };
    for name in ["X-Content-Type-Options", "X-Robots-Tag", "Link", "Cache-Control"] {
        twice(name).has(0, &["is as expected"]);
    }
    for name in ["Access-Control-Allow-Origin", "Cross-Origin-Resource-Policy"] {
        twice(name).has(1, &[&format!("{name}: present more than once (")]);
    }
}

#[test]
fn accepts_harmless_differences() {
    let project = project("meanings_harmless");
    let link = "<https://cdn.example/x,y.css>; rel=preload; title=\"a, b\"";
    behind(&project, move |target, mut response| {
        let links = value(&response, "Link").map(str::to_owned);
        if let Some(links) = links {
            response = response.set("Link", None);
            for link in links.split(", <") {
                let link = link.trim_start_matches('<').replace("\"service-desc\"", "service-desc");
                response = response.with("Link", format!("<{link}"));
            }
            response = response.with("Link", link);
        }
        if !target.starts_with("/api") && response.status == 200 {
            response = response.set("Cross-Origin-Resource-Policy", Some("same-origin"));
        }
        response
            .set("Cache-Control", Some("Public, Max-Age=\"300\""))
            .set("X-Content-Type-Options", Some("NOSNIFF"))
    })
    .has(0, &["is as expected"]);
    // What they mean is still compared.
    for (name, value, title) in [
        ("Link", "</api/openapi.json>; rel=service-desc", "Link: not `</api/openapi.json>"),
        ("Cache-Control", "public, max-age=\"3000\"", "Cache-Control: not `public, max-age=300` ("),
        ("X-Content-Type-Options", "sniff", "X-Content-Type-Options: not `nosniff` ("),
    ] {
        behind(&project, move |_, response| response.set(name, Some(value)))
            .has(1, &[title, &format!("  received `{value}`\n")]);
    }
}

#[test]
fn reports_which_responses_lack_a_header() {
    let project = project("meanings_status");
    for (status, also, suffix) in [
        (404, 404, ", only in 404 responses ("),
        (304, 304, ", only in 304 responses ("),
        (200, 200, " ("),
        (404, 200, " ("),
    ] {
        behind(&project, move |_, response| match response.status {
            it if it == status || it == also => response.set("Access-Control-Allow-Origin", None),
            _ => response,
        })
        .has(1, &[&format!("Access-Control-Allow-Origin: missing{suffix}")])
        .lacks(&["received"]);
    }
}

#[test]
fn reports_another_resource_policy() {
    let project = project("meanings_policy");
    let output = behind(&project, |_, response| {
        response.set("Cross-Origin-Resource-Policy", Some("same-origin"))
    });
    output.has(1, &["Cross-Origin-Resource-Policy: not `cross-origin` ("]);
}

#[test]
fn reports_a_site_that_search_engines_must_not_index() {
    let project = project("meanings_indexing");
    let preview = |value: &'static str| {
        behind(&project, move |_, response| response.set("X-Robots-Tag", Some(value)))
    };
    settings(&project, "indexing: true\n");
    behind(&project, |_, response| response).has(0, &["is as expected"]);
    preview("all").has(0, &["is as expected"]);
    preview("nofollow, NoIndex").has(1, &["X-Robots-Tag: `noindex` (", "deploy previews of many"]);
    settings(&project, "indexing: false\n");
    preview("noindex, nofollow").has(0, &["is as expected"]);
    preview("all").has(1, &["X-Robots-Tag: not `noindex` ("]);
}

#[test]
fn a_changed_page_without_its_tag_has_one_cause() {
    let project = project("meanings_page");
    let output = behind(&project, |target, mut response| {
        if target == "/" && response.status == 200 {
            response.body.extend(b"<script></script>");
            return response.set("ETag", None);
        }
        response
    });
    output.has(1, &["is changed, although all API documents are right (", "  /: "]);
    output.lacks(&["ETag", "differs from the local content"]);
    assert_eq!(output.stdout.matches("= help: ").count(), 1, "{}", output.all);
}

#[test]
fn names_what_is_in_front_of_the_site_first() {
    let project = project("meanings_robots");
    let change = |target: &str, mut response: Response| {
        if target == "/robots.txt" && response.status == 200 {
            response.body.splice(0..0, *b"User-agent: Bot\nDisallow: /\n");
        }
        response
    };
    let output = behind(&project, change);
    output.has(1, &["  /robots.txt: ", "= help: a proxy or CDN changes it"]);
    output.lacks(&["= help: publish again"]);
    // An API document differs, too: the site can be an older one.
    let output = behind(&project, move |target, mut response| {
        if target == "/api/openapi.json" && response.status == 200 {
            response.body.push(b'\n');
        }
        change(target, response)
    });
    output.has(1, &["  /robots.txt: ", "= help: publish again"]);
    output.lacks(&["a proxy or CDN changes it"]);
}

/// Web servers that send the files of `dist/` without any rule.
#[test]
fn reports_once_that_the_rules_are_not_applied() {
    let project = project("meanings_rules");
    let output = behind(&project, move |_, response| {
        let page = "<!DOCTYPE html><title>Not found</title>";
        let response = match response.status {
            404 => Response::new(404, "text/html", page),
            _ => response,
        };
        let kept = ["Content-Type", "ETag"];
        let names: Vec<String> = response.headers.iter().map(|(name, _)| name.clone()).collect();
        let names = names.iter().filter(|name| !kept.contains(&&name[..]));
        let response = names.fold(response, |response, name| response.set(name, None));
        response.with("Server", "c2VjcmV0")
    });
    let title = "the server at this address does not apply the rules of `netlify` (";
    output.has(1, &[title]).lacks(&["c2Vj", "missing", "404 responses"]);
    assert_eq!(output.stdout.matches("= help: ").count(), 1, "{}", output.all);
}
