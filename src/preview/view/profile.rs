//! A profile as people read it.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::attributes::{Section, contacts, sections};
use super::dates::spoken as spoken_date;
use super::item::Item;
use super::url;
use super::value::{DisplayValue, Field, Text};
use crate::model::date::PartialDate;
use crate::model::word::{category_name, humanize};

/// The parts of the page.
#[derive(Debug, Serialize)]
pub(super) struct ProfileView {
    /// Title, headline and place come with the page's heading.
    bio_short: Option<String>,
    lead: Option<String>,
    paragraphs: Vec<String>,
    engagement: Vec<Field>,
    contact: Vec<Field>,
    categories: Vec<Category>,
    languages: Vec<Field>,
    /// Employments and contracts, the newest first.
    work: Vec<Work>,
    education: Vec<Item>,
    certifications: Vec<Item>,
    sections: Vec<Section>,
    others: Vec<Field>,
}

#[derive(Debug, Serialize)]
struct Category {
    name: String,
    skills: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Work {
    is_contract: bool,
    item: Item,
}

impl ProfileView {
    /// The view of a published profile.
    pub(super) fn new(profile: &Json) -> Self {
        let none = Map::new();
        let attributes = profile["attributes"].as_object().unwrap_or(&none);
        let (sections, others) = sections(attributes);
        let full = text(profile, "/summary/full").unwrap_or_default();
        let mut contact = contact(profile);
        let linkedin = text(profile, "/personal/contact/linkedin");
        contact.extend(contacts(attributes, linkedin.as_deref()));
        Self {
            bio_short: text(profile, "/bio_short"),
            lead: text(profile, "/summary/short"),
            paragraphs: paragraphs(&full),
            engagement: engagement(&profile["engagement"]),
            contact,
            categories: categories(profile, attributes),
            languages: objects(&profile["skills"]["languages"])
                .map(language)
                .collect(),
            work: work(profile),
            education: objects(&profile["education"]).map(Item::new).collect(),
            certifications: objects(&profile["certifications"]).map(Item::new).collect(),
            sections,
            others,
        }
    }
}

/// The text at a JSON pointer.
pub(super) fn text(profile: &Json, pointer: &str) -> Option<String> {
    let text = profile.pointer(pointer).and_then(Json::as_str)?;
    Some(text.to_owned())
}

fn objects(list: &Json) -> impl Iterator<Item = &Map<String, Json>> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Json::as_object)
}

fn texts(list: &Json) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Paragraphs are separated by empty lines.
fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let paragraphs = paragraphs.filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| paragraph.join("\n")).collect()
}

fn engagement(engagement: &Json) -> Vec<Field> {
    let own = |key: &str| engagement[key].as_str().map(str::to_owned);
    let arrangements = texts(&engagement["work_arrangements"]);
    let arrangements: Vec<String> = arrangements.iter().map(|word| humanize(word)).collect();
    let f_tax = engagement["f_skatt"].as_bool().map(|held| match held {
        true => "Approved (F-skatt)",
        false => "Not approved",
    });
    let available = own("available_from").map(|date| spoken_date(&date));
    let parts = [
        ("Available from", available, own("available_from_note")),
        (
            "Works",
            (!arrangements.is_empty()).then(|| arrangements.join(", ")),
            None,
        ),
        (
            "Price",
            own("pricing").map(|word| humanize(&word)),
            own("pricing_note"),
        ),
        ("F-tax", f_tax.map(str::to_owned), None),
    ];
    let field = |(label, value, note): (&str, Option<String>, Option<String>)| {
        // A remark alone is worth showing too.
        let (value, note) = match value {
            Some(value) => (value, note),
            None => (note?, None),
        };
        Some(Field {
            note,
            ..Field::named(label, DisplayValue::text(value))
        })
    };
    parts.into_iter().filter_map(field).collect()
}

fn contact(profile: &Json) -> Vec<Field> {
    let mut fields = Vec::new();
    let contact = "/personal/contact";
    for (label, key) in [
        ("Mail", "email"),
        ("Phone", "phone"),
        ("LinkedIn", "linkedin"),
        ("Website", "website"),
    ] {
        let Some(value) = text(profile, &format!("{contact}/{key}")) else {
            continue;
        };
        let value = match key {
            "phone" => DisplayValue::Text(Text {
                href: url::of_phone(&value),
                text: value,
            }),
            _ => DisplayValue::Text(Text::link(&value)),
        };
        fields.push(Field::named(label, value));
    }
    let company =
        ["name", "legal_name"].map(|key| text(profile, &format!("/personal/company/{key}")));
    let [name, legal_name] = company;
    if let Some(company) = name.clone().or(legal_name.clone()) {
        fields.push(Field {
            note: legal_name.filter(|legal| *legal != company),
            ..Field::named("Company", DisplayValue::text(company))
        });
    }
    fields
}

fn categories(profile: &Json, attributes: &Map<String, Json>) -> Vec<Category> {
    let categories = profile["skills"]["categories"].as_object();
    let category = |(key, skills): (&String, &Json)| Category {
        name: category_name(key, attributes),
        skills: texts(skills),
    };
    categories.into_iter().flatten().map(category).collect()
}

fn language(language: &Map<String, Json>) -> Field {
    let own = |key: &str| language.get(key).and_then(Json::as_str);
    let mut field = Field::named(
        own("name").unwrap_or_default(),
        DisplayValue::text(own("level").map(humanize).unwrap_or_default()),
    );
    if let Some(Json::Object(extra)) = language.get("extra") {
        let of_key = |(key, json): (&String, &Json)| match json {
            Json::String(text) => format!("{}: {text}", humanize(key)),
            other => format!("{}: {other}", humanize(key)),
        };
        field.note = Some(extra.iter().map(of_key).collect::<Vec<_>>().join(", "));
    }
    field
}

/// Both lists by start date, the newest first, as in the JSON Resume; without one, last.
fn work(profile: &Json) -> Vec<Work> {
    let of = |list: &'static str, is_contract| {
        let items = objects(&profile[list]);
        items.map(move |item| {
            let start = item.get("start_date").and_then(Json::as_str);
            let start = start.and_then(|date| PartialDate::parse(date).ok());
            let item = Item::new(item);
            (start, Work { is_contract, item })
        })
    };
    let mut work: Vec<_> = of("employment", false)
        .chain(of("contracts", true))
        .collect();
    work.sort_by(|(a, _), (b, _)| b.cmp(a));
    work.into_iter().map(|(_, work)| work).collect()
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn empty_lines_part_paragraphs() {
        let text = "\none\nstill one\n\n \ntwo\n";
        assert_eq!(paragraphs(text), ["one\nstill one", "two"]);
        assert!(paragraphs("").is_empty());
    }
}
