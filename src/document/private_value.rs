//! Values that are usually private, in the published parts of a profile.

use std::borrow::Cow;
use std::collections::HashSet;

use super::document_type::DocumentType;
use super::internal_key::means_internal;
use crate::characters::nfc;
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::private_keys::NATIONAL_ID;
use crate::private_value::{self, PrivateValue};
use crate::yaml::{MappingEntry, Node, YamlValue};

diagnostic_codes! {
    error PERSONAL_NUMBER = "personal-number";
    warning PRIVATE_VALUE = "private-value";
}

/// The code, the message and the hint of a diagnostic.
pub(super) type PrivateFinding = (&'static DiagnosticCode, [String; 2]);

/// The paths that the author publishes on purpose: `internal: {published: [attributes.salary]}`. What is below
/// such a path is still reported.
pub(super) struct PublishedPaths<'n> {
    paths: HashSet<Cow<'n, str>>,
    /// Whether a personal identity number is an error at any path, also at these. One in a translation does not depend on
    /// what the profile publishes: a change of the profile, such as a withdrawal, must not make it an error.
    pub(super) forbids_personal_numbers: bool,
    /// Whether the document can have notes, and so these paths.
    has_notes: bool,
}

impl<'n> PublishedPaths<'n> {
    /// Reads the paths of a document. A value of another form is a note.
    pub(super) fn of(root: &'n Node, document: &DocumentType) -> Self {
        let list = || {
            let list = &root.entry("internal")?.value.entry("published")?.value;
            let YamlValue::Sequence(paths) = &list.value else {
                return None;
            };
            paths.iter().map(|path| Some(nfc(&path.scalar()?.text))).collect()
        };
        let has_notes = document.group.field("internal").is_some();
        Self { paths: list().unwrap_or_default(), has_notes, forbids_personal_numbers: false }
    }

    /// Returns what is reported about a private value at `path`.
    fn report(
        &self,
        path: &[&str],
        private: &PrivateValue,
        removal: &str,
    ) -> Option<PrivateFinding> {
        let path = path.join(".");
        let published = |it: &str| format!("this is {it}, which would be published");
        let (code, message) = match private {
            PrivateValue::PersonalNumber => {
                (&PERSONAL_NUMBER, published("a personal identity number"))
            }
            PrivateValue::Meaning(meaning) => (&PRIVATE_VALUE, published(meaning)),
            PrivateValue::Confidential(part) => {
                (&PRIVATE_VALUE, format!("`{part}` says that this is not public"))
            }
        };
        if self.forbids_personal_numbers && *private == PrivateValue::PersonalNumber {
            let hint =
                format!("{removal} here: the one of the profile is the same in each language");
            return Some((code, [message, hint]));
        }
        let hint = match self.has_notes {
            true => {
                format!("{removal}, or list `{path}` under `internal.published` to publish it")
            }
            false => removal.to_owned(),
        };
        let is_published = self.paths.contains(&*nfc(&path));
        (!is_published).then_some((code, [message, hint]))
    }
}

/// Returns what is reported about the key of `entry` at `path`, unless there is an error about it or its value.
pub(super) fn private_key(
    entry: &MappingEntry,
    path: &[&str],
    published: &PublishedPaths<'_>,
) -> Option<PrivateFinding> {
    let private = private_value::private_key(path).filter(|_| !means_internal(&entry.key))?;
    let text = entry.value.scalar().map(|scalar| &*scalar.text);
    let value = text.and_then(|text| private_value::private_text(path, text));
    let is_number = |it: &PrivateValue| *it == PrivateValue::PersonalNumber;
    let is_reported = value.as_ref().is_some_and(is_number) && !is_number(&private);
    (!is_reported).then(|| published.report(path, &private, "move it to `internal`")).flatten()
}

/// Returns what is reported about a text. Below a private key, that is only a personal identity number.
pub(super) fn private_text(
    text: &str,
    path: &[&str],
    is_below_private_key: bool,
    published: &PublishedPaths<'_>,
) -> Option<PrivateFinding> {
    let private = private_value::private_text(path, text)?;
    // The field itself can be required.
    let removal = match private {
        PrivateValue::PersonalNumber => "delete the number",
        _ if is_below_private_key => return None,
        PrivateValue::Meaning(NATIONAL_ID) => "delete the number",
        PrivateValue::Meaning(_) => "delete the date",
        PrivateValue::Confidential(_) if !published.has_notes => "delete the text",
        PrivateValue::Confidential(_) => "move the text to `internal`",
    };
    published.report(path, &private, removal)
}
