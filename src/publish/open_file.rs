//! Files that another program has open. Only Windows prevents their replacement and removal.

use std::io;
use std::thread::sleep;
use std::time::Duration;

/// The pauses before each repetition. Virus scanners and search indexes close a file within milliseconds.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(10), Duration::from_millis(90), Duration::from_millis(400)];

/// `ERROR_ACCESS_DENIED` and `ERROR_SHARING_VIOLATION` of Windows.
const IN_USE: [i32; 2] = [5, 32];

/// Renames or removes a file, and repeats it a few times while another program has the file open.
///
/// # Errors
/// Returns the error of the last attempt.
pub(super) fn retry(operation: impl Fn() -> io::Result<()>) -> io::Result<()> {
    let is_in_use = |error: &io::Error| {
        cfg!(windows) && error.raw_os_error().is_some_and(|code| IN_USE.contains(&code))
    };
    for pause in PAUSES {
        match operation() {
            Err(error) if is_in_use(&error) => sleep(pause),
            outcome => return outcome,
        }
    }
    operation()
}
