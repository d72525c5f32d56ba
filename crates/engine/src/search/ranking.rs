//! The moves of one stage of a node, scored as the generator finds them and taken out best
//! first.

use plumb_chess::board::{
    Bitboard, CheckSquares, EXCHANGE_VALUES_CP, MAX_MOVES, Move, MoveVisitor, Piece, PieceKind,
    Position, Square,
};

use super::history::{History, PieceRecords, QuietRecords, Step, Surroundings};
use super::params::{capture_history_16ths, capture_value_16ths, quiet_danger};

/// A move that was handed out.
#[derive(Clone, Copy, Debug)]
pub struct PickedMove {
    /// The move.
    pub mv: Move,
    /// Its record in history, where it was looked up to order the moves.
    pub record: Option<i32>,
}

#[derive(Clone, Copy)]
struct RankedMove {
    mv: Move,
    record: i32,
}

/// Moves of one stage, the best taken out first.
///
/// A move's key is its score times 512, plus twice a number that is greater the earlier
/// it was added, plus one if the move may give check: the greatest key says by itself
/// which move it belongs to, and finding it is one loop over plain numbers, which
/// processors do many at a time.
///
/// Memory for all moves of a position, to be used again: only what is filled in counts.
#[derive(Clone)]
pub struct Ranking {
    keys: [i32; MAX_MOVES + LANES],
    moves: [RankedMove; MAX_MOVES],
    len: usize,
    /// How many keys to look through: a multiple of `LANES`.
    filled: usize,
}

/// Keys are filled up to a multiple of this, so that none is left over for a slow rest
/// of the loop.
const LANES: usize = 8;
/// The key of a move that was taken, or of none.
const TAKEN: i32 = i32::MIN;

impl Ranking {
    /// One without moves.
    pub fn new() -> Ranking {
        const { assert!(MAX_MOVES == 256 && MAX_MOVES.is_multiple_of(LANES)) };
        let nothing = Move::normal(Square::new(0), Square::new(0));
        Ranking {
            keys: [TAKEN; MAX_MOVES + LANES],
            moves: [RankedMove {
                mv: nothing,
                record: 0,
            }; MAX_MOVES],
            len: 0,
            filled: 0,
        }
    }

    /// Adds a move with its record; of two with the same score the first is better.
    #[inline(always)]
    fn push(&mut self, mv: Move, score: i32, record: i32, may_check: bool) {
        debug_assert!(self.len < MAX_MOVES, "more than {MAX_MOVES} moves");
        let index = self.len % MAX_MOVES;
        self.keys[index] = (score << 9) + 2 * (255 - index as i32) + i32::from(may_check);
        self.moves[index] = RankedMove { mv, record };
        self.len = index + 1;
    }

    /// All moves have been added.
    #[inline]
    fn finish(&mut self) {
        let len = self.len.min(MAX_MOVES);
        self.keys[len..len + LANES].fill(TAKEN);
        self.filled = len.next_multiple_of(LANES);
    }

    /// Leaves only moves that may give check.
    pub fn keep_checks(&mut self) {
        for key in self.filled_keys() {
            *key = if *key & 1 == 0 { TAKEN } else { *key };
        }
    }

    /// Takes the move with the highest score.
    #[inline]
    pub fn take_best(&mut self) -> Option<PickedMove> {
        let key = self
            .filled_keys()
            .iter()
            .fold(TAKEN, |best, &key| best.max(key));
        if key == TAKEN {
            return None;
        }
        let index = (255 - (key >> 1 & 255)) as usize;
        self.keys[index] = TAKEN;
        let RankedMove { mv, record } = self.moves[index];
        Some(PickedMove {
            mv,
            record: Some(record),
        })
    }

    #[inline]
    fn filled_keys(&mut self) -> &mut [i32] {
        let count = self.filled.min(MAX_MOVES);
        &mut self.keys[..count]
    }

