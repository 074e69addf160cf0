//! The files that mutations start from.

use std::fs;
use std::path::{Path, PathBuf};

use vitae::preview::ROOT;
use walkdir::WalkDir;

/// The largest seed: small files take less time, and each of their bytes matters more.
const MAX_SEED: u64 = 64 << 10;

/// Returns the paths below `directory` for which `select` returns true, in order.
fn files(directory: &str, select: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = WalkDir::new(root.join(directory)).sort_by_file_name().into_iter();
    let entries = entries.filter_map(Result::ok).filter(|entry| {
        let is_small = entry.metadata().is_ok_and(|metadata| metadata.len() <= MAX_SEED);
        let path = entry.path().strip_prefix(root).expect("an entry below the root");
        entry.file_type().is_file() && is_small && select(&path.to_string_lossy())
    });
    entries.map(|entry| entry.into_path()).collect()
}

fn read(paths: impl IntoIterator<Item = PathBuf>) -> Vec<Vec<u8>> {
    let seeds: Vec<_> =
        paths.into_iter().map(|path| fs::read(path).expect("a readable file")).collect();
    assert!(seeds.len() >= 3, "the seeds have moved");
    seeds
}

pub(crate) fn profiles() -> Vec<Vec<u8>> {
    let is_yaml = |path: &str| path.ends_with(".yaml");
    let mut paths = files("tests/fixtures/diagnostics", is_yaml);
    paths.extend(files("tests/fixtures/rounds", is_yaml));
    paths.extend(files("tests/cases", |path| path.contains("/consultants/") && is_yaml(path)));
    paths.extend(files("content/consultants", is_yaml));
    read(paths)
}

pub(crate) fn sites() -> Vec<Vec<u8>> {
    let mut paths = files("tests", |path| path.ends_with("site.yaml"));
    paths.extend(files("content", |path| path.ends_with("site.yaml")));
    read(paths)
}

pub(crate) fn resumes() -> Vec<Vec<u8>> {
    let is_json = |path: &str| path.ends_with(".json");
    let mut paths = files("tests/fixtures/json-resume/corpus", is_json);
    paths.extend(files("tests/fixtures/refusals", is_json));
    paths.extend(files("tests/cases", |path| path.contains("/json-resume/") && is_json(path)));
    read(paths)
}

pub(crate) fn photos() -> Vec<Vec<u8>> {
    let is_photo = |path: &str| [".jpg", ".png", ".webp"].iter().any(|end| path.ends_with(end));
    let mut seeds = read(files("src/photo/tests", is_photo));
    seeds.extend([jpeg(), png(png::ColorType::Rgba), png(png::ColorType::Grayscale)]);
    seeds
}

/// Encodes a small JPEG.
fn jpeg() -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels: Vec<u8> = (0..24 * 16 * 3).map(|at| (at * 7 % 251) as u8).collect();
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
    encoder.encode(&pixels, 24, 16, jpeg_encoder::ColorType::Rgb).expect("pixels");
    bytes
}

/// Encodes a small PNG.
fn png(color: png::ColorType) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
    encoder.set_color(color);
    encoder.add_text_chunk("Author".to_owned(), "Canary".to_owned()).expect("a text");
    let mut writer = encoder.write_header().expect("a header");
    let pixels: Vec<u8> = (0..16 * 16 * color.samples()).map(|at| (at % 256) as u8).collect();
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

/// Returns the templates below a directory, each with its name in the first line.
fn named(directory: &str, select: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let seed = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("a template").to_string_lossy().into_owned();
        [name.as_bytes(), b"\n", &fs::read(&path).expect("a readable file")].concat()
    };
    let seeds: Vec<_> = files(directory, select).into_iter().map(seed).collect();
    assert!(!seeds.is_empty(), "the templates have moved");
    seeds
}

pub(crate) fn templates() -> Vec<Vec<u8>> {
    let is_read = |path: &str| path.ends_with(".j2") || path.ends_with("host.yaml");
    let mut seeds = named("templates/hosts", is_read);
    seeds.extend(named("templates/api", |_| true));
    seeds.extend(named("templates/pages", |_| true));
    seeds
}

