//! The share of similar cases that a local run of all tests tries.

use std::env;
use std::io::{Write, stderr};

/// Returns whether every case is tried: with `VITAE_REQUIRE_ALL=1`, as in `.ci/run`, or with a filter, which names what is
/// being changed.
fn is_complete() -> bool {
    let is_filter = |argument: String| !argument.starts_with('-');
    env::var_os("VITAE_REQUIRE_ALL").is_some() || env::args().skip(1).any(is_filter)
}

/// Returns the number of cases to try: all, or one of four.
pub(crate) fn sampled(all: usize) -> usize {
    all.div_ceil(every(1))
}

/// Returns the distance of the cases to try: `step`, or four times as much.
pub(crate) fn every(step: usize) -> usize {
    if is_complete() { step } else { 4 * step }
}

/// Returns whether to run a test that takes long and tests only one `part`. Prints how to run it if not.
pub(crate) fn runs_slow_test(part: &str, filter: &str) -> bool {
    let runs = is_complete();
    if !runs {
        // The test harness hides the output of `eprintln!` in successful tests.
        let message = format!("a slow test of {part}: cargo test --test cli -- {filter}");
        let _ = writeln!(stderr(), "skipped: {message}");
    }
    runs
}
