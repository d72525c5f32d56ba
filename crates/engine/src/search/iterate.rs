//! Iterative deepening with aspiration windows, and [`SearchTask::run`], which starts a search
//! on the calling thread. `Engine::go` calls it on each thread of its pool.

use plumb_chess::board::{Game, Move};

use super::limits::Limits;
use super::mate::{Proof, RefutationTable};
use super::node::Root;
use super::params::*;
use super::report::{CurrentMove, Line, Report, SearchOutcome};
use super::score::{Bound, Score, ScoreValue};
use super::task::SearchTask;
use super::vote::Candidate;
use super::worker::{RootMove, Worker};

/// Reports of single root moves and failed windows begin only after this many
/// milliseconds: before, they would only flood the reader.
const CHATTER_AFTER_MS: u64 = 3_000;

impl SearchTask<'_> {
    /// Searches on this thread until a limit is reached or `shared.stop()` is called, and
    /// says what it came to.
    ///
    /// With one thread, no time limit, a cleared table and a cleared worker, the
    /// result depends on the position, its history and the limits alone, and a
    /// search that ends earlier is a prefix of one that ends later: see
    /// [`prefix`](super::prefix()).
    pub fn run(&self, worker: &mut Worker) -> SearchOutcome {
        let moves = root_moves(self.game, self.limits);
        worker.begin(self.shared, self.game, &moves);
        let mut last = Report::default();
        if !moves.is_empty() {
            worker.deepen(self, &mut last);
            worker.vote(self, &mut last);
        }
        worker.publish_counts(self.shared);
        last.nodes = self.shared.nodes();
        last.table_hits = self.shared.table_hits();
        let best = worker.root_moves.first();
        SearchOutcome {
            best: best.map(|root| root.mv),
            ponder: best.and_then(|root| root.pv.get(1).copied()),
            last,
        }
    }
}

/// The legal moves, or those of them that the limits name. Names that are not
/// legal moves here are left out; if none remains, all moves are searched.
fn root_moves(game: &Game, limits: &Limits) -> Vec<Move> {
    let legal = game.position().legal_moves();
    let wanted: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|mv| limits.search_moves.contains(mv))
        .collect();
    if wanted.is_empty() {
        legal.to_vec()
    } else {
        wanted
    }
}

impl Worker {
    fn deepen(&mut self, task: &SearchTask, last: &mut Report) {
        let limits = task.limits;
        let lines = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut steadiness = Steadiness::default();
        let mut prover = limits.mate.filter(|_| self.id == 0).map(Prover::new);

        for depth in 1..=limits.last_depth() {
            self.root_depth = depth;
            // The first node looks at the limits, and at whether somebody has
            // stopped the search on being told of the last iteration.
            self.next_check = 0;
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            let mut finished = 0;
            for index in 0..lines {
                self.pv_index = index;
                self.seldepth = 0;
                self.search_line(task, depth, index);
                self.root_moves[..=index]
                    .sort_by_key(|root| std::cmp::Reverse((root.rank(), root.score)));
                if self.stopped {
                    break;
                }
                finished = index + 1;
            }
            if self.stopped && finished < lines {
                self.ensure_scored_move();
                self.settle_interrupted(last, lines);
                self.report_if_changed(task, last);
                return;
            }
            *last = self.report(task, depth, lines, Bound::Exact);
            self.publish_candidate(task, depth);
            task.observer.borrow_mut().report(last);

            if let Some(prover) = &mut prover
                && !self.mate_is_enough(limits)
                && self.prove(task, prover, depth)
            {
                *last = self.report(task, depth, 1, Bound::Exact);
                task.observer.borrow_mut().report(last);
            }
            if prover.as_ref().is_some_and(|prover| prover.is_finished)
                || self.mate_is_enough(limits)
                || self.stopped
            {
                return;
            }
            let stretch = steadiness.update(
                &self.root_moves[0].pv[0],
                self.root_moves[0].score,
                self.share_of_best(),
            );
            let forced = self.end_of_group(0) == 1
                && depth as i32 >= time_forced_depth()
                && task.timer.is_game_clock();
            let nodes = task.shared.nodes().max(self.nodes);
            if self.id == 0
                && !task.timer.is_pondering()
                && (task.timer.is_enough(nodes, stretch) || forced && limits.depth.is_none())
            {
                return;
            }
        }
    }

