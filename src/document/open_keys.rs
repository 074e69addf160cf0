//! The rules for the keys of an open place.

/// The rules for the keys of an open place.
pub struct OpenKeys {
    /// Keys that JSON Resume defines. vitae's own fields have their values.
    pub reserved: &'static [&'static str],
    /// Keys whose values are texts.
    pub texts: &'static [&'static str],
}

impl OpenKeys {
    /// Any keys.
    pub const ANY: Self = Self::except(&[]);

    /// Any keys but these.
    pub const fn except(reserved: &'static [&'static str]) -> Self {
        Self { reserved, texts: &[] }
    }
}
