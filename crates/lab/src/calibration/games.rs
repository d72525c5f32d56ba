//! Scores with the results of their games, counted.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::selfplay::{Sample, from_white};
use plumb_chess::board::{Color, Position};
use plumb_chess::notation::pgn::{GameResult, PgnGame, PgnOptions, read_games};
use plumb_engine::eval::phase;
use plumb_engine::search::ScoreValue;
use plumb_support::random::mixed;

/// How often each phase and score, for the side to move, came with a win, a
/// draw and a loss of that side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells(BTreeMap<(i32, i32), [u64; 3]>);

impl Cells {
    /// Counts positions of this phase and score with each result.
    pub fn add(&mut self, phase: i32, score_cp: i32, counts: [u64; 3]) {
        let cell = self.0.entry((phase, score_cp)).or_default();
        cell.iter_mut()
            .zip(counts)
            .for_each(|(cell, count)| *cell += count);
    }

    /// Every phase, score and the counts of wins, draws and losses.
    pub fn iter(&self) -> impl Iterator<Item = (i32, i32, [u64; 3])> + '_ {
        self.0
            .iter()
            .map(|(&(phase, score), &counts)| (phase, score, counts))
    }

    /// Positions counted.
    pub fn total(&self) -> u64 {
        self.0.values().flatten().sum()
    }

    /// The same with every score times `factor`, for games that were played with
    /// weights that have been multiplied since.
    #[must_use]
    pub fn multiplied(&self, factor: f64) -> Cells {
        let mut cells = Cells::default();
        for (phase, cp, counts) in self.iter() {
            cells.add(phase, libm::round(f64::from(cp) * factor) as i32, counts);
        }
        cells
    }

    /// Those with a score of at most this size.
    #[must_use]
    pub fn up_to(&self, max_cp: i32) -> Cells {
        let inside = self.0.iter().filter(|((_, cp), _)| cp.abs() <= max_cp);
        Cells(inside.map(|(&key, &counts)| (key, counts)).collect())
    }
}

/// A part of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Four games in five.
    Fit,
    /// The fifth, which the model never sees while it is fitted.
    HeldOut,
}

/// The scores of many games in two parts.
///
/// Which part a game belongs to is decided by a hash of the game itself and the
/// seed, whatever file it is in and in whatever order files come.
#[derive(Clone, Debug)]
pub struct Games {
    seed: u64,
    /// Only moves of this player count, in PGN.
    player: Option<String>,
    fit: Cells,
    held_out: Cells,
    /// Games (or blocks of lines that name none) that gave at least one position.
    pub games: u64,
    /// Positions with a mate for a score, which say nothing about a curve.
    pub mates: u64,
    /// Positions without score or without result.
    pub incomplete: u64,
}

/// Lines without a game that go into one part together.
const LINES_PER_BLOCK: usize = 1_000;

/// One position of a game: phase, score and result for the side to move.
struct Row {
    phase: i32,
    score_cp: i32,
    result: usize,
}

impl Games {
    /// None yet.
    pub fn new(seed: u64, player: Option<String>) -> Games {
        Games {
            seed,
            player,
            fit: Cells::default(),
            held_out: Cells::default(),
            games: 0,
            mates: 0,
            incomplete: 0,
        }
    }

    /// The positions of one part.
    pub fn part(&self, part: Part) -> &Cells {
        match part {
            Part::Fit => &self.fit,
            Part::HeldOut => &self.held_out,
        }
    }

    /// Both parts together.
    pub fn all(&self) -> Cells {
        let mut all = self.fit.clone();
        self.held_out
            .iter()
            .for_each(|(phase, cp, counts)| all.add(phase, cp, counts));
        all
    }

    fn add_game(&mut self, key: u64, rows: &mut Vec<Row>) {
        self.games += u64::from(!rows.is_empty());
        let cells = if mixed(key ^ mixed(self.seed)).is_multiple_of(5) {
            &mut self.held_out
        } else {
            &mut self.fit
        };
        for row in rows.drain(..) {
            let mut counts = [0; 3];
            counts[row.result] = 1;
            cells.add(row.phase, row.score_cp, counts);
        }
    }

    fn row(
        &mut self,
        position: &Position,
        score: Option<ScoreValue>,
        result: Option<GameResult>,
    ) -> Option<Row> {
        let (Some(score), Some(result)) = (score, result) else {
            self.incomplete += 1;
            return None;
        };
        let ScoreValue::Cp(score_cp) = from_white(score, position.turn()) else {
            self.mates += 1;
            return None;
        };
        Some(Row {
            phase: phase(position),
            score_cp,
            result: match result {
                GameResult::WhiteWins => position.turn().fold(0, 2),
                GameResult::Draw => 1,
                GameResult::BlackWins => position.turn().fold(2, 0),
            },
        })
    }

