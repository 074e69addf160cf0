//! Filters and tests for the templates of the preview, which show the JSON of a profile.

use std::cmp::Reverse;

use jiff::civil::Date;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, UndefinedBehavior};

use super::url;
use crate::model::date::PartialDate;
use crate::slug::humanize;

/// Adds them to `environment`. A template may ask whether a field exists, because a profile omits the
/// fields that its author did not write.
pub(super) fn add_to(environment: &mut Environment<'_>) {
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.add_filter("date", date);
    environment.add_filter("href", url::of_value);
    environment.add_filter("humanize", humanize);
    environment.add_filter("newest_first", newest_first);
    environment.add_filter("paragraphs", paragraphs);
    environment.add_test("objects", |value: &Value| {
        value.len() != Some(0) && is_list_of(value, ValueKind::Map)
    });
    environment.add_test("texts", |value: &Value| is_list_of(value, ValueKind::String));
}

/// Formats `2027-01-11` as "11 Jan 2027"; returns other text unchanged.
fn date(text: &str) -> String {
    let format = match text.len() {
        10 => "%-d %b %Y",
        7 => "%b %Y",
        _ => "%Y",
    };
    let is_date = PartialDate::parse(text).is_ok();
    let first_day = format!("{text}-01-01").get(..10).and_then(|day| day.parse().ok());
    match first_day.filter(|_: &Date| is_date) {
        Some(day) => day.strftime(format).to_string(),
        None => text.to_owned(),
    }
}

/// Orders employments and contracts by `start_date` as the JSON Resume does: those without one are last.
/// Returns each with whether it is a contract.
fn newest_first(employment: Vec<Value>, contracts: Vec<Value>) -> Vec<Value> {
    let employment = employment.into_iter().map(|item| (item, false));
    let mut work: Vec<_> =
        employment.chain(contracts.into_iter().map(|item| (item, true))).collect();
    work.sort_by_cached_key(|(item, _)| {
        let start = item.get_attr("start_date").ok();
        Reverse(start.and_then(|date| PartialDate::parse(date.as_str()?).ok()))
    });
    work.into_iter().map(|(item, is_contract)| vec![item, is_contract.into()].into()).collect()
}

/// Splits a text at empty lines.
fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let paragraphs = paragraphs.filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| paragraph.join("\n")).collect()
}

/// Returns whether `value` is a list of values of this kind.
fn is_list_of(value: &Value, kind: ValueKind) -> bool {
    value.kind() == ValueKind::Seq
        && value.try_iter().is_ok_and(|mut items| items.all(|item| item.kind() == kind))
}

#[cfg(test)]
mod tests {
    use super::{date, paragraphs};

    #[test]
    fn dates_keep_their_precision() {
        assert_eq!(date("2027"), "2027");
        assert_eq!(date("2027-09"), "Sep 2027");
        assert_eq!(date("2027-01-05"), "5 Jan 2027");
        assert_eq!(date("next spring"), "next spring");
        assert_eq!(date("2027-13"), "2027-13");
        assert_eq!(date("åäöåäö"), "åäöåäö");
    }

    #[test]
    fn empty_lines_separate_paragraphs() {
        let text = "\none\nstill one\n\n \ntwo\n";
        assert_eq!(paragraphs(text), ["one\nstill one", "two"]);
        assert!(paragraphs("").is_empty());
    }
}
