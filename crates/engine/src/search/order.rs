//! Which move to look at next: the likeliest to be best, as cheaply as possible.
//!
//! Moves come in stages, and a stage is generated only when it is reached:
//! the table's move, winning captures, killers and the counter move, quiet
//! moves by history, losing captures. `ranking` says how moves are scored.

use arrayvec::ArrayVec;

use plumb_chess::board::{CheckSquares, Move, Position};

use super::history::{History, Surroundings};
use super::params::capture_exchange_history;
use super::ranking::{PickedMove, QuietSelection, Ranking};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateQuiet,
    Quiet,
    QuietChecks,
    BadNoisy,
    Done,
}

/// What a node knows that helps to order its moves.
pub struct Hints {
    /// The transposition table's move, known to be legal.
    pub table_move: Option<Move>,
    /// Quiet moves that refuted the position's siblings, and the counter move.
    pub refutations: [Option<Move>; 3],
    /// What the records of quiet moves depend on.
    pub around: Surroundings,
}

/// Hands out a node's legal moves one by one, in stages. The memory in which the moves of a
/// stage are sorted belongs to the caller, who passes the same [`Ranking`] to every call of
/// `next` for one node.
pub struct Picker {
    stage: Stage,
    hints: Hints,
    noisy_only: bool,
    skips_quiets: bool,
    threshold_cp: i32,
    next_refutation: usize,
    bad_noisy: ArrayVec<PickedMove, 64>,
    next_bad_noisy: usize,
}

impl Picker {
    /// All legal moves; captures that lose material come last.
    pub fn new(hints: Hints) -> Picker {
        Picker::start(hints, false, 0)
    }

    /// Captures and queen promotions whose exchange wins at least
    /// `threshold_cp`, and the table's move whatever it is.
    pub fn noisy(hints: Hints, threshold_cp: i32) -> Picker {
        Picker::start(hints, true, threshold_cp)
    }

    fn start(hints: Hints, noisy_only: bool, threshold_cp: i32) -> Picker {
        Picker {
            stage: Stage::TableMove,
            hints,
            noisy_only,
            skips_quiets: false,
            threshold_cp,
            next_refutation: 0,
            bad_noisy: ArrayVec::new(),
            next_bad_noisy: 0,
        }
    }

    /// Leaves out the quiet moves not handed out yet, but for those that give check:
    /// they are few, and how late they come says little of what they do.
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// True when the last move handed out was a capture that loses material.
    pub fn in_bad_noisy(&self) -> bool {
        self.stage >= Stage::BadNoisy
    }

