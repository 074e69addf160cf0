//! Lists that are written as one text.

/// Returns whether a text of several lines has an item of a list on each of them.
pub(super) fn is_list(text: &str) -> bool {
    let starts_item = |line: &str| line.trim_start().starts_with("- ");
    text.trim_end().contains('\n') && text.lines().all(starts_item)
}

/// Returns the items that the author probably meant, without brackets and list markers.
pub(super) fn items(text: &str) -> impl Iterator<Item = &str> {
    let separators = [',', ';', '•', '·', '\n'];
    let items = without_brackets(text.trim()).split(separators).map(str::trim);
    items.map(|item| item.strip_prefix("- ").unwrap_or(item).trim()).filter(|item| !item.is_empty())
}

/// Returns a text without brackets around it, or without one at its start or end that has no partner.
fn without_brackets(text: &str) -> &str {
    let pairs = [('(', ')'), ('[', ']'), ('{', '}')];
    let stripped = pairs.iter().find_map(|&(open, close)| {
        let (after, before) = (text.strip_prefix(open), text.strip_suffix(close));
        match (after, before) {
            (Some(after), Some(_)) => {
                let inner = &after[..after.len() - close.len_utf8()];
                (!inner.contains([open, close])).then_some(inner)
            }
            (Some(after), None) => (!after.contains(close)).then_some(after),
            (None, Some(before)) => (!before.contains(open)).then_some(before),
            (None, None) => None,
        }
    });
    stripped.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::without_brackets;

    #[test]
    fn removes_brackets_around_items() {
        for (written, items) in [
            ("(AWS, Azure)", "AWS, Azure"),
            ("AWS, Azure]", "AWS, Azure"),
            ("[AWS, Azure", "AWS, Azure"),
            ("AWS (EC2)", "AWS (EC2)"),
            ("(a), (b)", "(a), (b)"),
            ("(", ""),
        ] {
            assert_eq!(without_brackets(written), items, "{written}");
        }
    }
}
