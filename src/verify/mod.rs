//! Whether a server answers as promised: every promise of the interface as a check, put to it over
//! HTTP, and what it answers compared with the compiled content.

pub mod address;
pub mod cause;
pub mod client;
mod comparison;
mod connection;
mod diagnosis;
pub mod exchange;
mod failure;
mod foreign;
mod gone;
mod owner;
pub mod questions;
mod redirect;
pub mod report;
pub mod run;
mod sample;
mod subject;
