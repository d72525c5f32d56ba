//! Finds parts of a collection of games that share no player and no event and lose as few
//! games as possible.
//!
//! Players and events are the nodes of a graph, tied by their games. Each node goes again and
//! again to the part that most of its ties lead to, less what they would be if games were drawn
//! blindly from parts of these sizes (label propagation with a null model, as in Barber and
//! Clark, "Detecting network communities by propagating labels under constraints", 2009;
//! here squared, so that a part that is fuller than its share draws nobody any more). Games
//! between parts are in none. Players and events that an earlier partition has stay in their
//! part, so that collections that share players can be divided one after the other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::keys::GameKeys;
use super::parts::{Part, Partition};
use crate::random::Random;

/// Starts from nothing, of which the best is kept.
const ATTEMPTS: u64 = 8;
/// Rounds over all nodes, at most.
const ROUNDS: usize = 60;
/// It is over when fewer than one in so many nodes still move.
const STILL: usize = 1_000;
/// A game ties its players so much, and each of them half as much to its event.
const OPPONENTS: f64 = 2.0;
const EVENT: f64 = 1.0;

/// A collection to be divided.
pub struct Division {
    games: Vec<GameKeys>,
    /// By game: its players' nodes, and its event's.
    nodes: Vec<([usize; 2], Option<usize>)>,
    /// By node: the other nodes and how strong the tie is.
    ties: Vec<Vec<(usize, f64)>>,
    /// By node: all of its ties together.
    strengths: Vec<f64>,
    /// By node: the part in which it stays.
    fixed: Vec<Option<usize>>,
    /// Keys of moves that only the first part may have.
    first_only: HashSet<u64>,
}

impl Division {
    /// Of these games.
    pub fn new(games: Vec<GameKeys>) -> Division {
        Division::with_earlier(games, &[])
    }

    /// Of these games, beside collections that are divided already, into parts in the same
    /// order: whoever is in a part there is in this part here.
    pub fn with_earlier(games: Vec<GameKeys>, earlier: &[Partition]) -> Division {
        let mut known: HashMap<(bool, u64), usize> = HashMap::new();
        let mut fixed = Vec::new();
        let mut node = |is_event: bool, key: u64| {
            let next = known.len();
            *known.entry((is_event, key)).or_insert_with(|| {
                let mut parts = earlier.iter();
                fixed.push(parts.find_map(|partition| match is_event {
                    true => partition.part_of_event(key),
                    false => partition.part_of_player(key),
                }));
                next
            })
        };
        let nodes: Vec<([usize; 2], Option<usize>)> = games
            .iter()
            .map(|game| {
                let players = game.players.map(|key| node(false, key));
                (players, game.event.map(|key| node(true, key)))
            })
            .collect();
        let mut ties: Vec<HashMap<usize, f64>> = vec![HashMap::new(); known.len()];
        let mut tie = |one: usize, other: usize, strength: f64| {
            *ties[one].entry(other).or_default() += strength;
            *ties[other].entry(one).or_default() += strength;
        };
        for &([white, black], event) in &nodes {
            tie(white, black, OPPONENTS);
            for player in [white, black] {
                if let Some(event) = event {
                    tie(player, event, EVENT);
                }
            }
        }
        // In order, so that sums are the same on every machine.
        let ties: Vec<Vec<(usize, f64)>> = ties
            .into_iter()
            .map(|ties| {
                let mut ties: Vec<(usize, f64)> = ties.into_iter().collect();
                ties.sort_unstable_by_key(|&(other, _)| other);
                ties
            })
            .collect();
        let strength = |ties: &Vec<(usize, f64)>| ties.iter().map(|(_, strength)| strength).sum();
        let strengths = ties.iter().map(strength).collect();
        Division {
            games,
            nodes,
            ties,
            strengths,
            fixed,
            first_only: HashSet::new(),
        }
    }

    /// Games with these keys of their moves are in the first part or in none: what was
    /// fitted to them before must not be measured on them.
    pub fn with_first_only(mut self, moves: HashSet<u64>) -> Division {
        self.first_only = moves;
        self
    }

