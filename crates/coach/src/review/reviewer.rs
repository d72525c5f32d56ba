//! The searches of a review: one for each position of the game, then an explanation of each
//! move that loses enough, then every legal move there.
//!
//! A move has a sign only where three pairs of searches agree that it deserves one: those of
//! the positions before and after it, the deeper ones of its explanation, and a longest one;
//! the smallest drop counts. Every search begins with a cleared table and one thread, so that a review
//! depends on the game and the settings alone. Start with `GameReview::of`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::game_review::{Answer, Fault, GameReview, PlyReview};
use super::hints::Hints;
use super::severity::{DropLimits, USUAL_RATING};
use super::winning_share::winning_share;
use crate::analysis::{AnalysisError, Probe, from_ply_before};
use crate::explain::{
    EQUAL_CHANCE, Evidence, ExplainSettings, MoveExplanation, People, Relation, white_value,
};
use plumb_chess::board::{Color, Game, Move, Position};
use plumb_chess::notation::pgn::{PgnEntry, parse_rating};
use plumb_engine::choice::{HumanModel, RATING_BOUNDS};
use plumb_engine::eval::{WdlModel, Weights};
use plumb_engine::search::{Bound, Limits, OutOfMemory, Score};
use plumb_engine::tables::Models;
use plumb_support::spread::{Next, spread};

/// How far the searches of a review go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewSettings {
    /// Nodes of the search of each position.
    pub nodes: u64,
    /// The rating by which both sides are judged, in Elo; none for the file's.
    pub elo: Option<u16>,
    /// Threads.
    pub jobs: usize,
}

/// Nodes of a position if nothing else is said.
pub const REVIEW_NODES: u64 = 100_000;
/// An explanation has so many times the nodes of a position's search: as many as
/// `explain` has by itself, so that both say the same.
const EXPLANATION_TIMES: u64 = 2;
/// Before a move gets a sign, the position and the move have searches of so many times the
/// nodes of a position.
const LONGEST_TIMES: u64 = 3;
/// A legal move of a fault's position has the first part of them, and the second where that
/// leaves open whether it is right.
const ANSWER_PARTS: [u64; 2] = [10, 2];
/// A first look at a move leaves it open if its drop is within so much of the limit.
const OPEN_DROP: f64 = 0.05;
/// Megabytes of each table.
const HASH_MB: usize = 4;

/// What a search said of a position.
#[derive(Clone, Debug)]
struct PositionLook {
    choice: Option<Move>,
    /// From the side to move.
    score: Score,
}

/// A piece of work.
enum Task {
    Position(usize),
    /// A move that seems to lose so much, and the chances with the first choice and with it.
    Fault {
        ply: usize,
        chances: [f64; 2],
    },
}

/// What came of it.
enum Done {
    Position(usize, Option<PositionLook>),
    Fault {
        ply: usize,
        drop: Option<f64>,
        fault: Option<Box<Fault>>,
    },
    NoMemory(OutOfMemory),
}

impl GameReview {
    /// Reviews a game of a file until done or until `stop` is set; then with what there is.
    /// `people` is what people of a rating would play: what comes to mind, where a rating is
    /// known. `advance` hears of each piece of work that is done, and of how many there are so
    /// far. Errors only if a table is damaged, or there is no memory to search with.
    pub fn of(
        file: &str,
        entry: &PgnEntry,
        settings: &ReviewSettings,
        models: &Models,
        people: Option<&HumanModel>,
        stop: &AtomicBool,
        advance: &mut dyn FnMut(usize, usize),
    ) -> Result<GameReview, AnalysisError> {
        let mut review = unsearched(file, entry, settings);
        let reviewer = Reviewer {
            game: &played(&review.start, review.plies.iter().map(|ply| &ply.mv)),
            ratings: review.ratings,
            settings,
            weights: models.get()?,
            chances: models.get()?,
            people,
            stop,
        };
        let count = review.plies.len();
        let mut looks: Vec<Option<PositionLook>> = vec![None; count + 1];
        let (mut done, mut all) = (0, count + 1);
        reviewer.spread((0..=count).map(Task::Position).collect(), &mut |one| {
            if let Done::Position(ply, look) = one {
                looks[ply] = look;
            }
            done += 1;
            advance(done, all);
        })?;
        let suspects = reviewer.compare(&mut review, &looks);
        all += suspects.len();
        reviewer.spread(suspects, &mut |one| {
            if let Done::Fault { ply, drop, fault } = one {
                let ply = &mut review.plies[ply];
                ply.drop = drop.or(ply.drop);
                ply.fault = fault.map(|fault| *fault);
            }
            done += 1;
            advance(done, all);
        })?;
        review.is_stopped = stop.load(Ordering::Relaxed);
        Ok(review)
    }
}

