//! What must be known of all players before the first of them is reported: a few numbers, from
//! one look at each.

use super::error::AuditError;
use super::sums_file::SumsFile;
use crate::figures::{EventFields, Level, PlayerEvents, Sums};
use crate::reference::Commonness;

/// What is known when every game was read.
#[derive(Default)]
pub(super) struct WholeRun {
    /// Choices of everybody in each event.
    pub(super) fields: EventFields,
    /// How many players have enough games and moves to be compared with a reference.
    pub(super) comparable: u64,
    /// How many summaries of a player in one of several events there are.
    pub(super) event_looks: u64,
}

impl WholeRun {
    /// Of all games of a file, by the main pass; computers are nobody to compare with.
    pub(super) fn of(file: &SumsFile) -> Result<WholeRun, AuditError> {
        let mut whole = WholeRun::default();
        let mut next = file.next_player(None)?;
        while let Some(name) = next {
            next = file.next_player(Some(&name))?;
            if file.side_counts(&name)?.is_computer() {
                continue;
            }
            let (mut all, mut events) = (Sums::default(), PlayerEvents::default());
            file.each_game(&name, |mut game| {
                let own = game.own.next_sums()?;
                all.merge(&own);
                if let Some(event) = game.event {
                    events.add_side(event, own.choices());
                }
                Some(())
            })?;
            whole.comparable += u64::from(Commonness::is_due(&all, Level::Player.gate()));
            whole.event_looks += events.looks(rated_choices(&all));
            whole.fields.add(&events);
        }
        Ok(whole)
    }
}

/// A player's choices in the whole input, of those in which he had a rating; 0 where his
/// figures are withheld.
pub(super) fn rated_choices(own: &Sums) -> u64 {
    let level = Level::Player;
    let is_due = !level.withholds(own) && own.agreement().moves >= level.gate();
    if is_due { own.choices().rated() } else { 0 }
}
