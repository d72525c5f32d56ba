//! King and pawn against king: who wins, for every position, exactly.
//!
//! The answers are worked out backwards when they are first needed, a
//! millisecond's work: from promotions that win, through every king move and
//! pawn move that leads to a win known already, until nothing new is found.
//! What is not found by then is a draw. The pawn is White's and stands on the
//! files a to d; `won` turns other positions into those. Sets of squares for
//! the lone king are handled as bitboards, all 64 squares in one step.

use std::sync::LazyLock;

use plumb_chess::board::{
    Bitboard, Color, File, Rank, Square, bishop_attacks, king_attacks, pawn_attacks, rook_attacks,
};

/// A pawn on one of four files and six ranks.
const PAWN_SQUARES: usize = 24;

/// For each pawn square and each square of its king: where the lone king is
/// lost.
type Lost = [[Bitboard; 64]; PAWN_SQUARES];

struct Bitbase {
    pawn_side_moves: Lost,
    lone_king_moves: Lost,
}

static BITBASE: LazyLock<Bitbase> = LazyLock::new(solve);

/// True if the pawn of `strong` wins.
pub(super) fn won(strong: Color, king: Square, pawn: Square, lone: Square, turn: Color) -> bool {
    let seen = |square: Square| {
        let square = square.relative_to(strong);
        if pawn.file().index() < 4 {
            square
        } else {
            square.mirrored()
        }
    };
    let Some(pawn) = pawn_slot(seen(pawn)) else {
        return false;
    };
    let table = if turn == strong {
        &BITBASE.pawn_side_moves
    } else {
        &BITBASE.lone_king_moves
    };
    table[pawn][seen(king).index()].has(seen(lone))
}

fn pawn_slot(pawn: Square) -> Option<usize> {
    let (file, rank) = (pawn.file().index(), pawn.rank().index());
    (file < 4 && (1..7).contains(&rank)).then_some((rank - 1) * 4 + file)
}

fn pawn_square(slot: usize) -> Square {
    Square::at(File::new(slot % 4), Rank::new(slot / 4 + 1))
}

/// The squares that a king on any of these can go to.
fn king_steps(kings: Bitboard) -> Bitboard {
    let beside = kings.east() | kings.west();
    let row = kings | beside;
    beside | row.forward(Color::White) | row.forward(Color::Black)
}

fn solve() -> Bitbase {
    let mut base = Bitbase {
        pawn_side_moves: [[Bitboard::EMPTY; 64]; PAWN_SQUARES],
        lone_king_moves: [[Bitboard::EMPTY; 64]; PAWN_SQUARES],
    };
    // A pawn only goes forward, so that what comes of its moves is known when
    // the far ranks are solved first.
    for slot in (0..PAWN_SQUARES).rev() {
        while improve(&mut base, slot) {}
    }
    base
}

/// One round over all squares of the pawn's king; true if wins were found.
fn improve(base: &mut Bitbase, slot: usize) -> bool {
    let pawn = pawn_square(slot);
    let guarded = pawn_attacks(Color::White, pawn);
    let mut found = false;
    for king in Bitboard::ALL.without(pawn) {
        // Where the lone king may stand whoever is to move.
        let room = !king_attacks(king).with(king).with(pawn);
        let mut wins = after_pawn_moves(base, slot, king);
        for step in king_attacks(king).without(pawn) {
            wins |= base.lone_king_moves[slot][step.index()];
        }
        // With the pawn's side to move the lone king is not in check.
        let wins = wins & room & !guarded;

        let safe = !king_attacks(king).with(king) & !guarded;
        let stalemates = room & !guarded & !king_steps(safe);
        let escapes = king_steps(safe & !wins);
        let losses = room & !escapes & !stalemates;

        found |= wins != base.pawn_side_moves[slot][king.index()];
        found |= losses != base.lone_king_moves[slot][king.index()];
        base.pawn_side_moves[slot][king.index()] = wins;
        base.lone_king_moves[slot][king.index()] = losses;
    }
    found
}

