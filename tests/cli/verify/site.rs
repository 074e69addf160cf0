//! A correct site, which tests make wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use vitae::Options;
use vitae::bundle::{Artifact, Body};
use vitae::route::{Routes, preflight_headers};
use vitae::source::Sources;
use vitae::templates::Templates;

use super::server::{Request, Response};
use crate::compilation::compile;
use crate::project::{Project, SITE, profile};

/// Active, with a photo that is published as JPEG.
pub(super) const ANNA: &str = "anna-berg";
/// Active, with a photo that is published as PNG.
pub(super) const BO: &str = "bo-ek";
/// Active, with another JPEG.
pub(super) const CARIN: &str = "carin-dahl";
/// Active, without a photo.
pub(super) const DORIS: &str = "doris-falk";
/// Inactive.
pub(super) const EVA: &str = "eva-glad";

/// Creates content with one consultant of each kind.
pub(super) fn project(name: &str) -> Project {
    let project = Project::site(&format!("verify_{name}"));
    for id in [ANNA, BO, CARIN, DORIS] {
        write(&project, id, "2026-03-04", true);
    }
    write(&project, EVA, "2026-03-04", false);
    for id in [ANNA, CARIN, EVA] {
        project.write(&format!("content/photos/{id}.jpg"), jpeg(id.len()));
    }
    project.write(&format!("content/photos/{BO}.png"), png());
    project
}

/// Encodes a small photo, a different one for each number.
fn jpeg(number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels: Vec<u8> = (0..16 * 16 * 3).map(|at| (at * number % 251) as u8).collect();
    jpeg_encoder::Encoder::new(&mut bytes, 90)
        .encode(&pixels, 16, 16, jpeg_encoder::ColorType::Rgb)
        .expect("pixels");
    bytes
}

/// Encodes a small photo with transparent pixels.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    let pixels: Vec<u8> = (0..16 * 16 * 4).map(|at| (at % 256) as u8).collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

/// Writes a profile with the date of its last change.
pub(super) fn write(project: &Project, id: &str, day: &str, active: bool) {
    let text = profile(&format!("Name of {id}")).replace("2026-03-14", day);
    let text = text.replace("active: true", &format!("active: {active}"));
    project.write(&format!("content/consultants/{id}.yaml"), text);
}

/// Writes settings besides the required ones.
pub(super) fn settings(project: &Project, more: &str) {
    project.write("content/site.yaml", format!("{SITE}{more}"));
}

/// The published state of a project.
#[derive(Clone)]
pub(super) struct Site {
    files: BTreeMap<String, Vec<u8>>,
    routes: Arc<Routes>,
    headers: Vec<(&'static str, String)>,
}

impl Site {
    pub(super) fn of(project: &Project) -> Self {
        Self::in_language(project, None)
    }

    pub(super) fn in_language(project: &Project, language: Option<&str>) -> Self {
        let sources =
            Sources::from_disk(&project.root.join("content"), &Arc::default()).expect("a content");
        let sources = sources.in_language(language).expect("translations");
        let (outcome, files) =
            compile(&sources, &Templates::embedded(), &Options::on(crate::project::day()))
                .expect("it compiles");
        let site = outcome.site.expect("no errors");
        let file = |artifact: &Arc<Artifact>| {
            let bytes = match &artifact.body {
                Body::Document(document) => document.to_vec(),
                Body::Generated(generator) => generator.generate().expect("a photo"),
            };
            (artifact.path.clone(), bytes)
        };
        Self {
            files: files.iter().chain(site.files.iter()).map(file).collect(),
            routes: site.routes,
            headers: site.headers,
        }
    }

    /// Replaces a text in a file.
    pub(super) fn replace(&mut self, path: &str, what: &str, with: &str) {
        let text = String::from_utf8_lossy(&self.files[path]).replace(what, with);
        self.files.insert(path.to_owned(), text.into_bytes());
    }

    /// Returns the correct response.
    pub(super) fn respond(&self, request: &Request) -> Response {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let is_api = path.starts_with("/api");
        let with_headers = |response: Response| {
            let headers = self.headers.iter();
            headers.fold(response, |response, (name, value)| response.with(name, value))
        };
        if request.method == "OPTIONS" && is_api {
            let response = Response { status: 204, ..Response::default() };
            let headers = preflight_headers().into_iter();
            return with_headers(
                headers.fold(response, |response, (name, value)| response.with(name, value)),
            );
        }
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            let body = "{\"error\": \"Method not allowed\"}";
            let response = Response::new(405, "application/json", body).with("Allow", "GET, HEAD");
            return with_headers(response);
        }
        let route = self.routes.find(path, |name| parameter(query, name));
        let route = route.expect("every path has a route");
        let body = &self.files[route.artifact.trim_start_matches('/')];
        let media_type = match route.media_type {
            text @ ("text/html" | "text/plain") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        };
        let mut response = Response::new(route.status, &media_type, body.clone());
        if is_api || route.status == 200 {
            response = with_headers(response);
        }
        if route.status == 200 {
            let digest = Sha256::digest([body, route.artifact.as_bytes()].concat());
            let digits: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let tag = format!("\"{digits}\"");
            if request.value("if-none-match").is_some_and(|known| known == tag || known == "*") {
                response.status = 304;
                response.body.clear();
            }
            response = response.with("ETag", tag);
        }
        response
    }
}

/// Returns the last value of a parameter, decoded.
fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let (_, value) = pairs.rfind(|(key, _)| *key == name)?;
    let mut decoded = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('%') {
        decoded.push_str(before);
        let code = u8::from_str_radix(after.get(..2)?, 16).ok()?;
        decoded.push(code.into());
        rest = &after[2..];
    }
    Some(decoded + rest)
}
