//! Zugzwang: whoever has to move would rather pass. No rule about the board tells it;
//! tables or searches do.
//!
//! Start with `ZugzwangSearch::passing`.

use std::sync::atomic::AtomicBool;

use super::motifs::MotifFinding;
use crate::analysis::Probe;
use plumb_chess::board::{Game, Move, PieceKind, Position};
use plumb_engine::glance::level_value;
use plumb_engine::search::{Bound, EndgameTables, Limits, Score, Wdl};

/// How much better passing has to be, in centipawns.
const BETTER_CP: i32 = 100;
/// The smaller search has this part of the larger one's nodes.
const SMALLER_PART: u64 = 4;
/// With more pieces than this on the board, kings and pawns apart, nobody is in zugzwang:
/// there is always a move that spoils nothing.
const PIECES: u32 = 4;
/// With more moves than this neither.
const MOVES: usize = 24;

/// What passing and the best move come to, from the side of the player who has to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// If he could pass.
    pub passed: Score,
    /// With his best move.
    pub moved: Score,
}

/// What zugzwang is looked for with.
pub struct ZugzwangSearch<'a> {
    /// The searcher.
    pub probe: &'a mut Probe,
    /// Nodes of the larger of the two searches of a position.
    pub nodes: u64,
    /// Endgame tables: where they know both positions they decide alone.
    pub tables: Option<&'a dyn EndgameTables>,
    /// Nodes searched so far.
    pub searched: u64,
    /// Set when what is not finished is no longer wanted.
    pub stop: &'a AtomicBool,
}

impl ZugzwangSearch<'_> {
    /// The motif where the move just made on the board of `game` puts the other side in
    /// zugzwang; `index` is that of the move in its line.
    fn finding(&mut self, game: &Game, index: usize) -> Option<MotifFinding> {
        let mv = (*game.moves().last()?)?;
        let before = game.position_at(game.ply().checked_sub(1)?)?;
        self.passing(game)?;
        Some(MotifFinding::zugzwang(before, mv, index))
    }

    /// The first move of the line's own side after which the other is in zugzwang. The line
    /// goes on from the board of `game`.
    pub fn first_in(&mut self, game: &Game, line: &[Move]) -> Option<MotifFinding> {
        let mut game = game.clone();
        for (index, &mv) in line.iter().enumerate() {
            game.play(mv);
            let is_own = index % 2 == 0;
            if is_own && let Some(finding) = self.finding(&game, index) {
                return Some(finding);
            }
        }
        None
    }

    /// What passing and moving come to, if the side to move would rather pass: by tables
    /// with a better result, else by 100 centipawns or more in two searches of different
    /// size. Nothing in check, where there is no move, and where it would rather move.
    pub fn passing(&mut self, game: &Game) -> Option<Passing> {
        let position = game.position();
        if position.in_check() || game.outcome().is_some() || !is_possible(position) {
            return None;
        }
        let mut passed = game.clone();
        passed.play_null();
        if let Some(known) = self.by_tables(passed.position(), position) {
            return Some(known).filter(|known| known.passed > known.moved);
        }
        if passed.outcome().is_some() {
            return None;
        }
        let smaller = (self.nodes / SMALLER_PART).max(1);
        self.searches(&passed, game, smaller)
            .and_then(|_| self.searches(&passed, game, self.nodes))
    }

    /// By tables' results, as scores.
    fn by_tables(&self, passed: &Position, moved: &Position) -> Option<Passing> {
        let tables = self.tables?;
        let known = |position: &Position| {
            let is_covered = position.occupied().count() <= tables.max_men()
                && position.castling().rights().is_empty();
            is_covered.then(|| tables.wdl(position)).flatten()
        };
        Some(Passing {
            passed: -result(known(passed)?),
            moved: result(known(moved)?),
        })
    }

    /// By searches of so many nodes each.
    fn searches(&mut self, passed: &Game, moved: &Game, nodes: u64) -> Option<Passing> {
        let passed = -self.score(passed, nodes)?;
        let moved = self.score(moved, nodes)?;
        let better = level_value(passed) - level_value(moved);
        (better >= BETTER_CP).then_some(Passing { passed, moved })
    }

    /// The last exact score, from the side to move.
    fn score(&mut self, game: &Game, nodes: u64) -> Option<Score> {
        self.probe.clear();
        let limits = Limits::nodes(nodes);
        let search = self.probe.search_to_mate(game, limits, None, self.stop);
        self.searched += search.nodes();
        let mut iterations = search.iterations.iter().rev();
        let exact = iterations.find(|one| one.bound == Bound::Exact && !one.moves().is_empty())?;
        Some(exact.score)
    }
}

