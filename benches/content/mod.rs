//! Content of any size, to be measured with: the sample's consultants, over and over.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes a content of `consultants` consultants below `root`; gives the texts of their profiles.
pub(crate) fn write(root: &Path, consultants: usize) -> io::Result<Vec<String>> {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    let folder = root.join("content/consultants");
    fs::create_dir_all(&folder)?;
    fs::create_dir_all(root.join("content/photos"))?;
    fs::copy(sample.join("site.yaml"), root.join("content/site.yaml"))?;
    let paths: io::Result<Vec<PathBuf>> = fs::read_dir(sample.join("consultants"))?
        .map(|entry| Ok(entry?.path()))
        .collect();
    let mut paths = paths?;
    paths.sort();
    let mut texts = Vec::new();
    for (number, path) in paths.iter().cycle().take(consultants).enumerate() {
        let text = fs::read_to_string(path)?;
        fs::write(folder.join(format!("consultant-{number}.yaml")), &text)?;
        // One in ten has a photo that needs the whole way.
        if number % 10 == 0 {
            let photo = root.join(format!("content/photos/consultant-{number}.jpg"));
            fs::copy(sample.join("photos/lukasz-brzezniak.jpg"), photo)?;
        }
        texts.push(text);
    }
    Ok(texts)
}
