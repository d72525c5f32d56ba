//! As much of an HTTP client as the tests need.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use plumb_testing::program::json;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in small letters, and values.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        json(&self.body)
    }
}

/// A connection that waits at most half a minute for an answer.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).unwrap();
    stream.set_write_timeout(patience).unwrap();
    stream
}

/// A request as text; these headers come after `Host`.
pub fn request_text(method: &str, path: &str, headers: &[&str], body: &str) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|line| line.starts_with("Host:")) {
        text += "Host: localhost\r\n";
    }
    for line in headers {
        text += &format!("{line}\r\n");
    }
    if !body.is_empty() {
        text += &format!("Content-Length: {}\r\n", body.len());
    }
    text + "\r\n" + body
}

/// Reads one answer.
pub fn read_answer(stream: &mut TcpStream) -> io::Result<Answer> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("a head of text");
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    let status = first
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let mut answer = Answer {
        status: status.unwrap_or_else(|| panic!("no status in {first}")),
        headers,
        body: String::new(),
    };
    let length = answer.header("content-length");
    let length: usize = length.map_or(0, |length| length.parse().expect("a length"));
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    answer.body = String::from_utf8(body).expect("a body of text");
    Ok(answer)
}

/// Sends a request with any body on a connection of its own, and reads the answer.
pub fn upload(address: SocketAddr, path: &str, headers: &[&str], body: &[u8]) -> Answer {
    let length = format!("Content-Length: {}", body.len());
    let headers = [headers, &[&length]].concat();
    let mut stream = connect(address);
    let head = request_text("POST", path, &headers, "");
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body);
    read_answer(&mut stream).unwrap_or_else(|error| panic!("{error} after {path}"))
}

/// Sends a text on a connection of its own, and reads the answer.
pub fn exchange(address: SocketAddr, text: &str) -> Answer {
    let mut stream = connect(address);
    // Who refuses early may have stopped reading.
    let _ = stream.write_all(text.as_bytes());
    read_answer(&mut stream).unwrap_or_else(|error| panic!("{error} after\n{text:.300}"))
}
