//! Cases of a test that wait for servers, and would otherwise wait one after the other.

use std::panic::resume_unwind;
use std::thread::{Builder, current, scope};

/// Tests all cases at the same time. The message of a case that fails has the name of the test, as it has without threads.
pub(crate) fn at_once<T: Send>(cases: impl IntoIterator<Item = T>, test: impl Fn(T) + Sync) {
    let test = &test;
    scope(|scope| {
        let start = |case| {
            let name = current().name().unwrap_or_default().to_owned();
            let thread = Builder::new().name(name);
            thread.spawn_scoped(scope, move || test(case)).expect("a thread")
        };
        let started: Vec<_> = cases.into_iter().map(start).collect();
        for case in started {
            case.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
