//! The profile: `content/consultants/<id>.yaml`. Its groups are published as they are (interface, "Consultant
//! profile"), apart from those with `published None`.

use std::sync::LazyLock;

use super::attributes::Attributes;
use super::categories::{Categories, leave_out_unused_names, publish_keys};
use super::country;
use super::date::Timestamp;
use super::day::Day;
use super::items::{Certification, Education, Language, Work, check_dashes};
use super::link::{Email, Url, unwrapped};
use super::published_attributes;
use super::vocabulary::{Pricing, WorkArrangement};
use super::word::{self, Word};
use super::written_date::check_period;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::group::group;
use crate::document::notes::Notes;
use crate::document::{Document, DocumentType, Nullable, describe};
use crate::yaml::{Node, write::quoted};

diagnostic_codes! {
    error INVALID_PHONE = "invalid-phone";
    warning UNKNOWN_COUNTRY = "unknown-country";
    warning MISSING_COUNTRY_CODE = "missing-country-code";
    warning TRUNK_PREFIX = "trunk-prefix";
}

impl Document for Profile {
    const SUBJECT: &'static str = "the profile";
    const NOT_FIELDS: &'static [(&'static str, &'static str)] =
        &[("id", "delete the line: the name of the file is the identifier")];
    const LEAVES_OUT_EMPTY: bool = true;
    const TITLE: &'static str = "Consultant profile";
    const SCHEMA_PATH: &'static str = "schema/consultant.json";
    const TRANSLATION_SCHEMA_PATH: &'static str = "schema/translation.json";

    fn publish_notations(document: &mut Node, is_translation: bool) -> bool {
        publish_keys(document, is_translation)
    }

    fn document_type() -> &'static DocumentType {
        static TYPE: LazyLock<DocumentType> = LazyLock::new(describe::<Profile>);
        &TYPE
    }
}

