//! Puts a unique word into everything that must not be published and searches for it in the output.

use std::path::Path;

use serde_json::{Map, Value as Json, json};
use vitae::document::Document;
use vitae::model::profile::Profile;

use crate::own_server::{decompressed, serve_from_own_server};
use crate::project::{Project, profile, repository, text};

/// The unique word. Fields have it in upper or lower case, because some allow only one of them.
const CANARY: &str = "canary";
/// Discovery documents, which must not name any consultant.
const DISCOVERY: [&str; 3] = [".well-known/api-catalog", "llms.txt", "robots.txt"];
const DATES: [&str; 2] = ["1987-06-05", "1986-05-04"];

/// Returns a document with a unique, recognizable value in every field. It is derived from the schema,
/// so that it has every new field, too.
pub(crate) fn full(schema: &Json, path: &str) -> Json {
    let number =
        path.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let pattern = schema["pattern"].as_str().unwrap_or_default();
    let kind = schema["type"].as_str().or(schema["type"][0].as_str()).unwrap_or("object");
    match kind {
        "boolean" => json!(true),
        "array" => json!([full(&schema["items"], &format!("{path}-item"))]),
        "string" if schema["format"] == "uri" || pattern.contains("[Hh][Tt][Tt][Pp]") => {
            json!(format!("https://canary-{number}.example.com/"))
        }
        "string" if pattern.contains("@[") => json!(format!("canary-{number}@example.com")),
        "string" if pattern.contains("[Tt ]") => json!("1987-06-05T04:03:02+01:00"),
        "string" if path.ends_with("publish_from") => json!("1985-04-03"),
        "string" if path.ends_with("publish_until") => json!("2985-04-03"),
        "string" if pattern.contains("^[12]") && path.contains("end") => json!("1987-06-05"),
        "string" if pattern.contains("^[12]") => json!("1986-05-04"),
        "string" if pattern.contains("[a-z0-9_]+") => json!(format!("canary_{number}")),
        "string" => json!(format!("Canary {number} of {path}")),
        "object" => {
            let mut object = Map::new();
            // `photo` names a file.
            let fields = schema["properties"].as_object().into_iter().flatten();
            for (key, property) in fields.filter(|(key, _)| *key != "photo") {
                object.insert(key.clone(), full(property, &format!("{path}-{key}")));
            }
            let others = &schema["additionalProperties"];
            if others.is_object() {
                object.insert(format!("canary_key_{number}"), full(others, &format!("{path}-any")));
            } else if others != &json!(false) {
                let key = format!("canary_key_{number}");
                object.insert(key, json!({ "canary": [format!("Canary {number}")] }));
            }
            object.into()
        }
        other => panic!("{path}: no value for {other}"),
    }
}

/// Returns every file in `dist` and in the cache that contains a canary.
fn canaries(project: &Project) -> Vec<String> {
    let mut found = Vec::new();
    // The cache may hold the names of a consultant's files, but nothing else.
    let without_name = |(path, bytes): (String, Vec<u8>)| {
        let text: String = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect();
        let text = text.replace("canary-bird", "").replace("canary-holiday", "");
        (path, text.into_bytes())
    };
    let cache = project.files(".vitae").into_iter().map(without_name);
    for (path, bytes) in project.files("dist").into_iter().chain(cache) {
        let bytes = match path.ends_with(".gz") {
            true => decompressed(&bytes),
            false => bytes,
        };
        let lower = bytes.to_ascii_lowercase();
        let needles = [CANARY].into_iter().chain(DATES);
        for needle in needles.filter(|needle| {
            let contains =
                |bytes: &[u8]| bytes.windows(needle.len()).any(|w| w == needle.as_bytes());
            contains(&lower) || path.to_ascii_lowercase().contains(needle)
        }) {
            found.push(format!("{path}: {needle}"));
        }
    }
    found
}

/// Returns a JPEG with canaries in EXIF, XMP, IPTC, APP12, a comment and after the end of the image.
fn jpeg_with_canaries(jpeg: &[u8]) -> Vec<u8> {
    let mut segments = Vec::new();
    let mut segment = |marker: u8, body: &[u8]| {
        segments.extend([0xFF, marker]);
        segments.extend(u16::try_from(body.len() + 2).expect("short").to_be_bytes());
        segments.extend(body);
    };
    // One IFD with one ASCII entry: ImageDescription (0x010E).
    let mut exif =
        b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x0E\0\x02\0\0\0\x10\0\0\0\x1A\0\0\0\0".to_vec();
    exif.extend(b"Canary of EXIF!\0");
    segment(0xE1, &exif);
    segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Canary of XMP</x:xmpmeta>");
    segment(0xED, b"Photoshop 3.0\08BIM\x04\x04\0\0\0\0\0\x13\x1C\x02\x78\0\x0ECanary of IPTC");
    segment(0xEC, b"Ducky Canary of APP12");
    segment(0xFE, b"Canary of a comment");
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend(segments);
    bytes.extend(&jpeg[2..]);
    bytes.extend(b"Canary after the end");
    bytes
}

