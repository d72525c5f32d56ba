//! What another engine shows of its thinking, in the form in which Plumb's own
//! searches are remembered.
//!
//! With that, levels, course and alternatives of any engine come from the same
//! code. What an engine leaves out is filled as follows: no selective depth
//! counts as the iteration's depth; no rank counts as the first line; a line is
//! cut before its first move that is not legal. Start with `iterations_of`.

use std::collections::BTreeMap;

use plumb_chess::board::{Move, Position};
use plumb_chess::notation::parse_move;
use plumb_coach::analysis::{Iteration, RankedLine};
use plumb_engine::search::{Bound, Score, ScoreValue};
use plumb_protocol::peer::Info;

use super::value::Value;

/// The longest mate taken for one, in moves: a score knows no longer ones.
const LONGEST_MATE: i32 = 119;

/// The reports of a search of `root`, in order, scores from the side to move.
///
/// Of a search for one line (`lines` is 1) every score of the first line becomes
/// a report, so that repeated, falling and skipped selective depths stay as the
/// engine gave them. A line without a legal move keeps its score and has no
/// moves. Of a search for several, each depth becomes one report: the last exact
/// score of each rank, ranks in order as far as none is missing; a move that
/// stands at two ranks counts at the better one. What has no depth or no score
/// is left out.
pub fn iterations_of(history: &[Info], root: &Position, lines: usize) -> Vec<Iteration> {
    if lines <= 1 {
        return history
            .iter()
            .filter(|info| info.rank.unwrap_or(1) == 1)
            .filter_map(|info| {
                let (score, bound) = score_of(info)?;
                let ranked = ranked_line(info, score, root);
                iteration(info, score, bound, ranked.into_iter().collect())
            })
            .collect();
    }
    let mut depths: BTreeMap<u32, BTreeMap<u32, &Info>> = BTreeMap::new();
    for info in history {
        if let (Some(depth), Some((_, Bound::Exact))) = (info.depth, info.score) {
            let ranks = depths.entry(depth).or_default();
            ranks.insert(info.rank.unwrap_or(1), info);
        }
    }
    depths
        .into_values()
        .filter_map(|ranks| {
            let mut found: Vec<RankedLine> = Vec::new();
            for (index, (rank, info)) in ranks.iter().enumerate() {
                if *rank as usize != index + 1 {
                    break;
                }
                let line = score_of(info).and_then(|(score, _)| ranked_line(info, score, root));
                let Some(line) = line else {
                    break;
                };
                if found.iter().all(|other| other.moves[0] != line.moves[0]) {
                    found.push(line);
                }
            }
            let (score, bound) = score_of(ranks.get(&1)?)?;
            iteration(ranks.get(&1)?, score, bound, found)
        })
        .collect()
}

/// A score as an engine tells it, brought into the range of ours.
pub(super) fn score_from(value: ScoreValue) -> Score {
    match value {
        ScoreValue::Cp(cp) => Score::cp(cp),
        ScoreValue::Mate(moves) => Value::Mate(moves.clamp(-LONGEST_MATE, LONGEST_MATE)).score(),
    }
}

fn score_of(info: &Info) -> Option<(Score, Bound)> {
    info.score.map(|(value, bound)| (score_from(value), bound))
}

fn iteration(info: &Info, score: Score, bound: Bound, lines: Vec<RankedLine>) -> Option<Iteration> {
    Some(Iteration {
        depth: info.depth?,
        seldepth: seldepth_of(info),
        score,
        bound,
        nodes: info.nodes.unwrap_or(0),
        time_ms: info.time_ms.unwrap_or(0),
        lines,
    })
}

/// The selective depth in plies; the iteration's depth where none is told.
fn seldepth_of(info: &Info) -> usize {
    let told = info.seldepth.filter(|&plies| plies > 0);
    told.or(info.depth).unwrap_or(0) as usize
}

/// The line as far as it is legal; none if not even its first move is.
fn ranked_line(info: &Info, score: Score, root: &Position) -> Option<RankedLine> {
    let moves = legal_part(root, &info.pv);
    (!moves.is_empty()).then_some(RankedLine {
        score,
        seldepth: seldepth_of(info),
        moves,
    })
}

