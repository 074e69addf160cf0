//! Where the fields of a document belong, for messages about lines in a wrong column.

use super::DocumentType;
use super::shape::{Field, GroupShape, Shape, TextForm};
use crate::did_you_mean::did_you_mean;
use crate::yaml::{DeclaredFields, KnownKey};

impl DeclaredFields for DocumentType {
    fn subject(&self) -> &str {
        self.subject
    }

    fn key(&self, path: &[&str], key: &str) -> KnownKey {
        let value = value(self.shape, path);
        match items_or(value) {
            Shape::Group(group) if group.field(key).is_some() => KnownKey::Field,
            Shape::Group(GroupShape { others: Some(keys), .. }) | Shape::Open(keys)
                if keys.texts.contains(&key) =>
            {
                KnownKey::Field
            }
            Shape::Group(group @ GroupShape { others: None, .. }) => {
                match did_you_mean(key, group.names()) {
                    Some(_) => KnownKey::Misspelled,
                    None => KnownKey::Unknown,
                }
            }
            _ if value.is_text(TextForm::Plain) => KnownKey::Unknown,
            _ => KnownKey::Chosen,
        }
    }

    fn is_list(&self, path: &[&str]) -> bool {
        matches!(value(self.shape, path), Shape::List(_))
    }

    fn is_text(&self, path: &[&str]) -> bool {
        let value = items_or(value(self.shape, path));
        value.is_text(TextForm::Plain) || matches!(value, Shape::Anything)
    }

    fn group_of(&self, field: &str) -> Option<String> {
        group_with(self.group, field, "")
    }
}

/// Returns the dotted path of the group below `group` that has a field.
fn group_with(group: &GroupShape, name: &str, path: &str) -> Option<String> {
    if !path.is_empty() && group.field(name).is_some() {
        return Some(path.to_owned());
    }
    group.fields.iter().find_map(|field| {
        let below = field.shape.group()?;
        match path {
            "" => group_with(below, name, field.name()),
            _ => group_with(below, name, &format!("{path}.{}", field.name())),
        }
    })
}

/// Returns the declaration of the field at a path of keys.
pub(super) fn field(shape: &'static Shape, path: &[&str]) -> Option<&'static Field> {
    let (key, above) = path.split_last()?;
    items_or(value(shape, above)).group()?.field(key)
}

/// Returns the shape of the value at a path of keys.
pub(super) fn value(shape: &'static Shape, path: &[&str]) -> &'static Shape {
    path.iter().fold(shape, |value, key| items_or(value).value_of(key).0)
}

/// Returns the shape of the items of a list, or that of another value.
fn items_or(shape: &'static Shape) -> &'static Shape {
    match shape {
        Shape::List(item) => item,
        shape => shape,
    }
}
