//! The main search: principal variation search with pruning, one node.
//!
//! The steps, in order, as numbered in the code:
//!
//! 1. quiescence at the horizon, the limits, draws, also those within one move's
//!    reach;
//! 2. mate distance pruning: where a shorter mate is known, nothing here matters;
//! 3. transposition table: what an earlier search of this position proved; endgame
//!    tables: who wins it for certain;
//! 4. static evaluation, corrected by what was learned from positions like this;
//! 5. hindsight: a move that was reduced but turns out to have hurt is given its
//!    ply back;
//! 6. razoring and reverse futility: so far behind, or ahead, that a search of
//!    few plies is not going to change it;
//! 7. null move: if even passing is good enough, some move will be;
//! 8. internal iterative reduction: without a move from the table the order of
//!    moves is poor, and the next iteration will do it better;
//! 9. ProbCut: a capture that is far better than needed in a shallow search is
//!    good enough in a deep one;
//! 10. the moves, and for each of them:
//!     a. pruning of hopeless ones;
//!     b. extension: the table's move alone is good (singular), or others would do
//!     as well (multicut);
//!     c. a reduced search of late moves;
//!     d. the searches to full depth;
//! 11. no legal move: mate or stalemate;
//! 12. learning from what came out, storing it in the table.
//!
//! It is fail-soft: a score outside the window is still a bound.

use plumb_chess::board::{CheckSquares, EXCHANGE_VALUES_CP, Move, king_attacks};

use super::history::Step;
use super::learning::TriedMoves;
use super::node::{NodeKind, NonPv, Pv};
use super::order::{Hints, Picker};
use super::params::*;
use super::quiesce::{cuts_off, improves};
use super::ranking::PickedMove;
use super::score::{Bound, MAX_PLY, Score};
use super::task::SearchTask;
use super::tt::Entry;
use super::worker::Worker;

/// A ply, in the units of reductions.
const PLY: i32 = 1_024;

impl Worker {
    /// The score of the current position searched `depth` plies deep, from
    /// the point of view of the side to move, exact between `alpha` and
    /// `beta`. `cut_node`: a cutoff is expected here.
    pub(super) fn negamax<N: NodeKind>(
        &mut self,
        task: &SearchTask,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut_node: bool,
    ) -> Score {
        // 1. Quiescence at the horizon, the limits, draws.
        if depth <= 0 {
            return self.quiesce::<N>(task, alpha, beta);
        }
        self.enter_node(task);
        let ply = self.ply;
        self.pv[ply].clear();
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

            // Who can repeat a position has a draw at least.
            if alpha < Score::DRAW && self.game.can_repeat_in_search(ply) {
                alpha = Score::DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }

            // 2. Mate distance pruning.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 3. Transposition table. Where a move is left out, what is known of the
        // position with that move says nothing.
        let excluded = self.frames[ply].excluded;
        let key = self.game.position().key();
        let known = match excluded {
            None => task.shared.table.probe(key),
            Some(_) => None,
        };
        let table_score = known.map(|entry| entry.score_at(ply));
        if !N::PV
            && let (Some(entry), Some(score)) = (known, table_score)
            && entry.depth as i32 >= depth
            && cuts_off(entry.bound, score, alpha, beta)
            // What comes out otherwise than expected deserves a look of its own,
            // unless it was searched deeper.
            && (cut_node == (score >= beta) || entry.depth as i32 > depth)
            // Close to the fifty-move limit the same position is worth less.
            && (self.game.position().halfmove_clock() as i32) < table_cutoff_clock()
        {
            if score >= beta
                && let Some(mv) = entry.best
            {
                self.learn_table_cutoff(mv, depth);
            }
            return score;
        }
        // Endgame tables settle most nodes that they know. On the principal variation
        // the search goes on, to find the way, but cannot come to anything else.
        let mut best = -Score::INFINITE;
        let mut ceiling = Score::INFINITE;
        if !N::ROOT
            && self.table_men > 0
            && self.game.position().occupied().count() <= self.table_men
            && excluded.is_none()
            && let Some((score, bound)) = self.probe_tables(task, depth)
        {
            if cuts_off(bound, score, alpha, beta) {
                let entry = Entry {
                    best: None,
                    score: score.to_table(ply),
                    eval: None,
                    // As good as a much deeper search.
                    depth: (depth + tablebase_depth()).min(MAX_PLY as i32) as u8,
                    bound,
                    was_pv: N::PV || known.is_some_and(|entry| entry.was_pv),
                };
                task.shared.table.store(key, entry);
                return score;
            }
            match bound {
                Bound::Lower if N::PV => {
                    best = score;
                    alpha = alpha.max(score);
                }
                Bound::Upper if N::PV => ceiling = score,
                _ => {}
            }
        }

        let table_move = if N::ROOT {
            self.root_moves.get(self.pv_index).map(|root| root.mv)
        } else {
            known
                .and_then(|entry| entry.best)
                .filter(|&mv| self.game.position().is_legal(mv))
        };
        let table_move_is_noisy = table_move.is_some_and(|mv| self.game.position().is_noisy(mv));
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);