group! {
    /// A consultant's profile. The file name is the consultant's identifier.
    Profile {
        /// Whether the profile is published. `false` removes the consultant from the site.
        active: bool = [true, false], published None,
            form "Whether the profile is published. Switch it off to remove the consultant from the site.", as [schemars(skip)];
        /// The first day on which the profile is published, YYYY-MM-DD. Before it, the consultant is inactive.
        publish_from: Option<Day>, published None,
            form "The first day on which the profile is published. Before it, the consultant is inactive.", as [schemars(skip)];
        /// The last day on which the profile is published, YYYY-MM-DD. After it, the consultant is inactive.
        publish_until: Option<Day> = ["2027-06-30", "2028-01-31"], published None,
            form "The last day on which the profile is published. After it, the consultant is inactive.", as [schemars(skip)];
        /// The name of the photo in `photos`. Without it: `<id>.jpg`, `.png` or `.webp`.
        photo: Option<String> = ["anna-berg.jpg", "portrait-2026.png"], published None,
            form "Empty: the photo with the profile's name, if there is one.", translated false, as [schemars(skip)];
        /// The consultant's consent to the publication. Never published.
        consent: Option<Consent>, published None, translated false, as [schemars(skip)];
        /// The consultant's name.
        name: String = ["Anna Berg", "Erik Sandell"], resume "basics.name";
        /// The job title, such as "Senior Solution Architect".
        title: Nullable = ["Solution Architect for Hospitals", "Data Engineer for Retailers"] invented,
            resume "meta.consultantProfile", public "The professional title; null if there is none.";
        /// One or two sentences about the consultant, for pages without room for the summary.
        bio_short: Nullable = ["Architect who moves hospitals to the cloud without a night of downtime.", "Data engineer with ten years in retail and logistics."] invented,
            resume "meta.consultantProfile", public "One or two sentences about the consultant; null if there is no short biography.";
        /// When the profile last changed, such as 2026-03-14T09:30:00+01:00. The default is the time
        /// of the last change in git.
        last_modified: Option<Timestamp>, published Some("lastModified"), resume "meta.lastModified",
            public "The last-modified date of the profile: ISO 8601 with UTC offset.",
            as [schemars(rename = "lastModified", with = "Timestamp", extend("format" = "date-time"))];
        /// Who the consultant is and how to reach them.
        personal: Personal, resume "meta.consultantProfile.personal", public "Name, location, company and contact details.";
        /// When and how the consultant can be engaged.
        engagement: Engagement, resume "meta.consultantProfile.engagement", public "Availability, ways of working and price.";
        /// The presentation of the consultant.
        summary: Summary, resume "meta.consultantProfile.summary", public "The consultant's presentation.";
        /// Skills and languages.
        skills: Skills, resume "meta.consultantProfile.skills", public "Skills and spoken languages.";
        /// Professional certifications.
        certifications: Vec<Certification>, resume "certificates";
        /// Employments, the newest first.
        employment: Vec<Work>, resume "work", public "Employments.";
        /// Contract assignments, the newest first.
        contracts: Vec<Work>, resume "work", public "Contract assignments, in the same shape as employments.";
        /// Education, the newest first.
        education: Vec<Education>, resume "education", public "Education.";
        /// Anything else to publish. Some keys have a fixed form, others are free.
        attributes: Attributes = [{"security_clearance": "BPSS", "awards": [{"title": "Architect of the Year", "date": "2024-03"}]}], resume "meta.consultantProfile.attributes",
            public "Additional attributes: an object that can have any fields. These have a fixed form.",
            as [schemars(schema_with = "published_attributes::attributes")];
        /// What a card or a list shows, where it differs from the profile.
        card: CardOverrides, published None, as [schemars(skip)];
        /// Notes for the editors: a text, a list or a group. Never published. In a group, a list `published` names values to publish that are usually private.
        internal: Notes = [{"manager": "Ask Karin before changing the rate"}], published None, as [schemars(skip)];
    }
    check(profile, node, to) {
        let [from, until] = [profile.publish_from, profile.publish_until].map(|day| day.map(|it| it.0));
        check_period(node, ("publish_from", &from), ("publish_until", &until), to);
        leave_out_unused_names(&mut profile.attributes, node, to);
        check_dashes(node, to);
        if profile.personal.name.is_empty() {
            profile.personal.name.clone_from(&profile.name);
        }
    }

    /// A consultant's consent to the publication.
    Consent {
        /// The day on which the consultant gave the consent, YYYY-MM-DD.
        given: Day = ["2026-02-03", "2025-11-20"], form "The day on which the consultant gave the consent.";
        /// Where the consent is recorded, such as the number of a document.
        reference: Option<String> = ["Personnel file 2026-014", "Email of 2026-02-03"];
    }

    /// Name, location, company and contact details.
    Personal {
        /// The name, if it differs from the one above.
        name: String = ["Dr. Alva Exempelsson", "Prof. Sam Sampleton"] invented, else String::new(), resume "meta.consultantProfile.personal.name", public "The display name.";
        /// The line below the name, such as "Cloud security for regulated industries". A card shows it, or
        /// the title without it.
        headline: Option<String> = ["Cloud security for regulated industries", "Data platforms from sensor to report"] invented, resume "basics.label",
            public "The headline below the name.";
        /// Where the consultant is based.
        location: Location, resume "basics.location", public "The consultant's location.";
        /// The company the consultant works through.
        company: Company, public "The consultant's company.";
        /// How to reach the consultant.
        contact: Contact, resume "basics", public "Contact details.";
    }

    /// The consultant's location.
    Location {
        /// The city.
        city: Option<String> = ["Stockholm", "Leeds"], resume "basics.location.city";
        /// The region, county or state.
        region: Option<String> = ["Stockholm County", "West Yorkshire"], resume "basics.location.region";
        /// The country's English name, such as Sweden, or its two-letter code.
        country: Option<String> = ["Sweden", "GB"], resume "meta.consultantProfile.personal.country", public "The country's English name or ISO 3166-1 code.", translated false;
    }
    check(location, node, to) {
        if let Some(written) = &location.country
            && country::code(written).is_none()
        {
            let message = format!("`{written}` is not the name or code of a country");
            let hint = "write a name such as Sweden, or a code such as SE; JSON Resume leaves other values out";
            to.warn_about_text(&UNKNOWN_COUNTRY, node, "country", message, hint);
        }
    }

    /// The consultant's company.
    Company {
        /// The company's everyday name.
        name: Option<String> = ["Berg Cloud", "Sandell Data"] invented, public "The company's name.";
        /// The registered name.
        legal_name: Option<String> = ["Berg Cloud Konsult AB", "Sandell Data Ltd"] invented,
            public "The company's registered name.";
    }

    /// Contact details.
    Contact {
        /// The email address.
        email: Option<Email> = ["anna.berg@example.com", "erik@example.org"] invented, resume "basics.email";
        /// The phone number with its country code: +46 70 174 06 05.
        phone: Option<String> = ["+46 70 174 06 05", "+44 7700 900142"] invented, resume "basics.phone",
            public "The phone number, in any format.", translated false;
        /// The web address of the LinkedIn profile. It starts with https://.
        linkedin: Option<Url> = ["https://www.linkedin.example.com/in/anna-berg", "https://www.linkedin.example.com/in/erik-sandell"] invented,
            public "The `LinkedIn` profile.";
        /// The web address of the website. It starts with https://.
        website: Option<Url> = ["https://berg-cloud.example.com", "https://sandell-data.example.org"] invented, resume "basics.url",
            public "The website.";
    }
    check(contact, node, to) {
        let phone = contact.phone.as_deref().unwrap_or_default();
        let number = unwrapped(phone, "tel:");
        if number != phone {
            let span = node.entry("phone").expect("the phone has been decoded").value.span.clone();
            let error = to.at(&INVALID_PHONE, span, format!("`{phone}` is more than a phone number"));
            let is_start = |c: char| c.is_ascii_digit() || "+(".contains(c);
            let is_number = |c: char| is_start(c) || "-.)/ ".contains(c);
            to.report(match number.starts_with(is_start) && number.chars().all(is_number) {
                true => error.hint(format!("write {number}")).replace(quoted(number)),
                false => error.hint("write the number alone, such as +46 70 174 06 05"),
            });
        } else if !phone.is_empty() && !has_country_code(phone) {
            let message = format!("the phone number `{phone}` has no country code");
            let start = "start with `+` and the country code, such as +46 8 … for a number in Sweden";
            // Spreadsheets delete the `+` before digits.
            let is_international = !phone.starts_with('0') && phone.bytes().all(|it| it.is_ascii_digit());
            let hint = match is_international {
                true => format!("if it starts with the country code, write `+{phone}`; otherwise, {start}"),
                false => start.to_owned(),
            };
            to.warn_about_text(&MISSING_COUNTRY_CODE, node, "phone", message, hint);
        }
        if let Some((code, number)) = contact.phone.as_deref().and_then(|it| it.split_once("(0)"))
            && has_country_code(code)
        {
            let message = "most countries do not dial a `(0)` after the country code of a phone number";
            let number = format!("{} {}", code.trim_end(), number.trim_start());
            let hint = format!("write {number}, or delete the parentheses if the 0 is dialed");
            to.warn_about_text(&TRUNK_PREFIX, node, "phone", message, hint);
        }
    }

    /// Availability, ways of working and price.
    Engagement {
        /// The first available day, YYYY-MM-DD.
        available_from: Option<Day>, public "The first available day, `YYYY-MM-DD`.", form "The first available day.";
        /// A note on the availability.
        available_from_note: Option<String> = ["Two days a week until the portal is live", "After the harvest in September"] invented;
        /// How the consultant works: remote, hybrid, onsite.
        work_arrangements: Vec<Word<WorkArrangement>> = [["remote", "hybrid"], ["onsite"]],
            public "Ways of working. Known values are `remote`, `hybrid` and `onsite`; other values are possible.",
            as [schemars(inner(regex(pattern = word::PATTERN)))];
        /// Whether the consultant holds the Swedish F-tax status: true or false.
        f_skatt: Option<bool> = [true, false], public "Whether the consultant is approved for Swedish F-tax.",
            form "Whether the consultant holds the Swedish F-tax status.";
        /// How prices are stated, such as `contact_directly`.
        pricing: Option<Word<Pricing>>,
            public "The kind of price. Known values are `contact_directly`, `hourly_rate`, `daily_rate` and `fixed_price`; other values are possible.",
            as [schemars(regex(pattern = word::PATTERN))];
        /// A note on the price.
        pricing_note: Option<String> = ["Rates on request, travel from Uppsala not included", "From 1,100 SEK an hour within Dalarna"] invented;
    }

    /// The consultant's presentation.
    Summary {
        /// One paragraph, which introduces the full text. JSON Resume shows it only without a full text.
        short: Option<String> = ["Architect who leads teams from the first sketch to operations.", "Engineer for data platforms, at home in retail and logistics."] invented,
            public "The presentation in one paragraph.";
        /// Several paragraphs. Start with `full: |` and indent the text below it.
        full: Option<String> = ["Anna designs and secures platforms for hospitals and banks.\n\nShe leads teams, writes code and trains colleagues.\n", "Erik builds data platforms.\n\nHe has worked in retail and logistics.\n"] invented, resume "basics.summary",
            public "The presentation in several paragraphs, separated by empty lines.",
            form "Several paragraphs, separated by empty lines.";
    }

    /// Skills and spoken languages.
    Skills {
        /// Skills by category, each below its name, such as `Security & compliance`.
        categories: Categories = [{"Cloud platforms": ["Microsoft Azure", "AWS"], "Security & compliance": ["ISO 27001"]}], resume "skills",
            public "Skills by category. The keys contain lowercase letters, digits and underscores.";
        /// Languages the consultant speaks.
        languages: Vec<Language>, resume "languages", public "Spoken languages.";
    }

    /// Values of the card that the author set instead of the derived ones.
    CardOverrides {
        /// The name on the card.
        name: Option<String> = ["Alva Exempelsson", "Sam Sampleton"] invented, public "The display name.";
        /// The line below the name.
        headline: Option<String> = ["Cloud security for hospitals and banks", "Data for retailers"] invented,
            public "The headline.";
        /// The location on the card, such as "Stockholm, Sweden".
        location: Option<String> = ["Stockholm, Sweden", "Leeds"], public "The location in one line.";
        /// The skills on the card.
        top_skills: Option<Vec<String>> = [["Azure", "Zero trust", "Kubernetes"], ["Python"]],
            public "The listed skills.";
        /// The first available day on the card, YYYY-MM-DD.
        available_from: Option<Day>, public "The first available day.";
    }
}

/// Returns whether a phone number starts with `+` or `00` and a country code.
fn has_country_code(phone: &str) -> bool {
    let number = phone.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '+');
    number.starts_with('+') || number.starts_with("00")
}
