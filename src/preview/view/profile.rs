//! The profile tab: a published profile in sections.

use serde_json::{Map, Value as Json, json};

use super::attributes::{contacts, sections};
use super::dates::display_date;
use super::item::Item;
use super::value::{DisplayValue, Field, Text, comma_separated};
use crate::model::date::PartialDate;
use crate::model::word::{category_name, humanize};
use crate::preview::url;

/// Returns the sections of a published profile, without the parts in the page's header.
pub(super) fn profile_view(profile: &Json) -> Json {
    let no_attributes = Map::new();
    let attributes = profile["attributes"].as_object().unwrap_or(&no_attributes);
    let (sections, further_details) = sections(attributes);
    let items = |key: &str| objects(&profile[key]).map(Item::new).collect::<Vec<_>>();
    let languages = objects(&profile["skills"]["languages"]).map(language);
    json!({
        "bio_short": profile["bio_short"],
        "short_summary": profile["summary"]["short"],
        "full_summary": paragraphs(text(profile, "/summary/full").unwrap_or_default()),
        "work": work(profile),
        "education": items("education"),
        "sections": sections,
        "engagement": engagement(&profile["engagement"]),
        "contact": contact(profile, attributes),
        "categories": categories(profile, attributes),
        "languages": languages.collect::<Vec<Field>>(),
        "certifications": items("certifications"),
        "further_details": further_details,
    })
}

pub(super) fn text<'a>(profile: &'a Json, pointer: &str) -> Option<&'a str> {
    profile.pointer(pointer)?.as_str()
}

fn objects(list: &Json) -> impl Iterator<Item = &Map<String, Json>> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Json::as_object)
}

/// Splits a text at empty lines.
fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let paragraphs = paragraphs.filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| paragraph.join("\n")).collect()
}

fn engagement(engagement: &Json) -> Vec<Field> {
    let text = |key: &str| engagement[key].as_str();
    let arrangements = engagement["work_arrangements"].as_array();
    let arrangements = arrangements.into_iter().flatten().filter_map(Json::as_str);
    let f_tax = engagement["f_skatt"].as_bool().map(|is_approved| match is_approved {
        true => "Approved (F-skatt)".to_owned(),
        false => "Not approved".to_owned(),
    });
    let fields = [
        noted(
            "Available from",
            text("available_from").map(display_date),
            text("available_from_note"),
        ),
        noted("Work arrangements", comma_separated(arrangements.map(humanize)), None),
        noted("Price", text("pricing").map(humanize), text("pricing_note")),
        noted("F-tax", f_tax, None),
    ];
    fields.into_iter().flatten().collect()
}

/// Returns a field with a note; without a value, the note is the value.
fn noted(label: &str, value: Option<String>, note: Option<&str>) -> Option<Field> {
    let (value, note) = match value {
        Some(value) => (value, note),
        None => (note?.to_owned(), None),
    };
    Some(Field { note: note.map(str::to_owned), ..Field::named(label, DisplayValue::text(value)) })
}

fn contact(profile: &Json, attributes: &Map<String, Json>) -> Vec<Field> {
    let contact = &profile["personal"]["contact"];
    let link = |label, key: &str| {
        let link = Text::link(contact[key].as_str()?);
        Some(Field::named(label, DisplayValue::Text(link)))
    };
    let phone = contact["phone"]
        .as_str()
        .map(|phone| Text { href: url::of_phone(phone), text: phone.to_owned() });
    let company = &profile["personal"]["company"];
    let (name, legal_name) = (company["name"].as_str(), company["legal_name"].as_str());
    let fields = [
        link("Email", "email"),
        phone.map(|phone| Field::named("Phone", DisplayValue::Text(phone))),
        link("LinkedIn", "linkedin"),
        link("Website", "website"),
        noted(
            "Company",
            name.map(str::to_owned),
            legal_name.filter(|legal_name| Some(*legal_name) != name),
        ),
    ];
    let others = contacts(attributes, contact["linkedin"].as_str());
    fields.into_iter().flatten().chain(others).collect()
}

fn categories(profile: &Json, attributes: &Map<String, Json>) -> Vec<Json> {
    let categories = profile["skills"]["categories"].as_object();
    let category = |(key, skills): (&String, &Json)| {
        let name = category_name(key, attributes);
        json!({ "name": name, "skills": skills })
    };
    categories.into_iter().flatten().map(category).collect()
}

fn language(language: &Map<String, Json>) -> Field {
    let text = |key: &str| language.get(key).and_then(Json::as_str);
    let level = text("level").map(humanize).unwrap_or_default();
    let extra = language.get("extra").and_then(Json::as_object);
    let note = |(key, json): (&String, &Json)| match json {
        Json::String(text) => format!("{}: {text}", humanize(key)),
        other => format!("{}: {other}", humanize(key)),
    };
    let notes = extra.map(|extra| extra.iter().map(note).collect::<Vec<_>>().join(", "));
    Field {
        note: notes,
        ..Field::named(text("name").unwrap_or_default(), DisplayValue::text(level))
    }
}

/// Returns employments and contracts by start date, newest first, as in the JSON Resume document.
/// Items without a start date are last.
fn work(profile: &Json) -> Vec<Json> {
    let start = |item: &Map<String, Json>| {
        let date = item.get("start_date").and_then(Json::as_str);
        date.and_then(|date| PartialDate::parse(date).ok())
    };
    let employment = objects(&profile["employment"]).map(|item| (false, item));
    let contracts = objects(&profile["contracts"]).map(|item| (true, item));
    let mut work: Vec<_> = employment.chain(contracts).collect();
    work.sort_by_cached_key(|(_, item)| std::cmp::Reverse(start(item)));
    work.into_iter()
        .map(|(is_contract, item)| json!({ "is_contract": is_contract, "item": Item::new(item) }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn empty_lines_separate_paragraphs() {
        let text = "\none\nstill one\n\n \ntwo\n";
        assert_eq!(paragraphs(text), ["one\nstill one", "two"]);
        assert!(paragraphs("").is_empty());
    }
}
