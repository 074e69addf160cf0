//! How fast a site may be asked that limits how often one client asks.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::model::site::RateLimit;

/// So much slower than allowed, in tenths: others ask from the same address too.
const SLOWER: u32 = 11;

/// One request after the other, each a while after the one before it.
#[derive(Debug)]
pub struct RateLimiter {
    interval: Duration,
    next: Mutex<Instant>,
}

impl RateLimiter {
    /// A little below a limit. Requests are spread evenly: hosts count in different ways.
    pub fn below(limit: RateLimit) -> Self {
        let seconds = Duration::from_secs(limit.seconds.into());
        Self {
            interval: seconds * SLOWER / 10 / limit.requests.max(1),
            next: Mutex::new(Instant::now()),
        }
    }

    /// How long so many requests take at least.
    pub fn time_of(&self, requests: usize) -> Duration {
        let requests = u32::try_from(requests).unwrap_or(u32::MAX);
        self.interval.saturating_mul(requests)
    }

    /// Takes the next turn: how long it is until then.
    pub(super) fn take_turn(&self) -> Duration {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = (*next).max(now);
        *next = turn + self.interval;
        turn - now
    }
}

#[test]
fn turns_are_below_the_limit() {
    let pace = RateLimiter::below(RateLimit {
        requests: 100,
        seconds: 60,
    });
    assert_eq!(pace.time_of(100), Duration::from_secs(66));
    let waits: Vec<Duration> = (0..101).map(|_| pace.take_turn()).collect();
    assert!(waits[0] < Duration::from_millis(1));
    assert!(waits[100] > Duration::from_secs(60), "{:?}", waits[100]);
}
