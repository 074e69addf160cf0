//! What is true of the fixes of any profile.

use std::collections::BTreeSet;

use similar::{DiffTag, TextDiff};
use vitae::fix::Fixer;
use vitae::source::{Modified, Sources};
use vitae::yaml::{Node, YamlValue, parse_up_to};

/// Fixes a profile. Asserts that the fixer has nothing left to fix.
pub(super) fn fixed(fixer: &Fixer, yaml: &str) -> String {
    let fix = |yaml: &str| {
        let path = "consultants/anna-berg.yaml";
        let sources = Sources::from_memory(
            [(path, yaml)],
            &Modified::Committed("2026-03-14T09:30:00+01:00".into()),
        );
        let fixed = fixer.fix(sources.get(path).expect("the profile")).expect("a readable file");
        fixed.map(|fixed| String::from_utf8(fixed.after).expect("UTF-8"))
    };
    let Some(fixed) = fix(yaml) else {
        return yaml.to_owned();
    };
    assert_eq!(fix(&fixed), None, "{fixed}");
    fixed
}

/// A key or value: the lines of what contains it, its own lines, and its content.
type Leaf = (Vec<usize>, BTreeSet<usize>, String);

/// Returns the keys and values of a profile. `lines` are the numbers to use for its lines.
fn leaves(yaml: &str, lines: &[usize]) -> Option<Vec<Leaf>> {
    type Line<'a> = &'a dyn Fn(usize) -> usize;
    fn add(line: Line<'_>, node: &Node, path: &mut Vec<usize>, leaves: &mut Vec<Leaf>) {
        let mut push = |span: &std::ops::Range<usize>, path: &[usize], content: String| {
            let lines = (line(span.start)..=line(span.end)).collect();
            leaves.push((path.to_vec(), lines, content));
        };
        match &node.value {
            YamlValue::Mapping(entries) => {
                for entry in entries {
                    let content = format!("key {}", entry.key);
                    let own = (line(entry.key_span.start)..=line(entry.key_span.end)).collect();
                    leaves.push((path.clone(), own, content));
                    path.push(line(entry.key_span.start));
                    add(line, &entry.value, path, leaves);
                    path.pop();
                }
            }
            YamlValue::Sequence(items) => {
                for item in items {
                    path.push(line(item.span.start));
                    add(line, item, path, leaves);
                    path.pop();
                }
            }
            YamlValue::Scalar(scalar) => push(&node.span, path, format!("{:?}", scalar.to_json())),
            YamlValue::Invalid => push(&node.span, path, "invalid".to_owned()),
        }
    }
    let yaml = yaml.trim_start_matches('\u{FEFF}');
    let (parsed, _) = parse_up_to("a.yaml", yaml.as_bytes(), 1000);
    let mut leaves = Vec::new();
    let line = |at: usize| lines[yaml[..at].matches('\n').count()];
    add(&line, &parsed?.tree, &mut Vec::new(), &mut leaves);
    Some(leaves)
}

/// The word at the start of each comment of a profile.
pub(super) const COMMENT: &str = "Kommentar";

/// The lines of a text that a fix changed, and where the lines of the fixed text come from.
struct Alignment {
    changed: BTreeSet<usize>,
    /// The numbers of lines of the text before the fix.
    origins: Vec<usize>,
}

impl Alignment {
    /// Aligns texts with the same number of lines: most fixes change parts of lines.
    fn by_number(old: &[&str], new: &[&str]) -> Option<Self> {
        let changed = (0..old.len()).filter(|line| old[*line] != *new.get(*line).unwrap_or(&""));
        (old.len() == new.len())
            .then(|| Self { changed: changed.collect(), origins: (0..old.len()).collect() })
    }

    /// Aligns texts by their equal lines.
    fn by_content(old: &[&str], new: &[&str]) -> Self {
        let (mut changed, mut origins) = (BTreeSet::new(), Vec::new());
        for part in TextDiff::from_slices(old, new).ops() {
            let (old, new) = (part.old_range(), part.new_range());
            if part.tag() == DiffTag::Equal {
                origins.extend(old);
            } else {
                let last = old.end.max(old.start + 1) - 1;
                origins
                    .extend(new.map(|line| (old.start + line - part.new_range().start).min(last)));
                changed.extend(old.start..=last);
            }
        }
        Self { changed, origins }
    }

    /// Returns the keys and values of both texts apart from the changed lines, if both can be read.
    fn kept(&self, before: &str, after: &str) -> Option<[Vec<Leaf>; 2]> {
        let own: Vec<usize> = (0..before.split('\n').count()).collect();
        let (old, new) = (leaves(before, &own)?, leaves(after, &self.origins)?);
        // A text of several lines can end at a changed one.
        let touched = old.iter().filter(|(_, lines, _)| !lines.is_disjoint(&self.changed));
        let touched: BTreeSet<usize> =
            touched.flat_map(|(_, lines, _)| lines).chain(&self.changed).copied().collect();
        Some([old, new].map(|mut leaves| {
            leaves.retain(|(_, lines, _)| lines.is_disjoint(&touched));
            leaves
        }))
    }
}

/// Asserts that only the changed lines have other keys and values, and that no comment became a
/// value.
pub(super) fn assert_only_fixes(before: &str, after: &str) {
    let [old, new] = [before, after].map(|yaml| yaml.split('\n').collect::<Vec<_>>());
    let by_number = Alignment::by_number(&old, &new);
    let alignments: Vec<_> =
        by_number.into_iter().chain([Alignment::by_content(&old, &new)]).collect();
    let kept: Option<Vec<_>> = alignments.iter().map(|it| it.kept(before, after)).collect();
    let Some(kept) = kept else {
        assert_eq!(before, after, "the file cannot be read, but was changed");
        return;
    };
    let context = || format!("--- before\n{before}\n--- after\n{after}");
    assert!(kept.iter().any(|[old, new]| old == new), "{kept:#?}\n{}", context());
    let comments = |yaml: &str| {
        let lines: Vec<usize> = (0..yaml.split('\n').count()).collect();
        let leaves = leaves(yaml, &lines).unwrap_or_default();
        leaves.iter().filter(|(_, _, content)| content.contains(COMMENT)).count()
    };
    assert!(comments(after) <= comments(before), "{}", context());
}
