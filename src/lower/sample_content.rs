//! The invented content of a new project.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::SITE_PATH;
use crate::diagnostic::Diagnostic;
use crate::diagnostic_code::diagnostic_codes;
use crate::templates::Templates;
use crate::yaml::{self, Node};

diagnostic_codes! {
    warning SAMPLE_CONTENT = "sample-content";
}

/// Returns the settings of a new site that its owner has to replace.
pub fn invented_settings() -> Json {
    json!({
        "description": "Public profiles of our consultants, as structured data.",
        "contact": { "name": "Our consultants' desk", "email": "profiles@example.com" },
        "license": { "name": "Our terms of use", "url": "https://example.com/our-terms" },
    })
}

/// The name of the consultant of a new project.
static SAMPLE_NAME: LazyLock<Json> = LazyLock::new(|| {
    let templates = Templates::embedded();
    let name = "project/content/consultants/sample-consultant.yaml.j2";
    let sample = templates.get(name).expect("the sample consultant is embedded");
    let tree = yaml::parse(name, sample.as_bytes(), &mut Vec::new());
    tree.expect("the sample consultant is YAML").to_json()["name"].take()
});

/// Reports invented content that `vitae init` wrote and that would be published, once for the file.
pub(super) fn check(file: &str, tree: &Node) -> Option<Diagnostic> {
    if file == SITE_PATH {
        let invented = invented_settings();
        let mut settings = invented.as_object().expect("an object").iter();
        let entry = settings.find_map(|(key, value)| {
            tree.entry(key).filter(|entry| entry.value.to_json() == *value)
        })?;
        let message = format!("`{}` is an example that `vitae init` wrote", entry.key);
        let hint = "write the description, contact and license of your own site";
        return Some(at(file, &entry.key_span, message).hint(hint));
    }
    let is_active = tree.entry("active")?.value.to_json() == Json::Bool(true);
    let name = &tree.entry("name")?.value;
    let is_sample = is_active && name.to_json() == *SAMPLE_NAME;
    let message = "this is the sample consultant of a new project";
    let hint = "create your own profiles with `vitae new <id>`, then delete this file";
    is_sample.then(|| at(file, &name.span, message.to_owned()).hint(hint))
}

fn at(file: &str, span: &crate::diagnostic::Span, message: String) -> Diagnostic {
    Diagnostic::at(&SAMPLE_CONTENT, file, span.clone(), message)
}
