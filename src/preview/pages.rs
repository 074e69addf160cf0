//! The preview's pages, below `/_preview/`.

use serde::Serialize;

use crate::error::Error;
use crate::model::id::ConsultantId;
use crate::preview::assets;
use crate::preview::state::{State, in_words};
use crate::preview::view::consultant::{ConsultantPage, Missing};
use crate::preview::view::diagnostics::DiagnosticsPage;
use crate::preview::view::file::FilePage;
use crate::preview::view::layout::Frame;
use crate::preview::view::overview::Overview;
use crate::preview::view::url::{ASSETS, FILES, MISTAKES};
use crate::templates::Templates;

pub use crate::preview::view::url::ROOT;

const HTML: &str = "text/html; charset=utf-8";

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
/// `None` where there is none. The query selects nothing: scripts keep the reader's search in it.
pub fn page(state: &State, path: &str, _query: Option<&str>) -> Option<Page> {
    let name = path.strip_prefix(ROOT)?;
    if let Some(asset) = name.strip_prefix(ASSETS) {
        let (media_type, text) = assets::asset(&state.templates, asset)?;
        return Some(Page {
            status: 200,
            media_type,
            body: text.as_bytes().to_vec(),
        });
    }
    if let Some(file) = name.strip_prefix(FILES) {
        let page = FilePage::new(state, file);
        return Some(match page {
            Some(page) => html(state, 200, "preview/file.html", page),
            None => missing(state, file),
        });
    }
    if name.is_empty() {
        let page = Overview::new(state);
        return Some(html(state, 200, "preview/overview.html", page));
    }
    if name == MISTAKES {
        let page = DiagnosticsPage::new(state);
        return Some(html(state, 200, "preview/mistakes.html", page));
    }
    let id = ConsultantId::parse(name)?;
    Some(match ConsultantPage::new(state, &id) {
        Some(page) => html(state, 200, "preview/consultant.html", page),
        None => missing(state, name),
    })
}

fn missing(state: &State, name: &str) -> Page {
    let page = Missing::new(state, name);
    html(state, 404, "preview/missing.html", page)
}

/// Renders a page. When its template is wrong, which the author of an overlay has to see, the
/// embedded ones tell it.
fn html(state: &State, status: u16, template: &str, page: impl Serialize) -> Page {
    let rendered = state.templates.render(template, page);
    let (status, text) = match rendered {
        Ok(text) => (status, text),
        Err(error) => (500, broken(state, &error)),
    };
    Page {
        status,
        media_type: HTML,
        body: text.into_bytes(),
    }
}

fn broken(state: &State, error: &Error) -> String {
    #[derive(Serialize)]
    struct Broken {
        frame: Frame,
        error: String,
    }
    let error = in_words(error);
    let page = Broken {
        frame: Frame::without_strip(state),
        error: error.clone(),
    };
    let rendered = Templates::embedded().render("preview/broken.html", page);
    rendered.unwrap_or(error)
}
