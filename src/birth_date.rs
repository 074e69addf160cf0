//! Recognizes days of birth in texts.

use std::sync::LazyLock;

use regex::Regex;

use crate::characters::nfc;

/// Returns whether a text has a day of birth, such as `born on 3 February 1980`: one of these words before a full date.
/// The order of day and month does not have to be certain.
pub fn has_birth_date(text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "born",
        "birth",
        "birthday",
        "birthdate",
        "dob",
        "född",
        "födelsedatum",
        "geboren",
        "geb",
        "geburtsdatum",
        "née",
        "né",
        "født",
        "fødselsdato",
    ];
    static BORN: LazyLock<Regex> = LazyLock::new(|| {
        let words = WORDS.join("|");
        let month =
            "(?:jan|jän|feb|mar|mär|maer|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\\w*";
        let particle = r"(?:on|in|i|am|den|the)\W{1,2}";
        let pattern = format!(
            r"(?x)(?:^|[^\w-])(?:{words})\W{{1,3}}
            (?:{particle})?(?:[^\W\d]+[\s,]{{1,2}})?(?:{particle})?(?:
            [0-9]{{4}}[-./][0-9]{{1,2}}[-./][0-9]{{1,2}}|
            (?:18|19|20)?[0-9]{{6}}|
            [0-9]{{1,2}}/[0-9]{{1,2}}\s[0-9]{{2,4}}|
            [0-9]{{1,2}}[-./]\s?[0-9]{{1,2}}[-./]\s?[0-9]{{2,4}}|
            [0-9]{{1,2}}(?:\.|:?e|st|nd|rd|th)?[\s-]+(?:of\s+)?{month}\.?,?[\s-]+[0-9]{{2,4}}|
            {month}\.?\s+[0-9]{{1,2}}(?:st|nd|rd|th)?,?\s+[0-9]{{4}}
            )(?:\W|$)"
        );
        Regex::new(&pattern).expect("a valid pattern")
    });
    // Most texts with digits are dates.
    let has_letters = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    if !has_letters || text.bytes().filter(u8::is_ascii_digit).count() < 4 {
        return false;
    }
    // The pattern takes longer to compile than to check a small site.
    let text = nfc(text).to_lowercase();
    WORDS.iter().any(|word| text.contains(word)) && BORN.is_match(&text)
}

#[cfg(test)]
mod tests {
    use super::has_birth_date;

    #[test]
    fn recognizes_days_of_birth() {
        for text in [
            "Born 1980-02-03 in Lund.",
            "Anna (born: 1980-02-03)",
            "I was born on 3 February 1980, in Lund.",
            "born on the 3rd of February 1980",
            "Born in Lund, 1980-02-03",
            "Född 1980-02-03.",
            "FÖDD DEN 14 MAJ 1979",
            "fo\u{308}dd 14:e maj 1979",
            "geb. 03.02.1980",
            "geb.14.05.1979",
            "(geb. am 14. Mai 1979)",
            "geboren 14.5.79",
            "born May 14th, 1979",
            "Née Ek, 14 mai 1979",
            "Geburtsdatum: 14.05.1979",
            "Födelsedatum 1979-05-14",
            "Birthdate: 1979-05-14",
            "DOB: 14/05/1979",
            "född 790514",
            "född 14/5 1979",
            "född 14 maj -79",
            "born 14-May-1979",
        ] {
            assert!(has_birth_date(text), "{text}");
        }
        for text in [
            "Born in 1980",
            "born in May 1980",
            "born in Lund",
            "The company was born",
            "since 2010-02-03",
            "airborne 2010-02-03",
            "Stubborn 14 May 2019",
            "The team was born in 2016, and sold on 2019-05-14",
            "NATO 4 April 2009",
            "Geb. 14, 2. OG",
            "A cloud-born platform 12.03.2019",
            "Erik Svensson (geb. Müller) 12.03.2019",
        ] {
            assert!(!has_birth_date(text), "{text}");
        }
    }
}
