//! `work`, `education` and `certificates`: items with JSON Resume's keys.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::document::reserved_keys::{CONTRACTOR, EMPLOYMENT_TYPE};
use crate::document::resume_field::{Group, resume_key};
use crate::model::items::{Certification, Education, Work};
use crate::model::profile::Profile;

/// A group that is an item of JSON Resume.
pub trait Item: Group + Serialize + JsonSchema {
    /// The name of the item's schema.
    const SCHEMA_NAME: &'static str;
    /// The keys, if their order is not that of the group.
    const ORDER: &'static [&'static str] = &[];

    /// Returns the properties of the item that are no fields of the group.
    fn further_properties() -> Map<String, Json> {
        Map::new()
    }
}

impl Item for Work {
    const SCHEMA_NAME: &'static str = "JsonResumeWork";
    const ORDER: &'static [&'static str] = &[
        "name",
        "position",
        EMPLOYMENT_TYPE,
        "location",
        "url",
        "description",
        "startDate",
        "endDate",
        "summary",
        "highlights",
    ];

    fn further_properties() -> Map<String, Json> {
        let description = "`CONTRACTOR` for a contract assignment (schema.org `employmentType`).";
        let property = json!({ "description": description, "type": ["string", "null"] });
        Map::from_iter([(EMPLOYMENT_TYPE.to_owned(), property)])
    }
}

impl Item for Education {
    const SCHEMA_NAME: &'static str = "JsonResumeEducation";
}

impl Item for Certification {
    const SCHEMA_NAME: &'static str = "JsonResumeCertificate";
}

/// An item with JSON Resume's keys, its additional fields last. Empty lists are left out.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct ResumeItem<T> {
    fields: Map<String, Json>,
    item: PhantomData<T>,
}

impl<T: Item> ResumeItem<T> {
    pub(super) fn new(item: &T) -> Self {
        Self::with(item, None)
    }

    fn with(item: &T, further: Option<(&str, &str)>) -> Self {
        let Ok(Json::Object(mut group)) = serde_json::to_value(item) else {
            unreachable!("an item is a group")
        };
        let extra = group.shift_remove("extra");
        let further = further.map(|(key, value)| (key.to_owned(), value.into()));
        let fields = in_order::<T>(group.into_iter().chain(further));
        let has_value =
            |(_, value): &(String, Json)| value.as_array().is_none_or(|it| !it.is_empty());
        let mut fields: Map<_, _> = fields.into_iter().filter(has_value).collect();
        if let Some(Json::Object(extra)) = extra {
            fields.extend(extra);
        }
        Self { fields, item: PhantomData }
    }
}

/// Returns fields under JSON Resume's keys.
fn in_order<T: Item>(fields: impl Iterator<Item = (String, Json)>) -> Vec<(String, Json)> {
    let renamed = fields.map(|(name, value)| (resume_key(T::FIELDS, &name).to_owned(), value));
    let mut fields: Vec<_> = renamed.collect();
    let place = |key: &str| T::ORDER.iter().position(|ordered| *ordered == key);
    fields.sort_by_key(|(key, _)| place(key).unwrap_or(usize::MAX));
    fields
}

impl<T: Item> JsonSchema for ResumeItem<T> {
    fn schema_name() -> Cow<'static, str> {
        T::SCHEMA_NAME.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        let Some(Json::Object(mut properties)) = schema.remove("properties") else {
            unreachable!("a group has properties")
        };
        properties.shift_remove("extra");
        let properties = in_order::<T>(properties.into_iter().chain(T::further_properties()));
        schema.remove("required");
        schema.insert("properties".to_owned(), properties.into_iter().collect());
        schema.insert("additionalProperties".to_owned(), true.into());
        schema
    }
}

/// Returns employments and contract assignments by start date, newest first. Items with equal dates
/// keep their order.
pub(super) fn work(profile: &Profile) -> Vec<ResumeItem<Work>> {
    let employment = profile.employment.iter().map(|item| (item, None));
    let contracts =
        profile.contracts.iter().map(|item| (item, Some((EMPLOYMENT_TYPE, CONTRACTOR))));
    let mut work: Vec<_> = employment.chain(contracts).collect();
    work.sort_by_key(|(item, _)| Reverse(item.start_date));
    work.into_iter()
        .map(|(item, employment_type)| ResumeItem::with(item, employment_type))
        .collect()
}
