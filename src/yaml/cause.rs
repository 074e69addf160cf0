//! The errors of YAML: for each cause its code, what is wrong, and what to do about it.

use std::ops::Deref;

use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};

diagnostic_codes! {
    error ALIAS = "alias";
    error DUPLICATE_KEY = "duplicate-key";
    error ESCAPE = "escape";
    error INDENTATION = "indentation";
    error INVALID_CHARACTER = "invalid-character";
    error INVALID_KEY = "invalid-key";
    error MERGE_CONFLICT = "merge-conflict";
    error MISSING_SPACE = "missing-space";
    error NEEDS_QUOTES = "needs-quotes";
    error NO_BREAK_SPACE = "no-break-space";
    warning NUMBER_SIGN = "number-sign";
    error SECOND_DOCUMENT = "second-document";
    error SYNTAX = "syntax";
    error TAB = "tab";
    error TAG = "tag";
    error TOO_DEEP = "too-deep";
    error UNCLOSED_BRACKET = "unclosed-bracket";
    error UNCLOSED_QUOTE = "unclosed-quote";
}

/// A text, with the name of its file.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}

impl Text<'_> {
    /// Reports a cause at a position.
    pub(super) fn error(self, cause: &Cause, span: Span) -> Diagnostic {
        Diagnostic::at(cause.code, self.file, span, cause.message).hint(cause.hint)
    }

    /// Reports a cause whose message or hint contains `value`.
    pub(super) fn error_about(self, cause: &Cause, span: Span, value: &str) -> Diagnostic {
        let with_value = |template: &str| template.replace("{}", value);
        Diagnostic::at(cause.code, self.file, span, with_value(cause.message))
            .hint(with_value(cause.hint))
    }

    /// Reports a line in a wrong column, without a hint: `indentation.rs` adds where it belongs.
    pub(super) fn misplaced(self, span: Span) -> Diagnostic {
        Diagnostic::at(&INDENTATION, self.file, span, Cause::MISALIGNED.message)
    }

    /// Reports the quote at the start of a span, which is not closed.
    pub(super) fn unclosed_quote(self, span: Span) -> Diagnostic {
        let escaped = escaped_quote(&self[span.start..]);
        self.error_about(&Cause::UNCLOSED, span, escaped)
    }
}

/// Returns how the quote at the start of a value is written inside of the value.
pub(super) fn escaped_quote(value: &str) -> &'static str {
    if value.starts_with('"') { r#"`\"`"# } else { "`''`" }
}

/// Why YAML cannot be read, or is read differently than it looks.
pub(super) struct Cause {
    code: &'static DiagnosticCode,
    /// What is wrong, and what to do. `{}` stands for a part of the text.
    message: &'static str,
    hint: &'static str,
}

/// Declares causes: name, code, message, hint.
macro_rules! causes {
    ($($name:ident: $code:ident, $message:literal, $hint:literal;)+) => {
        impl Cause {
            $(pub(super) const $name: Self =
                Self { code: &$code, message: $message, hint: $hint };)+
        }
    };
}