    /// Reads lines as self-play writes them. A run of lines with the same last
    /// field is one game. Without that field a thousand lines are taken for one,
    /// so that next to no game lies in both parts. Gives the number of positions
    /// taken, or which line is wrong.
    pub fn read_samples(&mut self, source: impl BufRead) -> Result<u64, String> {
        let mut rows: Vec<Row> = Vec::new();
        let mut taken = 0;
        let mut game: Option<(Option<String>, u64)> = None;
        // Lines of the present game.
        let mut lines = 0;
        for (index, line) in source.lines().enumerate() {
            let named = |reason: String| format!("line {}: {reason}", index + 1);
            let line = line.map_err(|error| named(error.to_string()))?;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let sample = Sample::parse(&line).map_err(|error| named(error.to_string()))?;
            let is_same = game.as_ref().is_some_and(|(name, _)| *name == sample.game)
                && (sample.game.is_some() || lines < LINES_PER_BLOCK);
            if !is_same {
                if let Some((_, key)) = game.take() {
                    self.add_game(key, &mut rows);
                }
                let name = sample.game.clone().unwrap_or_default();
                let key = name.bytes().fold(sample.position.key(), |key, byte| {
                    mixed(key ^ u64::from(byte))
                });
                game = Some((sample.game.clone(), key));
                lines = 0;
            }
            lines += 1;
            if let Some(row) = self.row(&sample.position, sample.score, sample.result) {
                rows.push(row);
                taken += 1;
            }
        }
        if let Some((_, key)) = game {
            self.add_game(key, &mut rows);
        }
        Ok(taken)
    }

    /// Reads games with `[%eval]` comments. The comment after a move is taken to
    /// be what its player thought before making it. Gives the number of
    /// positions taken; a game that cannot be read is told to `complain`.
    pub fn read_pgn(&mut self, source: impl BufRead, mut complain: impl FnMut(String)) -> u64 {
        let mut taken = 0;
        let mut rows = Vec::new();
        let options = PgnOptions {
            comments: true,
            ..PgnOptions::MOVES
        };
        for entry in read_games(source, options) {
            let game = match entry {
                Ok(entry) => entry.game,
                Err(problem) => {
                    complain(problem.to_string());
                    continue;
                }
            };
            let result = game.outcome();
            let mut key = game.start.key();
            let mut position = game.start.clone();
            for ply in &game.moves {
                let Some(mv) = ply.mv else { continue };
                key = mixed(key ^ u64::from(mv.to_bits()));
                if self.counts(&game, position.turn())
                    && let Some(score) = eval_comment(&ply.comment)
                    && let Some(row) = self.row(&position, Some(score), result)
                {
                    rows.push(row);
                    taken += 1;
                }
                position = position.play(mv);
            }
            self.add_game(key, &mut rows);
        }
        taken
    }

    fn counts(&self, game: &PgnGame, side: Color) -> bool {
        let name = game.tag(side.fold("White", "Black"));
        let player = self.player.as_deref();
        player.is_none_or(|player| Some(player) == name)
    }
}

