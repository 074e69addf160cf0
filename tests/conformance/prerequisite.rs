//! Tests that need something which is not on every machine.

use std::env;
use std::io::{Write, stderr};

/// Set to 1 where nothing may be missing, such as in CI.
const REQUIRE: &str = "VITAE_REQUIRE_ALL";

/// Whether `test` can run: whether nothing is `missing`, which says what and how to get it.
///
/// Where nothing may be missing, that is a failure.
pub(crate) fn is_met(test: &str, missing: Option<&str>) -> bool {
    let Some(missing) = missing else {
        return true;
    };
    assert!(
        env::var_os(REQUIRE).is_none_or(|value| value != "1"),
        "{REQUIRE} is set, but {missing}"
    );
    // Not `eprintln!`: the test harness hides what successful tests print with it.
    let _ = writeln!(stderr(), "skipped: {test}: {missing}");
    false
}