/// The game before anything was searched.
fn unsearched(file: &str, entry: &PgnEntry, settings: &ReviewSettings) -> GameReview {
    let mut position = entry.game.start.clone();
    let mut plies = Vec::with_capacity(entry.game.moves.len());
    for played in &entry.game.moves {
        let before = position;
        position = match played.mv {
            Some(mv) => before.play(mv),
            None => before.play_null(),
        };
        plies.push(PlyReview {
            before,
            mv: played.mv,
            clock: clock(&played.comment),
            white_after: None,
            white_chance: None,
            is_first_choice: false,
            drop: None,
            fault: None,
        });
    }
    let rating = |name| settings.elo.or_else(|| parse_rating(entry.game.tag(name)?));
    GameReview {
        file: file.to_owned(),
        number: entry.number,
        tags: entry.game.tags.clone(),
        result: entry.game.result.clone(),
        start: entry.game.start.clone(),
        plies,
        ratings: ["WhiteElo", "BlackElo"].map(rating),
        is_stopped: false,
    }
}

/// The clock in a comment: `[%clk 1:59:30]`.
fn clock(comment: &str) -> Option<String> {
    let (_, rest) = comment.split_once("[%clk ")?;
    let (time, _) = rest.split_once(']')?;
    let is_time = |letter: char| letter.is_ascii_digit() || letter == ':' || letter == '.';
    let time = time.trim();
    (!time.is_empty() && time.chars().all(is_time)).then(|| time.to_owned())
}

/// The game on a board, as far as these moves.
fn played<'a>(start: &Position, moves: impl IntoIterator<Item = &'a Option<Move>>) -> Game {
    let mut game = Game::new(start.clone());
    for mv in moves {
        match mv {
            Some(mv) => game.play(*mv),
            None => game.play_null(),
        }
    }
    game
}

struct Reviewer<'a> {
    game: &'a Game,
    ratings: [Option<u16>; 2],
    settings: &'a ReviewSettings,
    weights: Arc<Weights>,
    chances: Arc<WdlModel>,
    people: Option<&'a HumanModel>,
    stop: &'a AtomicBool,
}

