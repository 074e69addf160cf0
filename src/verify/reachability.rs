//! A test of whether a server responds at all.

use super::client::Client;
use super::exchange::{Exchange, Request, Response, TransportError};
use super::limits::max_length;
use crate::discovery::OPENAPI;

/// The server did not respond to any request.
#[derive(Debug, Clone)]
pub struct Unreachable {
    /// The requested URLs.
    pub urls: Vec<String>,
    /// The error of the first one.
    pub error: TransportError,
    /// A question that names a probable cause, such as a wrong scheme.
    pub hint: Option<&'static str>,
}

/// Requests two documents, because one of them may time out although the site responds to others.
pub(super) fn reach(client: &Client) -> Result<(), Unreachable> {
    let mut unreachable: Option<Unreachable> = None;
    for target in [OPENAPI, "/"] {
        let error = match client.exchange(&Request::get(target), max_length(0)) {
            Ok(response) if wants_tls(&response) => {
                TransportError::NotHttp("the server expects TLS on this port".to_owned())
            }
            // The server responds, although possibly with an error.
            Ok(_) | Err(TransportError::Malformed(_) | TransportError::RateLimited) => {
                return Ok(());
            }
            Err(error) => error,
        };
        let is_final = matches!(
            error,
            TransportError::Unresolved(_)
                | TransportError::ConnectFailed(_)
                | TransportError::Tls(_)
        );
        let hint = match (client.site.scheme, &error) {
            ("http", TransportError::NotHttp(_)) => Some("does its URL start with https://?"),
            ("https", TransportError::NoResponse) => Some("does it accept TLS on this port?"),
            _ => None,
        };
        let unreachable = unreachable.get_or_insert(Unreachable { urls: Vec::new(), error, hint });
        unreachable.urls.push(format!("{}{target}", client.site));
        if is_final {
            break;
        }
    }
    unreachable.map_or(Ok(()), Err)
}

/// Recognizes the error of a server that expects TLS.
fn wants_tls(response: &Response) -> bool {
    let text = String::from_utf8_lossy(&response.body).to_lowercase();
    let messages = [
        "http request was sent to https port",
        "plain http to an ssl-enabled",
        "http request to an https server",
    ];
    response.status == 400 && messages.iter().any(|message| text.contains(message))
}
