//! Why something is a mistake, and how it is written right: a rule's page.

use serde::Serialize;

use super::message::{Words, words};

/// The first section of a page says what the message says already.
const KNOWN: &str = "What it does";

/// A section of a rule's page.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Section {
    title: String,
    blocks: Vec<Block>,
}

/// A paragraph or an example.
#[derive(Debug, Clone, Serialize)]
struct Block {
    /// The example, if it is one.
    example: Option<String>,
    /// The paragraph, if it is one.
    words: Vec<Words>,
}

/// The sections of a rule's page, which is Markdown with headings, paragraphs and fenced examples.
pub(super) fn explanation(page: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for part in page.trim_start_matches("## ").split("\n## ") {
        let (title, body) = part.split_once('\n').unwrap_or((part, ""));
        if title != KNOWN {
            sections.push(Section {
                title: title.to_owned(),
                blocks: blocks(body),
            });
        }
    }
    sections
}

/// Between two fences is an example, elsewhere are paragraphs.
fn blocks(body: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (at, part) in body.split("```").enumerate() {
        if at % 2 == 1 {
            // What follows the fence on its line names the language.
            let example = part.split_once('\n').map_or(part, |(_, example)| example);
            blocks.push(Block {
                example: Some(example.trim_end().to_owned()),
                words: Vec::new(),
            });
            continue;
        }
        let paragraphs = part.split("\n\n").map(str::trim);
        blocks.extend(
            paragraphs
                .filter(|text| !text.is_empty())
                .map(|text| Block {
                    example: None,
                    words: words(text),
                }),
        );
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::explanation;

    #[test]
    fn a_page_falls_into_its_sections() {
        let page = "## What it does\n\nFinds.\n\n## Why it matters\n\nOne `x`.\n\nTwo.\n\n\
                    ## Right\n\n```yaml\na: 1\n\nb: 2 ## no heading\n```\n";
        let sections = explanation(page);
        let titles: Vec<&str> = sections.iter().map(|s| s.title.as_str()).collect();
        assert_eq!(titles, ["Why it matters", "Right"]);
        assert_eq!(sections[0].blocks.len(), 2);
        let example = sections[1].blocks[0].example.as_deref();
        assert_eq!(example, Some("a: 1\n\nb: 2 ## no heading"));
    }
}
