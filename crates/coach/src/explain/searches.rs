//! The searches behind an explanation, in a fixed order.
//!
//! Each begins with a cleared table and one thread, so that the evidence depends on the
//! position, its history and the settings alone. All of them together look at no more
//! positions than were asked for, apart from the few hundred with which a search
//! finishes its first move. Start with `Evidence::gather`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::evidence::{
    Evidence, ExplainSettings, Look, NaturalMove, NaturalReason, People, SearchedMove,
};
use super::zugzwang::ZugzwangSearch;
use crate::analysis::{Iteration, Probe, from_ply_before};
use plumb_chess::board::{Game, Move, Outcome, Position};
use plumb_engine::choice::{Sight, move_features};
use plumb_engine::eval::Weights;
use plumb_engine::search::{Bound, Limits, OutOfMemory, Score};

/// The shares of the searches in all nodes, in percent.
const BEST_SHARE: u64 = 35;
const PLAYED_SHARE: u64 = 25;
const SECOND_SHARE: u64 = 20;
const THREAT_SHARE: u64 = 8;
const NATURAL_SHARE: u64 = 8;
/// For lines that a search left short of a mate it had seen.
const ENDING_SHARE: u64 = 2;
/// For the larger searches of a position that may be zugzwang.
const ZUGZWANG_SHARE: u64 = 2;
/// Zugzwang is looked for after so many plies of a line.
const ZUGZWANG_PLIES: usize = 3;
/// The deepest iteration whose choice comes to mind.
const SHALLOW_DEPTH: u32 = 4;
/// A mate is followed at most so many times from where a line ended.
const CONTINUATIONS: usize = 4;

impl Evidence {
    /// Searches the position on the board of `game`, and the move `asked` about if there
    /// is one, until done or until `stop` is set; then with what there is. Errors only if
    /// there is no memory for the table.
    pub fn gather(
        game: &Game,
        asked: Option<Move>,
        people: Option<People<'_>>,
        settings: &ExplainSettings,
        weights: &Arc<Weights>,
        stop: &AtomicBool,
    ) -> Result<Evidence, OutOfMemory> {
        let mut searcher = Searcher::new(game, settings, weights, stop)?;
        // Without a move that needs a search of its own the first may go deeper.
        let share = match asked {
            Some(_) => BEST_SHARE,
            None => BEST_SHARE + PLAYED_SHARE,
        };
        let mut evidence = Evidence::nothing_yet(game, asked);
        searcher.run(&mut evidence, share, people);
        Ok(searcher.finish(evidence))
    }

    /// What can be searched before the move is known that will be asked about:
    /// [`Evidence::with_move`] makes of it what `gather` says of that move.
    pub fn prepare(
        game: &Game,
        people: Option<People<'_>>,
        settings: &ExplainSettings,
        weights: &Arc<Weights>,
        stop: &AtomicBool,
    ) -> Result<Evidence, OutOfMemory> {
        let mut searcher = Searcher::new(game, settings, weights, stop)?;
        let mut evidence = Evidence::nothing_yet(game, None);
        searcher.run(&mut evidence, BEST_SHARE, people);
        Ok(searcher.finish(evidence))
    }

    /// The same evidence about a move, which is searched unless it is the first choice.
    /// `game` and `settings` are those that the evidence was prepared with. Every search
    /// begins with a cleared table, so that their order makes no difference.
    pub fn with_move(
        mut self,
        game: &Game,
        mv: Move,
        settings: &ExplainSettings,
        weights: &Arc<Weights>,
        stop: &AtomicBool,
    ) -> Result<Evidence, OutOfMemory> {
        self.asked = Some(mv);
        if self.best.as_ref().is_none_or(|best| best.mv == mv) {
            return Ok(self);
        }
        let mut searcher = Searcher::new(game, settings, weights, stop)?;
        searcher.nodes = self.nodes;
        self.played = searcher.after(mv, PLAYED_SHARE);
        if let Some(played) = &mut self.played {
            played.zugzwang = searcher.zugzwang(&played.line);
        }
        if let (Some(natural), Some(played)) = (&mut self.natural, &self.played)
            && natural.searched.mv == mv
        {
            natural.searched = played.clone();
        }
        Ok(searcher.finish(self))
    }

    fn nothing_yet(game: &Game, asked: Option<Move>) -> Evidence {
        Evidence {
            position: game.position().clone(),
            before: before(game),
            outcome: game.outcome(),
            asked,
            best: None,
            played: None,
            second: None,
            threat: None,
            natural: None,
            nodes: 0,
            is_stopped: false,
        }
    }
}

fn before(game: &Game) -> Option<(Position, Move)> {
    let ply = game.ply().checked_sub(1)?;
    Some((game.position_at(ply)?.clone(), (*game.moves().get(ply)?)?))
}

struct Searcher<'a> {
    probe: Probe,
    game: &'a Game,
    all_nodes: u64,
    nodes: u64,
    stop: &'a AtomicBool,
}

