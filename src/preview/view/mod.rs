//! What the pages show, as values for their templates: pure functions of the state.
//!
//! A profile is shown from its published JSON and nothing else, so the preview cannot show a
//! reader more than the public gets.

pub(super) mod address;
mod attributes;
mod changes;
mod comparison;
pub(super) mod consultant;
mod dates;
mod excerpt;
mod explanation;
pub(super) mod file;
pub(super) mod frame;
mod item;
mod lines;
pub(super) mod mistakes;
pub(super) mod overview;
mod pieces;
mod profile;
mod shown;
mod value;
mod words;