/// Returns a PNG with canaries in text chunks and after the end of the image.
fn png_with_canaries(source: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(source)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder.add_text_chunk("Comment".into(), "Canary of tEXt".into()).expect("Latin-1");
    encoder.add_ztxt_chunk("Author".into(), "Canary of zTXt".into()).expect("Latin-1");
    encoder.add_itxt_chunk("XML:com.adobe.xmp".into(), "Canary of iTXt".into()).expect("text");
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes.extend(b"Canary after the end");
    bytes
}

fn webp_with_canaries() -> Vec<u8> {
    let mut chunks = vec![];
    let mut chunk = |name: &[u8; 4], payload: &[u8]| {
        chunks.extend(name);
        chunks.extend(u32::try_from(payload.len()).expect("short").to_le_bytes());
        chunks.extend(payload);
        chunks.extend(&[0][..payload.len() % 2]);
    };
    let mut picture = Vec::new();
    image::codecs::webp::WebPEncoder::new_lossless(&mut picture)
        .encode(&[90; 8 * 8 * 3], 8, 8, image::ExtendedColorType::Rgb8)
        .expect("pixels");
    // Flags: a profile, EXIF and XMP. Then the width and the height, minus one.
    chunk(b"VP8X", &[0x2C, 0, 0, 0, 7, 0, 0, 7, 0, 0]);
    chunk(b"ICCP", b"Canary of a profile");
    chunk(b"VP8L", &picture[20..]);
    chunk(b"EXIF", b"MM\0\x2A Canary of EXIF");
    chunk(b"XMP ", b"<x:xmpmeta>Canary of XMP</x:xmpmeta>");
    chunk(b"priv", b"Canary of a private chunk");
    let length = u32::try_from(chunks.len() + 4).expect("short").to_le_bytes();
    [b"RIFF", &length[..], b"WEBP", &chunks, b"Canary behind the end"].concat()
}

fn project_with_canaries(name: &str, active: bool) -> Project {
    let project = Project::sample_with_one_photo(name);
    let photo = |name: &str| {
        let path = Path::new("content/photos").join(name);
        std::fs::read(repository().join(path)).expect("a photo")
    };
    let mut document = full(&Profile::editor_schema(), "profile");
    document["active"] = active.into();
    document["photo"] = "canary-holiday.jpg".into();
    if active {
        document.as_object_mut().expect("an object").shift_remove("internal");
        document.as_object_mut().expect("an object").shift_remove("consent");
    }
    // JSON is valid YAML.
    let yaml = serde_json::to_string_pretty(&document).expect("JSON");
    project.write("content/consultants/canary-bird.yaml", yaml);
    project
        .write("content/photos/canary-holiday.jpg", jpeg_with_canaries(&photo("amara-ndukwe.jpg")));
    project
}

#[test]
fn publishes_nothing_private() {
    let project = project_with_canaries("privacy/inactive", false);
    let internal = "\
consent: {given: 1986-05-04, reference: Canary}
publish_until: 2985-04-03
internal:
  consent: Canary consent
  review: {canary_date: 1987-06-05, by: [Canary]}
";
    let photos = [
        ("small-jpeg", "amara-ndukwe.jpg", "jpg"),
        ("large-jpeg", "linnea-sjoqvist.jpg", "jpg"),
        ("rotated-jpeg", "lukasz-brzezniak.jpg", "jpg"),
        ("transparent-png", "priya-raghunathan.png", "png"),
        ("opaque-png", "henrik-tallbacka.png", "png"),
    ];
    for (id, source, extension) in photos {
        project.write(&format!("content/consultants/{id}.yaml"), profile("Anna Berg") + internal);
        let source =
            std::fs::read(repository().join("content/photos").join(source)).expect("a photo");
        let bytes = match extension {
            "jpg" => jpeg_with_canaries(&source),
            _ => png_with_canaries(&source),
        };
        project.write(&format!("content/photos/{id}.{extension}"), bytes);
    }
    project.write("content/consultants/webp.yaml", profile("Anna Berg") + internal);
    project.write("content/photos/webp.webp", webp_with_canaries());
    project.succeed("build");
    assert_eq!(canaries(&project), Vec::<String>::new());
    serve_from_own_server(&project, true);
    project.succeed("build");
    assert_eq!(canaries(&project), Vec::<String>::new());
    let published = project.files("dist");
    for file in DISCOVERY {
        assert!(published.contains_key(file), "{file}");
    }
    let has_period = |bytes: &[u8]| bytes.windows(10).any(|text| text == b"2985-04-03");
    assert!(!published.values().any(|bytes| has_period(bytes)), "a file has `publish_until`");
    assert!(published.contains_key("api/consultant-public/small-jpeg.gz"));
    for file in [
        "small-jpeg.jpg",
        "large-jpeg.jpg",
        "rotated-jpeg.jpg",
        "transparent-png.png",
        "opaque-png.jpg",
        "webp.jpg",
    ] {
        assert!(published.contains_key(&format!("_internal/photo/{file}")), "{file}");
    }
}

