//! From any JSON Resume to a profile in YAML that its editors will be glad to maintain.
//!
//! ```text
//! bytes  ->  JSON  ->  Draft  ->  YAML
//!           read       basics, work, skills ...   settle
//! ```
//!
//! Nothing is dropped silently: a value of the original stands in the profile, and from there at
//! its place in the JSON Resume that is made of it, or the [`Report`] says what became of it.

mod basics;
mod beyond;
mod draft;
mod format;
mod identity;
mod item;
mod path;
mod read;
mod repair;
mod report;
mod settle;
mod skills;
mod tables;
mod work;

pub use report::{Entry, Outcome, Report};

use serde_json::{Map, Value as Json};

use crate::diagnostic::{self, Diagnostic};
use crate::document::reserved::SECTIONS;
use crate::error::Result;
use crate::model::country;
use crate::model::id::ConsultantId;
use crate::rule::rules;
use crate::yaml::write::Comment;
use beyond::Beyond;
use draft::{Draft, Group, Value};
use tables::{ATTRIBUTES, CERTIFICATES, EDUCATION, SECTION_ALIASES};

rules! {
    error NOT_JSON = "not-json";
    error OTHER_FORMAT = "other-format";
    error NOT_IMPORTED = "not-imported";
    error NO_NAME = "no-name";
}

/// The largest file that is read, in bytes. Some hold pictures.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The deepest nesting that is read, in levels. YAML is read down to a few more.
const MAX_DEPTH: usize = 40;

/// A result whose error is told to the author of the file.
type Told<T> = std::result::Result<T, Diagnostic>;

/// What stands above the fields of an imported profile.
const COMMENTS: &[Comment<'_>] = &[
    (
        "",
        "yaml-language-server: $schema=../schema/consultant.json",
    ),
    (
        "active",
        "Read the profile through, then write `true` to publish it.",
    ),
    (
        "attributes.json_resume",
        "Further fields for readers of JSON Resume.",
    ),
    (
        "internal",
        "Never published. Delete what you have dealt with.",
    ),
];

/// How to import.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The identifier, in place of the one that the document or the name gives.
    pub id: Option<String>,
    /// The names, without extensions, of the consultants' files there are.
    pub taken: Vec<String>,
}

/// A profile that was imported.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The profile's file: inactive, and without a mistake.
    pub yaml: String,
    /// What became of values that are not in it as they are.
    pub report: Report,
}

/// Imports the bytes of `file`. There is no output where a diagnostic says why.
///
/// # Errors
/// When the identifier is none, or another consultant's.
pub fn import(file: &str, bytes: &[u8], options: &Options) -> Result<diagnostic::Report<Imported>> {
    Ok(match imported(file, bytes, options)? {
        Ok(imported) => diagnostic::Report::new(Some(imported), Vec::new()),
        Err(diagnostic) => diagnostic::Report::new(None, vec![diagnostic]),
    })
}

fn imported(file: &str, bytes: &[u8], options: &Options) -> Result<Told<Imported>> {
    let (document, mut report) = match document(file, bytes) {
        Ok(document) => document,
        Err(diagnostic) => return Ok(Err(diagnostic)),
    };
    let fields = match format::recognise(&document) {
        Ok(fields) => fields,
        Err((message, hint)) => {
            let message = format!("the file {message}");
            return Ok(Err(
                Diagnostic::file(&OTHER_FORMAT, file, message).hint(hint)
            ));
        }
    };
    let mut beyond = beyond::beyond(fields, &mut report);
    let stated = beyond.take("id");
    let profile = profile(fields, beyond, &mut report);
    let Some(name) = profile.text("name") else {
        let message = "the résumé has no name";
        let hint = "write it as `name` under `basics`, and import it again";
        return Ok(Err(Diagnostic::file(&NO_NAME, file, message).hint(hint)));
    };
    let text = stated.as_ref().and_then(Draft::text);
    let id = identity::identity(options.id.as_deref(), text, name, &options.taken)?;
    if let Some(stated) = stated
        && stated.text() != Some(id.as_str())
    {
        report.refused(&stated, format!("the identifier is {id}"));
    }
    let yaml = settle::settle(file, profile, &id, &mut report)?;
    Ok(yaml.map(|yaml| Imported { id, yaml, report }))
}

/// The document, and a report of the values that lost to others of their key.
fn document(file: &str, bytes: &[u8]) -> Told<(Json, Report)> {
    let refused =
        |rule, message: &str, hint: &str| Err(Diagnostic::file(rule, file, message).hint(hint));
    if bytes.len() > MAX_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024);
        return refused(&NOT_IMPORTED, &message, "remove pictures from it");
    }
    let Some(text) = read::text(bytes) else {
        let hint = "save the file with the encoding \"UTF-8\"";
        return refused(&NOT_JSON, "the file is not text in UTF-8 or UTF-16", hint);
    };
    let (document, lost) = read::json(&text).map_err(|error| {
        let lines = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let start = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let start = text.floor_char_boundary(start);
        let end = text[start..]
            .chars()
            .next()
            .map_or(start, |c| start + c.len_utf8());
        let message = "the file is not JSON from here on";
        let hint = "correct it at this place, or export the résumé again";
        Diagnostic::at(&NOT_JSON, file, start..end, message).hint(hint)
    })?;
    if depth(&document) > MAX_DEPTH {
        let message = "the file is nested more deeply than any résumé";
        return refused(
            &NOT_IMPORTED,
            message,
            "remove what does not belong into it",
        );
    }
    let mut report = Report::of(document.clone());
    for (path, value) in lost {
        let why = "its key stands there twice, and the last one counts";
        report.not_taken(&path, &value, why);
    }
    Ok((document, report))
}

