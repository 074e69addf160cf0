//! `vitae` compiles consultant profiles written in YAML into a public, read-only API of static
//! files, and into the rules that make a web host serve them as specified.
//!
//! ```text
//! content/  ->  Sources  ->  Documents  ->  Profile  ->  Artifacts  ->  dist/
//!               bytes        parsed YAML    valid        files          published
//! ```
//!
//! [`compile::Compilation`] runs all phases for each consultant; the commands are thin layers
//! around it. `ARCHITECTURE.md` has the flow of data and the invariants.

pub mod birth_date;
pub mod bundle;
pub mod cache;
pub mod characters;
pub mod compile;
pub mod confidential;
pub mod content;
pub mod diagnostic;
pub mod diagnostic_code;
pub mod did_you_mean;
pub mod diff;
pub mod digest;
pub mod discovery;
pub mod document;
pub mod due;
pub mod entry;
pub mod error;
pub mod fix;
pub mod forms;
pub mod import;
pub mod model;
pub mod paths;
pub mod photo;
pub mod preview;
pub mod private_keys;
pub mod private_text;
pub mod private_value;
pub mod publish;
pub mod render;
pub mod route;
pub mod slug;
pub mod source;
pub mod templates;
pub mod verify;
pub mod yaml;

pub use compile::Options;

use diagnostic_code::DiagnosticCode;

/// Returns all diagnostic codes, ordered by identifier.
pub fn diagnostic_codes() -> Vec<&'static DiagnosticCode> {
    let mut codes = [
        &[diagnostic::CODES, source::CODES, import::CODES][..],
        &yaml::ALL_CODES,
        &document::ALL_CODES,
        &content::ALL_CODES,
        &model::ALL_CODES,
        &render::host::ALL_CODES,
    ]
    .concat()
    .concat();
    codes.sort_by_key(|code| code.id);
    codes
}
