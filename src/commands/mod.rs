//! The commands. Each file has the arguments of a command, whose doc comments are its help, and the
//! function that runs it.

pub(crate) mod build;
mod build_summary;
pub(crate) mod check;
mod compilation;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod due;
mod fix;
pub(crate) mod forms;
pub(crate) mod hosts;
pub(crate) mod import;
pub(crate) mod init;
mod interruption;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod schema;
pub(crate) mod serve;
mod shared_arguments;
pub(crate) mod translate;
pub(crate) mod verify;
pub(crate) mod version;
mod withdrawal_checklist;