pub(crate) fn requests() -> Vec<Vec<u8>> {
    let published = [
        "/",
        "/api/consultant-public/anna-berg",
        "/api/consultant-public/anna-berg?format=jsonresume",
        "/api/consultant-public/eva-glad",
        "/api/openapi.json",
    ];
    let pages = [
        "",
        "?q=anna&show=errors&page=2",
        "anna-berg",
        "_diagnostics",
        "_files/consultants/anna-berg.yaml",
        "photo/anna-berg",
        "assets/preview.css",
    ];
    let pages = pages.map(|page| format!("{ROOT}{page}"));
    let paths = published.map(str::to_owned).into_iter().chain(pages);
    let headers =
        "Host: localhost:4400\nOrigin: http://localhost:4400\nSec-Fetch-Site: same-origin\n";
    let request =
        |path: &str| format!("GET {path} HTTP/1.1\n{headers}If-None-Match: \"a\", W/\"b\"\n\n");
    paths.map(|path| request(&path).into_bytes()).collect()
}

/// Correct headers of a response.
const HEADERS: &str = "Content-Type: application/json\nCache-Control: public, max-age=300\n\
    Access-Control-Allow-Origin: *\nETag: \"0123456789abcdef\"\nVary: Accept-Encoding\n";

pub(crate) fn responses() -> Vec<Vec<u8>> {
    let heads = [
        "200 OK\nContent-Encoding: gzip",
        "200 OK\nContent-Encoding: br",
        "200 OK",
        "206 Partial Content\nContent-Range: bytes 0-9/100",
        "304 Not Modified",
        "302 Found\nLocation: /login",
        "404 Not Found",
        "405 Method Not Allowed\nAllow: GET, HEAD",
        "429 Too Many Requests\nRetry-After: 0",
        "503 Service Unavailable\nServer: cloudflare",
    ];
    let bodies: [&[u8]; 4] = [
        br#"{"error": "Not found"}"#,
        br#"{"id": "anna-berg", "name": "Anna Berg", "lastModified": "2026-03-14T09:30:00+01:00"}"#,
        b"<!doctype html><title>Just a moment...</title>",
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff\xab\x56\x02\0\x0c\x0c\x0c\x0c\x02\0\0\0",
    ];
    let response = |head: &str, body: &[u8]| {
        [format!("HTTP/1.1 {head}\n{HEADERS}\n").as_bytes(), body].concat()
    };
    heads.iter().flat_map(|head| bodies.map(|body| response(head, body))).collect()
}

/// Responses as they go over the wire, after a part of the target that they are for.
pub(crate) fn connections() -> Vec<Vec<u8>> {
    let targets = ["/api/", "anna-berg", "eva-glad", "openapi", "nobody", "OPTIONS", "Host"];
    let responses = responses().into_iter().enumerate().map(|(index, response)| {
        let end = response.windows(2).position(|end| end == b"\n\n").expect("a body");
        let head = String::from_utf8_lossy(&response[..end]).replace('\n', "\r\n");
        let (body, target) = (&response[end + 2..], targets[index % targets.len()]);
        let length = format!("X-Echo: {{secret}}\r\nContent-Length: {}\r\n", body.len());
        [format!("{target}\n{head}\r\n{length}Connection: close\r\n\r\n").as_bytes(), body].concat()
    });
    responses.collect()
}

/// Returns the tokens of a dictionary in the format of libFuzzer: one a line, in quotes, with `\\`, `\"` and
/// `\xAB`.
pub(crate) fn tokens(dictionary: &str) -> Vec<Vec<u8>> {
    let path = format!("fuzz/dictionaries/{dictionary}.dict");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let text = text.expect("a readable file");
    let token = |line: &str| {
        let line = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let mut rest = line.expect("a token is in quotes").as_bytes();
        let mut token = Vec::new();
        while let [first, after @ ..] = rest {
            let (byte, length) = match (first, after) {
                (b'\\', [b'x', high, low, ..]) => {
                    let digits = [*high, *low];
                    let digits = str::from_utf8(&digits).expect("two digits");
                    (u8::from_str_radix(digits, 16).expect("two digits"), 4)
                }
                (b'\\', [escaped, ..]) => (*escaped, 2),
                _ => (*first, 1),
            };
            token.push(byte);
            rest = &rest[length..];
        }
        token
    };
    text.lines().map(token).collect()
}
