//! Dates and times of day in UTC, for people and for PGN.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// A second in UTC, from 1970 on; `Display` is `2024-02-29 23:59:58 UTC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UtcTime(Timestamp);

impl UtcTime {
    /// This moment. A clock that stands before 1970 counts as 1970.
    pub fn now() -> UtcTime {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        UtcTime::from_unix_seconds(since.unwrap_or_default().as_secs())
    }

    /// So many seconds after the beginning of 1970, at most the end of the year 9999.
    pub fn from_unix_seconds(seconds: u64) -> UtcTime {
        let seconds = seconds.try_into().unwrap_or(i64::MAX);
        UtcTime(Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX))
    }

    /// The day as PGN writes it: `2024.02.29`.
    pub fn pgn_date(&self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }

    /// Both as RFC 3339 writes them: `2024-02-29T23:59:58Z`.
    pub fn rfc_3339(&self) -> String {
        self.0.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    }

    /// The time of day as PGN writes it: `23:59:58`.
    pub fn pgn_time(&self) -> String {
        self.0.strftime("%H:%M:%S").to_string()
    }
}

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%Y-%m-%d %H:%M:%S UTC"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_the_dates_that_date_prints() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (951_868_800, "2000-03-01 00:00:00 UTC"),
            (1_709_251_198, "2024-02-29 23:59:58 UTC"),
            (1_735_689_599, "2024-12-31 23:59:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00:00 UTC"),
        ] {
            assert_eq!(UtcTime::from_unix_seconds(seconds).to_string(), text);
        }
        let time = UtcTime::from_unix_seconds(1_709_251_198);
        assert_eq!(time.pgn_date(), "2024.02.29");
        assert_eq!(time.pgn_time(), "23:59:58");
        assert_eq!(time.rfc_3339(), "2024-02-29T23:59:58Z");
        let last = UtcTime::from_unix_seconds(u64::MAX);
        assert!(last.pgn_date().starts_with("9999.12."), "{last}");
    }
}
