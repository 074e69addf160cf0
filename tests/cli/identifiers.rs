//! Identifiers of names in the Latin script.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use vitae::model::id::ConsultantId;
use vitae::slug::lost_letters;

use crate::project::{Project, repository, text};

#[test]
fn names_in_the_latin_script_keep_all_their_letters() {
    let path = repository().join("tests/fixtures/latin-names.tsv");
    let file = std::fs::read_to_string(path).expect("readable");
    let names =
        || file.lines().flat_map(|line| line.split_once('\t').expect("a tab").1.split("; "));
    assert!(names().count() >= 200 && file.lines().count() >= 15);
    for name in names() {
        let slug = ConsultantId::slug(name);
        let is_apostrophe = |c: char| matches!(c, 'ʹ'..='˿');
        let letters = name.nfc().filter(|c| c.is_alphabetic() && !is_apostrophe(*c));
        let letters = letters.filter(|c| !is_combining_mark(*c)).count();
        assert!(slug.replace('-', "").len() >= letters, "{name}: {slug}");
        assert_eq!(lost_letters(name), "", "{name}");
        assert_eq!(ConsultantId::slug(&name.nfd().collect::<String>()), slug, "{name}");
        assert_eq!(ConsultantId::slug(&name.nfc().collect::<String>()), slug, "{name}");
        assert!(slug.split('-').all(|word| !word.is_empty()), "{name}: {slug}");
    }
}

#[test]
fn accents_and_strokes_are_left_out() {
    for (name, slug) in [
        ("Nguyễn Thị Ánh", "nguyen-thi-anh"),
        ("Ģirts Ķēniņš", "girts-kenins"),
        ("Lǐ Xiǎolóng", "li-xiaolong"),
        ("Trần Đức Lương", "tran-duc-luong"),
        ("Əli Məmmədov", "eli-memmedov"),
        ("Ħal Għaxaq", "hal-ghaxaq"),
        ("Iğdır Şahin", "igdir-sahin"),
        ("Åge Ærø", "age-aero"),
        ("STRAẞER", "strasser"),
        ("Guðrún Þórsdóttir", "gudrun-thorsdottir"),
        ("ǲenana ǈubičić", "dzenana-ljubicic"),
        ("Ĳsbrand ﬁnch", "ijsbrand-finch"),
        ("Ṣadé Adébáyọ̀", "sade-adebayo"),
        ("Sean O'Brien", "sean-o-brien"),
        ("Kahoʻokano", "kaho-okano"),
        ("Office 365™ x² №1", "office-365-x-1"),
    ] {
        assert_eq!(ConsultantId::slug(name), slug);
    }
}

#[test]
fn lost_letters_are_reported_with_the_option() {
    let project = Project::site("identifiers/lost");
    let run = |arguments: &str, written: &str| {
        let output = project.command(arguments).arg(written).output().expect("a started process");
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    };
    for (name, id, lost) in [
        ("Lǐ Xiǎolóng (李小龙)", "li-xiaolong", "李小龙"),
        ("Анна Berg", "berg", "Анна"),
        ("Ελένη Papa", "papa", "Ελένη"),
    ] {
        let note = format!("the identifier `{id}` lacks the letters `{lost}` of the name");
        let said = run("new", name);
        assert!(said.contains(&note) && said.contains("`--id`"), "{said}");
        std::fs::remove_file(project.root.join(format!("content/consultants/{id}.yaml")))
            .expect("it");
        project.write("resume.json", format!(r#"{{ "basics": {{ "name": "{name}" }} }}"#));
        let said = run("import", "resume.json");
        assert!(said.contains(&note) && said.contains("`--id`"), "{said}");
    }
    assert!(!run("new --id anna", "Анна").contains("lacks"));
    assert!(project.read("content/consultants/anna.yaml").contains("\nname: Анна\n"));
    assert!(!run("new", "Zoe\u{308} Đặng").contains("lacks"));
    project.write("resume.json", r#"{ "basics": { "name": "Анна K" } }"#);
    assert!(!run("import --id anna-k", "resume.json").contains("lacks"));
}
