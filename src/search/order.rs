//! Which move to look at next: the likeliest to be best, as cheaply as possible.
//!
//! Moves come in stages, and a stage is generated only when it is reached:
//! the table's move, winning captures, killers and the counter move, quiet
//! moves by history, losing captures.

use arrayvec::ArrayVec;

use crate::board::{
    CheckSquares, EXCHANGE_VALUES_CP, MAX_MOVES, Move, MoveKind, MoveList, PieceKind, Position,
};

use super::history::{History, Step, Surroundings};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateQuiet,
    Quiet,
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

/// A move that was handed out.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// Its record in history, where it was looked up to order the moves.
    pub record: Option<i32>,
}

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
    record: i32,
}

/// Hands out a node's legal moves one by one.
pub struct Picker {
    stage: Stage,
    hints: Hints,
    noisy_only: bool,
    skips_quiets: bool,
    threshold_cp: i32,
    next_refutation: usize,
    scored: ArrayVec<Scored, MAX_MOVES>,
    bad_noisy: ArrayVec<Picked, 64>,
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
            scored: ArrayVec::new(),
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

    /// The next move, or none when all have been handed out. Without `checks`, quiet
    /// moves that are left out are left out whether they give check or not.
    pub fn next(
        &mut self,
        position: &Position,
        history: &History,
        checks: Option<&CheckSquares>,
    ) -> Option<Picked> {
        let gives_check =
            |mv| checks.is_some_and(|checks: &CheckSquares| checks.given_by(position, mv));
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.hints.table_move {
                        return Some(Picked { mv, record: None });
                    }
                }
                Stage::GenerateNoisy => {
                    let mut list = MoveList::new();
                    position.generate_noisy(&mut list);
                    self.scored.clear();
                    for mv in list {
                        if Some(mv) != self.hints.table_move {
                            self.scored.push(score_noisy(position, history, mv));
                        }
                    }
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some(best) => {
                        // A capture that has done well may look bad by exchanges.
                        let threshold = self.threshold_cp - best.record / NOISY_RECORD_PER_CP;
                        if position.see_at_least(best.mv, threshold) {
                            return Some(best.picked());
                        }
                        if !self.noisy_only {
                            // More than 64 captures that lose are not worth a look.
                            let _ = self.bad_noisy.try_push(best.picked());
                        }
                    }
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => self.stage = Stage::Refutations,
                },
                Stage::Refutations => {
                    let Some(&candidate) = self.hints.refutations.get(self.next_refutation) else {
                        self.stage = Stage::GenerateQuiet;
                        continue;
                    };
                    let earlier = &self.hints.refutations[..self.next_refutation];
                    self.next_refutation += 1;
                    if let Some(mv) = candidate
                        && !earlier.contains(&candidate)
                        && candidate != self.hints.table_move
                        && !position.is_noisy(mv)
                        && position.is_legal(mv)
                        && (!self.skips_quiets || gives_check(mv))
                    {
                        return Some(Picked { mv, record: None });
                    }
                }
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    match (self.skips_quiets, checks) {
                        (false, _) => self.score_quiets(position, history, |_| true),
                        (true, Some(_)) => self.score_quiets(position, history, gives_check),
                        (true, None) => self.stage = Stage::BadNoisy,
                    }
                }
                Stage::Quiet => match self.take_best() {
                    Some(best) if !self.skips_quiets || gives_check(best.mv) => {
                        return Some(best.picked());
                    }
                    Some(_) if checks.is_some() => {}
                    _ => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => match self.bad_noisy.get(self.next_bad_noisy) {
                    Some(&picked) => {
                        self.next_bad_noisy += 1;
                        return Some(picked);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn score_quiets(
        &mut self,
        position: &Position,
        history: &History,
        is_wanted: impl Fn(Move) -> bool,
    ) {
        let mut list = MoveList::new();
        position.generate_quiet(&mut list);
        self.scored.clear();
        for mv in list {
            if Some(mv) != self.hints.table_move
                && !self.hints.refutations.contains(&Some(mv))
                && is_wanted(mv)
                && let Some(piece) = position.piece_on(mv.from())
            {
                let record = history.quiet_score(&self.hints.around, Step { piece, mv });
                let score = record + quiet_bonus(&self.hints.around, piece.kind(), mv);
                self.scored.push(Scored { mv, score, record });
            }
        }
    }

    /// Takes the highest-scored move out of the list.
    fn take_best(&mut self) -> Option<Scored> {
        // Two plain loops are faster than one that remembers where it was.
        let highest = self.scored.iter().map(|scored| scored.score).max()?;
        let best = self
            .scored
            .iter()
            .position(|scored| scored.score == highest)?;
        Some(self.scored.swap_remove(best))
    }
}

impl Scored {
    fn picked(self) -> Picked {
        Picked {
            mv: self.mv,
            record: Some(self.record),
        }
    }
}

/// So much history of a capture makes up for a centipawn lost in the exchange.
const NOISY_RECORD_PER_CP: i32 = 120;

/// The victim's value first, the attacker's record second.
fn score_noisy(position: &Position, history: &History, mv: Move) -> Scored {
    let mut score = 0;
    let mut record = 0;
    if let MoveKind::Promotion(kind) = mv.kind() {
        score += 16 * EXCHANGE_VALUES_CP[kind.index()];
    }
    if let (Some(piece), Some(captured)) = (position.piece_on(mv.from()), position.captured_by(mv))
    {
        record = history.capture_score(Step { piece, mv }, captured);
        score += 16 * EXCHANGE_VALUES_CP[captured.index()] + record / 4;
        score -= piece.kind().index() as i32;
    }
    Scored { mv, score, record }
}

/// Under-promotions are almost never right; a piece that is attacked should leave,
/// and should not go where it is.
fn quiet_bonus(around: &Surroundings, kind: PieceKind, mv: Move) -> i32 {
    match mv.promotes_to() {
        Some(PieceKind::Knight) => return -20_000,
        Some(_) => return -40_000,
        None => {}
    }
    let at_stake = EXCHANGE_VALUES_CP[kind.index()];
    let leaves = around.attacked.has(mv.from()) as i32;
    let enters = around.attacked.has(mv.to()) as i32;
    4 * at_stake * (leaves - enters)
}

#[cfg(test)]
mod tests {
    use super::super::history::NO_STEP;
    use super::*;
    use crate::board::{Bitboard, Color, Piece, Setup, Square};

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
        let history = History::new();
        std::iter::from_fn(|| picker.next(position, &history, None))
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
        let history = History::new();
        let moves: Vec<_> = std::iter::from_fn(|| picker.next(&position, &history, Some(&checks)))
            .map(|picked| format!("{}{}", picked.mv.from(), picked.mv.to()))
            .collect();
        assert_eq!(moves, ["d4d8", "d4h4", "d4a4"]);
    }
}
