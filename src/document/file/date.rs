//! Times of files in words.

use std::time::{SystemTime, UNIX_EPOCH};

/// `2026-11-30 17:48`, in UTC.
pub fn utc(time: SystemTime) -> String {
    let seconds = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_secs()).unwrap_or(0),
        Err(before) => -i64::try_from(before.duration().as_secs()).unwrap_or(0),
    };
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    let minutes = seconds.rem_euclid(86_400) / 60;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

/// The date of a day counted from 1970-01-01 (Gregorian calendar; years run from March, so that the leap day is
/// their last).
fn civil(days: i64) -> (i64, i64, i64) {
    const ERA: i64 = 146_097;
    let days = days + 719_468;
    let era = days.div_euclid(ERA);
    let of_era = days.rem_euclid(ERA);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates() {
        let cases = [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_796_061_780, "2026-11-30 18:03"),
            (4_107_542_400, "2100-03-01 00:00"),
        ];
        for (seconds, expected) in cases {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
        assert_eq!(utc(UNIX_EPOCH - Duration::from_mins(1)), "1969-12-31 23:59");
    }
}
