//! One thread's share of a search: its line of play and what it remembers.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::eval::{Evaluator, SCORE_BOUND_CP, Weights};
use plumb_chess::board::{Bitboard, CheckSquares, Game, Move, Position};
use plumb_support::fallible::try_boxed;

use super::correction::{Correction, Corrections};
use super::history::{
    History, MAX_REPLY_PLIES, NO_STEP, REPLY_PLIES, Step, StepIndex, Surroundings,
};
use super::order::{Hints, Picker};
use super::ranking::{PickedMove, Ranking};
use super::root_rank::{self, RootRank};
use super::score::{Bound, MAX_PLY, Score};
use super::shared::Shared;
use super::task::SearchTask;
use super::tt::{OutOfMemory, TranspositionTable};

/// The principal variation from one ply on.
pub(super) type PvLine = ArrayVec<Move, MAX_PLY>;

/// What is remembered about each ply of the line being searched.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// The corrected static evaluation; none in check.
    pub eval: Option<Score>,
    /// The move made from here; none for a pass.
    pub step: Option<Step>,
    pub killers: [Option<Move>; 2],
    /// Squares that the opponent attacks here.
    pub attacked: Bitboard,
    /// The move that a search of all others leaves out (singular extensions).
    pub excluded: Option<Move>,
    /// By how many plies the move made from here is being reduced.
    pub reduction: i32,
    /// How many nodes at this ply were cut off since the node above began.
    pub cutoffs: u32,
    /// Extensions by more than a ply on the way here.
    pub double_extensions: i32,
}

/// A move at the root and what came of it. Scores are from the side to move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// The score under the present window; minus infinity where the move has none, or only
    /// a bound that did not raise the best score.
    pub score: Score,
    /// The score of the iteration before, or of a window of this one that failed high.
    pub previous: Score,
    /// The deepest ply that had been reached for this line when the score was found.
    pub seldepth: usize,
    /// Nodes spent on the move in all iterations of the search.
    pub nodes: u64,
    /// Its line, the move first: that of the last iteration in which it had a score.
    pub pv: Vec<Move>,
    /// What endgame tables say of it, where they know the position.
    pub tables: Option<RootRank>,
}

impl RootMove {
    /// Its rank by endgame tables; the same for all moves where they say nothing.
    pub fn rank(&self) -> i32 {
        self.tables.map_or(0, |tables| tables.rank)
    }
}

/// A search thread's own memory; reused from search to search, so that move
/// ordering carries over within a game.
pub struct Worker {
    pub(super) id: usize,
    pub(super) evaluator: Evaluator,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) game: Game,
    pub(super) ply: usize,
    pub(super) frames: Box<[Frame; PLIES]>,
    /// The moves made from each ply, as history counts them. The root is at
    /// `MAX_REPLY_PLIES`; the entries before it are always `NO_STEP`, so that looking back
    /// needs no check.
    steps: Box<[StepIndex; MAX_REPLY_PLIES + PLIES]>,
    pub(super) pv: Box<[PvLine; PLIES]>,
    /// Two for each ply: a search without the table's move runs in the middle of another
    /// of the same position.
    rankings: Box<[Ranking; 2 * PLIES]>,
    pub(super) nodes: u64,
    pub(super) next_check: u64,
    pub(super) seldepth: usize,
    pub(super) stopped: bool,
    /// A root move of this search has a score.
    pub(super) has_scored_move: bool,
    pub(super) root_depth: u32,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) pv_index: usize,
    /// The index from which on root moves are worse, by endgame tables, than those searched.
    pub(super) group_end: usize,
    /// Positions of up to so many men are looked up in endgame tables; 0: none.
    pub(super) table_men: u32,
    /// Positions found in endgame tables.
    pub(super) table_hits: u64,
    /// While a null move is being verified, null moves are tried only from this ply on;
    /// 0 otherwise.
    pub(super) null_move_from_ply: usize,
}

/// Entries of what is kept by ply: `MAX_PLY` and a few more, since a node also writes to
/// the ply after its own.
const PLIES: usize = MAX_PLY + 8;

