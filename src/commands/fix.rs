//! `vitae check --fix`

use similar::DiffOp;
use vitae::characters::printable_line;
use vitae::content::SITE_PATH;
use vitae::diff::sequence::operations;
use vitae::error::Result;
use vitae::fix::{FixedFile, Fixer};
use vitae::model::id::ConsultantId;
use vitae::publish::change_file;
use vitae::render::host;
use vitae::source::{Source, Sources};

use super::shared_arguments::CompileArguments;
use crate::terminal::{ReportFormat, plural, print_stderr, print_stdout};

/// Fixes the selected profiles, or all of them and `site.yaml`. Prints the changes and returns the start
/// of the summary. A dry run writes no file.
pub(super) fn fix(
    arguments: &CompileArguments,
    sources: &Sources,
    selected: &[ConsultantId],
    is_dry_run: bool,
) -> Result<String> {
    let fixer = Fixer::new(host::names(&arguments.site.templates.read()?));
    let is_selected = |source: &&Source| {
        let is_site = source.path() == SITE_PATH;
        let directory = source.path().strip_prefix("consultants/");
        let is_profile = directory.is_some_and(|name| !name.contains('/'))
            && ["yaml", "yml"].contains(&source.extension());
        let is_one =
            |id: &ConsultantId| source.stem() == id.as_str() && source.extension() == "yaml";
        match selected {
            [] => is_site || is_profile,
            ids => is_profile && ids.iter().any(is_one),
        }
    };
    let (mut count, mut files) = (0, 0);
    for source in sources.iter().filter(is_selected) {
        let Some(fixed) = fixer.fix(sources, source)? else {
            continue;
        };
        if let Some(path) = source.location().filter(|_| !is_dry_run) {
            change_file(&path, &fixed.before, &fixed.after)?;
        }
        print_diff(arguments.format, sources, &fixed)?;
        (count, files) = (count + fixed.count, files + 1);
    }
    if count == 0 {
        return Ok("nothing to fix; ".to_owned());
    }
    let (count, files) = (plural(count, "diagnostic"), plural(files, "file"));
    Ok(format!("{count} {} in {files}; ", if is_dry_run { "would be fixed" } else { "fixed" }))
}

/// Prints a unified diff: to the standard error if the standard output is for programs.
fn print_diff(format: ReportFormat, sources: &Sources, fixed: &FixedFile) -> Result<()> {
    let [before, after] = [&fixed.before, &fixed.after].map(|it| String::from_utf8_lossy(it));
    let path = printable_line(&format!("{}/{}", sources.root(), fixed.path));
    let diff = format!("--- {path}\n+++ {path}\n{}", changed_lines(&before, &after));
    match format {
        ReportFormat::Human => print_stdout(&diff),
        ReportFormat::Json | ReportFormat::Github => {
            print_stderr(&diff);
            Ok(())
        }
    }
}

/// Returns the changed lines as a unified diff without context, because lines around a change can be
/// private.
fn changed_lines(before: &str, after: &str) -> String {
    let [before, after] =
        [before, after].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut text = String::new();
    for operation in operations(&before, &after) {
        if matches!(operation, DiffOp::Equal { .. }) {
            continue;
        }
        let (old, new) = (operation.old_range(), operation.new_range());
        text +=
            &format!("@@ -{},{} +{},{} @@\n", old.start + 1, old.len(), new.start + 1, new.len());
        let removed = before[old].iter().map(|line| format!("-{}\n", line.trim_end_matches('\n')));
        let added = after[new].iter().map(|line| format!("+{}\n", line.trim_end_matches('\n')));
        text.extend(removed.chain(added));
    }
    text
}
