//! File names that Windows refuses: git cannot check out a repository there that has one.

/// Returns whether Windows refuses a file name ("Naming Files, Paths, and Namespaces", Microsoft Learn).
pub(super) fn is_refused(name: &str) -> bool {
    let is_special = |c: char| c.is_ascii_control() || "<>:\"|?*\\".contains(c);
    is_device(name) || name.contains(is_special) || name.ends_with(['.', ' '])
}

/// Returns whether a file name, with any file extension, stands for a device.
pub(super) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let number = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    ["aux", "con", "nul", "prn"].contains(&&*stem)
        || number.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
}

#[cfg(test)]
mod tests {
    use super::is_refused;

    #[test]
    fn recognizes_names_that_windows_refuses() {
        for name in [
            "con.yaml",
            "AUX.jpg",
            "nul",
            "com1.tar.gz",
            "lpt9 .png",
            "a:b.jpg",
            "a?.png",
            "a.",
            "a ",
        ] {
            assert!(is_refused(name), "{name}");
        }
        for name in [
            "con-berg.yaml",
            "com.yaml",
            "com10.jpg",
            "console.png",
            "a con.jpg",
            "å (1).jpg",
            ".con",
        ] {
            assert!(!is_refused(name), "{name}");
        }
    }
}
