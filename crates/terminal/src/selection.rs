//! The games of the input that a run reads.

use plumb_fairplay::{Date, GameSelection};
use plumb_support::partition::ChosenPart;

/// The games of the input that a run reads.
#[derive(clap::Args)]
pub struct Selection {
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

    /// Only games of one part of a partition that `plumb-lab train split` wrote
    #[arg(long, value_name = "FILE:PART")]
    part: Option<String>,

    /// Only games of so many plies or more [default: 30 for figures and drawn moves]
    #[arg(long, value_name = "PLIES")]
    pub min_plies: Option<usize>,

    /// Of those, take only every Nth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,

    /// No more than so many games
    #[arg(long, value_name = "N")]
    max_games: Option<usize>,
}

impl Selection {
    /// The choice itself; dates must be dates.
    pub fn games(&self) -> Result<GameSelection, String> {
        let date = |name: &str, text: &Option<String>| match text {
            Some(text) => Date::parse_strictly(text).map(Some).ok_or_else(|| {
                format!("{name}: '{text}' is no date; expected YYYY.MM.DD, YYYY.MM or YYYY")
            }),
            None => Ok(None),
        };
        Ok(GameSelection {
            players: self.player.clone(),
            events: self.event.clone(),
            since: date("--since", &self.since)?,
            until: date("--until", &self.until)?,
            part: self.part.as_deref().map(ChosenPart::open).transpose()?,
            min_plies: self.min_plies,
            every: self.every,
            max_games: self.max_games,
        })
    }
}
