//! `basics`: who, where, and how to reach them.

use serde_json::{Map, Value as Json};

use super::draft::{DraftValue, Group, ResumeDraft};
use super::field_mapping::{BASICS, LOCATION, NETWORKS};
use super::item::{item, items, moves};
use super::meta::Beyond;
use super::path;
use super::repair::is_empty;
use super::report::ImportReport;
use crate::model::link::Url;

/// What `basics` gives.
#[derive(Default)]
pub(super) struct Basics {
    /// Name, headline, email, phone, url, summary; further fields below `extra`.
    pub(super) fields: Group,
    /// City, region, country.
    pub(super) place: Group,
    /// The postal address, with further fields of the place.
    pub(super) postal: Group,
    pub(super) linkedin: Option<ResumeDraft>,
    /// Profiles in networks; those that name none stand last.
    pub(super) networks: Vec<ResumeDraft>,
}

/// Reads `basics`.
pub(super) fn basics(
    document: &Map<String, Json>,
    beyond: &Beyond,
    report: &mut ImportReport,
) -> Basics {
    let mut basics = Basics::default();
    let value = match document.get("basics") {
        None => return basics,
        Some(value) if is_empty(value) => {
            report.empty("basics");
            return basics;
        }
        Some(value) => value,
    };
    let mut fields = value.as_object().cloned().unwrap_or_default();
    if !value.is_object() {
        report.not_taken("basics", value, "is no group of fields");
    }
    for key in ["image", "picture"] {
        if let Some(image) = fields.shift_remove(key) {
            self::image(&image, &path::child("basics", key), report);
        }
    }
    if let Some(location) = fields.shift_remove("location") {
        basics.place(&location, report);
    }
    basics.networks(&mut fields, beyond, report);
    fields.shift_remove("profiles");
    name_in_parts(&mut fields, report);
    let fields = Json::Object(fields);
    if !is_empty(&fields) {
        basics.fields = item(&BASICS, &fields, "basics", report).unwrap_or_default();
    }
    basics
}

fn image(image: &Json, path: &str, report: &mut ImportReport) {
    if is_empty(image) {
        report.empty(path);
    } else {
        let why = "a photo comes as a file: import it with `--photo`, or put it into `photos`";
        report.not_taken(path, image, why);
    }
}

/// Makes one name of a given and a family name, if there is no other.
fn name_in_parts(fields: &mut Map<String, Json>, report: &mut ImportReport) {
    const GIVEN: [&str; 4] = ["firstName", "firstname", "givenName", "first_name"];
    const FAMILY: [&str; 5] = ["lastName", "lastname", "familyName", "surname", "last_name"];
    let is_named = ["name", "fullName", "fullname"];
    let is_named = is_named
        .iter()
        .any(|key| fields.get(*key).is_some_and(|name| !is_empty(name)));
    let part = |keys: &[&'static str]| {
        let text = |key: &&str| fields.get(*key).and_then(Json::as_str).map(str::trim);
        let key = keys
            .iter()
            .copied()
            .find(|key| text(key).is_some_and(|text| !text.is_empty()))?;
        Some((key, text(&key)?.to_owned()))
    };
    if is_named {
        return;
    }
    let parts: Vec<_> = [part(&GIVEN), part(&FAMILY)]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        return;
    }
    let name: Vec<&str> = parts.iter().map(|(_, text)| text.as_str()).collect();
    let name = name.join(" ");
    for (key, _) in &parts {
        let value = fields.shift_remove(*key).unwrap_or_default();
        report.repaired(
            &path::child("basics", key),
            &value,
            "became part of the name",
        );
    }
    if fields.shift_remove("name").is_some() {
        report.empty("basics.name");
    }
    fields.insert("name".to_owned(), name.into());
}

impl Basics {
    fn place(&mut self, location: &Json, report: &mut ImportReport) {
        const PATH: &str = "basics.location";
        if is_empty(location) {
            report.empty(PATH);
            return;
        }
        let mut place = item(&LOCATION, location, PATH, report).unwrap_or_default();
        for key in ["city", "region", "country"] {
            self.place.put(key, place.take(key));
        }
        let extra = place.take("extra");
        self.postal = place;
        let Some(ResumeDraft {
            value: DraftValue::Group(Group(extra)),
            ..
        }) = extra
        else {
            return;
        };
        for (key, draft) in extra {
            if self.postal.0.iter().any(|(known, _)| *known == key) {
                let why = "the place has a `postalCode` already";
                report.refused(&draft, why);
            } else {
                self.postal.put(&key, Some(draft));
            }
        }
    }

    fn networks(
        &mut self,
        fields: &mut Map<String, Json>,
        beyond: &Beyond,
        report: &mut ImportReport,
    ) {
        let mut named = Vec::new();
        let mut others = Vec::new();
        for (path, value) in items(fields, "basics", "profiles", report) {
            match item(&NETWORKS, value, &path, report) {
                Some(network) if network.text("network").is_some() => named.push((path, network)),
                Some(network) => {
                    let how = "names no network, so JSON Resume shows it below `meta` only";
                    report.repaired(&path, value, how);
                    others.push((path, network));
                }
                None => {}
            }
        }
        moves(
            "basics.profiles",
            named.iter().map(|(path, _)| path),
            report,
        );
        let (ours, known) = beyond.linkedin();
        let is_linkedin = |(_, network): &(String, Group)| {
            let name = network.text("network").unwrap_or_default();
            name.eq_ignore_ascii_case("linkedin")
        };
        if let Some(at) = named.iter().position(is_linkedin) {
            let is_last = at + 1 == named.len();
            let network = &mut named[at].1;
            // One address in one place: from there it comes back when the profile is published.
            // Where vitae wrote the document, both places have what they had.
            if !ours {
                self.linkedin = network.take("url");
            }
            let address = network
                .text("url")
                .or(self.linkedin.as_ref().and_then(ResumeDraft::text));
            let contact = match ours {
                true => known.as_deref(),
                false => address,
            };
            let fields = network.0.iter().filter(|(key, _)| key != "url").count();
            let says_nothing = fields == 1 && network.text("network") == Some("LinkedIn");
            if is_last && says_nothing && contact.is_some() && address == contact {
                named.pop();
            }
        } else if let Some(url) = fields.get("linkedin").and_then(Json::as_str)
            && !ours
            && Url::parse(url).is_ok()
        {
            self.linkedin = Some(ResumeDraft::scalar(url, "basics.linkedin"));
            let place = path::item("basics.profiles", named.len());
            report.moved("basics.linkedin", path::child(&place, "url"));
            fields.shift_remove("linkedin");
        }
        let all = named.into_iter().chain(others);
        self.networks = all.filter_map(|(_, network)| network.draft()).collect();
    }
}
