//! The identifier of a new consultant.

use crate::model::id::ConsultantId;
use crate::source::{Source, Sources};

/// The identifier `wanted`, if it is one and no consultant's.
///
/// # Errors
/// Why not, in an author's words, with one that could be had.
pub fn check_available(sources: &Sources, wanted: &str) -> Result<ConsultantId, String> {
    let consultants = || in_folder(sources, "consultants/");
    let taken = |id: &str| consultants().find(|source| is_same(source.stem(), id));
    let free = || {
        let folded = ConsultantId::fold(wanted);
        let base = match folded.as_str() {
            "" => "given-family",
            folded => folded,
        };
        let numbered = (2_u32..).map(|number| (base, format!("-{number}")));
        let candidates = std::iter::once((base, String::new())).chain(numbered);
        let candidates = candidates.map(|(base, number)| {
            // What is left of letters a to z has one byte each.
            let length = base.len().min(ConsultantId::MAX_LENGTH - number.len());
            let base = base[..length].trim_end_matches('-');
            format!("{base}{number}")
        });
        let mut free = candidates.filter(|id| taken(id).is_none());
        free.next().unwrap_or_default()
    };
    let Some(id) = ConsultantId::parse(wanted) else {
        let length = ConsultantId::MAX_LENGTH;
        let why = if wanted.chars().count() > length {
            format!("is longer than {length} characters")
        } else {
            "is no identifier: it has lower case letters a to z, digits and hyphens only".to_owned()
        };
        return Err(format!("`{wanted}` {why}; `{}` can be had", free()));
    };
    match taken(wanted) {
        Some(source) => Err(format!(
            "`{wanted}` is taken by {}/{}; edit that file, or take `{}`",
            sources.root(),
            source.path(),
            free()
        )),
        None => Ok(id),
    }
}

/// What lies among the photos as that of the consultant `id`, whether it can be published or not.
pub fn photo_of<'a>(sources: &'a Sources, id: &ConsultantId) -> Option<&'a Source> {
    in_folder(sources, "photos/").find(|source| is_same(source.stem(), id.as_str()))
}

/// Everything that lies in a folder, read or not.
fn in_folder<'a>(sources: &'a Sources, folder: &'static str) -> impl Iterator<Item = &'a Source> {
    let sources = sources.iter();
    sources.filter(move |source| source.path().starts_with(folder))
}

/// Whether two names are of one consultant. Two identifiers are of two, however alike.
fn is_same(stem: &str, id: &str) -> bool {
    stem == id || ConsultantId::parse(stem).is_none() && ConsultantId::fold(stem) == id
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
    fn gives_what_is_free() {
        for id in ["bo", "anna-berg-3", "anna--berg", "0"] {
            assert_eq!(check_available(&sources(), id).expect(id).as_str(), id);
        }
    }

    #[test]
    fn says_why_not_and_what_can_be_had() {
        let long = "a".repeat(70);
        for (wanted, why, proposal) in [
            (
                "anna-berg",
                "taken by content/consultants/anna-berg.yaml",
                "`anna-berg-3`",
            ),
            ("Anna Berg", "no identifier", "`anna-berg-3`"),
            (
                "asa-oberg",
                "taken by content/consultants/Åsa Öberg.yml",
                "`asa-oberg-2`",
            ),
            ("Bo", "no identifier", "`bo`"),
            ("../bo", "no identifier", "`bo`"),
            ("李", "no identifier", "`given-family`"),
            ("", "no identifier", "`given-family`"),
            (&long, "longer than 64", &format!("`{}`", &long[..64])),
        ] {
            let told = check_available(&sources(), wanted).expect_err(wanted);
            assert!(told.contains(why) && told.contains(proposal), "{told}");
        }
    }
}
