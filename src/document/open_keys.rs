//! The rules for the keys of an open place.

use super::resume_field::{Kind, ResumeField};

/// The rules for the keys of an open place.
pub struct OpenKeys {
    /// Keys that JSON Resume defines. vitae's own fields have their values.
    pub reserved: &'static [&'static str],
    /// Fields whose keys in JSON Resume are reserved, too.
    pub fields: &'static [ResumeField],
    /// Keys whose values are texts.
    pub texts: &'static [&'static str],
}

impl OpenKeys {
    /// Any keys.
    pub const ANY: Self = Self::except(&[]);

    /// Any keys but these.
    pub const fn except(reserved: &'static [&'static str]) -> Self {
        Self { reserved, fields: &[], texts: &[] }
    }

    /// Any keys but those of these fields in JSON Resume.
    pub const fn except_fields(fields: &'static [ResumeField]) -> Self {
        Self { reserved: &[], fields, texts: &[] }
    }

    /// Returns the keys that authors cannot use.
    pub fn all_reserved(&self) -> impl Iterator<Item = &'static str> {
        let fields = self.fields.iter().filter(|field| field.kind != Kind::Open);
        self.reserved.iter().copied().chain(fields.map(ResumeField::key))
    }
}