/// Where the lone king is lost because the pawn moves now. Squares that no
/// king could stand on may be among them.
fn after_pawn_moves(base: &Bitbase, slot: usize, king: Square) -> Bitboard {
    let stop = pawn_square(slot).offset(8);
    if stop == king {
        return Bitboard::EMPTY;
    }
    if stop.rank() == Rank::EIGHTH {
        return promotions(king, stop);
    }
    let mut wins = base.lone_king_moves[slot + 4][king.index()];
    let double = stop.offset(8);
    if slot < 4 && double != king {
        wins |= base.lone_king_moves[slot + 8][king.index()].without(stop);
    }
    wins
}

/// Where the lone king is lost to a new queen or rook: anywhere but where he
/// takes it or is stalemated.
fn promotions(king: Square, stop: Square) -> Bitboard {
    let guarded = king_attacks(king).has(stop);
    let mut wins = Bitboard::EMPTY;
    for lone in Bitboard::ALL.without(stop) {
        let steps = king_attacks(lone);
        if steps.has(stop) && !guarded {
            continue;
        }
        let blockers = Bitboard::from(king);
        let straight = rook_attacks(stop, blockers);
        let stalemates = |attacks: Bitboard| {
            // He takes nothing: he is far from the piece, or it is guarded.
            let free = steps & !(attacks | king_attacks(king)).with(king).with(stop);
            free.is_empty() && !attacks.has(lone)
        };
        let queen = straight | bishop_attacks(stop, blockers);
        if !stalemates(queen) || !stalemates(straight) {
            wins = wins.with(lone);
        }
    }
    wins
}

#[cfg(test)]
mod tests {
    use super::*;

    /// King, pawn, lone king, and who moves: `+` for the pawn's side.
    fn wins(strong: Color, text: &str) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        let square = |index: usize| Square::parse(words[index]).unwrap();
        let turn = if words[3] == "+" { strong } else { !strong };
        won(strong, square(0), square(1), square(2), turn)
    }

    /// Both agree with the Syzygy tables position by position: see
    /// `tests/evaluation/endgame_tables.rs`, which asks them when it is told where they are.
    #[test]
    fn as_many_wins_as_there_are() {
        // Together 111,282, as every such table finds.
        let count = |table: &Lost| -> u32 { table.iter().flatten().map(|s| s.count()).sum() };
        assert_eq!(count(&BITBASE.pawn_side_moves), 62_480);
        assert_eq!(count(&BITBASE.lone_king_moves), 48_802);
    }

    #[test]
    fn king_steps_are_those_of_each_king() {
        for square in Bitboard::ALL {
            assert_eq!(king_steps(square.into()), king_attacks(square));
        }
        assert_eq!(king_steps(Bitboard(0b11)), Bitboard(0b111 << 8 | 0b111));
    }

    /// What every book on pawn endings begins with.
    #[test]
    fn textbook_positions() {
        for (text, expected) in [
            // King on the sixth before his pawn: won whoever moves.
            ("e6 e5 e8 +", true),
            ("e6 e5 e8 -", true),
            // The opposition: whoever has to move gives way.
            ("e4 e3 e6 +", false),
            ("e4 e3 e6 -", true),
            // Two squares ahead of the pawn, there is a spare pawn move.
            ("e4 e2 e6 +", true),
            // The pawn reaches the seventh without check, or with.
            ("d6 e6 e8 +", true),
            ("d6 e6 e8 -", false),
            // Stalemate.
            ("e6 e7 e8 -", false),
            // The square of the pawn.
            ("h1 a5 f5 -", true),
            ("h1 a5 e5 -", false),
            ("h1 a5 e5 +", true),
            // A rook's pawn: the king reaches its corner, or is shut out.
            ("b6 a5 a8 +", false),
            ("b7 a5 d7 -", true),
            // A new queen would be stalemate, a rook wins.
            ("c6 c7 a7 +", true),
        ] {
            assert_eq!(wins(Color::White, text), expected, "{text}");
            // The same for Black, and on the other wing.
            let turned = |flip: fn(Square) -> Square| -> String {
                let word = |word: &str| match Square::parse(word) {
                    Some(square) => flip(square).to_string(),
                    None => word.to_owned(),
                };
                text.split(' ').map(word).collect::<Vec<_>>().join(" ")
            };
            let black = turned(|square| square.relative_to(Color::Black));
            assert_eq!(wins(Color::Black, &black), expected, "{black}");
            let wing = turned(Square::mirrored);
            assert_eq!(wins(Color::White, &wing), expected, "{wing}");
        }
    }
}
