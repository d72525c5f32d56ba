//! Who has logged in: secrets that stand for a token in a browser's cookie, so that the token
//! itself is kept nowhere.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};

/// How long a login holds, in seconds.
pub(super) const LOGIN_S: u64 = 12 * 3_600;
/// So many logins are remembered; one more takes the place of the oldest.
const MOST: usize = 1_000;

/// Logins, by the digests of their secrets. They end with the service.
#[derive(Default)]
pub(super) struct Sessions(Mutex<HashMap<[u8; 32], Session>>);

struct Session {
    /// The token that was shown, by its place in the list.
    token: usize,
    since: Instant,
}

impl Session {
    fn holds(&self) -> bool {
        self.since.elapsed() < Duration::from_secs(LOGIN_S)
    }
}

impl Sessions {
    /// A new login with a token: its secret, 256 random bits as hexadecimal digits.
    pub(super) fn begin(&self, token: usize) -> io::Result<String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let secret = HEXLOWER.encode(&bytes);
        let mut sessions = self.0.lock();
        sessions.retain(|_, session| session.holds());
        if sessions.len() >= MOST {
            let oldest = sessions.iter().min_by_key(|(_, session)| session.since);
            if let Some(key) = oldest.map(|(key, _)| *key) {
                sessions.remove(&key);
            }
        }
        let since = Instant::now();
        sessions.insert(digest(&secret), Session { token, since });
        Ok(secret)
    }

    /// The token that stands behind a secret, if it is one of a login that holds.
    pub(super) fn token(&self, secret: &str) -> Option<usize> {
        let sessions = self.0.lock();
        let session = sessions.get(&digest(secret))?;
        session.holds().then_some(session.token)
    }
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_stands_for_its_token_and_the_oldest_is_forgotten() {
        let sessions = Sessions::default();
        let first = sessions.begin(3).unwrap();
        assert_eq!((first.len(), sessions.token(&first)), (64, Some(3)));
        assert_eq!(sessions.token(""), None);
        assert_eq!(sessions.token(&first[1..]), None);
        for _ in 0..MOST {
            sessions.begin(1).unwrap();
        }
        assert_eq!(sessions.token(&first), None);
    }
}
