//! What a piece is worth where it stands, looked up instead of added up.
//!
//! Value, square and the four terms that go by the kings are six weights for
//! every piece. An evaluator folds them into two tables, one for what depends on
//! the own king and one for what depends on the enemy's: two look-ups a piece.
//! The very rules that speak to the other sinks (`material`) make the tables,
//! from weights that an evaluator never changes, so they cannot disagree.

use super::facts::{Facts, OFFICERS};
use super::material::{self, KINDS, KingView};
use super::sides::Sides;
use super::tapered::Tapered;
use super::terms::{Term, WEIGHT_COUNT};
use super::trace::{Accumulator, NoTrace};
use plumb_chess::board::{Bitboard, Color, PieceKind, Square};
use plumb_support::fallible::try_boxed;

/// What pieces are worth for one square of a king: by kind, then by square.
type KingTable = [[Tapered; 64]; KINDS.len()];

/// All weights that go by a piece's kind, its square and a king's square. Every
/// square is meant as the piece's side counts it.
pub(super) struct Placement {
    /// Value, square, and the terms of the own king, by his square.
    own_king: Box<[KingTable; 64]>,
    /// The terms of the enemy king, by his square.
    enemy_king: Box<[KingTable; 64]>,
    /// The king's own square.
    king: [Tapered; 64],
}

impl Placement {
    /// None without the memory for it.
    pub(super) fn try_new(weights: &[Tapered; WEIGHT_COUNT]) -> Option<Placement> {
        let side = Color::White;
        let mut placement = Placement {
            own_king: try_boxed(|_| [[Tapered::ZERO; 64]; KINDS.len()])?,
            enemy_king: try_boxed(|_| [[Tapered::ZERO; 64]; KINDS.len()])?,
            king: [Tapered::ZERO; 64],
        };
        for king in Bitboard::ALL {
            let own_king = KingView::new(side, side, king);
            let enemy_king = KingView::new(side, !side, king);
            placement.king[king.index()] = fold(weights, |acc| {
                material::king_square(side, king, acc);
            });
            for kind in KINDS {
                for square in Bitboard::ALL {
                    let place = |table: &mut [KingTable; 64], value| {
                        table[king.index()][kind.index()][square.index()] = value;
                    };
                    let own = fold(weights, |acc| {
                        acc.one(Term::PieceValue, kind.index(), side, square);
                        material::by_own_king(side, kind, square, &own_king, acc);
                    });
                    place(&mut placement.own_king, own);
                    let enemy = fold(weights, |acc| {
                        material::by_enemy_king(side, kind, square, &enemy_king, acc);
                    });
                    place(&mut placement.enemy_king, enemy);
                }
            }
        }
        Some(placement)
    }

    /// What kings and pawns are worth where they stand, from White's side.
    pub(super) fn kings_and_pawns(&self, kings: Sides<Square>, pawns: Sides<Bitboard>) -> Tapered {
        let of_side = |us: Color| {
            let king = self.king[kings[us].relative_to(us).index()];
            king + self.of_side(kings, us, [(PieceKind::Pawn, pawns[us])])
        };
        of_side(Color::White) - of_side(Color::Black)
    }

    /// What knights, bishops, rooks and queens are worth where they stand, from
    /// White's side.
    #[inline(always)]
    pub(super) fn officers(&self, facts: &Facts<'_>) -> Tapered {
        let of_side = |us: Color| {
            let pieces = OFFICERS.map(|kind| (kind, facts.pieces(us, kind)));
            self.of_side(facts.kings, us, pieces)
        };
        of_side(Color::White) - of_side(Color::Black)
    }

    #[inline(always)]
    fn of_side<const N: usize>(
        &self,
        kings: Sides<Square>,
        us: Color,
        pieces: [(PieceKind, Bitboard); N],
    ) -> Tapered {
        let seen = |square: Square| square.relative_to(us).index();
        let own_king = &self.own_king[seen(kings[us])];
        let enemy_king = &self.enemy_king[seen(kings[!us])];
        let mut sum = Tapered::ZERO;
        for (kind, squares) in pieces {
            let (own, enemy) = (&own_king[kind.index()], &enemy_king[kind.index()]);
            for square in squares {
                sum += own[seen(square)] + enemy[seen(square)];
            }
        }
        sum
    }
}

/// What a rule comes to with these weights. Made for each rule, as a search waits for
/// tens of thousands of them.
#[inline(always)]
fn fold(
    weights: &[Tapered; WEIGHT_COUNT],
    rule: impl FnOnce(&mut Accumulator<'_, NoTrace>),
) -> Tapered {
    let mut acc = Accumulator::new(weights, NoTrace);
    rule(&mut acc);
    acc.sums().balance
}

#[cfg(test)]
mod tests {
    use super::super::facts::PawnFacts;
    use super::super::trace::{Breakdown, Sink};
    use super::*;
    use plumb_chess::board::{Piece, Position, Rank, Setup};

    /// No weight like another.
    fn odd_weights() -> Box<[Tapered; WEIGHT_COUNT]> {
        let weight = |index: usize| {
            let number = (index as i32 * 7919) % 20_011 - 10_000;
            Tapered::new(number, number * 31 % 1_009)
        };
        Box::new(std::array::from_fn(weight))
    }

    /// Two kings and a piece, whoever is to move.
    fn position(kings: [Square; 2], piece: Piece, square: Square) -> Option<Position> {
        if kings.contains(&square) || kings[0].distance(kings[1]) < 2 {
            return None;
        }
        let edge = [Rank::FIRST, Rank::EIGHTH].contains(&square.rank());
        if piece.kind() == PieceKind::Pawn && edge {
            return None;
        }
        let mut setup = Setup::empty();
        setup.pieces[kings[0].index()] = Some(Piece::WhiteKing);
        setup.pieces[kings[1].index()] = Some(Piece::BlackKing);
        setup.pieces[square.index()] = Some(piece);
        // Where it gives check, the other side is to move.
        setup.turn = !piece.color();
        Position::from_setup(&setup).ok()
    }

    fn material<S: Sink>(facts: &Facts<'_>, weights: &[Tapered; WEIGHT_COUNT], sink: S) -> Tapered {
        let mut acc = Accumulator::new(weights, sink);
        material::rules(facts, Color::White, &mut acc);
        material::rules(facts, Color::Black, &mut acc);
        acc.sums().balance
    }

    #[test]
    fn tables_are_the_sums_of_their_terms() {
        let weights = odd_weights();
        let placement = Placement::try_new(&weights).unwrap();
        let mut count = 0;
        for white in Bitboard::ALL {
            for black in Bitboard::ALL {
                for square in Bitboard::ALL {
                    // Over all squares of the other king, each piece comes up.
                    let index = (white.index() + 3 * black.index() + square.index()) % 10;
                    let piece = Piece::ALL[index];
                    let Some(position) = position([white, black], piece, square) else {
                        continue;
                    };
                    let facts = Facts::new(&position, PawnFacts::of(&position));
                    let spoken = material(&facts, &weights, Breakdown::default());
                    let left_out = spoken - material(&facts, &weights, NoTrace);
                    let folded = placement.kings_and_pawns(facts.kings, facts.pawns.pawns)
                        + placement.officers(&facts);
                    assert_eq!(folded, left_out, "{position:?}");
                    count += 1;
                }
            }
        }
        assert!(count > 150_000, "{count}");
    }
}
