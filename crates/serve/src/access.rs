//! Who may ask: known hosts, tokens, and how often.

use std::hint::black_box;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use super::sessions::Sessions;

/// A token has at least so many characters.
pub const LEAST_TOKEN_LENGTH: usize = 32;

/// A secret that a client shows, kept as its digest.
pub struct Token {
    digest: [u8; 32],
    allowance: Mutex<Allowance>,
}

/// Requests that may still be made: they grow again with time, up to those of a minute.
struct Allowance {
    requests: f64,
    since: Instant,
}

impl Token {
    /// From its text, with the requests of a minute to spend.
    fn new(text: &str, requests_per_minute: u32) -> Token {
        Token {
            digest: Sha256::digest(text.as_bytes()).into(),
            allowance: Mutex::new(Allowance {
                requests: f64::from(requests_per_minute),
                since: Instant::now(),
            }),
        }
    }

    /// Whether a text is this token: digests are compared, all 32 bytes of them, so that the
    /// time says nothing about where they differ.
    fn is(&self, digest: &[u8; 32]) -> bool {
        let pairs = self.digest.iter().zip(digest);
        black_box(pairs.fold(0, |differences, (own, other)| differences | (own ^ other))) == 0
    }

    /// Takes one request from the allowance; otherwise the seconds until there is one.
    fn spend(&self, requests_per_minute: u32) -> Result<(), u64> {
        let most = f64::from(requests_per_minute);
        let mut allowance = self.allowance.lock();
        let now = Instant::now();
        let grown = now.duration_since(allowance.since).as_secs_f64() * most / 60.0;
        allowance.requests = (allowance.requests + grown).min(most);
        allowance.since = now;
        if allowance.requests >= 1.0 {
            allowance.requests -= 1.0;
            return Ok(());
        }
        let wait = (1.0 - allowance.requests) * 60.0 / most;
        Err((wait.ceil() as u64).max(1))
    }
}

/// Why the service would be open to people it is not meant for.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// Others could reach it, and there is no token.
    #[error(
        "{0} can be reached by others: expected --token-file with a token of {LEAST_TOKEN_LENGTH} characters or more, or --bind 127.0.0.1:PORT"
    )]
    NoToken(SocketAddr),
    /// A token can be guessed: its line in the file, and its length.
    #[error("line {0}: expected a token of {LEAST_TOKEN_LENGTH} characters or more, not {1}")]
    ShortToken(usize, usize),
    /// A token cannot be sent in a header: its line in the file.
    #[error("line {0}: expected a token of letters, digits and -._~+/= only")]
    OddToken(usize),
    /// The token file is empty.
    #[error("no token: expected one of {LEAST_TOKEN_LENGTH} characters or more")]
    EmptyFile,
}

/// The tokens of a file's text, one a line; empty lines and those with `#` in front are
/// passed over.
pub fn read_tokens(text: &str, requests_per_minute: u32) -> Result<Vec<Token>, AccessError> {
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, token) = (index + 1, line.trim());
        if token.is_empty() || token.starts_with('#') {
            continue;
        }
        // What RFC 6750 lets a token be made of.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~+/=".contains(c);
        if !token.chars().all(is_plain) {
            return Err(AccessError::OddToken(number));
        }
        if token.len() < LEAST_TOKEN_LENGTH {
            return Err(AccessError::ShortToken(number, token.len()));
        }
        tokens.push(Token::new(token, requests_per_minute));
    }
    match tokens.is_empty() {
        true => Err(AccessError::EmptyFile),
        false => Ok(tokens),
    }
}

/// Who may ask.
#[derive(Clone)]
pub struct Access {
    tokens: Arc<[Token]>,
    hosts: Arc<[String]>,
    requests_per_minute: u32,
    sessions: Arc<Sessions>,
}

/// What is wrong with a token that was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Denial {
    /// It is none of ours.
    Unknown,
    /// It was used too often; again in so many seconds.
    TooOften(u64),
}

impl Access {
    /// For a service at `bind`, under these names beside loopback's; without tokens only
    /// where nobody else can reach it.
    pub fn new(
        bind: SocketAddr,
        tokens: Vec<Token>,
        hosts: &[String],
        requests_per_minute: u32,
    ) -> Result<Access, AccessError> {
        if tokens.is_empty() && !bind.ip().is_loopback() {
            return Err(AccessError::NoToken(bind));
        }
        let mut known: Vec<String> = ["localhost", "127.0.0.1", "[::1]"]
            .map(str::to_owned)
            .to_vec();
        if !bind.ip().is_unspecified() {
            known.push(match bind.ip() {
                IpAddr::V4(address) => address.to_string(),
                IpAddr::V6(address) => format!("[{address}]"),
            });
        }
        known.extend(hosts.iter().map(|host| host.to_ascii_lowercase()));
        Ok(Access {
            tokens: tokens.into(),
            hosts: known.into(),
            requests_per_minute,
            sessions: Arc::default(),
        })
    }

