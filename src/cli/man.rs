//! `plumb man`: the manual, made from the same declarations as `--help`.

use std::io::Write;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;

use plumb_terminal::{Ending, Failure, Stdout};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The command whose page is printed, such as `fairplay merge`; without it Plumb's own
    #[arg(conflicts_with = "out")]
    command: Vec<String>,

    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints a page of a program's command line, or writes all.
pub(super) fn run(arguments: &Arguments, plumb: Command) -> Result<Ending, Failure> {
    let mut plumb = without_help(plumb);
    // Gives each command the name of its page: `plumb-fairplay-merge`.
    plumb.build();
    match &arguments.out {
        Some(folder) => {
            let named = |error| Failure(format!("{}: {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(named)?;
            for command in with_all_below(&plumb) {
                page(command).generate_to(folder).map_err(named)?;
            }
        }
        None => {
            let command = find(&plumb, &arguments.command)?;
            let mut text = Vec::new();
            page(command).render(&mut text)?;
            Stdout.write_all(&text)?;
        }
    }
    Ok(Ending::Done)
}

/// The page of a command, with the program's name and version at its foot.
fn page(command: &Command) -> Man {
    Man::new(command.clone()).source(concat!("Plumb ", env!("CARGO_PKG_VERSION")))
}

/// A command and all those below it that are shown.
fn with_all_below(command: &Command) -> Vec<&Command> {
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let below = shown.flat_map(with_all_below);
    std::iter::once(command).chain(below).collect()
}

/// The command of these words.
fn find<'a>(plumb: &'a Command, words: &[String]) -> Result<&'a Command, Failure> {
    let mut command = plumb;
    for word in words {
        command = command
            .get_subcommands()
            .find(|sub| sub.get_name() == word)
            .ok_or_else(|| Failure(format!("there is no command '{}'", words.join(" "))))?;
    }
    Ok(command)
}

/// A command without the command `help` in it and in those below it: that one prints what the
/// pages say.
fn without_help(command: Command) -> Command {
    command
        .disable_help_subcommand(true)
        .mut_subcommands(without_help)
}
