//! Argument groups that several commands share.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use vitae::cache::Cache;
use vitae::error::Result;
use vitae::model::day::Day;
use vitae::source;
use vitae::templates::Templates;

use crate::terminal::ReportFormat;

/// Where the content is.
#[derive(Debug, Clone, Args)]
pub(crate) struct ContentArguments {
    /// Content directory, with site.yaml, consultants/ and photos/
    #[arg(id = "content", long = "content", value_name = "DIRECTORY", default_value = "content")]
    pub(crate) directory: PathBuf,
}

impl ContentArguments {
    /// Returns the content directory, which must exist.
    pub(crate) fn existing(&self) -> Result<&Path> {
        source::existing(&self.directory)
    }
}

/// Where the project's own templates are.
#[derive(Debug, Clone, Args)]
pub(crate) struct TemplateArguments {
    /// Directory of templates that override the built-in templates of the same name [default:
    /// templates, if it exists]
    #[arg(id = "templates", long = "templates", value_name = "DIRECTORY")]
    pub(crate) directory: Option<PathBuf>,
}

impl TemplateArguments {
    /// Reads the project's templates over the built-in ones.
    pub(crate) fn read(&self) -> Result<Templates> {
        Templates::of_project(self.directory.as_deref())
    }
}

/// The input of a compilation.
#[derive(Debug, Clone, Args)]
pub(crate) struct SiteArguments {
    #[command(flatten)]
    pub(crate) content: ContentArguments,
    /// Day for which `publish_from` and `publish_until` decide who is published, YYYY-MM-DD [default: today,
    /// in UTC]
    #[arg(long, value_name = "DATE", value_parser = str::parse::<Day>)]
    pub(crate) as_of: Option<Day>,
    #[command(flatten)]
    pub(crate) templates: TemplateArguments,
    /// Language of the site: a directory in content/translations, such as sv [default: the language of the
    /// profiles]
    #[arg(long, value_name = "LANGUAGE", env = "VITAE_LANGUAGE")]
    pub(crate) language: Option<String>,
    /// Host that serves the site; `vitae hosts` lists all hosts [default: `host` in site.yaml, or
    /// the host that `vitae hosts` marks as default]
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
}

/// Where the cache is.
#[derive(Debug, Args)]
pub(crate) struct CacheArguments {
    /// Directory for the cache, which makes later runs faster; vitae creates `vitae-cache` in it
    /// [default: .vitae/cache beside the content directory]
    #[arg(long = "cache-dir", value_name = "DIRECTORY", env = "VITAE_CACHE_DIR")]
    directory: Option<PathBuf>,
    /// Do not read or write the cache
    #[arg(long = "no-cache")]
    is_disabled: bool,
}

impl CacheArguments {
    /// Opens the cache. Must be called before the content is listed. `out` is the output directory,
    /// if the command has one. The cache must be in neither of them.
    pub(crate) fn open(&self, content: &Path, out: Option<&Path>) -> Result<Cache> {
        match self.is_disabled {
            true => Ok(Cache::disabled()),
            false => Cache::open(self.directory.as_deref(), content, out),
        }
    }
}

/// The input of a compilation and the treatment of its diagnostics.
#[derive(Debug, Args)]
pub(crate) struct CompileArguments {
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// Output format of errors and warnings
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    pub(crate) format: ReportFormat,
    /// Treat warnings as errors: publish nothing and exit with code 1
    #[arg(long, value_name = "WHAT", value_parser = ["warnings"])]
    pub(crate) deny: Option<String>,
}

/// Output format of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// Text for people
    Human,
    /// One JSON document (docs/formats.md)
    Json,
}