#[test]
fn publishes_nothing_of_a_consultant_outside_of_the_publication_period() {
    let project = project_with_canaries("privacy/period", true);
    for day in ["1985-04-02", "2985-04-04"] {
        let printed = project.succeed(&format!("build --as-of {day}"));
        assert_eq!(canaries(&project), Vec::<String>::new(), "{day}");
        assert!(!printed.contains(CANARY), "{printed}");
    }
}

/// A value of `internal` is not published, or the build fails and publishes nothing.
#[test]
fn publishes_no_internal_value_in_any_place_or_spelling() {
    let project = Project::site("privacy/internal");
    let published = [
        "internal: {note: Canary}",
        "\"internal\": {note: Canary}",
        "'internal': {note: [Canary]}",
        "\"int\\u0065rnal\": {note: Canary}",
        "? internal\n: {note: Canary}",
        "internal:\n  internal: {internal: Canary}",
        "internal:\n  note: |\n    name: Canary\n    title: Canary",
        "internal: Canary",
        "internal: \"Canary: #canary\"",
        "internal: |\n  name: Canary\n  title: Canary",
        "internal: [Canary, {title: Canary}]",
        "internal:\n- Canary\n- title: Canary",
        "internal: {published: Canary}",
        "internal: [published, Canary]",
    ];
    let rejected = [
        "Internal: {note: Canary}",
        "INTERNAL: {note: Canary}",
        "internals: {note: Canary}",
        "internal: &notes {title: Canary}\n<<: *notes",
        "internal: &notes Canary\ntitle: *notes",
        "internal: &notes {short: Canary}\nsummary: *notes",
        "internal: &notes {short: Canary}\nsummary: {<<: *notes}",
        "!!str internal: {note: Canary}",
        "internal: {note: Canary}\n---\ntitle: Canary",
        "attributes: {internal: {note: Canary}}",
        "attributes: {Internal: {note: Canary}}",
        "attributes: {_internal: {note: Canary}}",
        "attributes: {\" internal\\u00A0\": {note: Canary}}",
        "attributes: {notes: [[{internal: Canary}]]}",
        "attributes: {\"int\\u0065rnal\": Canary}",
        "attributes: {json_resume: {internal: Canary}}",
        "personal: {internal: {note: Canary}}",
        "card: {internal: Canary}",
        "employment: [{organization: Nordvik, role: Architect, internal: Canary}]",
        "skills: {languages: [{name: Swedish, extra: {internal: Canary}}]}",
    ];
    let build = |yaml: &str| {
        let written = format!("{}{yaml}\n", profile("Anna Berg"));
        project.write("content/consultants/anna-berg.yaml", written);
        let output = project.run("build");
        assert_eq!(canaries(&project), Vec::<String>::new(), "{yaml}");
        (output.status.code(), text(&output))
    };
    for yaml in published {
        let (code, printed) = build(yaml);
        assert_eq!(code, Some(0), "{yaml}");
        let others = ["check", "check --format json", "diff dist"];
        let others = others.map(|command| text(&project.run(command))).concat();
        assert!(!(printed + &others).to_lowercase().contains(CANARY), "{yaml}\n{others}");
    }
    let before = project.files("dist");
    for yaml in rejected {
        assert_eq!(build(yaml).0, Some(1), "{yaml}");
        assert_eq!(before, project.files("dist"), "{yaml}");
    }
}

