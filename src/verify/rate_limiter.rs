//! A rate limiter for sites that limit the requests of each client.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::model::settings::RateLimit;

/// The interval between requests in tenths of what the limit allows: other programs at the same
/// address use up some of it.
const INTERVAL_TENTHS: u32 = 11;

/// Spreads requests evenly over time.
#[derive(Debug)]
pub struct RateLimiter {
    interval: Duration,
    next: Mutex<Instant>,
}

impl RateLimiter {
    /// Creates a limiter that stays a little below a limit, if a site has one.
    pub fn below(limit: Option<&RateLimit>) -> Self {
        let interval = limit.map_or(Duration::ZERO, |limit| {
            let seconds = Duration::from_secs(limit.seconds.0.into());
            seconds * INTERVAL_TENTHS / 10 / limit.requests.0
        });
        Self { interval, next: Mutex::new(Instant::now()) }
    }

    /// Returns the least time that this many requests take.
    pub fn time_of(&self, requests: usize) -> Duration {
        let requests = u32::try_from(requests).unwrap_or(u32::MAX);
        self.interval.saturating_mul(requests)
    }

    /// Reserves the next request and returns the time to wait before sending it.
    pub(super) fn reserve(&self) -> Duration {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let start = (*next).max(now);
        *next = start + self.interval;
        start - now
    }

    /// Delays all further requests.
    pub(super) fn delay(&self, pause: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Whole;

    #[test]
    fn stays_below_the_limit() {
        let limiter =
            RateLimiter::below(Some(&RateLimit { requests: Whole(100), seconds: Whole(60) }));
        assert_eq!(limiter.time_of(100), Duration::from_secs(66));
        let waits: Vec<Duration> = (0..101).map(|_| limiter.reserve()).collect();
        assert!(waits[0] < Duration::from_millis(1));
        assert!(waits[100] > Duration::from_secs(60), "{:?}", waits[100]);
    }
}
