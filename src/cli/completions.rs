//! `plumb completions`: what a shell needs to complete Plumb's commands and options.

use clap::Command;
use clap_complete::Shell;

use plumb_terminal::{Ending, Failure, Stdout};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the shell's script for a program's command line.
pub(super) fn run(arguments: &Arguments, mut command: Command) -> Result<Ending, Failure> {
    // Written into memory first: the library takes an output that fails for a mistake.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "plumb", &mut script);
    std::io::Write::write_all(&mut Stdout, &script)?;
    Ok(Ending::Done)
}
