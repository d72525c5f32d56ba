//! Whether a service answers: `plumb serve --check`, for who supervises it.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Longer than this no healthy service takes.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a service is not well.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be reached, or does not answer in time.
    #[error("no answer from {0}: {1}")]
    Unreachable(SocketAddr, io::Error),
    /// It answers something else.
    #[error("{0} answers '{line}', expected HTTP/1.1 200 OK", line = .1.escape_default())]
    Unhealthy(SocketAddr, String),
}

/// Asks the service that was bound to this address for its health.
pub fn check_health(bind: SocketAddr) -> Result<(), CheckError> {
    let mut address = bind;
    if bind.ip().is_unspecified() {
        address.set_ip(match bind.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let line = first_line(address).map_err(|error| CheckError::Unreachable(address, error))?;
    match line.starts_with("HTTP/1.1 200 ") {
        true => Ok(()),
        false => Err(CheckError::Unhealthy(address, line)),
    }
}

fn first_line(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = [0; 64];
    let mut length = 0;
    while length < answer.len() && !answer[..length].contains(&b'\n') {
        match stream.read(&mut answer[length..])? {
            0 => break,
            count => length += count,
        }
    }
    let text = String::from_utf8_lossy(&answer[..length]);
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
