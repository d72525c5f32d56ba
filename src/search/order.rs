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

/// A move that was handed out.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// Its record in history, where it was looked up to order the moves.
    pub record: Option<i32>,
}

/// Moves of one stage, the best taken out first.
///
/// A move's key is its score times 256, plus a number that is greater the earlier it
/// was added: the greatest key says by itself which move it belongs to, and finding it
/// is one loop over plain numbers, which processors do many at a time.
struct Ranking {
    keys: ArrayVec<i32, MAX_MOVES>,
    moves: ArrayVec<Picked, MAX_MOVES>,
}

/// Keys are filled up to a multiple of this, so that none is left over for a slow rest
/// of the loop.
const LANES: usize = 16;
/// The key of a move that was taken, or of none.
const TAKEN: i32 = i32::MIN;

impl Ranking {
    fn new() -> Ranking {
        const { assert!(MAX_MOVES == 256 && MAX_MOVES.is_multiple_of(LANES)) };
        Ranking {
            keys: ArrayVec::new(),
            moves: ArrayVec::new(),
        }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.moves.clear();
    }

    /// Adds a move with its record; of two with the same score the first is better.
    #[inline]
    fn push(&mut self, mv: Move, score: i32, record: i32) {
        self.keys.push((score << 8) + 255 - self.moves.len() as i32);
        self.moves.push(Picked {
            mv,
            record: Some(record),
        });
    }

    /// All moves have been added.
    fn finish(&mut self) {
        while !self.keys.len().is_multiple_of(LANES) {
            self.keys.push(TAKEN);
        }
    }

    /// Leaves only such moves.
    fn keep(&mut self, is_wanted: impl Fn(Move) -> bool) {
        for (key, picked) in self.keys.iter_mut().zip(&self.moves) {
            if *key != TAKEN && !is_wanted(picked.mv) {
                *key = TAKEN;
            }
        }
    }

    /// Takes the move with the highest score.
    #[inline]
    fn take_best(&mut self) -> Option<Picked> {
        let key = self.keys.iter().copied().fold(TAKEN, i32::max);
        if key == TAKEN {
            return None;
        }
        let index = (255 - (key & 255)) as usize;
        self.keys[index] = TAKEN;
        Some(self.moves[index])
    }
}

