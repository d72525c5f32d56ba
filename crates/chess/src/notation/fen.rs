//! FEN in and out: 4 or 6 fields, X-FEN and Shredder-FEN.

use crate::board::{
    Bitboard, Color, File, Piece, PieceKind, Position, PositionError, Rank, Setup, Square,
};
use plumb_support::wording::say;

/// The FEN of the ordinary start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How castling rights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FenStyle {
    /// `KQkq`, with a file letter only where an inner rook is meant (X-FEN).
    #[default]
    XFen,
    /// The rooks' files, always (Shredder-FEN).
    Shredder,
}

/// Why a FEN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    /// Not 4 or 6 fields (5 with a clock but no move number is accepted).
    #[error("{}", say!(fen.fields, count = .0))]
    FieldCount(usize),
    /// The board does not have eight ranks.
    #[error("{}", say!(fen.ranks, count = .0))]
    RankCount(usize),
    /// A rank, counted from the top, does not have eight squares.
    #[error(
        "{}",
        say!(fen.rank_length, rank = .rank, squares = .squares)
    )]
    RankLength { rank: char, squares: usize },
    /// A letter that is no piece.
    #[error("{}", say!(fen.piece, letter = .0.escape_default()))]
    UnknownPiece(char),
    /// The side to move is neither `w` nor `b`.
    #[error("{}", say!(fen.turn, text = .0.escape_default()))]
    Turn(String),
    /// A castling letter that is not one of KQkq, a to h, or `-`.
    #[error("{}", say!(fen.castling_letter, letter = .0.escape_default()))]
    CastlingLetter(char),
    /// A castling letter for which no rook stands there.
    #[error("{}", say!(fen.no_rook, letter = .0))]
    NoRook(char),
    /// The en-passant field is neither a square nor `-`.
    #[error("{}", say!(fen.en_passant, text = .0.escape_default()))]
    EnPassant(String),
    /// The halfmove clock is not a number.
    #[error("{}", say!(fen.halfmove_clock, text = .0.escape_default()))]
    HalfmoveClock(String),
    /// The move number is not a number.
    #[error("{}", say!(fen.move_number, text = .0.escape_default()))]
    MoveNumber(String),
    /// The text is well formed but the position is not legal.
    #[error("{}", say!(fen.illegal, error = .0))]
    Illegal(PositionError),
}

/// Reads a FEN as a legal position. A castling letter means the outermost rook on that side of
/// the king, wherever the king is on its first rank (X-FEN): such a position is one of Chess960,
/// and castling there is legal.
pub fn parse_fen(text: &str) -> Result<Position, FenError> {
    Position::from_setup(&parse_setup(text)?).map_err(FenError::Illegal)
}

/// Reads a FEN without asking whether the position is legal.
pub fn parse_setup(text: &str) -> Result<Setup, FenError> {
    let fields: Vec<&str> = text.split_whitespace().take(8).collect();
    if !(4..=6).contains(&fields.len()) {
        return Err(FenError::FieldCount(fields.len()));
    }
    let mut setup = Setup::empty();
    parse_board(fields[0], &mut setup)?;
    setup.turn = match fields[1] {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::Turn(shortened(other))),
    };
    setup.castling_rooks = parse_castling(fields[2], &setup)?;
    setup.en_passant = match fields[3] {
        "-" | "–" => None,
        name => Some(Square::parse(name).ok_or_else(|| FenError::EnPassant(shortened(name)))?),
    };
    // Counters too large for their type stand for "very many".
    if let Some(text) = fields.get(4) {
        setup.halfmove_clock = counter(text, FenError::HalfmoveClock)?.min(10_000) as u16;
    }
    if let Some(text) = fields.get(5) {
        setup.fullmove_number = counter(text, FenError::MoveNumber)?.clamp(1, 100_000) as u32;
    }
    Ok(setup)
}

fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

fn counter(text: &str, wrong: fn(String) -> FenError) -> Result<u64, FenError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong(shortened(text)));
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

