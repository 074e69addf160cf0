//! Converts the attributes to JSON of the same shape, with validated and normalized named fields.

use indexmap::IndexMap;
use serde_json::{Map, Value as Json};

use super::values::{self, ValueParser, trim};
use crate::document::attributes::{
    AttributesDocument, AwardDocument, InterestDocument, JsonResumeDocument, NetworkDocument,
    PostalDocument, ProjectDocument, PublicationDocument, ReferenceDocument, SkillDocument,
    VolunteerDocument,
};
use crate::document::field::{DateText, Field, Text, UrlText};
use crate::model::date::PartialDate;
use crate::yaml::deserialize::Spanned;

pub(super) trait IntoObject {
    fn into_object(self, values: &mut ValueParser<'_>) -> Map<String, Json>;
}

trait IntoJson {
    /// Returns `None` for a missing or invalid value.
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json>;
}

/// Implements [`IntoObject`]. Each document is destructured completely, so that a new field does not
/// compile until it is listed.
///
/// Parentheses mark the start and end date of a period, a string before a field its key, and
/// `..others` the free fields.
macro_rules! into_object {
    ($($document:ident {
        $($before:ident),*
        $(, ($start:ident, $end:ident) $(, [$($after:ident),+])?)?
        $(, $key:literal: $renamed:ident)?
        $(, ..$others:ident)?
    })+) => {$(
        impl IntoObject for $document {
            fn into_object(self, values: &mut ValueParser<'_>) -> Map<String, Json> {
                let Self {
                    $($before,)*
                    $($start, $end, $($($after,)+)?)?
                    $($renamed,)?
                    $($others,)?
                } = self;
                let mut object = Map::new();
                let mut put = |key: &str, value: Option<Json>| {
                    object.extend(value.map(|value| (key.to_owned(), value)));
                };
                $(put(stringify!($before), $before.into_json(values));)*
                $(
                    let ($start, $end) = values.period($start, $end);
                    put(stringify!($start), $start.into_json(values));
                    put(stringify!($end), $end.into_json(values));
                    $($(put(stringify!($after), $after.into_json(values));)+)?
                )?
                $(put($key, $renamed.into_json(values));)?
                $(object.extend($others);)?
                object
            }
        }
    )+};
}

into_object! {
    AttributesDocument {
        location, profiles, volunteer, awards, publications, interests, references, projects,
        category_names, json_resume, ..others
    }
    PostalDocument { address, postal_code, ..others }
    NetworkDocument { network, username, url, ..others }
    VolunteerDocument {
        organization, role, url, (start_date, end_date), [summary, key_results], ..others
    }
    AwardDocument { title, date, awarder, summary, ..others }
    PublicationDocument { name, publisher, release_date, url, summary, ..others }
    InterestDocument { name, keywords, ..others }
    ReferenceDocument { name, reference, ..others }
    ProjectDocument {
        name, description, url, (start_date, end_date), [key_results, keywords, roles, entity],
        "type": kind, ..others
    }
    JsonResumeDocument { basics, skills, sections, meta }
    SkillDocument { level, ..others }
}

impl<T: IntoObject> IntoJson for Spanned<T> {
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json> {
        Some(self.value.into_object(values).into())
    }
}

impl IntoJson for Spanned<Text> {
    fn into_json(self, _: &mut ValueParser<'_>) -> Option<Json> {
        Some(trim(self.value.0).into())
    }
}

impl IntoJson for Spanned<UrlText> {
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json> {
        let url = values.parse_url(&self.value.0, &self.span)?;
        Some(url.as_str().into())
    }
}

impl IntoJson for Spanned<DateText> {
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json> {
        let date = values.date(Field(Some(self)))?;
        Some(date.value.to_string().into())
    }
}

impl IntoJson for Option<PartialDate> {
    fn into_json(self, _: &mut ValueParser<'_>) -> Option<Json> {
        self.map(|date| date.to_string().into())
    }
}

impl<T> IntoJson for Field<T>
where
    Spanned<T>: IntoJson,
{
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json> {
        self.0?.into_json(values)
    }
}

impl<T> IntoJson for Vec<Spanned<T>>
where
    Spanned<T>: IntoJson,
{
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json> {
        let items = self.into_iter().filter_map(|item| item.into_json(values));
        let items = values::list(items);
        (!items.is_empty()).then_some(Json::Array(items))
    }
}

impl IntoJson for Spanned<IndexMap<String, Spanned<Text>>> {
    fn into_json(self, _: &mut ValueParser<'_>) -> Option<Json> {
        let names = self.value.into_iter();
        let names = names.map(|(key, name)| (key, Json::from(trim(name.value.0))));
        Some(Json::Object(names.collect()))
    }
}

impl IntoJson for IndexMap<String, SkillDocument> {
    fn into_json(self, values: &mut ValueParser<'_>) -> Option<Json> {
        let skills: Map<_, _> =
            self.into_iter().map(|(key, skill)| (key, skill.into_object(values).into())).collect();
        skills.into_json(values)
    }
}

impl IntoJson for Map<String, Json> {
    fn into_json(self, _: &mut ValueParser<'_>) -> Option<Json> {
        (!self.is_empty()).then_some(Json::Object(self))
    }
}