impl<'a> Searcher<'a> {
    fn new(
        game: &'a Game,
        settings: &ExplainSettings,
        weights: &Arc<Weights>,
        stop: &'a AtomicBool,
    ) -> Result<Searcher<'a>, OutOfMemory> {
        Ok(Searcher {
            probe: Probe::new(Arc::clone(weights), settings.hash_mb)?,
            game,
            all_nodes: settings.nodes,
            nodes: 0,
            stop,
        })
    }

    fn finish(self, mut evidence: Evidence) -> Evidence {
        evidence.nodes = self.nodes;
        evidence.is_stopped = self.stop.load(Ordering::Relaxed);
        evidence
    }

    fn run(&mut self, evidence: &mut Evidence, best_share: u64, people: Option<People<'_>>) {
        let game = self.game;
        evidence.best = self.searched(game, Limits::nodes(self.share(best_share)));
        let Some(best) = &evidence.best else {
            return;
        };
        let best_move = best.mv;
        let asked = evidence.asked.filter(|&mv| mv != best_move);
        evidence.played = asked.and_then(|mv| self.after(mv, PLAYED_SHARE));

        let others: Vec<Move> = game.position().legal_moves().into_iter().collect();
        let others: Vec<Move> = others.into_iter().filter(|&mv| mv != best_move).collect();
        if !others.is_empty() {
            let limits = Limits {
                depth: best.looks.last().map(|look| look.depth),
                search_moves: others,
                ..Limits::nodes(self.share(SECOND_SHARE))
            };
            evidence.second = self.searched(game, limits);
        }
        if !game.position().in_check() {
            let mut passed = game.clone();
            passed.play_null();
            // A stalemated side threatens nothing.
            if !passed.position().has_no_moves() {
                evidence.threat = self.searched(&passed, Limits::nodes(self.share(THREAT_SHARE)));
            }
        }
        for searched in [&mut evidence.best, &mut evidence.played]
            .into_iter()
            .flatten()
        {
            searched.zugzwang = self.zugzwang(&searched.line);
        }
        let natural = match people {
            Some(people) => self.likeliest(people),
            None => evidence.best.as_ref().and_then(shallow_choice),
        };
        let natural = natural.filter(|&(mv, _)| mv != best_move);
        evidence.natural = natural.and_then(|(mv, reason)| {
            let played = evidence.played.as_ref().filter(|played| played.mv == mv);
            let searched = match played {
                Some(played) => Some(played.clone()),
                None => self.after(mv, NATURAL_SHARE).map(|searched| SearchedMove {
                    zugzwang: self.zugzwang(&searched.line),
                    ..searched
                }),
            };
            searched.map(|searched| NaturalMove { searched, reason })
        });
    }

    /// After how many plies of the line, few of them, the side to move is in zugzwang.
    fn zugzwang(&mut self, line: &[Move]) -> Option<usize> {
        let nodes = self.share(ZUGZWANG_SHARE);
        let mut zugzwang = ZugzwangSearch {
            probe: &mut self.probe,
            nodes,
            tables: None,
            searched: 0,
            stop: self.stop,
        };
        let mut game = self.game.clone();
        let mut ply = None;
        for (index, &mv) in line.iter().enumerate().take(ZUGZWANG_PLIES) {
            game.play(mv);
            if zugzwang.passing(&game).is_some() {
                ply = Some(index + 1);
                break;
            }
        }
        self.nodes += zugzwang.searched;
        ply
    }

    fn share(&self, percent: u64) -> u64 {
        (self.all_nodes.saturating_mul(percent) / 100).max(1)
    }

    /// The choice on the board of `game`, with a cleared table; nothing where there is
    /// no move, or it was stopped before the first iteration.
    fn searched(&mut self, game: &Game, limits: Limits) -> Option<SearchedMove> {
        self.probe.clear();
        let search = self.probe.search_to_mate(game, limits, None, self.stop);
        self.nodes += search.nodes();
        let looks = looks(&search.iterations);
        let last = last_exact(&search.iterations)?;
        let mut line = last.moves().to_vec();
        let score = last.score;
        self.follow_mate(game, score, &mut line);
        Some(SearchedMove {
            mv: *line.first()?,
            score,
            line,
            looks,
            zugzwang: None,
        })
    }

    /// A move by a search of the position after it.
    fn after(&mut self, mv: Move, share: u64) -> Option<SearchedMove> {
        let mut game = self.game.clone();
        game.play(mv);
        let over = |score| SearchedMove {
            mv,
            score,
            line: vec![mv],
            looks: Vec::new(),
            zugzwang: None,
        };
        match game.outcome() {
            Some(Outcome::Checkmate) => return Some(over(Score::mate_in(1))),
            Some(_) => return Some(over(Score::DRAW)),
            None => {}
        }
        let reply = self.searched(&game, Limits::nodes(self.share(share)))?;
        let turned = |look: &Look| Look {
            depth: look.depth + 1,
            mv,
            score: from_ply_before(look.score),
        };
        Some(SearchedMove {
            mv,
            score: from_ply_before(reply.score),
            line: [vec![mv], reply.line].concat(),
            looks: reply.looks.iter().map(turned).collect(),
            zugzwang: None,
        })
    }

    /// Goes on from the end of a line that a search left before the mate it had seen:
    /// the table cuts such lines short.
    fn follow_mate(&mut self, game: &Game, score: Score, line: &mut Vec<Move>) {
        if !score.is_mate() {
            return;
        }
        let mut game = game.clone();
        line.iter().for_each(|&mv| game.play(mv));
        for _ in 0..CONTINUATIONS {
            if game.outcome().is_some() {
                return;
            }
            let limits = Limits::nodes(self.share(ENDING_SHARE));
            let search = self.probe.search_to_mate(&game, limits, None, self.stop);
            self.nodes += search.nodes();
            let Some(last) = last_exact(&search.iterations) else {
                return;
            };
            for &mv in last.moves() {
                game.play(mv);
                line.push(mv);
            }
        }
    }

    /// What most people of a rating would play, by a first glance.
    fn likeliest(&mut self, people: People<'_>) -> Option<(Move, NaturalReason)> {
        let glance = self.probe.first_glance(self.game, self.stop)?;
        self.nodes += glance.nodes;
        let (moves, features): (Vec<_>, Vec<_>) =
            move_features(&glance.decision).into_iter().unzip();
        let rating = f64::from(people.elo);
        let shares = people.model.shares(&features, Sight::Glance, rating);
        let mut first: Option<(Move, f64)> = None;
        for (&mv, &share) in moves.iter().zip(&shares) {
            if first.is_none_or(|(_, most)| share > most) {
                first = Some((mv, share));
            }
        }
        let elo = people.elo;
        first.map(|(mv, share)| (mv, NaturalReason::Likeliest { elo, share }))
    }
}

