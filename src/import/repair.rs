//! Values of the original become values a profile can have, each repair reported.

use serde_json::Value as Json;

use super::draft::{DraftValue, Group, ResumeDraft};
use super::number_literal::is_exact;
use super::path;
use super::report::ImportReport;
use crate::characters::is_blank;
use crate::model::country;
use crate::model::date::PartialDate;
use crate::model::date_formats::{means_present, parse_lenient};
use crate::model::link::{Email, Url};

/// Whether there is nothing to take over.
pub(super) fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => is_blank(text),
        Json::Array(items) => items.is_empty(),
        Json::Object(fields) => fields.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// A text.
pub(super) fn text(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    if is_empty(value) {
        report.empty(path);
        return None;
    }
    let (text, how) = match value {
        Json::String(text) => {
            let trimmed = text.trim();
            let how = (trimmed.len() != text.len()).then_some("without the blanks around it");
            (Some(trimmed.to_owned()), how)
        }
        Json::Array(items) => {
            let items = items.iter().enumerate();
            let items = items.map(|(index, item)| (path::item(path, index), item));
            let text = joined(items, "\n", report);
            (text, Some("the list became one text"))
        }
        Json::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(key, value)| (path::child(path, key), value));
            let text = joined(fields, ", ", report);
            (text, Some("the group became one text"))
        }
        Json::Number(number) => (Some(report.number(path, number)), Some("became a text")),
        scalar => (Some(scalar.to_string()), Some("became a text")),
    };
    let Some(text) = text else {
        report.not_taken(path, value, "is no text");
        return None;
    };
    if let Some(how) = how {
        report.repaired(path, value, how);
    }
    Some(ResumeDraft::scalar(text, path))
}

/// The texts and numbers in one text, if there is nothing else and something to be seen. Each
/// value has its place with it.
fn joined<'a>(
    values: impl IntoIterator<Item = (String, &'a Json)>,
    between: &str,
    report: &ImportReport,
) -> Option<String> {
    let part = |(path, value): (String, &'a Json)| match value {
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Number(number) => Some(report.number(&path, number)),
        Json::Null => Some(String::new()),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    };
    let parts: Option<Vec<String>> = values.into_iter().map(part).collect();
    let parts: Vec<String> = parts?.into_iter().filter(|part| !is_blank(part)).collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

/// A list of texts; where the original has one text, its lines, and its parts between commas if
/// they are `words`.
pub(super) fn texts(
    value: &Json,
    path: &str,
    words: bool,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let items = match value {
        _ if is_empty(value) => {
            report.empty(path);
            Vec::new()
        }
        Json::Array(items) => {
            let items = items.iter().enumerate();
            let item = |(index, item): (usize, &Json)| {
                let path = path::item(path, index);
                text(item, &path, report)
            };
            items.filter_map(item).collect()
        }
        Json::String(text) => {
            let ends = |c: char| c == '\n' || words && [',', ';', '•', '|'].contains(&c);
            let parts = text
                .split(ends)
                .map(|part| part.trim().trim_start_matches(['-', '*', '•']).trim());
            let parts = parts.filter(|part| !is_blank(part));
            report.repaired(path, value, "the text became a list");
            parts.map(|part| ResumeDraft::scalar(part, path)).collect()
        }
        other => text(other, path, report).into_iter().collect(),
    };
    ResumeDraft::list(items)
}

/// A date of an item.
pub(super) fn date(
    value: &Json,
    path: &str,
    is_end: bool,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let text = match value {
        _ if is_empty(value) => {
            report.empty(path);
            return None;
        }
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) if !number.is_f64() => number.to_string(),
        Json::Number(_) => {
            let why = "is a number: whether 2019.1 is January or October, it does not say";
            report.not_taken(path, value, why);
            return None;
        }
        _ => {
            report.not_taken(path, value, "is not a date");
            return None;
        }
    };
    match PartialDate::parse(&text) {
        Ok(_) if value.as_str() == Some(&text) => Some(ResumeDraft::scalar(text, path)),
        Ok(_) => {
            report.repaired(path, value, "became a text");
            Some(ResumeDraft::scalar(text, path))
        }
        Err(_) if is_end && means_present(&text) => {
            report.repaired(path, value, "left out: without an end it goes on");
            None
        }
        Err(problem) => match parse_lenient(&text) {
            Some(date) => {
                report.repaired(path, value, format!("written as {date}"));
                Some(ResumeDraft::scalar(date.to_string(), path))
            }
            None => {
                report.not_taken(path, value, problem);
                None
            }
        },
    }
}

