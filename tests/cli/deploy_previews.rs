//! The settings of a new project for a host that builds previews of pull requests: previews publish no
//! profiles.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::{Project, files};

/// Prints the command and the published directory of a context, one per line.
const READER: &str = "\
import sys, tomllib
with open('netlify.toml', 'rb') as file:
    settings = tomllib.load(file)
context = settings.get('context', {}).get(sys.argv[1], {})
for key in ('command', 'publish'):
    print(context.get(key, settings['build'][key]))
";

/// Runs the command of a context. Returns the published files, or `None` if the command fails.
fn published(root: &Path, context: &str) -> Option<Vec<String>> {
    let output = Command::new("python3").current_dir(root).args(["-c", READER, context]).output();
    let printed = String::from_utf8(output.expect("python3").stdout).expect("UTF-8");
    let (command, directory) = printed.trim_end().split_once('\n').expect("two lines");
    let status = Command::new("sh").current_dir(root).args(["-c", command]).status();
    let is_built = status.expect("it runs").success();
    is_built.then(|| files(&root.join(directory)).into_keys().collect())
}

/// Replaces the scripts of the project, which build vitae.
fn stub(root: &Path, script: &str) {
    for entry in fs::read_dir(root.join("scripts")).expect("scripts") {
        fs::write(entry.expect("an entry").path(), script).expect("writable");
    }
}

#[test]
fn previews_publish_no_profiles() {
    let project = Project::empty("previews");
    project.succeed("init --host netlify site");
    let root = project.root.join("site");
    let profile = "api/consultant-public/anna-berg";
    let build = format!("mkdir -p dist/api/consultant-public\necho Canary > dist/{profile}\n");
    stub(&root, &build);
    assert_eq!(published(&root, "production"), Some(vec![profile.to_owned()]));
    for context in ["deploy-preview", "branch-deploy"] {
        assert_eq!(published(&root, context), Some(vec!["index.html".to_owned()]));
        // An error in the content fails the preview.
        stub(&root, "exit 1\n");
        assert_eq!(published(&root, context), None);
        stub(&root, &build);
    }
}
