//! Requests that a server may reject before it reads the rules. The interface does not define the response,
//! but it must end: otherwise, the client waits for the rest of it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use crate::site::Site;
use crate::suite::{Candidate, serve};

/// How long a server may take for the rest of a response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends malformed requests, as well as those that only the conformance client never sends.
///
/// # Errors
/// Returns the first request whose response does not end.
pub(crate) fn get_whole_responses(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let (server, _directory) = serve(candidate, site, |_| Ok(()))?;
    let host = "Host: localhost\r\n";
    let long = format!("{host}X-Long: {}\r\n", "a".repeat(9_000));
    for (name, line, headers) in [
        ("POST without Content-Length", "POST /api/openapi.json HTTP/1.1", host),
        ("an unknown method", "BREW /api/openapi.json HTTP/1.1", host),
        ("no Host", "GET /api/openapi.json HTTP/1.1", ""),
        ("a header of 9 KB", "GET /api/openapi.json HTTP/1.1", &long),
        ("a malformed request line", "GET", host),
        ("a malformed percent-encoding", "GET /api/consultant-public/%zz HTTP/1.1", host),
    ] {
        let request = format!("{line}\r\n{headers}Connection: close\r\n\r\n");
        let response = exchange(server.port, &request);
        response.map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(())
}

/// Checks that a 405 names the allowed methods (RFC 9110, §15.5.6).
///
/// # Errors
/// Returns the head of a 405 without them.
pub(crate) fn get_allowed_methods(candidate: &Candidate, site: &Site) -> Result<(), String> {
    let (server, _directory) = serve(candidate, site, |_| Ok(()))?;
    for target in ["/", "/api/openapi.json", "/api/consultant-public/rosalind-pike"] {
        let headers = "Host: localhost\r\nConnection: close";
        let request = format!("DELETE {target} HTTP/1.1\r\n{headers}\r\n\r\n");
        let response = exchange(server.port, &request)?;
        let head = String::from_utf8_lossy(&response).to_ascii_lowercase();
        let head = head.split("\r\n\r\n").next().unwrap_or_default();
        if head.starts_with("http/1.1 405") && !head.contains("\r\nallow: get, head") {
            return Err(format!("{target}: {head}"));
        }
    }
    Ok(())
}

/// Returns everything that the server sends until it closes the connection.
fn exchange(port: u16, request: &str) -> Result<Vec<u8>, String> {
    let broken = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(broken)?;
    stream.set_read_timeout(Some(TIMEOUT)).map_err(broken)?;
    stream.write_all(request.as_bytes()).map_err(broken)?;
    let mut response = Vec::new();
    let result = stream.read_to_end(&mut response);
    let _ = stream.shutdown(Shutdown::Both);
    let text = String::from_utf8_lossy(&response);
    match result {
        Err(error) => Err(format!("{error} after {text}")),
        Ok(_) if text.starts_with("HTTP/1.") => Ok(response),
        Ok(_) => Err(format!("no response, but {text:?}")),
    }
}
