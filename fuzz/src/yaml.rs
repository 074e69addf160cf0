//! YAML to diagnostics: the whole check of a profile and of `site.yaml`.

use vitae::content::SITE_PATH;

use super::compilation::{EMBEDDED, PROFILE, compile, sources};
use super::project::{ACTIVE, SITE, options};

/// Checks a profile.
pub fn profile(bytes: &[u8]) {
    check([(SITE_PATH, SITE.as_bytes()), (PROFILE, bytes)]);
}

/// Checks a `site.yaml`.
pub fn site(bytes: &[u8]) {
    check([(SITE_PATH, bytes), (PROFILE, ACTIVE.as_bytes())]);
}

fn check(files: [(&str, &[u8]); 2]) {
    let compiled = compile(&sources(files), &EMBEDDED, &options());
    compiled.expect("content causes no error of the environment");
}
