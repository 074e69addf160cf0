//! The files that a host reads from outside the output directory: `deploy/<host>/`, beside it.

use std::path::{Path, PathBuf};

use super::Publication;
use super::symbolic_links::reject_links_below;
use super::text_files::write_files;
use crate::bundle::{Body, Deployment};
use crate::error::Result;

impl Publication {
    /// Returns the directory `deploy` beside the output directory.
    pub fn deploy_directory(&self) -> PathBuf {
        self.directory.root.with_file_name("deploy")
    }
}

/// Writes the files of the host into `deploy`, and returns the paths of those that changed.
///
/// # Errors
/// Returns an error if one of their directories is a link, which could lead anywhere, or if the disk fails.
pub fn write_deployment(deploy: &Path, deployment: &Deployment) -> Result<Vec<PathBuf>> {
    let directory = deploy.join(&deployment.host);
    let files = deployment.files.iter().filter_map(|artifact| match &artifact.body {
        Body::Document(document) => Some((directory.join(&artifact.path), document.to_vec())),
        Body::Generated(_) => None,
    });
    let files: Vec<_> = files.collect();
    let parent = deploy.parent().expect("the directory has a name");
    reject_links_below(parent, files.iter().map(|(path, _)| path.as_path()))?;
    write_files(&files)
}
