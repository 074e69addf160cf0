//! Verification of a deployed site: each rule of the interface is a check, and every response
//! is compared with the compiled content.
//!
//! ```text
//! CompiledSite -> ExpectedSite -> table: Checks -> TestPlan
//!                                                     |
//! Host -> KnownDeviations ----> Evaluator <- runner --+-> VerificationReport: Findings by Cause
//!                               |   ^            |
//!                               v   |            v
//!                             Client (HTTP)    Diagnosis -> correlation
//! ```
//!
//! Differences, causes and facts are data, which the terminal turns into text. Everything from a
//! server is bounded by `limits`, and passes `redaction` before it reaches a cause.
//!
//! # Decisions
//!
//! - **A check that did not run has not failed.** A request that the server keeps rate-limiting (429)
//!   counts as not sent. A comparison with a response that did not arrive reports the missing response,
//!   not a difference. Requests are spread evenly and stay a tenth below the site's own `rate_limit`,
//!   because hosts count in windows, buckets and bursts.
//! - **Findings are causes.** One cause often explains the differences of hundreds of checks. Exposures
//!   of data come first (an inactive consultant is public), then missing or wrong profiles, then the
//!   rest by the number of checks they explain.
//! - If unknown identifiers get a 404, any success for an inactive one is its profile, whatever its media
//!   type.
//! - Requests are sent exactly as written: dot segments, backslashes, `%zz`. A test with a raw
//!   socket ensures that ureq changes nothing.
//! - Only network failures (twice, after a pause) and 429 are retried. A wrong response never is.
//! - A request times out after ten seconds, the run after `--timeout`. The run stops after ten responses
//!   in a row from a bot protection, and after four requests in a row without a response if the OpenAPI
//!   description and the page get no response either.
//! - `lastModified` decides whether a deployed profile is older or newer. Another consultant's photo is
//!   recognized by its digest, among at most 2,000 photos.
//! - Reports contain names of fields, dates and digests, never text of a profile or of a page.

pub mod cause;
pub mod check;
pub mod client;
mod comparison;
mod connection;
mod content_coding;
mod correlation;
mod diagnosis;
pub mod difference;
mod document_diff;
pub mod evaluation;
pub mod exchange;
pub mod expected_response;
pub mod expected_site;
pub mod finding;
mod intermediary;
pub mod known_deviation;
mod limits;
pub mod outcome;
pub mod photo_metadata;
pub mod rate_limiter;
pub mod reachability;
pub mod redaction;
pub mod redirect;
pub mod report;
mod resource;
pub mod runner;
mod schema_conformance;
pub mod site_url;
pub mod table;
pub mod test_plan;
mod transport_error;