/// Nodes between two looks at the clock and the stop flag.
const CHECK_INTERVAL: u64 = 1_024;

/// Debug builds check from scratch the position of one node in this many, which takes a few per
/// cent longer; the tests of this package check every one, which takes three times as long.
const VALIDITY_INTERVAL: u64 = if cfg!(test) { 1 } else { 32 };

/// Nodes that the first root move may take, whatever the limits; but with a clock
/// only until that is overdue.
const FIRST_MOVE_NODES: u64 = 20_000;

/// Has what the table knows of the position after a move fetched from main memory.
#[inline(never)]
fn fetch(table: &TranspositionTable, position: &Position, mv: Move) {
    table.prefetch(position.key_after(mv));
}

impl Worker {
    /// The worker with this number, 0 being the one that reports.
    pub fn new(id: usize, weights: Arc<Weights>) -> Result<Worker, OutOfMemory> {
        Worker::try_new(id, weights).ok_or(OutOfMemory::Worker)
    }

    fn try_new(id: usize, weights: Arc<Weights>) -> Option<Worker> {
        Some(Worker {
            id,
            evaluator: Evaluator::try_new(weights)?,
            history: History::try_new()?,
            corrections: Corrections::try_new()?,
            game: Game::new(Position::start()),
            ply: 0,
            frames: try_boxed(|_| Frame::default())?,
            steps: try_boxed(|_| NO_STEP)?,
            pv: try_boxed(|_| PvLine::new())?,
            rankings: try_boxed(|_| Ranking::new())?,
            nodes: 0,
            next_check: 0,
            seldepth: 0,
            stopped: false,
            has_scored_move: false,
            root_depth: 0,
            root_moves: Vec::new(),
            pv_index: 0,
            group_end: 0,
            table_men: 0,
            table_hits: 0,
            null_move_from_ply: 0,
        })
    }

    /// Its number.
    pub fn id(&self) -> usize {
        self.id
    }

