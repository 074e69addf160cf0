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

mod address;
pub mod answer;
mod assets;
pub mod compiler;
pub mod events;
pub mod guard;
pub mod live;
pub mod made;
pub mod pages;
pub mod photo;
mod rehearsal;
pub mod server;
pub mod state;
mod view;
pub mod watch;
