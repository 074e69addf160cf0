//! Translations of the generated content.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use super::content::text;

/// Writes a translation of each profile: of its longest texts, and of the items of its lists.
pub(crate) fn write(root: &Path, consultants: usize) -> io::Result<()> {
    let directory = root.join("content/translations/sv/consultants");
    fs::create_dir_all(&directory)?;
    (0..consultants).try_for_each(|number| {
        let mut yaml = format!(
            "title: Molnarkitekt\nbio_short: Arkitekt nummer {number}.\nsummary:\n  short: {}\n  full: |\n    {}\n\n    {}\n",
            text(number, 1),
            text(number + 1, 3),
            text(number + 2, 3),
        );
        for list in ["employment", "contracts"] {
            let _ = writeln!(yaml, "{list}:");
            for item in 0..5 {
                let (summary, result) = (text(number + item, 2), text(number + item, 1));
                let _ = writeln!(
                    yaml,
                    "  - of: Example {item} AB\n    role: Arkitekt\n    summary: {summary}\n    key_results:\n      - {result}"
                );
            }
        }
        fs::write(directory.join(format!("consultant-{number}.yaml")), yaml)
    })
}
