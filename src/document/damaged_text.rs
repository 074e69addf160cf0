//! Texts that were damaged before they came to the file: by a wrong encoding, by a spreadsheet, or by copying from a PDF
//! file or a word processor.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use encoding_rs::{UTF_8, WINDOWS_1252};
use regex::Regex;

use super::invalid_text::InvalidText;
use super::written_text::WrittenText;
use crate::diagnostic::{Diagnostic, Span};
use crate::diagnostic_code::{DiagnosticCode, diagnostic_codes};
use crate::slug::folded;

diagnostic_codes! {
    warning DAMAGED_TEXT = "damaged-text";
}

/// A text of which a part is certainly lost.
static LOST_DIGITS: DiagnosticCode = DiagnosticCode::error("damaged-text", DAMAGED_TEXT.page);

/// The ligatures of fonts. Those of alphabets, such as `æ`, are letters.
const LIGATURES: RangeInclusive<char> = 'ﬀ'..='ﬆ';

/// Characters that do not follow an accented letter in any language. Each is the end of a letter in UTF-8 that was read
/// as Windows-1252.
const SIGNS: &str = "€ƒ†‡ˆ‰ŠŒŽ˜šœžŸ¡¢£¤¥¦§¨¬¯±´µ¶¸¼½¾¿";

/// Reports the first damaged part of a text.
pub(super) fn check(text: &WrittenText<'_>) -> Option<Diagnostic> {
    let [found, message, hint] = find(text.value())?;
    Some(Diagnostic::at(&DAMAGED_TEXT, text.file, text.span_of(&found), message).hint(hint))
}

/// Reports the first damaged part of a key.
pub(super) fn check_key(file: &str, key: &str, span: &Span) -> Option<Diagnostic> {
    let [_, message, hint] = find(key)?;
    Some(Diagnostic::at(&DAMAGED_TEXT, file, span.clone(), message).hint(hint))
}

/// Returns the error about a number of which a spreadsheet keeps the first digits only, such as a phone number:
/// `4,67017E+10`.
pub(super) fn shortened_number(text: &str) -> Option<InvalidText> {
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\+?\d([.,]\d+[Ee]\+?|[Ee]\+)\d\d$").expect("a valid pattern")
    });
    let text = text.trim();
    // Each text of each profile comes here.
    let is_candidate = text.ends_with(|c: char| c.is_ascii_digit());
    (is_candidate && NUMBER.is_match(text)).then(|| {
        let problem = "is a number that a spreadsheet shortened";
        let hint =
            "write all its digits: a spreadsheet keeps them in a cell with the format \"Text\"";
        InvalidText::new(&LOST_DIGITS, problem, hint)
    })
}

/// Returns the first damaged part of a text, with a message and a hint.
fn find(text: &str) -> Option<[String; 3]> {
    let is_ascii = text.is_ascii();
    let damaged = || damaged_character(text).or_else(|| wrong_encoding(text));
    not_computed(text).or_else(|| if is_ascii { None } else { damaged() })
}

/// Returns a text that a spreadsheet has in place of a value: an error or a formula, such as `=VLOOKUP(A1,B:C,2)`.
fn not_computed(text: &str) -> Option<[String; 3]> {
    let formula = text.strip_prefix('=').filter(|it| it.starts_with(char::is_alphanumeric));
    let what = match formula {
        Some(_) => "a formula",
        // `#N/A` is a placeholder.
        None if is_spreadsheet_error(text) && text != "#N/A" => "an error",
        None => return None,
    };
    let message = format!("`{text}` is {what} of a spreadsheet, not its value");
    Some([text.to_owned(), message, "write the value that belongs here".to_owned()])
}

/// Returns whether a text is what spreadsheets show in place of a value that they cannot compute.
pub(super) fn is_spreadsheet_error(text: &str) -> bool {
    ["#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!"].contains(&text)
}

/// Returns the first character that stands for a lost one, or for several.
fn damaged_character(text: &str) -> Option<[String; 3]> {
    let is_private = |c: char| matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}');
    let is_lost = |c: char| c == char::REPLACEMENT_CHARACTER;
    let found = text.chars().find(|c| is_lost(*c) || is_private(*c) || LIGATURES.contains(c))?;
    let code = format!("U+{:04X}", u32::from(found));
    let letters = folded(found.encode_utf8(&mut [0; 4]));
    let [message, hint] = match found {
        _ if is_lost(found) => [
            format!("this text contains {code} in place of a character that was lost"),
            "type the word again, or copy it from the original".to_owned(),
        ],
        _ if is_private(found) => [
            format!("this text contains {code}, a private character that most fonts lack"),
            "delete it, or type the character that it stands for".to_owned(),
        ],
        _ => [
            format!("`{found}` is one character ({code})"),
            format!("write `{letters}`: programs do not find words that contain a ligature"),
        ],
    };
    Some([found.to_string(), message, hint])
}

