//! An HTTP client that sends requests unchanged: it neither normalizes paths, nor reuses connections,
//! nor follows redirects.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use libtest_mimic::Failed;
use vitae::verify::exchange::{Exchange, Request, Response, TransportError};

const TIMEOUT: Duration = Duration::from_secs(20);

/// A server on this machine, identified by its port.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Local(pub(crate) u16);

impl Exchange for Local {
    fn exchange(&self, request: &Request, _: usize) -> Result<Response, TransportError> {
        exchange(self.0, request)
    }
}

fn exchange(port: u16, request: &Request) -> Result<Response, TransportError> {
    let Request { method, target, headers, .. } = request;
    let broken = |error: std::io::Error| TransportError::Failed(error.to_string());
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(broken)?;
    stream.set_read_timeout(Some(TIMEOUT)).map_err(broken)?;
    stream.set_write_timeout(Some(TIMEOUT)).map_err(broken)?;
    let mut head =
        format!("{method} {target} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !matches!(*method, "GET" | "HEAD") {
        head.push_str("Content-Length: 0\r\n");
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).map_err(broken)?;
    let mut bytes = Vec::new();
    match read_to_end(method, &mut stream, &mut bytes) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => Err(broken(error)),
        _ if bytes.is_empty() => Err(TransportError::Failed("nothing".to_owned())),
        Err(error) => Err(broken(error)),
        Ok(()) => parse(method, &bytes).map_err(TransportError::Failed),
    }
}

/// Reads until the server closes the connection. Some servers ignore `Connection: close`, so this shuts
/// down the write side once the response is complete.
fn read_to_end(method: &str, stream: &mut TcpStream, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let mut part = [0; 16 * 1024];
    let mut is_whole = false;
    loop {
        let length = match stream.read(&mut part) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            result => result?,
        };
        if length == 0 {
            return Ok(());
        }
        bytes.extend_from_slice(&part[..length]);
        if !is_whole && parse(method, bytes).is_ok() {
            is_whole = true;
            // Fails if the server has already closed the connection.
            let _ = stream.shutdown(Shutdown::Write);
        }
    }
}

/// Parses everything received on a connection as one response (RFC 9112, §6).
fn parse(method: &str, bytes: &[u8]) -> Result<Response, String> {
    let (head, rest) = split(bytes, b"\r\n\r\n").ok_or("the header section does not end")?;
    let head = std::str::from_utf8(head).map_err(|error| error.to_string())?;
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .and_then(|line| line.strip_prefix("HTTP/1.1 "))
        .and_then(|line| line.get(..3)?.parse().ok())
        .ok_or("the status line is missing")?;
    let mut response = Response { status, headers: Vec::new(), body: rest.to_vec() };
    for line in lines {
        let (name, value) =
            line.split_once(':').ok_or_else(|| format!("`{line}` is not a header"))?;
        let field = (name.to_ascii_lowercase(), value.trim().to_owned());
        response.headers.push(field);
    }
    // These responses must not have a body; keep anything that follows, so that checks see it.
    if method == "HEAD" || matches!(status, 204 | 304) {
        return Ok(response);
    }
    if response.values("transfer-encoding") == ["chunked"] {
        response.body = unchunk(rest)?;
    } else if let [length] = response.values("content-length")[..]
        && length.parse() != Ok(rest.len())
    {
        let arrived = rest.len();
        return Err(format!("received {arrived} bytes, but Content-Length is {length}"));
    }
    Ok(response)
}

/// Decodes a chunked body (RFC 9112, §7.1).
fn unchunk(mut bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    loop {
        let (size, rest) = split(bytes, b"\r\n").ok_or("a chunk has no size")?;
        let size = String::from_utf8_lossy(size);
        let size = usize::from_str_radix(size.split(';').next().unwrap_or_default().trim(), 16)
            .map_err(|_| format!("`{size}` is not a chunk size"))?;
        let chunk = rest.get(..size).ok_or("a chunk is truncated")?;
        body.extend_from_slice(chunk);
        bytes = rest[size..].strip_prefix(b"\r\n").ok_or("a chunk does not end")?;
        if size == 0 {
            let is_end = bytes.is_empty();
            return is_end.then_some(body).ok_or_else(|| "data follows the last chunk".to_owned());
        }
    }
}

fn split<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

pub(crate) fn reads_bodies() -> Result<(), Failed> {
    let body = |method, bytes: &[u8]| parse(method, bytes).map(|response| response.body);
    let known = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";
    assert_eq!(body("GET", known), Ok(b"abc".to_vec()));
    let chunked =
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n";
    assert_eq!(body("GET", chunked), Ok(b"abc".to_vec()));
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n";
    assert_eq!(body("HEAD", head), Ok(Vec::new()));
    Ok(())
}

pub(crate) fn rejects_truncated_bodies() -> Result<(), Failed> {
    let is_rejected = |bytes: &[u8]| parse("GET", bytes).is_err();
    assert!(is_rejected(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc"));
    assert!(is_rejected(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab"));
    assert!(is_rejected(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"));
    assert!(is_rejected(b"HTTP/1.1 200 OK\r\nContent-Len"));
    Ok(())
}
