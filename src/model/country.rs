//! Country names and codes (ISO 3166-1).

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::slug::folded;

/// One country per line, tab-separated: alpha-2 code, alpha-3 code, English and Swedish names, and
/// after an empty column names in other languages. Lines that start with `#` are comments.
const TABLE: &str = include_str!("countries.tsv");

/// Two-letter codes, keyed by every name and code in lower case and without accents.
static CODES: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    let codes = rows().flat_map(|row| {
        let code = row.split('\t').next().unwrap_or(row);
        let names = row.split('\t').filter(|name| !name.is_empty());
        names.map(move |name| (folded(name), code))
    });
    codes.collect()
});

/// Returns the two-letter code of the country that has `written` as a name or code, ignoring
/// case and accents.
pub fn code(written: &str) -> Option<&'static str> {
    CODES.get(&folded(written.trim())).copied()
}

/// Returns the most common English name of the country with this two-letter code.
pub fn name(code: &str) -> Option<&'static str> {
    let mut row = rows().find(|row| row.split('\t').next() == Some(code))?.split('\t');
    row.nth(2)
}

fn rows() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::{code, name};

    #[test]
    fn finds_countries_by_name_and_code() {
        for (written, expected) in [
            ("Sverige", "SE"),
            ("Sweden", "SE"),
            ("SE", "SE"),
            ("swe", "SE"),
            ("United Kingdom", "GB"),
            ("Poland", "PL"),
            ("United States", "US"),
            ("USA", "US"),
            ("United States of America", "US"),
            ("the Netherlands", "NL"),
            ("Spain", "ES"),
            ("Germany", "DE"),
            ("Netherlands", "NL"),
            ("South Korea", "KR"),
            ("Czech Republic", "CZ"),
            ("Turkey", "TR"),
            ("Vietnam", "VN"),
            ("Deutschland", "DE"),
            ("España", "ES"),
            ("Polska", "PL"),
            ("Suomi", "FI"),
            ("Österreich", "AT"),
            ("Vereinigte Staaten", "US"),
            ("Royaume-Uni", "GB"),
            ("U.K.", "GB"),
            ("England", "GB"),
            ("Großbritannien", "GB"),
            ("Holland", "NL"),
            ("Republic of Ireland", "IE"),
        ] {
            assert_eq!(code(written), Some(expected), "{written}");
        }
        assert_eq!(code("Atlantis"), None);
        assert_eq!(name("GB"), Some("United Kingdom"));
        assert_eq!(name("Sweden"), None);
        for row in super::rows() {
            let known = row.split('\t').next().and_then(name);
            assert!(known.and_then(code).is_some(), "{row}");
        }
    }
}
