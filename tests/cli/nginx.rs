//! nginx with the rules of a project.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::free_port::free_port;
use crate::project::Project;

/// The published site on nginx, which is stopped when dropped.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) url: String,
}

impl Nginx {
    /// Serves `dist/` of a project that was built for nginx.
    pub(crate) fn start(project: &Project) -> Self {
        let address = format!("127.0.0.1:{}", free_port());
        let configuration = project.read("deploy/nginx/nginx.conf");
        let configuration = configuration.replace("127.0.0.1:8080", &address);
        project.write("deploy/nginx/test.conf", configuration);
        // Started by root, nginx would switch to a user that cannot read this directory.
        let child = Command::new("sh")
            .args([
                "-c",
                r#"exec /usr/sbin/nginx -p . -c test.conf -g "daemon off; user $(id -un) $(id -gn);""#,
            ])
            .current_dir(project.root.join("deploy/nginx"))
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx starts");
        let mut nginx = Self { child, url: format!("http://{address}") };
        while TcpStream::connect(&address).is_err() {
            assert!(nginx.child.try_wait().expect("a process").is_none(), "nginx ended");
            sleep(Duration::from_millis(20));
        }
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // The master process ends its workers.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}
