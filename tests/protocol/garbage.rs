//! No input makes the line parsers panic, run long, or answer with more than
//! one line.

use std::time::{Duration, Instant};

use plumb::protocol::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Reads one line every way there is, and renders whatever came out.
fn read_every_way(bytes: &[u8]) -> Result<(), TestCaseError> {
    let line = clean_line(bytes);
    detect(&line);
    is_one_line(&line, UciCommand::parse(&line))?;
    is_one_line(&line, UciReply::parse(&line))?;
    is_one_line(&line, CecpCommand::parse(&line))?;
    is_one_line(&line, CecpReply::parse(&line))?;
    is_one_line(&line, EditLine::parse(&line))
}

fn is_one_line<T: ToString>(
    line: &str,
    parsed: Result<Option<T>, ParseError>,
) -> Result<(), TestCaseError> {
    let said = match parsed {
        Ok(value) => value.map(|value| value.to_string()).unwrap_or_default(),
        Err(error) => {
            let message = error.to_string();
            prop_assert!(message.chars().count() < 400, "{:?}", message);
            message
        }
    };
    prop_assert!(
        !said.contains(['\n', '\r', '\0']),
        "{:?} gives {:?}",
        line,
        said
    );
    Ok(())
}

/// Words that the grammars know, and a few that they trip over.
const WORDS: &str = "uci isready position startpos fen moves go depth wtime searchmoves infinite \
    setoption name value debug on off register bestmove ponder (none) info score cp mate \
    lowerbound wdl nodes nps pv string option type spin check combo default min max var id \
    author level st time ping usermove setboard 8/8/8/8/8/8/8/K1k5 w - KQkq 0 1 -5 0:30 0.1 \
    :: 99999999999999999999 -99999999999999999999 e2e4 O-O memory cores egtpath exclude all \
    feature ping=1 option=\" -spin = \" move Illegal ( ) : Error (x): 1-0 { } stat01: Hint: \
    offer draw telluser # . ? ! ++ c Pa2 xa2 perft bench é 1. 100001 -100001 xyz";

fn shuffled_words() -> impl Strategy<Value = String> {
    let words: Vec<&str> = WORDS.split(' ').collect();
    vec(select(words), 0..12).prop_map(|words| words.join(" "))
}

/// A line that a tolerant reading accepted is read the same from its tidy form.
fn tidying_changes_nothing(line: &str) -> Result<(), TestCaseError> {
    if let Ok(Some(mut command)) = UciCommand::parse(line) {
        let tidy = command.to_string();
        if let UciCommand::Go(go) = &mut command {
            go.ignored.clear();
            go.problems.clear();
        }
        prop_assert_eq!(UciCommand::parse(&tidy), Ok(Some(command)), "{}", tidy);
    }
    match CecpCommand::parse(line) {
        // Written in whole seconds.
        Ok(Some(CecpCommand::Level(_))) => {}
        Ok(Some(command)) => {
            let tidy = command.to_string();
            prop_assert_eq!(CecpCommand::parse(&tidy), Ok(Some(command)), "{}", tidy);
        }
        _ => {}
    }
    if let Ok(Some(UciReply::Info(info))) = UciReply::parse(line) {
        let tidy = info.to_string();
        prop_assert_eq!(
            UciReply::parse(&tidy),
            Ok(Some(UciReply::Info(info))),
            "{}",
            tidy
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        read_every_way(&bytes)?;
    }

    #[test]
    fn any_text_after_a_known_word(
        word in "uci|go|position|setoption|info|option|level|feature|Error|Illegal move|1 2 3 4",
        text in "\\PC{0,60}",
    ) {
        read_every_way(format!("{word} {text}").as_bytes())?;
        read_every_way(format!("{word}{text}").as_bytes())?;
    }

    #[test]
    fn known_words_in_any_order(line in shuffled_words()) {
        read_every_way(line.as_bytes())?;
        tidying_changes_nothing(&line)?;
    }

    #[test]
    fn known_words_after_a_command(
        start in "position fen|go|setoption|info|info score|go searchmoves e2e4|xyz|\
                  option|result|egtpath|rating|name|exclude|holding",
        line in shuffled_words(),
    ) {
        tidying_changes_nothing(&format!("{start} {line}"))?;
    }
}

/// A quadratic step over lines like these would take many seconds a line
/// instead of milliseconds; the limit leaves room for a busy machine.
#[test]
fn long_lines_take_linear_time() {
    const LENGTH: usize = 100_000;
    let starts = [
        "",
        "position startpos moves ",
        "position fen ",
        "go ",
        "go searchmoves ",
        "setoption name ",
        "setoption name a value ",
        "info ",
        "info pv ",
        "info string ",
        "option ",
        "option name a type combo var ",
        "setboard ",
        "feature ",
        "feature option=\"a -combo ",
        "1 2 3 4 ",
        "Error (",
        "\t",
    ];
    let fillers = [
        "a", "e2e4 ", " ", "1 ", "= ", "\"", "/// ", "name ", "go ", "é", "\0", "!",
    ];
    for start in starts {
        for filler in fillers {
            let line = format!("{start}{}", filler.repeat(LENGTH / filler.len()));
            let begin = Instant::now();
            read_every_way(line.as_bytes()).unwrap();
            let spent = begin.elapsed();
            assert!(
                spent < Duration::from_secs(5),
                "{start:?} and many of {filler:?}: {spent:?}"
            );
        }
    }
}
