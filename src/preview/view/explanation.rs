//! The explanation of a diagnostic code: its documentation page, split into sections.

use serde_json::{Value as Json, json};

/// This section is omitted, because the message already says what is wrong.
const OMITTED: &str = "What it does";

/// Splits a code's page, which is Markdown with headings, paragraphs and fenced examples.
pub(super) fn explanation(page: &str) -> Vec<Json> {
    let sections = page.trim_start_matches("## ").split("\n## ");
    sections
        .map(|section| section.split_once('\n').unwrap_or((section, "")))
        .filter(|(title, _)| *title != OMITTED)
        .map(|(title, body)| {
            let blocks = body.split("```").enumerate().flat_map(blocks);
            json!({ "title": title, "blocks": blocks.collect::<Vec<Json>>() })
        })
        .collect()
}

/// Returns the blocks of a part of a section. Every second part is between two fences.
fn blocks((index, part): (usize, &str)) -> Vec<Json> {
    let block = |text: &str, is_example| json!({ "text": text, "is_example": is_example });
    if index % 2 == 1 {
        // The rest of the fence's line names the language.
        let text = part.split_once('\n').map_or(part, |(_, example)| example);
        return vec![block(text.trim_end(), true)];
    }
    let paragraphs = part.split("\n\n").map(str::trim);
    let paragraphs = paragraphs.filter(|text| !text.is_empty());
    paragraphs.map(|text| block(text, false)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::explanation;

    #[test]
    fn splits_a_page_into_sections() {
        let page = "## What it does\n\nFinds.\n\n## Why it matters\n\nOne `x`.\n\nTwo.\n\n\
                    ## Right\n\n```yaml\na: 1\n\nb: 2 ## no heading\n```\n";
        let sections = explanation(page);
        let titles: Vec<&Json> = sections.iter().map(|section| &section["title"]).collect();
        assert_eq!(titles, ["Why it matters", "Right"]);
        let paragraphs = json!([
            { "text": "One `x`.", "is_example": false },
            { "text": "Two.", "is_example": false },
        ]);
        assert_eq!(sections[0]["blocks"], paragraphs);
        let example = json!([{ "text": "a: 1\n\nb: 2 ## no heading", "is_example": true }]);
        assert_eq!(sections[1]["blocks"], example);
    }
}
