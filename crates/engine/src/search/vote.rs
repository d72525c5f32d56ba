//! Which thread's move is played. Threads that search the same position see
//! different parts of its tree and may end with different moves.

use plumb_chess::board::Move;

use super::params::{vote_base_cp, vote_limit_cp};
use super::score::Score;

/// What one thread's last finished iteration came to.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The iteration, in plies.
    pub depth: u32,
    /// From the side to move at the root.
    pub score: Score,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Its line; the first move is the candidate's.
    pub pv: Vec<Move>,
}

/// The index of the candidate to be played, the first thread's being the first.
///
/// A proved win is played, the shortest one. Otherwise every thread votes for its
/// move, with more weight the deeper it came and the better its score is; among the
/// threads of the move that wins, the deepest is heard.
pub(super) fn elect(candidates: &[Candidate]) -> usize {
    let best = |key: &dyn Fn(usize) -> (i64, i64)| {
        // The first of equals.
        (0..candidates.len()).rev().max_by_key(|&index| key(index))
    };
    let won = candidates
        .iter()
        .any(|one| one.score.is_decisive() && !one.score.is_lost());
    let least = candidates.iter().map(|one| one.score).min();
    let chosen = if won {
        best(&|index| (candidates[index].score.to_int().into(), 0))
    } else {
        let weight = |one: &Candidate| {
            let above = least.map_or(0, |least| (one.score - least).min(vote_limit_cp()));
            i64::from(above + vote_base_cp()) * i64::from(one.depth)
        };
        best(&|index| {
            let mv = candidates[index].pv.first();
            let votes = candidates.iter().filter(|one| one.pv.first() == mv);
            (votes.map(weight).sum(), candidates[index].depth.into())
        })
    };
    chosen.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;

    fn candidate(mv: usize, depth: u32, score: Score) -> Candidate {
        Candidate {
            depth,
            score,
            seldepth: depth as usize,
            pv: vec![Position::start().legal_moves()[mv]],
        }
    }

    fn elected(candidates: &[(usize, u32, i32)]) -> usize {
        let list: Vec<_> = candidates
            .iter()
            .map(|&(mv, depth, cp)| candidate(mv, depth, Score::cp(cp)))
            .collect();
        elect(&list)
    }

    #[test]
    fn many_or_deep_or_good_votes_win_and_the_first_of_equals() {
        assert_eq!(elected(&[(0, 10, 5)]), 0);
        assert_eq!(elected(&[(0, 10, 5), (1, 10, 5)]), 0);
        assert_eq!(elected(&[(0, 10, 5), (1, 11, 5)]), 1);
        assert_eq!(elected(&[(0, 10, 5), (1, 10, 9)]), 1);
        assert_eq!(elected(&[(0, 12, 5), (1, 9, 5), (1, 10, 5)]), 2);
        assert_eq!(elected(&[(0, 12, 300), (1, 9, 0), (1, 9, 0)]), 0);
    }

    #[test]
    fn a_win_is_played_and_the_shorter_one() {
        let mates = |one: usize, other: usize| {
            elect(&[
                candidate(0, 30, Score::cp(900)),
                candidate(1, 9, Score::mate_in(one)),
                candidate(2, 8, Score::mate_in(other)),
            ])
        };
        assert_eq!((mates(5, 7), mates(7, 5)), (1, 2));
        // Being mated is no reason.
        let list = [
            candidate(0, 10, Score::mated_in(4)),
            candidate(1, 10, Score::cp(-300)),
        ];
        assert_eq!(elect(&list), 1);
    }
}
