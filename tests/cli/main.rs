//! The program as its users run it.

mod architecture;
mod cases;
mod creating;
mod editors;
mod formats;
mod history;
mod hostile;
mod linters;
mod mistakes;
mod privacy;
mod project;
mod publishing;
mod schemas;
mod shell;
mod starting;