    /// Lets the other threads know what this iteration came to.
    fn publish_candidate(&self, task: &SearchTask, depth: u32) {
        if task.shared.has_threads() {
            let best = &self.root_moves[0];
            let candidate = Candidate {
                depth,
                score: shown_score(best, Bound::Exact).0,
                seldepth: best.seldepth,
                pv: best.pv.clone(),
            };
            task.shared.publish_candidate(self.id, candidate);
        }
    }

    /// The first thread's last act: if the votes of all threads elect another move
    /// than its own, that becomes the best and is reported. Where somebody asked for
    /// a depth, a mate or several lines, its own answer stands.
    fn vote(&mut self, task: &SearchTask, last: &mut Report) {
        let limits = task.limits;
        let is_open = limits.depth.is_none() && limits.mate.is_none() && limits.multi_pv <= 1;
        if self.id != 0 || !is_open || !task.shared.has_threads() {
            return;
        }
        // Its own vote is for what the iteration that was interrupted has found.
        self.publish_candidate(task, last.depth);
        let Some(elected) = task.shared.winning_candidate() else {
            return;
        };
        let mv = elected.pv.first();
        if mv == self.root_moves.first().map(|root| &root.mv) {
            return;
        }
        let Some(place) = self.root_moves.iter().position(|root| Some(&root.mv) == mv) else {
            return;
        };
        self.root_moves[..=place].rotate_right(1);
        let best = &mut self.root_moves[0];
        best.score = elected.score;
        best.seldepth = elected.seldepth;
        best.pv = elected.pv;
        *last = self.report(task, elected.depth, 1, Bound::Exact);
        task.observer.borrow_mut().report(last);
    }

    /// Searches for the best of the root moves from `index` on, widening the
    /// window until the score lies within. Where endgame tables know some of them
    /// as worse, only among the others.
    fn search_line(&mut self, task: &SearchTask, depth: u32, index: usize) {
        self.group_end = self.end_of_group(index);
        let group = index..self.group_end;
        let previous = self.root_moves[index].previous;
        let mut width = aspiration_cp();
        let (mut alpha, mut beta) = if depth as i32 >= aspiration_depth()
            && !previous.is_decisive()
            && previous > -Score::INFINITE
        {
            (previous - width, previous + width)
        } else {
            (-Score::INFINITE, Score::INFINITE)
        };
        let mut fail_highs = 0;
        loop {
            // What a move scored under another window says nothing under this one.
            for root in &mut self.root_moves[group.clone()] {
                root.score = -Score::INFINITE;
            }
            let searched = (depth as i32 - fail_highs).max(1);
            let score = self.negamax::<Root>(task, alpha, beta, searched, false);
            self.root_moves[group.clone()].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.stopped {
                return;
            }
            let bound = if score <= alpha && alpha > -Score::INFINITE {
                beta = Score::from_int((alpha.to_int() + beta.to_int()) / 2);
                alpha = widened(score, -width);
                fail_highs = 0;
                Bound::Upper
            } else if score >= beta && beta < Score::INFINITE {
                beta = widened(score, width);
                // What stands should the next window be interrupted.
                self.root_moves[index].previous = score;
                fail_highs = (fail_highs + 1).min(aspiration_fail_high_plies());
                Bound::Lower
            } else {
                return;
            };
            width += (width * aspiration_growth_16ths() / 16).max(1);
            if self.id == 0 && index == 0 && task.limits.multi_pv <= 1 {
                let mut observer = task.observer.borrow_mut();
                if observer.wants_failed_windows() || task.timer.elapsed_ms() > CHATTER_AFTER_MS {
                    observer.report(&self.report(task, depth, 1, bound));
                }
            }
        }
    }

    /// Interrupted before any move had a score: the first one stands in, with
    /// the position's static evaluation.
    fn ensure_scored_move(&mut self) {
        if !self.has_scored_move {
            let score = self.evaluate();
            self.root_moves[0].score = score;
            self.root_moves[0].seldepth = self.seldepth;
        }
    }

