//! Archives that are damaged, encrypted, too large or of another kind.

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::Index;
use rawzip::CompressionMethod;
use vitae::import::{ImportOptions, import_directory};

use super::{PROFILE, archive, imported, sample, write, zip, zip_of, zip_with};
use crate::import::hostile::config;
use crate::project::{Project, text};

#[test]
fn rejects_archives_without_one_profile() {
    let profile = PROFILE.as_bytes();
    let missing = "the archive has no `Profile.csv` at its top or in a directory there";
    for (files, message) in [
        (vec![], missing),
        (vec![("Skills.csv", &b"Name\nRust\n"[..])], missing),
        (vec![("../Profile.csv", profile)], missing),
        (vec![("a/b/Profile.csv", profile)], missing),
        (vec![("Profile.csv/", b"")], missing),
        (
            vec![("Profile.csv", profile), ("PROFILE.CSV", profile)],
            "the archive has two files with the name `Profile.csv`",
        ),
        (
            vec![("Profile.csv", profile), ("Profile.csv", profile)],
            "the archive has two files with the name `Profile.csv`",
        ),
        (
            vec![("a/Profile.csv", profile), ("b/Profile.csv", profile)],
            "the archive has a `Profile.csv` in several directories",
        ),
        (vec![("Profile.csv", b"First Name\n")], "the résumé has no name"),
    ] {
        let names: Vec<_> = files.iter().map(|(name, _)| *name).collect();
        assert_eq!(imported(&zip(files.clone())).expect_err(message), message, "{names:?}");
    }
    // Nothing is extracted, so only the names at the top count.
    let others = [
        ("Profile.csv", profile),
        ("../Skills.csv", b"Name\nprivate\n"),
        ("a/Skills.csv", b"Name\nprivate\n"),
    ];
    assert!(!imported(&zip(others)).expect("imported").yaml.contains("private"));
}

#[test]
fn rejects_damaged_encrypted_and_unknown_data() {
    let profile = ("Profile.csv", PROFILE.as_bytes());
    let whole = zip([profile]);
    for length in 4..whole.len() {
        let message = imported(&whole[..length]).expect_err("damaged");
        assert!(message.starts_with("the archive is damaged"), "{length}: {message}");
    }
    let mut changed = zip_with(CompressionMethod::STORE, false, [profile]);
    let name = changed.windows(4).position(|bytes| bytes == b"Anna").expect("stored");
    changed[name] = b'E';
    let message = "the archive has a `Profile.csv` that is damaged";
    assert_eq!(imported(&changed).expect_err("another checksum"), message);
    let encrypted = zip_with(CompressionMethod::STORE, true, [profile]);
    let message = "the archive has a `Profile.csv` that is encrypted";
    assert_eq!(imported(&encrypted).expect_err("encrypted"), message);
    let unknown = zip_with(CompressionMethod::BZIP2, false, [profile]);
    let message = "the archive has a `Profile.csv` that has an unknown compression";
    assert_eq!(imported(&unknown).expect_err("BZIP2"), message);
    // Other files are not read, so they can be anything.
    let mut both = zip([profile, ("messages.csv", b"private")]);
    let data = both.windows(12).position(|bytes| bytes == b"messages.csv").expect("a local header");
    both[data + 12..data + 16].fill(0xFF);
    assert!(imported(&both).is_ok());
}

#[test]
fn limits_sizes() {
    let repeated = format!("Name\n{}", "Rust\n".repeat(300_000));
    let bomb = zip([("Profile.csv", PROFILE.as_bytes()), ("Skills.csv", repeated.as_bytes())]);
    let large = "the archive has a `Skills.csv` that is larger than 1 MiB";
    assert_eq!(imported(&bomb).expect_err("large"), large);
    let mut many_values =
        "Company Name,Title,Description,Location,Started On,Finished On\n".to_owned();
    for number in 0..20_000 {
        writeln!(many_values, "{number},,,,,").expect("in memory");
    }
    let many_values =
        zip([("Profile.csv", PROFILE.as_bytes()), ("Positions.csv", many_values.as_bytes())]);
    assert!(imported(&many_values).expect_err("many").contains("more than 20000 values"));
    let project = Project::site("import/linkedin-large");
    write(
        &project,
        "large",
        &archive([("Profile.csv", PROFILE), ("Skills.csv", &"x".repeat(1024 * 1024 + 1))]),
    );
    let directory = project.root.join("large");
    let result =
        import_directory(&directory, &ImportOptions::default()).expect("no internal error");
    let message = "the archive has a `Skills.csv` that is larger than 1 MiB";
    assert_eq!(result.expect_err("large").message, message);
}

#[cfg(unix)]
#[test]
fn ignores_symbolic_links() {
    let project = Project::site("import/linkedin-links");
    project.write("profile.txt", PROFILE);
    project.write("links/Skills.csv", "Name\nRust\n");
    std::os::unix::fs::symlink("../profile.txt", project.root.join("links/Profile.csv"))
        .expect("a link");
    let output = text(&project.run("import links"));
    assert!(output.contains("the archive has no `Profile.csv`"), "{output}");
}

#[test]
fn imports_or_rejects_any_mutated_archive() {
    let zip = zip_of(&sample());
    let mutation = (any::<Index>(), proptest::collection::vec(any::<u8>(), 0..6));
    proptest!(config(128), |((at, bytes) in mutation)| {
        let mut zip = zip.clone();
        let at = at.index(zip.len());
        zip.splice(at..=at, bytes);
        let message = imported(&zip).err();
        prop_assert!(message.is_none_or(|message| !message.is_empty()));
    });
}
