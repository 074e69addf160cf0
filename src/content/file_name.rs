//! File names that programs change: copies, repeated extensions, pictures in other formats.

/// Words for a copy that file managers add to a name, in lower case.
const COPY: [&str; 6] = ["copy", "kopia", "kopie", "kopi", "copie", "copia"];

/// Returns a stem without what programs add to the name of a file: `x` of `x (1)`, `x - Copy (2)`, `x copy` and
/// `x.yaml`.
pub(super) fn original_stem(stem: &str) -> &str {
    let mut original = stem.trim();
    loop {
        let shorter = without_extension(original)
            .or_else(|| without_number(original))
            .or_else(|| without_copy(original));
        match shorter.map(str::trim_end).filter(|shorter| !shorter.is_empty()) {
            Some(shorter) => original = shorter,
            None => return original,
        }
    }
}

/// Returns why the file name of a profile is not an identifier, if a program made it so.
pub(super) fn problem(name: &str, stem: &str) -> Option<String> {
    if stem.starts_with("~$") {
        return Some(format!("`{name}` is a temporary file of another program"));
    }
    without_extension(stem).map(|_| format!("`{name}` has two extensions"))
}

fn without_extension(stem: &str) -> Option<&str> {
    let (rest, extension) = stem.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    ["yaml", "yml", "txt"].contains(&extension.as_str()).then_some(rest)
}

fn without_number(stem: &str) -> Option<&str> {
    let (rest, number) = stem.strip_suffix(')')?.rsplit_once('(')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(rest)
}

fn without_copy(stem: &str) -> Option<&str> {
    let (rest, word) = stem.rsplit_once(' ')?;
    let is_copy = COPY.contains(&word.to_lowercase().as_str());
    is_copy.then(|| rest.trim_end_matches([' ', '-', '–', '—']))
}

/// Returns whether a file extension, in lower case, is that of a picture in a format that photos do not have.
pub(super) fn is_picture(extension: &str) -> bool {
    const PICTURES: &str = " apng arw avif bmp cr2 cr3 dng eps gif hdr heic heif hif ico jfif jp2 jpe jxl nef \
        orf pdf psd raf raw rw2 svg tga tif tiff xcf ";
    PICTURES.split_whitespace().any(|known| known == extension)
}

#[cfg(test)]
mod tests {
    use super::original_stem;

    #[test]
    fn finds_the_name_before_programs_changed_it() {
        for (stem, original) in [
            ("rot.yaml", "rot"),
            ("rot.yml.yaml", "rot"),
            ("x (1)", "x"),
            ("x(2)", "x"),
            ("x - Copy", "x"),
            ("x - Copy (2)", "x"),
            ("x – Kopia", "x"),
            ("x copy", "x"),
            ("Anna Berg", "Anna Berg"),
            ("(1)", "(1)"),
            ("copy", "copy"),
        ] {
            assert_eq!(original_stem(stem), original, "{stem}");
        }
    }
}