    /// After an interruption between several lines the last finished
    /// iteration stands. With one line, a move that has overtaken the best one
    /// is now the best.
    fn settle_interrupted(&mut self, last: &Report, lines: usize) {
        if lines == 1 {
            return;
        }
        if let Some(line) = last.lines.first()
            && let Some(place) = self
                .root_moves
                .iter()
                .position(|root| root.mv == line.moves[0])
        {
            self.root_moves.swap(0, place);
            self.root_moves[0].score = line.score;
            self.root_moves[0].pv.clone_from(&line.moves);
        }
    }

    /// A move that overtook the last reported best one in an unfinished
    /// iteration is reported, so that what is played was announced.
    fn report_if_changed(&mut self, task: &SearchTask, last: &mut Report) {
        let announced = last.lines.first().and_then(|line| line.moves.first());
        if self.id == 0 && announced != self.root_moves.first().map(|root| &root.mv) {
            *last = self.report(task, self.root_depth, 1, Bound::Exact);
            task.observer.borrow_mut().report(last);
        }
    }

    fn report(&self, task: &SearchTask, depth: u32, lines: usize, bound: Bound) -> Report {
        self.publish_counts(task.shared);
        Report {
            depth,
            lines: self.root_moves[..lines]
                .iter()
                .map(|root| {
                    let (score, bound) = shown_score(root, bound);
                    Line {
                        score,
                        bound,
                        seldepth: root.seldepth,
                        moves: root.pv.clone(),
                    }
                })
                .collect(),
            nodes: task.shared.nodes(),
            table_hits: task.shared.table_hits(),
            time_ms: task.timer.elapsed_ms(),
            hashfull: task.shared.table.hashfull(),
        }
    }

    /// Stores what the search of a root move came to. Moves that did not
    /// raise the score keep no score of this iteration: theirs is only a bound.
    pub(super) fn note_root_move(
        &mut self,
        index: usize,
        score: Score,
        nodes_before: u64,
        raised: bool,
    ) {
        let spent = self.nodes - nodes_before;
        let seldepth = self.seldepth;
        let (_, after) = self.pv.split_at(self.ply + 1);
        let root = &mut self.root_moves[index];
        root.nodes += spent;
        if raised {
            self.has_scored_move = true;
            root.score = score;
            root.seldepth = seldepth;
            root.pv.truncate(1);
            root.pv.extend(after[0].iter().copied());
        } else {
            root.score = -Score::INFINITE;
        }
    }

    /// After iteration `depth`: proves or refutes the mates that are no longer
    /// than it. True when there is one; it is then the first root move's.
    fn prove(&mut self, task: &SearchTask, prover: &mut Prover, depth: u32) -> bool {
        while !prover.is_finished && 2 * prover.moves - 1 <= depth {
            let budget = PROOF_BUDGET.max(2 * self.nodes);
            if budget < 2 * prover.last_budget {
                break;
            }
            match self.prove_mate(task, &mut prover.refutations, prover.moves, budget) {
                Proof::Mate(line) => {
                    if let Some(place) = self.root_moves.iter().position(|root| root.mv == line[0])
                    {
                        self.root_moves[..=place].rotate_right(1);
                        self.root_moves[0].score = Score::mate_in(line.len());
                        self.root_moves[0].seldepth = line.len();
                        self.root_moves[0].pv = line;
                    }
                    prover.is_finished = true;
                    return true;
                }
                Proof::NoMate => {
                    prover.is_finished = prover.moves == prover.max_moves;
                    prover.moves += 1;
                    prover.last_budget = 0;
                }
                // Again later, with at least twice as many nodes.
                Proof::Unknown => {
                    prover.last_budget = budget;
                    break;
                }
            }
        }
        false
    }

