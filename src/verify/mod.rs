//! Whether a server answers as promised: every promise of the interface as a check, put to it over
//! HTTP, and what it answers compared with the compiled content.

//!
//! ```text
//! Compiled  ->  Expectation  ->  Checks  ->  Judge  ->  Judgements
//!                                table       gaps of the host
//!                                            Exchange: HTTP
//! ```

pub mod address;
pub mod answer;
pub mod check;
pub mod client;
pub mod coding;
mod connection;
pub mod difference;
pub mod exchange;
pub mod expectation;
mod failure;
pub mod gap;
pub mod judge;
pub mod table;
