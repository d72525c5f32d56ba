//! The commands behind `data/split.toml` and `data/tuned_games.txt`.

use std::io::Write;
use std::path::PathBuf;

use plumb_lab::tune::{Part, Rule, Split, fingerprint, part_text, plan, tuned_game_keys};

use plumb_terminal::{Ending, Failure, Stdout, say};

#[derive(clap::Args)]
pub struct SplitArguments {
    /// Sets of which nine tenths tune and one validates
    files: Vec<PathBuf>,

    /// Sets of which eight tenths tune, one validates and one measures; these
    /// are listed first
    #[arg(long, value_name = "FILE", required_unless_present = "files")]
    measured: Vec<PathBuf>,
}

/// Prints the sets' sections of the split.
pub fn split(arguments: &SplitArguments) -> Result<Ending, Failure> {
    for file in arguments.measured.iter().chain(&arguments.files) {
        let tenths = if arguments.measured.contains(file) {
            8
        } else {
            9
        };
        say(plan(file, tenths)?);
    }
    Ok(Ending::Done)
}

#[derive(clap::Args)]
pub struct GamesArguments {
    /// Files of labelled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Prints a key for each game that tuning reads.
pub fn games(arguments: &GamesArguments) -> Result<Ending, Failure> {
    let split = Split::embedded()?;
    for file in &arguments.files {
        let rule = split.of_file(file, &fingerprint(file)?)?;
        let keys = tuned_game_keys(file, &rule)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        say(format!("# {name}: {} games", keys.len()));
        for key in keys {
            say(format!("{key:016x}"));
        }
    }
    Ok(Ending::Done)
}

#[derive(clap::Args)]
pub struct PartArguments {
    /// tune, validation or measure
    part: String,

    /// A set of data/split.toml
    file: PathBuf,
}

/// Prints the lines of one part of a set.
pub fn part(arguments: &PartArguments) -> Result<Ending, Failure> {
    let Ok(part) = arguments.part.parse::<Part>() else {
        return Err(Failure(format!(
            "'{}' is no part, expected tune, validation or measure",
            arguments.part
        )));
    };
    let print = fingerprint(&arguments.file)?;
    let Rule::Lines(set) = Split::embedded()?.of_file(&arguments.file, &print)? else {
        return Err(Failure(format!(
            "{} is none of the sets in data/split.toml, so its parts go by game number",
            arguments.file.display()
        )));
    };
    let text = part_text(&arguments.file, &set, part)?;
    Stdout.write_all(&text)?;
    Ok(Ending::Done)
}
