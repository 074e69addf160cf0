//! Faults to plant in a published Netlify site: each is one that someone could make, and the
//! checks have to find it.

use std::fs;
use std::path::Path;

use super::HeadersBy;

/// Something wrong with a published site.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    /// Makes it, in the published folder.
    pub(crate) plant: fn(&Path),
    /// The reading of the header rules with which it shows.
    pub(crate) headers_by: HeadersBy,
    /// A check that has to find it, possibly among others.
    pub(crate) found_by: &'static str,
}

pub(crate) const ALL: &[Fault] = &[
    fault(
        "a photo's rule is missing",
        |dist| drop_lines(dist, "_redirects", "/api/consultant-photo/linnea-sjoqvist"),
        "photo of linnea-sjoqvist",
    ),
    fault(
        "a photo's rule leads to another photo",
        |dist| {
            replace(
                dist,
                "_redirects",
                "/photo/linnea-sjoqvist.jpg",
                "/photo/amara-ndukwe.jpg",
            )
        },
        "photo of linnea-sjoqvist",
    ),
    fault(
        "a JSON Resume's rule is missing",
        |dist| drop_lines(dist, "_redirects", "/api/consultant-public/rosalind-pike"),
        "JSON Resume of rosalind-pike",
    ),
    fault(
        "files go before the rules of JSON Resumes",
        |dist| replace(dist, "_redirects", " 200!", " 200"),
        "JSON Resume of linnea-sjoqvist",
    ),
    fault(
        "one rule with a placeholder stands for those of all JSON Resumes",
        |dist| {
            drop_lines(dist, "_redirects", "/api/consultant-public/");
            let rules = "/api/consultant-public/:id format=jsonresume \
                         /_internal/json-resume/:id.json 200!\n\
                         /api/consultant-public/* /_internal/error/consultant-not-found.json 404\n";
            prepend(dist, "_redirects", rules);
        },
        "JSON Resume of nobody-here",
    ),
    fault(
        "a JSON Resume is missing",
        |dist| {
            let file = dist.join("_internal/json-resume/linnea-sjoqvist.json");
            fs::remove_file(file).expect("a JSON Resume");
        },
        "JSON Resume of linnea-sjoqvist",
    ),
    fault(
        "another value selects the JSON Resume too",
        |dist| {
            let rule = "/api/consultant-public/linnea-sjoqvist format=JSONRESUME \
                        /_internal/json-resume/linnea-sjoqvist.json 200!\n";
            prepend(dist, "_redirects", rule);
        },
        "profile with the value in upper case",
    ),
    fault(
        "unknown photos are answered with 200",
        |dist| {
            let rule = "/api/consultant-photo/* /_internal/error/photo-not-found.json";
            replace(
                dist,
                "_redirects",
                &format!("{rule} 404"),
                &format!("{rule} 200"),
            );
        },
        "photo of nobody-here",
    ),
    fault(
        "nothing answers what is unknown",
        |dist| drop_lines(dist, "_redirects", "* /_internal/error/"),
        "profile of nobody-here",
    ),
    fault(
        "what only the host reads is published",
        |dist| replace(dist, "_redirects", " 404!", " 404"),
        "nothing at /_internal/manifest",
    ),
    fault(
        "an inactive consultant is published",
        |dist| {
            let folder = dist.join("api/consultant-public");
            let from = folder.join("linnea-sjoqvist");
            fs::copy(from, folder.join("karin-ostlund-berg")).expect("writable");
        },
        "profile of karin-ostlund-berg",
    ),
    fault(
        "an inactive consultant is told from an unknown one",
        |dist| {
            let rule = "/api/consultant-public/karin-ostlund-berg \
                        /_internal/error/not-found.json 404\n";
            prepend(dist, "_redirects", rule);
        },
        "profile of karin-ostlund-berg",
    ),
    fault(
        "an error tells more than a message",
        |dist| {
            let file = "_internal/error/consultant-not-found.json";
            replace(dist, file, "{", "{\n  \"status\": 404,");
        },
        "profile of nobody-here",
    ),
    fault(
        "a profile is cut off",
        |dist| {
            let file = dist.join("api/consultant-public/priya-raghunathan");
            let bytes = fs::read(&file).expect("a profile");
            fs::write(&file, &bytes[..bytes.len() - 1]).expect("writable");
        },
        "profile of priya-raghunathan",
    ),
    fault(
        "profiles have no media type",
        |dist| drop_lines(dist, "_headers", "Content-Type:"),
        "profile of linnea-sjoqvist",
    ),
    fault(
        "the catalog has no media type",
        |dist| drop_lines(dist, "_headers", "linkset+json; profile"),
        "the catalog of APIs",
    ),
    fault(
        "no link leads to the catalog",
        |dist| replace(dist, "_headers", "rel=\"api-catalog\"", "rel=\"catalog\""),
        "photo of nobody-here",
    ),
    fault(
        "search engines may list the page",
        |dist| {
            drop_lines(dist, "_headers", "X-Robots-Tag:");
            prepend(dist, "_headers", "/api/*\n  X-Robots-Tag: noindex\n");
        },
        "the page",
    ),
    fault(
        "other sites may not read the answers",
        |dist| drop_lines(dist, "_headers", "Access-Control-Allow-Origin:"),
        "profile of linnea-sjoqvist",
    ),
    fault(
        "browsers may guess the media type",
        |dist| drop_lines(dist, "_headers", "X-Content-Type-Options:"),
        "photo of linnea-sjoqvist",
    ),
    fault(
        "two rules set one header",
        |dist| prepend(dist, "_headers", "/api/*\n  Cache-Control: no-cache\n"),
        "the description",
    ),
    fault(
        "answers may be kept for longer",
        |dist| replace(dist, "_headers", "max-age=300", "max-age=3000"),
        "photo of nobody-here",
    ),
    Fault {
        headers_by: HeadersBy::Target,
        ..fault(
            "the header rules leave out the files that rewrites lead to",
            |dist| replace(dist, "_headers", "/*\n  Access", "/api/*\n  Access"),
            "photo of linnea-sjoqvist",
        )
    },
    fault(
        "the page is missing",
        |dist| fs::remove_file(dist.join("index.html")).expect("a page"),
        "the page",
    ),
];

const fn fault(name: &'static str, plant: fn(&Path), found_by: &'static str) -> Fault {
    Fault {
        name,
        plant,
        headers_by: HeadersBy::Request,
        found_by,
    }
}

/// Changes a file; a fault that changes nothing is none.
fn edit(dist: &Path, file: &str, change: impl Fn(&str) -> String) {
    let path = dist.join(file);
    let text = fs::read_to_string(&path).expect("a published file");
    let changed = change(&text);
    assert!(changed != text, "{file} has nothing to change:\n{text}");
    fs::write(path, changed).expect("writable");
}

fn replace(dist: &Path, file: &str, from: &str, to: &str) {
    edit(dist, file, |text| text.replace(from, to));
}

fn prepend(dist: &Path, file: &str, lines: &str) {
    edit(dist, file, |text| format!("{lines}{text}"));
}

/// Leaves out the lines in which `part` is.
fn drop_lines(dist: &Path, file: &str, part: &str) {
    let keep = |line: &&str| !line.contains(part);
    edit(dist, file, |text| {
        text.split_inclusive('\n').filter(keep).collect()
    });
}
