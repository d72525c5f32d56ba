//! What befell a job, as clients hear of it: the file is the stream of server-sent events
//! (WHATWG HTML, 9.2) itself, so that nothing is lost or doubled by a restart.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// What happens to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum EventName {
    /// It has come so far.
    Progress,
    /// A game is left out.
    Problem,
    /// Its results are there.
    Done,
    /// It came to nothing.
    Failed,
    /// It is not wanted any more.
    Cancelled,
}

/// So much is read at once, in bytes; an event is shorter.
const CHUNK_BYTES: u64 = 256 << 10;
/// An event ends so.
const END: &[u8] = b"\n\n";

/// The events of a job.
pub(super) struct EventLog {
    path: PathBuf,
}

/// What a log says of its job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EventCounts {
    /// The number of its last event; 0 without one.
    pub(super) last: u64,
    /// Problems among them.
    pub(super) problems: u64,
    /// The last one says that the job is over.
    pub(super) is_ended: bool,
    /// What its last event of progress says.
    pub(super) progress: String,
}

/// Events in a row, and where the next ones begin.
pub(super) struct EventChunk {
    pub(super) text: Vec<u8>,
    pub(super) offset: u64,
}

impl EventLog {
    /// That of a job's folder.
    pub(super) fn of(folder: &Path) -> EventLog {
        EventLog {
            path: folder.join("events"),
        }
    }

    /// Adds an event with the next number.
    pub(super) fn append(&self, number: u64, name: EventName, data: &Value) -> io::Result<()> {
        let name: &str = name.into();
        let text = format!("id: {number}\nevent: {name}\ndata: {data}\n\n");
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)?;
        // At once, so that a kill leaves at most one event half written.
        file.write_all(text.as_bytes())
    }

    /// Cuts off an event that was only half written, and counts the others.
    pub(super) fn repair(&self) -> io::Result<EventCounts> {
        let text = match std::fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Default::default()),
            Err(error) => return Err(error),
        };
        let whole = whole_events(&text);
        if whole < text.len() {
            let file = OpenOptions::new().write(true).open(&self.path)?;
            file.set_len(whole as u64)?;
        }
        let mut counts = EventCounts::default();
        let mut is_progress = false;
        for line in String::from_utf8_lossy(&text[..whole]).lines() {
            if let Some(number) = line.strip_prefix("id: ") {
                counts.last = number.parse().unwrap_or(counts.last);
            }
            if let Some(data) = line.strip_prefix("data: ").filter(|_| is_progress) {
                data.clone_into(&mut counts.progress);
            }
            if let Some(name) = line.strip_prefix("event: ") {
                is_progress = name == <&str>::from(EventName::Progress);
                counts.problems += u64::from(name == <&str>::from(EventName::Problem));
                let ends = [EventName::Done, EventName::Failed, EventName::Cancelled];
                counts.is_ended = ends.iter().any(|end| name == <&str>::from(*end));
            }
        }
        Ok(counts)
    }

    /// The next events from `offset` on, without those up to number `after`; none if all were
    /// read.
    pub(super) fn read(&self, offset: u64, after: u64) -> io::Result<EventChunk> {
        let mut text = Vec::new();
        match File::open(&self.path) {
            Ok(mut file) => {
                file.seek(SeekFrom::Start(offset))?;
                file.take(CHUNK_BYTES).read_to_end(&mut text)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        text.truncate(whole_events(&text));
        let offset = offset + text.len() as u64;
        let old = old_events(&text, after);
        text.drain(..old);
        Ok(EventChunk { text, offset })
    }
}

/// How many bytes of a text are whole events.
fn whole_events(text: &[u8]) -> usize {
    let ends = text.windows(END.len()).rposition(|window| window == END);
    ends.map_or(0, |at| at + END.len())
}

/// How many bytes of whole events have numbers up to `after`.
fn old_events(text: &[u8], after: u64) -> usize {
    let mut start = 0;
    while let Some(length) = text[start..]
        .windows(END.len())
        .position(|window| window == END)
    {
        let event = &text[start..start + length];
        let first = event.split(|byte| *byte == b'\n').next().unwrap_or(event);
        let number = std::str::from_utf8(first)
            .ok()
            .and_then(|line| line.strip_prefix("id: ")?.parse::<u64>().ok());
        if number.is_none_or(|number| number > after) {
            break;
        }
        start += length + END.len();
    }
    start
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_are_numbered_and_taken_up_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        let log = EventLog::of(folder.path());
        assert_eq!(log.repair().unwrap(), EventCounts::default());
        for (number, name) in [EventName::Progress, EventName::Problem, EventName::Done]
            .into_iter()
            .enumerate()
        {
            let data = json!({ "n": number });
            log.append(number as u64 + 1, name, &data).unwrap();
        }
        let all = log.read(0, 0).unwrap();
        let expected = "id: 1\nevent: progress\ndata: {\"n\":0}\n\n\
             id: 2\nevent: problem\ndata: {\"n\":1}\n\nid: 3\nevent: done\ndata: {\"n\":2}\n\n";
        assert_eq!(String::from_utf8(all.text).unwrap(), expected);
        assert!(log.read(all.offset, 0).unwrap().text.is_empty());
        let rest = String::from_utf8(log.read(0, 2).unwrap().text).unwrap();
        assert!(rest.starts_with("id: 3\n"), "{rest}");
        // A kill in the middle of the last one.
        let file = OpenOptions::new().write(true).open(&log.path).unwrap();
        file.set_len(all.offset - 1).unwrap();
        let counts = EventCounts {
            last: 2,
            problems: 1,
            is_ended: false,
            progress: "{\"n\":0}".to_owned(),
        };
        assert_eq!(log.repair().unwrap(), counts);
    }
}
