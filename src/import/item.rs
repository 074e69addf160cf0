//! Items of lists by the tables of their fields.

use serde_json::{Map, Value as Json};

use super::draft::{Group, ResumeDraft};
use super::field_mapping::{Field, Kind, Rest, SECTION_ALIASES, Table};
use super::path;
use super::repair::{self, is_empty, is_usable};
use super::report::ImportReport;
use crate::document::reserved_keys::SPELLINGS;
use crate::model::date::PartialDate;
use crate::model::date_formats::{means_present, parse_lenient, parse_range};

/// The items of a list of the document, each with its place: those of lists in the list too, one
/// that stands in place of a list, and those of lists with another name of the section.
pub(super) fn items<'a>(
    document: &'a Map<String, Json>,
    parent: &str,
    section: &str,
    report: &mut ImportReport,
) -> Vec<(String, &'a Json)> {
    let aliases = SECTION_ALIASES.iter().find(|(name, _)| *name == section);
    let aliases = aliases.map_or(&[][..], |(_, aliases)| *aliases);
    let mut items = Vec::new();
    for name in [&[section], aliases].concat() {
        if let Some(value) = document.get(name) {
            flattened(value, path::child(parent, name), &mut items, report);
        }
    }
    items
}

fn flattened<'a>(
    value: &'a Json,
    path: String,
    items: &mut Vec<(String, &'a Json)>,
    report: &mut ImportReport,
) {
    match value {
        _ if is_empty(value) => report.empty(&path),
        Json::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                flattened(item, path::item(&path, index), items, report);
            }
        }
        _ => items.push((path, value)),
    }
}

/// Reports each item that JSON Resume shows at another place than the original: `origins` are the
/// items' places in the original, in the order in which JSON Resume shows them at `list`.
pub(super) fn moves<'a>(
    list: &str,
    origins: impl IntoIterator<Item = &'a String>,
    report: &mut ImportReport,
) {
    for (index, origin) in origins.into_iter().enumerate() {
        let place = path::item(list, index);
        if *origin != place {
            report.moved(origin, place);
        }
    }
}

/// The items of a section that JSON Resume shows in the order of the profile.
pub(super) fn section(
    document: &Map<String, Json>,
    name: &str,
    table: &Table,
    report: &mut ImportReport,
) -> Option<ResumeDraft> {
    let mut origins = Vec::new();
    let mut drafts = Vec::new();
    for (path, value) in items(document, "", name, report) {
        if let Some(draft) = item(table, value, &path, report).and_then(Group::draft) {
            drafts.push(draft);
            origins.push(path);
        }
    }
    moves(name, &origins, report);
    ResumeDraft::list(drafts)
}

/// The fields of one item; `None` if there are none.
pub(super) fn item(
    table: &Table,
    value: &Json,
    path: &str,
    report: &mut ImportReport,
) -> Option<Group> {
    let text;
    let original = match value {
        Json::Object(fields) => fields,
        Json::String(_) | Json::Number(_) => {
            report.repaired(path, value, format!("taken as the item's `{}`", table.main));
            let value = match value {
                Json::Number(number) => report.number(path, number).into(),
                text => text.clone(),
            };
            text = Map::from_iter([(table.main.to_owned(), value)]);
            &text
        }
        _ => {
            report.not_taken(path, value, "is no item of this list");
            return None;
        }
    };
    let mut group = Group::default();
    let mut used = Vec::new();
    for field in table.fields {
        let Some((key, value)) = chosen(field, original, path, report) else {
            continue;
        };
        used.extend([key, field.theirs]);
        let path = path::child(path, key);
        let Some((start, end)) = period(field, value) else {
            group.put(field.ours, convert(field.kind, value, &path, report));
            continue;
        };
        let date = |date: PartialDate| ResumeDraft::scalar(date.to_string(), &path);
        match stated_end(table, original) {
            None => {
                report.repaired(&path, value, "taken as a start and an end");
                group.put(field.ours, Some(date(start)));
                group.put("end_date", end.map(date));
            }
            Some((_, stated)) if says_the_same(stated, end.as_ref()) => {
                report.repaired(
                    &path,
                    value,
                    "taken as a start; the item has its end already",
                );
                group.put(field.ours, Some(date(start)));
            }
            Some((key, _)) => {
                let why = format!("holds an end too, which is not that of `{key}`");
                report.not_taken(&path, value, why);
            }
        }
    }
    let rest = original
        .iter()
        .filter(|(key, _)| !used.contains(&key.as_str()));
    match table.rest {
        Rest::Extra => {
            let mut extra = Group::default();
            for (key, value) in rest {
                let path = path::child(path, key);
                if is_usable(key, value, &path, report) {
                    extra.put(key, repair::open(value, &path, report));
                }
            }
            group.put("extra", extra.draft());
        }
        Rest::Beside => {
            for (key, value) in rest {
                beside(&mut group, table, original, (key, value), path, report);
            }
        }
    }
    (!group.0.is_empty()).then_some(group)
}

