//! The content of a site: the files of each consultant and the settings, decoded as far as they are valid.

pub mod available_id;
pub mod inventory;
pub mod language_tag;
pub mod last_modified;
mod misplaced_file;
mod named_photo;
mod photo_files;
pub mod same_profile;
pub mod sample_content;
mod windows_name;

use std::sync::Arc;

use crate::characters::nfc;
use crate::diagnostic::{Diagnostic, MAX_PER_FILE};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::did_you_mean::did_you_mean;
use crate::document::translation_skeleton::{TextCounts, text_counts};
use crate::document::{Decoded, Document, UNUSED_TRANSLATION, decode};
use crate::error::Result;
use crate::model::INVALID_DATE;
use crate::model::categories::{unused_name_hint, unused_names};
use crate::model::consultant::{Consultant, Photo};
use crate::model::day::{Day, PublicationPeriod};
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::model::settings::Settings;
use crate::photo;
use crate::source::{FileBytes, Source, Sources};
use crate::yaml::{self, NodeOrigin};
use inventory::{ConsultantFiles, misnamed_site};
use last_modified::{LastModified, future_date};
use named_photo::{named_photo, other_user, unknown_photo};

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 6] = [
    CODES,
    last_modified::CODES,
    inventory::CODES,
    photo_files::CODES,
    sample_content::CODES,
    same_profile::CODES,
];

diagnostic_codes! {
    error MISSING_SITE = "missing-site";
    error UNKNOWN_HOST = "unknown-host";
    error UNREADABLE_PHOTO = "unreadable-photo";
    error MISSING_CONSENT = "missing-consent";
    error UNKNOWN_PHOTO = "unknown-photo";
}

/// The path of the file with the settings of the site.
pub const SITE_PATH: &str = "site.yaml";

/// A consultant's files, decoded as far as they are valid.
#[derive(Debug, Clone)]
pub struct DecodedConsultant {
    /// The consultant's identifier.
    pub id: ConsultantId,
    /// The value of `active`, which is `false` outside of `period`; `None` if it is missing or invalid.
    pub active: Option<bool>,
    /// The days on which the consultant is active; unlimited if the profile sets `active: false`.
    pub period: PublicationPeriod,
    /// The valid parts of the profile and the photo; `None` if the profile cannot be read, or a required field is
    /// missing or invalid.
    pub consultant: Option<Arc<Consultant>>,
    /// The last-modified date; `None` if it is not valid.
    pub date: Option<LastModified>,
    /// On a site in another language, the texts of an active consultant.
    pub texts: Option<TextCounts>,
    /// The diagnostics of the profile.
    pub diagnostics: Vec<Diagnostic>,
}

/// The bytes of a profile, and those of its translation.
#[derive(Debug, Clone, Copy)]
pub struct ProfileBytes<'a> {
    /// The profile.
    pub profile: &'a [u8],
    /// The translation, if there is one.
    pub translation: Option<&'a [u8]>,
}

