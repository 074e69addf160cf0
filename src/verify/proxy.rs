//! The proxy that the environment names for an address.

use std::env;

use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

use super::exchange::TransportError;
use crate::error::{Error, Result};

/// A proxy, and the variable that names it.
#[derive(Debug)]
pub(super) struct NamedProxy {
    pub(super) proxy: Proxy,
    variable: &'static str,
}

/// Which variables name a proxy for a scheme; the first one that is set counts.
const VARIABLES: [(&str, [&str; 4]); 2] = [
    (
        "http",
        ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
    ),
    (
        "https",
        ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
    ),
];

impl NamedProxy {
    /// The one for addresses of this scheme, unless there is none.
    ///
    /// # Errors
    /// When what the environment names is no HTTP proxy. There may be a password in it: it is not
    /// repeated.
    pub(super) fn of_environment(scheme: &str) -> Result<Option<Self>> {
        let names = VARIABLES.iter().filter(|(of, _)| *of == scheme);
        let mut set = names
            .flat_map(|(_, names)| names)
            .filter_map(|name| Some((*name, env::var(name).ok().filter(|text| !text.is_empty())?)));
        let Some((variable, text)) = set.next() else {
            return Ok(None);
        };
        let named = Proxy::new(text.trim()).map_err(|_| {
            Error::new(format!(
                "the variable {variable} is no address of a proxy: write one such as `http://proxy.example.com:3128`, or unset it"
            ))
        })?;
        if !matches!(named.protocol(), ProxyProtocol::Http | ProxyProtocol::Https) {
            return Err(Error::new(format!(
                "the variable {variable} names a proxy of a kind that is not supported (SOCKS, at {}); an HTTP proxy is",
                named.host()
            )));
        }
        let mut proxy = Proxy::builder(named.protocol())
            .host(named.host())
            .port(named.port());
        if let Some(user) = named.username() {
            proxy = proxy.username(user);
        }
        if let Some(password) = named.password() {
            proxy = proxy.password(password);
        }
        let except = ["no_proxy", "NO_PROXY"]
            .iter()
            .find_map(|name| env::var(name).ok());
        for except in except.unwrap_or_default().split(',') {
            if !except.trim().is_empty() {
                proxy = proxy.no_proxy(except.trim());
            }
        }
        let proxy = proxy
            .build()
            .map_err(|error| Error::new(format!("the proxy that {variable} names: {error}")))?;
        Ok(Some(Self { proxy, variable }))
    }

    /// Why there is no connection to `uri`, with the proxy that was to make it.
    pub(super) fn explain(&self, failure: TransportError, uri: &Uri) -> TransportError {
        let (host, port) = (self.proxy.host(), self.proxy.port());
        let at = format!(
            "through the proxy {host}:{port}, which {} names",
            self.variable
        );
        match failure {
            failure if self.proxy.is_no_proxy(uri) => failure,
            TransportError::Refused(why) => TransportError::Refused(format!("{why} ({at})")),
            TransportError::Unresolved(why) => TransportError::Unresolved(format!("{why} ({at})")),
            failure => failure,
        }
    }
}
