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
        "contact": { "name": "Our consultants' desk", "email": "our-desk@example.com" },
        "license": { "name": "Our terms of use", "url": "https://example.com/our-terms" },
    })
}

/// The settings to compare: the others, such as the name of a license, can be true.
const INVENTED_SETTINGS: [&str; 3] = ["description", "contact.email", "license.url"];

/// The consultant of a new project.
static SAMPLE: LazyLock<Json> = LazyLock::new(|| {
    let templates = Templates::embedded();
    let name = "project/content/consultants/sample-consultant.yaml.j2";
    let sample = templates.get(name).expect("the sample consultant is embedded");
    let tree = yaml::parse(name, sample.as_bytes(), &mut Vec::new());
    tree.expect("the sample consultant is YAML").to_json()
});

/// Reports invented content that `vitae init` wrote and that would be published, once for the file.
pub(super) fn check(file: &str, tree: &Node) -> Option<Diagnostic> {
    if file == SITE_PATH {
        let (path, value) = first_invented(tree, &invented_settings(), &INVENTED_SETTINGS)?;
        let message = format!("`{path}` is an example that `vitae init` wrote");
        let hint = "write the description, contact and license of your own site";
        return Some(at(file, value, message).hint(hint));
    }
    let is_active = tree.entry("active")?.value.to_json() == Json::Bool(true);
    let (_, value) = first_invented(tree, &SAMPLE, &["name", "personal.contact.email"])?;
    let message = "this is the sample consultant of a new project";
    let hint = "delete this file and create profiles with `vitae new <name>`, or replace what `vitae init` wrote";
    is_active.then(|| at(file, value, message.to_owned()).hint(hint))
}

/// Returns the first of the paths whose value is the value of the example.
fn first_invented<'a>(
    tree: &'a Node,
    example: &Json,
    paths: &[&'static str],
) -> Option<(&'static str, &'a Node)> {
    paths.iter().find_map(|path| {
        let value = path.split('.').try_fold(tree, |node, key| Some(&node.entry(key)?.value))?;
        let invented = path.split('.').fold(example, |value, key| &value[key]);
        (value.to_json() == *invented).then_some((*path, value))
    })
}

fn at(file: &str, value: &Node, message: String) -> Diagnostic {
    Diagnostic::at(&SAMPLE_CONTENT, file, value.span.clone(), message)
}
