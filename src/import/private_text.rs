//! What private values in texts and numbers mean for an import: also tokens, and lines with a private label.

use super::not_public::NOT_PUBLIC;
use crate::birth_date::has_birth_date;
use crate::confidential::confidential_part;
use crate::model::date_formats::is_date;
use crate::private_keys::{self, BIRTH, CONTACT, NATIONAL_ID, SECRET};
use crate::private_text::{PrivateText, private_parts};

/// Parts of texts that contain a token or a password.
const SECRETS: &str = "token= apikey= api_key= password= ghp_ github_pat_ glpat- -----BEGIN ://eyJ eyJhbGci \
    AKIA AIza xoxb- xoxp- sk-proj- sk-ant-";

/// Returns what a text contains, if that is private. `is_public` is true for parts that may be public. The numbers of
/// other persons are private if they are long enough for a phone number.
pub(super) fn meaning_of_text(
    text: &str,
    numbers: Numbers,
    is_public: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    if SECRETS.split_whitespace().any(|part| text.contains(part)) {
        return Some(SECRET);
    }
    if has_birth_date(text) {
        return Some(BIRTH);
    }
    if confidential_part(text).is_some() {
        return Some(NOT_PUBLIC);
    }
    private_parts(text).into_iter().find_map(|(kind, part)| {
        let meaning = match kind {
            PrivateText::Email => CONTACT,
            _ if numbers == Numbers::Public || is_date(part) => return None,
            PrivateText::PersonalNumber | PrivateText::TenDigits | PrivateText::NationalId => {
                NATIONAL_ID
            }
            PrivateText::Phone => CONTACT,
            PrivateText::Number if numbers == Numbers::OfOthers => CONTACT,
            PrivateText::Number => return None,
        };
        (!is_public(part)).then_some(meaning)
    })
}

/// What the numbers in a value can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    OfPerson,
    /// The numbers of other persons: any number that is long enough is private.
    OfOthers,
    /// Identifiers and user names, which are not private.
    Public,
}

/// Returns what a line such as `Date of birth: 3 Feb` contains.
pub(super) fn meaning_of_line(text: &str) -> Option<&'static str> {
    let (label, value) = text.split_once([':', '：'])?;
    let meaning = private_keys::meaning_of_label(label)?;
    (!text.contains('\n') && private_keys::can_be(meaning, value)).then_some(meaning)
}

#[cfg(test)]
mod tests {
    use super::{CONTACT, Numbers, meaning_of_text};

    #[test]
    fn dates_are_no_phone_numbers() {
        for text in [
            "Teammate (2007 - 2009)",
            "(Jan 2007 – 2009)",
            "Colleague, 2007-2009",
            "2010-2015",
            "01.02.2019",
            "12 000 000 users of 1.2.3",
        ] {
            assert_eq!(meaning_of_text(text, Numbers::OfPerson, |_| false), None, "{text}");
        }
        assert_eq!(meaning_of_text("2007-2009", Numbers::OfOthers, |_| false), None);
        let other = |numbers| meaning_of_text("tel 12 34 56 78", numbers, |_| false);
        assert_eq!(other(Numbers::OfOthers), Some(CONTACT));
        assert_eq!(other(Numbers::OfPerson), None);
    }
}
