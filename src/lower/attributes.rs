//! The attributes keep the shape of the source; their named fields are checked and normalised.

use serde_json::{Map, Value as Json};

use super::values::{self, Values, text, texts_json};
use crate::document::attributes::{
    AttributesDocument, AwardDocument, InterestDocument, JsonResumeDocument, NetworkDocument,
    PostalDocument, ProjectDocument, PublicationDocument, ReferenceDocument, SkillDocument,
    VolunteerDocument,
};
use crate::document::field::{DateText, Field, Text, UrlText};
use crate::model::profile::Attributes;
use crate::yaml::deserialize::Spanned;

pub(super) fn lower(document: AttributesDocument, values: &mut Values<'_>) -> Attributes {
    let AttributesDocument {
        location,
        profiles,
        volunteer,
        awards,
        publications,
        interests,
        references,
        projects,
        category_names,
        json_resume,
        others,
    } = document;
    let names = category_names.0.map(|names| {
        let names = names.value.0.0.into_iter();
        let names = names.map(|(key, name)| (key, Json::from(name.value.0.trim())));
        Json::Object(names.collect())
    });
    let groups = [
        ("location", location.0.map(|l| postal(l.value).into())),
        ("profiles", list(profiles, |p| network(p, values))),
        ("volunteer", list(volunteer, |v| self::volunteer(v, values))),
        ("awards", list(awards, |a| award(a, values))),
        (
            "publications",
            list(publications, |p| publication(p, values)),
        ),
        ("interests", list(interests, interest)),
        ("references", list(references, reference)),
        ("projects", list(projects, |p| project(p, values))),
        ("category_names", names),
        (
            "json_resume",
            json_resume.0.map(|j| self::json_resume(j.value).into()),
        ),
    ];
    Attributes(object(groups, others))
}

fn list<T>(items: Vec<Spanned<T>>, lower: impl FnMut(T) -> Map<String, Json>) -> Option<Json> {
    let items = items.into_iter().map(|item| item.value);
    let items = values::list(items.map(lower).map(Json::Object));
    (!items.is_empty()).then_some(Json::Array(items))
}

/// The fields that are given, then the free ones.
fn object<const N: usize>(
    fields: [(&str, Option<Json>); N],
    others: Map<String, Json>,
) -> Map<String, Json> {
    let given = |(key, value): (&str, Option<Json>)| Some((key.to_owned(), value?));
    fields.into_iter().filter_map(given).chain(others).collect()
}

fn string(field: Field<Text>) -> Option<Json> {
    text(field).map(Json::String)
}

fn url(field: Field<UrlText>, values: &mut Values<'_>) -> Option<Json> {
    values.url(field).map(|url| url.as_str().into())
}

fn date(field: Field<DateText>, values: &mut Values<'_>) -> Option<Json> {
    values.date(field).map(|date| date.value.to_string().into())
}

fn period(
    start: Field<DateText>,
    end: Field<DateText>,
    values: &mut Values<'_>,
) -> [(&'static str, Option<Json>); 2] {
    let (start, end) = values.period(start, end);
    [
        ("start_date", start.map(|date| date.to_string().into())),
        ("end_date", end.map(|date| date.to_string().into())),
    ]
}

fn json_resume(document: JsonResumeDocument) -> Map<String, Json> {
    let JsonResumeDocument {
        basics,
        skills,
        sections,
        meta,
    } = document;
    let skills = skills.0.into_iter();
    let skills = skills.map(|(key, skill)| (key, Json::from(self::skill(skill))));
    let given = |group: Map<String, Json>| (!group.is_empty()).then_some(Json::Object(group));
    object(
        [
            ("basics", given(basics)),
            ("skills", given(skills.collect())),
            ("sections", given(sections)),
            ("meta", given(meta)),
        ],
        Map::new(),
    )
}

fn skill(document: SkillDocument) -> Map<String, Json> {
    let SkillDocument { level, others } = document;
    object([("level", string(level))], others)
}

fn postal(document: PostalDocument) -> Map<String, Json> {
    let PostalDocument {
        address,
        postal_code,
        others,
    } = document;
    object(
        [
            ("address", string(address)),
            ("postal_code", string(postal_code)),
        ],
        others,
    )
}

fn network(document: NetworkDocument, values: &mut Values<'_>) -> Map<String, Json> {
    let NetworkDocument {
        network,
        username,
        url: address,
        others,
    } = document;
    let fields = [
        ("network", string(network)),
        ("username", string(username)),
        ("url", url(address, values)),
    ];
    object(fields, others)
}

fn volunteer(document: VolunteerDocument, values: &mut Values<'_>) -> Map<String, Json> {
    let VolunteerDocument {
        organization,
        role,
        url: address,
        start_date,
        end_date,
        summary,
        key_results,
        others,
    } = document;
    let [start, end] = period(start_date, end_date, values);
    let fields = [
        ("organization", string(organization)),
        ("role", string(role)),
        ("url", url(address, values)),
        start,
        end,
        ("summary", string(summary)),
        ("key_results", texts_json(key_results)),
    ];
    object(fields, others)
}

fn award(document: AwardDocument, values: &mut Values<'_>) -> Map<String, Json> {
    let AwardDocument {
        title,
        date: day,
        awarder,
        summary,
        others,
    } = document;
    let fields = [
        ("title", string(title)),
        ("date", date(day, values)),
        ("awarder", string(awarder)),
        ("summary", string(summary)),
    ];
    object(fields, others)
}

fn publication(document: PublicationDocument, values: &mut Values<'_>) -> Map<String, Json> {
    let PublicationDocument {
        name,
        publisher,
        release_date,
        url: address,
        summary,
        others,
    } = document;
    let fields = [
        ("name", string(name)),
        ("publisher", string(publisher)),
        ("release_date", date(release_date, values)),
        ("url", url(address, values)),
        ("summary", string(summary)),
    ];
    object(fields, others)
}

fn interest(document: InterestDocument) -> Map<String, Json> {
    let InterestDocument {
        name,
        keywords,
        others,
    } = document;
    object(
        [("name", string(name)), ("keywords", texts_json(keywords))],
        others,
    )
}

fn reference(document: ReferenceDocument) -> Map<String, Json> {
    let ReferenceDocument {
        name,
        reference,
        others,
    } = document;
    object(
        [("name", string(name)), ("reference", string(reference))],
        others,
    )
}

fn project(document: ProjectDocument, values: &mut Values<'_>) -> Map<String, Json> {
    let ProjectDocument {
        name,
        description,
        url: address,
        start_date,
        end_date,
        key_results,
        keywords,
        roles,
        entity,
        kind,
        others,
    } = document;
    let [start, end] = period(start_date, end_date, values);
    let fields = [
        ("name", string(name)),
        ("description", string(description)),
        ("url", url(address, values)),
        start,
        end,
        ("key_results", texts_json(key_results)),
        ("keywords", texts_json(keywords)),
        ("roles", texts_json(roles)),
        ("entity", string(entity)),
        ("type", string(kind)),
    ];
    object(fields, others)
}
