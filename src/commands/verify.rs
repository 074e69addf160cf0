//! `vitae verify`

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use vitae::compile::{CompiledSite, Outcome};
use vitae::error::{Error, Result};
use vitae::model::id::ConsultantId;
use vitae::model::settings::Settings;
use vitae::render::host;
use vitae::source::deleted_profiles;
use vitae::verify::client::SiteClient;
use vitae::verify::expected_limitation::ExpectedLimitation;
use vitae::verify::expected_site::ExpectedSite;
use vitae::verify::rate_limiter::RateLimiter;
use vitae::verify::report::Conclusion;
use vitae::verify::runner;
use vitae::verify::secret_header::secret_header;
use vitae::verify::site_url::SiteUrl;
use vitae::verify::test_plan::TestPlan;

use super::compilation::{Project, dated, reject_errors};
use super::shared_arguments::{CacheArguments, SiteArguments};
use crate::progress::Progress;
use crate::terminal::{ReportFormat, verification};

/// Verify that a deployed site matches the content and the interface
///
/// Sends requests for each rule of the interface (its URLs, status codes and headers) and compares
/// the responses with the local content. The content must be the deployed version. The command
/// changes neither the site nor the content.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// URL of the site: http or https and a host [default: `base_url` of site.yaml]
    #[arg(value_name = "URL")]
    url: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    cache: CacheArguments,
    /// Check all documents of every consultant instead of a sample
    #[arg(long)]
    all: bool,
    /// Check that every URL of this withdrawn consultant responds with 404, with and without
    /// bypassing caches; may be repeated, and the content need not contain the consultant
    #[arg(long, value_name = "ID")]
    gone: Vec<String>,
    /// Check that this former deploy, such as a preview, does not serve the consultants of `--gone`
    /// either; may be repeated. `--header` is not sent to it
    #[arg(long, value_name = "URL", requires = "gone")]
    at: Vec<String>,
    /// Number of parallel requests
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    jobs: u8,
    /// Time limit; a request that is not sent in time is a failure [default: 300; with --all 3600; more
    /// if the `rate_limit` of site.yaml requires it]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
    /// Header to send with each request, such as the password of a protected site; its value is
    /// never printed. In the environment variable, other users cannot read it; write one header per line
    #[arg(long, value_name = "NAME: VALUE", env = "VITAE_HEADER", hide_env_values = true)]
    #[arg(value_delimiter = '\n')]
    header: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  every response is as expected, except for limitations of the host
  1  a response is not as expected, or a request was not sent in time
  2  the site cannot be reached, the command is wrong, or the local content has errors";

