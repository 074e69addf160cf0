//! The settings of the site: `content/site.yaml`.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Deserialize;

use super::Document;
use super::field::{EmailText, Field, OriginText, Text, Texts, UrlText, groups};
use super::validate::DocumentValidator;
use crate::templates::Templates;

groups! {
    /// Settings for the whole site.
    #[schemars(title = "Site", extend("required" = ["title", "description", "contact", "license"]))]
    SiteDocument {
        /// The web address of the published site without a path, such as
        /// `https://profiles.example.com`. It makes links in JSON Resume documents and in the API
        /// description absolute.
        base_url: Field<OriginText>,
        /// The name of the service.
        title: Field<Text> = ["Nordvik consultant profiles", "Our consultants"],
        /// What the service offers, in a sentence or two.
        description: Field<Text> = ["Public profiles of the consultants at Nordvik Konsult, as structured data.", "Profiles of our consultants for recruiters and the systems they work in."],
        /// The contact for questions about the service.
        contact: Field<SiteContactDocument>,
        /// The terms of use of the profiles.
        license: Field<LicenseDocument>,
        /// The host that serves the site; `vitae hosts` lists all of them.
        #[schemars(extend("examples" = Templates::embedded().directories("hosts")))]
        host: Field<Text>,
        /// How photos are published.
        photo: Field<PhotoDocument>,
        /// How many seconds clients may cache a response. The default is 300.
        #[schemars(range(max = 31_536_000))]
        cache_seconds: Field<u32> = [300, 3600],
        /// Whether search engines may list the profiles and the start page. The default is false.
        indexing: Field<bool> = [false, true],
        /// How many requests one client may send. The default is no limit. `vitae build` warns if
        /// the host cannot limit requests.
        rate_limit: Field<RateLimitDocument>,
        /// Whether documents are also published in compressed form, for servers that do not
        /// compress responses. The default is false.
        precompress: Field<bool> = [false, true],
        /// The known limitations of the host that you accept. `vitae build` warns about the others;
        /// each warning names the word to write here.
        accepted_gaps: Field<Texts> = [["trailing-slash"], ["trailing-slash", "trailing-ampersand"]],
    }
}

impl Document for SiteDocument {
    const SUBJECT: &'static str = "the site";
    const SCHEMA_PATH: &'static str = "schema/site.json";

    fn validator() -> &'static DocumentValidator {
        static VALIDATOR: LazyLock<DocumentValidator> =
            LazyLock::new(DocumentValidator::new::<SiteDocument>);
        &VALIDATOR
    }
}

groups! {
    /// The contact for questions about the service.
    #[schemars(extend("required" = ["name", "email"]))]
    SiteContactDocument {
        /// The name of a person, team or company.
        name: Field<Text> = ["Nordvik consultant desk", "Anna Berg"],
        /// The email address.
        email: Field<EmailText> = ["profiles@example.com", "desk@example.org"],
        /// The website. It starts with https://.
        url: Field<UrlText> = ["https://nordvik.example.com/contact", "https://www.example.org"],
    }

    /// The terms of use of the profiles.
    #[schemars(extend("required" = ["name", "url"]))]
    LicenseDocument {
        /// The name of the terms.
        name: Field<Text> = ["Nordvik terms of use for profile data", "Terms of use"],
        /// The web address of the terms. It starts with https://.
        url: Field<UrlText> = ["https://nordvik.example.com/terms", "https://www.example.org/terms"],
    }
}

/// The default photo size: the value of `max_px`. A macro, because doc attributes accept only literals.
macro_rules! photo_max_px {
    () => {
        800
    };
}

/// The default photo size: the longest side of a published photo, in pixels.
pub const PHOTO_MAX_PX: u32 = photo_max_px!();

groups! {
    /// How photos are published.
    PhotoDocument {
        #[doc = concat!("The longest side of a published photo in pixels. The default is ", photo_max_px!(), ".")]
        #[schemars(range(min = 16, max = 4096))]
        max_px: Field<u32> = [PHOTO_MAX_PX, 1200],
        /// The JPEG quality of a photo that is compressed again, from 1 to 100. The default is 85.
        #[schemars(range(min = 1, max = 100))]
        quality: Field<u8> = [85, 75],
    }

    /// How many requests one client may send.
    #[schemars(extend("required" = ["requests", "seconds"]))]
    RateLimitDocument {
        /// The number of requests.
        #[schemars(range(min = 1, max = 1_000_000))]
        requests: Field<u32> = [600, 100],
        /// The period in seconds in which a client may send that many requests.
        #[schemars(range(min = 1, max = 3_600))]
        seconds: Field<u32> = [60, 10],
    }
}
