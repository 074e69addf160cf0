//! What a server needs that is not on every machine.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// Set to 1 where nothing may be missing, such as in CI.
const REQUIRE: &str = "VITAE_REQUIRE_ALL";

/// What of `needs` is missing, and how to get it: programs, or with a slash files below the
/// repository's root.
///
/// # Errors
/// Where nothing may be missing.
pub(crate) fn missing(needs: &[String], install: &str) -> Result<Option<String>, String> {
    let Some(need) = needs.iter().find(|need| !is_there(need)) else {
        return Ok(None);
    };
    let missing = format!("{need} is missing: {install}");
    if env::var_os(REQUIRE).is_some_and(|value| value == "1") {
        return Err(format!("{REQUIRE} is set, but {missing}"));
    }
    Ok(Some(missing))
}

fn is_there(need: &str) -> bool {
    if need.contains('/') {
        return Path::new(env!("CARGO_MANIFEST_DIR")).join(need).exists();
    }
    env::split_paths(&search_path()).any(|folder| folder.join(need).is_file())
}

/// Where programs are sought: servers often lie where not every user looks.
pub(crate) fn search_path() -> OsString {
    let mut path = env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/local/sbin:/usr/sbin");
    path
}
