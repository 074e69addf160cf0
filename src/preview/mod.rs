//! The live preview, `vitae serve`: shows the content as the public will see it.
//!
//! ```text
//! watch -> live_state (incremental) -> State -> response -> server
//!                                        '----> events -^   guard
//! ```
//!
//! Each burst of file changes becomes one new [`state::State`]. The server builds every response
//! from one state and notifies open pages of newer states by server-sent events. The preview reads
//! files and never writes any.

mod assets;
mod dry_run;
pub mod events;
pub mod guard;
pub mod incremental;
pub mod live_state;
pub mod pages;
pub mod photo;
pub mod photo_cache;
mod request_target;
pub mod response;
pub mod server;
pub mod state;
mod view;
pub mod watch;
