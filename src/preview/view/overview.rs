//! The start page: a card for each consultant that the search and the filter select, in pages.

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::diagnostic::by_consultant;
use super::layout;
use crate::bundle::Body;
use crate::diff::ConsultantStatus;
use crate::digest::Digest;
use crate::model::id::ConsultantId;
use crate::preview::consultant::{PreviewedConsultant, ProfileVersion};
use crate::preview::state::PreviewState;
use crate::preview::summary::words;
use crate::preview::url;

/// The maximum number of cards on a page, and of removed consultants.
const PAGE_SIZE: usize = 100;

/// The name of a filter, its label, and which cards it selects.
type Filter = (&'static str, &'static str, fn(&Card<'_>) -> bool);

const ALL: &str = "all";

const FILTERS: [Filter; 7] = [
    (ALL, "All", |_| true),
    ("active", "Active", |card| card.is_active()),
    ("inactive", "Inactive", |card| !card.is_active()),
    ("errors", "With errors", |card| card.errors > 0),
    ("new", "New", |card| card.status == Some(ConsultantStatus::New)),
    ("changed", "Changed", |card| card.status == Some(ConsultantStatus::Changed)),
    ("withdrawn", "Still published", |card| card.status == Some(ConsultantStatus::Withdrawn)),
];

/// Returns the context of the page. The query of its URL has the searched words (`q`), the name of a filter (`show`), and
/// the number of the page, from 1.
pub(crate) fn context(state: &PreviewState, query: Option<&str>) -> Json {
    let value = |name| url::parameter(query, name).unwrap_or_default();
    let (search, filter) = (value("q"), value("show"));
    let diagnostics = by_consultant(state);
    let cards: Vec<Card<'_>> = state
        .consultants
        .iter()
        .map(|(id, consultant)| {
            let diagnostics = diagnostics.get(id).map_or(&[][..], Vec::as_slice);
            let errors = diagnostics.iter().filter(|d| d.is_error()).count();
            let warnings = diagnostics.len() - errors;
            Card { consultant, errors, warnings, status: state.status(consultant) }
        })
        .collect();
    let filter = FILTERS.iter().find(|(name, ..)| *name == filter);
    let (filter, _, selects) = filter.unwrap_or(&FILTERS[0]);
    let words = words(&search);
    let selected: Vec<&Card<'_>> =
        cards.par_iter().filter(|card| selects(card) && card.version().matches(&words)).collect();
    let pages = selected.len().div_ceil(PAGE_SIZE).max(1);
    let page = value("page").parse().unwrap_or(1).clamp(1, pages);
    let first = (page - 1) * PAGE_SIZE;
    let shown = &selected[first..selected.len().min(first + PAGE_SIZE)];
    let href = |filter: &str, page: usize| {
        let page = if page == 1 { String::new() } else { page.to_string() };
        let filter = if filter == ALL { "" } else { filter };
        url::start_page(&[("q", &search), ("show", filter), ("page", &page)])
    };
    // Published consultants whose file was removed.
    let is_removed = |id: &&ConsultantId| state.consultant(id).is_none();
    let removed: Vec<&ConsultantId> = match state.first_total {
        Some(_) => Vec::new(),
        None => state.last_build.ids().filter(is_removed).collect(),
    };
    let counts = FILTERS.map(|(.., selects)| cards.iter().filter(|card| selects(card)).count());
    let filters = FILTERS.iter().zip(counts).map(|((name, label, _), count)| {
        json!({
            "name": name,
            "label": label,
            "count": count,
            "href": href(name, 1),
            "is_selected": name == filter,
        })
    });
    let [all, .., new, changed, withdrawn] = counts;
    json!({
        "layout": layout::context(state, None),
        "counts": {
            "all": all,
            "new": new,
            "changed": changed,
            "withdrawn": withdrawn + removed.len(),
        },
        "search": search,
        "filters": filters.collect::<Vec<Json>>(),
        "is_filtered": *filter != ALL || !words.is_empty(),
        "selected": selected.len(),
        "first": first + 1,
        "last": first + shown.len(),
        "page": page,
        "pages": pages,
        "previous": (page > 1).then(|| href(filter, page - 1)),
        "next": (page < pages).then(|| href(filter, page + 1)),
        "cards": shown.iter().map(|card| card.context(state)).collect::<Vec<Json>>(),
        "removed": &removed[..removed.len().min(PAGE_SIZE)],
        "more_removed": removed.len().saturating_sub(PAGE_SIZE),
        "published": state.last_build.exists.then(|| state.last_build.root()),
    })
}

struct Card<'a> {
    consultant: &'a PreviewedConsultant,
    errors: usize,
    warnings: usize,
    status: Option<ConsultantStatus>,
}

impl Card<'_> {
    fn version(&self) -> &ProfileVersion {
        self.consultant.displayed()
    }

    fn is_active(&self) -> bool {
        self.consultant.newest.active != Some(false)
    }

    fn context(&self, state: &PreviewState) -> Json {
        let id = &self.version().id;
        let summary = self.version().summary.as_ref();
        let name = summary.map_or(id.as_str(), |summary| &summary.name);
        json!({
            "id": id.as_str(),
            "href": url::consultant(id),
            "initials": initials(name),
            "name": name,
            "headline": summary.and_then(|summary| summary.headline.as_deref()),
            "location": summary.and_then(|summary| summary.location.as_deref()),
            "photo": photo_url(state, self.consultant),
            "is_active": self.is_active(),
            "status": self.status,
            "errors": self.errors,
            "warnings": self.warnings,
        })
    }
}

/// Returns the path of the displayed photo, if there is one.
pub(super) fn photo_url(state: &PreviewState, consultant: &PreviewedConsultant) -> Option<String> {
    match state.photo(consultant)?.body {
        Body::Document(_) => None,
        Body::Generated(generator) => {
            let version = Digest::truncated(&generator.fingerprint().0);
            Some(url::photo(&consultant.newest.id, version))
        }
    }
}

/// Returns the initials of the first and the last name, the placeholder for a photo.
pub(super) fn initials(name: &str) -> String {
    let names = name.split(|c: char| c.is_whitespace() || c == '-');
    let mut letters = names.filter_map(|name| name.chars().find(|c| c.is_alphabetic()));
    let (first, last) = (letters.next(), letters.next_back());
    let both = first.into_iter().chain(last);
    both.flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_are_of_the_first_and_the_last_name() {
        assert_eq!(initials("Karin Östlund Berg"), "KB");
        assert_eq!(initials("Åsa-Lena"), "ÅL");
        assert_eq!(initials("Prince"), "P");
        assert_eq!(initials("  "), "");
    }
}