/// A résumé with a canary in each kind of value that an import keeps under `internal`.
fn resume_with_canaries() -> Json {
    json!({
        "basics": {
            "name": "Anna Berg", "email": "canary-email", "url": "canary url", "image": "canary.png",
            "birthDate": "1987-06-05", "pronouns": "Canary", "label": "Architect", "summary": {"en": "Canary", "de": "Canary"},
            "location": {"address": "Canarygatan 1", "postalCode": "canary", "city": "Lund", "planet": "Canary"},
            "profiles": [{"network": "Phone", "username": "canary"}],
        },
        "work": [
            {"name": "A", "startDate": "canary", "endDate": "2020", "salary": "canary", "internal": "Canary", "roles": [{"title": "Canary"}]},
            {"name": "B", "startDate": "1987-06-05", "endDate": "1986", "highlights": ["", "canary@example.org"]},
        ],
        "references": [{"name": "Bo Ek", "email": "canary@example.net", "picture": "canary.jpg"}],
        "projects": [{"name": "P", "facts": [{"label": "Salary", "amount": "Canary"}, "token=canary"]}],
        "languages": [{"fluency": "Canary"}],
        "awards": [{"title": "Canary", "hidden": true}, {"title": "T", "_note": "Canary"}],
        "applications": [{"company": "Canary"}],
        "notes": "Canary",
        "meta": {"theme": "even", "template": {"canary": "Canary"}},
    })
}

#[test]
fn publishes_nothing_that_an_import_keeps_under_internal() {
    let project = Project::site("privacy/import");
    project.write("resume.json", resume_with_canaries().to_string());
    project.succeed("import resume.json");
    let path = "content/consultants/anna-berg.yaml";
    let profile = project.read(path).replacen("active: false", "active: true", 1);
    let (public, internal) = profile.split_once("\ninternal:").expect("notes");
    assert!(!public.to_lowercase().contains(CANARY), "{public}");
    let values = resume_with_canaries().to_string().to_lowercase();
    let count = |text: &str| text.to_lowercase().matches(CANARY).count();
    assert_eq!(count(internal), count(&values), "{internal}");
    project.write(path, &profile);
    let plain = project.succeed("build");
    assert_eq!(canaries(&project), Vec::<String>::new());
    serve_from_own_server(&project, true);
    let printed = project.succeed("build") + &plain;
    assert_eq!(canaries(&project), Vec::<String>::new());
    assert!(!printed.to_lowercase().contains(CANARY), "{printed}");
    let published = project.read("dist/api/consultant-public/anna-berg");
    assert!(published.contains("Architect") && published.contains("Bo Ek"), "{published}");
}

#[test]
fn finds_canaries_in_public_fields() {
    let project = project_with_canaries("privacy/active", true);
    serve_from_own_server(&project, true);
    let said = project.succeed("build");
    let found = canaries(&project);
    for place in [
        "api/consultant-public/canary-bird.gz: canary",
        "_internal/json-resume/canary-bird.json.gz: canary",
        "api/consultant-public/canary-bird: canary",
        "api/consultant-public/canary-bird: 1987-06-05",
        "_internal/json-resume/canary-bird.json: canary",
    ] {
        assert!(found.contains(&place.to_owned()), "{place} is not in {found:?}\n{said}");
    }
    let has_file_name = |bytes: &[u8]| bytes.windows(14).any(|text| text == b"canary-holiday");
    assert!(!project.files("dist").values().any(|bytes| has_file_name(bytes)), "a file name");
    let listed = |place: &String| DISCOVERY.iter().any(|file| place.starts_with(file));
    assert!(!found.iter().any(listed), "{found:?}");
}

#[test]
fn error_in_another_profile_publishes_no_inactive_consultant() {
    let project = project_with_canaries("privacy/error", false);
    project.succeed("build");
    project.write("content/consultants/rosalind-pike.yaml", "active: true\nnme: Canary\n");
    let output = project.run("build");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert_eq!(canaries(&project), Vec::<String>::new());
}

#[test]
fn a_build_prints_no_warnings_about_inactive_consultants() {
    let project = Project::site("privacy/build-log");
    project.write("content/consultants/anna-berg.yaml", profile("Anna Berg"));
    let contact = "personal: {contact: {phone: \"070 174 06 05\"}}\n";
    let inactive = profile("Bo Ek").replace("active: true", "active: false") + contact;
    project.write("content/consultants/bo-ek.yaml", inactive);
    let check = project.run("check");
    assert!(text(&check).contains("070 174"), "{}", text(&check));
    let build = project.run("build");
    assert_eq!(build.status.code(), Some(0), "{}", text(&build));
    let printed = [build.stdout, build.stderr].concat();
    assert!(!String::from_utf8_lossy(&printed).contains("070 174"));
    let denied = project.run("build --deny warnings");
    assert_eq!(denied.status.code(), Some(1), "{}", text(&denied));
}