    /// Whether a host, as in the header `Host`, is one of ours; its port may be a proxy's.
    pub(super) fn knows_host(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        self.hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Whether there are tokens, one of which must be shown.
    pub(super) fn needs_token(&self) -> bool {
        !self.tokens.is_empty()
    }

    /// Checks the token that a client shows, and counts the request: its place in the list.
    /// All tokens are compared with it, whichever it is.
    pub(super) fn admit(&self, shown: Option<&str>) -> Result<usize, Denial> {
        let digest: [u8; 32] = Sha256::digest(shown.unwrap_or_default().as_bytes()).into();
        let mut found = None;
        for (number, token) in self.tokens.iter().enumerate() {
            if token.is(&digest) {
                found = Some(number);
            }
        }
        self.count(found)
    }

    /// Begins a login with a token: the secret that stands for it.
    pub(super) fn begin_session(&self, token: usize) -> io::Result<String> {
        self.sessions.begin(token)
    }

    /// Checks the secret of a login, and counts the request for its token.
    pub(super) fn admit_session(&self, secret: &str) -> Result<usize, Denial> {
        self.count(self.sessions.token(secret))
    }

    /// Counts a request with a token, by its place in the list.
    fn count(&self, number: Option<usize>) -> Result<usize, Denial> {
        let number = number.ok_or(Denial::Unknown)?;
        let token = self.tokens.get(number).ok_or(Denial::Unknown)?;
        match token.spend(self.requests_per_minute) {
            Ok(()) => Ok(number),
            Err(seconds) => Err(Denial::TooOften(seconds)),
        }
    }

    /// Requests a minute for each token.
    pub(super) fn requests_per_minute(&self) -> u32 {
        self.requests_per_minute
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123456789abcdef";

    fn access(bind: &str, tokens: Vec<Token>) -> Result<Access, AccessError> {
        Access::new(
            bind.parse().unwrap(),
            tokens,
            &["Chess.example".to_owned()],
            2,
        )
    }

    #[test]
    fn others_need_a_token() {
        for open in ["0.0.0.0:80", "[::]:80", "192.0.2.1:80"] {
            let error = access(open, Vec::new()).err();
            assert_eq!(error, Some(AccessError::NoToken(open.parse().unwrap())));
            assert!(access(open, read_tokens(TOKEN, 2).unwrap()).is_ok());
        }
        assert!(access("127.0.0.1:80", Vec::new()).is_ok());
        assert!(access("[::1]:80", Vec::new()).is_ok());
    }

    #[test]
    fn tokens_are_long_and_plain() {
        let error = |text: &str| read_tokens(text, 2).err().unwrap();
        assert_eq!(error("# a\n\n"), AccessError::EmptyFile);
        assert_eq!(error(&TOKEN[1..]), AccessError::ShortToken(1, 31));
        assert_eq!(
            error("# a\n0123456789 abcdef0123456789abcdef"),
            AccessError::OddToken(2)
        );
        let two = format!("{TOKEN}\n\n  {TOKEN}x\r\n");
        assert_eq!(read_tokens(&two, 2).unwrap().len(), 2);
    }

    #[test]
    fn tokens_are_known_and_counted() {
        let access = access("0.0.0.0:80", read_tokens(TOKEN, 2).unwrap()).unwrap();
        assert_eq!(access.admit(None), Err(Denial::Unknown));
        assert_eq!(access.admit(Some("")), Err(Denial::Unknown));
        assert_eq!(access.admit(Some(&TOKEN[..31])), Err(Denial::Unknown));
        assert_eq!(access.admit(Some(TOKEN)), Ok(0));
        assert_eq!(access.admit(Some(TOKEN)), Ok(0));
        let denial = access.admit(Some(TOKEN)).unwrap_err();
        assert!(matches!(denial, Denial::TooOften(1..=30)), "{denial:?}");
    }

    #[test]
    fn hosts_are_known_whatever_their_port() {
        let access = access("0.0.0.0:80", read_tokens(TOKEN, 2).unwrap()).unwrap();
        for known in [
            "localhost",
            "LOCALHOST:1",
            "[::1]:80",
            "[::1]",
            "chess.EXAMPLE:443",
        ] {
            assert!(access.knows_host(known), "{known}");
        }
        for foreign in [
            "",
            "0.0.0.0",
            "evil.example",
            "localhost.evil.example",
            "::1",
            "localhost:a",
        ] {
            assert!(!access.knows_host(foreign), "{foreign}");
        }
    }
}
