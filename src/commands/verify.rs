//! `vitae verify`

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use vitae::Options;
use vitae::compile::{Compiled, compile_with_inactive};
use vitae::diagnostic::{Diagnosed, Diagnostic};
use vitae::error::{Error, Result};
use vitae::model::id::ConsultantId;
use vitae::render::host;
use vitae::source::Sources;
use vitae::templates::Templates;
use vitae::verify::client::Client;
use vitae::verify::expected_site::ExpectedSite;
use vitae::verify::known_deviation::KnownDeviation;
use vitae::verify::rate_limiter::RateLimiter;
use vitae::verify::redaction::SecretHeader;
use vitae::verify::report::{Conclusion, VerificationReport};
use vitae::verify::runner::run as ask;
use vitae::verify::site_url::SiteUrl;
use vitae::verify::test_plan::{Scope, TestPlan};

use super::shared_arguments::SiteArguments;
use crate::progress::{Progress, Spinner};
use crate::terminal::{count, print_diagnostics, verification};

/// Ask a published site whether it answers as promised, and as the content here says.
///
/// Every promise of the interface is put to the site as a question, and what it answers is compared
/// with the content as it is compiled here: check out the version that was published. Nothing is
/// changed, there or here.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    /// The site's address: http or https and a host [default: `base_url` of site.yaml]
    #[arg(value_name = "URL")]
    url: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
    /// Look at every consultant, not only at some of each kind
    #[arg(long)]
    all: bool,
    /// Ask whether this withdrawn consultant is gone at every address and past every cache; may be
    /// given several times, and needs no file in the content
    #[arg(long, value_name = "ID")]
    gone: Vec<String>,
    /// How many requests are on their way at a time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    jobs: u8,
    /// How long all of it may take; what was not asked by then is told, and is no success [default:
    /// 300, with --all 3600, and more where a `rate_limit` of site.yaml that the host keeps needs it: it
    /// is asked a little slower than that]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
    /// A header to send with each request, such as a preview's password; its value is never shown
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<String>,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = verification::Format::Human)]
    format: verification::Format,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  everything was asked and answered as promised, but for what the host is known not to keep
  1  something is not as promised, or was not asked since time was up
  2  the site cannot be reached, the command is wrong, or the content here has mistakes";

/// How long a run may take: with some of the consultants, and with all.
const TIMEOUTS: (u32, u32) = (300, 3_600);
/// Some checks compare an answer with another one, which has to be asked for too.
const REQUESTS_OF_A_CHECK: usize = 2;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let usage = |problem: String| Error::new(problem);
    let given = arguments.url.as_deref().map(SiteUrl::parse);
    let given = given.transpose().map_err(usage)?;
    let fields = arguments
        .header
        .iter()
        .map(|text| SecretHeader::parse(text));
    let fields: Vec<SecretHeader> = fields
        .collect::<std::result::Result<_, _>>()
        .map_err(usage)?;
    let gone: Vec<ConsultantId> = arguments
        .gone
        .iter()
        .map(|id| parse(id))
        .collect::<Result<_>>()?;

    let templates = arguments.site.templates.read()?;
    let compiled = compile(arguments, &templates)?;
    let base_url = compiled
        .settings
        .base_url
        .as_ref()
        .map(|url| SiteUrl::parse(url.as_str()));
    let address = match (given, base_url) {
        (Some(address), _) => address,
        (None, Some(base_url)) => base_url.map_err(usage)?,
        (None, None) => {
            return Err(Error::new(
                "which site? give its address, such as https://profiles.example.com, or set `base_url` in site.yaml",
            ));
        }
    };
    let host = compiled.bundle.deployment.host.clone();
    let description = host::read(&host, &templates)?;
    let gaps = KnownDeviation::of_host(&description)?;
    let limit = compiled.settings.rate_limit;
    let pace = limit
        .filter(|_| description.rate_limit)
        .map(RateLimiter::below);
    let expectation = ExpectedSite::new(compiled, &description);
    let is_active =
        |id: &&ConsultantId| expectation.active().iter().any(|person| person.id == **id);
    if let Some(active) = gone.iter().find(is_active) {
        return Err(Error::new(format!(
            "`{active}` is active in the content here, so nobody is withdrawn: set `active: false`, or remove the file"
        )));
    }

    let scope = if arguments.all {
        Scope::Everybody
    } else {
        Scope::Sample
    };
    let (some, all) = TIMEOUTS;
    let questions = TestPlan::new(&expectation, &gaps, scope, gone, &fresh());
    let usual = Duration::from_secs(if arguments.all { all } else { some }.into());
    let needed = pace.as_ref().map_or(Duration::ZERO, |pace| {
        pace.time_of(questions.len() * REQUESTS_OF_A_CHECK)
    });
    let given = |seconds: u32| Duration::from_secs(seconds.into());
    let timeout = arguments.timeout.map_or(usual.max(needed), given);
    let deadline = Instant::now() + timeout;
    let client = Client::new(address.clone(), fields, arguments.jobs.into(), deadline)?.at(pace);
    let report = VerificationReport::new(address, host, questions.consultants());
    let progress = Progress::new(questions.len(), "checks");
    let report = ask(&questions, &client, arguments.jobs.into(), report, &|| {
        progress.step()
    })?;
    drop(progress);
    verification::show(arguments.format, &report)?;
    Ok(ExitCode::from(match report.conclusion() {
        Conclusion::RenderCache => 0,
        Conclusion::Broken => 1,
        Conclusion::Unreachable => 2,
    }))
}

fn parse(id: &str) -> Result<ConsultantId> {
    ConsultantId::parse(id).ok_or_else(|| {
        let most = ConsultantId::MAX_LENGTH;
        Error::new(format!(
            "`{id}` is no identifier: one has lower-case letters a to z, digits and hyphens, at most {most}"
        ))
    })
}

/// Compiles the content, which has to be without mistakes: there is nothing else to compare with.
fn compile(arguments: &Arguments, templates: &Templates) -> Result<Compiled> {
    let _spinner = Spinner::start("compiling");
    let sources = Sources::from_disk(&arguments.site.content.directory)?;
    let options = Options {
        host: arguments.site.host.clone(),
        ..Options::default()
    };
    let Diagnosed {
        output,
        diagnostics,
    } = compile_with_inactive(&sources, templates, &options)?;
    let errors: Vec<Diagnostic> = diagnostics
        .into_iter()
        .filter(Diagnostic::is_error)
        .collect();
    match output.filter(|_| errors.is_empty()) {
        Some(compiled) => Ok(compiled),
        None => {
            print_diagnostics(&errors, &sources);
            Err(Error::new(format!(
                "the content here has mistakes ({}), so there is nothing to compare the site with",
                count(&errors)
            )))
        }
    }
}

/// A word that no cache has seen.
fn fresh() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}
