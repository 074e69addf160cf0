//! `publish.yml` uploads with a real SSH server, and only to the server with the known host key.

use std::collections::BTreeMap;
use std::fs;

use super::github_actions::{command, publish};
use super::workflow::steps;
use super::{Machine, has};
use crate::project::{files, text};

/// Starts an SSH server for the current user, with the key of `vitae-key.pub`.
const SERVER: &str = r#"cd "$HOME"
ssh-keygen -q -t ed25519 -N '' -f host-key
ssh-keygen -q -t ed25519 -N '' -f vitae-key
cat >sshd_config <<END
ListenAddress 127.0.0.1
Port $P
HostKey $HOME/host-key
AuthorizedKeysFile $HOME/vitae-key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
END
# The service of the system creates this directory.
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
exec /usr/sbin/sshd -D -e -f "$HOME/sshd_config""#;

#[test]
fn uploads_only_to_the_server_with_the_known_key() {
    if !has(&["usr/sbin/sshd", "usr/bin/ssh", "rsync", "jq"]) {
        return;
    }
    let machine = Machine::new("workflow-ssh", "nginx");
    fs::remove_file(machine.bin.join("ssh")).expect("the stand-in");
    machine.program("gh", "#!/bin/sh\n");
    machine.run("git init --quiet && git add . && git commit --quiet --message Start");
    let home = machine.server.join("home");
    let server = machine.start(&format!("P={}\n{SERVER}", machine.port));
    let directory = machine.server.join("our site");
    fs::create_dir(&directory).expect("a directory");
    // One line is a comment with the server's version.
    let known = machine.run(&format!("ssh-keyscan -t ed25519 -p {} 127.0.0.1", machine.port));
    let known = known.lines().find(|line| line.starts_with('[')).expect("a key").to_owned();
    let user = machine.run("id -un");
    let user = user.lines().last().expect("a name");
    let mut values = BTreeMap::from([
        ("vars.VITAE_SSH_TARGET", format!("{user}@127.0.0.1")),
        ("vars.VITAE_SSH_PORT", machine.port.to_string()),
        ("vars.VITAE_SSH_KNOWN_HOSTS", known.clone()),
        ("vars.VITAE_DIRECTORY", directory.display().to_string()),
        (
            "secrets.VITAE_SSH_KEY",
            fs::read_to_string(home.join("vitae-key")).expect("readable").trim_end().to_owned(),
        ),
    ]);
    publish(&machine, &values);
    assert_eq!(files(&directory.join("dist")), machine.project.files("dist"));

    // Another machine at the same address.
    let other = fs::read_to_string(home.join("vitae-key.pub")).expect("readable");
    let other = other.split(' ').nth(1).expect("a key");
    let host = known.split(' ').next().expect("a host");
    values.insert("vars.VITAE_SSH_KNOWN_HOSTS", format!("{host} ssh-ed25519 {other}"));
    fs::remove_file(machine.project.root.join("dist/index.html")).expect("removable");
    let steps = steps(&machine, &values);
    let upload = steps.iter().find(|step| step.name.starts_with("upload")).expect("a step");
    let output = command(&machine, upload).output().expect("bash runs");
    let said = text(&output);
    assert!(!output.status.success() && said.contains("Host key verification failed"), "{said}");
    assert!(directory.join("dist/index.html").exists());
    drop(server);
}
