//! The identifier of an imported consultant.

use crate::error::{Error, Result};
use crate::lower::available_id::check_available;
use crate::model::id::ConsultantId;
use crate::source::Sources;

/// The identifier that was asked for, else the one the document states or the name gives, unless
/// it is that of a consultant in `content`.
///
/// # Errors
/// When there is none, with what to ask for instead.
pub(super) fn identity(
    wanted: Option<&str>,
    stated: Option<&str>,
    name: &str,
    content: &Sources,
) -> Result<ConsultantId> {
    let of_name = || {
        let stated = stated.and_then(ConsultantId::parse);
        let folded = || ConsultantId::parse(&ConsultantId::slug(name));
        stated.or_else(folded).ok_or_else(|| {
            Error::new(format!(
                "`{name}` gives no identifier; choose one with `--id`, of at most {} letters a to \
                 z, digits and hyphens, such as `--id given-family`",
                ConsultantId::MAX_LENGTH
            ))
        })
    };
    let id = match wanted {
        Some(wanted) => wanted.to_owned(),
        None => of_name()?.to_string(),
    };
    check_available(content, &id).map_err(|problem| Error::new(format!("{problem} with `--id`")))
}

#[cfg(test)]
mod tests {
    use super::identity;
    use crate::source::{Modified, Sources};

    fn told(wanted: Option<&str>, stated: Option<&str>, name: &str) -> String {
        let taken = ["anna-berg.yaml", "anna-berg-2.yaml", "Bo_Lind.yml"];
        let taken = taken.map(|file| (format!("consultants/{file}"), ""));
        let content = Sources::from_memory(taken, &Modified::Unknown);
        match identity(wanted, stated, name, &content) {
            Ok(id) => id.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn identifiers() {
        assert_eq!(told(None, None, "Åsa Öberg"), "asa-oberg");
        assert_eq!(told(None, Some("asa"), "Åsa Öberg"), "asa");
        assert_eq!(told(Some("a-o"), Some("asa"), "Åsa Öberg"), "a-o");
        assert_eq!(told(Some("anna-berg-"), None, "x"), "anna-berg-");
        for (wanted, name, part) in [
            (None, "Anna Berg", "or use `anna-berg-3` with `--id`"),
            (
                None,
                "Bo Lind",
                "`bo-lind` is taken by content/consultants/Bo_Lind.yml",
            ),
            (None, "山田 太郎", "choose one with `--id`"),
            (
                Some("Åsa Öberg"),
                "x",
                "`asa-oberg` is available with `--id`",
            ),
            (Some("太郎"), "x", "`given-family` is available with `--id`"),
        ] {
            let told = told(wanted, None, name);
            assert!(told.contains(part), "{told}");
        }
        assert!(told(None, None, &"a".repeat(65)).contains("--id"));
    }
}