    /// Divides them into parts of these names and shares of the games, which are above 0. Of
    /// several attempts the one in which the part that is smallest for its share is greatest.
    pub fn partition(&self, parts: &[(String, f64)], seed: u64) -> Partition {
        let all: f64 = parts.iter().map(|(_, share)| share).sum();
        let shares: Vec<f64> = parts.iter().map(|(_, share)| share / all).collect();
        let least = |labels: &[usize]| {
            let sizes = self.part_sizes(labels, shares.len());
            let filled = sizes.iter().zip(&shares);
            filled
                .map(|(&games, share)| games as f64 / share)
                .fold(f64::INFINITY, f64::min)
        };
        let mut best = self.attempt(&shares, Random::stream(seed, 0));
        for attempt in 1..ATTEMPTS {
            let labels = self.attempt(&shares, Random::stream(seed, attempt));
            if least(&labels) > least(&best) {
                best = labels;
            }
        }
        self.with_labels(&best, parts)
    }

    /// One attempt: the part of each node.
    fn attempt(&self, shares: &[f64], mut random: Random) -> Vec<usize> {
        let count = self.ties.len();
        let total: f64 = self.strengths.iter().sum();
        let mut labels: Vec<usize> = (0..count).map(|_| random.below(shares.len())).collect();
        for (label, fixed) in labels.iter_mut().zip(&self.fixed) {
            *label = fixed.unwrap_or(*label);
        }
        let mut sizes = vec![0.0; shares.len()];
        for (node, &label) in labels.iter().enumerate() {
            sizes[label] += self.strengths[node];
        }
        for _ in 0..ROUNDS {
            let mut moved = 0;
            for node in random.order(count) {
                if self.fixed[node].is_some() {
                    continue;
                }
                let strength = self.strengths[node];
                sizes[labels[node]] -= strength;
                let mut found = vec![0.0; shares.len()];
                for &(other, strength) in &self.ties[node] {
                    found[labels[other]] += strength;
                }
                let gain = |part: usize| {
                    let filled = sizes[part] / (total * shares[part]);
                    found[part] - strength * filled * filled / shares.len() as f64
                };
                let mut best = labels[node];
                for part in 0..shares.len() {
                    if gain(part) > gain(best) {
                        best = part;
                    }
                }
                moved += usize::from(best != labels[node]);
                labels[node] = best;
                sizes[best] += strength;
            }
            if moved * STILL <= count {
                break;
            }
        }
        labels
    }

    /// The part of a game, if players and event agree.
    fn part(&self, game: usize, labels: &[usize]) -> Option<usize> {
        let ([white, black], event) = self.nodes[game];
        let part = labels[white];
        let agree = labels[black] == part && event.is_none_or(|event| labels[event] == part);
        agree.then_some(part)
    }

    /// How many games stay in each part.
    fn part_sizes(&self, labels: &[usize], parts: usize) -> Vec<usize> {
        let mut sizes = vec![0; parts];
        for game in 0..self.games.len() {
            if let Some(part) = self.part(game, labels) {
                sizes[part] += 1;
            }
        }
        sizes
    }

