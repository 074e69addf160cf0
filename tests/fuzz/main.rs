//! The fuzz targets of `fuzz/` on random mutations of the fixtures, on stable Rust.
//!
//! `cargo test` tries a few hundred mutations per target. `VITAE_FUZZ_SECONDS` makes each target try new
//! ones for so long. A failure prints its seed and writes the shortest failing input to
//! `target/tmp/fuzz/`.

mod campaign;
mod mutation;
mod program;
mod seeds;
#[expect(unreachable_pub, reason = "the targets are a crate of their own in `fuzz/`")]
#[path = "../../fuzz/src/lib.rs"]
mod targets;

use campaign::{Campaign, run};

#[test]
fn profile() {
    run(&Campaign {
        name: "profile",
        target: targets::profile,
        seeds: seeds::profiles(),
        tokens: seeds::tokens("yaml"),
        cases: 300,
    });
}

#[test]
fn site() {
    run(&Campaign {
        name: "site",
        target: targets::site,
        seeds: seeds::sites(),
        tokens: seeds::tokens("yaml"),
        cases: 200,
    });
}

#[test]
fn fix() {
    run(&Campaign {
        name: "fix",
        target: targets::fix,
        seeds: seeds::profiles(),
        tokens: seeds::tokens("yaml"),
        cases: 300,
    });
}

#[test]
fn import() {
    run(&Campaign {
        name: "import",
        target: targets::import,
        seeds: seeds::resumes(),
        tokens: seeds::tokens("json"),
        cases: 300,
    });
}

#[test]
fn photo() {
    run(&Campaign {
        name: "photo",
        target: targets::photo,
        seeds: seeds::photos(),
        tokens: seeds::tokens("photo"),
        cases: 300,
    });
}

#[test]
fn templates() {
    run(&Campaign {
        name: "templates",
        target: targets::templates,
        seeds: seeds::templates(),
        tokens: [seeds::tokens("template"), seeds::tokens("yaml")].concat(),
        cases: 200,
    });
}

#[test]
fn request() {
    run(&Campaign {
        name: "request",
        target: targets::request,
        seeds: seeds::requests(),
        tokens: seeds::tokens("http"),
        cases: 1000,
    });
}

#[test]
fn response() {
    run(&Campaign {
        name: "response",
        target: targets::response,
        seeds: seeds::responses(),
        tokens: seeds::tokens("http"),
        cases: 300,
    });
}

#[test]
fn connection() {
    run(&Campaign {
        name: "connection",
        target: targets::connection,
        seeds: seeds::connections(),
        tokens: seeds::tokens("http"),
        cases: 20,
    });
}
