//! The items of a profile's lists: languages, certifications, employment, contracts, education.

use serde_json::{Map, Value as Json};

use super::date::PartialDate;
use super::link::Url;
use super::vocabulary::{LanguageLevel, Vocabulary as _};
use super::word::{self, Word};
use super::written_date::check_period;
use crate::diagnostic_code::diagnostic_codes;
use crate::document::Reporter;
use crate::document::group::{FieldGroup as _, group};
use crate::document::open::OpenKeys;
use crate::document::reserved_keys::{CONTRACTOR, EMPLOYMENT_TYPE, means_contract};

use crate::yaml::Node;

diagnostic_codes! {
    warning INCOMPLETE_ITEM = "incomplete-item";
    error CONTRADICTION = "employment-type";
}

/// Additional fields of an item, keyed as the author wrote them.
pub type Extra = Map<String, Json>;

/// What to do if each field of an item has a dash.
const ONE_DASH: &str = "each item has one `- `, at its first line: write two spaces in place of the others; else add one of them";

/// `employmentType` is no field of `Work`: editor programs would offer it for contracts, which cannot have it.
const WORK_KEYS: OpenKeys =
    OpenKeys { texts: &[EMPLOYMENT_TYPE], ..OpenKeys::except_fields(Work::resume_keys) };

group! {
    /// A spoken language.
    Language starts with name level {
        /// The name of the language.
        name: String = ["Swedish", "English"], resume "language", public "The language's name.";
        /// How well the consultant speaks it: native, bilingual, fluent, professional, intermediate, basic, or a level of the CEFR from A1 to C2.
        level: Option<Word<LanguageLevel>>, resume "fluency" or "level" or "proficiency",
            public "The level. Known values are `native`, `bilingual`, `fluent`, `professional`, `intermediate` and `basic`, and the levels of the CEFR: `a1`, `a2`, `b1`, `b2`, `c1` and `c2`; other values are possible.",
            as [schemars(regex(pattern = word::PATTERN))];
        /// More fields of this language.
        extra: Option<LanguageExtra> = [{"fluency": "Near-native", "certificate": "TISUS"}],
            public "Additional fields: an object that can have any fields.",
            as [schemars(with = "Option<Extra>")];
    }
    check(item, node, to) {
        if item.level.is_none() && let Some((name, level)) = level_in_name(&item.name) {
            let message = format!("the level of `{name}` is a part of its name");
            let hint = format!("write `name: {name}`, and `level: {level}` below it");
            to.warn_about_item(&INCOMPLETE_ITEM, node, message, hint);
        }
    }

    /// More fields of a language.
    LanguageExtra {
        /// The level in JSON Resume, such as "Native speaker".
        fluency: Option<String> = ["Native speaker", "Near-native"];
        ..others, open OpenKeys::except(&["language"]);
    }

    /// A professional certification.
    Certification starts with name issuer date {
        /// The name of the certification.
        name: Option<String> = ["Certified Kubernetes Administrator (CKA)", "Azure Solutions Architect Expert"],
            resume "name" or "title", public "The certificate's name.";
        /// Who issued it.
        issuer: Option<String> = ["The Linux Foundation", "Microsoft"], resume "issuer" or "awarder", public "The issuing organization.";
        /// When it was issued: YYYY, YYYY-MM or YYYY-MM-DD.
        date: Option<PartialDate>, public "The date of issue: a year, a month or a day.";
        /// When it expires: YYYY, YYYY-MM or YYYY-MM-DD.
        expires: Option<PartialDate> = ["2027-03", "2027"], public "The expiry date: a year, a month or a day.";
        /// The number of the credential.
        credential_id: Option<String> = ["EXAMPLE-4711", "EXAMPLE-88412"] invented,
            resume "credentialId", public "The identifier that the issuer gave the certificate.", translated false;
        /// The web address that verifies it. It starts with https://.
        url: Option<Url> = ["https://credentials.example.com/c/4711", "https://credentials.example.com/c/88412"] invented,
            public "The page that confirms the certificate.";
        /// More fields of this certification.
        extra: Extra = [{"level": "Professional"}],
            public "Additional fields: an object that can have any fields.", open OpenKeys::except_fields(Certification::resume_keys),
            as [schemars(with = "Option<Extra>")];
    }
    check(item, node, to) {
        if node.entry("name").is_none() {
            let message = "this certification has no `name`";
            to.warn_about_item(&INCOMPLETE_ITEM, node, message, "add `name`");
        }
        check_period(node, ("date", &item.date), ("expires", &item.expires), to);
    }

    /// An employment or a contract assignment.
    Work starts with organization role start_date summary technologies {
        /// The employer or client.
        organization: Option<String> = ["Nordvik Sjukhus", "Ashwick Water"] invented,
            resume "name" or "company";
        /// The role of the consultant.
        role: Option<String> = ["Lead Engineer for Patient Platforms", "Architect for Metering"] invented,
            resume "position" or "title", public "The consultant's role.";
        /// The place of work.
        location: Option<String> = ["Gothenburg, Sweden", "Remote"];
        /// The website of the organization. It starts with https://.
        url: Option<Url> = ["https://nordvik.example.org", "https://ashwick-water.example.org"] invented,
            public "The organization's website.";
        /// The first month or day: YYYY, YYYY-MM or YYYY-MM-DD.
        start_date: Option<PartialDate>, public "The start date: a year, a month or a day.";
        /// The last month or day: YYYY, YYYY-MM or YYYY-MM-DD. Leave it out for a current one.
        end_date: Option<PartialDate> = ["2025-11", "2025"],
            public "The end date: a year, a month or a day; absent if ongoing.";
        /// What the organization does, in a few words.
        description: Option<String> = ["Hospital group with 9,000 employees", "Water utility with 900,000 customers"] invented,
            public "What the organization does.";
        /// What the consultant did.
        summary: Option<String> = ["Led the move of 140 systems to the cloud.", "Introduced service level objectives for telemetry."] invented,
            public "The consultant's work there.";
        /// Technologies used.
        technologies: Vec<String> = [["Kubernetes", "Terraform", "Go"], ["Azure", "PostgreSQL"]],
            resume "keywords";
        /// Results, one sentence each.
        key_results: Vec<String> = [["Costs of operation down by 27 percent", "No unplanned downtime in two years"], ["Fourteen teams on the platform after a year"]] invented,
            public "Results of the work.";
        /// More fields of this item.
        extra: Extra = [{"team_size": 8}],
            public "Additional fields: an object that can have any fields.", open WORK_KEYS,
            as [schemars(with = "Option<Extra>")];
    }
    check(item, node, to) {
        if node.entry("organization").is_none() && node.entry("role").is_none() {
            let message = "this item has neither `organization` nor `role`";
            let hint = match node.entries() {
                [_] => ONE_DASH,
                _ => "add one of them, so that readers know what the item is",
            };
            to.warn_about_item(&INCOMPLETE_ITEM, node, message, hint);
        }
        check_employment_type(item, node, to);
        check_period(node, ("start_date", &item.start_date), ("end_date", &item.end_date), to);
    }

    /// A degree, course of study or training.
    Education starts with institution area study_type start_date end_date {
        /// The school or university.
        institution: Option<String> = ["Aspvik Technical University", "Ashwick University"] invented,
            resume "institution" or "school";
        /// Its website. It starts with https://.
        url: Option<Url> = ["https://aspvik-university.example.org", "https://ashwick-university.example.net"] invented,
            public "The institution's website.";
        /// The subject.
        area: Option<String> = ["Computer Science", "Industrial Engineering"];
        /// The degree, such as Master of Science.
        study_type: Option<String> = ["Master of Science", "Bachelor of Science (Hons)"], resume "studyType", public "The degree.";
        /// The first year, month or day.
        start_date: Option<PartialDate>, public "The start date: a year, a month or a day.";
        /// The last year, month or day. Leave it out for a current one.
        end_date: Option<PartialDate> = ["2025-06", "2025"],
            public "The end date: a year, a month or a day; absent if ongoing.";
        /// The grade.
        score: Option<String> = ["4.6", "First class"], resume "score" or "gpa", public "The grade.";
        /// Courses worth mentioning.
        courses: Vec<String> = [["Operating Systems", "Parallel Computation"], ["Statistics"]],
            public "Courses taken.";
        /// More fields of this item.
        extra: Extra = [{"thesis": "Scheduling of sensor networks"}] invented,
            public "Additional fields: an object that can have any fields.", open OpenKeys::except_fields(Education::resume_keys),
            as [schemars(with = "Option<Extra>")];
    }
    check(item, node, to) {
        if node.entry("institution").is_none() && node.entry("area").is_none() {
            let message = "this item has neither `institution` nor `area`";
            let hint = "add one of them, so that readers know what the item is";
            to.warn_about_item(&INCOMPLETE_ITEM, node, message, hint);
        }
        check_period(node, ("start_date", &item.start_date), ("end_date", &item.end_date), to);
    }
}

