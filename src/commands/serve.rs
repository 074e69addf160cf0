//! `vitae serve`

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use vitae::characters::{printable, printable_line};
use vitae::error::{Error, Result};
use vitae::model::day::Day;
use vitae::paths::ToSlash;
use vitae::preview::ROOT;
use vitae::preview::guard::{Guard, host_name};
use vitae::preview::incremental::PreviewedProject;
use vitae::preview::live::Live;
use vitae::preview::server;
use vitae::preview::state::PreviewState;
use vitae::source::published_directory::PublishedDirectory;

use super::shared_arguments::{CacheArguments, SiteArguments};
use crate::terminal::{count, print_stderr, print_stdout};

/// Serve a live preview of the site
///
/// The pages show the profiles as they will be published, update after every save, and list errors.
/// The preview also shows inactive profiles and internal notes, so by default only this machine can
/// open it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    cache: CacheArguments,
    /// IP address and port to listen on; port 0 selects a free port [default: 127.0.0.1:4400, or the
    /// next free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Additional host name or IP address, without a port, at which browsers may open the preview,
    /// such as the name of a reverse proxy; may be repeated
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    /// Open the preview in the default browser
    #[arg(long)]
    open: bool,
    /// Output directory of the last build, to compare with
    #[arg(long, value_name = "DIRECTORY", default_value = "dist")]
    dist: PathBuf,
}

const PORT: u16 = 4400;
/// How many ports are tried if the default port is in use.
const PORTS: u16 = 100;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let cache = arguments.cache.open(&arguments.site.content.directory, Some(&arguments.dist))?;
    let (listener, address) = listen(arguments.listen, PORT)?;
    let as_of = arguments.site.as_of;
    let project = PreviewedProject {
        content: arguments.site.content.directory.clone(),
        templates: arguments.site.templates.directory.clone(),
        language: arguments.site.language.clone(),
        host: arguments.site.host.clone(),
        day: Arc::new(move || as_of.unwrap_or_else(Day::today)),
        published: PublishedDirectory::new(&arguments.dist),
        photos: cache.photos(),
    };
    let guard = Guard { allowed_hosts: arguments.allow_host.clone() };
    let url = format!("http://{}{}", reachable(address), ROOT);
    let live = Live::new(project)?;
    print_stdout(&format!(
        "serving a preview of {} at {url} (press Ctrl-C to stop)",
        printable_line(&arguments.site.content.directory.to_slash())
    ))?;
    if !address.ip().is_loopback() {
        print_stderr(
            "warning: everyone who can reach this address can read unpublished profiles\n",
        );
    }
    if address.ip().is_unspecified() {
        let port = address.port();
        print_stderr(&format!(
            "other machines can open http://<IP address of this machine>:{port}{ROOT}; to use a host name, add --allow-host\n"
        ));
    }
    let states = live.follow(|state, time| {
        // The preview continues even if nothing reads its output any more.
        let _ = print_stdout(&status_line(state, time));
    })?;
    if arguments.open
        && let Err(error) = open::that_detached(&url)
    {
        print_stderr(&format!("warning: cannot open a browser: {error}\n"));
    }
    server::serve(listener, states, guard)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the address that a browser on this machine can open: it cannot open `0.0.0.0` or `[::]`.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        other => other,
    };
    SocketAddr::new(ip, address.port())
}

/// Listens on the given address, by default on a free port of this machine, from the `first` one.
pub(super) fn listen(chosen: Option<SocketAddr>, first: u16) -> Result<(TcpListener, SocketAddr)> {
    let ports = first..first + PORTS;
    let addresses = match chosen {
        Some(address) => vec![address],
        None => ports.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port))).collect(),
    };
    let failed = |error| Error::with_source(format!("cannot listen on {}", addresses[0]), error);
    let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

fn status_line(state: &PreviewState, time: Duration) -> String {
    let mut line = format!("revision {}: ", state.revision);
    match &state.failure {
        Some(failure) => line.push_str(&printable(&failure.replace('\n', "; "))),
        None => line.push_str(&count(&state.diagnostics)),
    }
    if state.site.is_none() {
        line.push_str("; the API has nothing to serve yet");
    } else if !state.is_publishable() {
        line.push_str("; a build would publish nothing");
    }
    if !time.is_zero() {
        line.push_str(&format!(" ({} ms)", time.as_millis()));
    }
    line
}
