//! Which move to look at next: the likeliest to be best, as cheaply as possible.
//!
//! Moves come in stages, and a stage is generated only when it is reached:
//! the table's move, winning captures, killers and the counter move, quiet
//! moves by history, losing captures.

use arrayvec::ArrayVec;

use crate::board::{
    CheckSquares, EXCHANGE_VALUES_CP, MAX_MOVES, Move, MoveKind, MoveList, PieceKind, Position,
};

use super::history::{History, Step};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateQuiet,
    Quiet,
    GenerateChecks,
    Checks,
    BadNoisy,
    Done,
}

/// What a node knows that helps to order its moves.
pub struct Hints {
    /// The transposition table's move, known to be legal.
    pub table_move: Option<Move>,
    /// Quiet moves that refuted the position's siblings, and the counter move.
    pub refutations: [Option<Move>; 3],
    /// The last two moves.
    pub before: [Option<Step>; 2],
}

/// Hands out a node's legal moves one by one.
pub struct Picker {
    stage: Stage,
    hints: Hints,
    noisy_only: bool,
    with_checks: bool,
    threshold_cp: i32,
    next_refutation: usize,
    scored: ArrayVec<(Move, i32), MAX_MOVES>,
    bad_noisy: MoveList,
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

    /// The same, and then quiet moves that give check and lose nothing.
    pub fn noisy_and_checks(hints: Hints, threshold_cp: i32) -> Picker {
        Picker {
            with_checks: true,
            ..Picker::start(hints, true, threshold_cp)
        }
    }

    fn start(hints: Hints, noisy_only: bool, threshold_cp: i32) -> Picker {
        Picker {
            stage: Stage::TableMove,
            hints,
            noisy_only,
            with_checks: false,
            threshold_cp,
            next_refutation: 0,
            scored: ArrayVec::new(),
            bad_noisy: MoveList::new(),
        }
    }

    /// Leaves out the quiet moves not handed out yet.
    pub fn skip_quiets(&mut self) {
        if matches!(
            self.stage,
            Stage::Refutations | Stage::GenerateQuiet | Stage::Quiet
        ) {
            self.stage = Stage::BadNoisy;
        }
    }

    /// True when the last move handed out was a capture that loses material.
    pub fn in_bad_noisy(&self) -> bool {
        self.stage >= Stage::BadNoisy
    }

    /// The next move, or none when all have been handed out.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.hints.table_move {
                        return Some(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    let mut list = MoveList::new();
                    position.generate_noisy(&mut list);
                    self.scored.clear();
                    self.scored.extend(
                        list.into_iter()
                            .map(|mv| (mv, noisy_score(position, history, mv))),
                    );
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some(mv) if !position.see_at_least(mv, self.threshold_cp) => {
                        if !self.noisy_only {
                            self.bad_noisy.push(mv);
                        }
                    }
                    Some(mv) => return Some(mv),
                    None if self.with_checks => self.stage = Stage::GenerateChecks,
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
                    {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    let mut list = MoveList::new();
                    position.generate_quiet(&mut list);
                    let side = position.turn();
                    let before = self.hints.before;
                    self.scored.clear();
                    for mv in list {
                        if !self.hints.refutations.contains(&Some(mv))
                            && let Some(piece) = position.piece_on(mv.from())
                        {
                            let score = history.quiet_score(side, Step { piece, mv }, before);
                            self.scored.push((mv, score + quiet_bonus(mv)));
                        }
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some(mv) => return Some(mv),
                    None => {
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::GenerateChecks => {
                    let mut list = MoveList::new();
                    position.generate_quiet(&mut list);
                    let checks = CheckSquares::new(position);
                    let side = position.turn();
                    let before = self.hints.before;
                    self.scored.clear();
                    for mv in list {
                        if mv.promotes_to().is_none()
                            && checks.given_by(position, mv)
                            && let Some(piece) = position.piece_on(mv.from())
                        {
                            let score = history.quiet_score(side, Step { piece, mv }, before);
                            self.scored.push((mv, score));
                        }
                    }
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.take_best() {
                    Some(mv) if position.see_at_least(mv, 0) => return Some(mv),
                    Some(_) => {}
                    None => self.stage = Stage::Done,
                },
                Stage::BadNoisy => {
                    if self.bad_noisy.is_empty() {
                        self.stage = Stage::Done;
                    } else {
                        return Some(self.bad_noisy.remove(0));
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the highest-scored move out of the list, the table's move left out.
    fn take_best(&mut self) -> Option<Move> {
        loop {
            // Two plain loops are faster than one that remembers where it was.
            let highest = self.scored.iter().map(|&(_, score)| score).max()?;
            let is_best = |&(_, score): &(Move, i32)| score == highest;
            let best = self.scored.iter().position(is_best)?;
            let (mv, _) = self.scored.swap_remove(best);
            if Some(mv) != self.hints.table_move {
                return Some(mv);
            }
        }
    }
}

/// The victim's value first, the attacker's record second.
fn noisy_score(position: &Position, history: &History, mv: Move) -> i32 {
    let mut score = 0;
    if let MoveKind::Promotion(kind) = mv.kind() {
        score += 16 * EXCHANGE_VALUES_CP[kind.index()];
    }
    if let (Some(piece), Some(captured)) = (position.piece_on(mv.from()), position.captured_by(mv))
    {
        score += 16 * EXCHANGE_VALUES_CP[captured.index()];
        score += history.capture_score(Step { piece, mv }, captured) / 4;
        score -= piece.kind().index() as i32;
    }
    score
}

/// Under-promotions are almost never right.
fn quiet_bonus(mv: Move) -> i32 {
    match mv.promotes_to() {
        None | Some(PieceKind::Queen) => 0,
        Some(PieceKind::Knight) => -20_000,
        Some(_) => -40_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Piece, Setup, Square};

    /// White's king, rook and queen against a king that his pawns shut in, and
    /// one more black piece.
    fn position(black: PieceKind, square: &str) -> Position {
        use PieceKind::{King, Pawn, Queen, Rook};
        let mut setup = Setup::empty();
        for (color, kind, square) in [
            (Color::White, King, "g1"),
            (Color::White, Queen, "b2"),
            (Color::White, Rook, "d1"),
            (Color::Black, King, "h8"),
            (Color::Black, Pawn, "g7"),
            (Color::Black, Pawn, "h7"),
            (Color::Black, black, square),
        ] {
            let square = Square::parse(square).unwrap();
            setup.pieces[square.index()] = Some(Piece::new(color, kind));
        }
        Position::from_setup(&setup).unwrap()
    }

    fn picked(position: &Position) -> Vec<String> {
        let history = History::new();
        let hints = Hints {
            table_move: None,
            refutations: [None; 3],
            before: [None; 2],
        };
        let mut picker = Picker::noisy_and_checks(hints, 0);
        std::iter::from_fn(|| picker.next(position, &history))
            .map(|mv| format!("{}{}", mv.from(), mv.to()))
            .collect()
    }

    #[test]
    fn checks_come_after_captures_and_lose_nothing() {
        let mut moves = picked(&position(PieceKind::Pawn, "a3"));
        assert_eq!(moves.remove(0), "b2a3");
        moves.sort();
        assert_eq!(moves, ["b2b8", "d1d8"]);

        let guarded = picked(&position(PieceKind::Rook, "a8"));
        assert!(guarded.is_empty(), "{guarded:?}");
    }
}
