//! A record ready for the file of a run: what it is found by, and its bytes.

use super::codec;
use super::record::MoveRecord;
use super::record_key::RecordKey;
use super::stamp::Stamp;
use plumb_chess::board::{Game, Move};

/// A record in the form in which it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    pub(super) key: RecordKey,
    pub(super) bytes: Vec<u8>,
}

impl StoredRecord {
    /// The record of the move `played` on the board of `game`, made by `stamp`. Nothing
    /// if it is not a record of this move, or a move in it is not legal.
    pub fn of(game: &Game, played: Move, stamp: &Stamp, record: &MoveRecord) -> Option<Self> {
        let stored = StoredRecord {
            key: RecordKey::new(game, played, stamp),
            bytes: codec::encode(game, record)?,
        };
        // What cannot be read back the same must not be stored.
        let is_same = codec::decode(game, played, &stored.bytes).as_ref() == Ok(record);
        is_same.then_some(stored)
    }

    /// What it is found by.
    pub fn key(&self) -> RecordKey {
        self.key
    }

    /// Its bytes, without what it is found by.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl MoveRecord {
    /// The record of the move `played` on the board of `game` from the bytes in which it is
    /// stored; bytes that are none of such a record are an error of one line.
    pub fn from_bytes(game: &Game, played: Move, bytes: &[u8]) -> Result<MoveRecord, &'static str> {
        codec::decode(game, played, bytes)
    }
}
