//! The rules for the keys of an open place.

/// The rules for the keys of an open place.
#[derive(Debug)]
pub struct OpenKeys {
    /// Keys that JSON Resume defines. vitae's own fields have their values.
    pub reserved: &'static [&'static str],
    /// Returns more of them: the fields of a group have the open place, so that it cannot have the fields.
    pub fields: Option<fn() -> Vec<&'static str>>,
    /// Keys whose values are texts.
    pub texts: &'static [&'static str],
}

impl OpenKeys {
    /// Any keys.
    pub const ANY: Self = Self::except(&[]);

    /// Any keys but these.
    pub const fn except(reserved: &'static [&'static str]) -> Self {
        Self { reserved, fields: None, texts: &[] }
    }

    /// Any keys but those of a group's fields in JSON Resume.
    pub const fn except_fields(fields: fn() -> Vec<&'static str>) -> Self {
        Self { reserved: &[], fields: Some(fields), texts: &[] }
    }

    /// Returns the keys that authors cannot use.
    pub fn all_reserved(&self) -> impl Iterator<Item = &'static str> {
        let fields = self.fields.into_iter().flat_map(|fields| fields());
        self.reserved.iter().copied().chain(fields)
    }
}
