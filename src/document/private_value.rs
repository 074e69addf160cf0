//! Values that are usually private, in the published parts of a profile.

use crate::diagnostic::{Diagnostic, Span, report};
use crate::diagnostic_code::diagnostic_codes;
use crate::private_value::{meaning_of_last_key, meaning_of_text};
use crate::yaml::{Node, ScalarKind, YamlValue};

diagnostic_codes! {
    warning PRIVATE_VALUE = "private-value";
}

/// Reports the private values of a profile, except those whose path the author lists in `internal.published`.
/// What is below a listed path is still reported.
pub(super) fn check(file: &str, tree: &Node, diagnostics: &mut Vec<Diagnostic>) {
    let published = published(tree).unwrap_or_default();
    let mut search = PrivateValueSearch { file, published, path: Vec::new(), diagnostics };
    search.value(tree);
}

/// Returns the paths that the author publishes on purpose: `internal: {published: [attributes.salary]}`. A value
/// of another form is a note.
fn published(tree: &Node) -> Option<Vec<&str>> {
    let list = &tree.entry("internal")?.value.entry("published")?.value;
    let YamlValue::Sequence(paths) = &list.value else {
        return None;
    };
    paths.iter().map(|path| Some(path.scalar()?.text.as_str())).collect()
}

struct PrivateValueSearch<'a> {
    file: &'a str,
    published: Vec<&'a str>,
    /// The keys that lead to the value.
    path: Vec<&'a str>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> PrivateValueSearch<'a> {
    fn value(&mut self, node: &'a Node) {
        match &node.value {
            YamlValue::Mapping(entries) => {
                for entry in entries {
                    if self.path.is_empty() && entry.key == "internal" {
                        continue;
                    }
                    self.path.push(&entry.key);
                    match meaning_of_last_key(&self.path).filter(|_| !self.is_listed()) {
                        Some(meaning) => {
                            self.report(&entry.key_span, meaning, "move it to `internal`");
                        }
                        None => self.value(&entry.value),
                    }
                    self.path.pop();
                }
            }
            YamlValue::Sequence(items) => items.iter().for_each(|item| self.value(item)),
            YamlValue::Scalar(scalar) if scalar.kind != ScalarKind::Null => {
                if let Some(meaning) = meaning_of_text(&scalar.text).filter(|_| !self.is_listed()) {
                    // The field itself can be required.
                    self.report(&node.span, meaning, "delete the number");
                }
            }
            YamlValue::Scalar(_) | YamlValue::Invalid => {}
        }
    }

    fn is_listed(&self) -> bool {
        self.published.contains(&self.path.join(".").as_str())
    }

    fn report(&mut self, span: &Span, meaning: &str, removal: &str) {
        let path = self.path.join(".");
        let message = format!("this is {meaning}, which would be published");
        let hint = format!("{removal}, or list `{path}` under `internal.published` to publish it");
        let diagnostic = Diagnostic::at(&PRIVATE_VALUE, self.file, span.clone(), message);
        report(self.diagnostics, diagnostic.hint(hint));
    }
}