causes! {
    // Lines that are no entries.
    NOT_AN_ENTRY: SYNTAX, "this is neither `key: value` nor `- item`",
        "write `key: value` or `- item`; a text of several lines is indented below `key: |`";
    EMPHASIS: SYNTAX, "a text cannot start with an asterisk",
        "delete the asterisks around the words, or put quotes around the whole text";
    NO_COLON: SYNTAX, "the key `{}` needs a colon after it",
        "write `{}:`";
    EMPTY_TEXT: INDENTATION, "the lines of this text are missing or indented too little",
        "start each line of the text with {} spaces";
    COMMENTED_TEXT: INDENTATION, "the lines of this text are comments, or missing",
        "delete the `# ` before each line of the text, so that it starts with {} spaces";
    COMMENTED_NOTES: INDENTATION, "`internal` is still a comment, so the lines below it are not private",
        "delete the `{}` before `internal:`; if the lines are public, delete the comment";
    CONFLICT: MERGE_CONFLICT, "the file contains a git merge conflict: two versions of the same lines",
        "keep the lines you want, delete the others and the lines with <<<<<<<, ======= and >>>>>>>";
    REST_OF_CONFLICT: MERGE_CONFLICT, "this line is the rest of a git merge conflict",
        "delete it; of the lines above and below it, keep the ones you want";
    REST_OF_QUOTES: SYNTAX, "no text starts with these quotes",
        "delete them: a text after `|` or `>` has no quotes around it";
    CODE_FENCE: SYNTAX, "this line marks the start or the end of code in Markdown",
        "delete each line that starts with ```";
    DOCUMENT: SECOND_DOCUMENT, "a second document starts here",
        "delete the line `---` or `...`; another consultant has a file of their own, and a text belongs below the lines `summary:` and `  full: |`, indented by four spaces";

    // White space.
    SPACE_AFTER_DASH: MISSING_SPACE, "the space after the dash is missing",
        "write a space between the dash and the value: `- value`";
    SPACE_AFTER_COLON: MISSING_SPACE, "the space after the colon is missing",
        "write a space between the colon and the value: `key: value`";
    UNUSUAL_SPACE: NO_BREAK_SPACE, "this is not a normal space, although it looks like one",
        "delete it and press the space bar instead";
    INDENTED_WITH_TAB: TAB, "this line is indented with a tab",
        "replace it with spaces: YAML is indented with spaces only, two for each level";
    MISALIGNED: INDENTATION, "the indentation of this line does not match the lines above",
        "start keys that belong together, and items of a list, in the same column";
    SEVERAL_LINES: INDENTATION, "this value and the lines below it are not one text",
        "a text of several lines is indented below `key: |`";
    NO_LIST: INDENTATION, "this item is below no key of a list",
        "delete the `- `, or write the item below the key of its list, indented by two spaces";
    DEEP: TOO_DEEP, "groups and lists are nested too deeply",
        "check the indentation and the brackets above this line";

    // Values.
    FIRST_CHARACTER: NEEDS_QUOTES, "a value cannot start with this character",
        "put quotes around the whole value: {}";
    UNREADABLE: NEEDS_QUOTES, "this value cannot be read",
        "put quotes around the whole text; a comment between its lines ends it";
    NO_VALUE: NEEDS_QUOTES, "the value is missing",
        "write the value, or delete the line: a field without a line is not published";
    EXTRA_CHARACTER: NEEDS_QUOTES, "an extra comma or quote follows the value",
        "delete it";
    TEXT_AFTER_QUOTE: NEEDS_QUOTES, "the quotes close before the value ends",
        "write each quote inside the value as {}, or put quotes of the other kind around the whole value";
    QUOTE_IN_QUOTES: NEEDS_QUOTES, "the quotes close before the value ends",
        "put quotes of the other kind around the whole value: {}";
    QUOTED_PART: NEEDS_QUOTES, "the quotes close before the value ends",
        "delete the quotes, or put quotes of the other kind around the whole value to keep them: {}";
    QUOTED_ITEMS: NEEDS_QUOTES, "the quotes close before the value ends",
        "if it is a list, put it in brackets: {}; if it is one text, delete the quotes";
    TRIPLE_QUOTES: NEEDS_QUOTES, "a text of several lines has no quotes around it",
        "write `{} |`, the text below it, indented by two more spaces, and delete the three quotes at its end";
    TEXT_AFTER_BRACKET: NEEDS_QUOTES, "the brackets close before the value ends",
        "delete the brackets, or put quotes around the whole value to keep them: {}";
    CHECK_BOX: NEEDS_QUOTES, "a check box is no part of an item",
        "delete a line with `[ ]`; of a line with `[x]`, keep `{}`";
    LINK: NEEDS_QUOTES, "a link in Markdown is no value",
        "write only {}; in a field for a text, write only the label";
    TEMPLATE: INVALID_KEY, "`{{` starts a placeholder of another program",
        "write the value that belongs here, or delete the line";
    COMMENT_AFTER_VALUE: NEEDS_QUOTES, "the quotes or brackets close before a `#`",
        "write a space before the `#` if a comment follows, else put quotes around the whole value";
    TEXT_AFTER_BAR: NEEDS_QUOTES, "a text after `|` or `>` starts on the line below",
        "write it there, indented by two more spaces; if it starts with this sign, put quotes around it: {}";
    OTHER_COMMENT: SYNTAX, "a comment starts with a space and `#`, not with `<!--`, `/*` or `//`",
        "delete the comment, or write ` # ` before it; only if it is part of the text, put quotes around the whole text";
    BELOW_KEY: NEEDS_QUOTES, "a text with `: ` needs quotes, and a field or an item a line of its own",
        "put quotes around the whole text: {}; write a field or an item on the line below, indented by two more spaces";
    BULLET: NEEDS_QUOTES, "a value cannot start with `- ` or `* `",
        "write each item of a list on a line `- item` below the key; in a text, delete the sign, or put quotes around the text to keep it: {}";
    UNCLOSED: UNCLOSED_QUOTE, "this quote is not closed at the end of the value",
        "add the closing quote, or delete this one; a quote inside the value is written {}";
    BRACKET: UNCLOSED_BRACKET, "a bracket, a comma or a quote of this value is missing",
        "close the bracket on the same line, or write one `- ` line for each item";
    COMMENT_IN_BRACKET: UNCLOSED_BRACKET, "a ` #` in brackets starts a comment",
        "put quotes around the item with ` #`";
    BACKSLASH: ESCAPE, "a backslash in double quotes must be followed by a letter that YAML knows",
        "delete the backslash, or write it twice to keep it";
    REFERENCE: ALIAS, "`&` and `*` at the start of a value refer to other places in the file",
        "write the value out; only if the sign is part of a text, put quotes around the whole text";
    INSTRUCTION: TAG, "`!` at the start of a value is an instruction to the YAML reader",
        "put quotes around the whole value if it is meant as text, else remove the instruction";
    CONTROL_CHARACTER: INVALID_CHARACTER, "the file contains a control character",
        "delete it; if there are many, save the file with the encoding \"UTF-8\"";

    // What YAML reads, but not as it looks.
    NO_KEY: INVALID_KEY, "a key must be a word before the colon",
        "write `key: value` or `- item`, or put quotes around the text if it is a value";
    SECOND_KEY: DUPLICATE_KEY, "the key `{}` occurs twice",
        "keep one of the two, with the lines of both; if the next item of a list starts above it, write `- ` before its first line";
    COMMENT_IN_VALUE: NUMBER_SIGN, "the value ends here: a `#` after a space starts a comment",
        "if it belongs to the value, put quotes around the whole value; if it is a comment, write a space after the `#`";
}
