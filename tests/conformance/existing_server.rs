//! Servers that were there before: what a host is given is included into one that also does other
//! things, and changes nothing of what it does for the site.
//!
//! `surroundings/` has the configuration of each, with `PORT` and `DEPLOY` to be filled in.

use crate::hosts;
use crate::suite::Candidate;

pub(crate) fn all() -> Vec<Candidate> {
    vec![
        within(
            "nginx",
            "cd \"$SCRATCH\"\n\
             sed \"s,PORT,$PORT,; s,DEPLOY,$OLDPWD/deploy/nginx,\" \
             \"$ROOT/tests/conformance/surroundings/nginx.conf\" > nginx.conf\n\
             exec nginx -p . -c nginx.conf -e stderr -g \"daemon off; user $(id -un) $(id -gn);\"",
        ),
        within(
            "caddy",
            "cd \"$SCRATCH\"\n\
             sed \"s,PORT,$PORT,; s,DEPLOY,$OLDPWD/deploy/caddy,\" \
             \"$ROOT/tests/conformance/surroundings/Caddyfile\" > Caddyfile\n\
             HOME=\"$SCRATCH\" XDG_CONFIG_HOME=\"$SCRATCH\" XDG_DATA_HOME=\"$SCRATCH\" \
             exec caddy run",
        ),
    ]
}

/// The host's most demanding candidate, with another way to start its server.
fn within(host: &str, start: &str) -> Candidate {
    let mut candidates = hosts::all().into_iter();
    let mut candidate = candidates
        .rfind(|candidate| candidate.host == host)
        .expect("a host whose server can be started");
    candidate.name = format!("{host}, within a server that does other things");
    candidate.server.start = start.to_owned();
    candidate
}
