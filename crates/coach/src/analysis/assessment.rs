//! One position looked at in every way: the order of the searches, and what is
//! made of each.
//!
//! Every search begins with a cleared table, so that an assessment depends on
//! the position, its history and the settings alone, whatever was analysed
//! before. Within the alternatives, and along the forced line, the table stays:
//! those only go deeper or forwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::accounts::Accounts;
use super::alternatives::{Alternatives, Candidate};
use super::course::Course;
use super::difficulty::Difficulty;
use super::error::AnalysisError;
use super::forced::{ForcedLine, ForcedOptions};
use super::iteration::{Iteration, from_ply_before};
use super::king_threat::KingThreat;
use super::levels::Levels;
use super::mate_risk::MateRisk;
use super::probe::Probe;
use super::request::{AnalysisInput, Effort, Settings};
use super::shape::Shape;
use plumb_chess::board::{Game, Move, Outcome};
use plumb_engine::choice::ReganReference;
use plumb_engine::eval::{WdlModel, Weights, finished_win_draw_loss, win_draw_loss};
use plumb_engine::glance::level_value;
use plumb_engine::search::{Bound, Clock, Limits, Score};
use plumb_engine::tables::Models;

/// A search for one line, before or after the move.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnSearch {
    /// Every report, scores from the mover's side.
    pub iterations: Vec<Iteration>,
    /// The score of the last exact report, from the mover's side.
    pub score: Score,
    /// The evaluation levels.
    pub levels: Levels,
    /// The levels less the best search's final score, smoothed and scaled.
    pub shape: Shape,
    /// How the choice settled; none where the game was over.
    pub course: Option<Course>,
    /// Nodes it took.
    pub nodes: u64,
}

impl OwnSearch {
    /// The line of the last exact report; after the move for the played one.
    pub fn line(&self) -> &[Move] {
        last_exact(&self.iterations).map_or(&[], Iteration::moves)
    }
}

/// The played move, searched on its own and among the others.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedAssessment {
    /// The move.
    pub mv: Move,
    /// The search of the position after it, seen by the mover.
    pub search: OwnSearch,
    /// The best search's score less this one's, in centipawns: negative when the
    /// move turned out better than the first choice.
    pub drop_cp: i32,
    /// It is the first choice of the single-line search.
    pub is_first_choice: bool,
}

/// Everything that is known about one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// How it was looked at.
    pub settings: Settings,
    /// How the game has ended, if it has; then nothing was searched unless
    /// moves remain (a third repetition, or the fifty-move rule).
    pub outcome: Option<Outcome>,
    /// The position itself; none where there is no legal move.
    pub best: Option<OwnSearch>,
    /// Chances to win, draw and lose that its score, or the end of the game, gives the
    /// mover, in thousandths.
    pub chances: Option<[u32; 3]>,
    /// The played move, if one was named.
    pub played: Option<PlayedAssessment>,
    /// What else could have been played.
    pub alternatives: Option<Alternatives>,
    /// The mates the mover could force, if any.
    pub mate_risk: Option<MateRisk>,
    /// How near the kings are to being mated.
    pub threat: KingThreat,
    /// How long the best line was forced.
    pub forced: ForcedLine,
    /// How hard the best move was to find.
    pub difficulty: Option<Difficulty>,
    /// Where the score came from.
    pub accounts: Option<Accounts>,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// It was stopped, and some of this is less deep than was asked for.
    pub is_stopped: bool,
}

fn last_exact(iterations: &[Iteration]) -> Option<&Iteration> {
    iterations
        .iter()
        .rfind(|iteration| iteration.bound == Bound::Exact)
}

/// Some positions never become so deep: this many nodes are enough to try.
const SELDEPTH_NODES: u64 = 50_000_000;

fn limits(effort: Effort) -> (Limits, Option<usize>) {
    match effort {
        Effort::Nodes(nodes) => (Limits::nodes(nodes), None),
        Effort::Depth(plies) => (Limits::depth(plies), None),
        Effort::Seldepth(plies) => (Limits::nodes(SELDEPTH_NODES), Some(plies)),
        Effort::MoveTime(ms) => {
            let clock = Clock::MoveTime(ms);
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            (limits, None)
        }
    }
}