/// Decodes the profile of consultant `id`. `bytes` are those of its `files`; `photo` is the consultant's photo
/// if it is valid. If `today` is not between `publish_from` and `publish_until`, the consultant is inactive in every
/// respect. The `settings` can make `consent` a condition of `active: true`, and leave out a profile without a
/// translation.
pub fn consultant(
    id: &ConsultantId,
    files: ConsultantFiles<'_>,
    bytes: ProfileBytes<'_>,
    photo: Option<Photo>,
    today: Day,
    settings: Option<&Settings>,
) -> DecodedConsultant {
    let path = files.profile.path();
    let file = files.photo.map(Source::name);
    // A photo that is not published does not change the date.
    let files = ConsultantFiles { photo: files.photo.filter(|_| photo.is_some()), ..files };
    let date = files.last_modified();
    let translation = files.translation.map(Source::path).zip(bytes.translation);
    let (decoded, mut diagnostics) =
        checked::<Profile>((path, bytes.profile), translation, MAX_PER_FILE);
    if let Some((path, _)) = translation
        && !diagnostics.iter().any(Diagnostic::is_error)
    {
        let translated = decoded.as_ref().and_then(|decoded| decoded.translated.as_ref());
        let names =
            translated.into_iter().flat_map(|it| unused_names(it).map(move |name| (name, it)));
        let unused = names.filter(|(name, _)| name.value.origin == NodeOrigin::Translation).map(
            |(name, profile)| {
                let message =
                    format!("the profile has no category `{}`: its name is not used", name.key);
                Diagnostic::at(&UNUSED_TRANSLATION, path, name.value.span.clone(), message)
                    .hint(unused_name_hint(name, profile))
            },
        );
        diagnostics.extend(unused);
    }
    let leaves_out = settings.is_some_and(|it| it.untranslated.is_some());
    let is_left_out = leaves_out && decoded.as_ref().is_some_and(|it| it.translated.is_none());
    let require_consent = settings.is_some_and(|it| it.require_consent);
    let value = |key| decoded.as_ref().and_then(|decoded| Some(&decoded.tree.entry(key)?.value));
    let field = |key| value(key).filter(|node| node.has_value());
    let mut active = field("active").and_then(|active| active.to_json().as_bool());
    let sets_date = decoded.is_none() || field("last_modified").is_some();
    if active == Some(true) && !sets_date && date.is_unknown() {
        let message = "the date of the file's last change is unknown or out of range";
        let hint = "commit the file, or write `last_modified: 2026-03-14T09:30:00+01:00`";
        diagnostics.push(Diagnostic::file(&INVALID_DATE, path, message).hint(hint));
    }
    if let Some(node) = field("active").filter(|_| active == Some(true) && require_consent)
        && value("consent").is_none()
    {
        let message =
            "an active profile needs a `consent`, because of `require_consent` in site.yaml";
        let hint = "add `consent: {given: 2026-02-03}` with the day of the consent, or set `active: false`";
        let diagnostic = Diagnostic::at(&MISSING_CONSENT, path, node.span.clone(), message);
        diagnostics.push(diagnostic.hint(hint));
    }
    let is_used = |name: &str| file.is_some_and(|file| nfc(file) == nfc(name));
    let tree = decoded.as_ref().map(|decoded| &decoded.tree);
    let user = |photo| other_user(photo, id, files.sources);
    diagnostics.extend(
        tree.filter(|tree| !named_photo(tree).is_some_and(is_used))
            .and_then(|tree| unknown_photo(path, tree, files.sources, user)),
    );
    // Other fields can have errors.
    let day = |key| field(key).and_then(|node| node.scalar()?.text.parse().ok());
    if is_left_out {
        active = Some(false);
    }
    let written_date = field("last_modified").cloned();
    let period = match active {
        Some(true) => PublicationPeriod { from: day("publish_from"), until: day("publish_until") },
        _ => PublicationPeriod::default(),
    };
    if !period.contains(today) {
        active = Some(false);
    }
    let is_translatable = active == Some(true) && files.sources.language().is_some();
    let texts = decoded.as_ref().filter(|_| is_translatable).map(text_counts);
    let profile = decoded.and_then(|decoded| decoded.value).and_then(|mut profile| {
        profile.active &= active == Some(true);
        let last_modified = profile.last_modified.or_else(|| date.timestamp.clone());
        Some(Profile { last_modified: Some(last_modified?), ..profile })
    });
    let date = match sets_date {
        true => profile.as_ref().and_then(|it| it.last_modified.clone()).map(LastModified::written),
        false => Some(date),
    };
    if active == Some(true) {
        let warning =
            date.as_ref().and_then(|date| future_date(path, date, written_date.as_ref(), today));
        diagnostics.extend(warning);
    }
    let consultant = profile.map(|profile| Consultant { id: id.clone(), profile, photo });
    DecodedConsultant {
        id: id.clone(),
        active,
        period,
        consultant: consultant.map(Arc::new),
        date,
        texts,
        diagnostics,
    }
}

