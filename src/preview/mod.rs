//! The live preview, `vitae serve`: shows the content as the public will see it.
//!
//! ```text
//! watch -> live (incremental) -> PreviewState -> response -> server
//!                                  '----> events -^   guard
//! ```
//!
//! [`watch`] waits for a burst of file changes, or for a request, and [`incremental`] compiles it into a new
//! [`state::PreviewState`]. The server builds every response from one state and notifies open pages of newer
//! states by server-sent events. The preview reads files and writes none outside of the cache.
//!
//! The server starts before the first compilation, and shows its progress. A file with an error keeps its
//! last version without errors, and the preview follows all other files. An inactive consultant is never at a
//! published URL.
//!
//! `docs/decisions/preview.md` has the decisions.

mod active_photos;
mod assets;
mod compressed_texts;
mod consultant;
pub mod events;
mod filters;
pub mod guard;
pub(crate) mod http_connection;
pub mod incremental;
mod last_build;
pub mod live;
pub mod response;
pub mod server;
pub mod state;
mod summary;
mod url;
mod view;
pub mod watch;

pub use url::ROOT;
