//! The settings of the site: `content/site.yaml`.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::link::{Email, Origin, Url};
use super::word::INVALID_WORD;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::group::group;
use crate::document::shape::{Shape, TextForm, TextShape};
use crate::document::{Decode, Document, DocumentType, InvalidText, Reporter, Whole, describe};
use crate::templates::Templates;
use crate::yaml::Node;

diagnostic_codes! {
    error RATE_LIMIT_TOO_LOW = "rate-limit-too-low";
}

impl Document for Settings {
    const SUBJECT: &'static str = "the site";
    const NOT_FIELDS: &'static [(&'static str, &'static str)] = &[
        ("accepted_gaps", "delete the line: `vitae hosts` lists the limitations of each host"),
        (
            "language languages lang locale locales",
            "delete the line: each directory in `translations` is a language",
        ),
        (
            "logo favicon theme style css color colors colour colours font template layout",
            "delete the line: to change a page, copy its template into the directory `templates` of the project",
        ),
    ];
    const LEAVES_OUT_EMPTY: bool = false;
    const TITLE: &'static str = "Site";
    const SCHEMA_PATH: &'static str = "schema/site.json";
    const TRANSLATION_SCHEMA_PATH: &'static str = "schema/translated-site.json";

    fn document_type() -> &'static DocumentType {
        static TYPE: LazyLock<DocumentType> = LazyLock::new(describe::<Settings>);
        &TYPE
    }
}

group! {
    /// Settings for the whole site.
    Settings {
        /// The web address of the published site without a path, such as
        /// `https://profiles.example.com`. It makes links in JSON Resume documents and in the API
        /// description absolute. A site in another language does not inherit it.
        base_url: Option<Origin>, translated true;
        /// The name of the service.
        title: String = ["Nordvik consultant profiles", "Our consultants"];
        /// What the service offers, in a sentence or two.
        description: String = ["Public profiles of the consultants at Nordvik Konsult, as structured data.", "Profiles of our consultants for recruiters and the systems they work in."];
        /// The contact for questions about the service.
        contact: SiteContact;
        /// The terms of use of the profiles.
        license: License;
        /// The host that serves the site; `vitae hosts` lists all of them.
        host: Option<String> = (Templates::embedded().directories("hosts")), translated false;
        /// Whether every active profile must have a `consent`. The default is false.
        require_consent: bool = [false, true], else false;
        /// The forms that `vitae forms` writes.
        forms: Option<Forms>, translated false;
        /// How photos are published.
        photo: PublishedPhotos;
        /// How many seconds clients may cache a response. The default is 300.
        cache_seconds: Whole<0, 31_536_000> = [300, 3600], else Whole(300);
        /// Whether search engines may list the profiles and the start page. The default is false.
        indexing: bool = [false, true], else false;
        /// How many requests one client may send. The default is no limit. `vitae build` warns if
        /// the host cannot limit requests.
        rate_limit: Option<RateLimit>;
        /// Whether documents are also published in compressed form, for servers that do not
        /// compress responses. The default is false.
        precompress: bool = [false, true], else false;
        /// With `leave_out`, a profile without a translation is inactive on a site in another language. Without this
        /// field, it is published in its original language.
        untranslated: Option<LeaveOut> = ["leave_out"], translated true;
    }

    /// The contact for questions about the service.
    SiteContact {
        /// The name of a person, team or company.
        name: String = ["Nordvik consultant desk", "Anna Berg"];
        /// The email address.
        email: Email = ["profiles@example.com", "desk@example.org"], translated true;
        /// The website. It starts with https://.
        url: Option<Url> = ["https://nordvik.example.com/contact", "https://www.example.org"], translated true;
    }

    /// The forms that `vitae forms` writes.
    Forms {
        /// The `backend` of Sveltia CMS: where the repository is, and how editors sign in.
        backend: Map<String, Json> = [{"name": "github", "repo": "nordvik/profiles"}];
    }

    /// The terms of use of the profiles.
    License {
        /// The name of the terms.
        name: String = ["Nordvik terms of use for profile data", "Terms of use"];
        /// The web address of the terms. It starts with https://.
        url: Url = ["https://nordvik.example.com/terms", "https://www.example.org/terms"], translated true;
    }

    /// How photos are published.
    PublishedPhotos {
        /// The longest side of a published photo in pixels. The default is 800.
        max_px: Whole<16, 4096> = [800, 1200], else Whole(800);
        /// The JPEG quality of a photo that is compressed again, from 1 to 100. The default is 85.
        quality: Whole<1, 100> = [85, 75], else Whole(85);
    }

    /// How many requests one client may send.
    RateLimit {
        /// The number of requests.
        requests: Whole<1, 1_000_000> = [600, 100];
        /// The period in seconds in which a client may send that many requests.
        seconds: Whole<1, 3_600> = [60, 10];
    }
    check(limit, node, to) {
        let (requests, seconds) = (limit.requests.0, limit.seconds.0);
        if requests.saturating_mul(60) < seconds {
            let message = format!(
                "a limit of {requests} per {seconds} seconds is less than one request per minute"
            );
            let hint = "allow at least one request per minute, the lowest rate that servers support";
            let diagnostic = to.at(&RATE_LIMIT_TOO_LOW, node.span.clone(), message);
            to.report(diagnostic.hint(hint));
        }
    }
}

/// The word `leave_out`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LeaveOut;

impl Decode for LeaveOut {
    const SHAPE: &'static Shape = &Shape::Text(TextShape {
        form: TextForm::Pattern,
        pattern: "^leave_out$",
        examples: &[],
        message: None,
    });

    fn decode<'n>(node: &'n Node, to: &mut Reporter<'n>) -> Option<Self> {
        let hint = "write `leave_out`, or delete the line";
        to.text(node, |text| match text {
            "leave_out" => Ok(Self),
            _ => Err(InvalidText::new(&INVALID_WORD, "is not `leave_out`", hint)),
        })
    }
}
