//! Incremental compilation equals a compilation from scratch.

use std::fs;
use std::sync::{Arc, Mutex};

use vitae::bundle::{Artifact, Body};
use vitae::compile::Options;
use vitae::preview::incremental::Compiler;
use vitae::preview::response::respond;
use vitae::preview::state::PreviewState;
use vitae::source::Sources;
use vitae::templates::Templates;

use super::{compiled, previewed};
use crate::compilation::compile;
use crate::project::{Project, profile, repository};

#[test]
fn incremental_and_full_compilations_are_equal() {
    let project = Project::sample_with_one_photo("serve_incremental");
    let content = project.root.join("content");
    let templates = project.root.join("templates");
    project.write("templates/pages/index.html.j2", "{{ title }}");
    let mut compiler = compiled(previewed(&project));
    let sample =
        |path: &str| fs::read(repository().join("content").join(path)).expect("a sample file");
    let rosalind = String::from_utf8(sample("consultants/rosalind-pike.yaml")).expect("UTF-8");
    let site = String::from_utf8(sample("site.yaml")).expect("UTF-8");
    let file = "content/consultants/rosalind-pike.yaml";
    type Change<'a> = Box<dyn Fn() + 'a>;
    let write = |path: &'static str, bytes: Vec<u8>| -> Change<'_> {
        let project = &project;
        Box::new(move || project.write(path, &bytes))
    };
    let changes: Vec<Change<'_>> = vec![
        write(file, rosalind.replace("Rosalind", "Rosalinda").into()),
        write(file, rosalind.replace("active: true", "active: false").into()),
        write(file, rosalind.clone().into()),
        write("content/photos/rosalind-pike.png", sample("photos/priya-raghunathan.png")),
        write("content/photos/rosalind-pike.png", sample("photos/henrik-tallbacka.png")),
        write("content/site.yaml", site.replace("max_px: 800", "max_px: 60").into()),
        write("content/site.yaml", site.replace("max_px: 800", "max_px: none").into()),
        write("content/site.yaml", site.replace("max_px: 800", "max_px: 60").into()),
        write("content/site.yaml", site.replace("host: netlify", "host: nowhere").into()),
        write("content/site.yaml", site.replace("max_px: 800", "max_px: 60").into()),
        write("content/site.yaml", site.replace("# base_url", "base_url").into()),
        write("content/consultants/new-one.yaml", profile("New One").into()),
        write(file, b"name: [".to_vec()),
        write(file, rosalind.into()),
        write("templates/pages/index.html.j2", b"{{ description }}".to_vec()),
        Box::new(|| fs::remove_file(content.join("photos/rosalind-pike.png")).expect("removed")),
        Box::new(|| fs::remove_file(content.join("consultants/new-one.yaml")).expect("removed")),
    ];
    for (number, change) in changes.iter().enumerate() {
        change();
        compiler.compile(&|_| ()).expect("a new state");
        let state = compiler.state();
        let sources = Sources::from_disk(&content, &Arc::default()).expect("readable");
        let overlaid = Templates::of_project(Some(&templates)).expect("readable");
        let (outcome, files) = compile(&sources, &overlaid, &Options::on(crate::project::day()))
            .expect("the content compiles");
        assert_eq!(state.diagnostics, outcome.diagnostics, "change {number}");
        let Some(site) = outcome.site else {
            assert!(!state.is_publishable(), "change {number}");
            continue;
        };
        assert!(state.is_publishable(), "change {number}");
        let previewed = state.site.as_ref().expect("a site");
        let expected: Vec<_> = files.iter().chain(site.files.iter()).map(bytes).collect();
        let released: Vec<_> = expected
            .iter()
            .map(|(path, _)| bytes(&state.artifact(path).expect("a published file")))
            .collect();
        assert!(released == expected, "change {number}");
        assert!(previewed.routes.iter().eq(site.routes.iter()), "change {number}");
    }
    assert!(compiler.compile(&|_| ()).is_none(), "nothing changed");
}

/// Returns the path and the bytes of an artifact, or what its bytes depend on.
fn bytes(artifact: &Arc<Artifact>) -> (String, Vec<u8>) {
    let bytes = match &artifact.body {
        Body::Document(document) => document.to_vec(),
        Body::Generated(generator) => generator.fingerprint().0.to_vec(),
    };
    (artifact.path.clone(), bytes)
}

#[test]
fn shows_what_is_compiled_so_far() {
    let project = Project::site("serve_first");
    for number in 0..200 {
        let path = format!("content/consultants/anna-{number}.yaml");
        project.write(&path, profile(&format!("Anna {number}")));
    }
    project.write("content/consultants/wrong.yaml", "name: [");
    let mut compiler = Compiler::new(previewed(&project)).expect("a project");
    let get = |state: &PreviewState, target: &str| {
        let request = hyper::Request::get(target).body(()).expect("a request");
        let response = respond(&request.into_parts().0, state);
        let retry = response.headers().contains_key("retry-after");
        (response.status().as_u16(), retry, String::from_utf8_lossy(response.body()).into_owned())
    };
    let start = get(compiler.state(), "/_preview/");
    assert!(start.2.contains("0 consultants are compiled so far"), "{}", start.2);
    let shown = Mutex::new(Vec::new());
    compiler.compile(&|state| shown.lock().expect("no panic").push(state));
    let shown = shown.into_inner().expect("no panic");
    let first = shown.first().expect("a state before the last one");
    assert!(get(first, "/_preview/").2.contains(" of 201 consultants are compiled so far"));
    for target in ["/", "/api/consultant-public/anna-1", "/api/openapi.json"] {
        let (status, retry, _) = get(first, target);
        assert_eq!((status, retry), (503, true), "{target}");
    }
    for number in 0..200 {
        assert_eq!(get(first, &format!("/_preview/anna-{number}")).0, 200);
    }
    let (_, _, problems) = get(first, "/_preview/_diagnostics");
    assert!(problems.contains("still being compiled"), "{problems}");
    let (status, _, page) = get(first, "/_preview/wrong");
    assert_eq!(status, 200);
    assert!(page.contains("<strong>1 error.</strong> A build would publish nothing."), "{page}");
    assert_eq!(get(first, "/_preview/nobody").0, 404);
    assert!(!get(compiler.state(), "/_preview/").2.contains("so far"));
}
