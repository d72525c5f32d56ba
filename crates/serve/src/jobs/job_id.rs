//! The name of a job, which is also its folder's: nobody guesses it.

use std::fmt;
use std::str::FromStr;

use plumb_support::wording::text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct JobId(u128);

impl JobId {
    /// A new one, from the system's random numbers.
    pub(super) fn random() -> std::io::Result<JobId> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(JobId(u128::from_be_bytes(bytes)))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A text that is no name of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", text!(expected.job_id))]
pub(crate) struct NoJobId;

impl FromStr for JobId {
    type Err = NoJobId;

    /// Of exactly what `Display` writes: each job has one name, and none leads out of a folder.
    fn from_str(text: &str) -> Result<JobId, NoJobId> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match text.len() == 32 && text.bytes().all(is_digit) {
            true => u128::from_str_radix(text, 16)
                .map(JobId)
                .map_err(|_| NoJobId),
            false => Err(NoJobId),
        }
    }
}

impl Serialize for JobId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for JobId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JobId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written_and_in_no_other_way() {
        let id = JobId::random().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(JobId::random().unwrap(), id);
        let digits = "0123456789abcdef0123456789abcdef";
        assert_eq!(digits.parse::<JobId>().unwrap().to_string(), digits);
        for wrong in [
            "",
            "..",
            &digits[1..],
            "0123456789ABCDEF0123456789abcdef",
            "+123456789abcdef0123456789abcdef",
            "../../../../../../../etc/passwd00",
        ] {
            assert_eq!(wrong.parse::<JobId>(), Err(NoJobId), "{wrong}");
        }
    }
}
