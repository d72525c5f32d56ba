//! `plumb fairplay`: games in, evidence out.
//!
//! Only arguments, progress and words are here: what a run is, the library's `Audit`
//! knows.

mod arguments;
mod arm_table;
mod assistance_tables;
mod assistant_answers;
mod assistant_engine;
mod formats;
mod input;
mod judges;
mod known_sources;
mod merge;
mod observer;
mod outcome;
mod passes;
mod records;
mod reference;
mod screen;
mod selection;
mod simulate;
mod split;
mod verify;
mod why;
mod zigzag;
mod zigzag_options;

use super::fairplay_index;
use crate::cli::command::{Ending, Failure, Knowledge};
use arguments::Action;
pub use arguments::Arguments;
pub(super) use arm_table::{say_arm, say_head};
pub(super) use assistant_engine::AssistantEngine;
pub(super) use input::open as open_games;
pub(super) use judges::{assistant_setup, engine_setup};
pub(super) use observer::Screen;
pub(super) use selection::Selection;
use zigzag_options::Mode;

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    match &arguments.action {
        Some(Action::Index(index)) => fairplay_index::run(index),
        Some(Action::Verify(verify)) => verify::run(verify, knowledge),
        Some(Action::Why(why)) => why::run(why, knowledge),
        Some(Action::Simulate(simulate)) => simulate::run(simulate, knowledge),
        Some(Action::Screen(screen)) => screen::run(screen),
        Some(Action::Merge(merge)) => merge::run(merge, knowledge),
        Some(Action::Split(split)) => split::run(split),
        Some(Action::Reference(reference)) => reference::run(reference, knowledge),
        None => match arguments.zigzag.mode {
            Mode::Records => records::run(arguments, knowledge),
            Mode::Zigzag => zigzag::run(arguments, knowledge),
        },
    }
}