    /// Ranks captures and promotions to a queen, but for `table_move`.
    pub fn rank_noisy(&mut self, position: &Position, history: &History, table_move: Option<Move>) {
        self.len = 0;
        position.generate_noisy(&mut NoisyMoves {
            ranking: self,
            position,
            history,
            table_move,
        });
        self.finish();
    }

    /// Ranks quiet moves.
    pub fn rank_quiets(
        &mut self,
        position: &Position,
        history: &History,
        selection: &QuietSelection<'_>,
    ) {
        self.len = 0;
        let handed_out = selection.handed_out.into_iter().flatten();
        position.generate_quiet(&mut QuietMoves {
            ranking: self,
            position,
            records: history.quiet_records(selection.around),
            selection,
            handed_out_targets: handed_out.map(Move::to).collect(),
        });
        self.finish();
    }
}

/// Which quiet moves to rank, and what their scores depend on.
pub struct QuietSelection<'a> {
    /// What their records depend on.
    pub around: &'a Surroundings,
    /// Moves that were handed out before.
    pub handed_out: [Option<Move>; 4],
    /// Where checks are given from, where that is of interest.
    pub checks: Option<&'a CheckSquares>,
    /// Only moves that may give check.
    pub only_checks: bool,
}

/// Ranks captures: the victim's value first, the attacker's record second.
struct NoisyMoves<'a> {
    ranking: &'a mut Ranking,
    position: &'a Position,
    history: &'a History,
    table_move: Option<Move>,
}

impl NoisyMoves<'_> {
    #[inline(always)]
    fn add(&mut self, piece: Piece, mv: Move, captured: Option<PieceKind>, promotion: i32) {
        if Some(mv) == self.table_move {
            return;
        }
        let mut score = promotion;
        let mut record = 0;
        if let Some(captured) = captured {
            record = self.history.capture_score(Step { piece, mv }, captured);
            score += capture_points(captured) + record * capture_history_16ths() / 16;
            score -= piece.kind().index() as i32;
        }
        self.ranking.push(mv, score, record, false);
    }

    #[inline(always)]
    fn captured_on(&self, square: Square) -> Option<PieceKind> {
        self.position.piece_on(square).map(Piece::kind)
    }

    #[inline(always)]
    fn pawn(&self) -> Piece {
        Piece::new(self.position.turn(), PieceKind::Pawn)
    }
}

/// What the value of a captured piece, or of a new queen, counts in the order of captures.
#[inline(always)]
fn capture_points(kind: PieceKind) -> i32 {
    capture_value_16ths() * EXCHANGE_VALUES_CP[kind.index()] / 16
}

impl MoveVisitor for NoisyMoves<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        if targets.is_empty() {
            return;
        }
        let Some(piece) = self.position.mover(from) else {
            return;
        };
        for to in targets {
            self.add(piece, Move::normal(from, to), self.captured_on(to), 0);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let mv = Move::normal(to.offset(-step), to);
            self.add(self.pawn(), mv, self.captured_on(to), 0);
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: i32, _: bool, _: bool) {
        for to in targets {
            let mv = Move::promotion(to.offset(-step), to, PieceKind::Queen);
            let gain = capture_points(PieceKind::Queen);
            self.add(self.pawn(), mv, self.captured_on(to), gain);
        }
    }

    fn special(&mut self, mv: Move) {
        // A capture en passant.
        self.add(self.pawn(), mv, Some(PieceKind::Pawn), 0);
    }
}

/// Ranks quiet moves by their records, and by what is attacked.
struct QuietMoves<'a> {
    ranking: &'a mut Ranking,
    position: &'a Position,
    records: QuietRecords<'a>,
    selection: &'a QuietSelection<'a>,
    /// Where the moves handed out go: others need not be compared with them.
    handed_out_targets: Bitboard,
}