/// Reads and checks the settings of the site in its language, which are `None` if required ones are missing or
/// invalid. `hosts` are the names of the supported hosts. Also returns the language of the title and the description,
/// if both are translated.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn settings<'a>(
    sources: &'a Sources,
    hosts: &[String],
) -> Result<(Option<Settings>, Option<&'a str>, Vec<Diagnostic>)> {
    let Some(source) = sources.get(SITE_PATH) else {
        let message = "the content has no `site.yaml`";
        let hint = "create it with `title`, `description`, `contact` and `license`";
        let missing = || Diagnostic::file(&MISSING_SITE, SITE_PATH, message).hint(hint);
        let misnamed = sources.iter().find_map(misnamed_site);
        return Ok((None, None, vec![misnamed.unwrap_or_else(missing)]));
    };
    let translation = sources.translation(SITE_PATH, sources.language());
    let bytes = translation.map(|it| it.read(yaml::MAX_BYTES)).transpose()?;
    let translation = translation.map(Source::path).zip(bytes.as_deref());
    let (decoded, diagnostics) = site(&source.read(yaml::MAX_BYTES)?, translation, hosts);
    let is_translated = |key| {
        let tree = decoded.as_ref().and_then(|decoded| decoded.translated.as_ref());
        tree.and_then(|tree| tree.entry(key))
            .is_some_and(|it| it.value.origin == NodeOrigin::Translation)
    };
    let language = sources.language();
    let of_texts = language.filter(|_| is_translated("title") && is_translated("description"));
    let has_own_address = language.is_none() || is_translated("base_url");
    let settings = decoded.and_then(|decoded| decoded.value).map(|settings| Settings {
        base_url: settings.base_url.filter(|_| has_own_address),
        untranslated: settings.untranslated.filter(|_| language.is_some()),
        ..settings
    });
    Ok((settings, of_texts, diagnostics))
}

/// Decodes a document, and checks whether it is the sample content.
fn checked<T: Document>(
    original: FileBytes<'_>,
    translation: Option<FileBytes<'_>>,
    limit: usize,
) -> (Option<Decoded<T>>, Vec<Diagnostic>) {
    let (decoded, mut diagnostics) = decode::<T>(original, translation, limit);
    let tree = decoded.as_ref().map(|decoded| &decoded.tree);
    diagnostics.extend(tree.and_then(|tree| sample_content::check(original.0, tree)));
    (decoded, diagnostics)
}

fn site(
    bytes: &[u8],
    translation: Option<FileBytes<'_>>,
    hosts: &[String],
) -> (Option<Decoded<Settings>>, Vec<Diagnostic>) {
    let (decoded, mut diagnostics) = checked((SITE_PATH, bytes), translation, MAX_PER_FILE);
    let decoded: Option<Decoded<Settings>> = decoded;
    if let Some(entry) = decoded.as_ref().and_then(|decoded| decoded.tree.entry("host"))
        && let Some(host) = entry.value.scalar().map(|scalar| scalar.text.trim())
        && entry.value.has_value()
        && !hosts.iter().any(|known| known == host)
    {
        let hint = match did_you_mean(host, hosts.iter().map(String::as_str)) {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!("write one of {}", hosts.join(", ")),
        };
        let message = format!("`{host}` is not a supported host");
        let span = entry.value.span.clone();
        diagnostics.push(Diagnostic::at(&UNKNOWN_HOST, SITE_PATH, span, message).hint(hint));
    }
    (decoded, diagnostics)
}

/// Returns the diagnostics of a profile.
pub fn check_profile(file: &str, bytes: &[u8]) -> Vec<Diagnostic> {
    checked::<Profile>((file, bytes), None, MAX_PER_FILE).1
}

/// Returns at most `limit` diagnostics of a profile, and one about the name of its photo, which can be that of another
/// profile.
pub fn check_profile_in(
    sources: &Sources,
    file: &str,
    bytes: &[u8],
    limit: usize,
) -> Vec<Diagnostic> {
    let (decoded, mut diagnostics) = checked::<Profile>((file, bytes), None, limit);
    diagnostics
        .extend(decoded.and_then(|decoded| unknown_photo(file, &decoded.tree, sources, |_| None)));
    diagnostics
}

/// Returns the diagnostics of the text of a `site.yaml`. `hosts` are the names of the supported hosts.
pub fn check_site(text: &str, hosts: &[String]) -> Vec<Diagnostic> {
    site(text.as_bytes(), None, hosts).1
}

/// Returns the diagnostic of a photo that cannot be published.
pub fn photo_diagnostic(path: &str, problem: &photo::Problem) -> Diagnostic {
    Diagnostic::file(&UNREADABLE_PHOTO, path, problem.to_string()).hint(problem.hint())
}
