//! Who plays whom, from which opening, with which colour.
//!
//! The schedule is a pure function of its settings: a match that is resumed
//! has the same games under the same numbers.

use plumb_support::random::Random;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The first engine against each of the others.
    Gauntlet,
    /// Everyone against everyone. With two engines: head to head.
    RoundRobin,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub number: usize,
    /// Games of the same pair have the same opening and colours swapped.
    pub pair: usize,
    /// Index of the engine that plays White.
    pub white: usize,
    /// Index of the engine that plays Black.
    pub black: usize,
    /// Index of the opening.
    pub opening: usize,
}

/// All games of a match: `pairs` pairs of games for every pairing, the
/// pairings taking turns so that every opponent's score grows evenly.
pub fn schedule(
    format: Format,
    engines: usize,
    pairs: usize,
    openings: usize,
    order: Order,
) -> Vec<ScheduledGame> {
    let pairings = pairings(format, engines);
    let count = pairs * pairings.len();
    let mut sequence = OpeningSequence::new(openings, order);
    let mut games = Vec::with_capacity(2 * count);
    for round in 0..pairs {
        // Every pairing of a round has the same opening.
        let opening = sequence.at(round);
        for (index, &(first, second)) in pairings.iter().enumerate() {
            let pair = round * pairings.len() + index;
            for (white, black) in [(first, second), (second, first)] {
                games.push(ScheduledGame {
                    number: games.len(),
                    pair,
                    white,
                    black,
                    opening,
                });
            }
        }
    }
    games
}

/// Which opening comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As in the file, from the beginning when they are used up.
    Sequential,
    /// Shuffled with this seed, anew when they are used up.
    Random(u64),
}

fn pairings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    match format {
        Format::Gauntlet => (1..engines).map(|opponent| (0, opponent)).collect(),
        Format::RoundRobin => (0..engines)
            .flat_map(|one| (one + 1..engines).map(move |other| (one, other)))
            .collect(),
    }
}

struct OpeningSequence {
    count: usize,
    random: Option<Random>,
    shuffled: Vec<usize>,
}

impl OpeningSequence {
    fn new(count: usize, order: Order) -> OpeningSequence {
        let random = match order {
            Order::Sequential => None,
            Order::Random(seed) => Some(Random::stream(seed, 0)),
        };
        OpeningSequence {
            count: count.max(1),
            random,
            shuffled: Vec::new(),
        }
    }

    fn at(&mut self, round: usize) -> usize {
        let Some(random) = &mut self.random else {
            return round % self.count;
        };
        while self.shuffled.len() <= round {
            let mut deck: Vec<usize> = (0..self.count).collect();
            for last in (1..self.count).rev() {
                deck.swap(last, random.below(last + 1));
            }
            self.shuffled.extend(deck);
        }
        self.shuffled[round]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets_everyone_with_both_colours() {
        let games = schedule(Format::RoundRobin, 4, 3, 10, Order::Sequential);
        assert_eq!(games.len(), 6 * 3 * 2);
        for one in 0..4 {
            for other in 0..4 {
                let met = games
                    .iter()
                    .filter(|game| (game.white, game.black) == (one, other))
                    .count();
                assert_eq!(met, if one == other { 0 } else { 3 });
            }
        }
        assert!(
            games
                .iter()
                .enumerate()
                .all(|(index, game)| game.number == index)
        );
    }

    #[test]
    fn pairs_share_an_opening_and_swap_colours() {
        let games = schedule(Format::Gauntlet, 3, 5, 2, Order::Random(7));
        for pair in games.chunks(2) {
            assert_eq!(
                (pair[0].pair, pair[0].opening),
                (pair[1].pair, pair[1].opening)
            );
            assert_eq!(
                (pair[0].white, pair[0].black),
                (pair[1].black, pair[1].white)
            );
        }
        assert!(games.iter().all(|game| game.white == 0 || game.black == 0));
    }

    #[test]
    fn random_openings_are_repeatable_and_each_comes_once_a_round() {
        let openings = |seed| -> Vec<usize> {
            schedule(Format::RoundRobin, 2, 20, 10, Order::Random(seed))
                .iter()
                .step_by(2)
                .map(|game| game.opening)
                .collect()
        };
        assert_eq!(openings(1), openings(1));
        assert_ne!(openings(1), openings(2));
        for deck in openings(3).chunks(10) {
            let mut sorted = deck.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..10).collect::<Vec<_>>());
        }
    }
}
