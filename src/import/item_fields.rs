//! Imports the fields of an item according to its table in `field_mapping`.

use serde_json::{Map, Value as Json};

use super::convert::{self, check_key};
use super::draft::{DraftGroup, ResumeDraft};
use super::empty_values::{is_deeply_empty, is_empty};
use super::field_mapping::{END, ItemMapping, START, type_of_key, written};
use super::path;
use super::report::ImportReport;
use crate::document::resume_field::{Kind, ResumeField, SPELLINGS, json_resume_spelling};
use crate::model::date::PartialDate;
use crate::model::date_formats::{DateRange, parse_lenient, parse_range};

/// Imports the fields of the item at `path` in the original; `None` if it has no fields to import.
pub(super) fn import_item(
    mapping: &ItemMapping,
    path: &str,
    value: &Json,
    report: &mut ImportReport,
) -> Option<DraftGroup> {
    let text_item;
    let original = match value {
        Json::Object(fields) => fields,
        Json::String(_) | Json::Number(_) => {
            let main = mapping.main_field;
            report.converted(path, value, format!("used as the item's `{main}`"));
            text_item = Map::from_iter([(main.to_owned(), value.clone())]);
            &text_item
        }
        _ => {
            report.rejected(path, value, "is not an item of this list");
            return None;
        }
    };
    let mut importer = ItemImporter {
        mapping,
        original,
        path,
        group: DraftGroup::default(),
        imported_keys: Vec::new(),
        report,
    };
    for field in mapping.fields() {
        importer.import_field(field);
    }
    importer.import_additional_fields();
    let group = importer.group;
    (!group.is_empty()).then_some(group)
}

struct ItemImporter<'a> {
    mapping: &'a ItemMapping,
    original: &'a Map<String, Json>,
    path: &'a str,
    group: DraftGroup,
    imported_keys: Vec<&'a str>,
    report: &'a mut ImportReport,
}

impl<'a> ItemImporter<'a> {
    fn import_field(&mut self, field: &ResumeField) {
        let standard = self.original.get(field.key()).map(|value| (field.key(), value));
        // The key of JSON Resume, or an alias with a value.
        let Some((key, value)) = written(field, self.original).or(standard) else {
            return;
        };
        self.imported_keys.extend([key, field.key()]);
        let path = path::child(self.path, key);
        match date_range(field, value) {
            Some(range) => self.import_date_range(field, value, range, &path),
            None => {
                let draft = convert(field.key(), field.kind, value, &path, self.report);
                self.group.put(field.name(), draft);
            }
        }
        if key != field.key() && self.group.get(field.name()).is_some() {
            self.report.moved(&path, path::child(self.path, field.key()));
        }
    }

    /// Imports a start date that contains the end date too.
    fn import_date_range(
        &mut self,
        field: &ResumeField,
        value: &Json,
        range: DateRange,
        path: &str,
    ) {
        let date = |date: PartialDate| ResumeDraft::scalar(date.to_string(), path);
        let has_end = written(&END, self.original).is_some();
        let change = match has_end {
            false => "split into a start date and an end date",
            true => "used as the start date, because the item has its own end date",
        };
        self.report.converted(path, value, change);
        self.group.put(field.name(), date(range.start));
        if !has_end {
            self.group.put(END.name(), range.end.map(date));
        }
    }

    /// Imports the other fields, which the profile keeps in `extra`, or among the named fields of the item in
    /// its own spelling.
    fn import_additional_fields(&mut self) {
        let mut extra = DraftGroup::default();
        for (key, value) in self.original {
            let path = path::child(self.path, key);
            if self.imported_keys.contains(&key.as_str())
                || !check_key(key, value, &path, self.report)
            {
                continue;
            }
            let Some(draft) = self.additional_field(key, value, &path) else { continue };
            if self.mapping.has_extra {
                extra.put(key, draft);
            } else if self.group.get(spelling(key)).is_some() {
                let reason = format!("the item already has `{}`", json_resume_spelling(key));
                self.report.rejected(&path, value, reason);
                continue;
            } else {
                self.group.put(spelling(key), draft);
                if json_resume_spelling(key) != key {
                    let published = path::child(self.path, json_resume_spelling(key));
                    self.report.moved(&path, published);
                }
            }
            self.report.published_unknown_key(&path);
        }
        self.group.put("extra", extra.into_draft());
    }

    /// Converts a value whose key is none of the item's fields. Only plain values describe the item. A key of other
    /// items has its type there, because programs that show a JSON Resume rely on it.
    fn additional_field(&mut self, key: &str, value: &Json, path: &str) -> Option<ResumeDraft> {
        match type_of_key(key) {
            _ if self.report.is_by_vitae => convert::free_value(value, path, self.report),
            _ if has_group(value) => {
                self.report.unknown_key(path, value.clone());
                None
            }
            Some(kind) => convert(key, kind, value, path, self.report),
            None => convert::free_value(value, path, self.report),
        }
    }
}

fn has_group(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().any(has_group),
        value => value.is_object() && !is_deeply_empty(value),
    }
}

/// Converts the value of a key of JSON Resume.
fn convert(
    key: &str,
    kind: Kind,
    value: &Json,
    path: &str,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    match kind {
        _ if is_empty(value) => None,
        Kind::Text => convert::text(value, path, report),
        // Words can be separated by commas.
        Kind::Texts if ["keywords", "roles"].contains(&key) => {
            convert::texts(value, path, &['\n', ',', ';', '•', '|'], report)
        }
        Kind::Texts => convert::texts(value, path, &['\n'], report),
        Kind::Date => convert::date(value, path, key == END.key(), report),
        Kind::Url => convert::url(value, path, report),
        Kind::Email => convert::email(value, path, report),
        Kind::Country => convert::country(value, path, report),
        Kind::Other | Kind::Open => convert::free_value(value, path, report),
    }
}

/// Returns the name in vitae of a field of JSON Resume.
fn spelling(key: &str) -> &str {
    SPELLINGS.iter().find(|(_, theirs)| *theirs == key).map_or(key, |(ours, _)| ours)
}

/// Parses a start date that is a range and not a single date.
fn date_range(field: &ResumeField, value: &Json) -> Option<DateRange> {
    let is_start = field.key() == START.key();
    let text = value.as_str().filter(|_| is_start)?.trim();
    match parse_lenient(text) {
        Some(_) => None,
        None => parse_range(text),
    }
}