/// Looks at a position in every way, until done or until `stop` is set; then
/// with what there is. Errors only if a table is damaged, or there is no memory to search with.
pub fn assess(
    request: &AnalysisInput,
    models: &Models,
    stop: &AtomicBool,
) -> Result<Assessment, AnalysisError> {
    let weights = models.get::<Weights>()?;
    let chances = models.get::<WdlModel>()?;
    let reference = models.get::<ReganReference>()?;
    let settings = request.settings;
    let mut probe = Probe::new(Arc::clone(&weights), settings.hash_mb)?;
    let game = &request.game;
    let position = game.position();
    let outcome = game.outcome();
    let mut nodes = 0;

    let best = own_search(&mut probe, game, &settings, None, stop, Iteration::clone);
    nodes += best.as_ref().map_or(0, |search| search.nodes);
    // Before the next search forgets what this one has learned.
    let accounts = best
        .as_ref()
        .and_then(|search| last_exact(&search.iterations))
        .map(|last| Accounts::of(position, last, &probe, &weights, &chances));
    let final_score = best.as_ref().map(|search| search.score);
    let budget = match settings.effort {
        Effort::Nodes(nodes) => nodes,
        _ => best.as_ref().map_or(0, |search| search.nodes),
    };

    let played = request
        .played
        .zip(final_score)
        .and_then(|(mv, best_score)| {
            let mut after = game.clone();
            after.play(mv);
            let reference = Some(best_score);
            let view = Iteration::for_mover;
            // There is none either where it was stopped before an iteration was finished.
            let search = match own_search(&mut probe, &after, &settings, reference, stop, view) {
                None if after.position().has_no_moves() => finished(&after, &settings, best_score),
                search => search?,
            };
            nodes += search.nodes;
            Some(PlayedAssessment {
                mv,
                drop_cp: level_value(best_score) - level_value(search.score),
                is_first_choice: best
                    .as_ref()
                    .is_some_and(|best| best.line().first() == Some(&mv)),
                search,
            })
        });

    let alternatives = best.as_ref().and_then(|_| {
        let (alternatives, used) = alternatives(&mut probe, request, &chances, &reference, stop);
        nodes += used;
        alternatives
    });
    // Of as many nodes as the search for the best move was given (or took, where it was not
    // limited by nodes), the mates get a quarter, each king an eighth, and the forced line a half.
    let mate_risk = final_score
        .filter(|score| score.is_mate() && !score.is_mated())
        .map(|_| MateRisk::find(&mut probe, game, request.played, budget / 4, stop));
    nodes += mate_risk.as_ref().map_or(0, |risk| risk.nodes);
    let threat = KingThreat::find(&mut probe, game, budget / 8, stop);
    nodes += threat.nodes;
    let options = ForcedOptions {
        threshold_cp: settings.forced_margin_cp,
        nodes: budget / 2,
        ..ForcedOptions::default()
    };
    let forced = ForcedLine::find(&mut probe, game, &options, stop);
    nodes += forced.nodes;

    let difficulty = best
        .as_ref()
        .and_then(|search| search.course.as_ref())
        .zip(alternatives.as_ref())
        .map(|(course, alternatives)| Difficulty::of(course, alternatives));
    Ok(Assessment {
        settings,
        outcome,
        chances: finished_win_draw_loss(position)
            .or_else(|| final_score.map(|score| win_draw_loss(score.to_int(), position, &chances))),
        best,
        played,
        alternatives,
        mate_risk,
        threat,
        forced,
        difficulty,
        accounts,
        nodes,
        is_stopped: stop.load(Ordering::Relaxed),
    })
}

/// One line, with a cleared table. `reference` is the score that the levels are
/// compared with: its own final score if none is given. Nothing if there is no
/// legal move, or if it was stopped before an iteration was finished.
fn own_search(
    probe: &mut Probe,
    game: &Game,
    settings: &Settings,
    reference: Option<Score>,
    stop: &AtomicBool,
    view: impl Fn(&Iteration) -> Iteration,
) -> Option<OwnSearch> {
    probe.clear();
    let (limits, seldepth) = limits(settings.effort);
    let search = probe.search_to_mate(game, limits, seldepth, stop);
    let iterations: Vec<Iteration> = search.iterations.iter().map(view).collect();
    let score = last_exact(&iterations)?.score;
    let levels = Levels::of(&iterations, settings.levels)?;
    Some(OwnSearch {
        shape: Shape::of(&levels.values, level_value(reference.unwrap_or(score))),
        course: Course::of(&iterations),
        nodes: search.nodes(),
        iterations,
        score,
        levels,
    })
}

/// What stands for the search after a played move that ended the game by mate or stalemate:
/// no iterations and one score, from the mover's side. `reference` is the score of the search
/// before the move.
fn finished(after: &Game, settings: &Settings, reference: Score) -> OwnSearch {
    let score = if after.position().in_check() {
        from_ply_before(Score::mated_in(0))
    } else {
        Score::DRAW
    };
    let levels = Levels::constant(score, settings.levels);
    OwnSearch {
        iterations: Vec::new(),
        score,
        shape: Shape::of(&levels.values, level_value(reference)),
        levels,
        course: None,
        nodes: 0,
    }
}

/// The multi-line pass, and the played move at the same depth if it is not
/// among the lines.
fn alternatives(
    probe: &mut Probe,
    request: &AnalysisInput,
    chances: &WdlModel,
    reference: &ReganReference,
    stop: &AtomicBool,
) -> (Option<Alternatives>, u64) {
    let settings = request.settings;
    let position = request.game.position();
    let (mut first, seldepth) = limits(settings.effort);
    first.multi_pv = settings.multi_pv;
    // A fifth is kept back for a played move outside the window.
    if let Effort::Nodes(nodes) = settings.effort {
        first.nodes = Some(nodes - nodes / 5);
    }
    let reserve = request.settings.effort;
    probe.clear();
    let search = probe.search(&request.game, first, seldepth, stop);
    let mut used = search.nodes();
    let wanted = settings.multi_pv.min(position.legal_moves().len());
    let last = search
        .iterations
        .iter()
        .rfind(|iteration| iteration.lines.len() == wanted);
    let extra = request.played.zip(last).and_then(|(mv, last)| {
        if last.lines.iter().any(|line| line.moves[0] == mv) {
            return None;
        }
        let limits = Limits {
            depth: Some(last.depth),
            nodes: match reserve {
                Effort::Nodes(nodes) => Some((nodes / 5).max(1)),
                _ => None,
            },
            search_moves: vec![mv],
            ..Limits::default()
        };
        let own = probe.search(&request.game, limits, None, stop);
        used += own.nodes();
        last_exact(&own.iterations).map(|iteration| Candidate {
            score: iteration.score,
            depth: iteration.depth,
            line: iteration.moves().to_vec(),
        })
    });
    let found = Alternatives::of(
        position,
        &search.iterations,
        settings.multi_pv,
        extra,
        chances,
        reference,
    );
    (found, used)
}
