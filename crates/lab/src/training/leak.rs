//! What a sample that is measured on has in common with the one that was fitted to: games,
//! players and events. Where there is any, figures say less of people and games that are unknown.
//!
//! They are recognised as partitions recognise them (`partition`), whichever runs and files they
//! are from. Start with `Origin::add`.

use std::collections::BTreeSet;

use plumb_chess::board::Color;
use plumb_fairplay::{AuditError, RecordedMoves, SourceGame, event_of, moves_key};
use plumb_support::partition::player_key;

/// Where a sample is from, as keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    games: BTreeSet<u64>,
    players: BTreeSet<u64>,
    events: BTreeSet<u64>,
}

/// How much two samples have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leak {
    /// Games with the same moves.
    pub games: usize,
    /// Players.
    pub players: usize,
    /// Events.
    pub events: usize,
}

impl Origin {
    /// Adds the games of a run, those without a record too; `go_on` is told how many were read,
    /// and ends the reading with false.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        for id in 1..=run.games()? {
            self.add_game(&run.source(id)?);
            if !go_on(id) {
                break;
            }
        }
        Ok(())
    }

    /// Adds a game. Players and events without a name are left out, and so are the moves of a game
    /// that has none.
    fn add_game(&mut self, game: &SourceGame) {
        if !game.plies.is_empty() {
            self.games.insert(moves_key(game));
        }
        let players = Color::ALL.into_iter();
        let players = players.filter_map(|side| game.player(side));
        self.players.extend(players.map(player_key));
        self.events.extend(event_of(game));
    }

    /// What both have; nothing where that is nothing.
    pub fn leak(&self, other: &Origin) -> Option<Leak> {
        let both = |own: &BTreeSet<u64>, other| own.intersection(other).count();
        let leak = Leak {
            games: both(&self.games, &other.games),
            players: both(&self.players, &other.players),
            events: both(&self.events, &other.events),
        };
        (leak != Leak::default()).then_some(leak)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_fairplay::games;

    fn origin(all: &[(&str, &str, &str, &str)]) -> Origin {
        let mut origin = Origin::default();
        for (white, black, event, moves) in all {
            let text = format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Event \"{event}\"]\n\n{moves} *\n"
            );
            for game in games("games.pgn", text.as_bytes()) {
                origin.add_game(&game.unwrap());
            }
        }
        origin
    }

    #[test]
    fn a_game_a_player_or_an_event_on_both_sides_is_found() {
        let own = [
            ("Able, A", "Baker, B", "Open", "1. e4 e5"),
            ("Charlie, C", "?", "?", "1. d4 d5 2. c4"),
        ];
        let own = origin(&own);
        let leak = |games, players, events| Leak {
            games,
            players,
            events,
        };
        for (other, found) in [
            (("Dog, D", "Easy, E", "Cup", "1. e4 e5"), leak(1, 0, 0)),
            (("Dog, D", "Anna Able", "Cup", "1. e4 c5"), leak(0, 1, 0)),
            (("Dog, D", "Easy, E", "OPEN", "1. e4 c5"), leak(0, 0, 1)),
            (("Able, A", "Charlie, C", "Open", "1. e4 e5"), leak(1, 2, 1)),
        ] {
            assert_eq!(own.leak(&origin(&[other])), Some(found), "{other:?}");
        }
        // Neither nobody nor the beginning of a game is common to both.
        for other in [
            ("?", "Dog, D", "?", "1. d4 d5"),
            ("Able, B", "?", "Casual game", ""),
        ] {
            assert_eq!(own.leak(&origin(&[other])), None, "{other:?}");
        }
    }
}
