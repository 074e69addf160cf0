//! The explanation of a diagnostic code: its documentation page, split into sections.

use serde::Serialize;

/// This section is omitted, because the message already says what is wrong.
const OMITTED: &str = "What it does";

/// A section of a code's page.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Section<'a> {
    title: &'a str,
    blocks: Vec<Block<'a>>,
}

/// A paragraph or an example.
#[derive(Debug, Clone, Serialize)]
struct Block<'a> {
    is_example: bool,
    text: &'a str,
}

/// Splits a code's page, which is Markdown with headings, paragraphs and fenced examples.
pub(super) fn explanation(page: &str) -> Vec<Section<'_>> {
    let sections = page.trim_start_matches("## ").split("\n## ");
    sections
        .map(|section| section.split_once('\n').unwrap_or((section, "")))
        .filter(|(title, _)| *title != OMITTED)
        .map(|(title, body)| Section {
            title,
            blocks: body.split("```").enumerate().flat_map(blocks).collect(),
        })
        .collect()
}

/// Returns the blocks of a part of a section. Every second part is between two fences.
fn blocks((index, part): (usize, &str)) -> Vec<Block<'_>> {
    let is_example = index % 2 == 1;
    if is_example {
        // The rest of the fence's line names the language.
        let text = part.split_once('\n').map_or(part, |(_, example)| example);
        let text = text.trim_end();
        return vec![Block { is_example, text }];
    }
    let paragraphs = part.split("\n\n").map(str::trim);
    let paragraphs = paragraphs.filter(|text| !text.is_empty());
    paragraphs.map(|text| Block { is_example, text }).collect()
}

#[cfg(test)]
mod tests {
    use super::explanation;

    #[test]
    fn splits_a_page_into_sections() {
        let page = "## What it does\n\nFinds.\n\n## Why it matters\n\nOne `x`.\n\nTwo.\n\n\
                    ## Right\n\n```yaml\na: 1\n\nb: 2 ## no heading\n```\n";
        let sections = explanation(page);
        let titles: Vec<&str> = sections.iter().map(|s| s.title).collect();
        assert_eq!(titles, ["Why it matters", "Right"]);
        assert_eq!(sections[0].blocks.len(), 2);
        let example = &sections[1].blocks[0];
        assert!(example.is_example);
        assert_eq!(example.text, "a: 1\n\nb: 2 ## no heading");
    }
}
