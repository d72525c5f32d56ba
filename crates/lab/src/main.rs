//! The `plumb-lab` binary: arguments in, exit code out. Everything else is in
//! `commands` and the library.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::main()
}
