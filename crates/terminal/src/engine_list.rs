//! The list of engines that a command reads, and the program that `plumb` in it stands for.

use std::path::PathBuf;

use plumb_gauntlet::EngineList;

use crate::command::Failure;

/// The program `plumb`: this one, or its neighbour where this is `plumb-lab`. Whether it is there
/// shows when it is started.
pub fn plumb_program() -> Result<PathBuf, Failure> {
    let this = std::env::current_exe()
        .map_err(|error| format!("cannot find the path of this program: {error}"))?;
    Ok(match this.file_stem() {
        Some(name) if name == "plumb-lab" => {
            let name = format!("plumb{}", std::env::consts::EXE_SUFFIX);
            this.with_file_name(name)
        }
        _ => this,
    })
}

/// The engine list that a command reads.
#[derive(clap::Args)]
pub struct EngineListArgument {
    /// The file that lists the engines [default: engines.toml in this folder,
    /// or plumb/engines.toml in your folder for configurations, or the list
    /// that is built in]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl EngineListArgument {
    /// Reads the list in force.
    pub fn read(&self) -> Result<EngineList, Failure> {
        Ok(EngineList::find(self.config.as_deref(), &plumb_program()?)?)
    }
}
