//! Whether a position is what its pieces say: a check from scratch of all that moves keep up
//! to date piece by piece. For tests and debug builds; it takes many times as long as a move.

use super::bitboard::Bitboard;
use super::castling::{Castling, Wing};
use super::position::Position;
use super::setup::PositionError;
use super::square::Color;

/// The first thing that is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inconsistency {
    /// Its board, castling rooks or en-passant square can't occur in a game.
    Setup(PositionError),
    /// The named field differs from the one computed from the board.
    Field(&'static str),
}

impl Position {
    /// Checks every field against one computed from the squares of the pieces alone.
    pub fn check_validity(&self) -> Result<(), Inconsistency> {
        let fresh = Position::from_setup(&self.to_setup()).map_err(Inconsistency::Setup)?;
        let rooks = |castling: &Castling| {
            Color::ALL.map(|side| Wing::ALL.map(|wing| castling.rook(side, wing)))
        };
        let fields = [
            ("by_kind", self.by_kind == fresh.by_kind),
            ("by_color", self.by_color == fresh.by_color),
            ("castling", rooks(&self.castling) == rooks(&fresh.castling)),
            ("en_passant", self.en_passant == fresh.en_passant),
            ("checkers", self.checkers == fresh.slow_checkers()),
            ("pinned", self.pinned == fresh.slow_pinned()),
            ("key", self.key == fresh.key),
            ("pawn_key", self.pawn_key == fresh.pawn_key),
            ("piece_keys", self.piece_keys == fresh.piece_keys),
            ("minor_key", self.minor_key == fresh.minor_key),
            ("major_key", self.major_key == fresh.major_key),
            ("fullmove_number", self.fullmove_number > 0),
        ];
        match fields.into_iter().find(|&(_, is_right)| !is_right) {
            Some((name, _)) => Err(Inconsistency::Field(name)),
            None => Ok(()),
        }
    }

    /// The plain twin of `update_checks`: attackers of the king to move.
    fn slow_checkers(&self) -> Bitboard {
        self.attackers_of(self.king(self.turn), !self.turn, self.occupied())
    }

    /// The plain twin of `update_checks`: pieces without which there would be another check.
    fn slow_pinned(&self) -> Bitboard {
        let king = self.king(self.turn);
        let checks = |without| {
            self.attackers_of(king, !self.turn, self.occupied().without(without))
                .count()
        };
        self.side(self.turn)
            .into_iter()
            .filter(|&square| checks(square) > self.slow_checkers().count())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CastlingRights, Game, Move, Piece, PieceKind, Setup, Square};
    use plumb_support::random::Random;

    /// A back rank with the king between the rooks.
    fn back_rank(random: &mut Random) -> [PieceKind; 8] {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        let kinds = [Rook, King, Rook, Knight, Bishop, Queen, Bishop, Knight];
        let mut rank = [King; 8];
        let order = random.order(8);
        let mut outer = [order[0], order[1], order[2]];
        outer.sort();
        for (file, kind) in outer.iter().chain(&order[3..]).zip(kinds) {
            rank[*file] = kind;
        }
        rank
    }

    #[test]
    fn check_validity_accepts_random_games() {
        let mut random = Random::seeded(55);
        for number in 0..60 {
            let setup = match number % 3 {
                0 => Setup::standard(),
                1 => Setup::with_back_ranks([back_rank(&mut random); 2]),
                _ => Setup::with_back_ranks([back_rank(&mut random), back_rank(&mut random)]),
            };
            let mut game = Game::new(Position::from_setup(&setup).unwrap());
            while let Some(mv) = random.pick(&game.position().legal_moves())
                && game.ply() < 300
            {
                game.play(mv);
                assert_eq!(game.position().check_validity(), Ok(()), "game {number}");
                if !game.position().in_check() {
                    let passed = game.position().play_null();
                    assert_eq!(passed.check_validity(), Ok(()), "game {number}");
                }
            }
        }
    }

    fn after(moves: &[(usize, usize)]) -> Position {
        let mv = |&(from, to)| Move::normal(Square::new(from), Square::new(to));
        let moves = moves.iter().map(mv);
        moves.fold(Position::start(), |position, mv| position.play(mv))
    }

    #[test]
    fn check_validity_notices_every_wrong_field() {
        type Harm = fn(&mut Position);
        let harms: [(&str, Harm); 16] = [
            ("by_kind", |p| p.by_kind.swap(2, 3)),
            ("by_kind", |p| p.mailbox[1] = None),
            ("by_color", |p| {
                p.by_color[0] |= Bitboard::from(Square::new(30))
            }),
            ("castling", |p| p.castling.rooks.swap(0, 1)),
            ("checkers", |p| p.checkers = Bitboard::EMPTY),
            ("checkers", |p| {
                p.checkers |= Bitboard::from(Square::new(36))
            }),
            // Nc6 parries the check, which is not looked for again.
            ("checkers", |p| {
                let knight = Piece::new(Color::Black, PieceKind::Knight);
                p.remove(knight, Square::new(57));
                p.put(knight, Square::new(42));
            }),
            ("pinned", |p| p.pinned |= Bitboard::from(Square::new(57))),
            ("key", |p| p.key ^= 1),
            ("key", |p| p.castling.rights = CastlingRights::empty()),
            ("pawn_key", |p| p.pawn_key ^= 1),
            ("piece_keys", |p| p.piece_keys.swap(0, 1)),
            ("minor_key", |p| p.minor_key ^= 1),
            ("major_key", |p| p.major_key ^= 1),
            ("fullmove_number", |p| p.fullmove_number = 0),
            ("en_passant", |p| {
                // After 1.e4 no pawn can capture on e3.
                *p = after(&[(12, 28)]);
                p.en_passant = Some(Square::new(20));
            }),
        ];
        for (field, harm) in harms {
            // 1.e4 d5 2.Bb5+: in check, and nothing is pinned.
            let mut position = after(&[(12, 28), (51, 35), (5, 33)]);
            assert_eq!(position.check_validity(), Ok(()));
            harm(&mut position);
            assert_eq!(position.check_validity(), Err(Inconsistency::Field(field)));
        }
    }

    #[test]
    fn check_validity_notices_an_impossible_board() {
        let harmed = |harm: fn(&mut Position)| {
            let mut position = after(&[(12, 28), (51, 35), (5, 33)]);
            harm(&mut position);
            position.check_validity()
        };
        let wrong = |error| Err(Inconsistency::Setup(error));
        assert_eq!(
            harmed(|p| p.mailbox[4] = None),
            wrong(PositionError::Kings(Color::White, 0))
        );
        assert_eq!(
            harmed(|p| p.turn = Color::White),
            wrong(PositionError::OpponentInCheck(Color::Black))
        );
        assert_eq!(
            harmed(|p| p.remove(Piece::new(Color::Black, PieceKind::Rook), Square::new(63))),
            wrong(PositionError::CastlingRook(Square::new(63)))
        );
        assert_eq!(
            harmed(|p| p.en_passant = Some(Square::new(43))),
            wrong(PositionError::EnPassant(Square::new(43)))
        );
    }
}
