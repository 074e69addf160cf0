//! Values that are usually private, in the published parts of a profile.

use crate::characters::nfc;
use crate::diagnostic_code::diagnostic_codes;
use crate::private_value::{meaning_of_last_key, meaning_of_text};
use crate::yaml::{Node, YamlValue};

diagnostic_codes! {
    warning PRIVATE_VALUE = "private-value";
}

/// The paths that the author publishes on purpose: `internal: {published: [attributes.salary]}`. What is below
/// such a path is still reported.
pub(super) struct PublishedPaths<'n>(Vec<&'n str>);

impl<'n> PublishedPaths<'n> {
    /// Reads the paths of a document. A value of another form is a note.
    pub(super) fn of(root: &'n Node) -> Self {
        let list = || {
            let list = &root.entry("internal")?.value.entry("published")?.value;
            let YamlValue::Sequence(paths) = &list.value else {
                return None;
            };
            paths.iter().map(|path| Some(path.scalar()?.text.as_str())).collect()
        };
        Self(list().unwrap_or_default())
    }

    /// Returns the message and the hint about a value at `path` with a private meaning.
    fn report(&self, path: &[&str], meaning: &str, removal: &str) -> Option<[String; 2]> {
        let path = path.join(".");
        let message = format!("this is {meaning}, which would be published");
        let hint = format!("{removal}, or list `{path}` under `internal.published` to publish it");
        (!self.0.iter().any(|public| nfc(public) == nfc(&path))).then_some([message, hint])
    }
}

/// Returns the message and the hint about the value's key, if it is private.
pub(super) fn private_key(path: &[&str], published: &PublishedPaths<'_>) -> Option<[String; 2]> {
    published.report(path, meaning_of_last_key(path)?, "move it to `internal`")
}

/// Returns the message and the hint about a text, if it is private. The field itself can be required.
pub(super) fn private_text<'n>(
    text: &str,
    path: impl Iterator<Item = &'n str>,
    published: &PublishedPaths<'_>,
) -> Option<[String; 2]> {
    let meaning = meaning_of_text(text)?;
    published.report(&path.collect::<Vec<_>>(), meaning, "delete the number")
}
