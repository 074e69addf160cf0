//! Countries by the names and codes of ISO 3166-1.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::did_you_mean;

/// One country a line, tab-separated: alpha-2, alpha-3, names in English and Swedish. Lines that
/// begin with `#` say where it comes from.
const TABLE: &str = include_str!("countries.tsv");

/// The two-letter codes by every name and code in lower case.
static CODES: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    let codes = rows().flat_map(|row| {
        let code = row.split('\t').next().unwrap_or(row);
        row.split('\t').map(move |name| (name.to_lowercase(), code))
    });
    codes.collect()
});

/// The two-letter code of a country given by one of its names or codes.
pub fn code(written: &str) -> Option<&'static str> {
    CODES.get(&written.trim().to_lowercase()).copied()
}

/// The usual English name of the country with this two-letter code.
pub fn name(code: &str) -> Option<&'static str> {
    let mut row = rows()
        .find(|row| row.split('\t').next() == Some(code))?
        .split('\t');
    row.nth(2)
}

/// The name nearest to what was written.
pub fn did_you_mean(written: &str) -> Option<&'static str> {
    did_you_mean::did_you_mean(written, rows().flat_map(|row| row.split('\t').skip(2)))
}

fn rows() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::{code, did_you_mean, name};

    #[test]
    fn knows_names_and_codes() {
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
        assert_eq!(did_you_mean("Swedn"), Some("Sweden"));
    }
}
