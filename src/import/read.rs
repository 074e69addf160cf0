//! From bytes to JSON: byte order marks, UTF-16, and keys that stand twice, of which readers of
//! JSON take the last without a word.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};

use super::path;

/// A value that is not the one that counts: its place, and itself.
pub(super) type Lost = (String, Json);

/// The text of a file in UTF-8 or UTF-16. `None` if it is in neither.
pub(super) fn text(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let whole = bytes.len().is_multiple_of(2);
        let text = char::decode_utf16(units).collect::<Result<String, _>>();
        text.ok().filter(|_| whole).map(Cow::Owned)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        // JSON begins with an ASCII character, so a zero beside it tells the encoding.
        [0, first, ..] if *first != 0 => utf16(bytes, u16::from_be_bytes),
        [first, 0, ..] if *first != 0 => utf16(bytes, u16::from_le_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
        }
    }
}

/// The document in `text`, and the values that lost to another one of the same key.
///
/// # Errors
/// When it is not JSON, or nested more than 127 levels deep.
pub(super) fn json(text: &str) -> Result<(Json, Vec<Lost>), serde_json::Error> {
    let mut lost = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let document = Watched {
        path: String::new(),
        lost: &mut lost,
    };
    let document = document.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok((document, lost))
}

/// Reads a value, watching for keys that stand twice.
struct Watched<'a> {
    path: String,
    lost: &'a mut Vec<Lost>,
}

impl<'de> DeserializeSeed<'de> for Watched<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Watched<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        loop {
            let path = path::item(&self.path, items.len());
            let lost = &mut *self.lost;
            match list.next_element_seed(Watched { path, lost })? {
                Some(item) => items.push(item),
                None => return Ok(Json::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let path = path::child(&self.path, &key);
            let lost = &mut *self.lost;
            let value = map.next_value_seed(Watched {
                path: path.clone(),
                lost,
            })?;
            if let Some(former) = fields.insert(key, value) {
                self.lost.push((path, former));
            }
        }
        Ok(Json::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{json, text};

    #[test]
    fn encodings() {
        let utf16: Vec<u8> = "{\"å\": 1}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let with_mark = [&[0xFF, 0xFE], utf16.as_slice()].concat();
        for bytes in [&utf16, &with_mark, "\u{FEFF}{\"å\": 1}".as_bytes()] {
            assert_eq!(text(bytes).as_deref(), Some("{\"å\": 1}"));
        }
        assert_eq!(text(b"{\"\xE5\": 1}"), None);
        assert_eq!(text(&utf16[..utf16.len() - 1]), None);
    }

    #[test]
    fn keys_that_stand_twice() {
        let (document, lost) =
            json(r#"{"a": [{"b": 1, "b": 2}], "a": {"c d": 1, "c d": null}}"#).expect("JSON");
        assert_eq!(document, json!({"a": {"c d": null}}));
        assert_eq!(
            lost,
            [
                ("a[0].b".to_owned(), json!(1)),
                ("a[\"c d\"]".to_owned(), json!(1)),
                ("a".to_owned(), json!([{"b": 2}])),
            ]
        );
        assert!(json("{} x").is_err() && json(&"[".repeat(1000)).is_err());
    }
}
