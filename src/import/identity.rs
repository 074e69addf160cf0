//! The identifier of an imported consultant.

use crate::error::{Error, Result};
use crate::model::id::ConsultantId;

/// The identifier that was asked for, else the one the document or the name gives, unless one of
/// the files named `taken` (without extensions) is another consultant of that identifier.
///
/// # Errors
/// When there is none, with what to ask for instead.
pub(super) fn identity(
    wanted: Option<&str>,
    stated: Option<&str>,
    name: &str,
    taken: &[String],
) -> Result<ConsultantId> {
    let id = match wanted {
        Some(wanted) => ConsultantId::parse(wanted).ok_or_else(|| invalid(wanted))?,
        None => {
            let stated = stated.and_then(ConsultantId::parse);
            let folded = || ConsultantId::parse(&ConsultantId::fold(name));
            stated.or_else(folded).ok_or_else(|| {
                Error::new(format!(
                    "`{name}` gives no identifier; choose one with `--id`, of at most {} letters a \
                     to z, digits and hyphens, such as `--id given-family`",
                    ConsultantId::MAX_LENGTH
                ))
            })?
        }
    };
    if !is_taken(&id, taken) {
        return Ok(id);
    }
    let mut numbered = (2..).map(|number| format!("{id}-{number}"));
    let free =
        numbered.find(|free| ConsultantId::parse(free).is_none_or(|free| !is_taken(&free, taken)));
    let free = free.filter(|free| ConsultantId::parse(free).is_some());
    let free = free.unwrap_or_else(|| "given-family".to_owned());
    Err(Error::new(format!(
        "there is a consultant `{id}` already; choose another identifier, such as `--id {free}`, \
         or remove that consultant's file first"
    )))
}

/// Whether a file is this consultant's: by its name, or by a name that is no identifier but means
/// this one.
fn is_taken(id: &ConsultantId, taken: &[String]) -> bool {
    taken.iter().any(|stem| match ConsultantId::parse(stem) {
        Some(other) => other == *id,
        None => ConsultantId::fold(stem) == ConsultantId::fold(id.as_str()),
    })
}

fn invalid(wanted: &str) -> Error {
    let mut proposal = ConsultantId::fold(wanted);
    proposal.truncate(ConsultantId::MAX_LENGTH);
    let proposal = match proposal.trim_end_matches('-') {
        "" => "given-family",
        proposal => proposal,
    };
    Error::new(format!(
        "`{wanted}` is no identifier: it has at most {} lower-case letters a to z, digits and \
         hyphens; try `--id {proposal}`",
        ConsultantId::MAX_LENGTH
    ))
}

#[cfg(test)]
mod tests {
    use super::identity;

    fn told(wanted: Option<&str>, stated: Option<&str>, name: &str) -> String {
        let taken = ["anna-berg", "anna-berg-2", "Bo_Lind"].map(str::to_owned);
        match identity(wanted, stated, name, &taken) {
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
            (None, "Anna Berg", "such as `--id anna-berg-3`"),
            (None, "Bo Lind", "there is a consultant `bo-lind` already"),
            (None, "山田 太郎", "choose one with `--id`"),
            (Some("Åsa Öberg"), "x", "try `--id asa-oberg`"),
            (Some("太郎"), "x", "try `--id given-family`"),
        ] {
            let told = told(wanted, None, name);
            assert!(told.contains(part), "{told}");
        }
        assert!(told(None, None, &"a".repeat(65)).contains("--id"));
    }
}
