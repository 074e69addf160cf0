//! One file a command: its arguments, whose comments are its manual, and what it does with them.

pub(crate) mod build;
pub(crate) mod check;
mod compilation;
pub(crate) mod completions;
pub(crate) mod hosts;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod verify;
