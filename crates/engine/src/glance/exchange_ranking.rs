//! What moves are worth without a search: how the position after each is evaluated, less what
//! the opponent then wins by his best exchange. It takes some ten microseconds a move, whatever
//! the position, and sees no more than that.

use std::cmp::Reverse;

use super::level_value::level_value;
use crate::choice::Ranking;
use crate::eval::{Weights, account};
use crate::search::Score;
use plumb_chess::board::{EXCHANGE_VALUES_CP, Move, PieceKind, Position};

/// All moves, best first; equal ones in the order of the list.
pub(super) fn exchange_ranking(position: &Position, weights: &Weights) -> Ranking {
    let moves = position.legal_moves();
    let entry = |&mv: &Move| (mv, worth_cp(&position.play(mv), weights));
    let mut ranking: Ranking = moves.iter().map(entry).collect();
    ranking.sort_by_key(|&(_, cp)| Reverse(cp));
    ranking
}

/// What a position is worth, on the scale of levels, to who has just moved.
fn worth_cp(after: &Position, weights: &Weights) -> i32 {
    match (after.has_no_moves(), after.in_check()) {
        (true, true) => level_value(Score::mate_in(1)),
        (true, false) => 0,
        _ => -account(after, weights).score_cp() - most_won_cp(after),
    }
}

/// What the side to move wins by its best exchange; 0 where none wins.
fn most_won_cp(position: &Position) -> i32 {
    let is_capture = |mv: &&Move| {
        let captured = position.captured_by(**mv);
        captured.is_some_and(|kind| kind != PieceKind::King)
    };
    let moves = position.legal_moves();
    let captures: Vec<Move> = moves.iter().filter(is_capture).copied().collect();
    let wins = |gain: &i32| captures.iter().any(|&mv| position.see_at_least(mv, *gain));
    // From queens down to pawns.
    let gains = EXCHANGE_VALUES_CP
        .into_iter()
        .rev()
        .filter(|&gain| gain > 0);
    gains.into_iter().find(wins).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, to_san};

    fn ranking(fen: &str) -> Vec<(String, i32)> {
        let position = parse_fen(fen).unwrap();
        let all = exchange_ranking(&position, &Weights::embedded());
        assert_eq!(all.len(), position.legal_moves().len());
        let own = |(mv, cp)| (to_san(&position, mv), cp);
        all.into_iter().map(own).collect()
    }

    #[test]
    fn mates_captures_and_pieces_left_hanging_are_seen() {
        let mate = ranking("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
        assert_eq!(mate[0], ("Re8#".to_owned(), 9_999));
        // The rook is to be had; the queen that takes the pawn is lost.
        let captures = ranking("6k1/5ppp/2p5/1p1r4/4P3/3Q4/5PPP/6K1 w - - 0 1");
        assert_eq!(captures[0].0, "exd5");
        let cp = |san: &str| captures.iter().find(|(other, _)| other == san).unwrap().1;
        assert!(cp("Qxb5") < cp("Qe2") - 500, "{captures:?}");
        let stalemate = ranking("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
        let found = stalemate.iter().find(|(san, _)| san == "Qg6").unwrap();
        assert_eq!(found.1, 0);
    }
}
