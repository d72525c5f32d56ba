//! What a search needs, and [`SearchTask::run`], which starts it on the calling thread.
//! `Engine::go` does so on each thread of its pool.

use std::cell::RefCell;

use super::limits::Limits;
use super::report::{Observer, Report, SearchOutcome};
use super::shared::Shared;
use super::time::Timer;
use super::worker::Worker;
use plumb_chess::board::{Game, Move};

/// Everything that a search needs besides the worker that does it.
pub struct SearchTask<'a> {
    /// Table, weights, stop flag; told of a new search with `begin_search`.
    pub shared: &'a Shared,
    /// The game whose current position is searched.
    pub game: &'a Game,
    /// When to end, and which moves to search.
    pub limits: &'a Limits,
    /// The clock.
    pub timer: &'a Timer,
    /// Who follows the search.
    pub observer: RefCell<&'a mut dyn Observer>,
}

impl<'a> SearchTask<'a> {
    /// A search of the current position of `game`.
    pub fn new(
        shared: &'a Shared,
        game: &'a Game,
        limits: &'a Limits,
        timer: &'a Timer,
        observer: &'a mut dyn Observer,
    ) -> SearchTask<'a> {
        SearchTask {
            shared,
            game,
            limits,
            timer,
            observer: RefCell::new(observer),
        }
    }

    /// A search of the same position, by the same clock, with other limits and observer.
    pub fn with<'b>(&self, limits: &'b Limits, observer: &'b mut dyn Observer) -> SearchTask<'b>
    where
        'a: 'b,
    {
        SearchTask::new(self.shared, self.game, limits, self.timer, observer)
    }

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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::Weights;
    use plumb_chess::board::{PieceKind, Position, Setup};
    use plumb_support::random::Random;

    /// In tests of this package every node checks that its position is consistent.
    #[test]
    fn searches_meet_only_valid_positions() {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        let ranks = [
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook],
            [Rook, King, Rook, Queen, Knight, Knight, Bishop, Bishop],
            [Bishop, Rook, Queen, Knight, King, Rook, Knight, Bishop],
        ];
        let weights = Arc::new(Weights::embedded());
        let shared = Shared::new(Arc::clone(&weights), 1, 1).unwrap();
        let mut worker = Worker::new(0, weights).unwrap();
        let mut random = Random::seeded(5);
        for number in 0..45 {
            let setup = Setup::with_back_ranks([ranks[number % 3], ranks[number / 3 % 3]]);
            let mut game = Game::new(Position::from_setup(&setup).unwrap());
            for _ in 0..4 * number {
                let Some(mv) = random.pick(&game.position().legal_moves()) else {
                    break;
                };
                game.play(mv);
            }
            let limits = Limits {
                mate: (number % 5 == 0).then_some(3),
                ..Limits::nodes(2_000)
            };
            shared.begin_search();
            let timer = Timer::start(&limits);
            let outcome =
                SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(&mut worker);
            assert_eq!(outcome.best.is_none(), game.position().has_no_moves());
        }
    }
}
