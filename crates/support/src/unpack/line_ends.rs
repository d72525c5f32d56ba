//! Text whose lines end with a carriage return alone, as on old Macs, gets ends of lines that
//! everything reads: there, a comment to the end of its line would be one to the end of the
//! file.
//!
//! Start with `has_lone_returns`.

use std::io::{self, BufRead, Read};

use super::source::Source;

/// Whether the first line of a text that begins so ends with a carriage return and nothing
/// else.
pub(super) fn has_lone_returns(start: &[u8]) -> bool {
    let mut rest = start.iter().skip_while(|byte| !b"\r\n".contains(byte));
    rest.next() == Some(&b'\r') && rest.next().is_some_and(|&next| next != b'\n')
}

/// Makes a line feed of each end of a line.
pub(super) struct LineFeeds {
    source: Source,
    /// A line feed that comes now is of the same end.
    after_return: bool,
}

impl LineFeeds {
    pub(super) fn new(source: Source) -> LineFeeds {
        LineFeeds {
            source,
            after_return: false,
        }
    }
}

impl Read for LineFeeds {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let found = self.source.fill_buf()?;
            let used = found.len().min(into.len());
            let mut count = 0;
            for &byte in &found[..used] {
                if byte != b'\n' || !self.after_return {
                    into[count] = if byte == b'\r' { b'\n' } else { byte };
                    count += 1;
                }
                self.after_return = byte == b'\r';
            }
            self.source.consume(used);
            // Nothing is the end, unless all there was belonged to the line before.
            if count > 0 || used == 0 {
                return Ok(count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells() {
        assert!(has_lone_returns(b"[Event \"x\"]\r[Site \"y\"]\r"));
        assert!(!has_lone_returns(b"[Event \"x\"]\r\n[Site \"y\"]\r"));
        assert!(!has_lone_returns(b"[Event \"x\"]\n\r\r"));
        assert!(!has_lone_returns(b"one line\r"));
        assert!(!has_lone_returns(b""));
    }

    #[test]
    fn every_end_is_one_line_feed() {
        // Cut in every place, and read into every small buffer.
        let text = b"a\rb\r\nc\n\nd\r\re";
        for cut in 0..=text.len() {
            for size in 1..=4 {
                let (first, second) = text.split_at(cut);
                let mut feeds = LineFeeds::new(Box::new(first.chain(second)));
                let (mut found, mut buffer) = (Vec::new(), vec![0; size]);
                loop {
                    match feeds.read(&mut buffer).unwrap() {
                        0 => break,
                        count => found.extend_from_slice(&buffer[..count]),
                    }
                }
                assert_eq!(found, b"a\nb\nc\n\nd\n\ne", "{cut} {size}");
            }
        }
    }
}