/// Returns the first part of a text that is UTF-8 in the characters of Windows-1252.
fn wrong_encoding(text: &str) -> Option<[String; 3]> {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
        let (before, run) = rest.split_at(start);
        let (run, after) = run.split_at(run.find(|c: char| c.is_ascii()).unwrap_or(run.len()));
        if let Some(decoded) = decoded(run, before.chars().next_back(), after.chars().next()) {
            let message = format!("`{run}` is `{decoded}`, saved in the wrong encoding");
            let hint = format!("write `{decoded}`, or copy the text from the original again");
            return Some([run.to_owned(), message, hint]);
        }
        rest = after;
    }
    None
}

/// Returns what the characters beyond ASCII between two others stand for, if that is certain: `CAFÉ»` and `«já»…` are
/// words and punctuation.
fn decoded(run: &str, before: Option<char>, after: Option<char>) -> Option<String> {
    let mut decoded = utf8_in_windows_1252(run)?;
    let has_sign = run.contains(|c| SIGNS.contains(c));
    let is_after_capital = before.is_some_and(char::is_uppercase);
    let is_in_word = !is_after_capital && after.is_some_and(char::is_alphabetic);
    let is_common = !is_after_capital && run.starts_with(['Ã', 'Â']);
    let is_european =
        |c: char| matches!(c, '\u{A0}'..='ſ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ș'..='ț' | 'Ḁ'..='ỿ');
    let is_certain = match decoded.chars().all(is_european) {
        true => has_sign || is_in_word || is_common,
        false => has_sign && decoded.chars().filter(|c| c.is_alphabetic()).count() > 1,
    };
    // Quotes, dashes, the euro sign, and emoji.
    let is_certain = is_certain || ["â€", "â‚¬", "â„¢", "ðŸ"].iter().any(|it| run.contains(it));
    // Some programs damage a text twice.
    while let Some(again) = utf8_in_windows_1252(&decoded) {
        decoded = again;
    }
    is_certain.then_some(decoded)
}

fn utf8_in_windows_1252(run: &str) -> Option<String> {
    let (bytes, _, has_others) = WINDOWS_1252.encode(run);
    let decoded = UTF_8.decode_without_bom_handling_and_without_replacement(&bytes)?;
    (!has_others && !decoded.is_ascii() && decoded != run).then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::wrong_encoding;

    #[test]
    fn finds_texts_in_the_wrong_encoding() {
        for (text, damaged, right) in [
            ("BjÃ¶rn", "Ã¶", "ö"),
            ("RenÃ©", "Ã©", "é"),
            ("JosÃ©, MartÃ\u{AD}nez", "Ã©", "é"),
            ("Italyâ€™s", "â€™", "’"),
            ("a â€“ b", "â€“", "–"),
            ("BjÃƒÂ¶rn", "ÃƒÂ¶", "ö"),
            ("GDAÅƒSK", "Åƒ", "Ń"),
            ("KrakÃ³w, Å\u{81}Ã³dÅº", "Ã³", "ó"),
            ("Å»aneta", "Å»", "Ż"),
            ("BeyoÄŸlu", "ÄŸ", "ğ"),
            ("Nguyá»…n", "á»…", "ễ"),
            ("ÐŸÐµÑ‚Ñ€", "ÐŸÐµÑ‚Ñ€", "Петр"),
            ("ä½\u{A0}å¥½", "ä½\u{A0}å¥½", "你好"),
            ("20 Â°C", "Â°", "°"),
            ("10 â‚¬", "â‚¬", "€"),
            ("ðŸš€ start", "ðŸš€", "🚀"),
        ] {
            let [found, message, _] = wrong_encoding(text).expect(text);
            assert_eq!(found, damaged);
            assert!(message.contains(&format!("`{right}`")), "{message}");
        }
    }

    #[test]
    fn letters_before_punctuation_are_right() {
        for text in [
            "Björn Åström",
            "le CAFÉ» et «É»",
            "CAFÉ\u{A0}: 3\u{A0}€",
            "«\u{A0}Il a changé\u{A0}»",
            "«já»… e «está»…",
            "AMANHÃ… MANHÃ» IRMû",
            "„Ä“ und „KÄ“",
            "»Å« — Ä–Ö, Å–Ö",
            "É…",
            "GERÄ\u{AD}TE",
            "naïve – façade… ‘à’",
            "ÀÉÎÕÜ ÆØÅ þð",
            "Łódź, Ţepeş, Nguyễn, Ạ«",
            "Ñ»Ñ» Ï»Î»",
            "1ª 2º 30° 5² ½",
            "ÇA»",
        ] {
            assert_eq!(wrong_encoding(text), None, "{text}");
        }
    }
}
