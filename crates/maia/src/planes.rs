//! A game as a network sees it: lc0's classical 112 planes of 8×8 squares.
//!
//! All is seen from the side to move, whose first rank comes first. Eight boards, the latest
//! first, have 13 planes each: pawns, knights, bishops, rooks, queens and king of that side, those
//! of the other side, and whether the position had been on the board before. Then come the rights
//! to castle (queenside and kingside, the other side's too), whether Black moves, the plies since
//! the last capture or pawn move, an empty plane and a full one.

use super::features::Features;
use plumb_chess::board::{CastlingRights, Color, Game, PieceKind, Position, Square, Wing};

/// Planes that go into a network.
pub(super) const PLANES: usize = 112;
/// Boards among them.
const BOARDS: usize = 8;
/// Planes of a board.
const OF_BOARD: usize = 13;
const REPEATED: usize = 12;

const CASTLING: usize = BOARDS * OF_BOARD;
const BLACK: usize = CASTLING + 4;
const CLOCK: usize = BLACK + 1;
const ONES: usize = CLOCK + 2;

/// A game ends by the 75-move rule at the latest; a FEN may have any number.
const MOST_PLIES: u16 = 150;

/// The planes of a game's current position. If a game begins in another position than the usual
/// one, that position is repeated for the boards before it, as lc0 does (`HistoryFill`
/// `fen_only`): Maia's networks learned no middlegame without earlier boards, and predict far fewer
/// moves without them.
pub(super) fn planes(game: &Game) -> Features {
    let position = game.position();
    let side = position.turn();
    let mut planes = Features::new(PLANES);
    let last = game.ply();
    let is_usual = game.start().key() == Position::start().key();
    for board in 0..BOARDS {
        let base = board * OF_BOARD;
        let ply = last.checked_sub(board);
        if let Some(earlier) = ply.and_then(|ply| game.position_at(ply)) {
            put_pieces(&mut planes, base, earlier, side);
        } else if !is_usual {
            put_pieces(&mut planes, base, game.start(), side);
            take_back_pawn(&mut planes, base, game.start(), side);
        }
        if ply.is_some_and(|ply| game.is_repeated(ply)) {
            fill(&mut planes, base + REPEATED, 1.0);
        }
    }
    let rights = position.castling().rights();
    let sides = [side, !side];
    let both = sides
        .into_iter()
        .flat_map(|side| [(side, Wing::Queen), (side, Wing::King)]);
    for (plane, (side, wing)) in both.enumerate() {
        if rights.contains(CastlingRights::single(side, wing)) {
            fill(&mut planes, CASTLING + plane, 1.0);
        }
    }
    if side == Color::Black {
        fill(&mut planes, BLACK, 1.0);
    }
    let clock = position.halfmove_clock().min(MOST_PLIES);
    fill(&mut planes, CLOCK, f32::from(clock));
    fill(&mut planes, ONES, 1.0);
    planes
}

fn put_pieces(planes: &mut Features, base: usize, position: &Position, side: Color) {
    for color in Color::ALL {
        let theirs = usize::from(color != side) * PieceKind::ALL.len();
        for kind in PieceKind::ALL {
            for square in position.pieces(color, kind) {
                put(planes, base + theirs + kind.index(), square, side, 1.0);
            }
        }
    }
}

/// Puts the pawn that can be captured en passant back on its first square, where it was before.
fn take_back_pawn(planes: &mut Features, base: usize, start: &Position, side: Color) {
    let Some(passed) = start.en_passant() else {
        return;
    };
    let mover = !start.turn();
    let pawns = base + usize::from(mover != side) * PieceKind::ALL.len();
    let step = mover.fold(8, -8);
    put(planes, pawns, passed.offset(step), side, 0.0);
    put(planes, pawns, passed.offset(-step), side, 1.0);
}

fn put(planes: &mut Features, plane: usize, square: Square, side: Color, value: f32) {
    planes.square_mut(square.relative_to(side).index())[plane] = value;
}

fn fill(planes: &mut Features, plane: usize, value: f32) {
    for square in 0..64 {
        planes.square_mut(square)[plane] = value;
    }
}
