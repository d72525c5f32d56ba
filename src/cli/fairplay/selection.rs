//! Which games of the input are looked at.

use plumb::board::Color;
use plumb::fairplay::{Date, SourceGame};

#[derive(clap::Args)]
pub(super) struct Selection {
    /// Only games of this player; part of the name will do, in any case
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Only games whose Event has this in it, in any case
    #[arg(long, value_name = "TEXT")]
    event: Vec<String>,

    /// Only games that may have been played on this day or later (YYYY.MM.DD)
    #[arg(long, value_name = "DATE")]
    since: Option<String>,

    /// Only games that may have been played on this day or earlier
    #[arg(long, value_name = "DATE")]
    until: Option<String>,

    /// Only games of so many plies or more [default: 30 for figures]
    #[arg(long, value_name = "PLIES")]
    pub(super) min_plies: Option<usize>,

    /// Of those, take only every Nth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: Option<u32>,

    /// No more than so many games
    #[arg(long, value_name = "N")]
    pub(super) max_games: Option<usize>,
}

impl Selection {
    /// Dates must be dates.
    pub(super) fn check(&self) -> Result<(), String> {
        for (name, date) in [("--since", &self.since), ("--until", &self.until)] {
            if let Some(text) = date
                && Date::parse_strictly(text).is_none()
            {
                return Err(format!(
                    "{name}: '{text}' is no date; expected YYYY.MM.DD, YYYY.MM or YYYY"
                ));
            }
        }
        Ok(())
    }

    pub(super) fn chooses(&self, game: &SourceGame) -> bool {
        let has = |text: Option<&str>, wanted: &str| {
            text.is_some_and(|text| text.to_lowercase().contains(&wanted.to_lowercase()))
        };
        let by = |wanted: &String| {
            has(game.player(Color::White), wanted) || has(game.player(Color::Black), wanted)
        };
        let at = |wanted: &String| has(game.tag("Event"), wanted);
        let date = game.date();
        let since = self
            .since
            .as_deref()
            .and_then(|text| Date::parse(text).earliest());
        let until = self
            .until
            .as_deref()
            .and_then(|text| Date::parse(text).latest());
        (self.player.is_empty() || self.player.iter().any(by))
            && (self.event.is_empty() || self.event.iter().any(at))
            && since.is_none_or(|since| date.latest().is_none_or(|day| day >= since))
            && until.is_none_or(|until| date.earliest().is_none_or(|day| day <= until))
            && self.min_plies.is_none_or(|least| game.plies.len() >= least)
    }

    /// What was chosen, in words for a report.
    pub(super) fn words(&self) -> Vec<(String, String)> {
        let mut words = Vec::new();
        let mut add = |name: &str, value: String| words.push((name.to_owned(), value));
        for player in &self.player {
            add("player", player.clone());
        }
        for event in &self.event {
            add("event", event.clone());
        }
        for (name, date) in [("since", &self.since), ("until", &self.until)] {
            if let Some(date) = date {
                add(name, date.clone());
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
}
