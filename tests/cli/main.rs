//! The program as its users run it.

mod architecture;
mod cases;
mod diagnostics;
mod formats;
mod history;
mod hostile;
mod linters;
mod mistakes;
mod pages;
mod preview;
mod privacy;
mod project;
mod publishing;
mod rules;
mod serve;
