//! One window looked at: the observed line, and what the policy makes of its place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::figures::SampleFigures;
use super::line::Line;
use super::loss_table::{LossDepth, LossSearch};
use super::method::SamplingPlan;
use super::path::{PathDecision, path_decisions};
use super::policy::{Policy, PolicyError};
use super::position_tree::{PositionTree, Ratings, TreeMemory};
use super::sampling::{Sample, draw_sample};
use super::tree::{LineTree, TreeError};
use super::window::Window;
use super::window_calibration::WindowStatistic;
use plumb_chess::board::Move;
use plumb_engine::eval::Weights;
use plumb_support::random::Random;

/// What a study is made with.
pub struct StudyTools<'a> {
    /// A policy for each thread.
    pub policy: &'a (dyn Fn() -> Result<Box<dyn Policy>, PolicyError> + Sync),
    /// The evaluation's numbers.
    pub weights: Arc<Weights>,
    /// How far moves are searched.
    pub depth: LossDepth,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
}

impl StudyTools<'_> {
    /// A thread's view of a window's tree.
    pub(super) fn tree(
        &self,
        window: &Window,
        ratings: Ratings,
        memory: &Arc<TreeMemory>,
    ) -> Result<PositionTree, TreeError> {
        let losses = LossSearch::new(
            Arc::clone(&memory.losses),
            self.depth,
            Arc::clone(&self.weights),
            Arc::clone(&self.stop),
        )?;
        let (policy, memory) = ((self.policy)()?, Arc::clone(memory));
        Ok(PositionTree::new(window, ratings, memory, policy, losses))
    }
}

/// A move of the observed line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObservedMove {
    /// The move.
    pub mv: Move,
    /// The policy's share of it.
    pub share: f64,
    /// What it loses, in centipawns, if the suspect made it.
    pub loss: Option<u32>,
}

/// What is known of a window.
#[derive(Clone)]
pub struct Study {
    /// The window.
    pub window: Window,
    /// By the policy's ratings.
    pub ratings: Ratings,
    /// Its moves.
    pub moves: Vec<ObservedMove>,
    /// What the suspect lost in it, in centipawns.
    pub actual_cpl: u32,
    /// Lines drawn, and what they say.
    pub sample: Option<(Sample, SampleFigures)>,
    /// The suspect's decisions, each beside all moves of its own position.
    pub path: Option<Vec<PathDecision>>,
    /// It was stopped.
    pub is_partial: bool,
}

/// The number of the stream that ties of decisions on the board are broken with.
pub(super) const PATH_STREAM: u64 = u64::MAX - 1;

/// What is asked about a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// Lines beside it.
    Sample(SamplingPlan),
    /// Only the decisions on the board, with the seed for ties.
    Path(u64),
}

impl Question {
    /// What its p-value is of.
    pub fn statistic(&self) -> WindowStatistic {
        match self {
            Question::Sample(_) => WindowStatistic::Lines,
            Question::Path(_) => WindowStatistic::Path,
        }
    }
}

impl Study {
    /// Looks at a window. The observed line is scored first, and once. When stopped while lines
    /// are drawn, the result has those that there are and is marked as partial; when stopped
    /// before (the observed line, the decisions of a path, the hub of Besag and Clifford's test)
    /// it is `TreeError::Stopped`.
    pub fn of(
        window: &Window,
        ratings: Ratings,
        question: Question,
        tools: &StudyTools<'_>,
        advance: &mut dyn FnMut(u64, u64),
    ) -> Result<Study, TreeError> {
        let memory = Arc::new(TreeMemory::default());
        let make = || tools.tree(window, ratings, &memory);
        let mut tree = make()?;
        let choices = tree.choices_of(&window.moves);
        let mut line = Line::of_choices(&mut tree, &choices)?.ok_or(TreeError::AllDead(1))?;
        let actual_cpl = line.cpl(&mut tree)?;
        let moves = observed_moves(&mut tree, window, &line)?;
        let mut study = Study {
            window: window.clone(),
            ratings,
            moves,
            actual_cpl,
            sample: None,
            path: None,
            is_partial: false,
        };
        match question {
            Question::Path(seed) => {
                let mut random = Random::stream(seed, PATH_STREAM);
                study.path = Some(path_decisions(&mut tree, &choices, None, &mut random)?);
            }
            Question::Sample(plan) => {
                drop(tree);
                let sample = draw_sample(&make, &plan, &choices, &tools.stop, advance)?;
                study.is_partial = sample.is_partial;
                let figures = SampleFigures::of(&sample, &plan, actual_cpl);
                study.sample = figures.map(|figures| (sample, figures));
            }
        }
        Ok(study)
    }
}

fn observed_moves(
    tree: &mut PositionTree,
    window: &Window,
    line: &Line,
) -> Result<Vec<ObservedMove>, TreeError> {
    let mut state = tree.root();
    let mut moves = Vec::with_capacity(window.moves.len());
    for (ply, &mv) in window.moves.iter().enumerate() {
        let choice = line.choices[ply];
        let loss = match tree.is_suspects(ply) {
            true => Some(tree.loss(&state, choice)?),
            false => None,
        };
        moves.push(ObservedMove {
            mv,
            share: libm::exp(line.ln_shares[ply]),
            loss,
        });
        state = tree.child(&state, choice)?;
    }
    Ok(moves)
}
