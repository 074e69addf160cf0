//! Existing servers: the files of a host are included in a configuration that also does other things,
//! and the site must work the same.
//!
//! `existing_server/` contains the configurations, with the placeholders `PORT` and `DEPLOY`; `container/` starts what
//! the Dockerfile describes.

use std::process::Command;

use crate::hosts;
use crate::suite::Candidate;

pub(crate) fn all() -> Vec<Candidate> {
    vec![
        within(
            "nginx",
            "cd \"$SCRATCH\"\n\
             sed \"s,PORT,$PORT,; s,DEPLOY,$OLDPWD/deploy/nginx,\" \
             \"$ROOT/tests/conformance/existing_server/nginx.conf\" > nginx.conf\n\
             exec nginx -p . -c nginx.conf -e stderr -g \"daemon off; user $(id -un) $(id -gn);\"",
        ),
        within(
            "caddy",
            "cd \"$SCRATCH\"\n\
             sed \"s,PORT,$PORT,; s,DEPLOY,$OLDPWD/deploy/caddy,\" \
             \"$ROOT/tests/conformance/existing_server/Caddyfile\" > Caddyfile\n\
             HOME=\"$SCRATCH\" XDG_CONFIG_HOME=\"$SCRATCH\" XDG_DATA_HOME=\"$SCRATCH\" \
             exec caddy run",
        ),
        Candidate {
            name: CONTAINER.to_owned(),
            ..within("nginx", include_str!("container/start.sh"))
        },
    ]
}

/// The candidate that needs namespaces of Linux.
const CONTAINER: &str = "nginx, in a container";

/// Makes the file system read-only, as `container/start.sh` does, and changes nothing outside of the namespace.
const NAMESPACE: &str = "
script='mount -t tmpfs tmpfs /tmp && mount -o remount,bind,ro /'
unshare --mount sh -c \"$script\" || unshare --user --map-root-user --mount sh -c \"$script\"";

/// Returns why a candidate cannot run on this machine, although its programs are installed: no installation changes that.
pub(crate) fn obstacle(candidate: &Candidate) -> Option<&'static str> {
    let has_namespaces = || {
        let output = Command::new("sh").args(["-c", NAMESPACE]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let is_impossible = candidate.name == CONTAINER && !has_namespaces();
    is_impossible.then_some("`unshare` cannot create namespaces here")
}

/// Returns the candidate of a host with the most settings, with another script to start its server.
fn within(host: &str, start: &str) -> Candidate {
    let mut candidates = hosts::all().into_iter();
    let mut candidate =
        candidates.rfind(|candidate| candidate.host == host).expect("a host with a server");
    candidate.name = format!("{host}, within an existing server");
    candidate.server.start = start.to_owned();
    candidate
}
