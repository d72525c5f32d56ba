//! Which moves are searched again: drawn over players and games in turn, so that a lie
//! about one player or one game among thousands has a chance of its own to be found,
//! however short his games are.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::games::SourceGame;
use crate::records::{RecordKey, Stamp, Store, StoreError};
use plumb_chess::board::{Color, Game};

/// A move by its game's number and its ply, both from 1.
pub(super) type Place = (u64, usize);

/// The lot of one thing: the beginning of a SHA-256 digest of the seed and its name. Those with
/// the smallest lots are drawn, so that nobody can steer a draw whose seed he does not know.
type Lot = [u8; 16];

fn lot(seed: u64, text: &str) -> Lot {
    let digest = Sha256::digest(format!("{seed} {text}").as_bytes());
    let mut lot = [0; 16];
    lot.copy_from_slice(&digest[..16]);
    lot
}

/// The things with the smallest lots, so many at most.
struct Smallest<T> {
    most: usize,
    drawn: BTreeMap<Lot, T>,
}

impl<T> Smallest<T> {
    fn new(most: usize) -> Smallest<T> {
        let drawn = BTreeMap::new();
        Smallest { most, drawn }
    }

    fn offer(&mut self, lot: Lot, thing: T) {
        self.drawn.insert(lot, thing);
        if self.drawn.len() > self.most {
            self.drawn.pop_last();
        }
    }
}

/// Draws `count` moves that have records, or all if there are fewer; by game and ply.
pub(super) fn draw(
    store: &Store,
    stamp: &Stamp,
    count: usize,
    seed: u64,
) -> Result<BTreeSet<Place>, StoreError> {
    let games = store.game_count()?;
    let mut players = Smallest::new(count);
    let mut numbers = Smallest::new(count);
    for id in 1..=games {
        let game = store.game(id)?;
        numbers.offer(lot(seed, &format!("game {id}")), ());
        let names = [Color::White, Color::Black].map(|side| game.player(side));
        for name in names.into_iter().flatten() {
            players.offer(lot(seed, &format!("player {name}")), ());
        }
    }
    // What is drawn for a player may have been drawn for a game already.
    let each = |groups: usize| 2 * count.div_ceil(groups.max(1)) + 1;
    let (of_player, of_game) = (each(players.drawn.len()), each(numbers.drawn.len()));
    let groups = players.drawn.into_keys().map(|lot| (lot, of_player));
    let groups = groups.chain(numbers.drawn.into_keys().map(|lot| (lot, of_game)));
    let mut groups: BTreeMap<Lot, Smallest<Place>> = groups
        .map(|(lot, most)| (lot, Smallest::new(most)))
        .collect();
    let mut any = Smallest::new(count);
    for id in 1..=games {
        let source = store.game(id)?;
        let of_game = lot(seed, &format!("game {id}"));
        for (ply, side) in recorded_plies(store, stamp, &source)? {
            let place = (id, ply);
            let own = lot(seed, &format!("move {id} {ply}"));
            any.offer(own, place);
            let name = source.player(side);
            let of_player = name.map(|name| lot(seed, &format!("player {name}")));
            for group in [Some(of_game), of_player].into_iter().flatten() {
                if let Some(group) = groups.get_mut(&group) {
                    group.offer(own, place);
                }
            }
        }
    }
    Ok(in_turns(groups, any, count))
}

/// One of each group, then another of each, until there are enough.
fn in_turns(
    groups: BTreeMap<Lot, Smallest<Place>>,
    any: Smallest<Place>,
    count: usize,
) -> BTreeSet<Place> {
    let mut groups: Vec<_> = groups
        .into_values()
        .map(|group| group.drawn.into_values())
        .collect();
    let mut drawn = BTreeSet::new();
    loop {
        let before = drawn.len();
        for group in &mut groups {
            if drawn.len() < count
                && let Some(place) = group.find(|place| !drawn.contains(place))
            {
                drawn.insert(place);
            }
        }
        if drawn.len() == before {
            break;
        }
    }
    let rest = any.drawn.into_values();
    for place in rest {
        if drawn.len() < count {
            drawn.insert(place);
        }
    }
    drawn
}

/// The plies of a game that have records, from 1, and whose they are.
fn recorded_plies(
    store: &Store,
    stamp: &Stamp,
    source: &SourceGame,
) -> Result<Vec<(usize, Color)>, StoreError> {
    let mut game = Game::new(source.start.clone());
    let mut found = Vec::with_capacity(source.plies.len());
    for (index, ply) in source.plies.iter().enumerate() {
        let Some(mv) = ply.mv else {
            game.play_null();
            continue;
        };
        if store.has_record(RecordKey::new(&game, mv, stamp), &String::new)? {
            found.push((index + 1, game.position().turn()));
        }
        game.play(mv);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_and_every_game_has_a_move_before_any_has_two() {
        let group = |places: &[Place]| {
            let mut group = Smallest::new(9);
            for &(id, ply) in places {
                group.offer(lot(1, &format!("{id} {ply}")), (id, ply));
            }
            group
        };
        let groups = || {
            let lists = [
                &[(1, 1), (1, 2), (1, 3), (1, 4)][..],
                &[(2, 1)],
                &[(3, 7), (3, 8)],
            ];
            let named = lists
                .iter()
                .zip(1..)
                .map(|(list, n)| (lot(n, ""), group(list)));
            named.collect::<BTreeMap<_, _>>()
        };
        let games =
            |drawn: BTreeSet<Place>| drawn.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        let none = || Smallest::new(0);
        assert_eq!(games(in_turns(groups(), none(), 3)), [1, 2, 3]);
        assert_eq!(games(in_turns(groups(), none(), 5)), [1, 1, 2, 3, 3]);
        assert_eq!(in_turns(groups(), none(), 50).len(), 7);
        let any = group(&[(4, 1), (4, 2)]);
        assert_eq!(in_turns(groups(), any, 8).len(), 8);
    }
}
