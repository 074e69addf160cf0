//! Profiles with 25 errors and more: `vitae check` reports all of them at once, so that an author who follows the
//! hints needs two rounds at most.
//!
//! `tests/fixtures/rounds/<name>.yaml` is the profile of round 1. `<name>.fixed.yaml` has the lines that its author
//! writes where a hint does not say the text to write.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use regex::Regex;
use vitae::content;
use vitae::diagnostic::{Diagnostic, Replacement, Span};

use crate::project::{files, repository};
use crate::sampling::{every, sampled};

const FIXTURES: &str = "tests/fixtures/rounds";

/// The least number of errors of a profile.
const ERRORS: usize = 24;

/// The codes of syntax errors.
const SYNTAX: [&str; 12] = [
    "alias",
    "escape",
    "indentation",
    "merge-conflict",
    "missing-space",
    "needs-quotes",
    "syntax",
    "tab",
    "tag",
    "unclosed-bracket",
    "unclosed-quote",
    "no-break-space",
];
/// The least number of syntax errors of a profile.
const SYNTAX_ERRORS: usize = 6;

/// Returns the errors of a profile.
fn errors(profile: &str) -> Vec<Diagnostic> {
    let mut found = content::check_profile("a.yaml", profile.as_bytes());
    found.retain(Diagnostic::is_error);
    found
}

/// Returns the place and the text that a hint says to write there; `None` if its author has to know more.
fn written_by_hint(error: &Diagnostic, profile: &str) -> Option<(Span, String)> {
    static WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
        let text = "(?:`([^`]+)`|(\"[^\"]*\")|([0-9-]+))";
        let pattern = format!(
            "^(?:write {text}(?:;.*| instead of .*)?|did you mean {text}\\?|put quotes around the whole [a-z]+: (\"[^\"]*\")(?:;.*)?)$"
        );
        Regex::new(&pattern).expect("a valid pattern")
    });
    if let Some(Replacement { span, text }) = &error.replacement {
        return Some((span.clone(), text.clone()));
    }
    if error.code.id == "tab" {
        let start = error.span.clone()?.start;
        let tabs = profile[start..].bytes().take_while(|byte| *byte == b'\t').count();
        return Some((start..start + tabs, "  ".repeat(tabs)));
    }
    let found = WRITTEN.captures(error.hint.as_deref()?)?;
    let text = found.iter().skip(1).flatten().next().expect("a group").as_str();
    // The dash of a list keeps the space after it.
    Some((error.span.clone()?, text.trim_end().to_owned()))
}

/// Follows the hints of the errors of a profile. Returns the profile, and the number of hints that say what to write.
fn followed(profile: &str, errors: &[Diagnostic], fixed: &str) -> (String, usize) {
    let line_of = |at: usize| profile[..at].matches('\n').count();
    let mut edits = BTreeMap::new();
    let mut known = BTreeSet::new();
    for error in errors {
        let line = line_of(error.span.as_ref().expect("a position").start);
        match written_by_hint(error, profile).filter(|(span, _)| line_of(span.end) == line) {
            Some((span, text)) => drop(edits.insert((span.start, span.end), text)),
            // A merge conflict has five lines, and a field can be missing below its group.
            None => known.extend(line.saturating_sub(1)..=line + 4),
        }
    }
    let count = edits.len();
    let mut end = profile.len();
    let mut text = profile.to_owned();
    for ((start, stop), edit) in
        edits.into_iter().rev().filter(|((start, _), _)| !known.contains(&line_of(*start)))
    {
        if stop <= end {
            text.replace_range(start..stop, &edit);
            end = start;
        }
    }
    let lines = text.lines().zip(fixed.lines()).enumerate();
    let line = |(at, (line, fixed))| if known.contains(&at) { fixed } else { line };
    (lines.map(line).collect::<Vec<_>>().join("\n") + "\n", count)
}

fn needs_two_rounds_at_most(name: &str) {
    let read = |file: &str| {
        let path = repository().join(FIXTURES).join(file);
        fs::read_to_string(path).expect("a fixture")
    };
    let (bad, fixed) = (read(&format!("{name}.yaml")), read(&format!("{name}.fixed.yaml")));
    assert_eq!(bad.lines().count(), fixed.lines().count());
    let first_round = errors(&bad);
    let syntax = first_round.iter().filter(|error| SYNTAX.contains(&error.code.id));
    assert!(first_round.len() >= ERRORS, "{} {first_round:#?}", first_round.len());
    assert!(syntax.count() >= SYNTAX_ERRORS, "{first_round:#?}");
    let (second, count) = followed(&bad, &first_round, &fixed);
    assert!(count * 3 >= first_round.len(), "only {count} hints say what to write");
    let second_round = errors(&second);
    assert!(second_round.len() * 5 <= first_round.len(), "{second}{second_round:#?}");
    let (third, _) = followed(&second, &second_round, &fixed);
    assert_eq!(errors(&third), [], "{third}");
}

