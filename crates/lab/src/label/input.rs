//! Positions to be labelled, from lines of text or from games.

use std::io::BufRead;

use crate::selfplay::Sample;
use plumb_chess::notation::parse_epd;
use plumb_chess::notation::pgn::{PgnGame, PgnOptions, read_games};

/// Positions that an engine judges one after the other without forgetting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    /// The positions.
    pub samples: Vec<Sample>,
    /// What could not be read, with its place.
    pub problems: Vec<String>,
    /// Input lines that went into it, if the input is lines.
    pub lines: u64,
}

/// Lines without a game that make a unit.
const LINES_PER_UNIT: usize = 64;
/// No unit is longer.
const LONGEST_UNIT: usize = 1_024;

/// A position from a line: `FEN;result;score;depth;game` or the beginning of
/// that, a FEN with anything after a comma, or EPD.
fn parse_line(line: &str) -> Result<Sample, String> {
    let error = match Sample::parse(line) {
        Ok(sample) => return Ok(sample),
        Err(error) => error.to_string(),
    };
    if let Some((fen, _)) = line.split_once(',')
        && let Ok(sample) = Sample::parse(fen)
    {
        return Ok(sample);
    }
    parse_epd(line)
        .map(|epd| Sample::bare(epd.position))
        .map_err(|_| error)
}

/// Units of lines: lines that follow one another and name the same game, or 64
/// that name none. Empty lines and those with `#` in front are left out.
pub fn line_units(source: impl BufRead) -> impl Iterator<Item = Unit> {
    let mut lines = source.lines().enumerate();
    let mut next: Option<Sample> = None;
    let mut ended = false;
    std::iter::from_fn(move || {
        let mut unit = Unit::default();
        unit.lines += u64::from(next.is_some());
        unit.samples.extend(next.take());
        while !ended {
            let Some((index, line)) = lines.next() else {
                ended = true;
                break;
            };
            let named = |reason: String| format!("line {}: {reason}", index + 1);
            let line = match line {
                Ok(line) => line,
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    unit.problems.push(named("it is not text".to_owned()));
                    continue;
                }
                Err(error) => {
                    unit.problems.push(named(error.to_string()));
                    ended = true;
                    break;
                }
            };
            if line.trim().is_empty() || line.starts_with('#') {
                unit.lines += 1;
                continue;
            }
            match parse_line(&line) {
                Ok(sample) if unit.has_room_for(&sample) => {
                    unit.lines += 1;
                    unit.samples.push(sample);
                }
                Ok(sample) => {
                    next = Some(sample);
                    break;
                }
                Err(reason) => {
                    unit.lines += 1;
                    unit.problems.push(named(reason));
                }
            }
        }
        let is_empty = unit.samples.is_empty() && unit.problems.is_empty();
        (!is_empty).then_some(unit)
    })
}

impl Unit {
    fn has_room_for(&self, sample: &Sample) -> bool {
        self.samples.last().is_none_or(|last| {
            let most = match sample.game {
                Some(_) => LONGEST_UNIT,
                None => LINES_PER_UNIT,
            };
            last.game == sample.game && self.samples.len() < most
        })
    }
}

/// A unit for each game of a PGN file that is `wanted`: the position after
/// every `every` plies.
pub fn game_units(
    source: impl BufRead,
    every: usize,
    wanted: impl Fn(&PgnGame) -> bool,
) -> impl Iterator<Item = Unit> {
    read_games(source, PgnOptions::MOVES)
        .filter(move |entry| entry.as_ref().map_or(true, |entry| wanted(&entry.game)))
        .map(move |entry| match entry {
            Ok(entry) => Unit {
                samples: positions_of(&entry.game, entry.number, every.max(1)),
                ..Unit::default()
            },
            Err(problem) => Unit {
                problems: vec![problem.to_string()],
                ..Unit::default()
            },
        })
}

fn positions_of(game: &PgnGame, number: usize, every: usize) -> Vec<Sample> {
    let mut position = game.start.clone();
    let mut samples = Vec::new();
    for (index, mv) in game.played().enumerate() {
        position = position.play(mv);
        if (index + 1).is_multiple_of(every) && !position.has_no_moves() {
            samples.push(Sample {
                result: game.outcome(),
                game: Some(number.to_string()),
                ..Sample::bare(position.clone())
            });
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "k7/8/8/8/8/8/7P/K7 b - - 3 40";

    fn sizes(text: &str) -> Vec<usize> {
        let units = line_units(text.as_bytes());
        units.map(|unit| unit.samples.len()).collect()
    }

    #[test]
    fn units_are_games_or_some_lines() {
        let games = [1, 1, 2, 2, 2, 1].map(|game| format!("{FEN};*;1;1;{game}\n"));
        assert_eq!(sizes(&games.concat()), [2, 3, 1]);
        assert_eq!(sizes(&format!("{FEN}\n").repeat(100)), [64, 36]);
        assert_eq!(sizes("\n# nothing\n"), [0; 0]);
    }

    #[test]
    fn lines_of_all_kinds_are_read_and_bad_ones_named() {
        let text = format!(
            "FEN,Evaluation\n{FEN},+35\n{FEN};0.5;7;9\nk7/8/8/8/8/8/7P/K7 b - - bm Kb7; id \"x\";\n\n{FEN};3-0\n"
        );
        let units: Vec<Unit> = line_units(text.as_bytes()).collect();
        assert_eq!(units.len(), 1);
        assert_eq!(units[0].samples.len(), 3);
        assert_eq!(units[0].lines, 6);
        let problems = &units[0].problems;
        assert!(problems[0].starts_with("line 1: FEN: "), "{problems:?}");
        assert!(
            problems[1].starts_with("line 6: the result is '3-0'"),
            "{problems:?}"
        );
        let lines: u64 = line_units(format!("{FEN};;;;1\n{FEN};;;;2\n\n").as_bytes())
            .map(|unit| unit.lines)
            .sum();
        assert_eq!(lines, 3);
    }

    #[test]
    fn games_give_every_so_many_plies() {
        let pgn = b"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. Ke4 *\n";
        let units: Vec<Unit> = game_units(&pgn[..], 1, |_| true).collect();
        // The mate is not there: nothing can be said about it.
        assert_eq!(units[0].samples.len(), 3);
        assert_eq!(units[0].samples[0].game.as_deref(), Some("1"));
        assert_eq!(units[1].problems.len(), 1);
        let mut second = game_units(&pgn[..], 2, |_| true);
        assert_eq!(second.next().unwrap().samples.len(), 1);
        let long = |game: &PgnGame| game.moves.len() > 4;
        let kept: Vec<Unit> = game_units(&pgn[..], 1, long).collect();
        assert!(kept.iter().all(|unit| unit.samples.is_empty()));
    }
}
