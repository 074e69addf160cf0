//! `vitae serve`

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use vitae::Options;
use vitae::characters::printable;
use vitae::error::{Error, Result};
use vitae::preview::guard::{Guard, HostName};
use vitae::preview::incremental::Project;
use vitae::preview::live_state::follow;
use vitae::preview::pages;
use vitae::preview::server;
use vitae::preview::state::State;
use vitae::source::published_directory::PublishedDirectory;

use crate::progress::Waiting;
use crate::terminal::{count, print_stderr, print_stdout};

/// Show what the public will see while you write, and check it on every save.
///
/// The preview is for people at this machine: it shows inactive profiles and notes too.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder with site.yaml, consultants and photos
    #[arg(long, value_name = "FOLDER", default_value = "content")]
    content: PathBuf,
    /// A folder of templates that replace built-in ones of the same name [default: templates, if
    /// there is one]
    #[arg(long, value_name = "FOLDER")]
    templates: Option<PathBuf>,
    /// The host that will serve the site [default: the one site.yaml names, else the one in templates/hosts/default]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The address to listen at; port 0 takes a free one [default: 127.0.0.1:4400, or the next free port]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// A name or address, beside its own and localhost, under which browsers may reach the preview,
    /// such as a proxy's; without a port
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<HostName>,
    /// The published folder to compare with
    #[arg(long, value_name = "FOLDER", default_value = "dist")]
    dist: PathBuf,
}

/// The port, unless the user chose one.
const PORT: u16 = 4400;
/// How many ports are tried, if it is taken.
const PORTS: u16 = 100;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (listener, address) = listen(arguments.listen)?;
    let project = Project {
        content: arguments.content.clone(),
        templates: arguments.templates.clone(),
        options: Options {
            host: arguments.host.clone(),
            ..Options::default()
        },
        published: PublishedDirectory::new(&arguments.dist),
    };
    let guard = Guard {
        names: arguments.allow_host.clone(),
    };
    let url = format!("http://{}{}", reachable(address), pages::ROOT);
    let waiting = Waiting::start("compiling");
    let states = follow(project, |state, time| {
        // Whoever reads the output may be gone; the preview goes on.
        if state.revision > 1 {
            let _ = print_stdout(&line(state, time));
        }
    })?;
    drop(waiting);
    print_stdout(&format!(
        "preview of {} at {url} (Ctrl-C ends it)",
        printable(&arguments.content.display().to_string())
    ))?;
    if !address.ip().is_loopback() {
        print_stderr("warning: whoever can reach this address can read unpublished profiles\n");
    }
    if address.ip().is_unspecified() {
        let (port, root) = (address.port(), pages::ROOT);
        print_stderr(&format!(
            "others reach it at any address of this machine, http://<address>:{port}{root}; to be reached under a name it needs --allow-host\n"
        ));
    }
    print_stdout(&line(&states.borrow(), Duration::ZERO))?;
    server::serve(listener, states, guard)?;
    Ok(ExitCode::SUCCESS)
}

/// The address at which a browser on this machine reaches what listens at `address`: the one that
/// stands for all of them is none.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        other => other,
    };
    SocketAddr::new(ip, address.port())
}

/// Takes the address the user chose, or a free one.
fn listen(chosen: Option<SocketAddr>) -> Result<(TcpListener, SocketAddr)> {
    let listener = match chosen {
        Some(address) => TcpListener::bind(address).map_err(|error| (address, error)),
        None => {
            let port = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            let bind = |port: SocketAddr| TcpListener::bind(port).map_err(|error| (port, error));
            let is_taken = |bound: &std::result::Result<_, (_, std::io::Error)>| matches!(bound, Err((_, error)) if error.kind() == ErrorKind::AddrInUse);
            let ports = (PORT..PORT + PORTS).map(port);
            let free = ports.map(bind).find(|bound| !is_taken(bound));
            free.unwrap_or_else(|| bind(port(PORT)))
        }
    };
    let listener = listener.map_err(|(address, error)| {
        Error::with_source(format!("cannot listen at {address}"), error)
    })?;
    let address = listener
        .local_addr()
        .map_err(|error| Error::with_source("cannot listen", error))?;
    Ok((listener, address))
}

/// A state on one line.
fn line(state: &State, time: Duration) -> String {
    let mut line = format!("revision {}: ", state.revision);
    match &state.failure {
        Some(failure) => line.push_str(&printable(&failure.replace('\n', "; "))),
        None if state.diagnostics.is_empty() => line.push_str("no mistakes"),
        None => line.push_str(&count(&state.diagnostics)),
    }
    match &state.release {
        Some(release) if state.is_stale() => {
            line.push_str(&format!(
                "; the API answers as in revision {}",
                release.revision
            ));
        }
        Some(_) => {}
        None => line.push_str("; the API has nothing to answer yet"),
    }
    if !time.is_zero() {
        line.push_str(&format!(" ({} ms)", time.as_millis()));
    }
    line
}
