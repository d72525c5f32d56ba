//! Reading moves as chess players write them.
//!
//! Takes what PGN files and interfaces really contain: zeros in castling,
//! missing or extra marks, long algebraic, `e8Q`, `exd6 e.p.`, `nf3`. It never
//! guesses: what may mean two moves is an error that names both. Start with
//! `parse_san`; `Pattern` is what a text says about a move.

use std::borrow::Cow;

use crate::board::{Bitboard, File, Move, PieceKind, Position, Rank, Square, Wing, piece_attacks};

use super::san::to_san;
use super::san_error::SanError;
use super::uci_move::parse_uci_move;

/// Longer text cannot be one move, however it is written.
const LONGEST: usize = 24;

/// Reads a legal move.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let bare = &*without_figurines(without_marks(text));
    if bare.is_empty() || bare.len() > LONGEST || !bare.is_ascii() {
        return Err(SanError::not_a_move(text));
    }
    if let Some(wing) = castling_wing(bare) {
        return position
            .legal_moves()
            .into_iter()
            .find(|mv| mv.is_castling() && Wing::of_rook(mv.from(), mv.to()) == wing)
            .ok_or_else(|| SanError::CannotCastle {
                side: position.turn(),
                wing,
            });
    }
    let pattern = Pattern::parse(bare);
    // `bxc3` is the pawn's move, as the standard has it. When there is none it
    // can only be the bishop's, and `bc3` may be either's.
    let bishop = bare
        .strip_prefix('b')
        .and_then(|rest| Pattern::parse_piece(PieceKind::Bishop, rest))
        .filter(|_| pattern.is_none_or(|pawn| pawn.origin_rank.is_none()));
    match (pattern, bishop) {
        (None, None) => Err(SanError::not_a_move(text)),
        (Some(pattern), None) | (None, Some(pattern)) => pattern.resolve(position),
        (Some(pawn), Some(bishop)) => {
            let mut moves = pawn.matches(position);
            if moves.is_empty() || !pawn.capture {
                moves.extend(bishop.matches(position));
            }
            only(position, moves).unwrap_or_else(|| Err(pawn.refusal(position)))
        }
    }
}

/// The text without what says nothing about which move is meant.
fn without_marks(text: &str) -> &str {
    let mut bare = text.trim();
    loop {
        let shorter = bare.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let shorter = shorter
            .strip_suffix("e.p.")
            .or_else(|| shorter.strip_suffix("ep"))
            .unwrap_or(shorter)
            .trim_end();
        if shorter.len() == bare.len() {
            return bare;
        }
        bare = shorter;
    }
}

/// The text with a letter for each figurine.
fn without_figurines(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let letter = |letter: char| match letter {
        '\u{2654}'..='\u{2658}' => ['K', 'Q', 'R', 'B', 'N'][letter as usize - 0x2654],
        '\u{265a}'..='\u{265e}' => ['K', 'Q', 'R', 'B', 'N'][letter as usize - 0x265a],
        _ => letter,
    };
    Cow::Owned(text.chars().map(letter).collect())
}

/// `O-O` and `O-O-O` with letters or zeros, with or without hyphens.
fn castling_wing(text: &str) -> Option<Wing> {
    let mut rings = 0;
    for letter in text.chars() {
        match letter {
            'O' | 'o' | '0' => rings += 1,
            '-' if rings > 0 => {}
            _ => return None,
        }
    }
    match rings {
        2 => Some(Wing::King),
        3 => Some(Wing::Queen),
        _ => None,
    }
}