fn depth(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Json::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// The profile's fields, in the order of `ProfileDocument`.
fn profile(document: &Map<String, Json>, mut beyond: Beyond, report: &mut Report) -> Group {
    let mut basics = basics::basics(document, &beyond, report);
    let mut profile = Group::default();
    let active = Draft {
        value: Value::Scalar(false.into()),
        origin: None,
    };
    profile.put("active", Some(active));
    profile.put("name", basics.fields.take("name"));
    for key in ["title", "bio_short"] {
        profile.put(key, beyond.take(key));
    }
    profile.put(
        "personal",
        personal(&mut basics, &mut beyond, report).draft(),
    );
    profile.put("engagement", beyond.take("engagement"));
    let mut summary = beyond.take_group("summary", report);
    summary.put("full", basics.fields.take("summary"));
    profile.put("summary", summary.draft());

    let skills = skills::skills(document, &mut beyond, report);
    let languages = skills::languages(document, &mut beyond, report);
    let mut can = Group::default();
    can.put("categories", skills.categories.draft());
    can.put("languages", languages);
    profile.put("skills", can.draft());
    let certificates = item::section(document, "certificates", &CERTIFICATES, report);
    profile.put("certifications", certificates);
    let [employment, contracts] = work::work(document, report);
    profile.put("employment", employment);
    profile.put("contracts", contracts);
    profile.put(
        "education",
        item::section(document, "education", &EDUCATION, report),
    );

    let own = beyond.take_group("attributes", report);
    let card = beyond.take("card");
    let mut json_resume = Group::default();
    json_resume.put("basics", basics.fields.take("extra"));
    json_resume.put("skills", skills.further.draft());
    json_resume.put("sections", further_sections(document, report).draft());
    json_resume.put("meta", beyond.finish(report).draft());
    let mut attributes = Group::default();
    attributes.put("location", basics.postal.draft());
    attributes.put("profiles", Draft::list(basics.networks));
    for (name, table) in &ATTRIBUTES {
        attributes.put(name, item::section(document, name, table, report));
    }
    attributes.put("category_names", skills.names.draft());
    attributes.put("json_resume", json_resume.draft());
    merge(&mut attributes, own, report);
    profile.put("attributes", attributes.draft());
    profile.put("card", card);
    profile
}

fn personal(basics: &mut basics::Basics, beyond: &mut Beyond, report: &mut Report) -> Group {
    let mut own = beyond.take_group("personal", report);
    let mut location = std::mem::take(&mut basics.place);
    // JSON Resume has the code, the profile the country as its author wrote it.
    if let Some(country) = own.take("country") {
        let code = |text: Option<&str>| text.and_then(country::code);
        let shown = location.text("country");
        if shown.is_none() || code(country.text()) == code(shown) {
            location.take("country");
            location.put("country", Some(country));
        } else {
            report.refused(&country, "is not the country of `basics`");
        }
    }
    let mut contact = Group::default();
    contact.put("email", basics.fields.take("email"));
    contact.put("phone", basics.fields.take("phone"));
    contact.put("linkedin", own.take("linkedin").or(basics.linkedin.take()));
    contact.put("website", basics.fields.take("url"));
    let mut personal = Group::default();
    personal.put("name", own.take("name"));
    personal.put("headline", basics.fields.take("headline"));
    personal.put("location", location.draft());
    personal.put("company", own.take("company"));
    personal.put("contact", contact.draft());
    // What vitae does not write there: whether it can be a field, settling finds out.
    personal.0.extend(own.0);
    personal
}

/// Sections that JSON Resume does not know.
fn further_sections(document: &Map<String, Json>, report: &mut Report) -> Group {
    let mut sections = Group::default();
    for (key, value) in document {
        if key == "$schema" {
            report.stated_anew(key);
            continue;
        }
        let is_alias = SECTION_ALIASES
            .iter()
            .any(|(_, names)| names.contains(&key.as_str()));
        let known = is_alias || SECTIONS.contains(&key.as_str());
        let path = path::child("", key);
        if !known && repair::is_usable(key, value, &path, report) {
            sections.put(key, repair::open(value, &path, report));
        }
    }
    sections
}

/// Adds what the profile has to what came from elsewhere, which comes first.
fn merge(there: &mut Group, own: Group, report: &mut Report) {
    for (key, draft) in own.0 {
        let Some((_, known)) = there.0.iter_mut().find(|(known, _)| *known == key) else {
            there.put(&key, Some(draft));
            continue;
        };
        if known.to_json() == draft.to_json() {
            continue;
        }
        match (&mut known.value, draft) {
            (
                Value::List(all),
                Draft {
                    value: Value::List(more),
                    ..
                },
            ) if key == "profiles" => {
                all.extend(more);
            }
            (
                Value::Group(all),
                Draft {
                    value: Value::Group(more),
                    ..
                },
            ) => {
                merge(all, more, report);
            }
            (_, draft) => report.refused(&draft, "has its place elsewhere"),
        }
    }
}
