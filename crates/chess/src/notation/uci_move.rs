//! Moves as coordinates: `e2e4`, `e7e8q`, castling as `e1g1` or, in Chess960,
//! as the king taking his own rook.

use crate::board::{CastlingRights, Color, Move, MoveKind, PieceKind, Position, Square, Wing};

/// How castling is written in coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CastlingStyle {
    /// The king's own two squares: `e1g1`.
    #[default]
    Standard,
    /// The king onto the rook: `e1h1`, as `UCI_Chess960` asks for.
    Chess960,
}

impl CastlingStyle {
    /// The standard one, unless castling from this position only makes sense in
    /// Chess960: kings or rooks with rights stand elsewhere.
    pub fn natural(position: &Position) -> CastlingStyle {
        let home = Position::start().castling().rook_squares();
        let castling = position.castling();
        let king_is_astray = |side| {
            castling.rights().intersects(CastlingRights::of(side))
                && position.king(side) != Position::start().king(side)
        };
        let is_odd = !castling.rights().is_empty()
            && ((castling.rook_squares() & !home).any()
                || Color::ALL.into_iter().any(king_is_astray));
        if is_odd {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        }
    }
}

/// Writes a move of this position.
pub fn to_uci_move(position: &Position, mv: Move, style: CastlingStyle) -> String {
    let to = if mv.is_castling() && style == CastlingStyle::Standard {
        Wing::of_rook(mv.from(), mv.to()).king_target(position.turn())
    } else {
        mv.to()
    };
    // Written millions of times where files of records are read.
    let mut text = String::with_capacity(5);
    for square in [mv.from(), to] {
        text.push(square.file().to_char());
        text.push(square.rank().to_char());
    }
    if let MoveKind::Promotion(kind) = mv.kind() {
        text.push(kind.to_char());
    }
    text
}

/// Reads a legal move in coordinates; `None` when no legal move is meant.
/// Both ways of writing castling are understood wherever they are not
/// ambiguous, whatever the game.
pub fn parse_uci_move(position: &Position, text: &str) -> Option<Move> {
    let (from, rest) = text.split_at_checked(2)?;
    let (to, promotion) = rest.split_at_checked(2)?;
    let (from, to) = (Square::parse(from)?, Square::parse(to)?);
    let promotion = match promotion {
        "" => None,
        letter => Some(single_char(letter).and_then(PieceKind::from_char)?),
    };
    let moves = position.legal_moves();
    let exact = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotes_to() == promotion;
    if let Some(mv) = moves.iter().find(exact) {
        return Some(*mv);
    }
    // The king to where castling takes him, unless that is one step away and
    // so an ordinary move (found above if legal).
    let castles_to = |mv: &&Move| {
        mv.is_castling()
            && mv.from() == from
            && from.distance(to) > 1
            && Wing::of_rook(mv.from(), mv.to()).king_target(position.turn()) == to
    };
    moves
        .iter()
        .find(castles_to)
        .filter(|_| promotion.is_none())
        .copied()
}

fn single_char(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
