//! Fuzz targets. Each takes any bytes and panics if vitae breaks one of its guarantees.
//!
//! `fuzz_targets/` runs them with libFuzzer, `tests/fuzz/` with random mutations on stable Rust.

mod compilation;
mod fix;
mod import;
mod photo;
mod preview;
mod project;
mod templates;
mod verify;
mod yaml;

pub use fix::fix;
pub use import::import;
pub use photo::photo;
pub use preview::request;
pub use project::FILES;
pub use templates::templates;
pub use verify::{HEADER, SECRET, Server, connection, response};
pub use yaml::{profile, site};
