//! The template contexts of the preview's pages, as pure functions of the state.
//!
//! A profile is displayed from its published JSON only, so that the preview never shows more of it
//! than the public gets. The templates are in `templates/preview/`.

mod attributes;
mod changes;
pub(super) mod consultant;
mod dates;
mod diagnostic;
pub(super) mod diagnostics;
mod excerpt;
mod explanation;
pub(super) mod file;
mod item;
pub(super) mod layout;
pub(super) mod overview;
mod photo;
mod profile;
mod source_view;
mod value;
