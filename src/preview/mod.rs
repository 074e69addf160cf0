//! The live preview: what the public will see of the content as it is now.

pub mod pages;
pub mod state;
mod view;
