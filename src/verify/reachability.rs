//! Whether there is a server at an address at all.

use super::client::Client;
use super::exchange::{Exchange, Request, Response, TransportError};
use super::report::Unreachable;
use crate::discovery::OPENAPI;

/// Whether there is anybody: a site may well have a document that hangs, so another one is tried.
pub(super) fn reach(client: &Client) -> Result<(), Unreachable> {
    let mut unreachable: Option<Unreachable> = None;
    for target in [OPENAPI, "/"] {
        let failure = match client.exchange(&Request::get(target)) {
            Ok(response) if wants_tls(&response) => TransportError::Unreadable(
                "the server speaks TLS at this port; is its address https://?".to_owned(),
            ),
            // There is, and says no or something unreadable.
            Ok(_) | Err(TransportError::Unreadable(_) | TransportError::PutOff) => return Ok(()),
            Err(failure) => failure,
        };
        let is_of_all = !matches!(
            failure,
            TransportError::NoAnswer | TransportError::TimedOut | TransportError::Broken(_)
        );
        let found = unreachable.get_or_insert(Unreachable {
            asked: Vec::new(),
            failure,
        });
        found.asked.push(format!("{}{target}", client.address()));
        if is_of_all {
            break;
        }
    }
    unreachable.map_or(Ok(()), Err)
}

/// Whether it is what servers say to whom speaks plain HTTP where TLS is spoken.
fn wants_tls(response: &Response) -> bool {
    let text = String::from_utf8_lossy(&response.body).to_lowercase();
    response.status == 400
        && [
            "http request was sent to https port",
            "plain http to an ssl-enabled",
            "http request to an https server",
        ]
        .iter()
        .any(|words| text.contains(words))
}
