//! The formats that vitae's own schemas use.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::Date;
use regex::Regex;

/// Returns whether a text has a format. Any text has an unknown format.
pub(super) fn has_format(text: &str, format: &str) -> bool {
    match format {
        "uri" => fluent_uri::Uri::parse(text).is_ok(),
        // jiff also reads other forms of ISO 8601.
        "date" => text.len() == "2024-02-29".len() && text.parse::<Date>().is_ok(),
        "date-time" => is_date_time(text),
        _ => true,
    }
}

/// Returns whether a text is a `date-time` (RFC 3339, §5.6). A leap second is only at the end of June or
/// December in UTC (§5.7).
fn is_date_time(text: &str) -> bool {
    const FORM: &str = r"(?x) ^
        (?<date> [0-9]{4}-[0-9]{2}-[0-9]{2}) [Tt]
        (?<minute> ([01][0-9]|2[0-3]):[0-5][0-9]) : (?<second> [0-5][0-9]|60) (\.[0-9]+)?
        (?<offset> [Zz] | [+-]([01][0-9]|2[0-3]):[0-5][0-9]) $";
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| Regex::new(FORM).expect("a valid pattern"));
    let Some(parts) = PATTERN.captures(text) else { return false };
    let is_leap_second = || {
        let before = format!("{}T{}:59{}", &parts["date"], &parts["minute"], &parts["offset"]);
        let before = before.parse().map(|utc: Timestamp| utc.to_string()).unwrap_or_default();
        ["-06-30T23:59:59Z", "-12-31T23:59:59Z"].iter().any(|end| before.ends_with(end))
    };
    parts["date"].parse::<Date>().is_ok() && (&parts["second"] != "60" || is_leap_second())
}

#[cfg(test)]
mod tests {
    use super::has_format;

    #[test]
    fn accepts_only_timestamps_of_rfc_3339() {
        for valid in [
            "1985-04-12T23:20:50.52Z",
            "1996-12-19T16:39:57-08:00",
            "1990-12-31T23:59:60Z",
            "1990-12-31T15:59:60-08:00",
            "1991-01-01T00:29:60.5+00:30",
            "1937-01-01T12:00:27.87+00:20",
            "2024-02-29t04:05:06z",
            "2024-02-03T04:05:06-00:00",
            "2024-02-03T04:05:06.1234567890123Z",
            "0000-01-01T00:00:00Z",
        ] {
            assert!(has_format(valid, "date-time"), "{valid}");
        }
        for invalid in [
            "",
            "2024-02-03",
            "2024-02-03T04:05:06",
            "2024-02-03 04:05:06Z",
            "2024-02-03T04:05Z",
            "2024-02-03T04:05:06+01",
            "2024-02-03T04:05:06+0100",
            "2024-02-03T04:05:06+24:00",
            "2024-02-03T04:05:06+01:60",
            "2024-02-03T04:05:06.Z",
            "2024-02-03T04:05:06.+01:00",
            "2024-02-03T04:05:06,5Z",
            "2024-02-03T04:05:06Z[UTC]",
            "2024-02-03T04:05:06ZZ",
            "2024-02-03T24:00:00Z",
            "2024-02-03T04:60:00Z",
            "2024-02-03T04:05:61Z",
            "2024-02-03T23:59:60Z",
            "1990-12-31T23:59:60+01:00",
            "1990-12-31T22:59:60Z",
            "2023-02-29T04:05:06Z",
            "20240203T040506Z",
            "+002024-02-03T04:05:06Z",
            "2024-02-03T04:05:06\u{661}Z",
            "åååååååååååååååååååååå",
        ] {
            assert!(!has_format(invalid, "date-time"), "{invalid}");
        }
    }

    #[test]
    fn accepts_only_dates_of_rfc_3339() {
        assert!(has_format("2024-02-29", "date"));
        for invalid in ["", "2023-02-29", "20240203", "2024-02-03T04:05", "2024-W05-1", "2024-2-3"]
        {
            assert!(!has_format(invalid, "date"), "{invalid}");
        }
    }
}
