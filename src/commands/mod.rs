//! One file a command: its arguments, whose comments are its manual, and what it does with them.

pub(crate) mod build;
pub(crate) mod check;
mod compilation;
pub(crate) mod schema;
pub(crate) mod serve;
