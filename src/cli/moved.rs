//! Commands that have another name now, most of them in `plumb-lab`, the program for who makes
//! tables.

const COMMANDS: [&str; 7] = [
    "accuracy", "label", "motifs", "selfplay", "train", "tune", "wdl",
];
/// Of `plumb fairplay`.
const FAIR_PLAY: [&str; 2] = ["reference", "simulate"];

/// Where the command of this command line is now; `None` where it did not move.
pub fn new_place(words: &[String]) -> Option<String> {
    let mut words = words.iter().map(String::as_str);
    let mut name = words.next()?;
    while name.starts_with("--tables") {
        if name == "--tables" {
            words.next();
        }
        name = words.next()?;
    }
    if COMMANDS.contains(&name) {
        return Some(format!(
            "'{name}' is a command of plumb-lab now: plumb-lab {name}"
        ));
    }
    let action = words.next().filter(|_| name == "fairplay")?;
    // "screen" is now the profile alone.
    if action == "screen" {
        return Some("'fairplay screen' has another name now: plumb fairplay ratings".to_owned());
    }
    FAIR_PLAY
        .contains(&action)
        .then(|| format!("'fairplay {action}' is a command of plumb-lab now: plumb-lab {action}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: &str) -> Option<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        new_place(&words)
    }

    #[test]
    fn new_place_names_the_program_and_the_command() {
        for line in [
            "train skill",
            "--tables DIR train skill",
            "--tables=DIR train",
        ] {
            let place = place(line).unwrap();
            assert!(place.ends_with("plumb-lab train"), "{line}: {place}");
        }
        let simulate = place("fairplay simulate DIR").unwrap();
        assert!(simulate.ends_with("plumb-lab simulate"), "{simulate}");
        let screen = place("fairplay screen games.pgn --out DIR").unwrap();
        assert!(screen.ends_with("plumb fairplay ratings"), "{screen}");
        for line in ["fairplay games.pgn", "analyse train", "--tables", "perft 3"] {
            assert_eq!(place(line), None, "{line}");
        }
    }
}
