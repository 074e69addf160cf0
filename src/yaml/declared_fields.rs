//! What a document declares about its fields, for messages about lines in a wrong column.

/// The fields of a document. A path of keys leads to a value, whatever the items are on the way.
pub trait DeclaredFields {
    /// Returns what the document describes, in a few words.
    fn subject(&self) -> &str;

    /// Returns what a key is in the group at a path, or in the items of the list there. An item without fields has an
    /// empty key.
    fn key(&self, path: &[&str], key: &str) -> KnownKey;

    /// Returns whether the value at a path is a list.
    fn is_list(&self, path: &[&str]) -> bool;

    /// Returns whether the value at a path, or an item of the list there, can be any text.
    fn is_text(&self, path: &[&str]) -> bool;

    /// Returns the dotted path of the group that has a field.
    fn group_of(&self, field: &str) -> Option<String>;
}

/// What a key is in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownKey {
    /// A field.
    Field,
    /// One that authors can choose.
    Chosen,
    /// No field, but similar to one.
    Misspelled,
    /// No field.
    Unknown,
}

/// A file without declared fields.
impl DeclaredFields for () {
    fn subject(&self) -> &str {
        "the file"
    }

    fn key(&self, _path: &[&str], _key: &str) -> KnownKey {
        KnownKey::Chosen
    }

    fn is_list(&self, _path: &[&str]) -> bool {
        false
    }

    fn is_text(&self, _path: &[&str]) -> bool {
        true
    }

    fn group_of(&self, _field: &str) -> Option<String> {
        None
    }
}
