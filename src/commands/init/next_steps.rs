//! The steps that `vitae init` prints: those from a new project to its publication.

use std::path::Path;

use vitae::characters::printable_line;
use vitae::paths::ToSlash;
use vitae::render::project::NewSite;

/// A project that was created.
pub(super) struct NewProject<'a> {
    pub(super) directory: &'a Path,
    /// The name of the guide.
    pub(super) guide: &'a str,
    pub(super) site: &'a NewSite,
    /// Whether other machines can get vitae: as a package or from its source.
    pub(super) is_available: bool,
}

impl NewProject<'_> {
    /// Returns the numbered steps.
    pub(super) fn next_steps(&self) -> String {
        let mut steps = Vec::new();
        if self.directory != Path::new(".") {
            steps.push(format!("cd {}", quoted(&self.directory.to_slash())));
        }
        steps.push("vitae build    (builds the sample consultant into dist/)".to_owned());
        let title = if self.site.title.is_none() { "title, " } else { "" };
        steps.push(format!(
            "edit content/site.yaml: {title}description, contact, license    (replace the examples; \
             `vitae check` warns about the last three)"
        ));
        steps.push(
            "vitae new <name>    (creates a profile; then delete the sample consultant)".to_owned(),
        );
        if !self.is_available {
            steps.push(
                "set `git` in .vitae-version to the Git URL of vitae's source, or VITAE_GIT in the \
                 environment (the machines that check and publish the project have no package of \
                 this vitae and build it)"
                    .to_owned(),
            );
        }
        let repository = repository(self.directory);
        let init = if repository.is_none() { "git init && " } else { "" };
        steps.push(format!("{init}git add . && git commit -m Start"));
        steps.push(format!("publish the site: {} describes each step", self.guide));
        let numbered = (1..).zip(&steps).map(|(number, step)| format!("\n  {number}. {step}"));
        let mut text = format!("next:{}", numbered.collect::<String>());
        if repository.is_some_and(|levels| levels > 0) {
            text += "\nnote: GitHub and the hosts read the settings of a project only at the root of \
                     its repository";
        }
        text
    }
}

/// Returns how many levels above the directory its git repository is.
fn repository(directory: &Path) -> Option<usize> {
    let directory = std::path::absolute(directory).ok()?;
    directory.ancestors().position(|ancestor| ancestor.join(".git").exists())
}

/// Returns a path as a word of a shell's command line.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+:,@%".contains(c);
    let path = printable_line(path);
    let path = if path.starts_with('-') { format!("./{path}") } else { path };
    match path.chars().all(is_plain) {
        true => path,
        false if cfg!(windows) => format!("\"{path}\""),
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}
