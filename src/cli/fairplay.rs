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
mod records;
mod screen;
mod split;
mod verify;
mod why;
mod zigzag;
mod zigzag_options;

use super::fairplay_index;
use arguments::Action;
pub use arguments::Arguments;
use plumb_terminal::{Ending, Failure, Knowledge};
use zigzag_options::Mode;

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    match &arguments.action {
        Some(Action::Index(index)) => fairplay_index::run(index),
        Some(Action::Verify(verify)) => verify::run(verify, knowledge),
        Some(Action::Why(why)) => why::run(why, knowledge),
        Some(Action::Screen(screen)) => screen::run(screen),
        Some(Action::Merge(merge)) => merge::run(merge, knowledge),
        Some(Action::Split(split)) => split::run(split),
        None => match arguments.zigzag.mode {
            Mode::Records => records::run(arguments, knowledge),
            Mode::Zigzag => zigzag::run(arguments, knowledge),
        },
    }
}
