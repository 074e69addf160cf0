//! Whether a server answers as promised: every promise of the interface as a check, put to it over
//! HTTP, and what it answers compared with the compiled content.
//!
//! ```text
//! Compiled  ->  ExpectedSite  ->  table: Checks  ->  Evaluator  ->  Judgements  ->  Diagnosis -> VerificationReport
//!               gaps of the host                    Exchange: HTTP             Causes
//! ```

mod anonymize;
pub mod cause;
pub mod check;
pub mod client;
mod connection;
pub mod content_coding;
mod derived_failure;
mod diagnosis;
pub mod difference;
mod document_diff;
pub mod evaluation;
pub mod exchange;
pub mod expected_response;
pub mod expected_site;
mod finding_groups;
mod intermediary;
pub mod known_deviation;
mod photo_owner;
mod proxy;
pub mod rate_limiter;
mod reachability;
pub mod redaction;
mod redirect;
pub mod report;
pub mod runner;
mod sample;
mod schema_conformance;
pub mod site_url;
mod subject;
pub mod table;
pub mod test_plan;
mod transport_error;
mod withdrawal;