/// A web address.
pub(super) fn url(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    link(value, path, report, "is not a web address", |text| {
        let Err(problem) = Url::parse(text) else {
            return Ok(text.to_owned());
        };
        let completed = Url::complete(text).ok_or(problem)?;
        Ok(completed.as_str().to_owned())
    })
}

/// A mail address.
pub(super) fn email(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    link(value, path, report, "is not a mail address", |text| {
        let text = text.strip_prefix("mailto:").unwrap_or(text);
        Email::parse(text).map(|_| text.to_owned())
    })
}

/// A country's name, from its code or one of its names; JSON Resume shows the code.
pub(super) fn country(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    let written = text(value, path, report)?;
    let code = written.text().and_then(country::code);
    let (Some(code), Some(name)) = (code, code.and_then(country::name)) else {
        report.not_taken(path, value, "is no country's name or code");
        return None;
    };
    if value.as_str() != Some(code) {
        report.repaired(path, value, format!("JSON Resume shows the code {code}"));
    }
    Some(ResumeDraft::scalar(name, path))
}

fn link(
    value: &Json,
    path: &str,
    report: &mut ImportReport,
    otherwise: &str,
    read: impl FnOnce(&str) -> Result<String, String>,
) -> Option<ResumeDraft> {
    if is_empty(value) {
        report.empty(path);
        return None;
    }
    let Some(text) = value.as_str() else {
        report.not_taken(path, value, otherwise);
        return None;
    };
    match read(text.trim()) {
        Ok(read) => {
            if read != text {
                report.repaired(path, value, format!("written as {read}"));
            }
            Some(ResumeDraft::scalar(read, path))
        }
        Err(problem) => {
            report.not_taken(path, value, problem);
            None
        }
    }
}

/// A value for a place that the schema leaves open: as it is, but for what cannot be published.
pub(super) fn open(value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    let value = match value {
        Json::Null => {
            report.empty(path);
            return None;
        }
        Json::Array(items) => {
            let items = items.iter().enumerate();
            let items =
                items.filter_map(|(index, item)| open(item, &path::item(path, index), report));
            DraftValue::List(items.collect())
        }
        Json::Object(fields) => {
            let mut group = Group::default();
            for (key, value) in fields {
                let path = path::child(path, key);
                if is_usable(key, value, &path, report) {
                    group.put(key, open(value, &path, report));
                }
            }
            DraftValue::Group(group)
        }
        Json::Number(number) => {
            let literal = report.number(path, number);
            // Readers of YAML do not agree about exponents.
            if number.to_string().contains('e') || !is_exact(number, &literal) {
                report.repaired(path, value, "became a text");
                DraftValue::Scalar(literal.into())
            } else {
                DraftValue::Scalar(value.clone())
            }
        }
        scalar => DraftValue::Scalar(scalar.clone()),
    };
    let origin = Some(path.to_owned());
    Some(ResumeDraft { value, origin })
}

/// Whether a key can stand in an open place; otherwise its value is reported.
pub(super) fn is_usable(key: &str, value: &Json, path: &str, report: &mut ImportReport) -> bool {
    let why = if key == "internal" {
        "`internal` is the editors' own key, and never published"
    } else if !path::is_key(key) {
        "its key is empty, or too long for YAML"
    } else {
        return true;
    };
    report.not_taken(path, value, why);
    false
}
