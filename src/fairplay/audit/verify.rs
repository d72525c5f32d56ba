//! Checks a report against fresh searches: a sample of its moves, looked at
//! again, must give the same records.
//!
//! Start with `Verification::begin`.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::equipment::Equipment;
use super::error::AuditError;
use super::input::GameInput;
use super::observer::{AuditEvent, AuditObserver};
use crate::board;
use crate::fairplay::games::{SourceGame, games};
use crate::fairplay::records::{Depths, Judge, MoveRecord, PlumbJudge};
use crate::fairplay::report::REPORT_FORMAT;
use crate::notation::to_san;

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

/// What a report says of some moves of a game.
#[derive(Clone, Debug)]
pub struct GameClaims {
    /// The moves of the whole game, as people write them: two files may have the
    /// same name.
    sans: Rc<[String]>,
    /// The moves to look at again.
    pub moves: Vec<Claim>,
}

/// A sample of a report's moves.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The head.
    pub head: ReportHead,
    /// By file and number of the game.
    claims: BTreeMap<(String, usize), Vec<GameClaims>>,
    /// How many moves with a record the report has.
    pub records: u64,
}

#[derive(Deserialize)]
struct GameLine {
    id: u64,
    file: String,
    number: usize,
    moves: Vec<MoveLine>,
}

#[derive(Deserialize)]
struct MoveLine {
    ply: usize,
    san: String,
    record: Option<MoveRecord>,
}

/// A game of a report.
struct Game {
    id: u64,
    file: String,
    number: usize,
    sans: Rc<[String]>,
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
        let mut chosen: BTreeMap<[u8; 32], (Game, Claim)> = BTreeMap::new();
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
                    let sans: Rc<[String]> = game.moves.iter().map(|mv| mv.san.clone()).collect();
                    for mv in game.moves {
                        let Some(record) = mv.record else { continue };
                        records += 1;
                        let place = format!(
                            "{seed} {} {} {} {}",
                            game.id, game.file, game.number, mv.ply
                        );
                        let hash: [u8; 32] = Sha256::digest(place.as_bytes()).into();
                        let claim = Claim {
                            ply: mv.ply,
                            record,
                        };
                        let place = Game {
                            id: game.id,
                            file: game.file.clone(),
                            number: game.number,
                            sans: Rc::clone(&sans),
                        };
                        chosen.insert(hash, (place, claim));
                        if chosen.len() > count {
                            chosen.pop_last();
                        }
                    }
                }
                _ => {}
            }
        }
        let head = head.ok_or("there is no line of kind run: this is no report")?;
        let mut games: BTreeMap<u64, (Game, Vec<Claim>)> = BTreeMap::new();
        for (game, claim) in chosen.into_values() {
            let entry = games.entry(game.id).or_insert((game, Vec::new()));
            entry.1.push(claim);
        }
        let mut claims: BTreeMap<(String, usize), Vec<GameClaims>> = BTreeMap::new();
        for (game, mut moves) in games.into_values() {
            moves.sort_by_key(|claim| claim.ply);
            let sans = game.sans;
            let same = claims.entry((game.file, game.number)).or_default();
            same.push(GameClaims { sans, moves });
        }
        Ok(Sample {
            head,
            claims,
            records,
        })
    }

    /// How many moves are to be looked at again.
    pub fn count(&self) -> usize {
        let games = self.claims.values().flatten();
        games.map(|game| game.moves.len()).sum()
    }

    /// Takes out what is claimed of this game. Where several files have this name,
    /// it is the one with these moves.
    pub fn take(&mut self, source: &SourceGame) -> Option<Vec<Claim>> {
        let place = (source.file.clone(), source.number);
        let games = self.claims.get_mut(&place)?;
        let at = match games.len() {
            1 => 0,
            _ => {
                let sans = sans_of(source);
                games.iter().position(|game| game.sans[..] == sans[..])?
            }
        };
        let found = games.remove(at);
        if games.is_empty() {
            self.claims.remove(&place);
        }
        Some(found.moves)
    }

    /// Files and numbers of the games that were not taken out.
    pub fn missing(&self) -> impl Iterator<Item = &(String, usize)> {
        self.claims.keys()
    }
}

