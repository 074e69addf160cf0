//! The tables of an archive: CSV files with a header.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord, StringRecordsIntoIter};
use indexmap::IndexMap;
use serde_json::{Map, Value as Json};

use super::super::read;

/// The size of the largest file that is read. A profile of this size is too large, too.
pub(super) const MAX_BYTES: usize = 1024 * 1024;
/// The delimiters of LinkedIn and of spreadsheet programs.
const DELIMITERS: [u8; 3] = *b",;\t";
/// The section of a file that is not opened, and the key of a private column.
const NONE: &str = "-";

/// A file of an archive.
pub(super) struct CsvTable {
    pub(super) file: &'static str,
    /// The section of the JSON Resume that has the values; `None` for a file that is not opened.
    pub(super) section: Option<&'static str>,
    /// The headers, and the keys of the values in the JSON Resume.
    columns: Vec<(&'static str, &'static str)>,
}

/// The values of each row, by their keys in the JSON Resume, and the headers of the columns that have other values, with
/// the number of these.
type TableRows = (Vec<Map<String, Json>>, IndexMap<String, usize>);

/// Returns the tables in `tables.tsv`.
pub(super) fn tables() -> impl Iterator<Item = CsvTable> {
    let rows = include_str!("tables.tsv").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().expect("a row has a file and a section");
        let (file, section) = (cell(), Some(cell()).filter(|section| *section != NONE));
        CsvTable { file, section, columns: cells.filter_map(|cell| cell.split_once('=')).collect() }
    })
}

/// Returns whether the text starts with the header of a table.
pub(in super::super) fn is_table(text: &str) -> bool {
    let start = &text[..text.floor_char_boundary(1000)];
    // JSON can contain the words of a header.
    !start.trim_start().starts_with('{') && tables().any(|table| table.records(start).is_some())
}

/// Decodes a table: UTF-8, UTF-16, or else what spreadsheet programs write in its place. Returns whether it is
/// Windows-1252.
pub(super) fn text(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    /// The characters of the bytes from 0x80 to 0x9F (WHATWG Encoding Standard).
    const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let character = |byte: &u8| match byte {
        0x80..=0x9F => HIGH.chars().nth(usize::from(byte - 0x80)).expect("32 characters"),
        byte => char::from(*byte),
    };
    match read::text(bytes) {
        Some(text) => (text, false),
        None => (bytes.iter().map(character).collect::<String>().into(), true),
    }
}

impl CsvTable {
    pub(super) fn rows(&self, text: &str) -> Result<TableRows, String> {
        let (mut rows, mut other_values) = (Vec::new(), IndexMap::new());
        let Some((header, records)) = self.records(text) else {
            if text.trim().is_empty() {
                return Ok((rows, other_values));
            }
            let expected: Vec<_> = self.required().collect();
            let expected = expected.join("` or `");
            return Err(format!("has a `{}` without the header `{expected}`", self.file));
        };
        for record in records {
            // In a row of another length, a value can be below the header of another column.
            let record = record.map_err(|error| {
                let row = error.position().map_or(0, |position| position.record()) + 1;
                format!("has a `{}` whose row {row} has more or fewer cells than row 1", self.file)
            })?;
            let mut row = Map::new();
            let cells = header.iter().zip(&record).map(|(name, cell)| (name.trim(), cell.trim()));
            for (name, cell) in cells.filter(|(_, cell)| !cell.is_empty()) {
                let known = |(header, _): &&(&str, &str)| header.eq_ignore_ascii_case(name);
                match self.columns.iter().find(known) {
                    Some((_, NONE)) => {}
                    Some((_, key)) if !row.contains_key(*key) => {
                        row.insert((*key).to_owned(), cell.into());
                    }
                    _ => *other_values.entry(name.to_owned()).or_default() += 1,
                }
            }
            rows.push(row);
        }
        Ok((rows, other_values))
    }

    /// Returns the header of the column with a key.
    pub(super) fn header(&self, key: &str) -> &'static str {
        let column = self.columns.iter().find(|(_, known)| *known == key);
        column.expect("each key of a row has a column").0
    }

    /// Returns the header and the other records; `None` if the text does not start with the header.
    fn records<'t>(
        &self,
        text: &'t str,
    ) -> Option<(StringRecord, StringRecordsIntoIter<&'t [u8]>)> {
        DELIMITERS.into_iter().find_map(|delimiter| {
            let mut reader = ReaderBuilder::new();
            let reader = reader.has_headers(false).delimiter(delimiter);
            let mut records = reader.from_reader(text.as_bytes()).into_records();
            let header = records.next()?.ok()?;
            let has = |name: &str| header.iter().any(|cell| cell.trim().eq_ignore_ascii_case(name));
            self.required().any(has).then_some((header, records))
        })
    }

    /// Returns the headers of which a file needs one.
    fn required(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|(name, _)| *name).take(2)
    }
}
