//! Converts values of the original to values that a profile can have, and reports each change.

use serde_json::{Map, Value as Json};

use super::draft::{DraftGroup, DraftValue, ResumeDraft};
use super::empty_values::{is_deeply_empty, is_empty};
use super::path;
use super::report::ImportReport;
use crate::characters::is_blank;
use crate::model::country;
use crate::model::date::PartialDate;
use crate::model::date_formats::{means_present, month_of_impossible_day, parse_lenient};
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
            (Some(trimmed.to_owned()), change)
        }
        Json::Array(items) => (join(items, "\n"), Some("joined to one text")),
        Json::Object(fields) => (join(fields.values(), ", "), Some("joined to one text")),
        scalar => (Some(scalar.to_string()), Some("converted to text")),
    };
    let Some(text) = text else {
        report.rejected(path, value, "cannot be converted to text");
        return None;
    };
    if let Some(change) = change {
        report.converted(path, value, change);
    }
    Some(ResumeDraft::scalar(text, path))
}

/// Joins strings and numbers. Returns `None` if all are blank or if there are other values.
fn join<'a>(values: impl IntoIterator<Item = &'a Json>, separator: &str) -> Option<String> {
    let part = |value: &Json| match value {
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Number(number) => Some(number.to_string()),
        Json::Null => Some(String::new()),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    let mut parts = values.into_iter().map(part).collect::<Option<Vec<_>>>()?;
    parts.retain(|part| !is_blank(part));
    (!parts.is_empty()).then(|| parts.join(separator))
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
            .filter_map(|(index, item)| text(item, &path::item(path, index), report))
            .collect(),
        Json::String(text) => {
            report.converted(path, value, "split into a list");
            text.split(separators)
                .map(|part| part.trim().trim_start_matches(['-', '*', '•']).trim())
                .filter(|part| !is_blank(part))
                .map(|part| ResumeDraft::scalar(part, path))
                .collect()
        }
        other => text(other, path, report).into_iter().collect(),
    };
    ResumeDraft::list(items)
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
        Err(problem) => match parse_lenient(&text).or_else(|| month_of_impossible_day(&text)) {
            Some(date) => {
                report.converted(path, value, format!("written as {date}"));
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
