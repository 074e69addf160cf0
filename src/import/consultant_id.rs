//! Chooses the identifier of an imported consultant.

use crate::content::available_id::check_available;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::source::Sources;

/// Returns the identifier from `--id`, from the document, or from the name, in this order.
///
/// # Errors
/// Returns an error with a suggestion if the identifier is not valid or not available in `content`.
pub(super) fn choose_id(
    option: Option<&str>,
    from_document: Option<&str>,
    name: &str,
    content: &Sources,
) -> Result<ConsultantId> {
    let id = match option {
        Some(id) => id.to_owned(),
        None => from_document
            .and_then(ConsultantId::parse)
            .or_else(|| ConsultantId::parse(&ConsultantId::slug(name)))
            .ok_or_else(|| {
                Error::new(format!(
                    "cannot derive an identifier from the name `{name}`; set one with `--id`: at \
                     most {} lowercase letters a to z, digits and hyphens, such as `--id \
                     given-family`",
                    ConsultantId::MAX_LENGTH
                ))
            })?
            .to_string(),
    };
    check_available(content, &id).map_err(|problem| Error::new(format!("{problem} with `--id`")))
}

#[cfg(test)]
mod tests {
    use super::choose_id;
    use crate::source::{Modified, Sources};

    fn outcome(option: Option<&str>, from_document: Option<&str>, name: &str) -> String {
        let taken = ["anna-berg.yaml", "anna-berg-2.yaml", "Bo_Lind.yml"];
        let taken = taken.map(|file| (format!("consultants/{file}"), ""));
        let content = Sources::from_memory(taken, &Modified::Unknown);
        match choose_id(option, from_document, name, &content) {
            Ok(id) => id.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn chooses_an_available_identifier() {
        assert_eq!(outcome(None, None, "Åsa Öberg"), "asa-oberg");
        assert_eq!(outcome(None, Some("asa"), "Åsa Öberg"), "asa");
        assert_eq!(outcome(Some("a-o"), Some("asa"), "Åsa Öberg"), "a-o");
        assert_eq!(outcome(Some("anna-berg-"), None, "x"), "anna-berg-");
        for (option, name, part) in [
            (None, "Anna Berg", "or use `anna-berg-3` with `--id`"),
            (None, "Bo Lind", "`bo-lind` is taken by content/consultants/Bo_Lind.yml"),
            (None, "山田 太郎", "set one with `--id`"),
            (Some("Åsa Öberg"), "x", "`asa-oberg` is available with `--id`"),
            (Some("太郎"), "x", "`given-family` is available with `--id`"),
        ] {
            let outcome = outcome(option, None, name);
            assert!(outcome.contains(part), "{outcome}");
        }
        assert!(outcome(None, None, &"a".repeat(65)).contains("--id"));
    }
}
