//! The preview's pages, below `/_preview/`.

use crate::error::Result;
use crate::preview::state::State;
use serde_json::json;

/// The path below which the preview's own pages lie.
pub const ROOT: &str = "/_preview/";

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The status code.
    pub status: u16,
    /// The media type, with its parameters.
    pub media_type: &'static str,
    /// The bytes.
    pub body: Vec<u8>,
}

/// The page at `path`, which starts with [`ROOT`] and is decoded, with the `query` as it was sent;
/// `None` where there is none.
pub fn page(state: &State, path: &str, _query: Option<&str>) -> Option<Page> {
    let body = match path.strip_prefix(ROOT)? {
        "" => list(state),
        _ => return None,
    };
    let (status, text) = match body {
        Ok(html) => (200, html),
        Err(error) => return Some(failed(&super::state::in_words(&error))),
    };
    Some(Page {
        status,
        media_type: "text/html; charset=utf-8",
        body: text.into_bytes(),
    })
}

/// All consultants.
fn list(state: &State) -> Result<String> {
    let consultants = state.content.consultants.values().map(|draft| {
        let consultant = draft.consultant.as_ref();
        json!({
            "id": draft.id.as_str(),
            "path": draft.path,
            "name": consultant.map(|consultant| &consultant.profile.name),
            "active": draft.active,
            "mistakes": draft.diagnostics.len(),
        })
    });
    let context = json!({
        "revision": state.revision,
        "stale": state.is_stale(),
        "failure": state.failure,
        "mistakes": state.diagnostics.len(),
        "consultants": consultants.collect::<Vec<_>>(),
    });
    state.templates.render("preview/index.html", context)
}

/// A page that needs no template, for when one is wrong.
fn failed(message: &str) -> Page {
    Page {
        status: 500,
        media_type: "text/plain; charset=utf-8",
        body: message.as_bytes().to_vec(),
    }
}
