//! Limitations of emulators, and of other servers without a `host.yaml`.

use vitae::verify::exchange::Request;
use vitae::verify::expected_limitation::ExpectedLimitation;
use vitae::verify::expected_response::ExpectedResponse;

/// Returns a limitation of a server that serves another target.
pub(crate) fn reads(
    id: &str,
    title: &str,
    consequence: &str,
    rewrite: impl Fn(&str, &str) -> String + Send + Sync + 'static,
) -> ExpectedLimitation {
    let [id, title, consequence] = [id, title, consequence].map(str::to_owned);
    ExpectedLimitation { id, title, consequence, rewrite: Some(Box::new(rewrite)), change: None }
}

/// Returns a limitation of a server that sends another response.
pub(crate) fn answers(
    id: &str,
    title: &str,
    consequence: &str,
    change: impl Fn(&Request, &mut ExpectedResponse) + Send + Sync + 'static,
) -> ExpectedLimitation {
    let [id, title, consequence] = [id, title, consequence].map(str::to_owned);
    ExpectedLimitation { id, title, consequence, rewrite: None, change: Some(Box::new(change)) }
}