/// What a text says about a move that is not castling.
#[derive(Clone, Copy)]
struct Pattern {
    /// `None` in `g1-f3`, where the square says it.
    kind: Option<PieceKind>,
    origin_file: Option<File>,
    origin_rank: Option<Rank>,
    capture: bool,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let first = text.chars().next()?;
        match PieceKind::from_char(first) {
            // A lower-case b is a file first of all.
            Some(kind) if first != 'b' => Pattern::parse_piece(kind, &text[1..]),
            _ => {
                let mut pattern = Pattern::parse_piece(PieceKind::Pawn, text)?;
                if pattern.origin_file.is_some() && pattern.origin_rank.is_some() {
                    pattern.kind = None;
                }
                Some(pattern)
            }
        }
    }

    /// Reads `1xf3`, `g1-f3`, `e8=Q` and the like: what follows the piece.
    fn parse_piece(kind: PieceKind, text: &str) -> Option<Pattern> {
        let (text, promotion) = split_promotion(text)?;
        let (rest, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let (origin, capture) = match rest.strip_suffix(['x', 'X', ':']) {
            Some(origin) => (origin, true),
            None => (rest.strip_suffix('-').unwrap_or(rest), false),
        };
        let mut pattern = Pattern {
            kind: Some(kind),
            origin_file: None,
            origin_rank: None,
            capture,
            to: Square::parse(to)?,
            promotion,
        };
        for letter in origin.chars() {
            if pattern.origin_rank.is_some() {
                return None;
            }
            if let Some(rank) = Rank::from_char(letter) {
                pattern.origin_rank = Some(rank);
            } else if letter.is_ascii_lowercase() && pattern.origin_file.is_none() {
                pattern.origin_file = Some(File::from_char(letter)?);
            } else {
                return None;
            }
        }
        Some(pattern)
    }

    /// The legal moves that fit.
    fn matches(&self, position: &Position) -> Vec<Move> {
        position
            .legal_moves()
            .into_iter()
            .filter(|mv| {
                !mv.is_castling()
                    && mv.to() == self.to
                    && self.fits_origin(mv.from())
                    && (self.promotion.is_none() || mv.promotes_to() == self.promotion)
                    && position
                        .piece_on(mv.from())
                        .is_some_and(|piece| self.kind.is_none_or(|kind| kind == piece.kind()))
            })
            .collect()
    }

    fn fits_origin(&self, from: Square) -> bool {
        self.origin_file.is_none_or(|file| file == from.file())
            && self.origin_rank.is_none_or(|rank| rank == from.rank())
    }

    fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        if let Some(result) = only(position, self.matches(position)) {
            return result;
        }
        // `Ke1-g1`, `e1-g1`: castling spelt with the king's squares.
        if let (Some(file), Some(rank)) = (self.origin_file, self.origin_rank)
            && self.kind.is_none_or(|kind| kind == PieceKind::King)
            && self.promotion.is_none()
            && let Some(mv) =
                parse_uci_move(position, &format!("{}{}", Square::at(file, rank), self.to))
        {
            return Ok(mv);
        }
        Err(self.refusal(position))
    }

    /// Why no legal move fits.
    fn refusal(&self, position: &Position) -> SanError {
        let us = position.turn();
        let could_go = |from: &Square| {
            self.fits_origin(*from)
                && position.piece_on(*from).is_some_and(|piece| {
                    self.kind.is_none_or(|kind| kind == piece.kind())
                        && reaches(position, *from, self.to)
                })
        };
        let wrong_promotion = self.promotion.is_some_and(|_| {
            let last = self.to.rank().relative_to(us) == Rank::EIGHTH;
            !last || self.kind.is_some_and(|kind| kind != PieceKind::Pawn)
        });
        if !wrong_promotion && position.side(us).into_iter().any(|from| could_go(&from)) {
            return SanError::KingInCheck { side: us };
        }
        SanError::NoPieceReaches {
            side: us,
            kind: self.kind,
            origin: [
                self.origin_file.map(File::to_char),
                self.origin_rank.map(Rank::to_char),
            ]
            .into_iter()
            .flatten()
            .collect(),
            to: self.to,
            promotion: self.promotion,
        }
    }
}

/// One move is an answer, several are an error, none is left to the caller.
fn only(position: &Position, moves: Vec<Move>) -> Option<Result<Move, SanError>> {
    match moves[..] {
        [] => None,
        [mv] => Some(Ok(mv)),
        _ => Some(Err(SanError::Ambiguous(
            moves.iter().map(|mv| to_san(position, *mv)).collect(),
        ))),
    }
}

/// Whether the piece on `from` moves that way on this board, its own king's
/// safety apart.
fn reaches(position: &Position, from: Square, to: Square) -> bool {
    let us = position.turn();
    let Some(piece) = position.piece_on(from) else {
        return false;
    };
    let attacks = piece_attacks(piece.kind(), us, from, position.occupied());
    if piece.kind() != PieceKind::Pawn {
        return attacks.has(to) && !position.side(us).has(to);
    }
    let step = |square: Square| Bitboard::from(square).forward(us) & !position.occupied();
    let once = step(from);
    let twice = once
        .first()
        .filter(|_| from.rank().relative_to(us).index() == 1)
        .map_or(Bitboard::EMPTY, step);
    (once | twice | attacks & position.side(!us)).has(to)
}

/// Splits `e8=Q`, `e8(q)`, `e8/Q` or `e8Q` before what the pawn becomes;
/// `None` when it is nothing a pawn can become.
fn split_promotion(text: &str) -> Option<(&str, Option<PieceKind>)> {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().last().filter(char::is_ascii_alphabetic) else {
        return (bare.len() == text.len()).then_some((text, None));
    };
    let kind = PieceKind::from_char(letter).filter(|kind| PieceKind::PROMOTIONS.contains(kind))?;
    let before = &bare[..bare.len() - 1];
    let square = match before.strip_suffix('(') {
        Some(square) if bare.len() < text.len() => square,
        Some(_) => return None,
        None if bare.len() < text.len() => return None,
        None => before.strip_suffix(['=', '/']).unwrap_or(before),
    };
    Some((square, Some(kind)))
}

#[cfg(test)]
#[path = "san_tests.rs"]
mod tests;