/// Hands out a node's legal moves one by one.
pub struct Picker {
    stage: Stage,
    hints: Hints,
    noisy_only: bool,
    skips_quiets: bool,
    threshold_cp: i32,
    next_refutation: usize,
    ranking: Ranking,
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
            ranking: Ranking::new(),
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
    /// moves that are left out are left out whether they give check or not. `fetch` is
    /// told of a move before its exchange is worked out, so that by the time it is played
    /// what the table knows of it has come from main memory.
    pub fn next(
        &mut self,
        position: &Position,
        history: &History,
        checks: Option<&CheckSquares>,
        fetch: impl Fn(Move),
    ) -> Option<Picked> {
        let gives_check =
            |mv| checks.is_some_and(|checks: &CheckSquares| checks.given_by(position, mv));
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    if let Some(mv) = self.hints.table_move {
                        fetch(mv);
                        return Some(Picked { mv, record: None });
                    }
                }
                Stage::GenerateNoisy => {
                    let mut list = MoveList::new();
                    position.generate_noisy(&mut list);
                    for &mv in &list {
                        if Some(mv) != self.hints.table_move {
                            let (score, record) = score_noisy(position, history, mv);
                            self.ranking.push(mv, score, record);
                        }
                    }
                    self.ranking.finish();
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.ranking.take_best() {
                    Some(best) => {
                        fetch(best.mv);
                        // A capture that has done well may look bad by exchanges.
                        let record = best.record.unwrap_or(0);
                        let threshold = self.threshold_cp - record / NOISY_RECORD_PER_CP;
                        if position.see_at_least(best.mv, threshold) {
                            return Some(best);
                        }
                        if !self.noisy_only {
                            // More than 64 captures that lose are not worth a look.
                            let _ = self.bad_noisy.try_push(best);
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
                        fetch(mv);
                        return Some(Picked { mv, record: None });
                    }
                }
                Stage::GenerateQuiet => {
                    self.stage = match (self.skips_quiets, checks) {
                        (false, _) => {
                            self.rank_quiets(position, history, |_| true);
                            Stage::Quiet
                        }
                        (true, Some(_)) => {
                            self.rank_quiets(position, history, gives_check);
                            Stage::QuietChecks
                        }
                        (true, None) => Stage::BadNoisy,
                    }
                }
                Stage::Quiet if self.skips_quiets && checks.is_some() => {
                    self.ranking.keep(gives_check);
                    self.stage = Stage::QuietChecks;
                }
                Stage::Quiet if self.skips_quiets => self.stage = Stage::BadNoisy,
                Stage::Quiet | Stage::QuietChecks => match self.ranking.take_best() {
                    Some(best) => {
                        fetch(best.mv);
                        return Some(best);
                    }
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => match self.bad_noisy.get(self.next_bad_noisy) {
                    Some(&picked) => {
                        fetch(picked.mv);
                        self.next_bad_noisy += 1;
                        return Some(picked);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn rank_quiets(
        &mut self,
        position: &Position,
        history: &History,
        is_wanted: impl Fn(Move) -> bool,
    ) {
        let mut list = MoveList::new();
        position.generate_quiet(&mut list);
        let records = history.quiet_records(&self.hints.around);
        self.ranking.clear();
        for &mv in &list {
            if Some(mv) != self.hints.table_move
                && !self.hints.refutations.contains(&Some(mv))
                && is_wanted(mv)
                && let Some(piece) = position.piece_on(mv.from())
            {
                let record = records.of(Step { piece, mv });
                let score = record + quiet_bonus(&self.hints.around, piece.kind(), mv);
                self.ranking.push(mv, score, record);
            }
        }
        self.ranking.finish();
    }
}

/// So much history of a capture makes up for a centipawn lost in the exchange.
const NOISY_RECORD_PER_CP: i32 = 120;

/// The victim's value first, the attacker's record second. The score and the record.
fn score_noisy(position: &Position, history: &History, mv: Move) -> (i32, i32) {
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
    (score, record)
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

    #[test]
    fn the_best_is_taken_first_and_of_equals_the_first() {
        let mv = |index| Move::normal(Square::new(index % 64), Square::new(index / 64 + 1));
        let scores: Vec<i32> = (0..40).map(|index| (index * 7 % 13 - 6) * 9_000).collect();
        let mut ranking = Ranking::new();
        for (index, &score) in scores.iter().enumerate() {
            ranking.push(mv(index), score, score / 2);
        }
        ranking.finish();
        let mut expected: Vec<usize> = (0..scores.len()).collect();
        expected.sort_by_key(|&index| (-scores[index], index));
        for &index in &expected[..20] {
            let best = ranking.take_best().unwrap();
            assert_eq!((best.mv, best.record), (mv(index), Some(scores[index] / 2)));
        }
        let kept = mv(expected[30]);
        // One that was taken does not come back.
        let taken = mv(expected[3]);
        ranking.keep(|mv| mv == kept || mv == taken);
        assert_eq!(ranking.take_best().map(|picked| picked.mv), Some(kept));
        assert!(ranking.take_best().is_none());
    }

    fn picked(mut picker: Picker, position: &Position) -> Vec<String> {
        let history = History::try_new().unwrap();
        std::iter::from_fn(|| picker.next(position, &history, None, |_| ()))
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
        let moves: Vec<_> =
            std::iter::from_fn(|| picker.next(&position, &history, Some(&checks), |_| ()))
                .map(|picked| format!("{}{}", picked.mv.from(), picked.mv.to()))
                .collect();
        assert_eq!(moves, ["d4d8", "d4h4", "d4a4"]);
    }
}
