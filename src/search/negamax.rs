//! The main search: principal variation search with pruning, one node.
//!
//! The steps, in order, as numbered in the code:
//! 1. quiescence at the horizon, the limits, draws;
//! 2. mate distance pruning;
//! 3. transposition table;
//! 4. static evaluation;
//! 5. razoring and reverse futility;
//! 6. null move;
//! 7. internal iterative reduction;
//! 8. the moves: pruning of hopeless ones, extensions, reductions, re-searches;
//! 9. no legal move;
//! 10. learning from a cutoff, storing in the table.
//!
//! It is fail-soft: a score outside the window is still a bound.

use arrayvec::ArrayVec;

use crate::board::{CheckSquares, Move, PieceKind};

use super::history::Step;
use super::node::{NodeKind, NonPv, Pv};
use super::order::{Hints, Picker};
use super::params::*;
use super::quiesce::{cuts_off, improves};
use super::score::{Bound, MAX_PLY, Score};
use super::tt::Entry;
use super::worker::{Context, Worker};

/// Moves that were tried before the one that cut off.
type Tried = ArrayVec<(Step, Option<PieceKind>), 64>;

impl Worker {
    /// The score of the current position searched `depth` plies deep, from
    /// the point of view of the side to move, exact between `alpha` and
    /// `beta`. `cut_node`: a cutoff is expected here.
    pub(super) fn negamax<N: NodeKind>(
        &mut self,
        context: &Context,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut_node: bool,
    ) -> Score {
        // 1. Quiescence at the horizon, the limits, draws.
        if depth <= 0 {
            return self.quiesce::<N>(context, alpha, beta, true);
        }
        self.enter_node(context);
        let ply = self.ply;
        self.pv[ply].clear();
        self.frames[ply + 1].killers = [None; 2];
        if self.stopped {
            return Score::DRAW;
        }
        if !N::ROOT {
            if self.is_draw() {
                return Score::DRAW;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate();
            }

            // 2. Mate distance pruning: a shorter mate is known elsewhere.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 3. Transposition table.
        let key = self.game.position().key();
        let known = context.shared.table.probe(key);
        let table_score = known.map(|entry| entry.score_at(ply));
        if !N::PV
            && let (Some(entry), Some(score)) = (known, table_score)
            && entry.depth as i32 >= depth
            && cuts_off(&entry, score, alpha, beta)
            // Close to the fifty-move limit the same position is worth less.
            && self.game.position().halfmove_clock() < 90
        {
            return score;
        }
        let table_move = if N::ROOT {
            self.root_moves.get(self.pv_index).map(|root| root.mv)
        } else {
            known
                .and_then(|entry| entry.best)
                .filter(|&mv| self.game.position().is_legal(mv))
        };
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);

        // 4. Static evaluation.
        let in_check = self.game.position().in_check();
        let static_eval = if in_check {
            None
        } else {
            Some(match known.and_then(|entry| entry.eval) {
                Some(eval) => Score::cp(eval as i32),
                None => self.evaluate(),
            })
        };
        self.frames[ply].eval = static_eval;
        // Better than two plies ago, or than four if that was a check: then
        // there is hope, and less is pruned.
        let improving = static_eval.is_some_and(|eval| {
            let earlier = |plies| {
                ply.checked_sub(plies)
                    .and_then(|ply: usize| self.frames[ply].eval)
            };
            earlier(2)
                .or_else(|| earlier(4))
                .is_none_or(|before| eval > before)
        });
        let eval = match (static_eval, known, table_score) {
            (Some(eval), Some(entry), Some(score)) if improves(&entry, score, eval) => Some(score),
            _ => static_eval,
        };

        if !N::PV
            && let Some(eval) = eval
            && let Some(static_eval) = static_eval
        {
            // 5. Razoring: so far behind that only captures can help. Reverse
            // futility: so far ahead that a quiet move will hold it.
            if depth <= RAZOR_DEPTH && eval + RAZOR_CP * depth < alpha {
                let score = self.quiesce::<NonPv>(context, alpha, alpha + 1, true);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
            if depth <= REVERSE_FUTILITY_DEPTH
                && !eval.is_mate()
                && !beta.is_mate()
                && eval - REVERSE_FUTILITY_CP * (depth - improving as i32) >= beta
            {
                return eval;
            }

            // 6. Null move: if even passing is good enough, a move will be.
            // Not with bare pawns, where having to move can be the trouble.
            let passed = ply > 0 && self.frames[ply - 1].step.is_none();
            if depth >= NULL_MOVE_DEPTH
                && !passed
                && ply >= self.null_move_from_ply
                && eval >= beta
                && static_eval + 30 >= beta
                && !beta.is_mate()
                && self.game.position().has_pieces(self.game.position().turn())
            {
                let reduction = 3 + depth / 3 + ((eval - beta) / 200).clamp(0, 3);
                self.play_null();
                let score =
                    -self.negamax::<NonPv>(context, -beta, -beta + 1, depth - reduction, !cut_node);
                self.undo();
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= beta {
                    // A mate found after passing is not proven.
                    let score = if score.is_mate() { beta } else { score };
                    if depth < NULL_MOVE_VERIFY_DEPTH || self.null_move_from_ply > 0 {
                        return score;
                    }
                    // Zugzwang hides better the deeper the search: look again
                    // without passing in the next plies.
                    self.null_move_from_ply = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                    let verified =
                        self.negamax::<NonPv>(context, beta - 1, beta, depth - reduction, false);
                    self.null_move_from_ply = 0;
                    if verified >= beta {
                        return score;
                    }
                }
            }
        }

        // 7. Internal iterative reduction: without a move from the table the
        // order is poor, and the next iteration will do it better.
        if table_move.is_none() && depth >= 4 && (N::PV || cut_node) {
            depth -= 1;
        }

        // 8. The moves.
        let before = self.steps_before();
        let killers = self.frames[ply].killers;
        let hints = Hints {
            table_move,
            refutations: [killers[0], killers[1], self.history.counter_move(before[0])],
            before,
        };
        let original_alpha = alpha;
        let side = self.game.position().turn();
        let mut picker = Picker::new(hints);
        let mut root_index = self.pv_index;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = Tried::new();
        let mut count = 0;
        let mut skip_quiets = false;
        let checks = CheckSquares::new(self.game.position());
        loop {
            let mv = if N::ROOT {
                let Some(root) = self.root_moves.get(root_index) else {
                    break;
                };
                root_index += 1;
                root.mv
            } else {
                let Some(mv) = picker.next(self.game.position(), &self.history) else {
                    break;
                };
                mv
            };
            let position = self.game.position();
            let Some(piece) = position.piece_on(mv.from()) else {
                continue;
            };
            let step = Step { piece, mv };
            let noisy = position.is_noisy(mv);
            let captured = position.captured_by(mv);
            if skip_quiets && !noisy && !checks.given_by(position, mv) {
                continue;
            }
            count += 1;
            if N::ROOT {
                self.report_current_move(context, mv, count);
            }
            let record = match captured {
                Some(kind) if noisy => self.history.capture_score(step, kind),
                _ => self.history.quiet_score(side, step, before),
            };
            let reduction = context.shared.reductions.get(depth, count);

            let gives_check = checks.given_by(position, mv);

            // Hopeless moves, once one that avoids mate is known.
            if !N::ROOT && !best.is_mated() && count > 1 && position.has_pieces(side) {
                if !noisy && !gives_check {
                    let reduced = (depth - reduction).max(0);
                    let hopeless = static_eval.is_some_and(|eval| {
                        reduced <= FUTILITY_DEPTH
                            && eval + FUTILITY_CP.0 + FUTILITY_CP.1 * reduced <= alpha
                    });
                    if depth <= LATE_MOVE_DEPTH && count > late_move_count(depth, improving)
                        || hopeless
                    {
                        skip_quiets = true;
                        continue;
                    }
                    if depth <= HISTORY_PRUNING_DEPTH && record < HISTORY_PRUNING * depth {
                        continue;
                    }
                }
                let allowed_loss = match (noisy, gives_check) {
                    (true, _) => SEE_NOISY_CP * depth * depth,
                    (false, true) => SEE_CHECK_CP * depth,
                    (false, false) => SEE_QUIET_CP * depth,
                };
                if depth <= SEE_DEPTH
                    && (picker.in_bad_noisy() || !noisy)
                    && !position.see_at_least(mv, -allowed_loss)
                {
                    continue;
                }
            }

            // A check that loses nothing is looked at a ply deeper, within
            // reason: not for ever.
            let extend =
                gives_check && ply < 2 * self.root_depth as usize && position.see_at_least(mv, 0);
            let nodes_before = self.nodes;
            self.play(step);
            let next_depth = depth - 1 + extend as i32;

            let mut score = -Score::INFINITE;
            let mut search_fully = !N::PV || count > 1;
            if depth >= 2 && count > 1 + N::ROOT as usize {
                // Late moves first at reduced depth.
                let mut plies = reduction;
                plies += cut_node as i32 + !improving as i32;
                plies -= N::PV as i32 + was_pv as i32 + gives_check as i32;
                if noisy {
                    plies -= 1 + !picker.in_bad_noisy() as i32;
                } else {
                    plies -= record / HISTORY_PER_PLY;
                    plies -= killers.contains(&Some(mv)) as i32;
                }
                let reduced = (next_depth - plies.max(0)).clamp(1, next_depth.max(1));
                if reduced < next_depth {
                    score = -self.negamax::<NonPv>(context, -alpha - 1, -alpha, reduced, true);
                    search_fully = score > alpha;
                }
            }
            if search_fully {
                score = -self.negamax::<NonPv>(context, -alpha - 1, -alpha, next_depth, !cut_node);
            }
            if N::PV && (count == 1 || score > alpha) {
                score = -self.negamax::<Pv>(context, -beta, -alpha, next_depth, false);
            }
            self.undo();
            if self.stopped {
                return Score::DRAW;
            }

            if N::ROOT {
                self.note_root_move(
                    root_index - 1,
                    score,
                    nodes_before,
                    count == 1 || score > alpha,
                );
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            let _ = tried.try_push((step, captured.filter(|_| noisy)));
        }

        // 9. No legal move: mated, or stalemate.
        if count == 0 {
            return if in_check {
                Score::mated_in(ply)
            } else {
                Score::DRAW
            };
        }

        // 10. Learning from a cutoff, storing in the table.
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn(mv, depth, &tried, before);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // With some root moves left out, the root's score is not the position's.
        let partial = N::ROOT && (self.pv_index > 0 || !context.limits.search_moves.is_empty());
        if !partial {
            let entry = Entry {
                best: best_move,
                score: best.to_table(ply),
                eval: static_eval.map(|eval| eval.to_int() as i16),
                depth: depth.min(255) as u8,
                bound,
                was_pv,
            };
            context.shared.table.store(key, entry);
        }
        best
    }

    /// Rewards the move that cut off and punishes those tried before it.
    fn learn(&mut self, mv: Move, depth: i32, tried: &Tried, before: [Option<Step>; 2]) {
        let position = self.game.position();
        let side = position.turn();
        let Some(piece) = position.piece_on(mv.from()) else {
            return;
        };
        let step = Step { piece, mv };
        let bonus = history_bonus(depth);
        if position.is_noisy(mv) {
            if let Some(captured) = position.captured_by(mv) {
                self.history.update_capture(step, captured, bonus);
            }
        } else {
            let killers = &mut self.frames[self.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.set_counter_move(before[0], mv);
            self.history.update_quiet(side, step, before, bonus);
        }
        let quiet_cutoff = !position.is_noisy(mv);
        for &(other, captured) in tried {
            match captured {
                Some(kind) => self.history.update_capture(other, kind, -bonus),
                None if quiet_cutoff && !self.game.position().is_noisy(other.mv) => {
                    self.history.update_quiet(side, other, before, -bonus);
                }
                None => {}
            }
        }
    }
}
