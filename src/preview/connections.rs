//! The open connections of the preview. A limit keeps a client that opens many of them from shutting out
//! the others: new connections are always accepted, and old ones close.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::Notify;

/// An open connection.
#[derive(Default)]
pub(super) struct Connection {
    close: Notify,
}

impl Connection {
    /// Waits until the connection has to close.
    pub(super) async fn closed(&self) {
        self.close.notified().await;
    }
}

/// A limited number of connections.
pub(super) struct Connections {
    max: usize,
    /// The connections and their clients, oldest first.
    open: Mutex<VecDeque<(IpAddr, Weak<Connection>)>>,
}

impl Connections {
    pub(super) fn new(max: usize) -> Self {
        Self { max, open: Mutex::default() }
    }

    /// Adds a connection. Closes another one if there are too many.
    pub(super) fn add(&self, client: IpAddr, connection: &Arc<Connection>) {
        let mut open = self.open();
        open.push_back((client, Arc::downgrade(connection)));
        if open.len() > self.max {
            close_one(&mut open);
        }
    }

    /// Removes a connection without closing it.
    pub(super) fn remove(&self, connection: &Arc<Connection>) {
        let removed = Arc::downgrade(connection);
        self.open().retain(|(_, open)| !open.ptr_eq(&removed));
    }

    /// Closes the oldest connection of the client that has the most.
    pub(super) fn close_one(&self) {
        close_one(&mut self.open());
    }

    /// Returns the connections that are still open. A panic never leaves the list half-written.
    fn open(&self) -> MutexGuard<'_, VecDeque<(IpAddr, Weak<Connection>)>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, connection)| connection.strong_count() > 0);
        open
    }
}

fn close_one(open: &mut VecDeque<(IpAddr, Weak<Connection>)>) {
    let mut counts = BTreeMap::new();
    for (client, _) in open.iter() {
        *counts.entry(*client).or_insert(0_usize) += 1;
    }
    let most = counts.values().max().copied();
    let is_closed = |(client, _): &(IpAddr, _)| counts.get(client).copied() == most;
    if let Some(oldest) = open.iter().position(is_closed)
        && let Some((_, connection)) = open.remove(oldest)
        && let Some(connection) = connection.upgrade()
    {
        connection.close.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    fn is_closed(connection: &Connection) -> bool {
        pin!(connection.closed()).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn closes_the_oldest_of_the_client_with_the_most() {
        let connections = Connections::new(3);
        let [few, many]: [IpAddr; 2] =
            ["192.0.2.1", "192.0.2.2"].map(|address| address.parse().expect("an address"));
        let clients = [few, many, many, many, many];
        let open: Vec<Arc<Connection>> = clients
            .into_iter()
            .map(|client| {
                let connection = Arc::default();
                connections.add(client, &connection);
                connection
            })
            .collect();
        let closed: Vec<bool> = open.iter().map(|connection| is_closed(connection)).collect();
        assert_eq!(closed, [false, true, true, false, false]);
    }

    #[test]
    fn does_not_count_ended_and_removed_connections() {
        let connections = Connections::new(1);
        let client = "192.0.2.1".parse().expect("an address");
        let [first, second, third] = [(); 3].map(|()| Arc::<Connection>::default());
        connections.add(client, &first);
        connections.remove(&first);
        connections.add(client, &second);
        drop(second);
        connections.add(client, &third);
        assert!(!is_closed(&first) && !is_closed(&third));
        connections.close_one();
        assert!(is_closed(&third));
    }
}
