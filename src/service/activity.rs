//! Whether anything is going on: the service ends only when nothing has for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use zruntime::{Event, SharedRuntime};

/// The pause after which a service rests that may have to wait for long: the threads of the pool have ended by then
/// (they wait ten seconds for work), and clicks that follow each other sooner find everything in place.
const PAUSE: Duration = Duration::from_secs(11);

/// A count of what is going on.
#[derive(Debug, Clone, Default)]
pub struct Activity(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// What must be done before the end.
    count: AtomicUsize,
    /// What may still be wanted, and is given up at the end.
    offers: AtomicUsize,
    over: AtomicBool,
    changed: Event,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            count: AtomicUsize::new(0),
            offers: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            changed: Event::new(),
        }
    }
}

/// Something goes on until this is dropped.
#[derive(Debug)]
#[must_use]
pub struct Busy(Activity, fn(&Inner) -> &AtomicUsize);

impl Activity {
    /// Something begins.
    pub fn begin(&self) -> Busy {
        self.counted(|inner| &inner.count)
    }

    /// Something is offered: until it is taken up, the service does not rest, but may be told to end.
    pub fn offer(&self) -> Busy {
        self.counted(|inner| &inner.offers)
    }

    fn counted(&self, count: fn(&Inner) -> &AtomicUsize) -> Busy {
        count(&self.0).fetch_add(1, Ordering::AcqRel);
        self.0.changed.notify(usize::MAX);
        Busy(self.clone(), count)
    }

    /// The service is to end, whatever the time.
    pub fn end(&self) {
        self.0.over.store(true, Ordering::Release);
        self.0.changed.notify(usize::MAX);
    }

    /// Whether nothing goes on now.
    pub fn is_quiet(&self) -> bool {
        self.0.count.load(Ordering::Acquire) == 0
    }

    fn is_idle(&self) -> bool {
        self.is_quiet() && self.0.offers.load(Ordering::Acquire) == 0
    }

    /// Waits until nothing goes on.
    pub async fn quiet(&self) {
        self.until(|| self.is_quiet()).await;
    }

    async fn until(&self, reached: impl Fn() -> bool) {
        loop {
            let changed = self.0.changed.listen();
            if reached() {
                return;
            }
            changed.await;
        }
    }

    /// Waits until nothing has gone on for `time()`, or the end was called. After a first pause it has a `rest`.
    pub async fn idle(&self, runtime: &SharedRuntime, time: impl Fn() -> Duration, rest: impl Fn()) {
        loop {
            self.until(|| self.is_idle() || self.is_over()).await;
            let time = time();
            let is_idle = if time <= PAUSE {
                self.stays_quiet(runtime, time).await
            } else if self.stays_quiet(runtime, PAUSE).await {
                rest();
                self.stays_quiet(runtime, time.saturating_sub(PAUSE)).await
            } else {
                false
            };
            if is_idle || self.is_over() {
                return;
            }
        }
    }

    /// Whether nothing begins for so long, and the end is not called.
    async fn stays_quiet(&self, runtime: &SharedRuntime, time: Duration) -> bool {
        let changed = self.0.changed.listen();
        self.is_idle() && !self.is_over() && runtime.timeout(time, changed).await.is_err()
    }

    fn is_over(&self) -> bool {
        self.0.over.load(Ordering::Acquire)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let Self(Activity(inner), count) = self;
        count(inner).fetch_sub(1, Ordering::AcqRel);
        inner.changed.notify(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    const TIME: Duration = Duration::from_millis(30);

    #[test]
    fn what_goes_on_puts_the_end_off() {
        let activity = Activity::default();
        let busy = activity.begin();
        let began = Instant::now();
        zbus::block_on(async {
            let runtime = SharedRuntime::current().unwrap();
            let sleep = runtime.sleep(TIME);
            zruntime::spawn(async move {
                sleep.await;
                drop(busy);
            })
            .detach();
            activity.idle(&runtime, || TIME, || ()).await;
        });
        assert!(began.elapsed() >= 2 * TIME);
    }

    #[test]
    fn what_is_offered_keeps_it_from_resting_and_not_from_ending() {
        let activity = Activity::default();
        let offered = activity.offer();
        assert!(activity.is_quiet() && !activity.is_idle());
        zbus::block_on(activity.quiet());
        drop(offered);
        assert!(activity.is_idle());
    }

    #[test]
    fn the_end_comes_also_to_the_busy() {
        let activity = Activity::default();
        let busy = activity.begin();
        activity.end();
        zbus::block_on(activity.idle(&SharedRuntime::current().unwrap(), || TIME, || ()));
        assert!(!activity.is_quiet());
        drop(busy);
        zbus::block_on(activity.quiet());
    }
}
