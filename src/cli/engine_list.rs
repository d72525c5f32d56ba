//! Which list of engines a command goes by.

use std::path::PathBuf;

use plumb::gauntlet::EngineList;

use super::Failure;

#[derive(clap::Args)]
pub(super) struct EngineListArgument {
    /// The file that lists the engines [default: engines.toml in this folder,
    /// or plumb/engines.toml in your folder for configurations, or the list
    /// that is built in]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl EngineListArgument {
    /// Reads the list in force.
    pub(super) fn read(&self) -> Result<EngineList, Failure> {
        let own_program = std::env::current_exe()
            .map_err(|error| format!("cannot tell where this program is: {error}"))?;
        Ok(EngineList::find(self.config.as_deref(), &own_program)?)
    }
}