    /// The next move, or none when all have been handed out. After `skip_quiets`, quiet
    /// moves come only if they give check by `checks`; without `checks`, none come. `fetch`
    /// is called for a move as early as possible, before its exchange is evaluated, so that
    /// the transposition table's entry for it is in the cache when it is played.
    #[inline]
    pub fn next(
        &mut self,
        ranking: &mut Ranking,
        position: &Position,
        history: &History,
        checks: Option<&CheckSquares>,
        fetch: impl Fn(Move),
    ) -> Option<PickedMove> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateNoisy;
            if let Some(mv) = self.hints.table_move {
                fetch(mv);
                return Some(PickedMove { mv, record: None });
            }
        }
        self.next_generated(ranking, position, history, checks, fetch)
    }

    /// The next move that is not the table's: the stages one after the other.
    fn next_generated(
        &mut self,
        ranking: &mut Ranking,
        position: &Position,
        history: &History,
        checks: Option<&CheckSquares>,
        fetch: impl Fn(Move),
    ) -> Option<PickedMove> {
        if self.stage <= Stage::GoodNoisy {
            if let Some(picked) = self.next_good_noisy(ranking, position, history, &fetch) {
                return Some(picked);
            }
            self.stage = if self.noisy_only {
                Stage::Done
            } else {
                Stage::Refutations
            };
        }
        if self.stage == Stage::Refutations {
            if let Some(mv) = self.next_refutation(position, checks) {
                fetch(mv);
                return Some(PickedMove { mv, record: None });
            }
            self.stage = Stage::GenerateQuiet;
        }
        if self.stage <= Stage::QuietChecks {
            if let Some(picked) = self.next_quiet(ranking, position, history, checks) {
                fetch(picked.mv);
                return Some(picked);
            }
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::BadNoisy {
            if let Some(&picked) = self.bad_noisy.get(self.next_bad_noisy) {
                fetch(picked.mv);
                self.next_bad_noisy += 1;
                return Some(picked);
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// The next capture or promotion that loses nothing; those that do are put off.
    #[inline(never)]
    fn next_good_noisy(
        &mut self,
        ranking: &mut Ranking,
        position: &Position,
        history: &History,
        fetch: &impl Fn(Move),
    ) -> Option<PickedMove> {
        if self.stage == Stage::GenerateNoisy {
            ranking.rank_noisy(position, history, self.hints.table_move);
            self.stage = Stage::GoodNoisy;
        }
        while let Some(best) = ranking.take_best() {
            fetch(best.mv);
            // A capture that has done well may look bad by exchanges.
            let record = best.record.unwrap_or(0);
            let threshold = self.threshold_cp - record / capture_exchange_history();
            if position.see_at_least(best.mv, threshold) {
                return Some(best);
            }
            if !self.noisy_only {
                // More than 64 captures that lose are not worth a look.
                let _ = self.bad_noisy.try_push(best);
            }
        }
        None
    }

    /// The next quiet move by its record.
    #[inline(never)]
    fn next_quiet(
        &mut self,
        ranking: &mut Ranking,
        position: &Position,
        history: &History,
        checks: Option<&CheckSquares>,
    ) -> Option<PickedMove> {
        if self.skips_quiets && checks.is_none() {
            return None;
        }
        if self.stage == Stage::GenerateQuiet {
            let [first, second, third] = self.hints.refutations;
            let quiets = QuietSelection {
                around: &self.hints.around,
                handed_out: [self.hints.table_move, first, second, third],
                checks,
                only_checks: self.skips_quiets,
            };
            ranking.rank_quiets(position, history, &quiets);
            self.stage = match self.skips_quiets {
                true => Stage::QuietChecks,
                false => Stage::Quiet,
            };
        } else if self.stage == Stage::Quiet && self.skips_quiets {
            ranking.keep_checks();
            self.stage = Stage::QuietChecks;
        }
        loop {
            let best = ranking.take_best()?;
            // Most of these give check for certain; castling and promotions are only seen now.
            if self.stage == Stage::Quiet || gives_check(checks, position, best.mv) {
                return Some(best);
            }
        }
    }

    /// The next killer or counter move that can be played here and was not handed out
    /// before.
    fn next_refutation(
        &mut self,
        position: &Position,
        checks: Option<&CheckSquares>,
    ) -> Option<Move> {
        while let Some(&candidate) = self.hints.refutations.get(self.next_refutation) {
            let earlier = &self.hints.refutations[..self.next_refutation];
            self.next_refutation += 1;
            if let Some(mv) = candidate
                && !earlier.contains(&candidate)
                && candidate != self.hints.table_move
                && !position.is_noisy(mv)
                && position.is_legal(mv)
                && (!self.skips_quiets || gives_check(checks, position, mv))
            {
                return Some(mv);
            }
        }
        None
    }
}

fn gives_check(checks: Option<&CheckSquares>, position: &Position, mv: Move) -> bool {
    checks.is_some_and(|checks| checks.given_by(position, mv))
}

#[cfg(test)]
mod tests {
    use super::super::history::NO_STEP;
    use super::*;
    use plumb_chess::board::{Bitboard, Color, Piece, PieceKind, Setup, Square};

    /// White's rook may take a pawn that is guarded or a knight that is not.
    fn position() -> Position {
        use PieceKind::{King, Knight, Pawn, Rook};
        let mut setup = Setup::empty();
        for (color, kind, square) in [
            (Color::White, King, "g1"),
            (Color::White, Rook, "d4"),
            (Color::Black, King, "h8"),
            (Color::Black, Knight, "d8"),
            (Color::Black, Pawn, "a4"),
            (Color::Black, Pawn, "b5"),
        ] {
            let square = Square::parse(square).unwrap();
            setup.pieces[square.index()] = Some(Piece::new(color, kind));
        }
        Position::from_setup(&setup).unwrap()
    }

    fn hints(position: &Position) -> Hints {
        Hints {
            table_move: None,
            refutations: [None; 3],
            around: Surroundings {
                side: position.turn(),
                pawn_key: position.pawn_key(),
                attacked: Bitboard::EMPTY,
                before: [NO_STEP; 4],
            },
        }
    }

    fn picked(mut picker: Picker, position: &Position) -> Vec<String> {
        let history = History::try_new().unwrap();
        let mut ranking = Ranking::new();
        std::iter::from_fn(|| picker.next(&mut ranking, position, &history, None, |_| ()))
            .map(|picked| format!("{}{}", picked.mv.from(), picked.mv.to()))
            .collect()
    }

    #[test]
    fn captures_that_win_come_first_and_those_that_lose_last() {
        let position = position();
        let moves = picked(Picker::new(hints(&position)), &position);
        assert_eq!(moves.len(), position.legal_moves().len());
        assert_eq!(
            (moves[0].as_str(), moves.last().unwrap().as_str()),
            ("d4d8", "d4a4")
        );
        let noisy = picked(Picker::noisy(hints(&position), 0), &position);
        assert_eq!(noisy, ["d4d8"]);
    }

    #[test]
    fn quiet_moves_that_are_skipped_are_not_handed_out() {
        let position = position();
        let mut picker = Picker::new(hints(&position));
        picker.skip_quiets();
        assert_eq!(picked(picker, &position), ["d4d8", "d4a4"]);
    }

    #[test]
    fn quiet_checks_are_handed_out_even_so() {
        let position = position();
        let checks = CheckSquares::new(&position);
        let mut picker = Picker::new(hints(&position));
        picker.skip_quiets();
        let history = History::try_new().unwrap();
        let mut ranking = Ranking::new();
        let next = || picker.next(&mut ranking, &position, &history, Some(&checks), |_| ());
        let moves: Vec<_> = std::iter::from_fn(next)
            .map(|picked| format!("{}{}", picked.mv.from(), picked.mv.to()))
            .collect();
        assert_eq!(moves, ["d4d8", "d4h4", "d4a4"]);
    }
}