/// A field that an item of open fields has under a key of its own, in the profile's spelling.
fn beside(
    group: &mut Group,
    table: &Table,
    original: &Map<String, Json>,
    (key, value): (&str, &Json),
    item: &str,
    report: &mut ImportReport,
) {
    let path = path::child(item, key);
    if !is_usable(key, value, &path, report) {
        return;
    }
    let spelling = SPELLINGS
        .iter()
        .find(|(ours, theirs)| key == *ours || key == *theirs);
    let (ours, theirs) = spelling.copied().unwrap_or((key, key));
    let named = |field: &Field| field.ours == ours || field.theirs == theirs;
    if table.fields.iter().any(named) || (key != theirs && original.contains_key(theirs)) {
        if is_empty(value) {
            report.empty(&path);
        } else {
            report.not_taken(&path, value, format!("the item has a `{theirs}` already"));
        }
        return;
    }
    if let Some(draft) = repair::open(value, &path, report) {
        if key != theirs {
            report.moved(&path, path::child(item, theirs));
        }
        group.put(ours, Some(draft));
    }
}

/// The key and value that a field is taken from: JSON Resume's own key, or one of the others if
/// that is empty or not there.
fn chosen<'a>(
    field: &Field,
    original: &'a Map<String, Json>,
    item: &str,
    report: &mut ImportReport,
) -> Option<(&'a str, &'a Json)> {
    let stated = stated(field, original);
    let own = original.get_key_value(field.theirs);
    let own = own.map(|(key, value)| (key.as_str(), value));
    if let Some((key, _)) = stated
        && key != field.theirs
    {
        if own.is_some() {
            report.empty(&path::child(item, field.theirs));
        }
        report.moved(&path::child(item, key), path::child(item, field.theirs));
    }
    stated.or(own)
}

/// The first key for a field under which there is something, and that.
fn stated<'a>(field: &Field, original: &'a Map<String, Json>) -> Option<(&'a str, &'a Json)> {
    let aliases = field.aliases.iter().copied();
    let keys = std::iter::once(field.theirs).chain(aliases);
    let ours = (field.ours != field.theirs).then_some(field.ours);
    let mut entries = keys
        .chain(ours)
        .filter_map(|key| original.get_key_value(key));
    let (key, value) = entries.find(|(_, value)| !is_empty(value))?;
    Some((key.as_str(), value))
}

fn convert(kind: Kind, value: &Json, path: &str, report: &mut ImportReport) -> Option<ResumeDraft> {
    match kind {
        Kind::Text => repair::text(value, path, report),
        Kind::Texts => repair::texts(value, path, false, report),
        Kind::Words => repair::texts(value, path, true, report),
        Kind::Date => repair::date(value, path, false, report),
        Kind::End => repair::date(value, path, true, report),
        Kind::Url => repair::url(value, path, report),
        Kind::Email => repair::email(value, path, report),
        Kind::Country => repair::country(value, path, report),
    }
}

/// The end that an item states by itself.
fn stated_end<'a>(table: &Table, original: &'a Map<String, Json>) -> Option<(&'a str, &'a Json)> {
    let end = table.fields.iter().find(|field| field.kind == Kind::End)?;
    stated(end, original)
}

/// Whether a stated end is that of a period; without one, it goes on.
fn says_the_same(stated: &Json, end: Option<&PartialDate>) -> bool {
    let text = match stated {
        Json::Number(number) => number.to_string(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    match end {
        Some(end) => parse_lenient(&text).as_ref() == Some(end),
        None => means_present(&text),
    }
}

/// A period that stands in place of a start.
fn period(field: &Field, value: &Json) -> Option<(PartialDate, Option<PartialDate>)> {
    let text = value
        .as_str()
        .filter(|_| field.theirs == "startDate")?
        .trim();
    match parse_lenient(text) {
        Some(_) => None,
        None => parse_range(text).map(|range| (range.start, range.end)),
    }
}
