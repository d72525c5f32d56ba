//! `plumb fairplay`: games in, evidence out.
//!
//! Only arguments, progress and words are here: what a run is, the library's `Audit`
//! knows.

mod arguments;
mod formats;
mod known_sources;
mod merge;
mod outcome;
mod passes;
mod ratings;
mod records;
mod split;
mod verify;
mod why;
mod zigzag;
mod zigzag_options;

use plumb::fairplay::Yardstick;
use plumb::tables::Models;

use super::fairplay_index;
use arguments::Action;
pub use arguments::Arguments;
use plumb_terminal::{Ending, Failure};
use zigzag_options::Mode;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let is_figured = matches!(
        arguments.action,
        None | Some(Action::Merge(_) | Action::Verify(_))
    );
    if is_figured {
        // Better to hear of a damaged table now than after all searches.
        Yardstick::of(models)?;
    }
    match &arguments.action {
        Some(Action::Index(index)) => fairplay_index::run(index),
        Some(Action::Verify(verify)) => verify::run(verify, models),
        Some(Action::Why(why)) => why::run(why, models),
        Some(Action::Ratings(ratings)) => ratings::run(ratings),
        Some(Action::Merge(merge)) => merge::run(merge, models),
        Some(Action::Split(split)) => split::run(split),
        None => match arguments.zigzag.mode {
            Mode::Records => records::run(arguments, models),
            Mode::Zigzag => zigzag::run(arguments, models),
        },
    }
}