fn sans_of(source: &SourceGame) -> Vec<String> {
    let mut position = source.start.clone();
    let mut sans = Vec::with_capacity(source.plies.len());
    for ply in &source.plies {
        sans.push(ply.mv.map_or("--".to_owned(), |mv| to_san(&position, mv)));
        position = match ply.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
    }
    sans
}

/// A report to be checked, and the judge who looks at its moves again.
pub struct Verification {
    sample: Sample,
    judge: PlumbJudge,
    all: u64,
    done: u64,
    different: u64,
}

/// What a check came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Moves looked at again.
    pub moves: u64,
    /// Moves with a record that the report has.
    pub records: u64,
    /// Of those looked at again, moves that are not as the report says, and games of the
    /// report that are not there.
    pub different: u64,
}

impl Verification {
    /// Of `count` moves, chosen by `seed`, of the report with this name. A report that
    /// was not made by Plumb's own search with this build's settings and tables is an
    /// error that names both.
    pub fn begin(
        name: &str,
        report: impl BufRead,
        count: usize,
        seed: u64,
        equipment: &Equipment,
    ) -> Result<Verification, AuditError> {
        let unsuitable = |reason: String| AuditError::Unsuitable(format!("{name}: {reason}"));
        let sample = Sample::read(report, count, seed).map_err(unsuitable)?;
        let head = &sample.head;
        if head.format != REPORT_FORMAT {
            return Err(unsuitable(format!(
                "it is '{}', and this version checks '{REPORT_FORMAT}'",
                head.format
            )));
        }
        let Some(depths) = head.search else {
            return Err(unsuitable(format!(
                "it was made with {}; only reports of Plumb's own search can be checked",
                head.engine
            )));
        };
        let weights = Arc::clone(&equipment.weights);
        let judge = PlumbJudge::new(weights, &equipment.engine_digest(), depths)?;
        let stamp = judge.stamp();
        for (what, found, asked) in [
            ("engine", &head.engine, &stamp.engine),
            ("version", &head.engine_version, &stamp.version),
            ("search", &head.settings, &stamp.settings),
        ] {
            if found != asked {
                return Err(AuditError::OtherMaker {
                    place: name.to_owned(),
                    what,
                    found: found.clone(),
                    asked: asked.clone(),
                    instead: String::new(),
                });
            }
        }
        Ok(Verification {
            all: sample.count() as u64,
            sample,
            judge,
            done: 0,
            different: 0,
        })
    }

    /// Looks again at what the report says of the games of a text; false when stopped.
    pub fn check(&mut self, input: GameInput, observer: &dyn AuditObserver) -> bool {
        for game in games(&input.name, input.text) {
            let Ok(game) = game else { continue };
            let Some(claims) = self.sample.take(&game) else {
                continue;
            };
            for line in recheck(&game, &claims, &mut self.judge, observer.stop()) {
                self.different += 1;
                observer.event(AuditEvent::Different(&line));
            }
            if observer.stop().load(Ordering::Relaxed) {
                return false;
            }
            self.done += claims.len() as u64;
            observer.event(AuditEvent::Rechecked {
                done: self.done,
                all: self.all,
                different: self.different,
            });
        }
        true
    }

    /// What it came to. Games of the report that were in no text count as different.
    pub fn finish(mut self, observer: &dyn AuditObserver) -> Verified {
        for (file, number) in self.sample.missing() {
            self.different += 1;
            let line = format!("game {number} of {file} is not among the games");
            observer.event(AuditEvent::Different(&line));
        }
        Verified {
            moves: self.done,
            records: self.sample.records,
            different: self.different,
        }
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
        let game: board::Game = source.before(index);
        match judge.record(&game, mv, stop) {
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
