//! Reviews that are done in a folder whose games are not all done: a file beside the others, so
//! that a review that was stopped, or killed, goes on where it was.
//!
//! The file has a line for each game, and a first one that says what the reviews depend on:
//! where that is something else, they are made anew. Each line begins with its checksum: one that was
//! damaged, or not written whole, is a game that is not done.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::reviewer::ReviewSettings;
use super::written_review::WrittenReview;
use plumb_chess::notation::FenStyle;
use plumb_chess::notation::pgn::PgnEntry;
use plumb_engine::search::SIGNATURE;
use plumb_engine::tables::Models;

/// The file's name in the folder.
pub const PROGRESS_FILE: &str = "review.progress";

/// What reviews depend on, besides their games.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Provenance {
    version: String,
    bench: u64,
    /// A digest of all tables.
    tables: String,
    nodes: u64,
    elo: Option<u16>,
}

#[derive(Serialize, Deserialize)]
struct Line<'a> {
    game: Cow<'a, str>,
    review: Cow<'a, WrittenReview>,
}

/// The file of a folder that only this process writes to.
#[derive(Debug)]
pub struct ReviewProgress {
    path: PathBuf,
    file: File,
    /// Reviews of an earlier start, by their games.
    earlier: HashMap<String, WrittenReview>,
    /// There is a review in the file.
    is_of_use: bool,
}

impl Drop for ReviewProgress {
    fn drop(&mut self) {
        if !self.is_of_use {
            // One that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl ReviewProgress {
    /// Opens a folder's file, or begins it. Reviews that depend on other settings, tables or
    /// another version of Plumb are thrown away.
    pub fn open(
        folder: &Path,
        settings: &ReviewSettings,
        models: &Models,
    ) -> io::Result<ReviewProgress> {
        let path = folder.join(PROGRESS_FILE);
        let provenance = Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            bench: SIGNATURE,
            tables: models.digest(),
            nodes: settings.nodes,
            elo: settings.elo,
        };
        let text = match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| named(&path, error))?,
        };
        let (earlier, whole) = earlier_reviews(&text, &provenance).unwrap_or_default();
        let mut options = OpenOptions::new();
        let opened = options.create(true).append(true).open(&path);
        let file = opened.map_err(|error| named(&path, error))?;
        // A line that was not written whole would spoil the next one.
        file.set_len(whole).map_err(|error| named(&path, error))?;
        let mut progress = ReviewProgress {
            path,
            file,
            is_of_use: !earlier.is_empty(),
            earlier,
        };
        if whole == 0 {
            progress.write(&provenance)?;
        }
        Ok(progress)
    }

    /// A game's review from an earlier start.
    pub fn take(&mut self, game: &str) -> Option<WrittenReview> {
        self.earlier.remove(game)
    }

    /// Keeps a review that is done.
    pub fn keep(&mut self, game: &str, review: &WrittenReview) -> io::Result<()> {
        self.is_of_use = true;
        self.write(&Line {
            game: Cow::Borrowed(game),
            review: Cow::Borrowed(review),
        })
    }

    /// Takes the file away: all games are done.
    pub fn finish(self) -> io::Result<()> {
        fs::remove_file(&self.path).map_err(|error| named(&self.path, error))
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let content = serde_json::to_string(line)?;
        let text = format!("{} {content}\n", checksum(content.as_bytes()));
        // At once, so that a kill loses one line at most.
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| named(&self.path, error))
    }
}

/// What a game's review depends on besides the settings: where it stands, and all that was read
/// of it.
pub fn review_key(file: &str, entry: &PgnEntry) -> String {
    let mut hash = Sha256::new();
    hash.update(file.as_bytes());
    hash.update([0]);
    hash.update(entry.number.to_le_bytes());
    for (name, value) in &entry.game.tags {
        hash.update(format!("[{name} {value:?}]").as_bytes());
    }
    hash.update(entry.game.to_pgn(FenStyle::default()).as_bytes());
    HEXLOWER.encode(&hash.finalize())
}

/// Sixteen hexadecimal digits of a SHA-256.
fn checksum(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes)[..8])
}

/// A line's content, if it is whole.
fn content(line: &[u8]) -> Option<&[u8]> {
    let (sum, content) = line.split_at_checked(16)?;
    let content = content.strip_prefix(b" ")?;
    (checksum(content).as_bytes() == sum).then_some(content)
}

/// The reviews of a file with this basis, and how many of its bytes they fill.
fn earlier_reviews(
    text: &[u8],
    provenance: &Provenance,
) -> Option<(HashMap<String, WrittenReview>, u64)> {
    let whole = text.iter().rposition(|&byte| byte == b'\n')? + 1;
    let mut lines = text[..whole].split(|&byte| byte == b'\n').map(content);
    let found: Provenance = serde_json::from_slice(lines.next()??).ok()?;
    if found != *provenance {
        return None;
    }
    let mut earlier = HashMap::new();
    for line in lines.flatten() {
        if let Ok(line) = serde_json::from_slice::<Line<'_>>(line) {
            earlier.insert(line.game.into_owned(), line.review.into_owned());
        }
    }
    Some((earlier, whole as u64))
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