    /// Whether the mate that was asked for is found, its line whole.
    fn mate_is_enough(&self, limits: &Limits) -> bool {
        let best = &self.root_moves[0];
        limits.mate.is_some_and(|wanted| match best.score.value() {
            ScoreValue::Mate(moves) => {
                moves > 0 && moves as u32 <= wanted && best.pv.len() == 2 * moves as usize - 1
            }
            ScoreValue::Cp(_) => false,
        })
    }

    /// The share of all nodes that went into the best move.
    fn share_of_best(&self) -> f64 {
        self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64
    }
}

/// What is told of a root move. Endgame tables know better than the search, unless
/// it has found a mate.
fn shown_score(root: &RootMove, bound: Bound) -> (Score, Bound) {
    let searched = if root.score == -Score::INFINITE {
        root.previous
    } else {
        root.score
    };
    match root.tables {
        Some(known) if !searched.is_mate() || searched == -Score::INFINITE => {
            (known.score, Bound::Exact)
        }
        _ => (searched, bound),
    }
}

/// Nodes that every proof may use, however little was searched before.
const PROOF_BUDGET: u64 = 200_000;

/// How far the proofs of `go mate` have come.
struct Prover {
    /// What earlier proofs of this search have refuted.
    refutations: RefutationTable,
    /// The longest mate that `go mate` asks for, in moves.
    max_moves: u32,
    /// The mate to be proved or refuted next, in moves.
    moves: u32,
    /// A mate is proved, or every mate of up to `max_moves` refuted.
    is_finished: bool,
    /// Nodes of the last attempt, which left it open; 0 where there was none. The next one
    /// waits until it can have twice as many.
    last_budget: u64,
}

impl Prover {
    fn new(max_moves: u32) -> Prover {
        Prover {
            refutations: RefutationTable::new(),
            max_moves: max_moves.max(1),
            moves: 1,
            is_finished: false,
            last_budget: 0,
        }
    }
}

/// The next bound of a window that failed at `score`: `width` centipawns further, in its
/// direction; once that is more than 50 pawns from 0, no bound on that side.
fn widened(score: Score, width: i32) -> Score {
    let value = (score + width).to_int();
    if value.abs() > 5_000 {
        return if width < 0 {
            -Score::INFINITE
        } else {
            Score::INFINITE
        };
    }
    Score::from_int(value)
}

/// How settled the choice is, from iteration to iteration.
#[derive(Default)]
struct Steadiness {
    best: Option<Move>,
    iterations: i32,
    score: Option<Score>,
}

impl Steadiness {
    /// The factor by which the soft time limit is stretched after an iteration
    /// with this best move and score: more than 1 while the choice changes, the score falls,
    /// or the best move took few of the nodes.
    fn update(&mut self, best: &Move, score: Score, share_of_best: f64) -> f64 {
        if self.best == Some(*best) {
            self.iterations += 1;
        } else {
            self.best = Some(*best);
            self.iterations = 0;
        }
        let falling = self.score.map_or(0, |before| {
            (before - score).clamp(0, time_falling_limit_cp())
        });
        self.score = Some(score);
        let iterations = self.iterations.min(time_settled_iterations());
        let unsettled =
            from_percent(time_unsettled_percent() - time_settled_percent() * iterations);
        let worried = 1.0 + falling as f64 / time_falling_cp() as f64;
        let contested = from_percent(time_contested_percent())
            - from_percent(time_uncontested_percent()) * share_of_best;
        let (least, greatest) = (time_least_percent(), time_greatest_percent());
        (unsettled * worried * contested).clamp(from_percent(least), from_percent(greatest))
    }
}

impl Worker {
    /// Says which root move is next, once the search has gone on for a while.
    pub(super) fn report_current_move(&self, task: &SearchTask, mv: Move, count: usize) {
        let elapsed = task.timer.elapsed_ms();
        if self.id == 0 && elapsed > CHATTER_AFTER_MS {
            self.publish_counts(task.shared);
            task.observer.borrow_mut().current_move(CurrentMove {
                depth: self.root_depth,
                mv,
                number: count + self.pv_index,
                count: self.root_moves.len(),
                nodes: task.shared.nodes(),
                time_ms: elapsed,
            });
        }
    }
}

#[cfg(test)]
#[path = "iterate_tests.rs"]
mod tests;