#[test]
fn a_profile_written_in_a_hurry_needs_two_rounds() {
    needs_two_rounds_at_most("consultant-in-a-hurry");
}

#[test]
fn a_profile_indented_with_tabs_needs_two_rounds() {
    needs_two_rounds_at_most("tabs");
}

#[test]
fn a_profile_merged_from_notes_needs_two_rounds() {
    needs_two_rounds_at_most("merged-notes");
}

/// Returns the line and message of each error of a profile.
fn error_lines(profile: &str) -> Vec<(usize, String)> {
    let found = content::check_profile("a.yaml", profile.as_bytes());
    let errors = found.into_iter().filter(Diagnostic::is_error);
    let line = |error: Diagnostic| {
        let start = error.span.map_or(0, |span| span.start);
        let line = profile[..start].matches('\n').count() + 1;
        (line, format!("{}: {}", error.code.id, error.message))
    };
    errors.map(line).collect()
}

/// A quote at a random place of a line is an error on this line, or none. At the start of the first line of a text, the
/// text lacks its lines, too.
#[test]
fn one_stray_quote_is_the_only_error() {
    let mut random = 7_usize;
    let mut count = 0;
    for (path, bytes) in files(&repository().join("content/consultants")) {
        let profile = String::from_utf8(bytes).expect("UTF-8");
        let lines: Vec<&str> = profile.lines().collect();
        for (at, line) in lines.iter().enumerate().step_by(every(1)) {
            let quote = ['"', '\''][at % 2];
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
            let column = line.floor_char_boundary((random >> 33) % (line.len() + 1));
            let broken = format!("{}{quote}{}", &line[..column], &line[column..]);
            let mut lines = lines.clone();
            lines[at] = &broken;
            let errors = error_lines(&(lines.join("\n") + "\n"));
            let is_text = lines[at.saturating_sub(1)].ends_with(['|', '-']);
            let is_right = |(line, _): &(usize, String)| *line == at + 1 || is_text && *line == at;
            let is_right = errors.len() <= 1 + usize::from(is_text) && errors.iter().all(is_right);
            assert!(is_right, "{path}:{} {broken}\n{errors:#?}", at + 1);
            count += errors.len();
        }
    }
    assert!(count > sampled(500), "only {count} quotes are errors");
}

