//! `vitae verify`: what it sends, and what it says about servers that are right, wrong, slow or gone.

mod client;
mod server;