/// The move other than the first choice that most of the first iterations chose; of
/// several, the one that stood deepest.
fn shallow_choice(best: &SearchedMove) -> Option<(Move, NaturalReason)> {
    let shallow = best.looks.iter().filter(|look| look.depth <= SHALLOW_DEPTH);
    let mut depths: Vec<(Move, Vec<u32>)> = Vec::new();
    for look in shallow.filter(|look| look.mv != best.mv) {
        match depths.iter_mut().find(|(mv, _)| *mv == look.mv) {
            Some((_, depths)) => depths.push(look.depth),
            None => depths.push((look.mv, vec![look.depth])),
        }
    }
    let (mv, depths) = depths
        .into_iter()
        .max_by_key(|(_, depths)| (depths.len(), depths.last().copied()))?;
    Some((mv, NaturalReason::ShallowChoice(depths)))
}

fn last_exact(iterations: &[Iteration]) -> Option<&Iteration> {
    let mut iterations = iterations.iter();
    iterations.rfind(|one| one.bound == Bound::Exact && one.best().is_some())
}

/// The last exact report of each depth.
fn looks(iterations: &[Iteration]) -> Vec<Look> {
    let mut looks: Vec<Look> = Vec::new();
    for one in iterations.iter().filter(|one| one.bound == Bound::Exact) {
        let Some(mv) = one.best() else {
            continue;
        };
        let look = Look {
            depth: one.depth,
            mv,
            score: one.score,
        };
        match looks.last_mut() {
            Some(last) if last.depth == look.depth => *last = look,
            _ => looks.push(look),
        }
    }
    looks
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;
    use plumb_engine::choice::HumanModel;

    #[test]
    fn prepared_or_not_the_evidence_is_the_same() {
        let weights = Arc::new(Weights::embedded());
        let (stop, model) = (AtomicBool::new(false), HumanModel::embedded());
        let settings = ExplainSettings {
            nodes: 4_000,
            ..ExplainSettings::default()
        };
        for fen in [
            "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 4",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        ] {
            let game = Game::new(parse_fen(fen).unwrap());
            for people in [
                None,
                Some(People {
                    model: &model,
                    elo: 1_500,
                }),
            ] {
                let prepared =
                    Evidence::prepare(&game, people, &settings, &weights, &stop).unwrap();
                for mv in game.position().legal_moves() {
                    let asked = Some(mv);
                    let mut gathered =
                        Evidence::gather(&game, asked, people, &settings, &weights, &stop).unwrap();
                    let answered = prepared.clone();
                    let answered = answered.with_move(&game, mv, &settings, &weights, &stop);
                    let answered = answered.unwrap();
                    // A natural move is searched twice where it turns out to be the one played.
                    assert!(gathered.nodes <= answered.nodes);
                    gathered.nodes = answered.nodes;
                    assert_eq!(answered, gathered);
                }
            }
        }
    }
}
