//! Which games of the input are looked at.

use super::error::AuditError;
use super::parts::Portion;
use crate::book::game_keys;
use crate::games::{Date, SourceGame};
use plumb_chess::board::Color;
use plumb_support::partition::ChosenPart;

/// A choice among games; what is not said chooses all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSelection {
    /// Games of any of these players; part of a name will do, in any case.
    pub players: Vec<String>,
    /// Games whose `Event` has any of these in it, in any case.
    pub events: Vec<String>,
    /// Games that may have been played on this day or later.
    pub since: Option<Date>,
    /// Games that may have been played on this day or earlier.
    pub until: Option<Date>,
    /// Games of one part of a partition.
    pub part: Option<ChosenPart>,
    /// Games of so many plies or more.
    pub min_plies: Option<usize>,
    /// Of those, only every Nth.
    pub every: Option<u32>,
    /// No more than so many games.
    pub max_games: Option<usize>,
}

impl GameSelection {
    /// Whether a game is chosen; `every` and `max_games` are for who goes through all.
    pub fn chooses(&self, game: &SourceGame) -> bool {
        let has = |text: Option<&str>, part: &str| {
            text.is_some_and(|text| text.to_lowercase().contains(&part.to_lowercase()))
        };
        let by = |name: &String| {
            has(game.player(Color::White), name) || has(game.player(Color::Black), name)
        };
        let at = |event: &String| has(game.tag("Event"), event);
        let date = game.date();
        let since = self.since.and_then(Date::earliest);
        let until = self.until.and_then(Date::latest);
        (self.players.is_empty() || self.players.iter().any(by))
            && (self.events.is_empty() || self.events.iter().any(at))
            && since.is_none_or(|since| date.latest().is_none_or(|day| day >= since))
            && until.is_none_or(|until| date.earliest().is_none_or(|day| day <= until))
            && self.min_plies.is_none_or(|least| game.plies.len() >= least)
            && self
                .part
                .as_ref()
                .is_none_or(|part| game_keys(game).is_some_and(|keys| part.has(&keys)))
    }

    /// Whether games can be chosen for so much of a run: who sees only a part of the input
    /// knows neither every Nth game nor how many players games were chosen from.
    pub(super) fn check(&self, portion: Portion) -> Result<(), AuditError> {
        match self.words().first() {
            Some((name, _)) if portion == Portion::Part => Err(AuditError::Unsuitable(format!(
                "--{name} chooses among all games, and this is a part of them; choose with --shard, where every share reads the whole input"
            ))),
            _ => Ok(()),
        }
    }

    /// What was chosen, in words for a report: names and values as on the command line.
    pub fn words(&self) -> Vec<(String, String)> {
        let mut words = Vec::new();
        let mut add = |name: &str, value: String| words.push((name.to_owned(), value));
        for player in &self.players {
            add("player", player.clone());
        }
        for event in &self.events {
            add("event", event.clone());
        }
        if let Some(part) = &self.part {
            add("part", part.words().to_owned());
        }
        for (name, date) in [("since", self.since), ("until", self.until)] {
            if let Some(date) = date {
                add(name, date.to_string());
            }
        }
        for (name, number) in [
            ("min-plies", self.min_plies),
            ("every", self.every.map(|every| every as usize)),
            ("max-games", self.max_games),
        ] {
            if let Some(number) = number {
                add(name, number.to_string());
            }
        }
        words
    }

    /// The choice that these words are of; an error names the word that is none.
    pub(super) fn from_words(words: &[(String, String)]) -> Result<GameSelection, String> {
        let mut selection = GameSelection::default();
        for (name, value) in words {
            let wrong = || format!("its selection is not known: {name:?} {value:?}");
            let date = || Date::parse_strictly(value).map(Some).ok_or_else(wrong);
            let number = || value.parse::<usize>().map_err(|_| wrong());
            match name.as_str() {
                "player" => selection.players.push(value.clone()),
                "event" => selection.events.push(value.clone()),
                "part" => selection.part = Some(ChosenPart::open(value)?),
                "since" => selection.since = date()?,
                "until" => selection.until = date()?,
                "min-plies" => selection.min_plies = Some(number()?),
                "every" => {
                    let every = value.parse().ok().filter(|&every| every > 0);
                    selection.every = Some(every.ok_or_else(wrong)?);
                }
                "max-games" => selection.max_games = Some(number()?),
                _ => return Err(wrong()),
            }
        }
        Ok(selection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_read_back_from_its_words() {
        let selection = GameSelection {
            players: vec!["A".to_owned(), "B, C".to_owned()],
            events: vec!["Open".to_owned()],
            since: Date::parse_strictly("1857.11"),
            until: Date::parse_strictly("1858"),
            min_plies: Some(40),
            every: Some(3),
            max_games: Some(7),
            part: None,
        };
        for selection in [selection, GameSelection::default()] {
            assert_eq!(GameSelection::from_words(&selection.words()), Ok(selection));
        }
        for (name, value) in [("every", "0"), ("since", "soon"), ("elo", "2000")] {
            let words = [(name.to_owned(), value.to_owned())];
            assert!(GameSelection::from_words(&words).is_err(), "{name}");
        }
    }
}
