//! What is made of the rounds of a zig-zag at one position: arithmetic on plain
//! data, nothing searched.

use plumb_chess::board::{Game, Move};
use plumb_coach::analysis::Iteration;

use super::record::{Leader, MultiRound, SingleRound};
use super::search::rounds;
use crate::records::{ListedMove, SearchResult, Value, coordinates};

pub(super) fn single_round(game: &Game, round: &Iteration) -> Option<SingleRound> {
    Some(SingleRound {
        depth: round.depth,
        mv: coordinates(game, round.best()?),
        score: round.score.into(),
    })
}

pub(super) fn multi_round(game: &Game, round: &Iteration) -> MultiRound {
    let moves = round.lines.iter();
    MultiRound {
        depth: round.depth,
        moves: moves
            .map(|line| (coordinates(game, line.moves[0]), line.score.into()))
            .collect(),
    }
}

pub(super) fn listed(last: Option<&MultiRound>) -> Vec<ListedMove> {
    let mut listed: Vec<ListedMove> = last
        .iter()
        .flat_map(|round| {
            round
                .moves
                .iter()
                .map(|(mv, score)| ListedMove::scored(mv.clone(), *score, round.depth))
        })
        .collect();
    // Stable: equal scores stay in the engine's order.
    listed.sort_by_key(|one| std::cmp::Reverse(one.score.level_cp()));
    listed
}

/// The played move from a search for it alone; none from an engine that looked at
/// another move instead.
pub(super) fn only_line(search: &SearchResult, text: &str, played: Move) -> Option<ListedMove> {
    let round = rounds(&search.iterations).pop()?;
    (round.best() == Some(played))
        .then(|| ListedMove::scored(text.to_owned(), round.score.into(), round.depth))
}

pub(super) fn first_at(single: &[SingleRound], played: &str) -> String {
    let d = single.last().map_or(0, |round| round.depth);
    (1..=d)
        .map(|depth| {
            let round = single.iter().find(|round| round.depth == depth);
            match round {
                Some(round) if round.mv == played => '1',
                Some(_) => '0',
                None => '-',
            }
        })
        .collect()
}

pub(super) fn changes(single: &[SingleRound]) -> Vec<u32> {
    let changed = single.windows(2).filter(|pair| pair[0].mv != pair[1].mv);
    changed.map(|pair| pair[1].depth).collect()
}

pub(super) fn settled_depth(single: &[SingleRound]) -> u32 {
    let first = single.first().map_or(0, |round| round.depth);
    changes(single).last().copied().unwrap_or(first)
}

pub(super) fn swing_cp(single: &[SingleRound], d_min: u32) -> i32 {
    let counted: Vec<i32> = single
        .iter()
        .filter(|round| round.depth >= d_min)
        .map(|round| round.score.level_cp())
        .collect();
    counted
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .sum()
}

pub(super) fn played_swing_cp(multi: &[MultiRound], played: &str, d_min: u32) -> Option<i32> {
    let level = |round: &MultiRound| round.score(played).map(Value::level_cp);
    let counted = multi.iter().filter(|round| round.depth >= d_min);
    let first = counted.filter_map(level).next()?;
    Some(level(multi.last()?)? - first)
}

pub(super) fn leader(first: &SingleRound, multi: &[MultiRound]) -> Leader {
    let last = multi.last();
    let score = last.and_then(|round| round.score(&first.mv));
    let levels = last.iter().flat_map(|round| &round.moves);
    let best = levels.map(|(_, score)| score.level_cp()).max();
    Leader {
        mv: first.mv.clone(),
        is_kept: score == Some(first.score),
        behind_cp: best.zip(score).map(|(best, score)| best - score.level_cp()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(rounds: &[(u32, &str, i32)]) -> Vec<SingleRound> {
        let round = |&(depth, mv, cp): &(u32, &str, i32)| SingleRound {
            depth,
            mv: mv.to_owned(),
            score: Value::Cp(cp),
        };
        rounds.iter().map(round).collect()
    }

    fn multi(rounds: &[(u32, &[(&str, i32)])]) -> Vec<MultiRound> {
        let moves = |list: &[(&str, i32)]| {
            let one = |&(mv, cp): &(&str, i32)| (mv.to_owned(), Value::Cp(cp));
            list.iter().map(one).collect()
        };
        let round = |&(depth, list): &(u32, &[(&str, i32)])| MultiRound {
            depth,
            moves: moves(list),
        };
        rounds.iter().map(round).collect()
    }

    #[test]
    fn the_course_of_one_line_by_hand() {
        let rounds = single(&[
            (1, "e2e4", 10),
            (2, "d2d4", 90),
            (4, "e2e4", 20),
            (5, "e2e4", -5),
            (6, "g1f3", 15),
        ]);
        assert_eq!(first_at(&rounds, "e2e4"), "10-110");
        assert_eq!(changes(&rounds), [2, 4, 6]);
        assert_eq!(settled_depth(&rounds), 6);
        assert_eq!(swing_cp(&rounds, 4), 25 + 20);
        assert_eq!(swing_cp(&rounds, 1), 80 + 70 + 25 + 20);
        assert_eq!(
            (first_at(&[], "e2e4"), settled_depth(&[])),
            (String::new(), 0)
        );
    }

    #[test]
    fn the_played_move_swings_between_counted_rounds() {
        let rounds = multi(&[
            (3, &[("d2d4", 40), ("e2e4", -60)]),
            (4, &[("d2d4", 40), ("g1f3", 5)]),
            (5, &[("d2d4", 40), ("e2e4", 10)]),
            (6, &[("e2e4", 45), ("d2d4", 30)]),
        ]);
        assert_eq!(played_swing_cp(&rounds, "e2e4", 4), Some(35));
        assert_eq!(played_swing_cp(&rounds, "e2e4", 1), Some(105));
        assert_eq!(played_swing_cp(&rounds, "g1f3", 1), None);
        assert_eq!(played_swing_cp(&[], "g1f3", 1), None);
    }

    #[test]
    fn a_leader_that_keeps_its_score_is_known() {
        let first = &single(&[(8, "e2e4", 20)])[0];
        // It has the score of depth 8; the other line only looks better.
        let kept = leader(first, &multi(&[(6, &[("d2d4", 26), ("e2e4", 20)])]));
        assert_eq!((kept.is_kept, kept.behind_cp), (true, Some(6)));
        let searched = leader(first, &multi(&[(6, &[("e2e4", 31), ("d2d4", 26)])]));
        assert_eq!((searched.is_kept, searched.behind_cp), (false, Some(0)));
        let gone = leader(first, &multi(&[(6, &[("d2d4", 26)])]));
        assert_eq!((gone.is_kept, gone.behind_cp), (false, None));
    }
}
