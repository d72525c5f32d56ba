//! Streams cut into lines: what is given up, and what wakes whom.

use super::*;
use std::io::Cursor;
use std::time::Duration;

fn all(bytes: Vec<u8>) -> (Vec<String>, Option<&'static str>) {
    let lines = Lines::follow(Cursor::new(bytes), None);
    let mut texts = Vec::new();
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        match lines.next_until(deadline, |_| false) {
            Ok(Output::Line(line)) => texts.push(line.text),
            Ok(Output::LineTooLong(_)) => return (texts, Some("long")),
            Ok(Output::Flood) => return (texts, Some("flood")),
            Err(_) => return (texts, None),
        }
    }
}

#[test]
fn lines_come_whole_and_the_last_one_too() {
    let (lines, end) = all(b"uciok\r\n\nready\xffok\nlast".to_vec());
    assert_eq!(lines, ["uciok", "", "ready\u{fffd}ok", "last"]);
    assert_eq!(end, None);
}

#[test]
fn a_line_without_end_is_given_up() {
    let mut bytes = b"first\n".to_vec();
    bytes.extend(vec![b'x'; 10 * LONGEST_LINE]);
    let (lines, end) = all(bytes);
    assert_eq!(
        (lines.as_slice(), end),
        (["first".to_owned()].as_slice(), Some("long"))
    );
}

#[test]
fn a_flood_is_given_up_even_of_empty_lines() {
    let (lines, end) = all(vec![b'\n'; 1_000_000]);
    assert_eq!(end, Some("flood"));
    assert!(lines.len() * OVERHEAD <= LARGEST_QUEUE, "{}", lines.len());
}

/// A stream that a test writes to.
struct Pipe(std::sync::mpsc::Receiver<&'static str>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let text = self.0.recv().unwrap_or_default();
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

#[test]
fn what_can_wait_comes_with_what_cannot() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let lines = Lines::follow(Pipe(receiver), None);
    let next = |wait: Duration| {
        let can_wait: CanWait = |line| line.starts_with("info");
        match lines.next_until(Instant::now() + wait, can_wait) {
            Ok(Output::Line(line)) => line.text,
            Ok(_) => "given up".to_owned(),
            Err(nothing) => format!("{nothing:?}"),
        }
    };
    let (long, short) = (Duration::from_secs(60), Duration::from_millis(20));
    assert_eq!(next(short), "TimedOut");
    let writer = std::thread::spawn(move || {
        for text in ["info 1\n", "info 2\nbest", "move\n"] {
            std::thread::sleep(Duration::from_millis(5));
            sender.send(text).unwrap();
        }
        sender
    });
    assert_eq!(
        [next(long), next(long), next(long)],
        ["info 1", "info 2", "bestmove"]
    );
    // Alone it is fetched when the time is over, and the end at once.
    let sender = writer.join().unwrap();
    sender.send("info 3\n").unwrap();
    let begun = Instant::now();
    assert_eq!(next(Duration::from_millis(300)), "info 3");
    drop(sender);
    assert_eq!(next(long), "Ended");
    assert!(begun.elapsed() < long);
}
