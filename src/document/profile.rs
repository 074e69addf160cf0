//! The profile: `content/consultants/<id>.yaml`.

use std::sync::LazyLock;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value as Json};

use super::Document;
use super::attributes::AttributesDocument;
use super::field::{
    DayText, EmailText, Field, NullableText, Pricing, Text, Texts, TimestampText, UrlText,
    WorkArrangement, groups,
};
use super::profile_items::{
    CertificationDocument, EducationDocument, LanguageDocument, WorkDocument,
};
use super::validate::DocumentValidator;
use crate::yaml::deserialize::Spanned;

groups! {
    /// A consultant's profile. The file name is the consultant's identifier.
    #[schemars(title = "Consultant profile", extend("required" = ["active", "name"]))]
    ProfileDocument {
        /// Whether the profile is published. `false` removes the consultant from the site.
        active: Field<bool> = [true, false],
        /// The consultant's name.
        name: Field<Text> = ["Anna Berg", "Erik Sandell"],
        /// The job title, such as "Senior Solution Architect".
        title: Field<NullableText> = ["Solution Architect for Hospitals", "Data Engineer for Retailers"] invented,
        /// One or two sentences about the consultant.
        bio_short: Field<NullableText> = ["Architect who moves hospitals to the cloud without a night of downtime.", "Data engineer with ten years in retail and logistics."] invented,
        /// When the profile last changed, such as 2026-03-14T09:30:00+01:00. The default is the time
        /// of the last change in git.
        last_modified: Field<TimestampText>,
        /// Who the consultant is and how to reach them.
        personal: Field<PersonalDocument>,
        /// When and how the consultant can be engaged.
        engagement: Field<EngagementDocument>,
        /// The presentation of the consultant.
        summary: Field<SummaryDocument>,
        /// Skills and languages.
        skills: Field<SkillsDocument>,
        /// Professional certifications.
        certifications: Vec<Spanned<CertificationDocument>>,
        /// Employments, the newest first.
        employment: Vec<Spanned<WorkDocument>>,
        /// Contract assignments, the newest first.
        contracts: Vec<Spanned<WorkDocument>>,
        /// Education, the newest first.
        education: Vec<Spanned<EducationDocument>>,
        /// Anything else to publish. Some keys have a fixed form, others are free.
        attributes: Field<AttributesDocument> = [{"security_clearance": "BPSS", "awards": [{"title": "Architect of the Year", "date": "2024-03"}]}],
        /// What a card or a list shows, where it differs from the profile.
        card: Field<CardDocument>,
        /// Notes for the editors. Never published. A list `published` names values to publish that are usually private.
        #[schemars(with = "Map<String, Json>")]
        internal: Field<IgnoredAny> = [{"consent": "given by email on 2026-02-03"}],
    }
}

/// The fields at the top level that JSON Resume does not have. In a JSON Resume they are fields of
/// `meta.consultantProfile`, from which an import reads them.
pub const NOT_IN_JSON_RESUME: [&str; 2] = ["title", "bio_short"];

impl Document for ProfileDocument {
    const SUBJECT: &'static str = "the profile";
    const SCHEMA_PATH: &'static str = "schema/consultant.json";

    fn validator() -> &'static DocumentValidator {
        static VALIDATOR: LazyLock<DocumentValidator> =
            LazyLock::new(DocumentValidator::new::<ProfileDocument>);
        &VALIDATOR
    }
}

