//! A position of ours as the probing library's.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup};

use plumb_chess::board::{Color, PieceKind, Position};

/// The position as the probing library has it, set by set and without text, so
/// that a probe costs a search little. Castling rights are left out: tables know
/// none. Nothing where the library takes the position for an impossible one.
pub(super) fn without_castling(position: &Position) -> Option<Chess> {
    let of_kind = |kind| Bitboard(position.kind(kind).0);
    let of_side = |side| Bitboard(position.side(side).0);
    let by_role = ByRole {
        pawn: of_kind(PieceKind::Pawn),
        knight: of_kind(PieceKind::Knight),
        bishop: of_kind(PieceKind::Bishop),
        rook: of_kind(PieceKind::Rook),
        queen: of_kind(PieceKind::Queen),
        king: of_kind(PieceKind::King),
    };
    let by_color = ByColor {
        black: of_side(Color::Black),
        white: of_side(Color::White),
    };
    let setup = shakmaty::Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: position
            .turn()
            .fold(shakmaty::Color::White, shakmaty::Color::Black),
        ep_square: position
            .en_passant()
            .map(|square| shakmaty::Square::new(square.index() as u32)),
        halfmoves: u32::from(position.halfmove_clock()),
        fullmoves: NonZeroU32::new(position.fullmove_number())?,
        ..shakmaty::Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Chess960).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, any, prop, proptest};
    use shakmaty::fen::Fen;

    use super::*;
    use crate::syzygy::tests::position;
    use plumb_chess::board::{Piece, Setup, Square};

    /// Man by man into the library's board, written as FEN and read again.
    fn through_fen(position: &Position) -> Option<Chess> {
        let mut there = shakmaty::Setup::empty();
        for square in shakmaty::Square::ALL {
            if let Some(piece) = position.piece_on(Square::new(square.to_usize())) {
                let piece = shakmaty::Piece::from_char(piece.to_char()).expect("a piece");
                there.board.set_piece_at(square, piece);
            }
        }
        there.turn = match position.turn() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        };
        there.ep_square = position
            .en_passant()
            .map(|square| square.to_string().parse().expect("a square"));
        there.halfmoves = position.halfmove_clock().into();
        there.fullmoves = position.fullmove_number().try_into().expect("not 0");
        let written = Fen::try_from_setup(there).ok()?.to_string();
        let fen: Fen = written.parse().expect("a FEN");
        fen.into_position(CastlingMode::Chess960).ok()
    }

    #[test]
    fn positions_with_en_passant_are_handed_over() {
        for (fen, square) in [
            ("8/8/8/8/pP6/8/8/K6k b - b3 0 1", Some(shakmaty::Square::B3)),
            (
                "k7/8/8/3Pp3/8/8/8/K7 w - e6 0 99",
                Some(shakmaty::Square::E6),
            ),
            // Nobody can capture, or the capture would leave the king in check.
            ("8/8/8/8/1P6/8/8/K6k b - b3 0 1", None),
            ("8/8/8/8/kpP4R/8/8/K7 b - c3 0 1", None),
        ] {
            let position = position(fen);
            let direct = without_castling(&position).expect("a legal position");
            let found = shakmaty::Position::maybe_ep_square(&direct);
            assert_eq!(found, square, "{fen}");
            assert_eq!(Some(direct), through_fen(&position), "{fen}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// A few men on random squares, and some random moves from there: what the
        /// library gets is what it reads in the FEN.
        #[test]
        fn few_men_are_handed_over_as_their_fen_says(
            men in prop::collection::vec((0..64_usize, 0..10_usize), 0..6),
            kings in (0..64_usize, 0..64_usize),
            black_moves in any::<bool>(),
            counters in (0..100_u16, 1..200_u32),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        ) {
            let mut setup = Setup::empty();
            for (square, man) in men {
                let kind = PieceKind::ALL[man % 5];
                setup.pieces[square] = Some(Piece::new(Color::ALL[man / 5], kind));
            }
            setup.pieces[kings.0] = Some(Piece::new(Color::White, PieceKind::King));
            setup.pieces[kings.1] = Some(Piece::new(Color::Black, PieceKind::King));
            setup.turn = Color::ALL[usize::from(black_moves)];
            (setup.halfmove_clock, setup.fullmove_number) = counters;
            let Ok(mut position) = Position::from_setup(&setup) else {
                return Ok(());
            };
            for choice in choices {
                let direct = without_castling(&position);
                assert_eq!(direct, through_fen(&position), "{position:?}");
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*choice.get(&moves));
            }
        }
    }
}