/// A profile before and after its author follows the hint of an error, and a part of the hint.
const FOLLOWED: [(&str, &str, &str); 40] = [
    (
        "employment:\n  – organization: X\n    role: Y\n",
        "an item starts with `- `: write it in place of `–`",
        "employment:\n  - organization: X\n    role: Y\n",
    ),
    (
        "employment:\n- organization: X\nrole: Y\n",
        "start it in column 3, like `organization`",
        "employment:\n- organization: X\n  role: Y\n",
    ),
    (
        "employment:\n  - organization: &k X\n  - organization: *k\n",
        "write the value out",
        "employment:\n  - organization: X\n  - organization: X\n",
    ),
    (
        "summary:\n  full: |\n    Jag är arkitekt.\n\n  Jag bor i Malmö: i väster.\n",
        "indent it by two spaces to keep it in the text",
        "summary:\n  full: |\n    Jag är arkitekt.\n\n    Jag bor i Malmö: i väster.\n",
    ),
    (
        "bio_short: |\nErfarenhet: 20 år\n",
        "start each line of the text with 2 spaces",
        "bio_short: |\n  Erfarenhet: 20 år\n",
    ),
    ("title :Moln\n", "write `title: Moln`", "title: Moln\n"),
    (
        "personal:\n  headline :Moln\n",
        "the space belongs behind the colon",
        "personal:\n  headline: Moln\n",
    ),
    ("title: \"A\"# b\n", "write a space before the `#`", "title: \"A\" # b\n"),
    (
        "summary:\n  full:\n    • Leads teams\n    • Tools: Rust\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    • Leads teams\n    • Tools: Rust\n",
    ),
    (
        "summary:\n  full:\n    • Led: a team\n    • Saved money\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    • Led: a team\n    • Saved money\n",
    ),
    (
        "summary:\n  full:\n    • one\n    • two: x\n    three\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    • one\n    • two: x\n    three\n",
    ),
    (
        "summary:\n  full:\n    • one\n    • Two: x: y\n    three\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    • one\n    • Two: x: y\n    three\n",
    ),
    (
        "summary:\n  full: Roles:\n    • two\n    • three\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    Roles:\n    • two\n    • three\n",
    ),
    (
        "summary:\n  full: Hello: world\n    and all\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    Hello: world\n    and all\n",
    ),
    (
        "summary:\n  full: • one: x\n    • two: y\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    • one: x\n    • two: y\n",
    ),
    (
        "summary:\n  full: @ home\n    and away\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    @ home\n    and away\n",
    ),
    (
        "summary:\n  full: Hello,\n    World: One: two\n",
        "write the text below `full: |`",
        "summary:\n  full: |\n    Hello,\n    World: One: two\n",
    ),
    (
        "summary:\n  full:\n    Leads: teams\n      and projects\n",
        "indented below `key: |`",
        "summary:\n  full: |\n    Leads: teams\n      and projects\n",
    ),
    (
        "engagement:\n  work_arrangements: distans, på plats\n",
        "write each item on its own line below the key, starting with `- `",
        "engagement:\n  work_arrangements:\n    - remote\n    - onsite\n",
    ),
    (
        "employment:\n  1. organization: X\n     role: Y\n",
        "an item starts with `- `: write it in place of `1.`",
        "employment:\n  -  organization: X\n     role: Y\n",
    ),
    (
        "title: 'Anna's\n",
        "put quotes of the other kind around the whole value",
        "title: \"Anna's\"\n",
    ),
    ("”title”: X\n", "write `key: value`", "title: X\n"),
    (
        "skills: {categories: {cloud: [AWS; ]}}\n",
        "delete the `;`",
        "skills: {categories: {cloud: [AWS]}}\n",
    ),
    (
        "skills:\n  languages:\n    - English: fluent\n",
        "start the item with `- name: English`, and write `level: fluent` below that",
        "skills:\n  languages:\n    - name: English\n      level: fluent\n",
    ),
    (
        "skills:\n  languages:\n    - German (fluent)\n",
        "start the item with `- name: German`, and write `level: fluent` below that",
        "skills:\n  languages:\n    - name: German\n      level: fluent\n",
    ),
    (
        "employment:\n  - Nordvik: Architect\n    start_date: 2015\n",
        "`- organization: Nordvik` or `- role: Nordvik`",
        "employment:\n  - organization: Nordvik\n    role: Architect\n    start_date: 2015\n",
    ),
    (
        "personal:\n  company: Öberg Konsult AB\n",
        "such as `name: Öberg Konsult AB`",
        "personal:\n  company:\n    name: Öberg Konsult AB\n",
    ),
    (
        "skills:\n  categories:\n    cloud:\n      * Azure\n      * Go\n",
        "an item starts with `- `: write it in place of `*`",
        "skills:\n  categories:\n    cloud:\n      - Azure\n      - Go\n",
    ),
    (
        "skills:\n  categories:\n    cloud:\n      • Azure\n      • Go\n",
        "starting with `- ` in place of `•`",
        "skills:\n  categories:\n    cloud:\n      - Azure\n      - Go\n",
    ),
    (
        "engagement:\n  pricing: 1.150,- €\n",
        "a public price belongs in `pricing_note`",
        "engagement:\n  pricing_note: 1.150,- €\n",
    ),
    (
        "engagement:\n  work_arrangements:\n    - Remote 80 %\n",
        "write `remote`; what else the text says belongs in `available_from_note`",
        "engagement:\n  available_from_note: 80 %\n  work_arrangements:\n    - remote\n",
    ),
    (
        "skills:\n  languages:\n    - name: Latin\n      level: Großes Latinum\n",
        "keep the text as `fluency` under `extra`",
        "skills:\n  languages:\n    - name: Latin\n      extra:\n        fluency: Großes Latinum\n",
    ),
    ("title: - Arkitekt\n", "in a text, delete the sign", "title: Arkitekt\n"),
    ("title: * Arkitekt\n", "in a text, delete the sign", "title: Arkitekt\n"),
    ("title := Arkitekt\n", "write `title: Arkitekt`", "title: Arkitekt\n"),
    (
        "skills:\n  categories:\n    cloud:\n      - * Azure\n",
        "delete the `*`: the dash marks the item",
        "skills:\n  categories:\n    cloud:\n      - Azure\n",
    ),
    (
        "personal:\n  location: SE\n",
        "or `country: SE`",
        "personal:\n  location:\n    country: SE\n",
    ),
    (
        "skills:\n  categories:\n    cloud: - Azure\n",
        "write each item of a list on a line `- item` below the key",
        "skills:\n  categories:\n    cloud:\n      - Azure\n",
    ),
    (
        "personal:\n  headline = Moln\n",
        "write `: ` in place of ` = `",
        "personal:\n  headline: Moln\n",
    ),
    (
        "attributes:\n- clearance: SC\n  level: 2\n- union: Unionen\n",
        "write its keys below it without `- `, each indented by two spaces",
        "attributes:\n  clearance: SC\n  level: 2\n  union: Unionen\n",
    ),
];

#[test]
fn following_a_hint_leads_to_a_valid_profile() {
    let check = |lines: &str| {
        let profile = crate::project::profile("Anna Berg") + lines;
        content::check_profile("a.yaml", profile.as_bytes())
    };
    for (before, hint, after) in FOLLOWED {
        let found = check(before);
        // No hint contradicts the one about `|`, and no fix does.
        let is_only = found.len() == 1 && found[0].replacement.is_none();
        assert!(is_only || !hint.contains("`|`"), "{before}{found:#?}");
        let hints: Vec<_> = found.iter().filter_map(|found| found.hint.as_deref()).collect();
        assert!(hints.iter().any(|it| it.contains(hint)), "{before}{hints:#?}");
        assert_eq!(check(after), [], "{after}");
    }
}
