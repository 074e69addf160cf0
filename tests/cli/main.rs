//! The program as its users run it.

mod architecture;
mod cases;
mod creating;
mod diagnostics;
mod discovery;
mod editors;
mod formats;
mod history;
mod hostile;
mod import;
mod linters;
mod mistakes;
mod modification_times;
mod own_server;
mod pages;
mod precompressed;
mod preview;
mod privacy;
mod project;
mod publishing;
mod rules;
mod schemas;
mod serve;
mod shell;
mod starting;
mod verify;