/// Splits a known level off the name of a language: `Swedish (native)`.
fn level_in_name(name: &str) -> Option<(&str, &'static str)> {
    let (name, word) = name.strip_suffix(')')?.rsplit_once('(')?;
    let known =
        LanguageLevel::KNOWN.iter().find(|known| known.eq_ignore_ascii_case(word.trim()))?;
    let name = Some(name.trim()).filter(|name| !name.is_empty())?;
    Some((name, known))
}

/// Reports the second item of each pair that looks like one item with a dash before each of its fields.
pub(super) fn check_dashes(profile: &Node, to: &mut Reporter<'_>) {
    for list in ["employment", "contracts"].iter().filter_map(|key| profile.entry(key)) {
        for pair in list.value.items().windows(2) {
            let [[organization], [role]] = [pair[0].entries(), pair[1].entries()] else { continue };
            if organization.key == "organization" && role.key == "role" {
                let message =
                    "this item has only a `role`, and the one above only an `organization`";
                to.warn_about_item(&INCOMPLETE_ITEM, &pair[1], message, ONE_DASH);
            }
        }
    }
}

/// Reports an `employmentType` that contradicts the list of the item.
fn check_employment_type(item: &Work, node: &Node, to: &mut Reporter<'_>) {
    let Some(employment_type) = item.extra.get(EMPLOYMENT_TYPE) else {
        return;
    };
    if to.has_error_in_item() {
        return;
    }
    let is_contract = employment_type.as_str().is_some_and(means_contract);
    let (message, hint) = match to.key() {
        "contracts" => (
            format!("`{EMPLOYMENT_TYPE}` is always {CONTRACTOR} in `contracts`"),
            "remove `employmentType`, or move the item to `employment`",
        ),
        _ if is_contract => (
            format!("the `{EMPLOYMENT_TYPE}` {employment_type} means a contract"),
            "remove `employmentType`, and move the item to `contracts`",
        ),
        _ => return,
    };
    let diagnostic = to.at(&CONTRADICTION, node.span.clone(), message);
    to.report(diagnostic.hint(hint));
}
