//! Checks whether an identifier is available for a new consultant.

use super::windows_name::is_device;
use crate::characters::shortened;
use crate::model::id::ConsultantId;
use crate::slug::lost_letters;
use crate::source::{Source, Sources};

/// Returns the identifier `wanted` if it is valid and no consultant has it.
///
/// # Errors
/// Returns a message with the reason and an available identifier.
pub fn check_available(sources: &Sources, wanted: &str) -> Result<ConsultantId, String> {
    let Some(id) = ConsultantId::parse(wanted) else {
        let problem = invalid_id(wanted);
        let available = first_available(sources, wanted);
        return Err(format!("{problem}; `{available}` is available"));
    };
    match file_of(sources, "consultants/", wanted) {
        _ if is_device(wanted) => Err(format!(
            "Windows reserves the file name `{wanted}`; use `{}`",
            first_available(sources, wanted)
        )),
        Some(source) => Err(format!(
            "the identifier `{wanted}` is taken by {}/{}; edit that file, or use `{}`",
            sources.root(),
            source.path(),
            first_available(sources, wanted)
        )),
        None => Ok(id),
    }
}

/// Returns the reason why `text` is not a valid identifier.
pub(super) fn invalid_id(text: &str) -> String {
    let length = ConsultantId::MAX_LENGTH;
    if text.chars().count() > length {
        return format!("the identifier is longer than {length} characters");
    }
    format!("`{text}` is not an identifier: use only lowercase letters a to z, digits and hyphens")
}

/// Returns the slug of `text`, or an example of an identifier if the slug is empty.
pub(super) fn slug_or_placeholder(text: &str) -> String {
    match ConsultantId::slug(text) {
        slug if slug.is_empty() => "given-family".to_owned(),
        slug => slug,
    }
}

/// Returns a note if an identifier, which is the slug of a name, lacks letters of it.
pub fn lost_letters_note(id: &ConsultantId, name: &str) -> Option<String> {
    let lost = Some(lost_letters(name)).filter(|lost| !lost.is_empty())?;
    let lost = shortened(&lost, 20);
    Some(format!(
        "the identifier `{id}` lacks the letters `{lost}` of the name; for another one, delete the file and repeat \
         the command with `--id`"
    ))
}

/// Returns an identifier similar to `wanted`: the slug, or the slug with the first free number.
fn first_available(sources: &Sources, wanted: &str) -> String {
    let slug = slug_or_placeholder(wanted);
    let numbers = (2_u32..).map(|number| format!("-{number}"));
    std::iter::once(String::new())
        .chain(numbers)
        .map(|suffix| {
            // A slug is ASCII, so each character is one byte.
            let length = slug.len().min(ConsultantId::MAX_LENGTH - suffix.len());
            format!("{}{suffix}", slug[..length].trim_end_matches('-'))
        })
        .find(|id| file_of(sources, "consultants/", id).is_none() && !is_device(id))
        .expect("the numbers are not exhausted")
}

/// Returns the file in `photos` that belongs to the consultant `id`, even if it is not a valid photo.
pub fn photo_of<'a>(sources: &'a Sources, id: &ConsultantId) -> Option<&'a Source> {
    file_of(sources, "photos/", id.as_str())
}

/// Returns the file in `directory` whose name is `id`, or has `id` as its slug and is not a valid
/// identifier itself.
fn file_of<'a>(sources: &'a Sources, directory: &str, id: &str) -> Option<&'a Source> {
    let has_id = |stem: &str| {
        stem == id || ConsultantId::parse(stem).is_none() && ConsultantId::slug(stem) == id
    };
    sources.iter().find(|source| source.path().starts_with(directory) && has_id(source.stem()))
}

#[cfg(test)]
mod tests {
    use super::{check_available, photo_of};
    use crate::model::id::ConsultantId;
    use crate::source::{Modified, Sources};

    fn sources() -> Sources {
        let files = ["anna-berg.yaml", "anna-berg-2.yaml", "Åsa Öberg.yml"];
        let files = files.map(|name| (format!("consultants/{name}"), ""));
        Sources::from_memory(files, &Modified::Unknown)
    }

    #[test]
    fn finds_photos_by_all_spellings_of_a_name() {
        let files = ["Bo_Lind.JPG", "anna.png", "bo-lind-2.png"];
        let files = files.map(|name| (format!("photos/{name}"), ""));
        let sources = Sources::from_memory(files, &Modified::Unknown);
        let photo = |id: &str| {
            let id = ConsultantId::parse(id).expect("an identifier");
            Some(photo_of(&sources, &id)?.path())
        };
        assert_eq!(photo("bo-lind"), Some("photos/Bo_Lind.JPG"));
        assert_eq!(photo("bo-lind-2"), Some("photos/bo-lind-2.png"));
        assert_eq!(photo("bo"), None);
    }

    #[test]
    fn accepts_available_identifiers() {
        for id in ["bo", "anna-berg-3", "anna--berg", "0", "con-berg", "com", "com10"] {
            assert_eq!(check_available(&sources(), id).expect(id).as_str(), id);
        }
    }

    #[test]
    fn rejects_other_identifiers_and_suggests_available_ones() {
        let long = "a".repeat(70);
        for (wanted, reason, suggestion) in [
            ("anna-berg", "taken by content/consultants/anna-berg.yaml", "`anna-berg-3`"),
            ("Anna Berg", "not an identifier", "`anna-berg-3`"),
            ("asa-oberg", "taken by content/consultants/Åsa Öberg.yml", "`asa-oberg-2`"),
            ("Bo", "not an identifier", "`bo`"),
            ("con", "Windows reserves", "`con-2`"),
            ("lpt9", "Windows reserves", "`lpt9-2`"),
            ("../bo", "not an identifier", "`bo`"),
            ("李", "not an identifier", "`given-family`"),
            ("", "not an identifier", "`given-family`"),
            (&long, "longer than 64", &format!("`{}`", &long[..64])),
        ] {
            let message = check_available(&sources(), wanted).expect_err(wanted);
            assert!(message.contains(reason) && message.contains(suggestion), "{message}");
        }
    }
}
