//! Converts values of the original to values that a profile can have, and reports each change.

use serde_json::{Map, Value as Json};

use super::draft::{DraftGroup, DraftValue, ResumeDraft};
use super::empty_values::{is_deeply_empty, is_empty};
use super::path;
use super::report::ImportReport;
use crate::characters::is_blank;
use crate::model::country;
use crate::model::date::PartialDate;
use crate::model::date_formats::{
    DateWithTime, means_present, month_of_impossible_day, parse_lenient,
};
use crate::model::link::{Email, Url};

/// Returns a group of fields of the document. Reports other values.
pub(super) fn group<'a>(
    document: &'a Map<String, Json>,
    key: &str,
    report: &mut ImportReport,
) -> Option<&'a Map<String, Json>> {
    let value = document.get(key).filter(|value| !is_empty(value))?;
    if !value.is_object() {
        report.rejected(key, value, "is not a group of fields");
    }
    value.as_object()
}

pub(super) fn text(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    if is_empty(value) {
        return None;
    }
    let (text, change) = match value {
        Json::String(text) => {
            let trimmed = text.trim();
            let change = (trimmed.len() != text.len()).then_some("without surrounding spaces");
            (Ok(trimmed.to_owned()), change)
        }
        Json::Array(items) => (join(items), Some("joined to one text")),
        Json::Object(fields) => (Err(why_no_text(fields)), None),
        scalar => (Ok(scalar.to_string()), Some("converted to text")),
    };
    let text = match text {
        Ok(text) => text,
        Err(reason) => {
            report.rejected(path, value, reason);
            return None;
        }
    };
    if let Some(change) = change {
        report.converted(path, value, change);
    }
    Some(ResumeDraft::scalar(text, path))
}

/// Returns why a group is not imported as a text, as the predicate of a sentence about it.
fn why_no_text(fields: &Map<String, Json>) -> &'static str {
    let is_language = |key: &String| {
        let tag = key.split(['-', '_']).next().unwrap_or_default();
        tag.len() == 2 && tag.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    match fields.len() > 1 && fields.keys().all(is_language) {
        true => "has texts in several languages",
        false => "is a group of fields, not a text",
    }
}

/// Joins strings and numbers.
///
/// # Errors
/// Returns why the list is not a text, as the predicate of a sentence about it.
fn join(values: &[Json]) -> Result<String, &'static str> {
    let part = |value: &Json| match value {
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Number(number) => Some(number.to_string()),
        Json::Null => Some(String::new()),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    let parts = values.iter().map(part).collect::<Option<Vec<_>>>();
    let mut parts = parts.ok_or("is a list with values that are not texts")?;
    parts.retain(|part| !is_blank(part));
    match parts.is_empty() {
        true => Err("is a list of empty values"),
        false => Ok(parts.join("\n")),
    }
}

/// Converts a value to a list of texts. A single text is split at the separators.
pub(super) fn texts(
    value: &Json,
    path: &str,
    separators: &[char],
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let items = match value {
        Json::Array(items) => (0..)
            .zip(items)
            .filter_map(|(index, item)| text_of_item(item, &path::item(path, index), report))
            .collect(),
        Json::String(text) => {
            report.converted(path, value, "split into a list");
            text.split(separators)
                .map(|part| part.trim().trim_start_matches(['-', '*', '•']).trim())
                .filter(|part| !is_blank(part))
                .map(|part| ResumeDraft::scalar(part, path))
                .collect()
        }
        other => text_of_item(other, path, report).into_iter().collect(),
    };
    ResumeDraft::list(items)
}

/// Keys of the word that a group in a list of words stands for.
const WORD_KEYS: [&str; 4] = ["name", "skill", "keyword", "title"];

/// Converts an item of a list of texts. A group gives its word; its other values are rejected.
fn text_of_item(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    let fields = match value {
        Json::Object(fields) => fields,
        Json::Array(_) if !is_empty(value) => {
            report.rejected(path, value, "is a list in a list of texts");
            return None;
        }
        _ => return text(value, path, report),
    };
    let is_word = |value: &Json| (value.is_string() || value.is_number()) && !is_empty(value);
    let Some(key) = WORD_KEYS.into_iter().find(|key| fields.get(*key).is_some_and(is_word)) else {
        if !is_deeply_empty(value) {
            report.rejected(path, value, why_no_text(fields));
        }
        return None;
    };
    for (other, value) in fields.iter().filter(|(other, _)| *other != key) {
        if !is_deeply_empty(value) {
            report.rejected(&path::child(path, other), value, "has no place in a list of texts");
        }
    }
    let path = path::child(path, key);
    report.converted(&path, &fields[key], "used as the text of the item");
    text(&fields[key], &path, report)
}

