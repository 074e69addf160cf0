//! The live preview: what the public will see of the content as it is now.
//!
//! ```text
//! watch -> live: compiler -> State -> answer -> server
//!                        '----> events -^   guard
//! ```
//!
//! A burst of changes on the disk becomes one new [`state::State`]; every request is answered from
//! one state, and every open page is told that there is a newer one. The preview reads and never
//! writes.

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
