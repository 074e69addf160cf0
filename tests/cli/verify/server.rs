//! A server for tests that responds in any way, valid or not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::project::repository;

/// A request.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) target: String,
    /// Names in lower case.
    pub(super) headers: Vec<(String, String)>,
    /// Whether it is the first request on its connection.
    pub(super) is_first: bool,
}

impl Request {
    /// Returns the first value of a header, given by its name in lower case.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let mut named = self.headers.iter().filter(|(header, _)| header == name);
        named.next().map(|(_, value)| value.as_str())
    }
}

/// A response with valid framing.
#[derive(Debug, Clone, Default)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Response {
    pub(super) fn new(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let response = Self { status, headers: Vec::new(), body: body.into() };
        response.with("Content-Type", media_type)
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Replaces or removes a header.
    pub(super) fn set(mut self, name: &str, value: Option<&str>) -> Self {
        self.headers.retain(|(header, _)| !header.eq_ignore_ascii_case(name));
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// The reaction to a request.
pub(super) enum Reply {
    Response(Response),
    /// Sends these bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Closes the connection.
    Nothing,
    /// Sends nothing and leaves the connection open.
    Silence,
    /// Sends one byte per second.
    Trickle(Vec<u8>),
}

impl From<Response> for Reply {
    fn from(response: Response) -> Self {
        Self::Response(response)
    }
}

type Handler = dyn Fn(&Request) -> Reply + Send + Sync;

/// A server on a free port that runs as long as the tests.
pub(super) struct Server {
    pub(super) port: u16,
}

impl Server {
    /// Starts a server over plain HTTP.
    pub(super) fn start(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let handler: Arc<Handler> = Arc::new(handler);
        Self::accept(move |stream| {
            let handler = Arc::clone(&handler);
            spawn(move || serve(stream, &*handler));
        })
    }

    /// Starts a server over TLS with a certificate of `tests/fixtures/tls/`.
    pub(super) fn start_tls(
        certificate: &str,
        handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let config = Arc::new(tls(certificate));
        let handler: Arc<Handler> = Arc::new(handler);
        Self::accept(move |stream| {
            let (config, handler) = (Arc::clone(&config), Arc::clone(&handler));
            spawn(move || {
                let connection = ServerConnection::new(config).expect("a configuration");
                serve(StreamOwned::new(connection, stream), &*handler);
            });
        })
    }

    /// Starts a server that handles connections itself.
    pub(super) fn accept(mut each: impl FnMut(TcpStream) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        spawn(move || listener.incoming().flatten().for_each(&mut each));
        Self { port }
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(super) fn tls_url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }
}

fn tls(certificate: &str) -> ServerConfig {
    let file =
        |extension| repository().join(format!("tests/fixtures/tls/{certificate}.{extension}"));
    let chain = CertificateDer::pem_file_iter(file("pem")).expect("a certificate");
    let chain = chain.map(|certificate| certificate.expect("a certificate"));
    let key = PrivateKeyDer::from_pem_file(file("key")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain.collect(), key)
        .expect("a certificate and its key")
}

/// Responds to the requests on a connection until the client closes it.
fn serve(stream: impl Read + Write, handler: &Handler) {
    let mut stream = BufReader::new(stream);
    let mut is_first = true;
    while let Some(request) = read(&mut stream, is_first) {
        is_first = false;
        let done = match handler(&request) {
            Reply::Response(response) => {
                let written = write(stream.get_mut(), &request, &response).is_ok();
                written && request.value("connection") != Some("close")
            }
            Reply::Bytes(bytes) => stream.get_mut().write_all(&bytes).is_err(),
            Reply::Nothing => false,
            Reply::Silence => {
                sleep(Duration::from_secs(600));
                false
            }
            Reply::Trickle(bytes) => {
                for byte in bytes {
                    let sent = stream.get_mut().write_all(&[byte]);
                    if sent.and_then(|()| stream.get_mut().flush()).is_err() {
                        break;
                    }
                    sleep(Duration::from_secs(1));
                }
                false
            }
        };
        let _ = stream.get_mut().flush();
        if !done {
            return;
        }
    }
}

fn read(stream: &mut impl BufRead, is_first: bool) -> Option<Request> {
    let mut line = || {
        let mut line = Vec::new();
        stream.read_until(b'\n', &mut line).ok()?;
        let line = String::from_utf8_lossy(&line).into_owned();
        line.strip_suffix("\r\n").map(str::to_owned)
    };
    let first = line()?;
    let mut words = first.split(' ');
    let mut request = Request {
        method: words.next()?.to_owned(),
        target: words.next()?.to_owned(),
        headers: Vec::new(),
        is_first,
    };
    loop {
        let line = line()?;
        if line.is_empty() {
            return Some(request);
        }
        let (name, value) = line.split_once(": ")?;
        request.headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
}

fn write(stream: &mut impl Write, request: &Request, response: &Response) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {} X\r\n", response.status);
    for (name, value) in &response.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if response.status != 304 {
        head.push_str(&format!("Content-Length: {}\r\n", response.body.len()));
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    if request.method != "HEAD" && response.status != 304 {
        bytes.extend(&response.body);
    }
    stream.write_all(&bytes)?;
    stream.flush()
}
