//! The photo of a consultant, or the placeholder for it.

use crate::bundle::Body;
use crate::digest::Digest;
use crate::preview::displayed::Displayed;
use crate::preview::url;

/// Returns the path of the displayed photo, if there is one.
pub(super) fn photo(displayed: &Displayed<'_>) -> Option<String> {
    match displayed.photo()?.body {
        Body::Document(_) => None,
        Body::Generated(generator) => {
            let version = Digest::truncated(&generator.fingerprint());
            Some(url::photo(&displayed.consultant.id, version))
        }
    }
}

/// Returns the initials of the first and the last name, the placeholder for a photo.
pub(super) fn initials(name: &str) -> String {
    let names = name.split(|c: char| c.is_whitespace() || c == '-');
    let mut letters = names.filter_map(|name| name.chars().find(|c| c.is_alphabetic()));
    let (first, last) = (letters.next(), letters.next_back());
    let both = first.into_iter().chain(last);
    both.flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_are_of_the_first_and_the_last_name() {
        assert_eq!(initials("Karin Östlund Berg"), "KB");
        assert_eq!(initials("Åsa-Lena"), "ÅL");
        assert_eq!(initials("Prince"), "P");
        assert_eq!(initials("  "), "");
    }
}