/// Whether so few men stand on the board, with so few moves, that zugzwang is worth a
/// search.
fn is_possible(position: &Position) -> bool {
    let kings_and_pawns = position.kind(PieceKind::King) | position.kind(PieceKind::Pawn);
    (position.occupied() & !kings_and_pawns).count() <= PIECES
        && position.legal_moves().len() <= MOVES
}

fn result(wdl: Wdl) -> Score {
    match wdl {
        Wdl::Loss => Score::cp(-1_000),
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Score::DRAW,
        Wdl::Win => Score::cp(1_000),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use plumb_chess::notation::{parse_fen, parse_move};
    use plumb_engine::eval::Weights;
    use plumb_engine::search::Dtz;

    fn passing(fen: &str, tables: Option<&dyn EndgameTables>) -> Option<Passing> {
        let weights = Arc::new(Weights::embedded());
        let mut search = ZugzwangSearch {
            probe: &mut Probe::new(weights, 1).unwrap(),
            nodes: 8_000,
            tables,
            searched: 0,
            stop: &AtomicBool::new(false),
        };
        search.passing(&Game::new(parse_fen(fen).unwrap()))
    }

    #[test]
    fn who_has_to_move_loses() {
        // Both kings attack both pawns: the first to move gives up his own.
        for turn in ["w", "b"] {
            let fen = format!("8/8/8/8/3pK3/2kP4/8/8 {turn} - - 0 1");
            let found = passing(&fen, None).unwrap();
            assert!(level_value(found.passed) - level_value(found.moved) >= BETTER_CP);
        }
        // With a spare move nobody has to.
        assert_eq!(passing("8/7p/7P/8/3pK3/2kP4/6P1/8 w - - 0 1", None), None);
    }

    #[test]
    fn no_zugzwang_in_check_where_there_is_no_move_or_where_moving_is_good() {
        // The first position above with a check.
        assert_eq!(passing("8/8/8/8/3pK2r/2kP4/8/8 w - - 0 1", None), None);
        assert_eq!(passing("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None), None);
        assert_eq!(passing("8/8/8/8/8/2k5/1p6/7K b - - 0 1", None), None);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(passing(start, None), None);
    }

    #[test]
    fn the_first_zugzwang_of_a_line_is_found() {
        let start = parse_fen("8/8/8/2k1p3/4P1K1/8/8/8 w - - 0 1").unwrap();
        let mut game = Game::new(start.clone());
        let mut line = Vec::new();
        for text in ["Kf5", "Kd4", "Kg4"] {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
            line.push(mv);
        }
        let weights = Arc::new(Weights::embedded());
        let mut search = ZugzwangSearch {
            probe: &mut Probe::new(weights, 1).unwrap(),
            nodes: 8_000,
            tables: None,
            searched: 0,
            stop: &AtomicBool::new(false),
        };
        // White's own moves bring nobody into zugzwang, Black's does.
        assert_eq!(search.first_in(&Game::new(start.clone()), &line), None);
        let mut after = Game::new(start);
        after.play(line[0]);
        let found = search.first_in(&after, &line[1..]).unwrap();
        assert_eq!((found.motif.key(), found.index), ("zugzwang", 0));
        assert_eq!(found.actor.to_string(), "d4");
        assert_eq!(found.targets[0].to_string(), "f5");
    }

    /// Tables in which White wins where Black is to move, and Black where White is.
    struct Reciprocal;

    impl EndgameTables for Reciprocal {
        fn max_men(&self) -> u32 {
            4
        }

        fn wdl(&self, _: &Position) -> Option<Wdl> {
            Some(Wdl::Loss)
        }

        fn dtz(&self, _: &Position) -> Option<Dtz> {
            None
        }

        fn take_failure(&self) -> Option<String> {
            None
        }
    }

    #[test]
    fn tables_decide_where_they_know() {
        // By searches White would rather move: he promotes.
        let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(passing(fen, None), None);
        let found = passing(fen, Some(&Reciprocal)).unwrap();
        assert_eq!(
            (found.passed, found.moved),
            (Score::cp(1_000), Score::cp(-1_000))
        );
        // They don't know five men.
        assert_eq!(
            passing("8/PP6/7k/8/8/8/8/KB6 w - - 0 1", Some(&Reciprocal)),
            None
        );
    }
}