    /// Forgets everything learned in earlier searches. What the evaluator remembers stays: it
    /// follows from positions alone.
    pub fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }

    pub(super) fn begin(&mut self, shared: &Shared, game: &Game, root_moves: &[Move]) {
        self.game = game.clone();
        self.ply = 0;
        self.frames.fill(Frame::default());
        self.nodes = 0;
        self.next_check = 0;
        self.stopped = false;
        self.has_scored_move = false;
        self.pv_index = 0;
        self.null_move_from_ply = 0;
        self.root_moves = root_moves
            .iter()
            .map(|&mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                seldepth: 0,
                nodes: 0,
                pv: vec![mv],
                tables: None,
            })
            .collect();
        self.group_end = self.root_moves.len();
        self.order_root_moves();
        self.rank_root_moves(shared);
    }

    /// Asks endgame tables about the root moves, and decides whether the search
    /// goes on asking.
    fn rank_root_moves(&mut self, shared: &Shared) {
        (self.table_men, self.table_hits) = (0, 0);
        let Some(uses) = &shared.endgame_tables else {
            return;
        };
        self.table_men = uses.men();
        let moves: Vec<Move> = self.root_moves.iter().map(|root| root.mv).collect();
        let Some(ranking) = root_rank::rank(uses, &self.game, &moves) else {
            return;
        };
        if self.id == 0 {
            self.table_hits = moves.len() as u64;
        }
        for (root, rank) in self.root_moves.iter_mut().zip(ranking.ranks) {
            root.tables = Some(rank);
        }
        self.root_moves
            .sort_by_key(|root| std::cmp::Reverse(root.rank()));
        // With distances, or where no move wins, the ranks alone keep the outcome. Then the
        // tree does without tables: their scores would hide the mates and traps that the
        // search is to find. A win that is known without distances still needs them, as the
        // way to the next won ending.
        let wins = |root: &RootMove| {
            root.tables
                .is_some_and(|known| known.score > Score::DRAW + 1)
        };
        if ranking.by_distance || !self.root_moves.first().is_some_and(wins) {
            self.table_men = 0;
        }
    }

    /// The end, exclusive, of the group of root moves that have the same rank by endgame
    /// tables as the one at `index`; all moves where tables say nothing.
    pub(super) fn end_of_group(&self, index: usize) -> usize {
        let Some(first) = self.root_moves.get(index) else {
            return self.root_moves.len();
        };
        let same = |root: &&RootMove| root.rank() == first.rank();
        index + self.root_moves[index..].iter().take_while(same).count()
    }

    /// Root moves begin in the order in which any other node would try them: late
    /// ones are reduced from the first iteration on.
    fn order_root_moves(&mut self) {
        self.frames[0].attacked = {
            let position = self.game.position();
            position.attacks_of(!position.turn())
        };
        let mut picker = Picker::new(Hints {
            table_move: None,
            refutations: [None; 3],
            around: self.surroundings(),
        });
        let mut next = 0;
        let ranking = &mut self.rankings[0];
        let position = self.game.position();
        while let Some(picked) = picker.next(ranking, position, &self.history, None, |_| ()) {
            let place = |root: &RootMove| root.mv == picked.mv;
            if let Some(found) = self.root_moves.iter().position(place) {
                self.root_moves[next..=found].rotate_right(1);
                next += 1;
            }
        }
    }

    /// Counts a node and, now and then, looks whether the search must end.
    #[inline]
    pub(super) fn enter_node(&mut self, task: &SearchTask) {
        if self.stopped {
            return;
        }
        self.nodes += 1;
        if cfg!(debug_assertions) && self.nodes.is_multiple_of(VALIDITY_INTERVAL) {
            let validity = self.game.position().check_validity();
            debug_assert_eq!(validity, Ok(()), "{:?}", self.game.position());
        }
        self.seldepth = self.seldepth.max(self.ply);
        if self.nodes >= self.next_check {
            self.check_limits(task);
        }
    }

    pub(super) fn publish_counts(&self, shared: &Shared) {
        shared.publish(self.id, self.nodes, self.table_hits);
    }

    /// What endgame tables say of this node, if they are to be asked: only right
    /// after a capture or pawn move is their answer certain, whatever happened
    /// before.
    #[cold]
    pub(super) fn probe_tables(&mut self, task: &SearchTask, depth: i32) -> Option<(Score, Bound)> {
        let uses = task.shared.endgame_tables.as_ref()?;
        let position = self.game.position();
        if position.halfmove_clock() != 0
            || !uses.covers(position)
            || position.occupied().count() == self.table_men && depth < uses.min_depth
        {
            return None;
        }
        let wdl = uses.wdl(position)?;
        self.table_hits += 1;
        // Reading a file can take its time.
        self.next_check = self.nodes;
        Some(wdl.score(self.ply))
    }

    #[cold]
    fn check_limits(&mut self, task: &SearchTask) {
        self.publish_counts(task.shared);
        self.next_check = self.nodes + CHECK_INTERVAL;
        let all = if task.limits.nodes.is_some() {
            task.shared.nodes()
        } else {
            self.nodes
        };
        if let Some(limit) = task.limits.nodes {
            let left = limit.saturating_sub(all);
            self.next_check = self.nodes + left.clamp(1, CHECK_INTERVAL);
        }
        // There should be a move with a score. In all but freak positions the
        // first one has it long before its nodes are used up.
        if !self.has_scored_move && self.nodes < FIRST_MOVE_NODES && !task.timer.is_overdue(all) {
            return;
        }
        self.stopped |= task.shared.is_stopped()
            || task.observer.borrow().wants_to_stop()
            || task.limits.are_nodes_spent(all)
            || task.timer.is_up(all);
    }

    /// The next move to try. What the table knows of the position after it is on its way
    /// from main memory when the move is played.
    #[inline]
    pub(super) fn pick(
        &mut self,
        task: &SearchTask,
        picker: &mut Picker,
        checks: Option<&CheckSquares>,
    ) -> Option<PickedMove> {
        let position = self.game.position();
        let fetch = |mv| fetch(&task.shared.table, position, mv);
        let without_a_move = self.frames[self.ply].excluded.is_some();
        let ranking = &mut self.rankings[2 * self.ply + usize::from(without_a_move)];
        picker.next(ranking, position, &self.history, checks, fetch)
    }

    #[inline]
    pub(super) fn play(&mut self, step: Step) {
        self.frames[self.ply].step = Some(step);
        self.steps[MAX_REPLY_PLIES + self.ply] = step.index();
        self.game.play(step.mv);
        self.ply += 1;
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        self.game.undo();
        self.ply -= 1;
    }

    pub(super) fn play_null(&mut self) {
        self.frames[self.ply].step = None;
        self.steps[MAX_REPLY_PLIES + self.ply] = NO_STEP;
        self.game.play_null();
        self.ply += 1;
    }

    /// The move so many plies before the one made from `ply`; `NO_STEP` where that
    /// was no move of this search.
    #[inline]
    fn step_before(&self, ply: usize, plies: usize) -> StepIndex {
        self.steps[MAX_REPLY_PLIES + ply - plies]
    }

    /// The moves that a move made from `ply` is seen as a reply to.
    #[inline]
    pub(super) fn steps_before(&self, ply: usize) -> [StepIndex; 4] {
        REPLY_PLIES.map(|plies| self.step_before(ply, plies))
    }

    /// What the records of quiet moves at this node depend on.
    #[inline]
    pub(super) fn surroundings(&self) -> Surroundings {
        let position = self.game.position();
        Surroundings {
            side: position.turn(),
            pawn_key: position.pawn_key(),
            attacked: self.frames[self.ply].attacked,
            before: self.steps_before(self.ply),
        }
    }

    /// Sets the variation at this ply to `mv` and what follows it.
    pub(super) fn update_pv(&mut self, mv: Move) {
        let (before, after) = self.pv.split_at_mut(self.ply + 1);
        let line = &mut before[self.ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(after[0].iter().copied().take(room));
    }

    /// Draws by rule, other than stalemate: fifty moves (unless mated on the
    /// last of them), repetition, no mating material.
    pub(super) fn is_draw(&self) -> bool {
        let position = self.game.position();
        if position.halfmove_clock() >= 100 {
            return !(position.in_check() && position.has_no_moves());
        }
        position.is_insufficient_material() || self.game.repeats_in_search(self.ply)
    }

    /// The static evaluation, from the point of view of the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        Score::cp(self.evaluator.evaluate(self.game.position()))
    }

    /// A static evaluation of this node, corrected by what searches of positions
    /// like it came to.
    #[inline]
    pub(super) fn corrected(&self, eval: Score) -> Score {
        let (last, before_last) = (self.step_before(self.ply, 1), self.step_before(self.ply, 2));
        let correction = self.corrections.of(self.game.position(), last, before_last);
        let bound = SCORE_BOUND_CP;
        Score::cp((eval.to_int() + correction).clamp(-bound, bound))
    }

    /// What the last search has learned to add to the static evaluation of the
    /// position at the end of `line`, from the point of view of the side to move
    /// there; nothing in check, where no evaluation is asked for.
    pub fn correction_after(&self, root: &Position, line: &[Move]) -> Correction {
        let mut position = root.clone();
        let mut last = [NO_STEP; 2];
        for &mv in line {
            if let Some(piece) = position.mover(mv.from()) {
                last = [Step { piece, mv }.index(), last[0]];
            }
            position = position.play(mv);
        }
        if position.in_check() {
            return Correction::default();
        }
        self.corrections.correction(&position, last[0], last[1])
    }

    /// Learns that a search of this node came out so far over its corrected
    /// evaluation.
    pub(super) fn learn_correction(&mut self, depth: i32, error_cp: i32) {
        let (last, before_last) = (self.step_before(self.ply, 1), self.step_before(self.ply, 2));
        self.corrections
            .learn(self.game.position(), last, before_last, depth, error_cp);
    }
}
