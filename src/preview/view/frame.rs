//! What surrounds every page: the site's name, and the mistakes that stop the publishing.

use serde::Serialize;

use super::address;
use super::mistakes::{Mistake, Teller};
use crate::diagnostic::Diagnostic;
use crate::preview::state::State;

/// More mistakes than this would hide the page.
const MOST: usize = 5;

/// The surroundings of a page.
#[derive(Debug, Serialize)]
pub(crate) struct Frame {
    /// The site's name.
    site: String,
    revision: u64,
    /// Whether there is a published page to look at.
    has_release: bool,
    /// What the environment did.
    failure: Option<String>,
    errors: usize,
    warnings: usize,
    /// Whether the mistakes are shown on top of the page.
    has_strip: bool,
    /// The first of them.
    mistakes: Vec<Mistake>,
    /// How many more there are.
    more: usize,
    /// Where all of them are.
    mistakes_href: String,
    home: &'static str,
    assets: String,
}

impl Frame {
    /// The surroundings of a page, with the mistakes of the file at `own` first.
    pub(super) fn new(state: &State, own: Option<&str>) -> Self {
        let is_own = |told: &&Diagnostic| Some(told.file.as_str()) == own;
        let errors = || state.diagnostics.iter().filter(|told| told.is_error());
        let own_first = errors()
            .filter(is_own)
            .chain(errors().filter(|told| !is_own(told)));
        let mut teller = Teller::new(state);
        let mistakes: Vec<Mistake> = own_first.take(MOST).map(|told| teller.tell(told)).collect();
        let count = errors().count();
        Self {
            site: state
                .settings()
                .map_or_else(|| "Consultant profiles".to_owned(), |own| own.title.clone()),
            revision: state.revision,
            has_release: state.release.is_some(),
            failure: state.failure.clone(),
            errors: count,
            warnings: state.diagnostics.len() - count,
            has_strip: count > 0,
            more: count - mistakes.len(),
            mistakes,
            mistakes_href: format!("{}{}", address::ROOT, address::MISTAKES),
            home: address::ROOT,
            assets: format!("{}{}", address::ROOT, address::ASSETS),
        }
    }

    /// The surroundings of a page that shows the mistakes itself.
    pub(crate) fn without_strip(state: &State) -> Self {
        Self {
            has_strip: false,
            mistakes: Vec::new(),
            ..Self::new(state, None)
        }
    }
}
