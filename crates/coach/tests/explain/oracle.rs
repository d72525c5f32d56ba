//! The board by shakmaty, with material played out by a plain search of its own.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _, Role};

/// Every position of a line that was given as FEN and coordinates; an error names the
/// move that is not legal.
pub fn positions(fen: &str, moves: &[String]) -> Result<Vec<Chess>, String> {
    let fen_read: Fen = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let start: Chess = fen_read
        .into_position(CastlingMode::Standard)
        .map_err(|error| format!("{fen}: {error}"))?;
    let mut positions = vec![start];
    for text in moves {
        let last = positions[positions.len() - 1].clone();
        let read: UciMove = text.parse().map_err(|_| format!("{text} is no move"))?;
        let mv = read
            .to_move(&last)
            .map_err(|_| format!("{text} is not legal"))?;
        positions.push(last.play(mv).map_err(|_| format!("{text} is not legal"))?);
    }
    Ok(positions)
}

/// The move that a text is, written exactly as it should be.
pub fn san_move(position: &Chess, text: &str) -> Option<Move> {
    let mv = SanPlus::from_ascii(text.as_bytes())
        .ok()?
        .san
        .to_move(position)
        .ok()?;
    (SanPlus::from_move(position.clone(), mv).to_string() == text).then_some(mv)
}

pub fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// What `side` has more than the other, in pawns.
pub fn material(position: &Chess, side: Color) -> i32 {
    let board = position.board();
    Role::ALL
        .iter()
        .map(|&role| {
            let count = |side| (board.by_role(role) & board.by_color(side)).count() as i32;
            worth(role) * (count(side) - count(side.other()))
        })
        .sum()
}

const NODES: u32 = 400_000;
const PLIES: u32 = 24;

/// The material of `side` once captures are played out: the side to move lets things be,
/// takes or promotes to a queen; in check it does anything. Nothing where that is too much
/// to look at.
pub fn settled_material(position: &Chess, side: Color) -> Option<i32> {
    let mut nodes = 0;
    let own = quiesce(position, -9_999, 9_999, 0, &mut nodes);
    let own = if position.turn() == side { own } else { -own };
    (nodes < NODES).then_some(own)
}

fn quiesce(position: &Chess, mut alpha: i32, beta: i32, ply: u32, nodes: &mut u32) -> i32 {
    *nodes += 1;
    let stand = material(position, position.turn());
    if *nodes >= NODES || ply >= PLIES {
        return stand;
    }
    let mut best = match position.is_check() {
        true => ply as i32 - 1_000,
        false => stand,
    };
    alpha = alpha.max(best);
    if best >= beta {
        return best;
    }
    let mut moves = position.legal_moves();
    if !position.is_check() {
        let is_noisy = |mv: &Move| match mv.promotion() {
            Some(role) => role == Role::Queen,
            None => mv.is_capture(),
        };
        moves.retain(|mv| is_noisy(mv));
    }
    moves.sort_by_key(|mv| (-mv.capture().map_or(0, worth), worth(mv.role())));
    for mv in moves {
        let Ok(next) = position.clone().play(mv) else {
            continue;
        };
        best = best.max(-quiesce(&next, -beta, -alpha, ply + 1, nodes));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Whether the side to move can force mate in so many moves, whatever is answered.
pub fn forces_mate(position: &Chess, moves: usize) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let Ok(next) = position.clone().play(mv) else {
                return false;
            };
            if next.is_checkmate() {
                return true;
            }
            let replies = next.legal_moves();
            moves > 1
                && !replies.is_empty()
                && replies.into_iter().all(|reply| {
                    let after = next.clone().play(reply);
                    after.is_ok_and(|after| forces_mate(&after, moves - 1))
                })
        })
}
