//! What the pages show, as values for their templates: pure functions of the state.
//!
//! A profile is shown from its published JSON and nothing else, so the preview cannot show a
//! reader more than the public gets.

mod attributes;
pub(super) mod consultant;
mod dates;
pub(super) mod diagnostics;
mod excerpt;
mod explanation;
pub(super) mod file;
mod item;
mod json_diff;
pub(super) mod layout;
mod message;
pub(super) mod overview;
mod profile;
mod published_diff;
mod source_view;
mod text_diff;
pub(super) mod url;
mod value;
mod version;
