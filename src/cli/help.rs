//! The help of the program itself, with its commands in groups.

use clap::Command;

/// The groups, and their commands in the order in which they are listed.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Analyse",
        &["analyse", "explain", "review", "choices", "eval"],
    ),
    ("Fair play", &["fairplay", "counterfactual"]),
    (
        "Test engines",
        &["gauntlet", "rate", "epd", "perft", "bench"],
    ),
    ("Set up", &["serve", "completions", "man"]),
];

/// The command with this help; clap itself has one list without groups.
pub fn grouped(command: Command) -> Command {
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (heading, names) in GROUPS {
        template += &format!("{heading}:\n");
        for name in names {
            let about = command
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map(ToString::to_string)
                .unwrap_or_default();
            template += &format!("  {name:<16}{about}\n");
        }
    }
    command.help_template(template + "\nOptions:\n{options}{after-help}")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn grouped_help_lists_each_command_once_on_one_screen() {
        let command = Arguments::command();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut there: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        listed.sort_unstable();
        there.sort_unstable();
        assert_eq!(listed, there);
        let help = grouped(command.clone()).render_help().to_string();
        assert!(help.lines().count() <= 40, "{help}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 100),
            "{help}"
        );
    }
}
