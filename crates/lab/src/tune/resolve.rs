//! From a labelled position to the quiet one whose evaluation stands for it.
//!
//! Data holds positions in the middle of exchanges, and a static evaluation
//! has nothing to say about them. They are played out by a small search of
//! its own, which differs from the engine's in what it is for: it must give
//! the position at the end of its line, exactly, and depend on nothing but
//! the position and the weights.

use std::sync::Arc;

use arrayvec::ArrayVec;

use plumb_chess::board::{EXCHANGE_VALUES_CP, Move, MoveList, PieceKind, Position};
use plumb_engine::eval::{Evaluator, Weights};

/// How far positions are played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case", parse_err_ty = String, parse_err_fn = unknown_resolution)]
pub enum Resolution {
    /// Not at all.
    None,
    /// Captures and promotions to a queen, and evasions of checks.
    Quiescence,
    /// The best move, and then as `Quiescence`.
    Depth1,
}

fn unknown_resolution(text: &str) -> String {
    format!("'{text}' is no resolution, expected depth1, quiescence or none")
}

const LONGEST: usize = 40;
const INFINITE: i32 = 1_000_000;
const MATED: i32 = -500_000;

type Line = ArrayVec<Move, { LONGEST + 2 }>;

/// Plays positions out, for one thread.
pub struct Resolver {
    evaluator: Evaluator,
    lines: Vec<Line>,
}

impl Resolver {
    /// A resolver that judges by these weights.
    pub fn new(weights: Arc<Weights>) -> Resolver {
        Resolver {
            evaluator: Evaluator::new(weights),
            lines: vec![Line::new(); LONGEST + 2],
        }
    }

    /// The static evaluation, from the mover's side.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluator.evaluate(position)
    }

    /// The quiet position at the end of the best line; none when the line ends
    /// in mate, stalemate or a check.
    pub fn leaf(&mut self, position: &Position, resolution: Resolution) -> Option<Position> {
        if position.has_no_moves() {
            return None;
        }
        match resolution {
            Resolution::None => self.lines[0].clear(),
            Resolution::Quiescence => {
                self.quiesce(position, -INFINITE, INFINITE, 0);
            }
            Resolution::Depth1 => self.best_move(position),
        }
        let mut leaf = position.clone();
        for &mv in &self.lines[0] {
            leaf = leaf.play(mv);
        }
        (!leaf.in_check() && !leaf.has_no_moves()).then_some(leaf)
    }

    fn best_move(&mut self, position: &Position) {
        let mut alpha = -INFINITE;
        self.lines[0].clear();
        for mv in in_order(position, position.legal_moves()) {
            let score = -self.quiesce(&position.play(mv), -INFINITE, -alpha, 1);
            if score > alpha {
                alpha = score;
                self.keep(mv, 0);
            }
        }
    }

    fn keep(&mut self, mv: Move, ply: usize) {
        let rest = self.lines[ply + 1].clone();
        let line = &mut self.lines[ply];
        line.clear();
        line.push(mv);
        line.extend(rest.into_iter().take(LONGEST - ply));
    }

    /// The score from the mover's side once no capture gains anything.
    fn quiesce(&mut self, position: &Position, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        let in_check = position.in_check();
        let mut best = MATED + ply as i32;
        if !in_check || ply == LONGEST {
            best = self.evaluator.evaluate(position);
            if best >= beta || ply == LONGEST {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = MoveList::new();
        position.generate_noisy(&mut moves);
        if in_check {
            position.generate_quiet(&mut moves);
        } else {
            moves.retain(|mv| position.see_at_least(*mv, 0));
        }
        for mv in in_order(position, moves) {
            let score = -self.quiesce(&position.play(mv), -beta, -alpha, ply + 1);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.keep(mv, ply);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

/// The biggest catches first, by the smallest pieces; then the rest.
fn in_order(position: &Position, moves: MoveList) -> MoveList {
    let value = |kind: PieceKind| EXCHANGE_VALUES_CP[kind.index()];
    let mut moves = moves;
    moves.sort_unstable_by_key(|&mv| {
        let caught = position.captured_by(mv).map_or(0, value);
        let promoted = mv.promotes_to().map_or(0, value);
        let moved = position
            .piece_on(mv.from())
            .map_or(0, |piece| value(piece.kind()));
        let gain = caught + promoted;
        if gain > 0 { moved / 100 - gain } else { 0 }
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{FenStyle, parse_fen, to_epd};

    fn leaf(fen: &str, resolution: Resolution) -> Option<String> {
        let position = parse_fen(fen).expect("a legal position");
        let mut resolver = Resolver::new(Arc::new(Weights::embedded()));
        let leaf = resolver.leaf(&position, resolution);
        leaf.map(|leaf| to_epd(&leaf, FenStyle::XFen))
    }

    #[test]
    fn exchanges_are_played_out() {
        // The rook takes a hanging queen and mates: no leaf.
        let fen = "3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        assert_eq!(leaf(fen, Resolution::Quiescence), None);
        // With air for the king, the position after the capture is the leaf.
        let fen = "6k1/3q1pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1";
        let found = leaf(fen, Resolution::Quiescence).expect("a leaf");
        assert!(!found.contains('q'), "{found}");
        assert_eq!(
            leaf(fen, Resolution::None).as_deref(),
            Some("6k1/3q1pp1/7p/8/8/8/5PPP/3R2K1 w - -")
        );
    }

    #[test]
    fn quiet_positions_stay() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
        assert_eq!(leaf(fen, Resolution::Quiescence).as_deref(), Some(fen));
        let moved = leaf(fen, Resolution::Depth1).expect("a leaf");
        assert!(moved.contains(" b "), "one move is made: {moved}");
    }

    #[test]
    fn ends_have_no_leaf() {
        for fen in [
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            assert_eq!(leaf(fen, Resolution::None), None, "{fen}");
        }
    }
}
