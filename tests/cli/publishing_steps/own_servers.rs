//! nginx, Caddy, Apache and lighttpd: on this machine, and on a server.

use std::fs;

use super::{Machine, has};
use crate::project::files;

/// A server to follow the README of.
struct Own {
    host: &'static str,
    /// The programs, and files that have to exist.
    needs: &'static [&'static str],
    /// The file with the port of the server on this machine.
    port_file: &'static str,
    /// The language and the path on the server of the configuration that the README shows; none if its
    /// commands write it.
    configuration: Option<(&'static str, &'static str)>,
    /// Starts the server with the configuration that the README leads to, instead of the service of the
    /// system. `$S` is the server's directory, `$P` the port.
    start: &'static str,
}

const NGINX: Own = Own {
    host: "nginx",
    needs: &["nginx", "rsync"],
    port_file: "deploy/nginx/nginx.conf",
    configuration: Some(("nginx", "etc/nginx/conf.d/vitae.conf")),
    start: r#"sed "s/listen 80;/listen 127.0.0.1:$P;/" "$S/etc/nginx/conf.d/vitae.conf" >"$S/site.conf"
cat >"$S/nginx.conf" <<END
pid nginx.pid; events {}
http { access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t;
scgi_temp_path t; include site.conf; }
END
exec nginx -e stderr -p "$S" -c nginx.conf -g "daemon off; user $(id -un) $(id -gn);""#,
};

const CADDY: Own = Own {
    host: "caddy",
    needs: &["caddy", "rsync"],
    port_file: "deploy/caddy/Caddyfile",
    configuration: Some(("caddy", "etc/caddy/Caddyfile")),
    start: r#"printf '{\nadmin off\nauto_https off\n}\n' >"$S/Caddyfile"
sed "s,^profiles.example.com,http://:$P," "$S/etc/caddy/Caddyfile" >>"$S/Caddyfile"
exec caddy run --config "$S/Caddyfile" --adapter caddyfile"#,
};

const APACHE: Own = Own {
    host: "apache",
    needs: &["apache2", "rsync"],
    port_file: "deploy/apache/local.conf",
    configuration: None,
    start: r#"sed -e "s,/srv/vitae,$S/srv/vitae," -e "s,/etc/apache2,$S&," -e "s/:80>/:$P>/" \
  "$S/etc/apache2/sites-available/vitae.conf" >"$S/site.conf"
cat >"$S/apache2.conf" <<END
ServerName localhost
PidFile apache2.pid
ErrorLog error.log
DefaultRuntimeDir $S
Listen 127.0.0.1:$P
User #65534
Group #65534
$(for module in mpm_event authz_core headers rewrite; do
  echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"
done)
Include site.conf
END
exec apache2 -d "$S" -f apache2.conf -D FOREGROUND"#,
};

const LIGHTTPD: Own = Own {
    host: "lighttpd",
    needs: &["lighttpd", "usr/lib/lighttpd/mod_magnet.so", "rsync"],
    port_file: "deploy/lighttpd/local.conf",
    configuration: None,
    start: r#"sed -e "s,/srv/vitae,$S/srv/vitae," -e "s,/etc/lighttpd,$S&," -e "s/^server.port = 80/server.port = $P/" \
  -e '$ a server.bind = "127.0.0.1"' "$S/etc/lighttpd/lighttpd.conf" >"$S/site.conf"
grep -q '^server.username = "www-data"$' "$S/site.conf"
exec lighttpd -D -f "$S/site.conf""#,
};

/// A server in the background, which a failed test stops, too.
struct Background<'a> {
    machine: &'a Machine,
    /// The commands that verify and stop it.
    stop: &'a str,
}

impl Drop for Background<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let stop = self.stop.lines().last().expect("a command");
            let _ = self.machine.shell(stop).output();
        }
    }
}

#[test]
fn nginx() {
    follow(&NGINX);
}

#[test]
fn caddy() {
    follow(&CADDY);
}

#[test]
fn apache() {
    follow(&APACHE);
}

#[test]
fn lighttpd() {
    follow(&LIGHTTPD);
}

fn follow(own: &Own) {
    if !has(own.needs) {
        return;
    }
    let machine = Machine::new(own.host, own.host);
    let steps = machine.blocks("sh");
    let [build, commit, run, verify, prepare, publish, rest @ ..] = &steps[..] else {
        panic!("{steps:#?}");
    };
    machine.run(build);
    machine.run(commit);

    machine.change_port(own.port_file);
    let url = format!("http://127.0.0.1:{}", machine.port);
    if verify.lines().count() == 1 {
        let server = machine.start(run);
        machine.run(verify);
        drop(server);
    } else {
        machine.run(run);
        let background = Background { machine: &machine, stop: verify };
        let said = machine.run(verify);
        assert!(said.contains(&format!("{url} is as expected")), "{said}");
        drop(background);
    }
    machine.is_stopped();

    machine.run(prepare);
    machine.run(publish);
    let reload = machine.record();
    assert!(reload.contains("sudo systemctl re"), "{reload}");
    // The user who uploads can write nothing that the server reads as root.
    let uploaded = fs::read_dir(machine.server.join("srv/vitae")).expect("readable");
    let uploaded = uploaded.map(|entry| entry.expect("an entry").file_name());
    assert_eq!(uploaded.collect::<Vec<_>>(), ["dist"]);
    for file in files(&machine.server.join("etc")).into_values() {
        assert!(!String::from_utf8_lossy(&file).contains("/srv/vitae/deploy"));
    }
    if let Some((language, path)) = own.configuration {
        let [configuration] = &machine.blocks(language)[..] else {
            panic!("the README shows no configuration");
        };
        fs::write(machine.server.join(path), configuration).expect("writable");
    }
    let (configure, rest): (Vec<_>, Vec<_>) =
        rest.iter().partition(|block| block.contains("/etc/") || block.contains("sudo "));
    assert!(!configure.is_empty());
    for block in configure {
        machine.run(block);
    }
    let variables = format!("S='{}' P={}\n", machine.server.display(), machine.port);
    let server = machine.start(&format!("{variables}{}", own.start));

    let [push, verify, update] = rest[..] else { panic!("{rest:#?}") };
    machine.run(&format!("git init --quiet --bare '{}'", machine.server.join("git").display()));
    machine.run(&super::with_repository(&machine, push));
    let site = machine.project.read("content/site.yaml");
    let base_url = "# base_url: https://profiles.example.com\n";
    assert!(site.contains(base_url));
    machine
        .project
        .write("content/site.yaml", site.replace(base_url, &format!("base_url: {url}\n")));
    machine.run(&format!("vitae build\n{publish}"));
    let said = machine.run(verify);
    assert!(said.contains(&format!("{url} is as expected")), "{said}");
    drop(server);
    machine.is_stopped();
    machine.run(update);
    machine.has_no_untracked_files();
}
