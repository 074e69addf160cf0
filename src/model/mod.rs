//! Validated values: each type's constructor rejects invalid input.

pub mod country;
pub mod date;
pub mod date_formats;
pub mod id;
pub mod language_level;
pub mod link;
pub mod profile;
mod punycode;
pub mod site;
pub mod word;
pub mod word_list;
