//! The start page: a card for each consultant.

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::diagnostics::by_consultant;
use super::displayed_profile::DisplayedProfile;
use super::profile::text;
use super::published_diff::{NextBuild, PublishedProfile};
use super::value::comma_separated;
use super::{layout, url};
use crate::diagnostic::Diagnostic;
use crate::lower::ConsultantDraft;
use crate::model::id::ConsultantId;
use crate::preview::photo::version;
use crate::preview::state::State;
use crate::render::PROFILES;

/// Returns the context of the start page.
pub(crate) fn context(state: &State) -> Json {
    let drafts: Vec<&ConsultantDraft> = state.content.drafts().collect();
    let diagnostics = by_consultant(state);
    let cards: Vec<Card> = drafts
        .into_par_iter()
        .map(|draft| {
            let diagnostics = diagnostics.get(&draft.id).map_or(&[][..], Vec::as_slice);
            Card::new(state, draft, diagnostics)
        })
        .collect();
    let removed = removed(state);
    let count = |of: &dyn Fn(&Card) -> bool| cards.iter().filter(|card| of(card)).count();
    let next_build = |action| count(&|card| card.next_build == action);
    let published = &state.published;
    json!({
        "layout": layout::context(state, None),
        "counts": {
            "all": cards.len(),
            "active": count(&|card| card.is_active),
            "inactive": count(&|card| !card.is_active),
            "with_errors": count(&|card| card.errors > 0),
            "new": next_build(NextBuild::New),
            "changed": next_build(NextBuild::Changed),
            "withdrawn": next_build(NextBuild::Withdrawn) + removed.len(),
        },
        "cards": cards.into_iter().map(|card| card.context).collect::<Vec<Json>>(),
        "removed": removed,
        "published": published.exists().then(|| published.root().display().to_string()),
    })
}

/// A card, and what the start page counts.
struct Card {
    is_active: bool,
    errors: usize,
    next_build: NextBuild,
    context: Json,
}

impl Card {
    fn new(state: &State, draft: &ConsultantDraft, diagnostics: &[&Diagnostic]) -> Self {
        let profile = DisplayedProfile::new(state, draft).map(|displayed| displayed.json);
        let published = PublishedProfile::read(state, &draft.id);
        let next_build = published.next_build(state, draft, profile.as_ref());
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        let is_active = draft.active != Some(false);
        let profile = profile.unwrap_or(Json::Null);
        let name = text(&profile, "/name").unwrap_or(draft.id.as_str());
        let context = json!({
            "id": draft.id.as_str(),
            "href": url::consultant(&draft.id),
            "initials": initials(name),
            "name": name,
            "headline": headline(&profile),
            "location": location(&profile),
            "photo": photo(state, draft),
            "is_active": is_active,
            "next_build": next_build,
            "errors": errors,
            "warnings": diagnostics.len() - errors,
            "keywords": keywords(&profile),
        });
        Self { is_active, errors, next_build, context }
    }
}

/// Returns the line below the name.
pub(super) fn headline(profile: &Json) -> Option<&str> {
    text(profile, "/personal/headline").or_else(|| text(profile, "/title"))
}

/// Returns the location in one line.
pub(super) fn location(profile: &Json) -> Option<String> {
    let location = &profile["personal"]["location"];
    let parts = ["city", "region", "country"].iter();
    let mut parts: Vec<&str> = parts.filter_map(|key| location[*key].as_str()).collect();
    parts.dedup();
    comma_separated(parts)
}

/// Returns the path of a consultant's photo, if there is one.
pub(super) fn photo(state: &State, draft: &ConsultantDraft) -> Option<String> {
    let version = version(state, draft)?;
    Some(url::photo(&draft.id, &version))
}

/// Returns the initials of the first and the last name, the placeholder for a photo.
pub(super) fn initials(name: &str) -> String {
    let names = name.split(|c: char| c.is_whitespace() || c == '-');
    let mut letters = names.filter_map(|name| name.chars().find(|c| c.is_alphabetic()));
    let (first, last) = (letters.next(), letters.next_back());
    let both = first.into_iter().chain(last);
    both.flat_map(char::to_uppercase).collect()
}

/// Returns further text that the search matches: skills and title.
fn keywords(profile: &Json) -> String {
    let categories = profile["skills"]["categories"].as_object();
    let categories = categories.into_iter().flat_map(|categories| categories.values());
    let skills = categories.filter_map(Json::as_array).flatten();
    let keywords = skills.chain([&profile["title"]]).filter_map(Json::as_str);
    keywords.collect::<Vec<&str>>().join(" · ")
}

/// Returns published consultants whose file was removed.
fn removed(state: &State) -> Vec<String> {
    // If the directory cannot be listed, the page shows no removed consultants.
    let files = state.published.files().unwrap_or_default();
    let ids = files.iter().filter_map(|path| {
        ConsultantId::parse(path.strip_prefix(PROFILES.trim_start_matches('/'))?)
    });
    ids.filter(|id| !state.content.consultants.contains_key(id)).map(|id| id.to_string()).collect()
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
