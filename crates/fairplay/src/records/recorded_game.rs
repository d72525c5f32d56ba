//! A game with the records of its moves in one value, which leaves its run as a line of JSON.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use serde::{Deserialize, Serialize};

use super::checksum::{opened, sealed};
use super::codec;
use super::gathered_games::GatheredEntry;
use super::record_key::RecordKey;
use super::stamp::Stamp;
use super::store::Store;
use super::store_error::StoreError;
use super::stored_game::StoredGame;
use super::stored_record::StoredRecord;
use plumb_chess::board::Game;
use plumb_support::wording::say;

/// A game and its records by some judges, whose stamps are told beside it.
#[derive(Serialize, Deserialize)]
pub struct RecordedGame {
    file: String,
    number: usize,
    line: u64,
    #[serde(flatten)]
    game: StoredGame,
    records: Vec<PlacedRecord>,
    /// Engines that failed in the game, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    failures: Vec<(String, String)>,
}

/// A record of a game.
#[derive(Serialize, Deserialize)]
struct PlacedRecord {
    /// The ply of the move, from 1.
    ply: usize,
    /// The place of its judge's stamp, from 0.
    by: usize,
    /// The record as a run's file has it, with its sum, in hexadecimal digits.
    bytes: String,
}

impl RecordedGame {
    /// The game of a run by its place there, with all records of these stamps.
    pub fn of(store: &Store, id: u64, stamps: &[Stamp]) -> Result<RecordedGame, StoreError> {
        let source = store.game(id)?;
        let mut records = Vec::new();
        let mut failures = Vec::new();
        for (by, stamp) in stamps.iter().enumerate() {
            let mut game = Game::new(source.start.clone());
            for (index, ply) in source.plies.iter().enumerate() {
                let Some(mv) = ply.mv else {
                    game.play_null();
                    continue;
                };
                let key = RecordKey::new(&game, mv, stamp);
                if let Some(bytes) = store.stored(key)? {
                    records.push(PlacedRecord {
                        ply: index + 1,
                        by,
                        bytes: HEXLOWER.encode(&sealed(&key.0, &bytes)),
                    });
                }
                game.play(mv);
            }
            let failure = store.failure(id, stamp)?;
            failures.extend(failure.map(|reason| (stamp.to_string(), reason)));
        }
        Ok(RecordedGame {
            file: source.file.clone(),
            number: source.number,
            line: source.line,
            game: StoredGame::of(&source),
            records,
            failures,
        })
    }

    /// The game and its records, by judges with these stamps; an error is one line.
    pub fn open(self, stamps: &[Stamp]) -> Result<(GatheredEntry, Vec<StoredRecord>), String> {
        let source = self.game.game(self.file, self.number, self.line)?;
        let mut boards = Vec::with_capacity(source.plies.len());
        let mut game = Game::new(source.start.clone());
        for ply in &source.plies {
            boards.push(ply.mv.map(|mv| (game.clone(), mv)));
            match ply.mv {
                Some(mv) => game.play(mv),
                None => game.play_null(),
            }
        }
        let mut records = Vec::with_capacity(self.records.len());
        for PlacedRecord { ply, by, bytes } in self.records {
            let damaged = || say!(run_file.ply_damaged, ply);
            let place = ply.checked_sub(1).and_then(|index| boards.get(index));
            let (game, mv) = place.and_then(Option::as_ref).ok_or_else(damaged)?;
            let stamp = stamps.get(by).ok_or_else(damaged)?;
            let key = RecordKey::new(game, *mv, stamp);
            let sealed = HEXLOWER_PERMISSIVE
                .decode(bytes.as_bytes())
                .map_err(|_| damaged())?;
            let bytes = opened(&key.0, &sealed).ok_or_else(damaged)?.to_vec();
            codec::decode(game, *mv, &bytes).map_err(|_| damaged())?;
            records.push(StoredRecord { key, bytes });
        }
        let entry = GatheredEntry {
            found: Ok(source),
            failures: self.failures,
        };
        Ok((entry, records))
    }
}
