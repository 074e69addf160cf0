//! The public state of an output directory.

use std::collections::BTreeSet;
use std::path::Path;

use super::gzip;
use super::manifest::{self, Manifest};
use crate::diff::{PublicConsultant, PublicState, SiteTexts};
use crate::digest::Digest;
use crate::entry::{Entry, FileKind, PROFILES, is_consultant_file};
use crate::error::Result;
use crate::model::id::ConsultantId;
use crate::photo;
use crate::source::published_directory::PublishedDirectory;

/// The maximum size of a published file that is compared, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// What an output directory publishes.
pub struct PublishedSite {
    directory: PublishedDirectory,
    manifest: Manifest,
}

impl PublishedSite {
    /// Opens an output directory. Returns `None` if it is not one that vitae wrote.
    ///
    /// # Errors
    /// Returns an error if the manifest cannot be read.
    pub fn open(root: &Path) -> Result<Option<Self>> {
        let directory = PublishedDirectory::new(root);
        let manifest = directory.read(manifest::PATH, MAX_BYTES)?;
        let manifest = manifest.and_then(|text| Manifest::parse(&String::from_utf8_lossy(&text)));
        Ok(manifest.map(|manifest| Self { directory, manifest }))
    }

    /// Returns the directory as the user wrote it.
    pub fn root(&self) -> &Path {
        self.directory.root()
    }

    /// Returns the texts of the files that vitae wrote and that belong to no consultant.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn site_texts(&self) -> Result<SiteTexts> {
        let mut texts = SiteTexts::new();
        for path in self.directory.files()? {
            let of_site = self.manifest.owns(&path)
                && path != manifest::PATH
                && !is_consultant_file(&path)
                && !path.ends_with(gzip::EXTENSION);
            if of_site {
                let bytes = self.directory.read(&path, MAX_BYTES)?.unwrap_or_default();
                texts.insert(path, String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok(texts)
    }

    fn read(&self, kind: FileKind, id: &ConsultantId) -> Result<Option<Vec<u8>>> {
        self.directory.read(&kind.file(id), MAX_BYTES)
    }

    /// Returns the digest of the generator of the published photo. If the manifest does not have it, returns
    /// another digest: the next build writes or removes the photo.
    fn photo(&self, id: &ConsultantId) -> Option<Digest> {
        let files =
            [photo::Format::Jpeg, photo::Format::Png].map(|it| FileKind::Photo(it).file(id));
        let file = files.iter().find(|file| self.directory.directory(file).is_file())?;
        let generator = self
            .manifest
            .generated(Digest::of(file.as_bytes()))
            .and_then(|content| content.generator);
        Some(generator.unwrap_or(Digest::of(file.as_bytes())))
    }
}

impl PublicState for PublishedSite {
    fn ids(&self) -> BTreeSet<ConsultantId> {
        let names = self.directory.stamps(PROFILES.trim_matches('/')).into_keys();
        names.filter_map(|name| ConsultantId::parse(&name)).collect()
    }

    fn consultant(&self, id: &ConsultantId) -> Result<Option<PublicConsultant>> {
        let Some(profile) = self.read(FileKind::Profile, id)? else {
            return Ok(None);
        };
        let json_resume = self.read(FileKind::JsonResume, id)?.unwrap_or_default();
        let json_resume = Digest::of(&json_resume);
        Ok(Some(PublicConsultant { profile, json_resume, photo: self.photo(id) }))
    }

    fn has_files_of(&self, entry: &Entry) -> bool {
        let published = self.consultant(&entry.id).ok().flatten();
        published.is_some_and(|published| {
            Digest::of(&published.profile) == entry.profile
                && published.json_resume == entry.json_resume
                && published.photo == entry.photo.map(|photo| photo.fingerprint.digest())
        })
    }
}
