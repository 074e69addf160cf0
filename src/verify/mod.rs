//! Verification of a deployed site.
//!
//! `table` has the checks of the interface: a request, and the response that it promises. `test_plan`
//! chooses the checks of a run. `runner` sends the requests with `client`, and `evaluation` compares each
//! response with the published files of `expected_site`.
//!
//! A failed check has [`difference::Difference`]s. `diagnosis` finds their [`failure_cause::FailureCause`], if it is
//! certain. A [`finding::Finding`] has all failed checks with the same cause, or with the same difference if
//! its cause is not known. `report` has the findings and all results.
//!
//! `limits` bounds what is read of a response. The decisions are in `docs/decisions/verification.md`.

pub mod check;
pub mod check_result;
pub mod client;
mod comparison;
mod content_coding;
mod diagnosis;
pub mod difference;
pub mod evaluation;
pub mod exchange;
pub mod expected_limitation;
pub mod expected_response;
pub mod expected_site;
pub mod failure_cause;
pub mod finding;
mod limits;
mod other_language;
mod photo_metadata;
pub mod rate_limiter;
pub mod report;
pub mod resource;
mod response_kind;
pub mod runner;
pub mod secret_header;
pub mod site_url;
pub mod table;
pub mod test_plan;
