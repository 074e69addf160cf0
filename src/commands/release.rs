//! What the running program knows about the release that it belongs to.

use std::collections::BTreeMap;

use vitae::error::Result;
use vitae::source::pinned_version::{Program, digest_of_running_program};

/// The value of `VITAE_RELEASE` at compile time: `1`, or `<target>=<SHA-256>` for each target of the
/// release that was compiled before this one.
const RELEASE: Option<&str> = option_env!("VITAE_RELEASE");

/// Whether the release workflow built this program. The registries may have no package for any other
/// build, or vitae's names may belong to others there.
pub(crate) const IS_RELEASE: bool = RELEASE.is_some();

/// Returns the running program as a version to pin.
///
/// # Errors
/// Returns an error if the file of the program cannot be read.
pub(super) fn running_program() -> Result<Program<'static>> {
    Ok(Program {
        version: env!("CARGO_PKG_VERSION"),
        rust: env!("CARGO_PKG_RUST_VERSION"),
        digests: digests(RELEASE, env!("VITAE_TARGET"), digest_of_running_program)?,
    })
}

/// Returns the digests by target that `release` lists, and that of `target`, the running program, if
/// scripts/vitae.sh can use it.
fn digests<'a>(
    release: Option<&'a str>,
    target: &'a str,
    own: impl FnOnce() -> Result<String>,
) -> Result<BTreeMap<&'a str, String>> {
    let Some(release) = release else {
        return Ok(BTreeMap::new());
    };
    let listed = release.split_whitespace().filter_map(|entry| entry.split_once('='));
    let listed = listed.map(|(target, digest)| (target, digest.to_owned()));
    let mut digests: BTreeMap<_, _> = listed.collect();
    // scripts/vitae.sh uses no package on Windows.
    if !target.contains("-windows-") {
        digests.insert(target, own()?);
    }
    Ok(digests)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(release: Option<&str>, target: &str) -> String {
        let digests = digests(release, target, || Ok("own".to_owned()));
        let digests = digests.expect("digests").into_iter();
        digests.map(|(target, digest)| format!("{target}={digest} ")).collect()
    }

    #[test]
    fn only_a_release_has_digests() {
        let mac = "aarch64-apple-darwin";
        assert_eq!(joined(None, mac), "");
        assert_eq!(joined(Some("1"), mac), "aarch64-apple-darwin=own ");
        let linux = "x86_64-unknown-linux-musl=aa";
        assert_eq!(joined(Some(linux), "x86_64-pc-windows-msvc"), format!("{linux} "));
        assert_eq!(joined(Some(linux), mac), format!("aarch64-apple-darwin=own {linux} "));
    }
}