    /// The players and events that have a game in their part. Games that were played move
    /// for move in two parts are in none, nor are those of the first part alone elsewhere.
    fn with_labels(&self, labels: &[usize], names: &[(String, f64)]) -> Partition {
        let part_of = |game: usize| self.part(game, labels);
        let mut places: BTreeMap<u64, BTreeSet<usize>> = BTreeMap::new();
        for (game, keys) in self.games.iter().enumerate() {
            places.entry(keys.moves).or_default().extend(part_of(game));
        }
        places.retain(|moves, parts| {
            let is_elsewhere = parts.iter().any(|&part| part > 0);
            parts.len() > 1 || (is_elsewhere && self.first_only.contains(moves))
        });
        let mut found = vec![(0, BTreeSet::new(), BTreeSet::new()); names.len()];
        for (game, keys) in self.games.iter().enumerate() {
            if let Some(part) = part_of(game).filter(|_| !places.contains_key(&keys.moves)) {
                let (games, players, events) = &mut found[part];
                *games += 1;
                players.extend(keys.players);
                events.extend(keys.event);
            }
        }
        let parts = found.into_iter().zip(names);
        let parts = parts.map(|((games, players, events), (name, _))| Part {
            name: name.clone(),
            games,
            players: players.into_iter().collect(),
            events: events.into_iter().collect(),
        });
        // A node has one label, so nobody is in two.
        let of_no_part = places.into_keys().collect();
        Partition::new(parts.collect(), of_no_part).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clubs whose members play each other in a club's own events, and now and then somebody
    /// of another club.
    fn clubs(clubs: u64, games: usize) -> Vec<GameKeys> {
        let mut random = Random::seeded(3);
        let mut game = |index: usize| {
            let club = random.below(clubs as usize) as u64;
            let other = match index % 20 {
                0 => random.below(clubs as usize) as u64,
                _ => club,
            };
            let mut member = |club: u64| 1_000 * club + random.below(30) as u64;
            GameKeys {
                players: [member(club), member(other)],
                event: (!index.is_multiple_of(3)).then_some(club),
                moves: if index.is_multiple_of(50) {
                    7
                } else {
                    1_000 + index as u64
                },
            }
        };
        (0..games).map(&mut game).collect()
    }

    fn names(shares: &[f64]) -> Vec<(String, f64)> {
        let names = shares.iter().enumerate();
        names
            .map(|(index, &share)| (format!("part {index}"), share))
            .collect()
    }

    #[test]
    fn parts_share_nobody_and_keep_most_games() {
        let games = clubs(12, 6_000);
        let division = Division::new(games.clone());
        let partition = division.partition(&names(&[1.0, 1.0, 1.0]), 1);
        let parts = partition.parts();
        let kept: usize = parts.iter().map(|part| part.games).sum();
        assert!(kept > 5_400, "{kept}");
        assert!(parts.iter().all(|part| part.games > 1_000), "{kept}");
        let of_no_part = partition.games_of_no_part();
        assert!(!of_no_part.is_empty());
        assert!(games.iter().all(|game| {
            partition.part_of(game).is_none() || !of_no_part.contains(&game.moves)
        }));
        for (index, part) in parts.iter().enumerate() {
            let inside = |game: &&GameKeys| partition.part_of(game) == Some(index);
            assert_eq!(games.iter().filter(inside).count(), part.games);
        }
    }

    #[test]
    fn who_was_in_a_part_before_stays_there() {
        let games = clubs(12, 6_000);
        let earlier = Division::new(games.clone()).partition(&names(&[1.0, 1.0]), 1);
        // Another seed would find other parts.
        let later = Division::with_earlier(games.clone(), std::slice::from_ref(&earlier));
        let later = later.partition(&names(&[1.0, 1.0]), 2);
        let is_elsewhere = |game: &&GameKeys| {
            let part = later.part_of(game);
            part.is_some()
                && earlier
                    .part_of(game)
                    .is_some_and(|other| Some(other) != part)
        };
        assert_eq!(games.iter().filter(is_elsewhere).count(), 0);
        let free = Division::new(games.clone()).partition(&names(&[1.0, 1.0]), 2);
        assert_ne!(free, earlier);
        for part in 0..2 {
            let (earlier, later) = (&earlier.parts()[part], &later.parts()[part]);
            assert_eq!(earlier.players, later.players);
        }
    }

    #[test]
    fn games_of_the_first_part_alone_are_in_no_other() {
        let games = clubs(12, 6_000);
        let odd = |game: &GameKeys| game.moves % 2 == 1;
        let moves: HashSet<u64> = games
            .iter()
            .filter(|game| odd(game))
            .map(|game| game.moves)
            .collect();
        let division = Division::new(games.clone()).with_first_only(moves);
        let partition = division.partition(&names(&[1.0, 1.0]), 1);
        let of_part = |part: usize, is_odd: bool| {
            let inside = |game: &&GameKeys| partition.part_of(game) == Some(part);
            games
                .iter()
                .filter(inside)
                .filter(|game| odd(game) == is_odd)
                .count()
        };
        assert!(of_part(0, true) > 1_000 && of_part(1, false) > 1_000);
        assert_eq!(of_part(1, true), 0);
    }

    #[test]
    fn shares_are_about_what_was_asked_and_a_seed_repeats_itself() {
        let division = Division::new(clubs(40, 12_000));
        let partition = division.partition(&names(&[3.0, 1.0]), 1);
        let games: Vec<usize> = partition.parts().iter().map(|part| part.games).collect();
        let share = games[0] as f64 / (games[0] + games[1]) as f64;
        assert!((0.65..0.85).contains(&share), "{games:?}");
        assert_eq!(partition, division.partition(&names(&[3.0, 1.0]), 1));
        assert_ne!(partition, division.partition(&names(&[3.0, 1.0]), 2));
    }
}
