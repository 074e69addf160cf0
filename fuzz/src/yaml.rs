//! YAML to diagnostics: the whole check of a profile, its translation and `site.yaml`.

use vitae::content::SITE_PATH;
use vitae::diagnostic::{Diagnostic, MAX_PER_FILE};
use vitae::document::decode;
use vitae::document::translation_skeleton::missing_texts;
use vitae::model::profile::Profile;
use vitae::source::Sources;

use super::compilation::{EMBEDDED, PROFILE, compile, sources};
use super::project::{ACTIVE, SITE, options};

const TRANSLATION: &str = "translations/sv/consultants/anna-berg.yaml";

/// Checks a profile, alone and with translations: its errors are the same.
pub fn profile(bytes: &[u8]) {
    let files = [(SITE_PATH, SITE.as_bytes()), (PROFILE, bytes)];
    let alone = errors_of_profile(&sources(files));
    for translation in [bytes, all_texts(bytes).as_bytes(), include_bytes!("translation.yaml")] {
        let [site, profile] = files;
        let sources = sources([site, profile, (TRANSLATION, translation)]);
        let translated = sources.in_language(Some("sv")).expect("the language has a file");
        let text = String::from_utf8_lossy(translation);
        assert_eq!(errors_of_profile(&translated), alone, "with the translation\n{text}");
    }
}

/// Checks a `site.yaml`.
pub fn site(bytes: &[u8]) {
    check(&sources([(SITE_PATH, bytes), (PROFILE, ACTIVE.as_bytes())]));
}

fn check(sources: &Sources) -> Vec<Diagnostic> {
    let compiled = compile(sources, &EMBEDDED, &options());
    compiled.expect("content causes no error of the environment").0.diagnostics
}

fn errors_of_profile(sources: &Sources) -> Vec<Diagnostic> {
    let errors = check(sources).into_iter().filter(Diagnostic::is_error);
    errors.filter(|diagnostic| diagnostic.file == PROFILE).collect()
}

/// Returns the translation that `vitae translate` writes, with each text unchanged.
fn all_texts(profile: &[u8]) -> String {
    let (decoded, _) = decode::<Profile>((PROFILE, profile), None, MAX_PER_FILE);
    let lines = decoded.map(|decoded| missing_texts(&decoded)).unwrap_or_default();
    let lines = lines.iter().map(|line| line.strip_prefix("# ").unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}
