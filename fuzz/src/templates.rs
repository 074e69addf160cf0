//! Templates and descriptions of hosts, as a project overlays them.

use std::collections::BTreeMap;
use std::path::Path;

use vitae::compile::Options;
use vitae::render::host;
use vitae::verify::expected_limitation::ExpectedLimitation;

use super::compilation::{EMBEDDED, compile, sources};
use super::project::{FILES, day};

/// Compiles a site with a changed template or `host.yaml`. The first line is its name below
/// `templates/`, and the rest is its text.
pub fn templates(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some((name, text)) = text.split_once('\n') else { return };
    // Names of files in a directory.
    if name.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return;
    }
    let files = BTreeMap::from([(name.to_owned(), text.to_owned())]);
    let directory = Path::new("templates");
    let Ok(templates) = EMBEDDED.clone().overlaid_with(files, directory) else { return };
    let mut parts = name.split('/');
    let host = (parts.next() == Some("hosts")).then(|| parts.next()).flatten();
    let host = host.filter(|_| parts.next().is_some()).map(str::to_owned);
    if let Some(host) = &host
        && let Ok(description) = host::read(host, &templates)
    {
        let limitations = ExpectedLimitation::of_host(&description);
        for rewrite in limitations.iter().filter_map(|limitation| limitation.rewrite.as_ref()) {
            rewrite("/api/consultant-public/anna-berg", "?format=jsonresume");
        }
    }
    let content = FILES.map(|(path, text)| (path, text.as_bytes()));
    let options = Options { host, ..Options::on(day()) };
    if let Err(error) = compile(&sources(content), &templates, &options) {
        assert!(!error.to_string().is_empty());
    }
}
