//! The settings of the site in another language: `content/translations/<language>/site.yaml`.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::link::Origin;
use super::settings::{License, Settings, SiteContact};
use super::word::INVALID_WORD;
use crate::document::group::group;
use crate::document::{Decode, Document, DocumentType, InvalidText, Reporter, describe};
use crate::yaml::Node;

impl Document for SiteTranslation {
    const SUBJECT: &'static str = "the site";
    const NOT_FIELDS: &'static [(&'static str, &'static str)] = &[];
    const LEAVES_OUT_EMPTY: bool = false;
    const TITLE: &'static str = "Site in another language";
    const SCHEMA_PATH: &'static str = "schema/translated-site.json";

    fn document_type() -> &'static DocumentType {
        static TYPE: LazyLock<DocumentType> = LazyLock::new(describe::<SiteTranslation>);
        &TYPE
    }
}

group! {
    /// Settings of the site in another language. Those that are missing here are those of `content/site.yaml`.
    SiteTranslation {
        /// The web address of the site in this language, without a path. It is never that of the other site.
        base_url: Option<Origin>;
        /// The name of the service.
        title: Option<String> = ["Nordviks konsultprofiler"];
        /// What the service offers, in a sentence or two.
        description: Option<String> = ["Publika profiler av konsulterna hos Nordvik Konsult, som strukturerade data."];
        /// The contact for questions about the service.
        contact: Option<SiteContact>;
        /// The terms of use of the profiles.
        license: Option<License>;
        /// What happens to a profile without a translation: `publish`, in its original language, or `leave_out`. The
        /// default is `publish`.
        untranslated: Untranslated, else Untranslated::Publish;
    }
}

impl SiteTranslation {
    /// Returns whether the title and the description are translated.
    pub fn has_texts(&self) -> bool {
        self.title.is_some() && self.description.is_some()
    }

    /// Returns the settings of the site in this language.
    pub fn applied_to(self, settings: Settings) -> Settings {
        let Self { base_url, title, description, contact, license, untranslated: _ } = self;
        Settings {
            base_url,
            title: title.unwrap_or(settings.title),
            description: description.unwrap_or(settings.description),
            contact: contact.unwrap_or(settings.contact),
            license: license.unwrap_or(settings.license),
            ..settings
        }
    }
}

/// What happens to a profile without a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Untranslated {
    /// It is published in its original language.
    #[default]
    Publish,
    /// It is inactive.
    LeaveOut,
}

impl Decode for Untranslated {
    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        to.text(node, |text| match text.trim() {
            "publish" => Ok(Self::Publish),
            "leave_out" => Ok(Self::LeaveOut),
            _ => {
                let problem = "is neither `publish` nor `leave_out`";
                Err(InvalidText::new(&INVALID_WORD, problem, "write one of the two words"))
            }
        })
    }

    fn schema() -> Json {
        let words = ["publish", "leave_out"];
        json!({ "type": "string", "enum": words, "examples": words })
    }
}
