//! One HTTP/1.1 connection, with limits for its client.

use std::convert::Infallible;
use std::error::Error;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

/// What a client may do before its connection closes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientLimits {
    /// How long a client may take to send the head of a request.
    head_timeout: Duration,
    /// How long a client may read nothing of a response.
    write_timeout: Duration,
    /// The maximum length of a request's head, in bytes.
    max_head: usize,
}

pub(crate) const LIMITS: ClientLimits = ClientLimits {
    head_timeout: Duration::from_secs(15),
    write_timeout: Duration::from_secs(15),
    max_head: 64 << 10,
};

/// Responds to the requests of a connection until the client closes it.
///
/// # Errors
/// Returns an error if the client exceeds a limit, breaks the protocol or is not reachable any more.
pub(crate) async fn serve<F, B>(
    stream: TcpStream,
    limits: ClientLimits,
    respond: impl Fn(Request<Incoming>) -> F,
) -> hyper::Result<()>
where
    F: Future<Output = Result<Response<B>, Infallible>>,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write_timeout));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_timeout)
        .max_buf_size(limits.max_head)
        .serve_connection(TokioIo::new(Box::pin(stream)), service_fn(respond))
        .await
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::io::{self, Write as _};
    use std::net::TcpStream as Client;

    use http_body_util::Full;
    use hyper::body::Bytes;
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    const REQUEST: &str = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /// Limits that no client of these tests exceeds.
    const GENEROUS: ClientLimits = ClientLimits {
        head_timeout: Duration::from_secs(3600),
        write_timeout: Duration::from_secs(3600),
        max_head: 1 << 20,
    };

    const SHORT: Duration = Duration::from_millis(100);

    /// Serves a client that sends `request`, reads nothing, and does not close the connection.
    /// Returns the error that ends the connection.
    fn error_of(request: &str, limits: ClientLimits) -> hyper::Error {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let mut client = Client::connect(address).expect("a connection");
            client.write_all(request.as_bytes()).expect("the buffers take the request");
            let (stream, _) = listener.accept().await.expect("a connection");
            // More than the buffers of the connection can take.
            let body = || Full::new(Bytes::from(vec![b'x'; 64 << 20]));
            let served = serve(stream, limits, |_| async move { Ok(Response::new(body())) });
            // Less than the default time-out of hyper, 30 seconds.
            let ended = timeout(Duration::from_secs(25), served).await;
            ended.expect("the connection ends").expect_err("a limit is exceeded")
        })
    }

    #[test]
    fn closes_the_connection_of_a_client_that_sends_half_a_request() {
        let limits = ClientLimits { head_timeout: SHORT, ..GENEROUS };
        for request in ["", &REQUEST[..REQUEST.len() - 2]] {
            let error = error_of(request, limits);
            assert!(error.is_timeout(), "{error}");
        }
    }

    #[test]
    fn closes_the_connection_of_a_client_that_reads_nothing() {
        let error = error_of(REQUEST, ClientLimits { write_timeout: SHORT, ..GENEROUS });
        let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
        assert_eq!(cause.expect("a cause").kind(), io::ErrorKind::TimedOut, "{error}");
    }

    #[test]
    fn rejects_a_long_head() {
        let limits = ClientLimits { max_head: 16 << 10, head_timeout: SHORT, write_timeout: SHORT };
        let long = |length| format!("X-Long: {}\r\n\r\n", "x".repeat(length));
        let request = |length| REQUEST.replace("\r\n\r\n", &format!("\r\n{}", long(length)));
        assert!(error_of(&request(40_000), limits).is_parse_too_large());
        assert!(!error_of(&request(8_000), limits).is_parse_too_large());
    }
}
