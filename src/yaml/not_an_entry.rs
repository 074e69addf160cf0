//! Lines that are neither keys nor items: what their authors meant by them.

use super::indentation::has_commented_parent;
use super::quoting::{NEEDS_QUOTES, block_scalar_hint};
use super::repaired_text::{Removed, Repair, edited};
use super::scanned_line::{Role, ScannedLine, key};
use super::source_lines::{EntryLine, indentation, is_block_scalar_header};
use super::surrounding_lines::{SurroundingLines, SyntaxError, list_marker};
use super::syntax_error::SYNTAX;
use crate::diagnostic::{Diagnostic, Replacement, Span};

/// How comments start and end in other languages.
const COMMENTS: [(&str, &str); 3] = [("//", ""), ("<!--", "-->"), ("/*", "*/")];

/// What separates keys and values in other languages.
const SEPARATORS: [&str; 4] = ["=>", "->", ":=", "="];

impl SurroundingLines<'_> {
    fn report(&self, message: impl Into<String>) -> Diagnostic {
        let line = self.line();
        Diagnostic::at(&SYNTAX, self.file, line.start..line.span.end, message)
    }

    /// Reports a comment in the form of another language.
    pub(super) fn other_comment(&self) -> Option<SyntaxError> {
        let entry = self.entry();
        let (opening, closing) =
            COMMENTS.into_iter().find(|(opening, _)| entry.starts_with(opening))?;
        if self.line().role != Role::Entry {
            return None;
        }
        let diagnostic = comment_in_other_form(self.file, self.line().start, opening);
        let line = self.line().start..self.line().span.end;
        let (end, diagnostic) = if let Some(remark) = entry.strip_suffix(closing) {
            let comment = format!("# {}", remark[opening.len()..].trim());
            let text = comment.trim_end().to_owned();
            let replacement = Some(Replacement { span: line.clone(), text });
            (line.end, Diagnostic { replacement, ..diagnostic })
        } else {
            let end = self.text[line.start..].find(closing);
            let hint = format!(
                "start each line of the comment with `#`, without `{opening}` and `{closing}`"
            );
            let end = end.map_or(self.text.len(), |end| line.start + end + closing.len());
            (end, diagnostic.hint(hint))
        };
        let line_breaks = self.text[line.start..end].matches('\n').collect::<String>();
        let repairs = vec![Repair::replace(line.start..end, line_breaks)];
        Some(SyntaxError { diagnostic, repairs })
    }

    /// Reports `key = value`.
    pub(super) fn equals_sign(&self) -> Option<SyntaxError> {
        let entry = self.entry();
        let length = entry.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
        let (word, rest) = entry.split_at(length);
        let separated = |separator: &&str| rest.trim_start().starts_with(*separator);
        let separator = SEPARATORS.into_iter().find(separated)?;
        let value = &rest.trim_start()[separator.len()..];
        if self.line().role != Role::Entry || word.is_empty() || value.starts_with('=') {
            return None;
        }
        let value = value.trim_start();
        let diagnostic = self
            .report(format!("a key and its value are separated by `:`, not by `{separator}`"))
            .hint(format!("write `{word}: {value}`"));
        let start = self.line().start + word.len();
        let end = self.line().span.end - value.len();
        let replacement = Some(Replacement { span: start..end, text: ": ".to_owned() });
        Some(self.repaired(Diagnostic { replacement, ..diagnostic }))
    }

    /// Reports a key without its colon: a single word, or a word before a value where no text
    /// continues.
    pub(super) fn missing_colon(&self) -> Option<SyntaxError> {
        let (line, entry) = (self.line(), self.entry());
        if line.role != Role::Entry || key(entry).is_some() {
            return None;
        }
        let code = entry.split(" #").next().unwrap_or(entry).trim_end();
        let (word, value) = code.split_once(' ').unwrap_or((code, ""));
        let is_lowercase = word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if !is_lowercase || word.is_empty() || (!value.is_empty() && self.continues_text()) {
            return None;
        }
        let end = line.start + word.len();
        let message = format!("the colon after `{word}` is missing");
        let diagnostic = Diagnostic::at(&SYNTAX, self.file, line.start..end, message)
            .hint(format!("write `{}`", format!("{word}: {value}").trim_end()));
        let has_children = self.below().first().is_some_and(|below| {
            below.depth > line.column || (below.depth == line.depth && below.has_dash())
        });
        if value.is_empty() && has_children {
            // Below a block scalar, the word can be a part of its text.
            let above = self.above().next().map(|above| above.role);
            let diagnostic = match above {
                Some(Role::BlockText(_)) => diagnostic,
                _ => diagnostic.replace(format!("{word}:")),
            };
            // A no-break space right after the colon would be a part of the key.
            let is_space = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\r');
            let rest = &self.text[end..];
            let spaces = end..end + rest.len() - rest.trim_start_matches(is_space).len();
            return Some(SyntaxError { diagnostic, repairs: vec![Repair::replace(spaces, ": ")] });
        }
        let mut removal = Repair::remove(self.text, end..line.span.end, Removed::Value);
        removal.replacement.text.insert(0, ':');
        Some(SyntaxError { diagnostic, repairs: vec![removal] })
    }

    /// Reports a line that may continue the plain scalar above it.
    pub(super) fn continued_text(&self) -> Option<SyntaxError> {
        let line = self.line();
        let is_text = line.role == Role::Entry && !line.is_entry(self.text);
        if !is_text || !self.continues_text() {
            return None;
        }
        let above = self.above().find(|line| line.role == Role::Entry)?;
        let name = key(above.entry(self.text))?;
        Some(self.removed(self.report("this line is neither `key: value` nor `- item`").hint(format!(
            "if it continues the text of `{name}`, indent it by two more spaces than `{name}`, else write a key and a colon before it"
        ))))
    }

    /// Returns whether the line above ends with a text that this line could continue.
    fn continues_text(&self) -> bool {
        self.above().next().is_some_and(|above| {
            let value = EntryLine::parse(&self.text[above.span.clone()]);
            above.role != Role::Entry || value.is_some_and(|entry| entry.value.contains(' '))
        })
    }

    /// Reports text that is indented less than the block scalar above it, or not at all.
    pub(super) fn unindented_text(&self) -> Option<SyntaxError> {
        let line = self.line();
        let above = self.above().next()?;
        let content = match above.role {
            Role::BlockText(content) => content,
            _ => {
                let header = EntryLine::parse(&self.text[above.span.clone()])?;
                is_block_scalar_header(header.value).then_some(above.column + self.step)?
            }
        };
        // A word above deeper lines is a key without its colon.
        let is_key = |at: usize| {
            let line = &self.lines[at];
            let has_children = self.lines.get(at + 1).is_some_and(|it| it.depth > line.depth);
            line.is_entry(self.text) || is_word(line.entry(self.text)) && has_children
        };
        let is_text = |at: &usize| self.lines[*at].role == Role::Entry && !is_key(*at);
        if !is_text(&self.at) {
            return None;
        }
        // Items that follow the text are a part of it.
        let is_item = |at: usize| {
            let below = &self.lines[at];
            below.depth == line.depth && key(below.entry(self.text)).is_none() && below.has_dash()
        };
        let text = (self.at..self.lines.len()).take_while(|at| is_text(at) || is_item(*at));
        let text = text.map(|at| &self.lines[at]);
        let indent = " ".repeat(content);
        let repairs = text.map(|line| {
            let white = indentation(&self.text[line.span.clone()]).len();
            Repair::replace(line.span.start..line.span.start + white, indent.clone())
        });
        let repairs: Vec<Repair> = repairs.collect();
        let (message, like) = match above.role {
            Role::BlockText(_) => (
                "this line is indented less than the text above, so it is not part of the text",
                ", like the line above",
            ),
            _ => ("this line is not indented, so it is not part of the text that starts above", ""),
        };
        let hint = format!("start each line of the text with {content} spaces{like}");
        let mut diagnostic = self.report(message).hint(hint);
        // A word or two can be a key without a colon, or a note that is not meant to be published.
        let is_prose = repairs.iter().all(|repair| {
            let from = &self.text[repair.replacement.span.end..];
            let line = from.lines().next().unwrap_or_default().trim_end();
            line.ends_with(['.', '!', '?', ',', ';']) && !line.contains('#')
        });
        let first = repairs.first().filter(|_| is_prose);
        let first = first.map(|first| first.replacement.span.start);
        let last = repairs.last().map(|last| last.replacement.span.end);
        diagnostic.replacement = first.zip(last).map(|(first, last)| Replacement {
            span: first..last,
            text: edited(self.text, first..last, repairs.iter().map(|repair| &repair.replacement)),
        });
        Some(SyntaxError { diagnostic, repairs })
    }

    /// Reports a text below a key like [`Self::text_below_key`] if it certainly is one: its first line does not start
    /// like an item, or with a lowercase word, which can be a key without its colon.
    pub(super) fn certain_text_below_key(&self) -> Option<SyntaxError> {
        let line = self.line();
        let first = self.above().take_while(|above| above.depth >= line.depth).last()?;
        let entry = first.entry(self.text);
        let is_text = !first.has_dash()
            && key(entry).is_none()
            && list_marker(entry).is_none()
            && !entry.starts_with(|c: char| c.is_ascii_lowercase());
        (is_text && key(self.entry()).is_some()).then(|| self.text_below_key())?
    }

    /// Reports the text of several lines below a key that is read as keys because one of them contains a colon and
    /// a space. Its first line is not a key.
    pub(super) fn text_below_key(&self) -> Option<SyntaxError> {
        let line = self.line();
        let is_sibling = |above: &&ScannedLine| above.depth >= line.depth && !above.has_dash();
        let first = self.above().take_while(is_sibling).last()?;
        let owner = self.above().find(|above| !is_sibling(above))?;
        let name = owner.entry(self.text).strip_suffix(':')?;
        let starts_text = !key(first.entry(self.text)).is_some_and(is_word);
        if !starts_text || line.has_dash() || owner.column >= line.depth || !is_word(name) {
            return None;
        }
        let message = "text of several lines below a key needs `|` because of a `: ` in it";
        let diagnostic =
            Diagnostic::at(&NEEDS_QUOTES, self.file, line.start..line.span.end, message)
                .hint(format!("write `{name}: |`: the lines below it are the text, as they are"));
        let below = self.below().iter().take_while(|below| below.depth > owner.column);
        let end = below.last().unwrap_or(line).span.end;
        let start = owner.start + name.len() + 1;
        let repairs = vec![Repair::remove(self.text, start..end, Removed::Value)];
        Some(SyntaxError { diagnostic, repairs })
    }

    /// Reports a line that continues a plain scalar and contains a colon and a space.
    pub(super) fn colon_in_continuation(&self) -> Option<SyntaxError> {
        let line = self.line();
        let Role::Continuation(owner) = line.role else {
            return None;
        };
        // The first line with a colon is the one that the parser cannot read.
        let has_key_above =
            self.lines[owner + 1..self.at].iter().any(|line| key(line.entry(self.text)).is_some());
        let owner = &self.lines[owner];
        let owner_entry = owner.entry(self.text);
        let value = EntryLine::parse(&self.text[owner.span.clone()])?.value;
        let field = key(self.entry())?;
        if value.starts_with(['"', '\'', '[', '{', '|', '>']) {
            return None;
        }
        // A field that is indented by one space too many, or whose group is a comment.
        let is_field = line.depth == owner.column + 1
            || has_commented_parent(self.text, line.span.start, line.depth);
        if has_key_above || is_word(field) && is_field {
            return None;
        }
        let name = key(owner_entry);
        let mut hint = block_scalar_hint(name.unwrap_or_default());
        if is_word(field) {
            let column = name.map_or("the item above".to_owned(), |name| format!("`{name}`"));
            hint = format!("{hint}; if `{field}` is a field, start it in the column of {column}");
        }
        let message = "this line continues the text above, which needs `|` or quotes because of the `: ` here";
        let span = line.start..line.span.end;
        let mut diagnostic = Diagnostic::at(&NEEDS_QUOTES, self.file, span, message).hint(hint);
        let start = owner.span.end - owner_entry.len();
        let start = name.map_or(start, |name| start + name.len() + 1);
        let below = self.below().iter().take_while(|line| line.role != Role::Entry);
        let end = below.last().unwrap_or(line).span.end;
        // A text that starts on the line of its key is one paragraph. One or two words before the colon can
        // be a key, and a note that is not meant to be published.
        let whole = self.text[start..end].trim_start();
        let is_paragraph =
            !whole.contains(['"', '\\', '#']) && name != Some(owner_entry.trim_end_matches(':'));
        let repair = if is_paragraph && field.split_whitespace().count() > 2 {
            let repair = Repair::replace(end - whole.len()..end, format!("\"{whole}\""));
            diagnostic.replacement = Some(repair.replacement.clone());
            repair
        } else {
            Repair::remove(self.text, start..end, Removed::Value)
        };
        Some(SyntaxError { diagnostic, repairs: vec![repair] })
    }

    /// Reports a JSON document that starts on this line.
    pub(super) fn json(&self) -> Option<SyntaxError> {
        let line = self.line();
        let is_json = line.role == Role::Entry && line.depth == 0 && !line.has_dash();
        let rest = &self.text[line.start..];
        if !is_json || !starts_json(rest) {
            return None;
        }
        let end = super::source_lines::flow_collection_end(rest).unwrap_or(rest.len());
        let span = line.start..line.start + end;
        Some(SyntaxError {
            diagnostic: json(self.file, line.start),
            repairs: vec![Repair::remove(self.text, span, Removed::Entry(0))],
        })
    }
}

