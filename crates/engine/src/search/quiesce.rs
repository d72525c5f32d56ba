//! Quiescence: captures are played out before a position is evaluated.

use super::history::Step;
use super::node::NodeKind;
use super::order::{Hints, Picker};
use super::params::{delta_cp, quiescence_beta_16ths};
use super::ranking::PickedMove;
use super::score::{Bound, MAX_PLY, Score};
use super::task::SearchTask;
use super::tt::Entry;
use super::worker::Worker;
use plumb_chess::board::{Bitboard, EXCHANGE_VALUES_CP};

impl Worker {
    /// The score once nothing is left to capture at a profit. The side to
    /// move need not capture, unless it is in check: then every move counts.
    pub(super) fn quiesce<N: NodeKind>(
        &mut self,
        task: &SearchTask,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.enter_node(task);
        let ply = self.ply;
        self.pv[ply].clear();
        if self.stopped || self.is_draw() {
            return Score::DRAW;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }

        let key = self.game.position().key();
        let known = task.shared.table.probe(key);
        if !N::PV
            && let Some(entry) = known
            && cuts_off(entry.bound, entry.score_at(ply), alpha, beta)
        {
            return entry.score_at(ply);
        }

        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);
        let in_check = self.game.position().in_check();
        self.frames[ply].attacked = Bitboard::EMPTY;
        let mut eval = None;
        let mut best = Score::mated_in(ply);
        let mut futility = -Score::INFINITE;
        if !in_check {
            let plain = match known.and_then(|entry| entry.eval) {
                Some(eval) => Score::cp(eval as i32),
                None => self.evaluate(),
            };
            eval = Some(plain.to_int() as i16);
            let stand = self.corrected(plain);
            best = match known {
                // What an earlier search found out is better than a guess. But the
                // principal variation is to end where its score was given.
                Some(entry) if !N::PV && improves(&entry, entry.score_at(ply), stand) => {
                    entry.score_at(ply)
                }
                _ => stand,
            };
            if best >= beta {
                if !best.is_decisive() && !beta.is_decisive() {
                    let beta_16ths = quiescence_beta_16ths();
                    let blend = (16 - beta_16ths) * best.to_int() + beta_16ths * beta.to_int();
                    best = Score::cp(blend / 16);
                }
                if known.is_none() {
                    let entry = Entry {
                        best: None,
                        score: best.to_table(ply),
                        eval,
                        depth: 0,
                        bound: Bound::Lower,
                        was_pv,
                    };
                    task.shared.table.store(key, entry);
                }
                return best;
            }
            futility = stand + delta_cp();
            alpha = alpha.max(best);
        }

        let original_alpha = alpha;
        let table_move = known.and_then(|entry| entry.best).filter(|&mv| {
            let position = self.game.position();
            (in_check || position.is_noisy(mv)) && position.is_legal(mv)
        });
        let hints = Hints {
            table_move,
            refutations: [None; 3],
            around: self.surroundings(),
        };
        let mut picker = if in_check {
            Picker::new(hints)
        } else {
            Picker::noisy(hints, 0)
        };
        let mut best_move = None;
        while let Some(PickedMove { mv, .. }) = self.pick(task, &mut picker, None) {
            let position = self.game.position();
            let Some(piece) = position.mover(mv.from()) else {
                continue;
            };
            if in_check && !best.is_lost() && !position.is_noisy(mv) {
                // An evasion that does not lose is known: of the others only captures and queen
                // promotions are tried.
                picker.skip_quiets();
                continue;
            }
            if !in_check && position.is_noisy(mv) && mv.promotes_to().is_none() {
                let gain = position
                    .captured_by(mv)
                    .map_or(0, |kind| EXCHANGE_VALUES_CP[kind.index()]);
                if futility + gain <= alpha {
                    best = best.max(futility + gain);
                    continue;
                }
            }
            self.play(Step { piece, mv });
            let score = -self.quiesce::<N>(task, -beta, -alpha);
            self.undo();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        let bound = if best >= beta {
            Bound::Lower
        } else if N::PV && best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: best_move,
            score: best.to_table(ply),
            eval,
            depth: 0,
            bound,
            was_pv,
        };
        task.shared.table.store(key, entry);
        best
    }
}

/// Whether a score that is known, or a bound of it, settles a node with this window.
pub(super) fn cuts_off(bound: Bound, score: Score, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Whether a table entry's score is a better guess than the evaluation.
pub(super) fn improves(entry: &Entry, score: Score, eval: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    }
}