/// Converts a value to a date. An end date can also be a word such as "present".
pub(super) fn date(
    value: &Json,
    path: &str,
    is_end: bool,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let text = match value {
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) if !number.is_f64() => number.to_string(),
        Json::Number(_) => {
            let reason = "is an ambiguous number: 2019.1 can mean January or October";
            report.rejected(path, value, reason);
            return None;
        }
        _ => {
            report.rejected(path, value, "is not a date");
            return None;
        }
    };
    match PartialDate::parse(&text) {
        Ok(_) => {
            if value.as_str() != Some(&text) {
                report.converted(path, value, "converted to text");
            }
            Some(ResumeDraft::scalar(text, path))
        }
        Err(_) if is_end && means_present(&text) => {
            let change = "omitted: an item without an end date is ongoing";
            report.converted(path, value, change);
            None
        }
        Err(problem) => match lenient_date(&text) {
            Some(date) => {
                report.converted(path, value, format!("written as {date}"));
                if let Some(DateWithTime { days: [first, second], .. }) = DateWithTime::parse(&text)
                {
                    let note = format!("{value} can mean {first} or {second}; {date} is imported");
                    report.check_date(path, note);
                }
                Some(ResumeDraft::scalar(date.to_string(), path))
            }
            None => {
                let note = if is_end { "; the item now reads as current" } else { "" };
                report.rejected(path, value, format!("{problem}{note}"));
                None
            }
        },
    }
}

fn lenient_date(text: &str) -> Option<PartialDate> {
    let written = DateWithTime::parse(text).map(|date| date.written);
    written.or_else(|| parse_lenient(text)).or_else(|| month_of_impossible_day(text))
}

pub(super) fn url(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    address(value, path, report, "is not a web address", |text| {
        let Err(problem) = Url::parse(text) else {
            return Ok(text.to_owned());
        };
        let url = Url::complete(text).ok_or(problem)?;
        Ok(url.as_str().to_owned())
    })
}

pub(super) fn email(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    address(value, path, report, "is not an email address", |text| {
        let email = Email::parse_lenient(text)?;
        Ok(email.as_str().to_owned())
    })
}

/// Converts a country code or name to the country's name.
pub(super) fn country(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    let written = text(value, path, report)?;
    let code = written.text().and_then(country::code);
    let (Some(code), Some(name)) = (code, code.and_then(country::name)) else {
        report.rejected(path, value, "is not the name or code of a country");
        return None;
    };
    if value.as_str() != Some(code) {
        report.converted(path, value, format!("published in JSON Resume as {code}"));
    }
    Some(ResumeDraft::scalar(name, path))
}

fn address(
    value: &Json,
    path: &str,
    report: &mut ImportReport,
    not_a_string: &str,
    parse: impl FnOnce(&str) -> Result<String, String>,
) -> Option<ResumeDraft> {
    let text = value.as_str().ok_or_else(|| not_a_string.to_owned());
    match text.and_then(|text| parse(text.trim())) {
        Ok(parsed) => {
            if value.as_str() != Some(&parsed) {
                report.converted(path, value, format!("written as {parsed}"));
            }
            Some(ResumeDraft::scalar(parsed, path))
        }
        Err(problem) => {
            report.rejected(path, value, problem);
            None
        }
    }
}

/// Converts a value for a place where the profile allows any value. Only values that YAML cannot
/// represent reliably change.
pub(super) fn free_value(
    value: &Json,
    path: &str,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    // A document by vitae has a group for each category, even if the group is empty.
    let was_empty = is_deeply_empty(value);
    if was_empty && (value.is_null() || !path.starts_with(path::PUBLISHED_PROFILE)) {
        return None;
    }
    let value = match value {
        Json::Array(items) => {
            let items = (0..).zip(items);
            let items = items
                .filter_map(|(index, item)| free_value(item, &path::item(path, index), report));
            DraftValue::List(items.collect())
        }
        Json::Object(fields) => DraftValue::Group(free_fields(fields, path, report)),
        scalar => DraftValue::Scalar(scalar.clone()),
    };
    let is_empty = match &value {
        DraftValue::List(items) => items.is_empty(),
        DraftValue::Group(group) => group.is_empty(),
        DraftValue::Scalar(_) => false,
    };
    let origin = Some(path.to_owned());
    (was_empty || !is_empty).then_some(ResumeDraft { value, origin })
}

/// Converts the fields of a group that allows any fields.
pub(super) fn free_fields<'a>(
    fields: impl IntoIterator<Item = (&'a String, &'a Json)>,
    parent: &str,
    report: &mut ImportReport,
) -> DraftGroup {
    let mut group = DraftGroup::default();
    for (key, value) in fields {
        let path = path::child(parent, key);
        if check_key(key, value, &path, report) {
            group.put(key, free_value(value, &path, report));
        }
    }
    group
}

/// Returns whether the profile allows the key among free fields; otherwise reports its value.
pub(super) fn check_key(key: &str, value: &Json, path: &str, report: &mut ImportReport) -> bool {
    let is_valid = path::is_valid_key(key);
    if !is_valid {
        report.rejected(path, value, "its key is empty, or too long for YAML");
    }
    is_valid
}
