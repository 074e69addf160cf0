//! `vitae serve`, the live preview.

mod connections;
mod history;
mod incremental;
mod photos;
mod preview;
mod responses;
mod security;
mod updates;

use vitae::source::published_directory::PublishedDirectory;

pub(crate) use preview::{Preview, Response};

use crate::project::{Project, profile};

const PROFILE: &str = "/api/consultant-public/anna-berg";
const FILE: &str = "content/consultants/anna-berg.yaml";

/// Creates a site with one consultant.
fn anna(name: &str) -> Project {
    let project = Project::site(name);
    project.write(FILE, profile("Anna Berg"));
    project
}

fn is_not_found(response: &Response) -> bool {
    response.status == 404
        && response.header("content-type") == Some("application/json")
        && response.text().starts_with("{\n  \"error\": ")
}

/// Returns the input of the preview's compiler.
pub(crate) fn previewed(project: &Project) -> vitae::preview::incremental::PreviewedProject {
    vitae::preview::incremental::PreviewedProject {
        language: None,
        content: project.root.join("content"),
        templates: Some(project.root.join("templates")).filter(|templates| templates.exists()),
        host: None,
        day: std::sync::Arc::new(crate::project::day),
        published: PublishedDirectory::new(&project.root.join("dist")),
        photos: std::sync::Arc::new(crate::shared_photos::SharedPhotos),
    }
}

/// Returns the compiler of a project after the first compilation.
pub(crate) fn compiled(
    project: vitae::preview::incremental::PreviewedProject,
) -> vitae::preview::incremental::Compiler {
    let mut compiler = vitae::preview::incremental::Compiler::new(project).expect("a project");
    compiler.compile(&|_| ());
    compiler
}
