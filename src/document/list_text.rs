//! Lists that are written as one text.

use crate::yaml::{Node, Scalar, ScalarKind, YamlValue};

/// Returns the indicator of a block scalar whose lines are the items of a list.
pub(super) fn block_indicator(scalar: &Scalar) -> Option<char> {
    let text = scalar.text.trim_end();
    let is_list = !scalar.plain && text.lines().all(|line| line.trim_start().starts_with("- "));
    let has_more = text.get(2..).is_some_and(|rest| rest.contains(" - "));
    let is_folded = has_more && text.len() < scalar.text.len();
    match is_list {
        true if text.contains('\n') => Some('|'),
        true if is_folded => Some('>'),
        _ => None,
    }
}

/// Returns the items of a list that is written as a text, or as a group of keys without values.
pub(super) fn items_of(node: &Node) -> Vec<&str> {
    match &node.value {
        YamlValue::Scalar(scalar) => items(&scalar.text).collect(),
        YamlValue::Mapping(entries) => {
            let is_null =
                |node: &Node| node.scalar().is_some_and(|scalar| scalar.kind == ScalarKind::Null);
            let is_list = entries.iter().all(|entry| is_null(&entry.value));
            entries.iter().filter(|_| is_list).map(|entry| entry.key.as_str()).collect()
        }
        YamlValue::Sequence(_) | YamlValue::Invalid => Vec::new(),
    }
}

/// Returns the items that the author probably meant, without brackets and list markers.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let separators = [',', ';', '•', '·', '\n'];
    let items = without_brackets(text.trim()).split(separators).map(str::trim);
    items.map(without_marker).filter(|item| !item.is_empty())
}

/// Returns an item without a list marker or number before it.
fn without_marker(item: &str) -> &str {
    let Some((marker, rest)) = item.split_once(' ') else {
        return item;
    };
    let number = marker.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_marker = is_number || matches!(marker, "-" | "*" | "+" | "–" | "—" | "•");
    if is_marker { rest.trim() } else { item }
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
    use super::{items, without_brackets};

    #[test]
    fn items_have_no_markers() {
        for text in ["- a\n- b", "* a\n* b", "1. a\n2) b", "• a • b", "[a, b", "a; b"] {
            assert!(items(text).eq(["a", "b"]), "{text}");
        }
        assert!(items("-Xmx 1.8, 5. gear").eq(["-Xmx 1.8", "gear"]));
    }

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