impl Reviewer<'_> {
    /// Does all tasks on as many threads as are wanted.
    fn spread(&self, tasks: Vec<Task>, keep: &mut dyn FnMut(Done)) -> Result<(), OutOfMemory> {
        let mut keep = |done| match done {
            Done::NoMemory(error) => Err(error),
            done => {
                keep(done);
                Ok(())
            }
        };
        let mut tasks = tasks.into_iter();
        let worker = || {
            let mut probe = Probe::new(Arc::clone(&self.weights), HASH_MB)?;
            Ok(move |task: Task, send: &mut dyn FnMut(Done)| send(self.work(&mut probe, task)))
        };
        spread(
            &mut (),
            self.settings.jobs,
            worker,
            |()| Ok(tasks.next().map_or(Next::End, Next::Task)),
            |(), done| keep(done),
        )
    }

    fn work(&self, probe: &mut Probe, task: Task) -> Done {
        match task {
            Task::Position(ply) => Done::Position(ply, self.look(probe, &self.game_at(ply))),
            Task::Fault { ply, chances } => match self.fault(probe, ply, chances) {
                Ok(Some((drop, fault))) => Done::Fault {
                    ply,
                    drop: Some(drop),
                    fault: fault.map(Box::new),
                },
                Ok(None) => Done::Fault {
                    ply,
                    drop: None,
                    fault: None,
                },
                Err(error) => Done::NoMemory(error),
            },
        }
    }

    /// The game up to before a ply.
    fn game_at(&self, ply: usize) -> Game {
        played(self.game.start(), &self.game.moves()[..ply])
    }

    /// The choice on the board of `game`; nothing when it was stopped.
    fn look(&self, probe: &mut Probe, game: &Game) -> Option<PositionLook> {
        let position = game.position();
        // Whether a repetition or fifty quiet moves were claimed is seen where the game ends.
        let is_claimed = game.ply() == self.game.ply() && game.outcome().is_some();
        if position.has_no_moves() || position.is_insufficient_material() || is_claimed {
            let score = match position.in_check() && position.has_no_moves() {
                true => Score::mated_in(0),
                false => Score::DRAW,
            };
            return Some(PositionLook {
                choice: None,
                score,
            });
        }
        let (choice, score) = self.searched(probe, game, self.settings.nodes)?;
        Some(PositionLook {
            choice: Some(choice),
            score,
        })
    }

    fn searched(&self, probe: &mut Probe, game: &Game, nodes: u64) -> Option<(Move, Score)> {
        probe.clear();
        let search = probe.search_to_mate(game, Limits::nodes(nodes.max(1)), None, self.stop);
        let mut iterations = search.iterations.iter().rev();
        let exact = iterations.find(|one| one.bound == Bound::Exact && one.best().is_some())?;
        // A search that was stopped in the middle is not what the settings ask for.
        let is_whole = !self.stop.load(Ordering::Relaxed);
        Some((exact.best()?, exact.score)).filter(|_| is_whole)
    }

    /// Sets scores and drops of all plies, and says which moves have to be explained.
    fn compare(&self, review: &mut GameReview, looks: &[Option<PositionLook>]) -> Vec<Task> {
        let mut suspects = Vec::new();
        for (index, ply) in review.plies.iter_mut().enumerate() {
            let after = looks.get(index + 1).and_then(Option::as_ref);
            if let Some(after) = after {
                let turn = !ply.before.turn();
                let white = white_value(after.score, turn);
                let is_mate_done = after.choice.is_none() && after.score.is_mate();
                ply.white_after = (!is_mate_done).then_some(white);
                let mover = winning_share(from_ply_before(after.score));
                ply.white_chance = Some(turn.fold(1.0 - mover, mover));
            }
            let (Some(mv), Some(before), Some(after)) = (ply.mv, &looks[index], after) else {
                continue;
            };
            ply.is_first_choice = before.choice == Some(mv);
            let [best, played] = [before.score, from_ply_before(after.score)].map(winning_share);
            let drop = match ply.is_first_choice {
                true => 0.0,
                false => drop_of([best, played]),
            };
            ply.drop = Some(drop);
            if drop >= self.limits(ply.before.turn()).least() {
                suspects.push(Task::Fault {
                    ply: index,
                    chances: [best, played],
                });
            }
        }
        suspects
    }

    fn rating(&self, side: Color) -> Option<u16> {
        let [white, black] = self.ratings;
        side.fold(white, black)
    }

    fn limits(&self, side: Color) -> DropLimits {
        DropLimits::for_rating(f64::from(self.rating(side).unwrap_or(USUAL_RATING)))
    }

    /// What a move loses that came to these `chances`, and what is wrong with it if that is
    /// enough for a sign. Nothing when stopped.
    fn fault(
        &self,
        probe: &mut Probe,
        ply: usize,
        chances: [f64; 2],
    ) -> Result<Option<(f64, Option<Fault>)>, OutOfMemory> {
        let game = self.game_at(ply);
        let position = game.position();
        let Some(&Some(mv)) = self.game.moves().get(ply) else {
            return Ok(None);
        };
        let people = self.rating(position.turn());
        let people = people.zip(self.people);
        let (low, high) = RATING_BOUNDS;
        let people = people.map(|(elo, model)| People {
            model,
            elo: elo.clamp(low as u16, high as u16),
        });
        let settings = ExplainSettings {
            nodes: self.settings.nodes.saturating_mul(EXPLANATION_TIMES),
            hash_mb: HASH_MB,
        };
        let weights = &self.weights;
        let evidence = Evidence::gather(&game, Some(mv), people, &settings, weights, self.stop)?;
        let explanation = MoveExplanation::of(&evidence, weights, &self.chances);
        let Some(comparison) = explanation
            .comparison
            .as_ref()
            .filter(|_| !evidence.is_stopped)
        else {
            return Ok(None);
        };
        let [best, played] = [&comparison.best, &comparison.explained];
        let deeper = [best, played].map(|line| winning_share(line.score));
        if comparison.relation != Relation::Worse {
            return Ok(Some((0.0, None)));
        }
        let limits = self.limits(position.turn());
        let mut chances = nearer(chances, deeper);
        if limits.severity(drop_of(chances)).is_some() {
            let Some(deepest) = self.deepest(probe, &game, mv) else {
                return Ok(None);
            };
            chances = nearer(chances, deepest);
        }
        let drop = drop_of(chances);
        let Some(severity) = limits.severity(drop) else {
            return Ok(Some((drop, None)));
        };
        let best_line = best.line.moves().to_vec();
        let played_line = played.line.moves().to_vec();
        let answers = self.answers(probe, &game, best.score, best.mv, (mv, drop));
        let fault = Fault {
            severity,
            chances,
            hints: Hints::of(position, &explanation),
            best_line,
            played_line,
            answers: answers.unwrap_or_default(),
            explanation,
        };
        Ok(Some((drop, Some(fault))))
    }

    /// The mover's chances with the first choice and with a move, by the longest searches;
    /// the same where the move is the first choice after all. Nothing when stopped.
    fn deepest(&self, probe: &mut Probe, game: &Game, mv: Move) -> Option<[f64; 2]> {
        let nodes = self.settings.nodes.saturating_mul(LONGEST_TIMES);
        let (choice, best) = self.searched(probe, game, nodes)?;
        let best = winning_share(best);
        let mut after = game.clone();
        after.play(mv);
        let played = match after.outcome() {
            _ if choice == mv => best,
            Some(_) => return Some([best, winning_share(ending_score(&after))]),
            None => {
                let (_, reply) = self.searched(probe, &after, nodes)?;
                winning_share(from_ply_before(reply))
            }
        };
        Some([best, played])
    }

    /// What every legal move loses; the best one nothing, the one that was `played` what it
    /// is said to. Nothing when stopped.
    fn answers(
        &self,
        probe: &mut Probe,
        game: &Game,
        best: Score,
        best_move: Move,
        played: (Move, f64),
    ) -> Option<Vec<Answer>> {
        let position = game.position();
        let best = winning_share(best);
        let mut answers = Vec::new();
        for &mv in position.legal_moves().iter() {
            let drop = match mv {
                mv if mv == best_move => 0.0,
                mv if mv == played.0 => played.1,
                mv => self.drop_of(probe, game, mv, best)?,
            };
            answers.push(Answer {
                mv,
                drop,
                is_right: mv != played.0 && drop < EQUAL_CHANCE,
            });
        }
        Some(answers)
    }

    fn drop_of(&self, probe: &mut Probe, game: &Game, mv: Move, best: f64) -> Option<f64> {
        let mut after = game.clone();
        after.play(mv);
        let drop = |score: Score| (best - winning_share(from_ply_before(score))).max(0.0);
        if after.outcome().is_some() {
            return Some((best - winning_share(ending_score(&after))).max(0.0));
        }
        let nodes = self.settings.nodes;
        let (_, first) = self.searched(probe, &after, nodes / ANSWER_PARTS[0])?;
        if drop(first) >= EQUAL_CHANCE + OPEN_DROP {
            return Some(drop(first));
        }
        let (_, second) = self.searched(probe, &after, nodes / ANSWER_PARTS[1])?;
        Some(drop(second))
    }
}

/// What a move loses that came to these chances, beside the first choice's.
fn drop_of([best, played]: [f64; 2]) -> f64 {
    (best - played).max(0.0)
}

/// Of two pairs of chances the one in which a move loses less; the first if both say the same.
fn nearer(first: [f64; 2], second: [f64; 2]) -> [f64; 2] {
    match drop_of(second) < drop_of(first) {
        true => second,
        false => first,
    }
}

/// The score of a move that has ended the game, from the side that made it.
fn ending_score(after: &Game) -> Score {
    let position = after.position();
    match position.in_check() && position.has_no_moves() {
        true => Score::mate_in(1),
        false => Score::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_ratings_are_read_from_what_files_have() {
        assert_eq!(
            clock("[%eval 0.3] [%clk 0:09:58] good"),
            Some("0:09:58".to_owned())
        );
        for none in ["", "[%clk ]", "[%clk x]", "[%clk 1:00", "%clk 1:00]"] {
            assert_eq!(clock(none), None, "{none}");
        }
        assert_eq!(parse_rating(" 1650 "), Some(1_650));
        for none in ["", "?", "-", "99", "4001", "70000", "1650?"] {
            assert_eq!(parse_rating(none), None, "{none}");
        }
    }
}
