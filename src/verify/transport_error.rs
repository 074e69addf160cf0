//! Classification of ureq's errors, with messages for operators.

use std::io::{self, ErrorKind};

use jiff::{Timestamp, tz::TimeZone};
use rustls::CertificateError;
use rustls::pki_types::UnixTime;

use super::connection::LookupFailed;
use super::exchange::TransportError;

/// Classifies an error that occurred before the headers of a response were complete.
pub(super) fn classify(error: ureq::Error) -> TransportError {
    match error {
        ureq::Error::Timeout(_) => TransportError::TimedOut,
        ureq::Error::HostNotFound => TransportError::Unresolved("it has no address".to_owned()),
        ureq::Error::ConnectProxyFailed(why) => {
            TransportError::ConnectFailed(format!("the proxy refused it: {why}"))
        }
        ureq::Error::Rustls(error) => TransportError::Tls(tls(&error)),
        ureq::Error::Tls(why) => TransportError::Tls(why.to_owned()),
        ureq::Error::Io(error) => classify_io(&error),
        ureq::Error::Other(error) => match error.downcast::<LookupFailed>() {
            Ok(failed) => {
                // The system's message follows the name of the failed operation.
                let text = failed.to_string();
                let why = text.rsplit_once(": ").map_or(text.as_str(), |(_, why)| why);
                TransportError::Unresolved(why.to_owned())
            }
            Err(error) => TransportError::Interrupted(error.to_string()),
        },
        ureq::Error::Protocol(error) => {
            // ureq does not export the type of this error, only its text.
            let why = error.to_string();
            match why.contains("header") {
                true => TransportError::Malformed(why),
                false => TransportError::NotHttp(why),
            }
        }
        ureq::Error::LargeResponseHeader(..) => {
            TransportError::Malformed("they are too long".to_owned())
        }
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
        _ => TransportError::ConnectFailed(system_message(error)),
    }
}

/// Classifies an error that occurred while a body was read.
pub(super) fn classify_body(error: &io::Error) -> TransportError {
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => TransportError::TimedOut,
        _ => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(ureq::Error::Timeout(_)) => TransportError::TimedOut,
            Some(ureq::Error::Protocol(error)) => TransportError::Interrupted(error.to_string()),
            _ => TransportError::Interrupted(
                "the connection was closed in the middle of the body".to_owned(),
            ),
        },
    }
}

/// Returns the message of the system in lower case, without the number of the error.
fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    let message = text.split(" (os error").next().unwrap_or(&text);
    message[..1].to_lowercase() + &message[1..]
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
    match problem {
        CertificateError::UnknownIssuer => {
            "this machine does not trust the issuer of the certificate".to_owned()
        }
        CertificateError::Expired => "the certificate has expired".to_owned(),
        CertificateError::ExpiredContext { not_after, .. } => {
            format!("the certificate expired on {}", date(*not_after))
        }
        CertificateError::NotValidYet => "the certificate is not valid yet".to_owned(),
        CertificateError::NotValidYetContext { not_before, .. } => {
            format!("the certificate is not valid before {}", date(*not_before))
        }
        CertificateError::NotValidForName => "the certificate is for another host".to_owned(),
        CertificateError::NotValidForNameContext { presented, .. } => {
            // A name is printed as `DnsName("example.com")`.
            let names = presented.iter().map(|name| name.split('"').nth(1).unwrap_or(name));
            let names: Vec<&str> = names.collect();
            format!("the certificate is for another host ({})", names.join(", "))
        }
        CertificateError::Revoked => "the certificate is revoked".to_owned(),
        other if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "the certificate is self-signed".to_owned()
        }
        other => format!("the certificate is not accepted: {other:?}"),
    }
}

fn date(time: UnixTime) -> String {
    let second = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    match Timestamp::from_second(second) {
        Ok(time) => time.to_zoned(TimeZone::UTC).date().to_string(),
        Err(_) => "a date out of range".to_owned(),
    }
}
