//! Writes JSON: indented and with a line break at the end, because people read it with curl, and
//! compression removes the cost.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, PrettyFormatter, Serializer};

use crate::error::{Error, Result};

/// Serializes a JSON document.
///
/// # Errors
/// Returns an internal error if the document cannot be serialized.
pub fn json_text(value: &impl Serialize) -> Result<String> {
    write(value, PrettyFormatter::new())
}

/// Serializes a profile in one of its formats. Missing values are absent in groups and items; only
/// the fields of the profile itself can be null.
///
/// # Errors
/// Returns an internal error if the profile cannot be serialized.
pub fn profile_text(profile: &impl Serialize) -> Result<String> {
    write(profile, ProfileFormatter::default())
}

fn write(value: &impl Serialize, formatter: impl Formatter) -> Result<String> {
    let mut bytes = Vec::new();
    value
        .serialize(&mut Serializer::with_formatter(&mut bytes, formatter))
        .map_err(|error| Error::with_source("cannot write JSON", error))?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes).expect("serde_json writes UTF-8"))
}

/// Indents like [`PrettyFormatter`], but leaves out the null fields of inner objects.
///
/// The key of a field is written when the value begins, because only the value shows whether to
/// leave out the field.
#[derive(Default)]
struct ProfileFormatter {
    /// For each open object and array, whether a value of it has been written.
    open: Vec<bool>,
    /// The key of a field whose value has not begun, in quotes.
    key: Vec<u8>,
    is_in_key: bool,
}

impl ProfileFormatter {
    /// Starts the line of a field or item.
    fn begin_line<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if let Some(has_values) = self.open.last_mut()
            && std::mem::replace(has_values, true)
        {
            writer.write_all(b",")?;
        }
        self.indent(writer)
    }

    fn indent<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        self.open.iter().try_for_each(|_| writer.write_all(b"  "))
    }

    /// Writes the key if the value that begins belongs to a field.
    fn begin_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.key.is_empty() {
            return Ok(());
        }
        self.begin_line(writer)?;
        writer.write_all(&self.key)?;
        self.key.clear();
        writer.write_all(b": ")
    }

    fn begin<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.begin_value(writer)?;
        self.open.push(false);
        writer.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        if self.open.pop().expect("it has begun") {
            self.indent(writer)?;
        }
        writer.write_all(bracket)
    }
}

/// Formats scalars like [`CompactFormatter`], after the key.
macro_rules! scalars {
    ($($method:ident($type:ty))+) => {$(
        fn $method<W: ?Sized + Write>(&mut self, writer: &mut W, value: $type) -> io::Result<()> {
            debug_assert!(!self.is_in_key, "keys are strings");
            self.begin_value(writer)?;
            CompactFormatter.$method(writer, value)
        }
    )+};
}

impl Formatter for ProfileFormatter {
    scalars! {
        write_bool(bool)
        write_i8(i8) write_i16(i16) write_i32(i32) write_i64(i64) write_i128(i128)
        write_u8(u8) write_u16(u16) write_u32(u32) write_u64(u64) write_u128(u128)
        write_f32(f32) write_f64(f64) write_number_str(&str) write_raw_fragment(&str)
    }

    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open.len() > 1 && !self.key.is_empty() {
            self.key.clear();
            return Ok(());
        }
        self.begin_value(writer)?;
        writer.write_all(b"null")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _: &mut W, _first: bool) -> io::Result<()> {
        self.is_in_key = true;
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_in_key = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if !self.is_in_key {
            self.begin_value(writer)?;
        }
        self.write_string_fragment(writer, "\"")
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.write_string_fragment(writer, "\"")
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        match self.is_in_key {
            true => self.key.write_all(fragment.as_bytes()),
            false => writer.write_all(fragment.as_bytes()),
        }
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match self.is_in_key {
            true => CompactFormatter.write_char_escape(&mut self.key, escape),
            false => CompactFormatter.write_char_escape(writer, escape),
        }
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        _first: bool,
    ) -> io::Result<()> {
        self.begin_line(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{json_text, profile_text};

    #[test]
    fn profiles_have_no_null_fields_in_groups_and_items() {
        let profile = json!({
            "title": null,
            "first": { "a": null, "b": 1, "c": null },
            "null": { "a": null },
            "items": [null, { "a": null, "b\"\n": [{ "c": null }], "d": null, "e": { "f": null } }],
        });
        let expected = json!({
            "title": null,
            "first": { "b": 1 },
            "null": {},
            "items": [null, { "b\"\n": [{}], "e": {} }],
        });
        let text = profile_text(&profile).expect("JSON");
        assert_eq!(text, json_text(&expected).expect("JSON"));
    }

    #[test]
    fn profiles_are_indented_like_other_documents() {
        let value: Json = json!({
            "": "", "é\u{7}\\": "\"\n\u{1F600}/", "numbers": [0, -1, 1.5, 1e300, u64::MAX, true, false],
            "empty": [[], {}, [[]], [{}]], "nested": { "a": { "b": [1, [2, { "c": "d" }]] } },
        });
        assert_eq!(profile_text(&value).expect("JSON"), json_text(&value).expect("JSON"));
    }
}
