//! The start page: a card for each consultant that the search and the filter select, in pages.

use serde_json::{Value as Json, json};

use super::diagnostic::by_consultant;
use super::layout;
use super::photo::{initials, photo};
use crate::diagnostic::Diagnostic;
use crate::model::id::ConsultantId;
use crate::preview::displayed::Displayed;
use crate::preview::last_build::NextBuild;
use crate::preview::state::State;
use crate::preview::summary::words;
use crate::preview::url;

/// The maximum number of cards on a page, and of removed consultants.
const PAGE_SIZE: usize = 100;

/// What a reader selected on the start page.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// The searched words.
    pub(crate) search: String,
    /// The name of a filter; unknown names select all.
    pub(crate) filter: String,
    /// The number of the page, from 1.
    pub(crate) page: usize,
}

/// The name of a filter, its label, and which cards it selects.
type Filter = (&'static str, &'static str, fn(&Card<'_>) -> bool);

const ALL: &str = "all";

const FILTERS: [Filter; 7] = [
    (ALL, "All", |_| true),
    ("active", "Active", |card| card.is_active()),
    ("inactive", "Inactive", |card| !card.is_active()),
    ("errors", "With errors", |card| card.errors > 0),
    ("new", "New", |card| card.next_build == NextBuild::New),
    ("changed", "Changed", |card| card.next_build == NextBuild::Changed),
    ("withdrawn", "Withdrawn", |card| card.next_build == NextBuild::Withdrawn),
];

pub(crate) fn context(state: &State, selection: &Selection) -> Json {
    let diagnostics = by_consultant(state);
    let cards: Vec<Card<'_>> = state
        .content
        .iter()
        .map(|current| {
            let diagnostics = diagnostics.get(&current.id).map_or(&[][..], Vec::as_slice);
            Card::new(Displayed::new(state, current), diagnostics)
        })
        .collect();
    let filter = FILTERS.iter().find(|(name, ..)| *name == selection.filter);
    let (filter, _, selects) = filter.unwrap_or(&FILTERS[0]);
    let words = words(&selection.search);
    let selected: Vec<&Card<'_>> =
        cards.iter().filter(|card| selects(card) && card.matches(&words)).collect();
    let pages = selected.len().div_ceil(PAGE_SIZE).max(1);
    let page = selection.page.clamp(1, pages);
    let first = (page - 1) * PAGE_SIZE;
    let shown = &selected[first..selected.len().min(first + PAGE_SIZE)];
    let href = |filter: &str, page: usize| {
        let page = if page == 1 { String::new() } else { page.to_string() };
        let filter = if filter == ALL { "" } else { filter };
        url::start_page(&[("q", &selection.search), ("show", filter), ("page", &page)])
    };
    // Published consultants whose file was removed.
    let removed: Vec<&ConsultantId> =
        (state.last_build.profiles.keys()).filter(|id| state.content.get(id).is_none()).collect();
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
        "search": selection.search,
        "filters": filters.collect::<Vec<Json>>(),
        "is_filtered": *filter != ALL || !words.is_empty(),
        "selected": selected.len(),
        "first": first + 1,
        "last": first + shown.len(),
        "page": page,
        "pages": pages,
        "previous": (page > 1).then(|| href(filter, page - 1)),
        "next": (page < pages).then(|| href(filter, page + 1)),
        "cards": shown.iter().map(|card| card.context()).collect::<Vec<Json>>(),
        "removed": &removed[..removed.len().min(PAGE_SIZE)],
        "more_removed": removed.len().saturating_sub(PAGE_SIZE),
        "published": state.last_build.exists.then(|| state.last_build.root()),
    })
}

struct Card<'a> {
    displayed: Displayed<'a>,
    errors: usize,
    warnings: usize,
    next_build: NextBuild,
}

impl<'a> Card<'a> {
    fn new(displayed: Displayed<'a>, diagnostics: &[&Diagnostic]) -> Self {
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        let warnings = diagnostics.len() - errors;
        Self { errors, warnings, next_build: displayed.next_build(), displayed }
    }

    fn is_active(&self) -> bool {
        self.displayed.current.active != Some(false)
    }

    fn matches(&self, words: &[String]) -> bool {
        match &self.displayed.consultant.summary {
            Some(summary) => summary.matches(words),
            None => {
                words.iter().all(|word| self.displayed.current.id.as_str().contains(word.as_str()))
            }
        }
    }

    fn context(&self) -> Json {
        let id = &self.displayed.current.id;
        let summary = self.displayed.consultant.summary.as_ref();
        let name = summary.map_or(id.as_str(), |summary| &summary.name);
        json!({
            "id": id.as_str(),
            "href": url::consultant(id),
            "initials": initials(name),
            "name": name,
            "headline": summary.and_then(|summary| summary.headline.as_deref()),
            "location": summary.and_then(|summary| summary.location.as_deref()),
            "photo": photo(&self.displayed),
            "is_active": self.is_active(),
            "next_build": self.next_build,
            "errors": self.errors,
            "warnings": self.warnings,
        })
    }
}