/// Reports the key at `span` if it is the start of a comment of another language.
pub(super) fn comment_as_key(file: &str, text: &str, span: &Span) -> Option<Diagnostic> {
    let key = &text[span.clone()];
    let (opening, _) = COMMENTS.into_iter().find(|(opening, _)| key.starts_with(opening))?;
    Some(comment_in_other_form(file, span.start, opening))
}

fn comment_in_other_form(file: &str, at: usize, opening: &str) -> Diagnostic {
    Diagnostic::at(&SYNTAX, file, at..at + opening.trim_end().len(), "a comment starts with `#`")
        .hint(format!("write `#` instead of `{}`", opening.trim_end()))
}

/// Returns whether a text starts like a JSON object or a list of JSON objects.
pub(super) fn starts_json(text: &str) -> bool {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    matches!(
        (characters.next(), characters.next()),
        (Some('{'), Some('"')) | (Some('['), Some('{'))
    )
}

/// Reports a JSON document in place of a profile.
pub(super) fn json(file: &str, at: usize) -> Diagnostic {
    let message = "this is a JSON document, but a profile consists of lines `key: value`";
    Diagnostic::at(&SYNTAX, file, at..at + 1, message).hint(
        "remove it; save a résumé in JSON as a file of its own, and run `vitae import <file>`",
    )
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
