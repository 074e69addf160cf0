//! The start page: every consultant as a card.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value as Json;

use super::dates::spoken as spoken_date;
use super::diagnostics::by_consultant;
use super::layout::Frame;
use super::profile::text;
use super::published_diff::{Outlook, Published};
use super::url;
use super::version::Shown;
use crate::diagnostic::Diagnostic;
use crate::lower::content::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::preview::photo::version;
use crate::preview::state::State;
use crate::render::PROFILES;

/// The start page.
#[derive(Debug, Serialize)]
pub(crate) struct Overview {
    frame: Frame,
    cards: Vec<Card>,
    counts: Counts,
    /// Published ones whose file is gone.
    gone: Vec<String>,
    /// Whether anything was published, and where.
    published: Option<String>,
}

/// How many there are of each kind.
#[derive(Debug, Default, Serialize)]
struct Counts {
    all: usize,
    active: usize,
    inactive: usize,
    with_mistakes: usize,
    new: usize,
    changed: usize,
    withdrawn: usize,
}

/// A consultant in brief.
#[derive(Debug, Serialize)]
struct Card {
    id: String,
    href: String,
    name: String,
    initials: String,
    headline: Option<String>,
    place: Option<String>,
    available_from: Option<String>,
    photo: Option<String>,
    is_active: bool,
    outlook: Outlook,
    errors: usize,
    warnings: usize,
    /// What the search also finds: title and skills.
    words: String,
}

impl Overview {
    /// The page.
    pub(crate) fn new(state: &State) -> Self {
        let drafts: Vec<&ConsultantDraft> =
            state.content.consultants.values().map(|d| &**d).collect();
        let told = by_consultant(state);
        let cards: Vec<Card> = drafts
            .into_par_iter()
            .map(|draft| Card::new(state, draft, told.get(&draft.id).map_or(&[], Vec::as_slice)))
            .collect();
        let gone = gone(state);
        let count = |of: &dyn Fn(&Card) -> bool| cards.iter().filter(|card| of(card)).count();
        let outlook = |outlook| count(&|card| card.outlook == outlook);
        let counts = Counts {
            all: cards.len(),
            active: count(&|card| card.is_active),
            inactive: count(&|card| !card.is_active),
            with_mistakes: count(&|card| card.errors > 0),
            new: outlook(Outlook::New),
            changed: outlook(Outlook::Changed),
            withdrawn: outlook(Outlook::Withdrawn) + gone.len(),
        };
        Self {
            frame: Frame::new(state, None),
            counts,
            cards,
            gone,
            published: state
                .published
                .exists()
                .then(|| state.published.root().display().to_string()),
        }
    }
}

impl Card {
    /// The card of a consultant of whom `told` is wrong.
    fn new(state: &State, draft: &ConsultantDraft, told: &[&Diagnostic]) -> Self {
        let profile = Shown::of(state, draft).map(|shown| shown.profile);
        let outlook = Published::of(state, &draft.id).outlook(state, draft, profile.as_ref());
        let errors = told.iter().filter(|told| told.is_error()).count();
        let none = Json::Null;
        let profile = profile.as_ref().unwrap_or(&none);
        let name = text(profile, "/name").unwrap_or_else(|| draft.id.to_string());
        Self {
            id: draft.id.to_string(),
            href: url::consultant(&draft.id),
            initials: initials(&name),
            name,
            headline: headline(profile),
            place: place(profile),
            available_from: text(profile, "/engagement/available_from")
                .map(|date| spoken_date(&date)),
            photo: photo(state, draft),
            is_active: draft.active != Some(false),
            outlook,
            errors,
            warnings: told.len() - errors,
            words: words(profile),
        }
    }
}

/// The line below the name.
pub(super) fn headline(profile: &Json) -> Option<String> {
    text(profile, "/personal/headline").or_else(|| text(profile, "/title"))
}

/// The place in one line.
pub(super) fn place(profile: &Json) -> Option<String> {
    let parts = ["city", "region", "country"];
    let part = |key: &&str| text(profile, &format!("/personal/location/{key}"));
    let mut parts: Vec<String> = parts.iter().filter_map(part).collect();
    parts.dedup();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The address of a consultant's photo, if there is one that can be shown.
pub(super) fn photo(state: &State, draft: &ConsultantDraft) -> Option<String> {
    let version = version(state, draft)?;
    Some(url::photo(&draft.id, &version))
}

/// What stands in place of a photo: the first letters of the first and the last name.
pub(super) fn initials(name: &str) -> String {
    let names = name.split(|c: char| c.is_whitespace() || c == '-');
    let mut letters = names.filter_map(|name| name.chars().find(|c| c.is_alphabetic()));
    let (first, last) = (letters.next(), letters.next_back());
    let both = first.into_iter().chain(last);
    both.flat_map(char::to_uppercase).collect()
}

fn words(profile: &Json) -> String {
    let categories = profile["skills"]["categories"].as_object();
    let skills = categories.into_iter().flatten();
    let skills = skills.filter_map(|(_, skills)| skills.as_array()).flatten();
    let mut words: Vec<&str> = skills.filter_map(Json::as_str).collect();
    words.extend(profile["title"].as_str());
    words.join(" · ")
}

/// Published consultants of whom there is no file any more.
fn gone(state: &State) -> Vec<String> {
    // What cannot be listed cannot be compared with.
    let files: BTreeSet<String> = state.published.files().unwrap_or_default();
    let folder = PROFILES.trim_start_matches('/');
    let published = files.iter().filter_map(|path| path.strip_prefix(folder));
    let gone = published.filter(|id| {
        ConsultantId::parse(id).is_some_and(|id| !state.content.consultants.contains_key(&id))
    });
    gone.map(str::to_owned).collect()
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
