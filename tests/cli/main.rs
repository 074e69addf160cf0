//! The program as its users run it.

mod architecture;
mod mistakes;
mod project;
mod publishing;
