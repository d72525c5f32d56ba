//! The `plumb` binary: arguments in, exit code out. Everything else is in
//! `cli` and the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
