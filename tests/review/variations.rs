//! Annotated PGN read back by shakmaty: every move of the game and of every variation.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position as _};

/// A move and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Plies before it, those of its variation's trunk too.
    pub ply: usize,
    /// In how many brackets it stands: 0 in the game itself.
    pub level: usize,
    pub san: String,
    /// It is the first move of a variation.
    pub is_first: bool,
    /// The glyphs after it.
    pub nags: Vec<u8>,
}

/// The moves of one game's text; an error names the one that is not legal.
pub fn read_back(pgn: &str) -> Result<Vec<Played>, String> {
    let fen = pgn.lines().find_map(|line| line.strip_prefix("[FEN \""));
    let start: Chess = match fen.and_then(|rest| rest.split('"').next()) {
        Some(fen) => {
            let fen: Fen = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
            fen.into_position(CastlingMode::Standard)
                .map_err(|error| error.to_string())?
        }
        None => Chess::default(),
    };
    let text: String = pgn
        .lines()
        .filter(|line| !line.starts_with('['))
        .collect::<Vec<_>>()
        .join(" ");
    // The position, the one before its last move, and how many plies there were.
    let mut now = (start.clone(), start, 0);
    let mut trunk = Vec::new();
    let mut moves: Vec<Played> = Vec::new();
    let mut opens = false;
    for word in words(&text) {
        match word.as_str() {
            "(" => {
                trunk.push(now.clone());
                now = (now.1.clone(), now.1, now.2 - 1);
                opens = true;
            }
            ")" => now = trunk.pop().ok_or("a bracket too many")?,
            "--" => {
                let passed = now
                    .0
                    .clone()
                    .swap_turn()
                    .map_err(|error| error.to_string())?;
                now = (passed, now.0, now.2 + 1);
            }
            "1-0" | "0-1" | "1/2-1/2" | "*" => {}
            nag if nag.starts_with('$') => {
                let nag = nag[1..].parse().map_err(|_| nag.to_owned())?;
                moves.last_mut().ok_or("a glyph of no move")?.nags.push(nag);
            }
            number if number.ends_with('.') => {
                let is_white = !number.ends_with("...");
                if is_white != now.0.turn().is_white() {
                    return Err(format!("{number} is not whose turn it is"));
                }
            }
            san => {
                let read = SanPlus::from_ascii(san.as_bytes()).map_err(|_| san.to_owned())?;
                let mv = read
                    .san
                    .to_move(&now.0)
                    .map_err(|_| format!("{san} is not legal"))?;
                let after = now.0.clone().play(mv).map_err(|_| san.to_owned())?;
                moves.push(Played {
                    is_first: opens,
                    ply: now.2,
                    level: trunk.len(),
                    san: san.to_owned(),
                    nags: Vec::new(),
                });
                now = (after, now.0, now.2 + 1);
                opens = false;
            }
        }
    }
    trunk
        .is_empty()
        .then_some(moves)
        .ok_or("an open bracket".to_owned())
}

/// Words, brackets apart and comments left out.
fn words(text: &str) -> Vec<String> {
    let mut outside = String::new();
    let mut is_comment = false;
    for letter in text.chars() {
        match letter {
            '{' => is_comment = true,
            '}' => is_comment = false,
            _ if is_comment => {}
            '(' | ')' => outside.extend([' ', letter, ' ']),
            _ => outside.push(letter),
        }
    }
    outside.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_variation_that_is_not_legal_is_found() {
    let good = "1. e4 (1. d4 d5 2. c4) 1... e5 $2 2. Nf3 *";
    let moves = read_back(good).unwrap();
    let levels: Vec<(usize, usize)> = moves.iter().map(|one| (one.ply, one.level)).collect();
    assert_eq!(levels, [(0, 0), (0, 1), (1, 1), (2, 1), (1, 0), (2, 0)]);
    assert_eq!(moves[4].nags, [2]);
    for bad in [
        "1. e4 (1. e5) *",
        "1. e4 (1... d4) *",
        "1. e4 e5 (1. e5) *",
        "1. e4 (1. d4 *",
        "1. e4 ) *",
    ] {
        assert!(read_back(bad).is_err(), "{bad}");
    }
}
