//! Whether a server answers as promised: every promise of the interface as a check, put to it over
//! HTTP, and what it answers compared with the compiled content.

pub mod address;
pub mod client;
mod connection;
pub mod exchange;
mod failure;