fn parse_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    for (row, rank) in text.split('/').zip((0..8).rev().map(Rank::new)) {
        let mut squares = 0;
        for letter in row.chars() {
            if let Some(gap) = letter.to_digit(10).filter(|gap| (1..=8).contains(gap)) {
                squares += gap as usize;
                continue;
            }
            let piece = Piece::from_char(letter).ok_or(FenError::UnknownPiece(letter))?;
            if squares < 8 {
                setup.pieces[Square::at(File::new(squares), rank).index()] = Some(piece);
            }
            squares += 1;
        }
        if squares != 8 {
            return Err(FenError::RankLength {
                rank: rank.to_char(),
                squares,
            });
        }
    }
    Ok(())
}

fn parse_castling(text: &str, setup: &Setup) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if text == "-" || text == "–" {
        return Ok(rooks);
    }
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let back = Bitboard::from_rank(Rank::FIRST.relative_to(side));
        let own = setup.squares_of(Piece::new(side, PieceKind::Rook)) & back;
        let king = (setup.squares_of(Piece::new(side, PieceKind::King)) & back).first();
        let rook = match (letter.to_ascii_lowercase(), king) {
            // X-FEN: the outermost rook on that side of the king.
            ('k', Some(king)) => own
                .into_iter()
                .filter(|rook| rook.file() > king.file())
                .last(),
            ('q', Some(king)) => own.into_iter().find(|rook| rook.file() < king.file()),
            ('a'..='h', Some(_)) => {
                File::from_char(letter).and_then(|file| (own & Bitboard::from_file(file)).first())
            }
            ('k' | 'q' | 'a'..='h', None) => None,
            _ => return Err(FenError::CastlingLetter(letter)),
        };
        rooks = rooks.with(rook.ok_or(FenError::NoRook(letter))?);
    }
    Ok(rooks)
}

/// Writes a position as a FEN with six fields. The en-passant field is filled
/// only where a capture en passant is legal.
pub fn to_fen(position: &Position, style: FenStyle) -> String {
    let mut fen = to_epd(position, style);
    fen.push_str(&format!(
        " {} {}",
        position.halfmove_clock(),
        position.fullmove_number()
    ));
    fen
}

/// The first four fields of the FEN.
pub fn to_epd(position: &Position, style: FenStyle) -> String {
    let mut fen = String::with_capacity(80);
    for rank in (0..8).rev().map(Rank::new) {
        let mut gap = 0;
        for file in (0..8).map(File::new) {
            match position.piece_on(Square::at(file, rank)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        fen.push((b'0' + gap) as char);
                        gap = 0;
                    }
                    fen.push(piece.to_char());
                }
            }
        }
        if gap > 0 {
            fen.push((b'0' + gap) as char);
        }
        if rank != Rank::FIRST {
            fen.push('/');
        }
    }
    fen.push_str(position.turn().fold(" w ", " b "));
    push_castling(&mut fen, position, style);
    match position.en_passant() {
        Some(square) => fen.push_str(&format!(" {square}")),
        None => fen.push_str(" -"),
    }
    fen
}

fn push_castling(fen: &mut String, position: &Position, style: FenStyle) {
    use crate::board::Wing;
    let before = fen.len();
    for side in Color::ALL {
        let back = Bitboard::from_rank(Rank::FIRST.relative_to(side));
        let rooks = position.pieces(side, PieceKind::Rook) & back;
        for wing in Wing::ALL {
            let Some(rook) = position.castling().rook(side, wing) else {
                continue;
            };
            let further_out = |other: &Square| match wing {
                Wing::King => other.file() > rook.file(),
                Wing::Queen => other.file() < rook.file(),
            };
            let outermost = !rooks.into_iter().any(|other| further_out(&other));
            let letter = match (style, wing) {
                (FenStyle::XFen, Wing::King) if outermost => 'k',
                (FenStyle::XFen, Wing::Queen) if outermost => 'q',
                _ => rook.file().to_char(),
            };
            fen.push(side.fold(letter.to_ascii_uppercase(), letter));
        }
    }
    if fen.len() == before {
        fen.push('-');
    }
}
