//! Checks whether the programs that a test needs are installed.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// The variable that makes a missing program an error. CI sets it to 1.
pub(crate) const REQUIRE: &str = "VITAE_REQUIRE_ALL";

/// Returns the first missing item of `needs` and how to install it. A name with a slash is a path below
/// the repository's root, any other name a program.
///
/// # Errors
/// Returns an error instead if `VITAE_REQUIRE_ALL` is 1.
pub(crate) fn missing(needs: &[String], install: &str) -> Result<Option<String>, String> {
    let Some(need) = needs.iter().find(|need| !is_installed(need)) else {
        return Ok(None);
    };
    let missing = format!("{need} is missing: {install}");
    if env::var_os(REQUIRE).is_some_and(|value| value == "1") {
        return Err(format!("{REQUIRE} is set, but {missing}"));
    }
    Ok(Some(missing))
}

fn is_installed(need: &str) -> bool {
    if need.contains('/') {
        return Path::new(env!("CARGO_MANIFEST_DIR")).join(need).exists();
    }
    env::split_paths(&search_path()).any(|directory| directory.join(need).is_file())
}

/// Returns the search path for programs. Servers are often in directories that only root searches.
pub(crate) fn search_path() -> OsString {
    let mut path = env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/local/sbin:/usr/sbin");
    path
}
