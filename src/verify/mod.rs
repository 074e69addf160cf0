//! Whether a server answers as promised: every promise of the interface as a check, put to it over
//! HTTP, and what it answers compared with the compiled content.
//!
//! ```text
//! Compiled  ->  Expectation  ->  table: Checks  ->  Judge  ->  Judgements  ->  Diagnosis -> Report
//!               gaps of the host                    Exchange: HTTP             Causes
//! ```

pub mod address;
pub mod answer;
pub mod cause;
pub mod check;
pub mod client;
pub mod coding;
mod comparison;
mod connection;
mod consequence;
mod diagnosis;
pub mod difference;
mod discretion;
pub mod exchange;
pub mod expectation;
mod failure;
mod foreign;
pub mod gap;
mod gone;
pub mod judge;
mod owner;
pub mod pace;
mod proxy;
pub mod questions;
mod reach;
mod redirect;
pub mod report;
pub mod run;
mod sample;
pub mod secret;
mod shape;
mod subject;
pub mod table;
mod variety;
