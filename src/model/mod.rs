//! Values that cannot be invalid, and the fields of documents with such values.

pub mod attributes;
pub mod categories;
pub mod consultant;
pub mod country;
pub mod date;
pub mod date_formats;
pub mod day;
pub mod derived_value;
pub mod due_dates;
pub mod id;
pub mod items;
pub mod language_level;
pub mod link;
pub mod profile;
pub mod published_attributes;
pub mod settings;
pub mod vocabulary;
pub mod word;
pub mod word_list;
pub mod written_date;

pub(crate) use written_date::{END_BEFORE_START, INVALID_DATE};

use crate::diagnostic_code::DiagnosticCode;

/// The diagnostic codes of this module.
pub(crate) const ALL_CODES: [&[&DiagnosticCode]; 7] = [
    categories::CODES,
    items::CODES,
    link::CODES,
    profile::CODES,
    settings::CODES,
    word::CODES,
    written_date::CODES,
];
