//! Why there is no answer, in words for people who did not write the client.

use std::io::{self, ErrorKind};

use jiff::{Timestamp, tz::TimeZone};
use rustls::CertificateError;
use rustls::pki_types::UnixTime;

use super::connection::{Arrived, Failed, Step};
use super::exchange::TransportError;

/// What an error of the client means. `arrived` is what came on the connection before it.
pub(super) fn of(error: ureq::Error, arrived: Arrived) -> TransportError {
    match error {
        ureq::Error::Timeout(_) => TransportError::TimedOut,
        ureq::Error::Other(other) => match other.downcast::<Failed>() {
            Ok(failed) => at(*failed),
            Err(other) => TransportError::Broken(other.to_string()),
        },
        ureq::Error::Io(error) => exchanging(&error, arrived),
        ureq::Error::Protocol(_) if !arrived.something => TransportError::NoAnswer,
        ureq::Error::Protocol(error) => {
            let why = error.to_string();
            // The first line was read then: there is an answer.
            match why.contains("header") {
                true => TransportError::Unreadable(why),
                false => TransportError::Broken(format!("what came is no HTTP: {why}")),
            }
        }
        ureq::Error::LargeResponseHeader(..) => {
            TransportError::Unreadable("the answer's fields do not end".to_owned())
        }
        other => TransportError::Broken(other.to_string()),
    }
}

fn at(Failed { step, error }: Failed) -> TransportError {
    match (step, error) {
        (Step::Resolve, ureq::Error::Io(error)) => {
            // The system's words come behind what it was asked to do.
            let text = error.to_string();
            let why = text.rsplit_once(": ").map_or(text.as_str(), |(_, why)| why);
            TransportError::Unresolved(why.to_owned())
        }
        (Step::Resolve, error) => TransportError::Unresolved(error.to_string()),
        (Step::Connect, ureq::Error::Io(error)) => TransportError::Refused(system_words(&error)),
        (Step::Connect, ureq::Error::ConnectProxyFailed(why)) => {
            TransportError::Refused(format!("the proxy does not let it through: {why}"))
        }
        (Step::Connect, error) => TransportError::Refused(error.to_string()),
        (Step::Secure, ureq::Error::Rustls(error)) => TransportError::Tls(tls(&error)),
        (Step::Secure, ureq::Error::Io(error)) => {
            match error.get_ref().and_then(|inner| inner.downcast_ref()) {
                Some(error) => TransportError::Tls(tls(error)),
                None => TransportError::Refused(format!(
                    "it failed before it was encrypted ({})",
                    system_words(&error)
                )),
            }
        }
        (Step::Secure, error) => TransportError::Tls(error.to_string()),
    }
}

fn exchanging(error: &io::Error, arrived: Arrived) -> TransportError {
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => TransportError::TimedOut,
        ErrorKind::UnexpectedEof
        | ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
            if !arrived.something =>
        {
            TransportError::NoAnswer
        }
        ErrorKind::UnexpectedEof => TransportError::Broken(
            "the connection was closed in the middle of the answer".to_owned(),
        ),
        _ => TransportError::Broken(system_words(error)),
    }
}

/// The system's words, without the number of the error.
fn system_words(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => text,
    }
}

fn tls(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(problem) => certificate(problem),
        rustls::Error::InvalidMessage(_) => {
            "what answers there does not speak TLS; is its address http://?".to_owned()
        }
        rustls::Error::AlertReceived(alert) => format!("the server refuses it: {alert:?}"),
        other => other.to_string(),
    }
}

fn certificate(problem: &CertificateError) -> String {
    match problem {
        CertificateError::UnknownIssuer => {
            "the certificate is signed by nobody this machine trusts".to_owned()
        }
        CertificateError::Expired => "the certificate has expired".to_owned(),
        CertificateError::ExpiredContext { not_after, .. } => {
            format!("the certificate expired on {}", date(*not_after))
        }
        CertificateError::NotValidYet => "the certificate is not valid yet".to_owned(),
        CertificateError::NotValidYetContext { not_before, .. } => {
            format!("the certificate is not valid before {}", date(*not_before))
        }
        CertificateError::NotValidForName => "the certificate is another host's".to_owned(),
        CertificateError::NotValidForNameContext { presented, .. } => {
            let names: Vec<&str> = presented.iter().map(|name| plain_name(name)).collect();
            format!("the certificate is another host's ({})", names.join(", "))
        }
        CertificateError::Revoked => "the certificate is revoked".to_owned(),
        other if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "the certificate is signed by itself".to_owned()
        }
        other => format!("the certificate is not accepted: {other:?}"),
    }
}

/// A name as a certificate has it: `DnsName("example.com")`.
fn plain_name(name: &str) -> &str {
    name.split('"').nth(1).unwrap_or(name)
}

fn date(time: UnixTime) -> String {
    let second = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    match Timestamp::from_second(second) {
        Ok(time) => time.to_zoned(TimeZone::UTC).date().to_string(),
        Err(_) => "a day nobody will see".to_owned(),
    }
}
