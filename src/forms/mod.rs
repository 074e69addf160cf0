//! Forms for profiles: a page that loads Sveltia CMS, and its configuration.
//!
//! The page is a second site of the repository. It publishes nothing of the content: editors sign in at the host of the
//! repository, and the browser reads and commits the files there.

mod fields;
pub mod server;

use serde_json::{Map, Value as Json, json};

use crate::document::group::FieldGroup as _;
use crate::error::{Error, Result};
use crate::model::id::ConsultantId;
use crate::model::profile::Profile;
use crate::model::settings::Settings;
use crate::photo;
use crate::templates::Templates;

/// A file of the page: its name, media type and content.
pub type FormFile = (&'static str, &'static str, String);

/// Returns the files of the page, which is the first one. `content` is the path of the content directory in the repository.
///
/// `is_local` says whether it is for a clone on this machine.
///
/// # Errors
/// Returns an error if the settings do not say where the repository is, unless the page is for a clone.
pub fn files(
    settings: &Settings,
    templates: &Templates,
    content: &str,
    is_local: bool,
) -> Result<Vec<FormFile>> {
    // Sveltia CMS opens a clone with any backend, but not without one.
    let local = json!({ "name": "github", "repo": "clone/local" });
    let local = local.as_object().filter(|_| is_local);
    let backend = settings.forms.as_ref().map(|forms| &forms.backend).or(local);
    let backend = backend.ok_or_else(|| {
        Error::new("site.yaml does not say where the repository is")
            .help("add `forms: {backend: {name: github, repo: <owner>/<repository>}}`")
    })?;
    let template = |name| templates.get(name).expect("an embedded template").to_owned();
    let configuration = format!("{:#}\n", configuration(backend, &settings.title, content));
    Ok(vec![
        ("index.html", "text/html; charset=utf-8", template("forms/index.html")),
        ("config.json", "application/json", configuration),
        ("yaml-format.js", "text/javascript; charset=utf-8", template("forms/yaml-format.js")),
    ])
}

/// Returns the configuration of Sveltia CMS.
/// Source: <https://sveltiacms.app/en/docs/config-basics>
fn configuration(backend: &Map<String, Json>, title: &str, content: &str) -> Json {
    json!({
        "backend": backend,
        "app_title": title,
        "media_folder": format!("{content}/photos"),
        "public_folder": "/",
        "media_libraries": {
            "default": { "config": { "slugify_filename": true, "max_file_size": photo::MAX_BYTES } },
            "stock_assets": { "providers": [] },
        },
        "slug": { "encoding": "ascii", "clean_accents": true, "maxlength": ConsultantId::MAX_LENGTH },
        "collections": [{
            "name": "consultants",
            "label": "Consultants",
            "label_singular": "Consultant",
            "folder": format!("{content}/consultants"),
            "format": "vitae",
            "extension": "yaml",
            "create": true,
            // A copy would contain the source of the original.
            "duplicate": false,
            "identifier_field": "name",
            "slug": { "template": "{{name}}", "editable": ["create"] },
            "summary": "{{name}}",
            "sortable_fields": ["name", "active"],
            "editor": { "preview": false },
            "fields": fields(),
        }],
    })
}

/// The order of the fields. `""` stands for all others, of which the title is the first.
const ORDER: [&str; 8] =
    ["name", "active", "photo", "", "last_modified", "publish_from", "publish_until", "consent"];

/// Returns the fields of a profile. The form shows a file with an error by a name that cannot be saved: a format has no
/// other way to give a reason.
fn fields() -> Vec<Json> {
    let mut fields = fields::of(Profile::GROUP);
    fields.sort_by_key(|field| ORDER.iter().position(|name| field["name"] == *name).or(Some(3)));
    let name = &mut fields[0];
    let message =
        "This file has an error that the form cannot show: run `vitae check`, or open the preview.";
    name["pattern"] = json!(["^(?!.*\\(this file has an error\\)$)", message]);
    fields
}