impl QuietMoves<'_> {
    #[inline(always)]
    fn add(&mut self, records: &PieceRecords<'_>, mv: Move, bonus: i32, may_check: bool) {
        let (from, to) = (mv.from(), mv.to());
        if self.handed_out_targets.has(to) && self.selection.handed_out.contains(&Some(mv)) {
            return;
        }
        let record = records.of(from, to);
        self.ranking.push(mv, record + bonus, record, may_check);
    }

    /// A piece that is attacked should leave, and should not go where it is.
    #[inline(always)]
    fn bonus(&self, kind: PieceKind, from: Square, to: Square) -> i32 {
        let at_stake = EXCHANGE_VALUES_CP[kind.index()];
        let attacked = self.selection.around.attacked;
        let (leaves, enters) = (attacked.has(from) as i32, attacked.has(to) as i32);
        quiet_danger() * at_stake * (leaves - enters)
    }

    #[inline(always)]
    fn selected(&self, targets: Bitboard, checking: Bitboard) -> Bitboard {
        if self.selection.only_checks {
            targets & checking
        } else {
            targets
        }
    }

    #[inline(always)]
    fn pawn(&self) -> Piece {
        Piece::new(self.position.turn(), PieceKind::Pawn)
    }
}

impl MoveVisitor for QuietMoves<'_> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        if targets.is_empty() {
            return;
        }
        let Some(piece) = self.position.mover(from) else {
            return;
        };
        let kind = piece.kind();
        let checking = match self.selection.checks {
            Some(checks) => checks.targets(kind, from),
            None => Bitboard::EMPTY,
        };
        let records = self.records.of_piece(piece);
        for to in self.selected(targets, checking) {
            let bonus = self.bonus(kind, from, to);
            self.add(&records, Move::normal(from, to), bonus, checking.has(to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        let checking = match self.selection.checks {
            Some(checks) => checks.pawn_targets(targets, step),
            None => Bitboard::EMPTY,
        };
        let records = self.records.of_piece(self.pawn());
        for to in self.selected(targets, checking) {
            let from = to.offset(-step);
            let bonus = self.bonus(PieceKind::Pawn, from, to);
            self.add(&records, Move::normal(from, to), bonus, checking.has(to));
        }
    }

    /// Under-promotions are almost never right.
    fn promotions(&mut self, targets: Bitboard, step: i32, _: bool, _: bool) {
        let records = self.records.of_piece(self.pawn());
        for to in targets {
            let from = to.offset(-step);
            for (kind, bonus) in [
                (PieceKind::Knight, -20_000),
                (PieceKind::Rook, -40_000),
                (PieceKind::Bishop, -40_000),
            ] {
                self.add(&records, Move::promotion(from, to, kind), bonus, true);
            }
        }
    }

    fn special(&mut self, mv: Move) {
        // Castling. Whether a rook gives check from where he lands, is looked at when the
        // move's turn comes.
        let king = Piece::new(self.position.turn(), PieceKind::King);
        let bonus = self.bonus(PieceKind::King, mv.from(), mv.to());
        self.add(&self.records.of_piece(king), mv, bonus, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_taken_first_and_of_equals_the_first() {
        let mv = |index| Move::normal(Square::new(index % 64), Square::new(index / 64 + 1));
        let scores: Vec<i32> = (0..40).map(|index| (index * 7 % 13 - 6) * 9_000).collect();
        let mut ranking = Ranking::new();
        for (index, &score) in scores.iter().enumerate() {
            ranking.push(mv(index), score, score / 2, index % 10 == 3);
        }
        ranking.finish();
        let mut expected: Vec<usize> = (0..scores.len()).collect();
        expected.sort_by_key(|&index| (-scores[index], index));
        for &index in &expected[..20] {
            let best = ranking.take_best().unwrap();
            assert_eq!((best.mv, best.record), (mv(index), Some(scores[index] / 2)));
        }
        // Those that were taken do not come back.
        ranking.keep_checks();
        for &index in expected[20..].iter().filter(|&index| index % 10 == 3) {
            let best = ranking.take_best().map(|picked| picked.mv);
            assert_eq!(best, Some(mv(index)));
        }
        assert!(ranking.take_best().is_none());
    }
}
