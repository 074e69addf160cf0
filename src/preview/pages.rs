//! The preview's pages, below `/_preview/`.

use serde_json::json;

use super::assets;
use super::request_target::parameter;
use super::state::{State, error_chain};
use super::url::{ASSETS, DIAGNOSTICS, FILES};
use super::view::overview::Selection;
use super::view::{consultant, diagnostics, file, layout, overview};
use crate::error::Error;
use crate::model::id::ConsultantId;
use crate::templates::Templates;

pub use super::url::ROOT;

const HTML: &str = "text/html; charset=utf-8";

/// A page or an asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The HTTP status code.
    pub status: u16,
    /// The media type with its parameters.
    pub media_type: &'static str,
    /// The bytes.
    pub body: Vec<u8>,
}

/// Returns the page at `path`, which is decoded and starts with [`ROOT`]; `None` if it does not
/// exist. The `query` is as sent.
pub fn page(state: &State, path: &str, query: Option<&str>) -> Option<Page> {
    let name = path.strip_prefix(ROOT)?;
    if let Some(asset) = name.strip_prefix(ASSETS) {
        let (media_type, text) = assets::asset(&state.templates, asset)?;
        return Some(Page { status: 200, media_type, body: text.as_bytes().to_vec() });
    }
    let (name, template, context) = if name.is_empty() {
        (name, "overview", Some(overview::context(state, &selection(query))))
    } else if name == DIAGNOSTICS {
        (name, "diagnostics", Some(diagnostics::context(state)))
    } else if let Some(file) = name.strip_prefix(FILES) {
        (file, "file", file::context(state, file))
    } else {
        let id = ConsultantId::parse(name)?;
        (name, "consultant", consultant::context(state, &id))
    };
    Some(match context {
        Some(context) => html(state, 200, template, &context),
        None => html(state, 404, "not_found", &consultant::not_found(state, name)),
    })
}

/// Reads what a reader selected on the start page.
fn selection(query: Option<&str>) -> Selection {
    let value = |name| parameter(query, name).unwrap_or_default();
    let page = value("page").parse().unwrap_or(1);
    Selection { search: value("q"), filter: value("show"), page }
}

/// Renders a page. If a template of the project's overlay is invalid, an embedded template shows
/// the error to its author.
fn html(state: &State, status: u16, template: &str, context: &serde_json::Value) -> Page {
    let rendered = state.templates.render(&format!("preview/{template}.html"), context);
    let (status, text) = match rendered {
        Ok(text) => (status, text),
        Err(error) => (500, template_error(state, &error)),
    };
    Page { status, media_type: HTML, body: text.into_bytes() }
}

fn template_error(state: &State, error: &Error) -> String {
    let error = error_chain(error);
    let context = json!({ "layout": layout::without_error_bar(state), "error": error });
    let rendered = Templates::embedded().render("preview/template_error.html", context);
    rendered.unwrap_or(error)
}
