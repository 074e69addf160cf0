//! Values that cannot be invalid: whoever holds one need not check it again.

pub mod country;
pub mod date;
pub mod date_formats;
pub mod id;
pub mod link;
pub mod profile;
pub mod site;
pub mod word;
