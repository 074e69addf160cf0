//! The tables of an archive: CSV files with a header.

use csv::{ReaderBuilder, StringRecord, StringRecordsIntoIter};
use serde_json::{Map, Value as Json};

/// The size of the largest file that is read. A profile of this size is too large, too.
pub(super) const MAX_BYTES: usize = 1024 * 1024;

/// A file that is read.
pub(super) struct CsvTable {
    pub(super) file: &'static str,
    /// The section of the JSON Resume that has the values.
    pub(super) section: &'static str,
    /// The headers, and the keys of the values in the JSON Resume.
    columns: Vec<(&'static str, &'static str)>,
}

/// Returns the tables in `tables.tsv`.
pub(super) fn tables() -> impl Iterator<Item = CsvTable> {
    let rows = include_str!("tables.tsv").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().expect("a row has a file and a section");
        let (file, section) = (cell(), cell());
        CsvTable { file, section, columns: cells.filter_map(|cell| cell.split_once('=')).collect() }
    })
}

/// Returns whether the text starts with the header of a table.
pub(in super::super) fn is_table(text: &str) -> bool {
    let start = &text[..text.floor_char_boundary(1000)];
    let Some(Ok(header)) = records(start).next() else { return false };
    // JSON can contain the words of a header.
    !start.trim_start().starts_with('{') && tables().any(|table| table.has_header(&header))
}

fn records(text: &str) -> StringRecordsIntoIter<&[u8]> {
    ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).into_records()
}

impl CsvTable {
    /// Returns the values of each row, by their keys in the JSON Resume.
    pub(super) fn rows(&self, text: &str) -> Result<Vec<Map<String, Json>>, String> {
        let mut records = records(text);
        let Some(Ok(header)) = records.next() else { return Ok(Vec::new()) };
        if !self.has_header(&header) {
            let expected: Vec<_> = self.required().collect();
            let expected = expected.join("` or `");
            return Err(format!("has a `{}` without the header `{expected}`", self.file));
        }
        let row = |record: StringRecord| {
            let values = self.columns.iter().filter_map(|(name, key)| {
                let text = record.get(position(&header, name)?)?.trim();
                (!text.is_empty()).then(|| ((*key).to_owned(), text.into()))
            });
            values.collect::<Map<_, _>>()
        };
        // In a row of another length, a value can be below the header of another column.
        let rows = records.map(|record| record.map(row));
        let rows: Result<Vec<_>, csv::Error> = rows.collect();
        rows.map_err(|error| {
            let row = error.position().map_or(0, |position| position.record()) + 1;
            format!("has a `{}` whose row {row} has more or fewer cells than row 1", self.file)
        })
    }

    /// Returns the headers of which a file needs one.
    fn required(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|(name, _)| *name).take(2)
    }

    fn has_header(&self, record: &StringRecord) -> bool {
        self.required().any(|name| position(record, name).is_some())
    }
}

fn position(header: &StringRecord, name: &str) -> Option<usize> {
    header.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name))
}
