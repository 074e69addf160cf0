//! Compares two sequences of texts: words, lines, or entries of a list.

use std::convert::Infallible;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// Returns the parts of two sequences that are equal, removed, added and replaced, in their order.
///
/// Only Myers' algorithm is compiled, and only for texts: the others, for each type, have 1.5 MB of code.
pub fn operations(before: &[&str], after: &[&str]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), before, after);
    let Ok::<(), Infallible>(()) =
        myers::diff(&mut hook, before, 0..before.len(), after, 0..after.len());
    hook.into_inner().into_inner().into_ops()
}
