//! `plumb-lab train`: what judging games needs, made from collections of games.

mod assistance;
mod burnham;
mod classifiers;
mod coincidence;
mod evidence;
mod evidence_tables;
mod fitting;
mod game_file;
mod games;
mod levels;
mod moves;
mod rates;
mod records;
mod skill;
mod split;
mod trend;
mod window_records;
mod windows;
mod windows_table;

use clap::Subcommand;

use plumb_terminal::Knowledge;
use plumb_terminal::{Ending, Failure};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: What,
}

#[derive(Subcommand)]
enum What {
    /// Divide games into parts that share no player, no event and no game
    Split(split::Arguments),
    /// Draw moves of rated games and record what there was to choose from
    Records(records::Arguments),
    /// Write levels vectors of recorded moves into a file, and plot them
    Levels(levels::Arguments),
    /// Tell engines' moves from strong people's by several classifiers, beside each other
    Classifiers(classifiers::Arguments),
    /// Burnham's experiment: his features and machines, moves parted by move and by game
    Burnham(burnham::Arguments),
    /// Tell how many moves of honest people and of engines are engine-like
    Rates(rates::Arguments),
    /// Tell how many sides of honest games a threshold of CV or AE would accuse
    Coincidence(coincidence::Arguments),
    /// Play recorded games out between simulated people, one of them with an assistant
    Games(games::Arguments),
    /// Tell how well the figures see the assistant in games that were played out
    Assistance(assistance::Arguments),
    /// Set up how far honest people's choices scatter, from whole games of theirs
    Evidence(evidence::Arguments),
    /// Fit the engine-choice model to recorded choices of engines
    Moves(moves::Arguments),
    /// Fit the human-choice model to recorded choices of rated people
    Skill(skill::Arguments),
    /// Fit the trend model to levels vectors that people labelled
    Trend(trend::Arguments),
    /// Look at windows of honest games as `plumb counterfactual` does, and set up its table
    Windows(windows::Arguments),
}

pub fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    match &arguments.command {
        What::Split(arguments) => split::run(arguments),
        What::Records(arguments) => records::run(arguments, knowledge),
        What::Levels(arguments) => levels::run(arguments, knowledge),
        What::Classifiers(arguments) => classifiers::run(arguments, knowledge),
        What::Burnham(arguments) => burnham::run(arguments, knowledge),
        What::Rates(arguments) => rates::run(arguments, knowledge),
        What::Coincidence(arguments) => coincidence::run(arguments, knowledge),
        What::Games(arguments) => games::run(arguments, knowledge),
        What::Assistance(arguments) => assistance::run(arguments, knowledge),
        What::Evidence(arguments) => evidence::run(arguments, knowledge),
        What::Moves(arguments) => moves::run(arguments, knowledge),
        What::Skill(arguments) => skill::run(arguments, knowledge),
        What::Trend(arguments) => trend::run(arguments),
        What::Windows(arguments) => windows::run(arguments, knowledge),
    }
}