fn legal_part(root: &Position, words: &[String]) -> Vec<Move> {
    let mut position = root.clone();
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let Ok(mv) = parse_move(&position, word) else {
            break;
        };
        position = position.play(mv);
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_coach::analysis::{Course, Levels};

    fn info(depth: u32, seldepth: u32, score: ScoreValue, pv: &str) -> Info {
        Info {
            depth: Some(depth),
            seldepth: (seldepth > 0).then_some(seldepth),
            score: Some((score, Bound::Exact)),
            pv: pv.split_whitespace().map(str::to_owned).collect(),
            ..Info::default()
        }
    }

    fn ranked(depth: u32, rank: u32, cp: i32, pv: &str) -> Info {
        Info {
            rank: Some(rank),
            ..info(depth, 0, ScoreValue::Cp(cp), pv)
        }
    }

    #[test]
    fn levels_of_another_engine_worked_out_by_hand() {
        let cp = ScoreValue::Cp;
        let mut bound = info(4, 9, cp(700), "d2d4");
        bound.score = Some((cp(700), Bound::Lower));
        let history = [
            info(1, 1, cp(10), "e2e4"),
            // Repeated: the later of the two at selective depth 3 counts.
            info(2, 3, cp(20), "e2e4 e7e5"),
            info(3, 3, cp(25), "d2d4"),
            bound,
            // Skipped 4 and 5, then falling back to 5.
            info(4, 6, cp(40), "d2d4"),
            info(5, 5, cp(-15), "e2e4"),
            // No selective depth: the depth counts.
            info(8, 0, ScoreValue::Mate(-4), "e2e4"),
        ];
        let iterations = iterations_of(&history, &Position::start(), 1);
        let levels = Levels::of(&iterations, 10).unwrap();
        // 1; 2 takes 3's; 3; 4 takes 5's; 5; 6; 7 takes 8's; 8; then repeated.
        let mated = -9_996;
        let expected = [10, 25, 25, -15, -15, 40, mated, mated, mated, mated];
        assert_eq!(
            (levels.values.as_slice(), levels.extrapolated),
            (&expected[..], 2)
        );
        let course = Course::of(&iterations).unwrap();
        assert_eq!(course.changes, [3, 5]);
    }

    #[test]
    fn an_after_search_is_seen_by_the_mover() {
        // The opponent is mated in 2: the mover mates in 3, four plies later.
        let history = [
            info(1, 2, ScoreValue::Cp(-30), "e2e4"),
            info(2, 4, ScoreValue::Mate(-2), "e2e4"),
        ];
        let iterations: Vec<_> = iterations_of(&history, &Position::start(), 1)
            .iter()
            .map(Iteration::for_mover)
            .collect();
        let levels = Levels::of(&iterations, 4).unwrap();
        assert_eq!(levels.values, [30, 30, 9_997, 9_997]);
    }

    #[test]
    fn several_lines_make_one_report_a_depth() {
        let history = [
            ranked(1, 1, 10, "e2e4"),
            ranked(1, 2, 5, "d2d4"),
            ranked(2, 1, 12, "e2e4"),
            // Overtaken: the engine ranks the depth anew.
            ranked(2, 2, 9, "d2d4"),
            ranked(2, 1, 30, "d2d4 d7d5"),
            ranked(2, 2, 12, "e2e4"),
            // An unfinished depth, and a rank without the ones before it.
            ranked(3, 1, 14, "d2d4"),
            ranked(4, 2, 14, "d2d4"),
        ];
        let iterations = iterations_of(&history, &Position::start(), 2);
        let shape: Vec<_> = iterations
            .iter()
            .map(|report| (report.depth, report.score.to_int(), report.lines.len()))
            .collect();
        assert_eq!(shape, [(1, 10, 2), (2, 30, 2), (3, 14, 1)]);
        assert_eq!(iterations[1].moves().len(), 2);
    }

    #[test]
    fn a_move_counts_at_its_better_rank_only() {
        let history = [ranked(3, 1, 30, "e2e4"), ranked(3, 2, 20, "e2e4")];
        let iterations = iterations_of(&history, &Position::start(), 2);
        assert_eq!(iterations[0].lines.len(), 1);
    }

    #[test]
    fn lines_end_before_what_is_not_legal_and_scores_stay() {
        let history = [
            info(1, 1, ScoreValue::Cp(3), ""),
            info(2, 2, ScoreValue::Cp(4), "e2e4 e7e5 e4e5 g8f6"),
            info(3, 3, ScoreValue::Cp(5), "h9h9"),
            Info::default(),
        ];
        let iterations = iterations_of(&history, &Position::start(), 1);
        let moves: Vec<_> = iterations
            .iter()
            .map(|report| report.moves().len())
            .collect();
        assert_eq!(moves, [0, 2, 0]);
        assert_eq!(Levels::of(&iterations, 3).unwrap().values, [3, 4, 5]);
    }

    #[test]
    fn absurd_scores_are_brought_into_range() {
        assert_eq!(score_from(ScoreValue::Cp(i32::MIN)), Score::cp(-40_000));
        assert!(score_from(ScoreValue::Mate(i32::MAX)).is_mate());
        assert!(score_from(ScoreValue::Mate(i32::MIN)).is_mated());
        assert_eq!(score_from(ScoreValue::Mate(0)), Score::mated_in(0));
    }
}
