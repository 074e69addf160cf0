//! `vitae verify`: any responses of a server.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread::spawn;
use std::time::{Duration, Instant};

use vitae::preview::response::respond;
use vitae::render::host;
use vitae::render::photo::NoPhotoStore;
use vitae::verify::client::SiteClient;
use vitae::verify::evaluation::Evaluator;
use vitae::verify::exchange::{Exchange, Request, Response, TransportError};
use vitae::verify::expected_limitation::ExpectedLimitation;
use vitae::verify::expected_site::ExpectedSite;
use vitae::verify::rate_limiter::RateLimiter;
use vitae::verify::runner;
use vitae::verify::secret_header::secret_header;
use vitae::verify::site_url::SiteUrl;
use vitae::verify::table;
use vitae::verify::test_plan::TestPlan;

use super::compilation::{EMBEDDED, compile, sources};
use super::preview::parse;
use super::project::{FILES, STATE, day, options};

/// A header that is sent with each request. A response contains its credentials in place of [`ECHO`].
pub const HEADER: &str = "Authorization: Basic dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ==";
/// What a response echoes the secret in place of.
const ECHO: &[u8] = b"{secret}";
/// The credentials of [`HEADER`], which no output contains.
pub const SECRET: &str = "dml0YWUtdXNlcjpwYXNzL3dvcmQrMTIzIQ";
/// The time of a run.
const TIMEOUT: Duration = Duration::from_millis(300);
/// A word that no cache has seen.
const NONCE: &str = "0123456789abcdef";

static SITE: LazyLock<ExpectedSite> = LazyLock::new(|| {
    let sources = sources(FILES.map(|(path, text)| (path, text.as_bytes())));
    let (outcome, _) = compile(&sources, &EMBEDDED, &options()).expect("it compiles");
    let compiled = outcome.site.expect("no errors");
    let host = host::read(&compiled.host, &EMBEDDED).expect("a valid host");
    ExpectedSite::new(compiled, sources, day(), &host, Arc::new(NoPhotoStore))
});

/// Compares a response with each expected one.
pub fn response(bytes: &[u8]) {
    let Some(response) = parse_response(bytes) else { return };
    let site = &*SITE;
    let host = host::read(&site.compiled.host, &EMBEDDED).expect("a valid host");
    let limitations = ExpectedLimitation::of_host(&host);
    let table = table::contract(site);
    let always = Always(response);
    let evaluator = Evaluator::new(site, &limitations, &table, &always);
    for check in &table {
        let evaluation = evaluator.evaluate(check).expect("files can be rendered");
        assert!(!format!("{:?}", evaluation.verdict).is_empty());
    }
}

/// Parses a status, headers and a body as far as they are valid.
fn parse_response(bytes: &[u8]) -> Option<Response> {
    let (head, body) = match bytes.windows(2).position(|end| end == b"\n\n") {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (bytes, &b""[..]),
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers =
        headers.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    Some(Response { status, headers: headers.collect(), body: body.to_vec() })
}

/// Responds to all requests with the same response.
struct Always(Response);

impl Exchange for Always {
    fn exchange(&self, _: &Request, max_body: usize) -> Result<Response, TransportError> {
        let mut response = self.0.clone();
        response.body.truncate(max_body + 1);
        Ok(response)
    }
}

/// What the server sends: the part of a target, and the bytes for the requests whose target has it.
#[derive(Clone, Default)]
struct Script {
    target: String,
    bytes: Vec<u8>,
}

impl Script {
    /// Parses a script: the first line is a part of the targets, and the rest is what the server sends.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let target = String::from_utf8_lossy(&bytes[..end]).into_owned();
        Some(Self { target, bytes: with_secret(&bytes[end + 1..]) })
    }
}

/// A server of the site that runs as long as the process.
pub struct Server {
    script: Arc<Mutex<Script>>,
    /// The URL of the site.
    pub url: SiteUrl,
}

impl Server {
    /// Starts a server at a free port.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let script = Arc::new(Mutex::new(Script::default()));
        let server =
            Self { script: Arc::clone(&script), url: SiteUrl::parse(&url).expect("a URL") };
        spawn(move || {
            for stream in listener.incoming().flatten() {
                let script = script.lock().unwrap_or_else(PoisonError::into_inner).clone();
                drop(spawn(move || serve(stream, &script)));
            }
        });
        server
    }

    /// Changes what the server sends. Returns whether the bytes are a script.
    pub fn send(&self, bytes: &[u8]) -> bool {
        let Some(script) = Script::parse(bytes) else { return false };
        *self.script.lock().unwrap_or_else(PoisonError::into_inner) = script;
        true
    }
}

static SERVER: LazyLock<Server> = LazyLock::new(Server::start);

/// Verifies a site that sends these bytes instead of one of its documents. The first line is a part of
/// the targets of the requests, and the rest is what the server sends.
pub fn connection(bytes: &[u8]) {
    if !SERVER.send(bytes) {
        return;
    }
    let header = secret_header(HEADER).expect("a header");
    let deadline = Instant::now() + TIMEOUT;
    let limiter = RateLimiter::below(None);
    let client = SiteClient::new(SERVER.url.clone(), vec![header], limiter, 1, deadline);
    let plan = TestPlan::new(&SITE, &[], true, Vec::new(), NONCE);
    let report = runner::run(&plan, &client, 1, &|| {}, || Ok((Vec::new(), false)))
        .expect("files can be rendered");
    let text = format!("{report:?}");
    assert!(!text.contains(SECRET), "{text}");
}

/// Returns the bytes with the secret in place of [`ECHO`].
fn with_secret(bytes: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(ECHO.len()).position(|part| part == ECHO) {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(SECRET.as_bytes());
        rest = &rest[at + ECHO.len()..];
    }
    replaced.extend_from_slice(rest);
    replaced
}

/// Responds to one request as the script says, or as the preview does, and closes the connection.
fn serve(stream: TcpStream, script: &Script) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        (stream.read_until(b'\n', &mut head).ok()? > 0).then_some(())?;
    }
    let first = head.split(|byte| *byte == b'\r').next()?;
    let is_scripted =
        first.windows(script.target.len().max(1)).any(|part| part == script.target.as_bytes());
    let bytes = match parse(&head) {
        Some(request) if !is_scripted => {
            let response = respond(&request, &STATE);
            let mut bytes =
                format!("HTTP/1.1 {} X\r\nConnection: close\r\n", response.status().as_u16())
                    .into_bytes();
            for (name, value) in response.headers() {
                bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
            }
            bytes.extend(format!("Content-Length: {}\r\n\r\n", response.body().len()).bytes());
            if request.method != "HEAD" {
                bytes.extend(response.body());
            }
            bytes
        }
        Some(_) => script.bytes.clone(),
        None => {
            b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec()
        }
    };
    stream.get_mut().write_all(&bytes).ok()
}
