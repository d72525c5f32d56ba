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

use plumb_engine::tables::Models;

use clap::Subcommand;

use plumb_terminal::tables_option;
use plumb_terminal::{Ending, Failure};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Subcommand)]
enum TrainCommand {
    /// Divide games into parts that share no player, no event and no game
    Split(split::Arguments),
    /// Draw moves of rated games and record what there was to choose from
    #[command(arg = tables_option())]
    Records(records::Arguments),
    /// Write levels vectors of recorded moves into a file, and plot them
    #[command(arg = tables_option())]
    Levels(levels::Arguments),
    /// Tell engines' moves from strong people's by several classifiers, beside each other
    #[command(arg = tables_option())]
    Classifiers(classifiers::Arguments),
    /// Burnham's experiment: his features and machines, moves parted by move and by game
    #[command(arg = tables_option())]
    Burnham(burnham::Arguments),
    /// Tell how many moves of honest people and of engines are engine-like
    #[command(arg = tables_option())]
    Rates(rates::Arguments),
    /// Tell how many sides of honest games a threshold of CV or AE would accuse
    #[command(arg = tables_option())]
    Coincidence(coincidence::Arguments),
    /// Play recorded games out between simulated people, one of them with an assistant
    #[command(arg = tables_option())]
    Games(games::Arguments),
    /// Tell how well the figures see the assistant in games that were played out
    #[command(arg = tables_option())]
    Assistance(assistance::Arguments),
    /// Fit the scatter of reference players' choices from their whole games
    #[command(arg = tables_option())]
    Evidence(evidence::Arguments),
    /// Fit the engine-choice model to recorded choices of engines
    #[command(arg = tables_option())]
    Moves(moves::Arguments),
    /// Fit the human-choice model to recorded choices of rated people
    #[command(arg = tables_option())]
    Skill(skill::Arguments),
    /// Fit the trend model to levels vectors that people labelled
    Trend(trend::Arguments),
    /// Look at windows of honest games as `plumb counterfactual` does, and set up its table
    #[command(arg = tables_option())]
    Windows(windows::Arguments),
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    match &arguments.command {
        TrainCommand::Split(arguments) => split::run(arguments),
        TrainCommand::Records(arguments) => records::run(arguments, models),
        TrainCommand::Levels(arguments) => levels::run(arguments, models),
        TrainCommand::Classifiers(arguments) => classifiers::run(arguments, models),
        TrainCommand::Burnham(arguments) => burnham::run(arguments, models),
        TrainCommand::Rates(arguments) => rates::run(arguments, models),
        TrainCommand::Coincidence(arguments) => coincidence::run(arguments, models),
        TrainCommand::Games(arguments) => games::run(arguments, models),
        TrainCommand::Assistance(arguments) => assistance::run(arguments, models),
        TrainCommand::Evidence(arguments) => evidence::run(arguments, models),
        TrainCommand::Moves(arguments) => moves::run(arguments, models),
        TrainCommand::Skill(arguments) => skill::run(arguments, models),
        TrainCommand::Trend(arguments) => trend::run(arguments),
        TrainCommand::Windows(arguments) => windows::run(arguments, models),
    }
}
