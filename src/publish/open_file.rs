//! Files that another program has open. Only Windows prevents their replacement and removal.

use std::io::Result;
use std::thread::sleep;
use std::time::Duration;

/// The pauses before each repetition. Virus scanners and search indexes close a file within milliseconds.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(450)];

/// Renames or removes a file, and repeats it twice if another program has the file open.
pub(super) fn retry(operation: impl Fn() -> Result<()>) -> Result<()> {
    for pause in PAUSES {
        match operation() {
            // `ERROR_ACCESS_DENIED` and `ERROR_SHARING_VIOLATION`.
            Err(error) if cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32)) => {
                sleep(pause)
            }
            outcome => return outcome,
        }
    }
    operation()
}