/// The score of a comment with `[%eval 0.25]`, `[%eval -1.3,17]` or
/// `[%eval #-4]`, from White's side.
pub fn eval_comment(comment: &str) -> Option<ScoreValue> {
    let (_, rest) = comment.split_once("[%eval")?;
    let (text, _) = rest.split_once(']')?;
    let text = text.split(',').next()?.trim();
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(ScoreValue::Mate);
    }
    let pawns: f64 = text.parse().ok()?;
    (pawns.abs() < 1_000.0).then(|| ScoreValue::Cp(libm::round(pawns * 100.0) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read() {
        for (comment, score) in [
            ("[%eval 0.25]", Some(ScoreValue::Cp(25))),
            (
                "x [%eval -1.3,17] [%emt 0:00:01]",
                Some(ScoreValue::Cp(-130)),
            ),
            ("[%eval #-4,9]", Some(ScoreValue::Mate(-4))),
            ("[%eval 0.29 ]", Some(ScoreValue::Cp(29))),
            ("[%eval ]", None),
            ("[%eval 1e9]", None),
            ("[%eval NaN]", None),
            ("book", None),
        ] {
            assert_eq!(eval_comment(comment), score, "{comment}");
        }
    }

    #[test]
    fn samples_are_seen_from_the_side_to_move() {
        let text = "# a comment\n\n\
            4k3/8/8/8/8/8/8/R3K3 w - - 0 1;1-0;500;9;1\n\
            4k3/8/8/8/8/8/8/R3K3 b - - 0 1;1-0;400;9;1\n\
            4k3/8/8/8/8/8/8/R3K3 b - - 0 1;0-1;400;9;2\n\
            4k3/8/8/8/8/8/8/R3K3 b - - 0 1;1-0;#4;9;2\n\
            4k3/8/8/8/8/8/8/R3K3 b - - 0 1;*;1;9;3\n";
        let mut games = Games::new(1, None);
        assert_eq!(games.read_samples(text.as_bytes()), Ok(3));
        assert_eq!((games.games, games.mates, games.incomplete), (2, 1, 1));
        let all: Vec<_> = games.all().iter().collect();
        assert_eq!(all, [(2, -400, [1, 0, 1]), (2, 500, [1, 0, 0])]);
        let blocks = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1;1-0;500;9\n".repeat(2_500);
        let mut unnamed = Games::new(1, None);
        assert_eq!(unnamed.read_samples(blocks.as_bytes()), Ok(2_500));
        assert_eq!(unnamed.games, 3);
        let wrong = games.read_samples(&b"# x\nrubbish\n"[..]).unwrap_err();
        assert!(wrong.starts_with("line 2: FEN"), "{wrong}");
    }

    #[test]
    fn scores_on_an_older_scale_are_multiplied() {
        let mut cells = Cells::default();
        cells.add(3, 100, [1, 0, 0]);
        cells.add(3, -7, [0, 0, 2]);
        cells.add(5, 1, [1, 0, 0]);
        let larger: Vec<_> = cells.multiplied(1.15).iter().collect();
        let expected = [(3, -8, [0, 0, 2]), (3, 115, [1, 0, 0]), (5, 1, [1, 0, 0])];
        assert_eq!(larger, expected);
        // Both round to 1: they become one cell.
        let mut close = Cells::default();
        close.add(5, 1, [1, 0, 0]);
        close.add(5, 2, [0, 1, 0]);
        let merged: Vec<_> = close.multiplied(0.6).iter().collect();
        assert_eq!(merged, [(5, 1, [1, 1, 0])]);
    }

    #[test]
    fn only_one_players_moves_count() {
        let pgn = b"[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n\
            1. e4 {book} e5 {[%eval -0.10,9]} 2. Nf3 {[%eval 0.50,9]} Nc6 {[%eval #-9]} 0-1\n\n1. Kd1 *\n";
        for (player, expected) in [
            (None, vec![(24, 10, [1, 0, 0]), (24, 50, [0, 0, 1])]),
            (Some("B"), vec![(24, 10, [1, 0, 0])]),
            (Some("C"), vec![]),
        ] {
            let mut games = Games::new(1, player.map(str::to_owned));
            let mut complaints = Vec::new();
            let taken = games.read_pgn(&pgn[..], |reason| complaints.push(reason));
            assert_eq!(taken as usize, expected.len());
            assert_eq!(games.all().iter().collect::<Vec<_>>(), expected);
            assert!(
                complaints[0].starts_with("game 2 (line 7): "),
                "{complaints:?}"
            );
        }
    }

    #[test]
    fn games_go_whole_into_one_part_wherever_they_are() {
        let line = |game: usize, ply: usize| {
            let turn = if ply.is_multiple_of(2) { 'w' } else { 'b' };
            let (rank, file) = (game / 50, game % 50);
            // Two kings and a pawn: as many places as there are games.
            format!(
                "4k3/8/8/{}P{}/8/8/8/4K3 {turn} - - 0 1;1-0;{};5;{game}\n",
                ["", "1", "2", "3", "4", "5", "6", "7"][file % 8],
                ["7", "6", "5", "4", "3", "2", "1", ""][file % 8],
                100 * rank + game,
            )
            .replace("P0", "P")
        };
        let games: Vec<String> = (0..8).map(|g| line(g, 0) + &line(g, 1)).collect();
        let part = |text: &str| {
            let mut read = Games::new(7, None);
            read.read_samples(text.as_bytes()).unwrap();
            read.part(Part::HeldOut).clone()
        };
        let forward = part(&games.concat());
        let mut backward = games.clone();
        backward.reverse();
        assert_eq!(forward, part(&backward.concat()));
        let held_out: u64 = games.iter().map(|game| part(game).total()).sum();
        assert_eq!(forward.total(), held_out);
        assert!(
            games
                .iter()
                .all(|game| [0, 2].contains(&part(game).total()))
        );
    }
}
