//! The files that a host reads from outside the output directory. They are written beside it, into
//! `deploy/<host>/`.

use std::path::PathBuf;

use super::Publication;
use crate::bundle::{Body, Deployment};

/// The directory of these files, beside the output directory.
const DEPLOY: &str = "deploy";

impl Publication {
    /// Returns the files of the host, for [`write_files`](super::write_files).
    pub fn deployment(&self, deployment: &Deployment) -> Vec<(PathBuf, Vec<u8>)> {
        let directory = self.deploy().join(&deployment.host);
        let files = deployment.files.iter().filter_map(|artifact| match &artifact.body {
            Body::Bytes(bytes) => Some((directory.join(&artifact.path), bytes.clone())),
            Body::Generated(_) => None,
        });
        files.collect()
    }

    /// Returns the existing directories of other hosts.
    pub fn other_deployments(&self, deployment: &Deployment, hosts: &[String]) -> Vec<PathBuf> {
        let others = hosts.iter().filter(|host| **host != deployment.host);
        let directories = others.map(|host| self.deploy().join(host));
        directories.filter(|path| path.is_dir()).collect()
    }

    fn deploy(&self) -> PathBuf {
        self.directory.root().with_file_name(DEPLOY)
    }
}
