//! Runs the Python tests of the deploy files for S3 with CloudFront: the upload script with the AWS CLI
//! and a simulator of S3, the stack with its linter, and the function with njs.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::linters::installed;
use crate::project::{repository, text};
use crate::sampling::runs_slow_test;

const PART: &str = "the files for S3";

fn run_python_tests(test: &str) {
    let directory = repository().join("tests/conformance/s3-cloudfront");
    let install = "in tests/conformance/s3-cloudfront, run `python3 -m venv .venv` and \
                   `.venv/bin/pip install -r requirements.txt`";
    let Some(python) = installed(&directory.join(".venv/bin/python"), install) else {
        return;
    };
    let output = Command::new(python)
        .arg(directory.join(test))
        .env("VITAE", cargo_bin("vitae"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn upload_script_removes_withdrawn_files_and_uploads_changes() {
    if runs_slow_test(PART, "s3_") {
        run_python_tests("test_upload.py");
    }
}

#[test]
fn new_project_follows_its_readme_and_its_workflow_uploads() {
    run_python_tests("test_publish.py");
}

#[test]
fn stack_passes_its_linter_and_the_function_runs() {
    let njs = || installed("/usr/bin/njs".as_ref(), "apt-get install njs");
    if runs_slow_test(PART, "s3_") && njs().is_some() {
        run_python_tests("test_stack.py");
    }
}
