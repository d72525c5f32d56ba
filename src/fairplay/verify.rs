//! Checks a report against fresh searches: a sample of its moves, looked at
//! again, must give the same records.
//!
//! Reading and choosing is here; whoever calls brings the games and the engine.
//! Start with `Sample::read`.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::depths::Depths;
use super::game::SourceGame;
use super::judge::Judge;
use super::record::MoveRecord;
use crate::board::Game;
use std::sync::atomic::AtomicBool;

/// What a report's head must say to be checked.
#[derive(Clone, Debug, Deserialize)]
pub struct ReportHead {
    /// The layout of the report.
    pub format: String,
    /// The engine that judged.
    pub engine: String,
    /// Its version and tables.
    pub engine_version: String,
    /// How it searched, in words.
    pub settings: String,
    /// How it searched, in numbers; none if it was not Plumb.
    pub search: Option<Depths>,
}

/// A move of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The ply of the game, from 1.
    pub ply: usize,
    /// What the report says.
    pub record: MoveRecord,
}

/// A sample of a report's moves, by file and number of the game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The head.
    pub head: ReportHead,
    /// The moves to look at again.
    pub claims: BTreeMap<(String, usize), Vec<Claim>>,
    /// How many moves with a record the report has.
    pub records: u64,
}

#[derive(Deserialize)]
struct GameLine {
    file: String,
    number: usize,
    moves: Vec<MoveLine>,
}

#[derive(Deserialize)]
struct MoveLine {
    ply: usize,
    record: Option<MoveRecord>,
}

#[derive(Deserialize)]
struct Kind {
    kind: String,
}

impl Sample {
    /// Chooses `count` moves of a report in JSON Lines, by `seed`. The report is
    /// read once; a line that cannot be read is an error that names it.
    pub fn read(report: impl BufRead, count: usize, seed: u64) -> Result<Sample, String> {
        let mut head = None;
        let mut records = 0;
        // The moves with the smallest hashes: a choice that nobody can steer.
        let mut chosen: BTreeMap<[u8; 32], ((String, usize), Claim)> = BTreeMap::new();
        for (index, line) in report.lines().enumerate() {
            let wrong = |error: String| format!("line {}: {error}", index + 1);
            let line = line.map_err(|error| wrong(error.to_string()))?;
            let kind: Kind = serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
            match kind.kind.as_str() {
                "run" => {
                    let found: ReportHead =
                        serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
                    head = Some(found);
                }
                "game" => {
                    let game: GameLine =
                        serde_json::from_str(&line).map_err(|e| wrong(e.to_string()))?;
                    for mv in game.moves {
                        let Some(record) = mv.record else { continue };
                        records += 1;
                        let place = format!("{seed} {} {} {}", game.file, game.number, mv.ply);
                        let hash: [u8; 32] = Sha256::digest(place.as_bytes()).into();
                        let claim = Claim {
                            ply: mv.ply,
                            record,
                        };
                        chosen.insert(hash, ((game.file.clone(), game.number), claim));
                        if chosen.len() > count {
                            chosen.pop_last();
                        }
                    }
                }
                _ => {}
            }
        }
        let head = head.ok_or("there is no line of kind run: this is no report")?;
        let mut claims: BTreeMap<(String, usize), Vec<Claim>> = BTreeMap::new();
        for (game, claim) in chosen.into_values() {
            claims.entry(game).or_default().push(claim);
        }
        for list in claims.values_mut() {
            list.sort_by_key(|claim| claim.ply);
        }
        Ok(Sample {
            head,
            claims,
            records,
        })
    }
}

/// Looks at the claimed moves of a game again and says, one a line, which
/// records are not the same. Nothing said: all are.
pub fn recheck(
    source: &SourceGame,
    claims: &[Claim],
    judge: &mut dyn Judge,
    stop: &AtomicBool,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let place = |ply: usize| format!("{}, game {}, ply {ply}", source.file, source.number);
    for claim in claims {
        let place = place(claim.ply);
        let index = claim.ply.wrapping_sub(1);
        let Some(mv) = source.plies.get(index).and_then(|ply| ply.mv) else {
            wrong.push(format!("{place}: the game has no such move"));
            continue;
        };
        let game: Game = source.before(index);
        match judge.look(&game, mv, stop) {
            Ok(Some(found)) if found == claim.record => {}
            Ok(Some(found)) if found.played != claim.record.played => wrong.push(format!(
                "{place}: the report has the move {}, the game {}",
                claim.record.played, found.played
            )),
            Ok(Some(found)) => wrong.push(format!(
                "{place}: the report says {:?} for {} and {:?} after it; a fresh search says {:?} and {:?}",
                claim.record.before.score,
                claim.record.played,
                claim.record.after.score,
                found.before.score,
                found.after.score
            )),
            Ok(None) => return wrong,
            Err(reason) => wrong.push(format!("{place}: {reason}")),
        }
    }
    wrong
}
