//! Dates and times of day in UTC, for people and for PGN: what the standard
//! library counts in seconds since 1970, in the Gregorian calendar.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A second of the Gregorian calendar in UTC; `Display` is `2024-02-29 23:59:58 UTC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UtcTime {
    /// The year, from 1970 on.
    pub year: u64,
    /// The month, 1 to 12.
    pub month: u64,
    /// The day of the month, from 1.
    pub day: u64,
    /// Hours since midnight.
    pub hour: u64,
    /// Minutes since the hour.
    pub minute: u64,
    /// Seconds since the minute.
    pub second: u64,
}

impl UtcTime {
    /// This moment. A clock that stands before 1970 counts as 1970.
    pub fn now() -> UtcTime {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        UtcTime::from_unix_seconds(since.map_or(0, |since| since.as_secs()))
    }

    /// So many seconds after the beginning of 1970.
    pub fn from_unix_seconds(seconds: u64) -> UtcTime {
        // Years that begin in March have their leap day at the end, so that
        // the lengths of months repeat every five: 31, 30, 31, 30, 31.
        const DAYS_IN_400_YEARS: u64 = 146_097;
        const DAYS_FROM_MARCH_OF_YEAR_0_TO_1970: u64 = 719_468;
        let days = seconds / 86_400 + DAYS_FROM_MARCH_OF_YEAR_0_TO_1970;
        let (era, day_of_era) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
        let leap_days = day_of_era / 1_460 + day_of_era / (DAYS_IN_400_YEARS - 1);
        let year_of_era = (day_of_era + day_of_era / 36_524 - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let months_since_march = (5 * day_of_year + 2) / 153;
        let month = (months_since_march + 2) % 12 + 1;
        let second_of_day = seconds % 86_400;
        UtcTime {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * months_since_march + 2) / 5 + 1,
            hour: second_of_day / 3_600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
        }
    }

    /// The day as PGN writes it: `2024.02.29`.
    pub fn pgn_date(&self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// Both as RFC 3339 writes them: `2024-02-29T23:59:58Z`.
    pub fn rfc_3339(&self) -> String {
        let (year, month, day) = (self.year, self.month, self.day);
        format!("{year:04}-{month:02}-{day:02}T{}Z", self.pgn_time())
    }

    /// The time of day as PGN writes it: `23:59:58`.
    pub fn pgn_time(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.year, self.month, self.day);
        write!(f, "{year:04}-{month:02}-{day:02} {} UTC", self.pgn_time())
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
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = UtcTime::from_unix_seconds(0);
        for day in 1..200_000 {
            let now = UtcTime::from_unix_seconds(day * 86_400);
            let next_day =
                (now.year, now.month, now.day) == (before.year, before.month, before.day + 1);
            let next_month =
                now.day == 1 && (now.year, now.month) == (before.year, before.month + 1);
            let next_year = (now.day, now.month) == (1, 1) && now.year == before.year + 1;
            assert!(next_day || next_month || next_year, "{before} {now}");
            before = now;
        }
    }
}
