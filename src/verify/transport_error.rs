//! Classification of ureq's errors, with messages for operators.

use std::io::{self, ErrorKind};

use jiff::Timestamp;
use rustls::CertificateError;
use rustls::pki_types::UnixTime;

use super::exchange::TransportError;

/// Classifies an error that occurred before the headers of a response were complete.
pub(super) fn classify(error: ureq::Error) -> TransportError {
    use ureq::Error as E;
    match error {
        E::Timeout(_) => TransportError::TimedOut,
        E::HostNotFound => TransportError::Unresolved("it has no address".to_owned()),
        E::ConnectProxyFailed(why) => {
            TransportError::ConnectFailed(format!("the proxy refused it: {why}"))
        }
        E::Rustls(error) => TransportError::Tls(tls(&error)),
        E::Tls(why) => TransportError::Tls(why.to_owned()),
        E::Io(error) => classify_io(&error),
        // ureq does not export the type of this error, only its text.
        E::Protocol(error) => match error.to_string() {
            why if why.contains("header") => TransportError::Malformed(why),
            why => TransportError::NotHttp(why),
        },
        E::LargeResponseHeader(..) => TransportError::Malformed("they are too long".to_owned()),
        E::Other(error) => match error.downcast() {
            Ok(classified) => *classified,
            Err(error) => TransportError::Interrupted(error.to_string()),
        },
        other => TransportError::Interrupted(other.to_string()),
    }
}

fn classify_io(error: &io::Error) -> TransportError {
    if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
        return TransportError::Tls(tls(error));
    }
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => TransportError::TimedOut,
        ErrorKind::UnexpectedEof
        | ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe => TransportError::NoResponse,
        _ => {
            // The system's message in lower case, without the number of the error.
            let text = error.to_string();
            let message = text.split(" (os error").next().unwrap_or(&text);
            TransportError::ConnectFailed(message[..1].to_lowercase() + &message[1..])
        }
    }
}

/// Classifies an error that occurred while a body was read.
pub(super) fn classify_body(error: &io::Error) -> TransportError {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match (error.kind(), inner) {
        (ErrorKind::TimedOut | ErrorKind::WouldBlock, _) | (_, Some(ureq::Error::Timeout(_))) => {
            TransportError::TimedOut
        }
        (_, Some(ureq::Error::Protocol(error))) => TransportError::Interrupted(error.to_string()),
        _ => TransportError::Interrupted(
            "the connection was closed in the middle of the body".to_owned(),
        ),
    }
}

fn tls(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(problem) => certificate(problem),
        rustls::Error::InvalidMessage(_) => {
            "the server does not speak TLS; does its URL start with http://?".to_owned()
        }
        rustls::Error::AlertReceived(alert) => format!("the server refused it: {alert:?}"),
        other => other.to_string(),
    }
}

fn certificate(problem: &CertificateError) -> String {
    use CertificateError as E;
    match problem {
        E::UnknownIssuer => "this machine does not trust the issuer of the certificate".to_owned(),
        E::Expired => "the certificate has expired".to_owned(),
        E::NotValidYet => "the certificate is not valid yet".to_owned(),
        E::NotValidForName => "the certificate is for another host".to_owned(),
        E::Revoked => "the certificate is revoked".to_owned(),
        E::ExpiredContext { not_after, .. } => {
            format!("the certificate expired on {}", date(*not_after))
        }
        E::NotValidYetContext { not_before, .. } => {
            format!("the certificate is not valid before {}", date(*not_before))
        }
        E::NotValidForNameContext { presented, .. } => {
            // A name is printed as `DnsName("example.com")`.
            let names = presented.iter().map(|name| name.split('"').nth(1).unwrap_or(name));
            format!(
                "the certificate is for another host ({})",
                names.collect::<Vec<_>>().join(", ")
            )
        }
        other if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "the certificate is self-signed".to_owned()
        }
        other => format!("the certificate is not accepted: {other:?}"),
    }
}

fn date(time: UnixTime) -> String {
    let second = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    let time = Timestamp::from_second(second).map(|time| time.strftime("%F").to_string());
    time.unwrap_or_else(|error| error.to_string())
}
