//! `work`, `education` and `certificates`: items with JSON Resume's keys.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::rc::Rc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json, json};

use crate::document::group::FieldGroup;
use crate::document::reserved_keys::{CONTRACTOR, EMPLOYMENT_TYPE};
use crate::document::resume_field::{Kind, json_resume_spelling};
use crate::model::attributes::{
    Award, Interest, Network, Project, Publication, Reference, Volunteer,
};
use crate::model::items::{Certification, Education, Extra, Work};
use crate::model::profile::Profile;

/// A group that is an item of JSON Resume.
pub trait Item: FieldGroup + Clone {
    /// The keys, if their order is not that of the group.
    const ORDER: &'static [&'static str] = &[];

    /// Returns the additional fields of a group that has them in a field of their own.
    fn extra(&self) -> Option<&Extra> {
        None
    }
}

impl Item for Volunteer {}
impl Item for Award {}
impl Item for Publication {}
impl Item for Interest {}
impl Item for Reference {}
impl Item for Project {}
impl Item for Network {}

/// An item whose schema is derived from the type.
pub trait TypedItem: Item + JsonSchema {
    /// The name of the item's schema.
    const SCHEMA_NAME: &'static str;

    /// Returns the properties of the item that are no fields of the group.
    fn further_properties() -> Map<String, Json> {
        Map::new()
    }
}

impl Item for Work {
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

    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }
}

impl TypedItem for Work {
    const SCHEMA_NAME: &'static str = "JsonResumeWork";

    fn further_properties() -> Map<String, Json> {
        let description = "`CONTRACTOR` for a contract assignment (schema.org `employmentType`).";
        let property = json!({ "description": description, "type": ["string", "null"] });
        Map::from_iter([(EMPLOYMENT_TYPE.to_owned(), property)])
    }
}

impl TypedItem for Education {
    const SCHEMA_NAME: &'static str = "JsonResumeEducation";
}

impl Item for Education {
    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }
}

impl TypedItem for Certification {
    const SCHEMA_NAME: &'static str = "JsonResumeCertificate";
}

impl Item for Certification {
    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }
}

/// An item with JSON Resume's keys, its additional fields last. Absent fields and empty lists are left out.
#[derive(Debug)]
pub struct ResumeItem<'a, T: Clone> {
    item: Cow<'a, T>,
    /// The `employmentType` of an item of `work`.
    employment_type: Option<&'static str>,
    keys: Rc<[Key]>,
}

/// A key, and the index of its field in the group; `None` for `employmentType`.
type Key = (&'static str, Option<usize>);

/// Returns the keys of an item in their order.
fn keys<T: Item>() -> Rc<[Key]> {
    let fields = T::GROUP.fields.iter().map(|field| &field.resume).enumerate();
    let fields = fields.filter(|(_, field)| field.kind != Kind::Open);
    let fields = fields.map(|(index, field)| (field.key(), Some(index)));
    let mut keys: Vec<Key> = fields.chain([(EMPLOYMENT_TYPE, None)]).collect();
    let place = |key: &str| T::ORDER.iter().position(|ordered| *ordered == key);
    keys.sort_by_cached_key(|(key, _)| place(key).unwrap_or(usize::MAX));
    keys.into()
}

pub(super) fn items<T: Item>(items: &[T]) -> Vec<ResumeItem<'_, T>> {
    changed_items(items.iter().map(Cow::Borrowed))
}

/// Returns items of which some differ from those of the profile.
pub(super) fn changed_items<'a, T: Item>(
    items: impl Iterator<Item = Cow<'a, T>>,
) -> Vec<ResumeItem<'a, T>> {
    let keys = keys::<T>();
    let item = |item| ResumeItem { item, employment_type: None, keys: Rc::clone(&keys) };
    items.map(item).collect()
}

impl<T: Item> Serialize for ResumeItem<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for (key, index) in &*self.keys {
            match (index, self.employment_type) {
                (Some(index), _) => self.item.serialize_field(*index, key, &mut fields)?,
                (None, Some(employment_type)) => fields.serialize_entry(key, employment_type)?,
                (None, None) => {}
            }
        }
        for (key, value) in self.item.others().into_iter().flatten() {
            fields.serialize_entry(json_resume_spelling(key), value)?;
        }
        for (key, value) in self.item.extra().into_iter().flatten() {
            fields.serialize_entry(key, value)?;
        }
        fields.end()
    }
}

impl<T: TypedItem> JsonSchema for ResumeItem<'_, T> {
    fn schema_name() -> Cow<'static, str> {
        T::SCHEMA_NAME.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        let Some(Json::Object(mut group)) = schema.remove("properties") else {
            unreachable!("a group has properties")
        };
        let mut further = T::further_properties();
        let property = |(key, index): &Key| {
            let property = match index {
                Some(index) => group.remove(T::GROUP.fields[*index].name()),
                None => further.remove(*key),
            };
            Some(((*key).to_owned(), property?))
        };
        let properties: Map<_, _> = keys::<T>().iter().filter_map(property).collect();
        schema.remove("required");
        schema.insert("properties".to_owned(), properties.into());
        schema.insert("additionalProperties".to_owned(), true.into());
        schema
    }
}

/// Returns employments and contract assignments by start date, newest first. Items with equal dates
/// keep their order.
pub(super) fn work(profile: &Profile) -> Vec<ResumeItem<'_, Work>> {
    let contracts = items(&profile.contracts).into_iter();
    let contracts = contracts.map(|item| ResumeItem { employment_type: Some(CONTRACTOR), ..item });
    let mut work: Vec<_> = items(&profile.employment).into_iter().chain(contracts).collect();
    work.sort_by_key(|work| Reverse(work.item.start_date));
    work
}

/// Returns the place of each item of `work` in the profile, where the contracts follow the employments. The list is empty
/// if the items of both lists are in order.
pub(super) fn work_order(profile: &Profile) -> Vec<usize> {
    let starts = profile.employment.iter().chain(&profile.contracts).map(|work| work.start_date);
    let mut order: Vec<_> = starts.enumerate().collect();
    order.sort_by_key(|(_, start)| Reverse(*start));
    let order: Vec<usize> = order.into_iter().map(|(place, _)| place).collect();
    let (employment, contracts): (Vec<usize>, Vec<usize>) =
        order.iter().copied().partition(|place| *place < profile.employment.len());
    let is_in_order = employment.is_sorted() && contracts.is_sorted();
    if is_in_order { Vec::new() } else { order }
}
