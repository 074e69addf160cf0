//! Writes content of any size: the consultants of the sample content, repeated.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes content with `consultants` consultants below `root`. Returns the texts of their profiles.
pub(crate) fn write(root: &Path, consultants: usize) -> io::Result<Vec<String>> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let directory = root.join("content/consultants");
    fs::create_dir_all(&directory)?;
    fs::create_dir_all(root.join("content/photos"))?;
    fs::copy(sample.join("site.yaml"), root.join("content/site.yaml"))?;
    let mut paths = fs::read_dir(sample.join("consultants"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    let mut texts = Vec::new();
    for (number, path) in paths.iter().cycle().take(consultants).enumerate() {
        let text = fs::read_to_string(path)?;
        fs::write(directory.join(format!("consultant-{number}.yaml")), &text)?;
        // One of ten consultants has a photo that must be rotated and scaled.
        if number % 10 == 0 {
            let photo = root.join(format!("content/photos/consultant-{number}.jpg"));
            fs::copy(sample.join("photos/lukasz-brzezniak.jpg"), photo)?;
        }
        texts.push(text);
    }
    Ok(texts)
}
