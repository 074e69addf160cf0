//! The HTTP proxy that the environment names for a site.

use std::env;

use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

use super::exchange::TransportError;
use crate::error::{Error, Result};

/// A proxy, and the environment variable that names it.
#[derive(Debug)]
pub(super) struct NamedProxy {
    pub(super) proxy: Proxy,
    variable: &'static str,
}

impl NamedProxy {
    /// Returns the proxy for a site, unless `NO_PROXY` exempts it. ureq itself would use
    /// `HTTPS_PROXY` for http, too.
    ///
    /// # Errors
    /// If the variable does not name an HTTP proxy. The message does not repeat its value, which may
    /// contain a password.
    pub(super) fn of_environment(site: &Uri) -> Result<Option<Self>> {
        let variables = match site.scheme_str() {
            Some("https") => ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
            _ => ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
        };
        let value = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let set = variables.into_iter().find_map(|name| Some((name, value(name)?)));
        let Some((variable, value)) = set else {
            return Ok(None);
        };
        let proxy = Proxy::new(value.trim()).ok();
        let proxy = proxy
            .filter(|proxy| matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https));
        let proxy = proxy.ok_or_else(|| {
            Error::new(format!(
                "the environment variable {variable} is not the URL of an HTTP proxy: write one such as `http://proxy.example.com:3128`, or unset it"
            ))
        })?;
        let is_exempt = Proxy::try_from_env().is_some_and(|proxy| proxy.is_no_proxy(site));
        Ok((!is_exempt).then_some(Self { proxy, variable }))
    }

    /// Adds the proxy to the reason why a connection failed.
    pub(super) fn explain(&self, error: TransportError) -> TransportError {
        let (host, port, variable) = (self.proxy.host(), self.proxy.port(), self.variable);
        let with_proxy =
            |why| format!("{why} (through the proxy {host}:{port}, which {variable} names)");
        match error {
            TransportError::ConnectFailed(why) => TransportError::ConnectFailed(with_proxy(why)),
            TransportError::Unresolved(why) => TransportError::Unresolved(with_proxy(why)),
            other => other,
        }
    }
}
