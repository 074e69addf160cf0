//! The template contexts of the preview's pages, as pure functions of the state.
//!
//! The templates in `templates/preview/` show a profile from its published JSON, so that the preview never
//! shows more of it than the public gets.

pub(super) mod consultant;
mod diagnostic;
pub(super) mod diagnostics;
mod excerpt;
pub(super) mod file;
pub(super) mod layout;
pub(super) mod overview;
mod source_view;
