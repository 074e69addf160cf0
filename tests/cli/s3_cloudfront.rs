//! What S3 with CloudFront is given beside the published folder: the upload script, run with the
//! AWS CLI against a simulator of S3, and the stack under its linter. The tests themselves are in
//! Python, as these programs are.

use std::process::Command;

use crate::linters::installed;
use crate::project::{repository, text};

fn passes(test: &str) {
    let folder = repository().join("tests/conformance/s3-cloudfront");
    let install = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt, in \
                   tests/conformance/s3-cloudfront";
    let Some(python) = installed(&folder.join(".venv/bin/python"), install) else {
        return;
    };
    let output = Command::new(python)
        .arg(folder.join(test))
        .env("VITAE", env!("CARGO_BIN_EXE_vitae"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn what_is_withdrawn_goes_first_and_what_changed_is_uploaded() {
    passes("test_upload.py");
}

#[test]
fn the_stack_is_what_its_linter_and_the_engine_of_its_function_take() {
    if installed("/usr/bin/njs".as_ref(), "apt-get install njs").is_some() {
        passes("test_stack.py");
    }
}