groups! {
    /// Who the consultant is and how to reach them.
    PersonalDocument {
        /// The name, if it differs from the one above.
        name: Field<Text> = ["Anna Berg", "Dr. Anna Berg"] invented,
        /// The line below the name, such as "Cloud security for regulated industries".
        headline: Field<Text> = ["Cloud security for regulated industries", "Data platforms from sensor to report"] invented,
        /// Where the consultant is based.
        location: Field<LocationDocument>,
        /// The company the consultant works through.
        company: Field<CompanyDocument>,
        /// How to reach the consultant.
        contact: Field<ContactDocument>,
    }

    /// Where the consultant is based.
    LocationDocument {
        /// The city.
        city: Field<Text> = ["Stockholm", "Leeds"],
        /// The region, county or state.
        region: Field<Text> = ["Stockholm County", "West Yorkshire"],
        /// The country's English name, such as Sweden, or its two-letter code.
        country: Field<Text> = ["Sweden", "GB"],
    }

    /// The company the consultant works through.
    CompanyDocument {
        /// The company's everyday name.
        name: Field<Text> = ["Berg Cloud", "Sandell Data"] invented,
        /// The registered name.
        legal_name: Field<Text> = ["Berg Cloud Konsult AB", "Sandell Data Ltd"] invented,
    }

    /// How to reach the consultant.
    ContactDocument {
        /// The email address.
        email: Field<EmailText> = ["anna.berg@example.com", "erik@example.org"] invented,
        /// The phone number in quotes, with its country code: "+46 70 174 06 05".
        phone: Field<Text> = ["+46 70 174 06 05", "+44 7700 900142"] invented,
        /// The web address of the LinkedIn profile. It starts with https://.
        linkedin: Field<UrlText> = ["https://www.linkedin.example.com/in/anna-berg", "https://www.linkedin.example.com/in/erik-sandell"] invented,
        /// The web address of the website. It starts with https://.
        website: Field<UrlText> = ["https://berg-cloud.example.com", "https://sandell-data.example.org"] invented,
    }

    /// When and how the consultant can be engaged.
    EngagementDocument {
        /// The first available day, YYYY-MM-DD.
        available_from: Field<DayText>,
        /// A note on the availability.
        available_from_note: Field<Text> = ["Two days a week until the portal is live", "After the harvest in September"] invented,
        /// How the consultant works: remote, hybrid, onsite.
        work_arrangements: Vec<Spanned<WorkArrangement>> = [["remote", "hybrid"], ["onsite"]],
        /// Whether the consultant holds the Swedish F-tax status: true or false.
        f_skatt: Field<bool> = [true, false],
        /// How prices are stated, such as `contact_directly`.
        pricing: Field<Pricing>,
        /// A note on the price.
        pricing_note: Field<Text> = ["Rates on request, travel from Uppsala not included", "From 1,100 SEK an hour within Dalarna"] invented,
    }

    /// The presentation of the consultant.
    SummaryDocument {
        /// One paragraph.
        short: Field<Text> = ["Architect who leads teams from the first sketch to operations.", "Engineer for data platforms, at home in retail and logistics."] invented,
        /// Several paragraphs. Start with `full: |` and indent the text below it.
        full: Field<Text> = ["Anna designs and secures platforms for hospitals and banks.\n\nShe leads teams, writes code and trains colleagues.\n", "Erik builds data platforms.\n\nHe has worked in retail and logistics.\n"] invented,
    }

    /// Skills and languages.
    SkillsDocument {
        /// Skills by category. The key of a category is in lower case with underscores, such as
        /// `security_compliance`.
        categories: Field<CategoriesDocument> = [{"cloud_platforms": ["Microsoft Azure", "AWS"], "security_compliance": ["ISO 27001"]}],
        /// Languages the consultant speaks.
        languages: Vec<Spanned<LanguageDocument>>,
    }
}

/// Skills by category.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("propertyNames" = {
    "title": "category",
    "description": "The key of the category: lowercase letters, digits and underscores.",
    "pattern": "^[a-z0-9]+(_[a-z0-9]+)*$",
    "errorMessage": "Write the key in lowercase letters, digits and underscores, such as security_compliance.",
}))]
pub struct CategoriesDocument(pub IndexMap<String, Texts>);

groups! {
    /// What a card or a list shows, where it differs from the profile.
    CardDocument {
        /// The name on the card.
        name: Field<Text> = ["Anna Berg", "Anna"] invented,
        /// The line below the name.
        headline: Field<Text> = ["Cloud security for hospitals and banks", "Data for retailers"] invented,
        /// The location on the card, such as "Stockholm, Sweden".
        location: Field<Text> = ["Stockholm, Sweden", "Leeds"],
        /// The skills on the card.
        top_skills: Field<Texts> = [["Azure", "Zero trust", "Kubernetes"], ["Python"]],
        /// The first available day on the card, YYYY-MM-DD.
        available_from: Field<DayText>,
    }
}
