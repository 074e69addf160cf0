//! Ports for the servers of other programs.

use std::net::TcpListener;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Outside of the range from which Linux chooses the ports of connections and of servers that leave the choice to it:
/// it could give one of those to another program before the server listens.
const PORTS: std::ops::Range<u32> = 10_000..32_000;

/// Returns a port at which no program listens, never the same one twice.
pub(crate) fn free_port() -> u16 {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = process::id() + GIVEN.fetch_add(1, Ordering::Relaxed);
        let port = PORTS.start + number % (PORTS.end - PORTS.start);
        let port = u16::try_from(port).expect("a port has 16 bits");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