/// How long ago a profile was deleted that is checked with a sample of consultants.
const SINCE: &str = "400 days ago";
/// The time limit in seconds with a sample of consultants.
const TIMEOUT: u32 = 300;
/// The time limit in seconds with `--all`.
const TIMEOUT_ALL: u32 = 3_600;
/// How many requests a check sends: some need another response to compare with.
const REQUESTS_PER_CHECK: usize = 2;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let given = arguments.url.as_deref().map(SiteUrl::parse);
    let given = given.transpose().map_err(Error::new)?;
    // A workflow sets the variable to an empty text if the secret does not exist.
    let headers = arguments.header.iter().filter(|line| !line.trim().is_empty());
    let headers = headers.map(|text| secret_header(text).map_err(Error::new));
    let headers: Vec<_> = headers.collect::<Result<_>>()?;
    let withdrawn = arguments.gone.iter().map(|id| parse_id(id));
    let withdrawn: Vec<ConsultantId> = withdrawn.collect::<Result<_>>()?;

    let (content, is_complete) = (arguments.site.content.directory.clone(), arguments.all);
    let since = (!is_complete).then_some(SINCE);
    let deleted = thread::spawn(move || deleted_profiles(&content, since));
    let deleted = || deleted.join().expect("the thread does not panic");
    let (host_name, host, site) =
        Project::with(&arguments.site, &arguments.cache, None, None, dated, |project| {
            let compiled = compile(project)?;
            let host_name = compiled.host.clone();
            let host = host::read(&host_name, &project.templates)?;
            let (sources, day) = (project.sources.clone(), project.options.day);
            let site = ExpectedSite::new(compiled, sources, day, &host, project.stored_photos());
            Ok((host_name, host, site))
        })?;
    let settings = &site.compiled.settings;
    let site_url = given.map_or_else(|| base_url(settings), Ok)?;
    let former_urls = former_urls(&arguments.at, &site_url)?;
    let limitations = ExpectedLimitation::of_host(&host);
    let rate_limit = settings.rate_limit.clone().filter(|_| host.rate_limit);
    let limiter = || RateLimiter::below(rate_limit.as_ref());
    if let Some(active) =
        withdrawn.iter().find(|id| site.compiled.entries.get(id.as_str()).is_some())
    {
        return Err(Error::new(format!(
            "`{active}` is not withdrawn but active in the local content: set `active: false`, or remove the file"
        )));
    }

    let default_timeout = if arguments.all { TIMEOUT_ALL } else { TIMEOUT };
    // A word that no cache has seen.
    let nonce = format!("{:016x}", RandomState::new().hash_one(()));
    let former_plan = TestPlan::former_deploy(&site, withdrawn.clone(), &nonce);
    let plan = TestPlan::new(&site, &limitations, arguments.all, withdrawn, &nonce);
    let count = plan.count() + former_plan.count() * former_urls.len();
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    let needed = limiter().time_of(count * REQUESTS_PER_CHECK);
    let default_timeout = seconds(default_timeout).max(needed);
    let deadline = Instant::now() + arguments.timeout.map_or(default_timeout, seconds);
    let jobs = arguments.jobs.into();
    let client = SiteClient::new(site_url, headers, limiter(), jobs, deadline);
    let progress = Progress::new(count, "checks");
    let mut report = runner::run(&plan, &client, jobs, &|| progress.step(), deleted)?;
    for url in former_urls {
        // The secrets are for the site: a former deploy can belong to another owner by now.
        let client = SiteClient::new(url, Vec::new(), limiter(), jobs, deadline);
        let none = || Ok((Vec::new(), false));
        let former = runner::run(&former_plan, &client, jobs, &|| progress.step(), none)?;
        report.former_deploys.push(former);
    }
    drop(progress);
    verification::show(arguments.format, &host_name, &report)?;
    Ok(ExitCode::from(match report.conclusion() {
        Conclusion::Passed => 0,
        Conclusion::Failed => 1,
        Conclusion::Unreachable => 2,
    }))
}

/// Parses the URLs of former deploys, which must not be the site itself.
fn former_urls(urls: &[String], site: &SiteUrl) -> Result<Vec<SiteUrl>> {
    let mut parsed: Vec<SiteUrl> = Vec::new();
    for url in urls {
        let url = SiteUrl::parse(url).map_err(Error::new)?;
        if url == *site {
            return Err(Error::new(format!(
                "`{url}` is the site itself: --at needs the URL of a former deploy"
            )));
        }
        if !parsed.contains(&url) {
            parsed.push(url);
        }
    }
    Ok(parsed)
}

fn parse_id(id: &str) -> Result<ConsultantId> {
    ConsultantId::parse(id).ok_or_else(|| {
        let max = ConsultantId::MAX_LENGTH;
        Error::new(format!(
            "`{id}` is not an identifier: use only lowercase letters a to z, digits and hyphens, at most {max}"
        ))
    })
}

fn base_url(settings: &Settings) -> Result<SiteUrl> {
    let base_url = settings.base_url.as_ref().ok_or_else(|| {
        Error::new(
            "the URL of the site is missing: pass one such as https://profiles.example.com, or set `base_url` in site.yaml",
        )
    })?;
    SiteUrl::parse(base_url.as_str()).map_err(Error::new)
}

/// Compiles the content, which must not have errors. Consultants in the cache are not compiled again.
fn compile(project: &Project) -> Result<CompiledSite> {
    let compilation = project.compilation()?;
    let consultants = project.without_photos(&compilation)?;
    let Outcome { site, diagnostics } = compilation.finish(&consultants)?;
    reject_errors(&diagnostics)?;
    Ok(site.expect("content without errors is a site"))
}
