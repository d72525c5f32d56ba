//! Windows of honest games, and of the same with an assistant in them, looked at on several
//! threads: what a policy's p-values are really like.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::figures::SampleFigures;
use super::line::Line;
use super::path::path_decisions;
use super::path_p_value::path_p_value;
use super::position_tree::{PositionTree, Ratings, TreeMemory};
use super::sampling::draw_sample;
use super::study::{PATH_STREAM, Question, StudyTools};
use super::tree::TreeError;
use super::window::Window;
use plumb_chess::board::{Game, Move};
use plumb_engine::search::{Limits, SearchTask, Shared, Timer, Worker};
use plumb_support::random::{Random, mixed};
use plumb_support::spread::{Next, spread};

/// Megabytes of the assistant's table.
const ASSISTANT_HASH_MB: usize = 8;

/// A window that honest people played.
#[derive(Clone)]
pub struct HonestWindow {
    /// A number of its own: ties and draws follow from it.
    pub key: u64,
    /// The window.
    pub window: Window,
    /// By the policy's ratings.
    pub ratings: Ratings,
}

/// P-values with ties broken at random.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestP {
    /// The window's number.
    pub key: u64,
    /// Of the moves as they were played.
    pub honest: f64,
    /// Of the same positions, had an assistant made all of the suspect's moves.
    pub assisted: Option<f64>,
}

/// Computes the p-values of windows on so many threads and hands each to `receive` as it comes.
/// With `assistant_nodes` the suspect's moves are also replaced, in place, by the choice of a
/// search of so many nodes.
/// Stops early, without an error, when the tools' flag is set.
pub fn honest_p_values(
    windows: Vec<HonestWindow>,
    question: Question,
    assistant_nodes: Option<u64>,
    tools: &StudyTools<'_>,
    jobs: usize,
    receive: &mut dyn FnMut(HonestP),
) -> Result<(), TreeError> {
    let mut windows = windows.into_iter();
    let is_stopped = || tools.stop.load(Ordering::Relaxed);
    spread::<_, _, _, TreeError, _>(
        &mut (),
        jobs,
        || {
            Ok(|one: HonestWindow, send: &mut dyn FnMut(Result<_, _>)| {
                send(look(&one, question, assistant_nodes, tools));
            })
        },
        |()| {
            Ok(match windows.next() {
                Some(window) if !is_stopped() => Next::Task(window),
                _ => Next::End,
            })
        },
        |(), looked: Result<Option<HonestP>, TreeError>| match looked {
            Ok(Some(p)) => {
                receive(p);
                Ok(())
            }
            Ok(None) | Err(TreeError::Stopped) => Ok(()),
            Err(error) => Err(error),
        },
    )
}

/// P-values of one window; nothing where it has no line.
fn look(
    one: &HonestWindow,
    question: Question,
    assistant_nodes: Option<u64>,
    tools: &StudyTools<'_>,
) -> Result<Option<HonestP>, TreeError> {
    let memory = Arc::new(TreeMemory::default());
    let make = || tools.tree(&one.window, one.ratings, &memory);
    let mut tree = make()?;
    let choices = tree.choices_of(&one.window.moves);
    let Some(mut line) = Line::of_choices(&mut tree, &choices)? else {
        return Ok(None);
    };
    let advice = match assistant_nodes {
        Some(nodes) => Some(advised(&tree, one, nodes, tools)?),
        None => None,
    };
    let p = match question {
        Question::Path(seed) => {
            let seed = mixed(seed ^ one.key);
            let mut of = |advice: Option<&[u16]>| -> Result<f64, TreeError> {
                let mut random = Random::stream(seed, PATH_STREAM);
                let decisions = path_decisions(&mut tree, &choices, advice, &mut random)?;
                Ok(path_p_value(&decisions))
            };
            HonestP {
                key: one.key,
                honest: of(None)?,
                assisted: advice
                    .as_deref()
                    .map(|advice| of(Some(advice)))
                    .transpose()?,
            }
        }
        Question::Sample(mut plan) => {
            plan.seed = mixed(plan.seed ^ one.key);
            plan.jobs = 1;
            let honest_cpl = line.cpl(&mut tree)?;
            let assisted_cpl = match &advice {
                Some(advice) => Some(tree.loss_in_place(&choices, advice)?),
                None => None,
            };
            let sample = draw_sample(&make, &plan, &choices, &tools.stop, &mut |_, _| {})?;
            if sample.is_partial {
                return Ok(None);
            }
            let p = |cpl| SampleFigures::of(&sample, &plan, cpl).map(|of| of.p.randomised);
            let Some(honest) = p(honest_cpl) else {
                return Ok(None);
            };
            HonestP {
                key: one.key,
                honest,
                assisted: assisted_cpl.and_then(p),
            }
        }
    };
    Ok(Some(p))
}

/// What an assistant would play at each ply of the observed line, as choices.
fn advised(
    tree: &PositionTree,
    one: &HonestWindow,
    nodes: u64,
    tools: &StudyTools<'_>,
) -> Result<Vec<u16>, TreeError> {
    let shared = Shared::new(Arc::clone(&tools.weights), ASSISTANT_HASH_MB, 1)?;
    let mut worker = Worker::new(0, Arc::clone(&tools.weights))?;
    let mut game: Game = one.window.before.clone();
    let mut best: Vec<Move> = Vec::with_capacity(one.window.moves.len());
    for (ply, &mv) in one.window.moves.iter().enumerate() {
        let choice = match one.window.is_suspects(ply) {
            true => {
                shared.table.wipe();
                worker.clear();
                shared.begin_search();
                let limits = Limits::nodes(nodes);
                let timer = Timer::start(&limits);
                let outcome =
                    SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(&mut worker);
                outcome.best
            }
            false => None,
        };
        best.push(choice.unwrap_or(mv));
        game.play(mv);
    }
    Ok(tree.choices_beside(&one.window.moves, &best))
}
