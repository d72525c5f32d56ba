//! `plumb-lab reference`: the table of honest play that reports compare with.

use std::io::Write;
use std::path::PathBuf;

use plumb_engine::tables::Models;
use plumb_fairplay::make_reference;

use plumb_terminal::Screen;
use plumb_terminal::{Ending, Failure, Stdout, warn};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of a run of honest play
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// The folder of a run of the engine's games against itself, in the same
    /// profile: better-than-best moves in it are noise
    #[arg(long, value_name = "DIR")]
    noise: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let noise = arguments.noise.as_deref();
    let screen = Screen::default();
    let table = make_reference(&arguments.run, noise, models, &screen);
    screen.close();
    let Some(table) = table? else {
        warn("stopped: no table was made");
        return Ok(Ending::CheckFailed);
    };
    Stdout.write_all(table.as_bytes())?;
    Ok(Ending::Done)
}
