//! Words of a session: the options of the command line without their dashes.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command};

use super::refused::RefusedValue;

/// Fields of a FEN, of which the last two may be missing.
const FEN_FIELDS: usize = 6;

/// Reads what follows a command in a session. `fen` takes up to six words and `moves` all up to
/// the next option; of an option that is given twice, the last counts. A word that is not an
/// option is the positional argument, if there is one.
pub fn parse_words<T: Args>(text: &str) -> Result<T, String> {
    let command = T::augment_args(Command::new("session"))
        .no_binary_name(true)
        .disable_help_flag(true)
        .args_override_self(true);
    let expected = command.get_positionals().next();
    let expected = expected.map(|arg| arg.get_id().as_str());
    let has_fen = expected == Some("fen");
    let option = |word: &str| {
        let mut options = command.get_arguments();
        options.find(|arg| arg.get_long() == Some(word))
    };
    let is_option =
        |word: &str| option(word).is_some() || has_fen && ["fen", "startpos"].contains(&word);
    let mut words = text.split_ascii_whitespace().peekable();
    let (mut arguments, mut positional) = (Vec::new(), None);
    while let Some(word) = words.next() {
        let mut next = |most: usize| {
            let mut found = Vec::new();
            while found.len() < most
                && let Some(word) = words.next_if(|word| !is_option(word))
            {
                found.push(word);
            }
            found.join(" ")
        };
        match option(word) {
            Some(option) if !option.get_action().takes_values() => {
                arguments.push(format!("--{word}"));
            }
            Some(_) if word == "moves" => arguments.push(format!("--moves={}", next(usize::MAX))),
            Some(_) => arguments.push(format!("--{word}={}", words.next().unwrap_or_default())),
            None if has_fen && word == "fen" => positional = Some(next(FEN_FIELDS)),
            None if has_fen && word == "startpos" => positional = Some(word.to_owned()),
            None if !has_fen && expected.is_some() && positional.is_none() => {
                positional = Some(word.to_owned());
            }
            None => return Err(unknown_word(word, &command)),
        }
    }
    if let Some(value) = positional {
        arguments.extend(["--".to_owned(), value]);
    }
    let matches = command.try_get_matches_from(arguments);
    let read = matches.and_then(|matches| T::from_arg_matches(&matches));
    read.map_err(|error| one_line(&error))
}

fn unknown_word(word: &str, command: &Command) -> String {
    let positional = command.get_positionals().map(|arg| arg.get_id().as_str());
    let options = command.get_arguments().filter_map(Arg::get_long);
    let known: Vec<&str> = positional.chain(options).collect();
    let (word, known) = (word.escape_default(), known.join(", "));
    format!("unknown word '{word}': expected {known}")
}

fn one_line(error: &clap::Error) -> String {
    if let Some(refused) = RefusedValue::of(error) {
        let reason = refused.reason;
        let option = refused.option.map(|option| option.trim_start_matches('-'));
        return match (option, refused.value.escape_default().to_string()) {
            (None, _) => reason.to_string(),
            (Some(option), value) if value.is_empty() => format!("{option}: {reason}"),
            (Some(option), value) => format!("{option} {value}: {reason}"),
        };
    }
    let name = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => {
            let name = text.split(' ').next().unwrap_or_default();
            Some(name.trim_start_matches('-'))
        }
        _ => None,
    };
    let names = (name(ContextKind::InvalidArg), name(ContextKind::PriorArg));
    match (error.kind(), names) {
        (ErrorKind::ArgumentConflict, (Some(one), Some(other))) => {
            format!("expected only one of {one} and {other}")
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.strip_prefix("error: ").unwrap_or(line).to_owned()
        }
    }
}
