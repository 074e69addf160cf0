//! The HTTP proxy that the environment names for a site.

use std::env;

use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

use crate::error::{Error, Result};

/// Returns the proxy for a site and the environment variable that names it, unless `NO_PROXY`
/// exempts the site. ureq itself would use `HTTPS_PROXY` for http, too.
///
/// # Errors
/// Returns an error if the variable does not name an HTTP proxy. The message does not repeat its value,
/// which may contain a password.
pub(super) fn of_environment(site: &Uri) -> Result<Option<(Proxy, &'static str)>> {
    let variables = match site.scheme_str() {
        Some("https") => ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
        _ => ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
    };
    let value = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let mut variables = variables.into_iter();
    let Some((variable, value)) = variables.find_map(|name| Some((name, value(name)?))) else {
        return Ok(None);
    };
    let is_http =
        |proxy: &Proxy| matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https);
    let proxy = Proxy::new(value.trim()).ok().filter(is_http).ok_or_else(|| {
        Error::new(format!(
            "the environment variable {variable} is not the URL of an HTTP proxy: write one such as `http://proxy.example.com:3128`, or unset it"
        ))
    })?;
    let is_exempt = Proxy::try_from_env().is_some_and(|proxy| proxy.is_no_proxy(site));
    Ok((!is_exempt).then_some((proxy, variable)))
}
