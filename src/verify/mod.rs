//! Verification of a deployed site: every promise of the interface is a check, and every response
//! is compared with the compiled content.
//!
//! ```text
//! Compiled -> ExpectedSite -> table: Checks -> TestPlan
//!                                                 |
//! Host -> KnownDeviations -> Evaluator <- runner -+-> VerificationReport: Findings by Cause
//!                            |   ^            |
//!                            v   |            v
//!                          Client (HTTP)    Diagnosis -> correlation
//! ```
//!
//! Differences, causes and facts are data. Only `messages`, `fact_messages` and the `Display` implementations of
//! checks and requests turn them into text. Everything from a server is bounded by `limits`, and
//! passes `redaction` before it reaches a cause.

mod cause;
pub mod check;
pub mod client;
pub mod comparison;
mod connection;
mod content_coding;
mod correlation;
mod diagnosis;
mod document_diff;
pub mod evaluation;
pub mod exchange;
pub mod expected_response;
pub mod expected_site;
mod fact;
mod fact_messages;
pub mod finding;
mod intermediary;
pub mod known_deviation;
mod limits;
mod messages;
pub mod outcome;
mod photo_owner;
mod proxy;
pub mod rate_limiter;
mod reachability;
pub mod redaction;
mod redirect;
pub mod report;
mod resource;
pub mod runner;
mod schema_conformance;
pub mod site_url;
pub mod table;
pub mod test_plan;
mod transport_error;