        // 4. Static evaluation.
        let in_check = self.game.position().in_check();
        let mut plain_eval = None;
        let static_eval = if in_check {
            None
        } else if excluded.is_some() {
            self.frames[ply].eval
        } else {
            let plain = match known.and_then(|entry| entry.eval) {
                Some(eval) => Score::cp(eval as i32),
                None => {
                    let plain = self.evaluate();
                    if known.is_none() {
                        let entry = Entry::of_eval(plain.to_int() as i16, was_pv);
                        task.shared.table.store(key, entry);
                    }
                    plain
                }
            };
            plain_eval = Some(plain.to_int() as i16);
            Some(self.corrected(plain))
        };
        self.frames[ply].eval = static_eval;
        self.frames[ply + 1].cutoffs = 0;
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply].double_extensions = match ply {
            0 => 0,
            _ => self.frames[ply - 1].double_extensions,
        };
        if excluded.is_none() {
            let position = self.game.position();
            self.frames[ply].attacked = position.attacks_of(!position.turn());
        }
        // The king of the side to move has no safe square to go to, and the opponent
        // attacks a square beside him: a quiet move of the opponent can then threaten
        // mate. Reverse futility and null move would not see that, so neither is tried.
        let caged = {
            let position = self.game.position();
            let side = position.turn();
            let around = king_attacks(position.king(side));
            let attacked = self.frames[ply].attacked;
            !(around & !position.side(side) & !attacked).any() && (around & attacked).any()
        };
        // Better than two plies ago, or than four if that was a check: then
        // there is hope, and less is pruned.
        let earlier_eval = [1, 2, 4].map(|plies| {
            ply.checked_sub(plies)
                .and_then(|ply: usize| self.frames[ply].eval)
        });
        let improving = static_eval.is_some_and(|eval| {
            earlier_eval[1]
                .or(earlier_eval[2])
                .is_none_or(|before| eval > before)
        });
        let eval = match (static_eval, known, table_score) {
            (Some(eval), Some(entry), Some(score)) if improves(&entry, score, eval) => Some(score),
            _ => static_eval,
        };

        // The move that led here is judged by how both evaluations changed with it.
        if excluded.is_none()
            && let (Some(ours), Some(theirs)) = (static_eval, earlier_eval[0])
        {
            self.learn_eval_change(-(ours.to_int() + theirs.to_int()));
        }

        // 5. Hindsight.
        let came_reduced = match ply {
            0 => 0,
            _ => self.frames[ply - 1].reduction,
        };
        if came_reduced >= hindsight_reduction()
            && excluded.is_none()
            && let (Some(ours), Some(theirs)) = (static_eval, earlier_eval[0])
            && ours.to_int() + theirs.to_int() < hindsight_deeper_cp()
        {
            depth += 1;
        }

        if !N::PV
            && excluded.is_none()
            && let Some(eval) = eval
            && let Some(static_eval) = static_eval
        {
            // 6. Razoring and reverse futility.
            if depth <= razor_depth() && !alpha.is_decisive() && eval + razor_cp() * depth < alpha {
                let score = self.quiesce::<NonPv>(task, alpha, alpha + 1);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
            let margin =
                reverse_futility_cp() * depth - reverse_futility_improving_cp() * improving as i32;
            if depth <= reverse_futility_depth()
                && !caged
                && !eval.is_decisive()
                && !beta.is_decisive()
                && eval - margin >= beta
            {
                // The truth lies between what is needed and what is claimed.
                let thirds = reverse_futility_eval_3rds();
                return Score::cp((thirds * eval.to_int() + (3 - thirds) * beta.to_int()) / 3);
            }

            // 7. Null move. Not with bare pawns, where having to move can be the
            // trouble.
            let passed = ply > 0 && self.frames[ply - 1].step.is_none();
            let slack = null_move_slack_cp() * depth - null_move_slack_base_cp();
            if depth >= null_move_depth()
                && !passed
                && !caged
                && ply >= self.null_move_from_ply
                && eval >= beta
                && static_eval + slack >= beta
                && !beta.is_decisive()
                && self.game.position().has_pieces(self.game.position().turn())
            {
                let surplus =
                    ((eval - beta) / null_move_surplus_cp()).clamp(0, null_move_surplus_plies());
                let reduction = null_move_base() + depth / null_move_divisor() + surplus;
                self.play_null();
                let score =
                    -self.negamax::<NonPv>(task, -beta, -beta + 1, depth - reduction, !cut_node);
                self.undo();
                if self.stopped {
                    return Score::DRAW;
                }
                if score >= beta {
                    // A mate found after passing is not proven.
                    let score = if score.is_decisive() { beta } else { score };
                    if depth < null_move_verify_depth() || self.null_move_from_ply > 0 {
                        return score;
                    }
                    // Zugzwang hides better the deeper the search: look again
                    // without passing in the next plies.
                    let plies = null_move_verify_4ths() * (depth - reduction) / 4;
                    self.null_move_from_ply = ply + plies.max(1) as usize;
                    let verified =
                        self.negamax::<NonPv>(task, beta - 1, beta, depth - reduction, false);
                    self.null_move_from_ply = 0;
                    if verified >= beta {
                        return score;
                    }
                }
            }
        }

        // 8. Internal iterative reduction.
        if table_move.is_none()
            && excluded.is_none()
            && depth >= internal_reduction_depth()
            && (N::PV || cut_node)
        {
            depth -= 1;
        }

        // 9. ProbCut.
        if !N::PV
            && excluded.is_none()
            && depth >= prob_cut_depth()
            && !beta.is_decisive()
            && let Some(static_eval) = static_eval
        {
            let raised = beta + (prob_cut_cp() - prob_cut_improving_cp() * improving as i32);
            // The depth for which a cutoff by ProbCut is stored.
            let proved_depth = depth + 1 - prob_cut_plies();
            let is_refuted = known.is_some_and(|entry| entry.depth as i32 >= proved_depth)
                && table_score.is_some_and(|score| score < raised);
            if !is_refuted
                && let Some((score, mv)) = self.prob_cut(
                    task,
                    raised,
                    raised - static_eval,
                    depth,
                    table_move,
                    cut_node,
                )
            {
                let entry = Entry {
                    best: Some(mv),
                    score: score.to_table(ply),
                    eval: plain_eval,
                    depth: proved_depth.max(0) as u8,
                    bound: Bound::Lower,
                    was_pv,
                };
                task.shared.table.store(key, entry);
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // 10. The moves.
        let around = self.surroundings();
        let killers = self.frames[ply].killers;
        let hints = Hints {
            table_move,
            refutations: [
                killers[0],
                killers[1],
                self.history.counter_move(around.before[0]),
            ],
            around,
        };
        let original_alpha = alpha;
        let side = self.game.position().turn();
        let mut picker = Picker::new(hints);
        let mut root_index = self.pv_index;
        let mut best_move = None;
        let mut tried = TriedMoves::new();
        let mut count = 0;
        let checks = CheckSquares::new(self.game.position());
        loop {
            let PickedMove { mv, record } = if N::ROOT {
                let group = &self.root_moves[..self.group_end];
                let Some(root) = group.get(root_index) else {
                    break;
                };
                root_index += 1;
                PickedMove {
                    mv: root.mv,
                    record: None,
                }
            } else {
                let Some(picked) = self.pick(task, &mut picker, Some(&checks)) else {
                    break;
                };
                picked
            };
            if Some(mv) == excluded {
                continue;
            }
            let position = self.game.position();
            let Some(piece) = position.mover(mv.from()) else {
                continue;
            };
            let step = Step { piece, mv };
            let noisy = position.is_noisy(mv);
            let captured = position.captured_by(mv).filter(|_| noisy);
            count += 1;
            if N::ROOT {
                self.report_current_move(task, mv, count);
            }
            let record = record.unwrap_or_else(|| match captured {
                Some(kind) => self.history.capture_score(step, kind),
                None if noisy => 0,
                None => self.history.quiet_records(&around).of(step),
            });
            let mut reduction = task.shared.reductions.get(noisy, depth, count);
            let gives_check = checks.given_by(position, mv);

            // a. Hopeless moves, once one that is not lost is known.
            if !N::ROOT && !best.is_lost() && count > 1 && position.has_pieces(side) {
                let reduced = (depth - 1 - reduction / PLY).max(0);
                let allowed_loss = if noisy {
                    let gain = captured.map_or(0, |kind| EXCHANGE_VALUES_CP[kind.index()]);
                    if !gives_check
                        && reduced <= capture_futility_depth()
                        && static_eval.is_some_and(|eval| {
                            eval + (capture_futility_base_cp()
                                + capture_futility_cp() * reduced
                                + gain
                                + record / capture_futility_history())
                                <= alpha
                        })
                    {
                        continue;
                    }
                    see_noisy_cp() * depth
                } else {
                    // Checks are few and decide attacks, whatever their records are.
                    if count > late_move_count(depth, improving) && !gives_check {
                        picker.skip_quiets();
                    }
                    let hopeless = !gives_check
                        && reduced <= futility_depth()
                        && static_eval.is_some_and(|eval| {
                            eval + (futility_base_cp()
                                + futility_cp() * reduced
                                + record / futility_history())
                                <= alpha
                        });
                    if hopeless {
                        picker.skip_quiets();
                        continue;
                    }
                    if !gives_check
                        && reduced <= history_pruning_depth()
                        && record < -history_pruning() * depth
                    {
                        continue;
                    }
                    if gives_check {
                        see_check_cp() * depth
                    } else {
                        see_quiet_cp() * reduced * reduced
                    }
                };
                if (picker.in_bad_noisy() || !noisy) && !position.see_at_least(mv, -allowed_loss) {
                    continue;
                }
            }

            // b. Extension.
            let mut extension = 0;
            if !N::ROOT
                && Some(mv) == table_move
                && ply < extension_iterations() as usize * self.root_depth as usize
            {
                match self.singular::<N>(task, known, depth, beta, mv, cut_node, was_pv) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return score,
                }
                if self.stopped {
                    return Score::DRAW;
                }
            }
            let nodes_before = self.nodes;
            let next_depth = depth - 1 + extension;
            self.frames[ply].double_extensions += i32::from(extension >= 2);
            self.play(step);

            // c. Late moves first at reduced depth.
            let mut score = -Score::INFINITE;
            let mut search_fully = !N::PV || count > 1;
            let mut full_depth = next_depth;
            let mut was_reduced = false;
            if depth >= reduction_depth() && count > reduction_moves() as usize + N::ROOT as usize {
                reduction += reduction_cut_node_1024() * cut_node as i32;
                reduction += reduction_not_improving_1024() * !improving as i32;
                reduction -= reduction_pv_1024() * N::PV as i32;
                reduction -= reduction_was_pv_1024() * was_pv as i32;
                reduction -= reduction_check_1024() * gives_check as i32;
                if self.frames[ply + 1].cutoffs as i32 > reduction_cutoffs() {
                    reduction += reduction_cutoffs_1024();
                }
                if noisy {
                    reduction -= record * PLY / reduction_capture_history();
                } else {
                    reduction += reduction_table_noisy_1024() * table_move_is_noisy as i32;
                    reduction -= record * PLY / reduction_history();
                    if killers.contains(&Some(mv)) {
                        reduction -= reduction_killer_1024();
                    }
                }
                if gives_check {
                    // A check that looks bad may begin an attack: seen late, but seen.
                    reduction = reduction.min(reduction_check_most_1024());
                }
                let reduced = (next_depth - reduction / PLY).clamp(1, next_depth.max(1));
                if reduced < next_depth {
                    self.frames[ply].reduction = next_depth - reduced;
                    score = -self.negamax::<NonPv>(task, -alpha - 1, -alpha, reduced, true);
                    self.frames[ply].reduction = 0;
                    was_reduced = true;
                    search_fully = score > alpha;
                    if search_fully {
                        // Much better than thought: deeper than planned. Hardly
                        // better than the best so far: not so deep.
                        full_depth +=
                            i32::from(score > best + deeper_cp() + deeper_depth_cp() * next_depth);
                        full_depth -= i32::from(score < best + shallower_cp());
                        search_fully = full_depth > reduced;
                    }
                }
            }

            // d. The searches to full depth.
            if search_fully {
                score = -self.negamax::<NonPv>(task, -alpha - 1, -alpha, full_depth, !cut_node);
                if !noisy && was_reduced {
                    let bonus = history_bonus(depth) * bonus_again_16ths() / 16;
                    let bonus = if score > alpha { bonus } else { -bonus };
                    self.history.update_replies(around.before, step, bonus);
                }
            }
            if N::PV && (count == 1 || score > alpha) {
                score = -self.negamax::<Pv>(task, -beta, -alpha, next_depth, false);
            }
            self.undo();
            self.frames[ply].double_extensions -= i32::from(extension >= 2);
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
                        self.frames[ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                    // What comes now has to beat a move that is good already.
                    if (raised_alpha_least_depth()..=raised_alpha_most_depth()).contains(&depth)
                        && !score.is_decisive()
                        && !N::ROOT
                    {
                        depth -= 1;
                    }
                }
            }
            let _ = tried.try_push((step, captured));
        }

        // 11. No legal move: mated, or stalemate; or only the one left out.
        if count == 0 {
            return match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => Score::mated_in(ply),
                (None, false) => Score::DRAW,
            };
        }

        if N::PV {
            best = best.min(ceiling);
        }

        // 12. Learning, storing in the table.
        match best_move {
            Some(mv) => self.learn_cutoff(mv, depth, &tried, &around),
            None if !N::ROOT => self.learn_fail_low(depth),
            _ => {}
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_some() {
            return best;
        }
        if let Some(eval) = static_eval
            && !best.is_decisive()
            && best_move.is_none_or(|mv| !self.game.position().is_noisy(mv))
            && match bound {
                Bound::Exact => true,
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
            }
        {
            self.learn_correction(depth, best - eval);
        }
        // With some root moves left out, the root's score is not the position's.
        let partial = N::ROOT && (self.pv_index > 0 || !task.limits.search_moves.is_empty());
        if !partial {
            let entry = Entry {
                best: best_move,
                score: best.to_table(ply),
                eval: plain_eval,
                depth: depth.min(255) as u8,
                bound,
                was_pv,
            };
            task.shared.table.store(key, entry);
        }
        best
    }

    /// Looks for a capture or promotion that reaches `raised`, a score well over beta, both in
    /// quiescence and in a search some plies shallower; its score, from the side to move, and
    /// the move. Only moves whose exchange wins about `least_gain_cp` centipawns are tried.
    fn prob_cut(
        &mut self,
        task: &SearchTask,
        raised: Score,
        least_gain_cp: i32,
        depth: i32,
        table_move: Option<Move>,
        cut_node: bool,
    ) -> Option<(Score, Move)> {
        let hints = Hints {
            table_move: table_move.filter(|&mv| {
                let position = self.game.position();
                position.is_noisy(mv) && position.see_at_least(mv, least_gain_cp)
            }),
            refutations: [None; 3],
            around: self.surroundings(),
        };
        let mut picker = Picker::noisy(hints, least_gain_cp);
        while let Some(PickedMove { mv, .. }) = self.pick(task, &mut picker, None) {
            let Some(piece) = self.game.position().mover(mv.from()) else {
                continue;
            };
            self.play(Step { piece, mv });
            let mut score = -self.quiesce::<NonPv>(task, -raised, -raised + 1);
            if score >= raised && !self.stopped {
                score = -self.negamax::<NonPv>(
                    task,
                    -raised,
                    -raised + 1,
                    depth - prob_cut_plies(),
                    !cut_node,
                );
            }
            self.undo();
            if self.stopped {
                return None;
            }
            if score >= raised {
                return Some((score, mv));
            }
        }
        None
    }

    /// Whether the table's move is alone good enough: all others, searched about
    /// half as deep, stay clearly below its score. Then it decides and deserves more depth.
    /// If instead some other move reaches beta as well, the node will be cut
    /// anyway.
    #[allow(clippy::too_many_arguments)]
    fn singular<N: NodeKind>(
        &mut self,
        task: &SearchTask,
        known: Option<Entry>,
        depth: i32,
        beta: Score,
        mv: Move,
        cut_node: bool,
        was_pv: bool,
    ) -> Singular {
        let ply = self.ply;
        let Some(entry) = known.filter(|entry| {
            depth >= singular_depth() + singular_was_pv_depth() * i32::from(was_pv)
                && entry.depth as i32 >= depth - singular_table_plies()
                && entry.bound != Bound::Upper
        }) else {
            return Singular::Extend(0);
        };
        let table_score = entry.score_at(ply);
        if table_score.is_decisive() {
            return Singular::Extend(0);
        }
        let below = table_score - (depth * singular_margin_16ths_cp() / 16).max(1);
        let searched = ((depth - 1) * singular_search_16ths() / 16).max(1);
        self.frames[ply].excluded = Some(mv);
        let score = self.negamax::<NonPv>(task, below - 1, below, searched, cut_node);
        self.frames[ply].excluded = None;
        self.pv[ply].clear();
        if self.stopped {
            return Singular::Extend(0);
        }
        if score < below {
            let may_double =
                !N::PV && self.frames[ply].double_extensions < double_extension_limit();
            let quiet = !self.game.position().is_noisy(mv);
            let double = may_double && score < below - double_extension_cp();
            let triple = double && quiet && score < below - triple_extension_cp();
            return Singular::Extend(1 + i32::from(double) + i32::from(triple));
        }
        if below >= beta {
            // Multicut.
            return Singular::Cut(below);
        }
        if table_score >= beta {
            Singular::Extend(-multicut_less_plies())
        } else if cut_node {
            Singular::Extend(-cut_node_less_plies())
        } else {
            Singular::Extend(0)
        }
    }
}

/// What the search of all moves but the table's says.
enum Singular {
    /// So many plies more, or less, for the table's move.
    Extend(i32),
    /// Others are good enough too: the node's score.
    Cut(Score),
}
