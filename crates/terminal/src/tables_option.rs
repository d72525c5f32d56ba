//! `--tables`: an option of the commands that use tables, after the command or before it.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use plumb_engine::tables::{Table, Tables};

const ID: &str = "tables";

/// The option, as each command that uses tables has it.
pub fn tables_option() -> Arg {
    Arg::new(ID)
        .long(ID)
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        // First in every list of options.
        .display_order(0)
        .help_heading(None::<&str>)
        .help("Use the tables in this folder instead of those built in")
}

/// The folder that the option names; the parser's own error where it comes before a command
/// that has no such option.
pub fn tables_folder(
    plumb: &Command,
    matches: &ArgMatches,
) -> Result<Option<PathBuf>, clap::Error> {
    let (mut command, mut matches) = (plumb, matches);
    let mut words = vec![plumb.get_name()];
    let mut folder: Option<&PathBuf> = None;
    let is_known = loop {
        let is_known = command.get_arguments().any(|option| option.get_id() == ID);
        if is_known {
            folder = matches.get_one(ID).or(folder);
        }
        let below = matches.subcommand();
        let Some(next) =
            below.and_then(|(name, rest)| Some((command.find_subcommand(name)?, rest)))
        else {
            break is_known;
        };
        (command, matches) = next;
        words.push(command.get_name());
    };
    if folder.is_some() && !is_known {
        // The error that the option has after the command.
        let refused = plumb
            .clone()
            .try_get_matches_from([&words[..], &["--tables"]].concat());
        return refused.map(|_| None);
    }
    Ok(folder.cloned())
}

/// Where a table is from, as tables fitted from it tell.
pub fn origin(tables: &Tables, table: Table) -> &'static str {
    match tables.is_built_in(table) {
        true => "the built-in table",
        false => "--tables",
    }
}
