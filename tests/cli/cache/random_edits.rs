//! A cached command gives the same files, diagnostics and exit code as an uncached one, after any
//! sequence of edits.
//!
//! `VITAE_CACHE_SEEDS=100..200` runs other sequences than the default ones: `17..18` repeats a failure
//! of sequence 17, a long range looks for new failures. The edits are those of the seed; only killed
//! processes and edits during a build depend on the time.

mod edits;
mod output_edits;
mod random;
mod workspace;

use std::env;
use std::ops::Range;

use workspace::Workspace;

/// The sequence of the default run. `.ci/run` has three.
const SEEDS: Range<u64> = 0..1;
/// The number of edits of a sequence.
const STEPS: usize = 24;

#[test]
fn cached_commands_equal_uncached_ones() {
    for seed in seeds() {
        let mut workspace = Workspace::new(seed);
        for _ in 0..STEPS {
            workspace.edit();
            workspace.compare();
        }
        workspace.remove();
    }
}

fn seeds() -> Range<u64> {
    let Ok(seeds) = env::var("VITAE_CACHE_SEEDS") else {
        return SEEDS;
    };
    let range = seeds
        .split_once("..")
        .and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    range.expect("VITAE_CACHE_SEEDS is a range such as 0..100")
}
