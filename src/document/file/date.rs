//! Times of files in words.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// `2026-11-30 17:48`, in this zone; nothing for a time that no calendar has.
pub fn local(time: SystemTime, zone: &TimeZone) -> String {
    let text = |time: Timestamp| time.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
    Timestamp::try_from(time).map(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn times_are_told_in_the_zone() {
        let time = UNIX_EPOCH + Duration::from_mins(29_934_363);
        let zone = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
        assert_eq!(local(time, &TimeZone::UTC), "2026-11-30 18:03");
        assert_eq!(local(time, &zone), "2026-11-30 19:03");
        assert_eq!(local(UNIX_EPOCH - Duration::from_mins(1), &TimeZone::UTC), "1969-12-31 23:59");
    }
}
