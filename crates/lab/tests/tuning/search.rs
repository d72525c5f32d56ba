//! The search's numbers are tuned by games: the same seed and the same games make
//! the same table, wherever it was interrupted; other numbers are played with only
//! where they can be set.

use plumb_testing::program::path;
use plumb_testing::scratch::Scratch;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use plumb_chess::board::Position;
use plumb_engine::search::{PARAMETERS, PARAMETERS_CAN_BE_SET, parameter_values};
use plumb_engine::tables::{Table, Tables};
use plumb_gauntlet::{Adjudication, GameRules, Opening, TimeControl};
use plumb_lab::trials::{Arena, Provenance, Record, Settings, Tally, TrialError, run};
use plumb_lab::tune::{Spsa, Trial, TunedNumber};

use plumb_testing::program::plumb;

/// A folder of its own that goes when the test ends.
const ITERATIONS: u64 = 40;

fn spsa() -> Spsa {
    let numbers = PARAMETERS.iter().map(|parameter| TunedNumber {
        name: parameter.name.to_owned(),
        value: f64::from(parameter.value),
        least: parameter.least,
        most: parameter.most,
        step: parameter.step,
    });
    Spsa::new(numbers.collect(), ITERATIONS, 0.5, 1)
}

fn settings(seed: u64) -> Settings {
    vec![("seed".to_owned(), seed.to_string())]
}

fn open(folder: &Path, resume: bool) -> Result<Record, TrialError> {
    Record::open(folder, settings(1), spsa(), resume)
}

/// Games whose result depends on nothing but the settings; some take longer.
fn pretend(trial: &Trial) -> Result<Tally, TrialError> {
    std::thread::sleep(Duration::from_millis(trial.number * 7 % 3));
    let sum: i32 = trial.plus.iter().sum();
    Ok(Tally {
        wins: u32::from(sum % 3 == 0),
        draws: 1,
        losses: u32::from(sum % 3 == 1),
    })
}

/// A tuning without games, stopped and resumed after so many iterations each time.
fn tuned(name: &str, stops: &[usize]) -> (Spsa, String) {
    let folder = Scratch::new(name);
    let never = usize::MAX;
    for &after in stops.iter().chain([&never]) {
        let mut record = open(&folder, true).expect("it opens");
        let (stop, played) = (AtomicBool::new(false), AtomicUsize::new(0));
        let play = |_, trial: &Trial| {
            if played.fetch_add(1, Ordering::Relaxed) >= after {
                stop.store(true, Ordering::Relaxed);
            }
            pretend(trial)
        };
        run(&mut record, 3, &stop, play, |_| Ok(())).expect("it runs");
    }
    let record = open(&folder, true).expect("it opens");
    let provenance = Provenance {
        command: "plumb-lab tune search".to_owned(),
        start: "the built-in table".to_owned(),
        seed: 1,
    };
    let path = record.write_table(&Tables::embedded(), &provenance);
    let table = std::fs::read_to_string(path.expect("written")).expect("it reads");
    assert_eq!(record.spsa().done(), ITERATIONS);
    (record.spsa().clone(), table)
}

#[test]
fn interruptions_change_nothing() {
    let (whole, table) = tuned("whole", &[]);
    let (parts, same) = tuned("parts", &[0, 5, 1, 17]);
    assert_eq!(whole, parts);
    assert_eq!(table, same);
    assert_ne!(whole.numbers(), spsa().numbers());

    let values = parameter_values(&table).expect("a table");
    let numbers: Vec<i32> = whole.numbers().iter().map(TunedNumber::whole).collect();
    assert_eq!(values, numbers);
    for part in [
        "[meta]\nkind = \"tuned\"\n",
        "\niterations = 40\n",
        "# The search's numbers.\n",
    ] {
        assert!(table.contains(part), "{part} in {table}");
    }
}

#[test]
fn a_state_is_the_same_after_it_was_written() {
    let mut spsa = spsa();
    for score in [2, -1, 1] {
        let number = spsa.draw().expect("one more").number;
        spsa.tell(number, score);
        spsa.draw();
        spsa.learn();
    }
    let text = serde_json::to_string(&spsa).expect("it is written");
    let read: Spsa = serde_json::from_str(&text).expect("it is read");
    assert_eq!(read, spsa);
}

#[test]
fn tunings_are_not_mixed_and_failures_lose_nothing() {
    let folder = Scratch::new("failure");
    let mut record = open(&folder, false).expect("it opens");
    let play = |_, trial: &Trial| match trial.number {
        12 => Err(TrialError::Game {
            iteration: 12,
            reason: "Plus plays an illegal move".to_owned(),
        }),
        _ => pretend(trial),
    };
    let stop = AtomicBool::new(false);
    let error = run(&mut record, 2, &stop, play, |_| Ok(())).expect_err("it fails");
    assert_eq!(
        error.to_string(),
        "a game of iteration 13 came to no result: Plus plays an illegal move; with --resume it is played again"
    );
    drop(record);
    let error = |resume, seed| {
        let record = Record::open(&folder, settings(seed), spsa(), resume);
        record.err().expect("it is refused").to_string()
    };
    assert!(error(false, 1).contains("already holds a tuning: add --resume"));
    assert!(error(true, 2).contains("another seed (1, now 2)"));
    let record = open(&folder, true).expect("it goes on");
    assert!((9..=12).contains(&record.spsa().done()));
    drop(record);
    std::fs::write(folder.join("tuning.json"), "{").expect("written");
    assert!(error(true, 1).contains("tuning.json: EOF"));
}

#[test]
fn an_iteration_is_played() {
    let folder = Scratch::new("arena");
    // Both sides as they were built, so that any build can play it.
    let mut same = Spsa::new(Vec::new(), 1, 1.0, 1);
    let arena = Arena {
        program: path("plumb"),
        folder: folder.to_path_buf(),
        tables: Tables::embedded(),
        names: Vec::new(),
        control: TimeControl::Depth(1),
        rules: GameRules {
            chess960: false,
            ponder: false,
            margin_ms: 1_000,
            adjudication: Adjudication::default(),
            tablebases: None,
        },
        openings: vec![Opening::bare(Position::start())],
        seed: 1,
        games_per_iteration: 2,
    };
    let trial = same.draw().expect("one iteration");
    let games = arena.play(0, trial).expect("it is played");
    // The same game twice, with colours changed.
    assert_eq!((games.games(), games.score()), (2, 0));
    let written = std::fs::read_to_string(folder.join("slot1/minus/search.toml"));
    let built = Tables::embedded();
    assert_eq!(written.expect("written"), built.text(Table::Search));

    let arena = Arena {
        program: folder.join("nothing"),
        ..arena
    };
    let error = arena.play(0, trial).expect_err("no program").to_string();
    assert!(
        error.starts_with("a game of iteration 1 came to no result: "),
        "{error}"
    );
}

/// What the program says of a table with one text changed; nothing if it takes it.
fn said_of(from: &str, to: &str) -> String {
    let folder = Scratch::new("tables");
    let tables = Tables::embedded();
    let text = tables.text(Table::Search);
    assert!(text.contains(from), "{from}");
    let text = text.replacen(from, to, 1);
    std::fs::write(folder.join("search.toml"), text).expect("written");
    let output = plumb(
        &["eval", "startpos", "--tables", folder.to_str().unwrap()],
        "",
    );
    assert_eq!(output.status.success(), output.stderr.is_empty());
    String::from_utf8(output.stderr).expect("text")
}

#[test]
fn other_numbers_need_a_build_that_can_set_them() {
    assert_eq!(said_of("# The", "# Another comment. The"), "");
    let razor = PARAMETERS.iter().find(|one| one.name == "razor_cp");
    let value = razor.expect("there is one").value;
    let said = said_of(
        &format!("razor_cp = {{ value = {value}"),
        "razor_cp = { value = 111",
    );
    if PARAMETERS_CAN_BE_SET {
        assert_eq!(said, "");
    } else {
        assert_eq!(
            said,
            format!(
                "plumb: search.toml: whole_node.razor_cp.value is 111; expected {value}, which this \
                 program was built with (build with --features tunable to set it)\n"
            )
        );
    }
}

#[cfg(not(feature = "tunable"))]
#[test]
fn a_program_with_constants_is_not_tuned() {
    let folder = Scratch::new("refused");
    let out = folder.join("out");
    let out = out.to_str().expect("text");
    let output = plumb(&["tune", "search", "--out", out], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "plumb-lab: in this program the search's numbers are constants: build it with \
         'cargo build --release --workspace --features plumb/tunable,plumb-lab/tunable' to tune them\n"
    );
    assert!(!Path::new(out).exists());
}

#[cfg(feature = "tunable")]
#[test]
fn a_small_tuning_runs_and_goes_on() {
    let folder = Scratch::new("command");
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/../../epd/openings.epd");
    let mut arguments: Vec<&str> = "tune search --tc depth=1 --iterations 6 --rate 0.5"
        .split(' ')
        .collect();
    arguments.extend(["--out", folder.to_str().unwrap(), "--openings", openings]);
    let output = plumb(&arguments, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.ends_with("after 6 iterations, 12 games.\n"), "{said}");
    let table = std::fs::read_to_string(folder.join("search.toml")).expect("written");
    parameter_values(&table).expect("a table");
    // What is finished stays as it is.
    arguments.push("--resume");
    assert!(plumb(&arguments, "").status.success());
    let again = std::fs::read_to_string(folder.join("search.toml")).expect("written");
    let numbers = |text: &str| parameter_values(text).expect("a table");
    assert_eq!(numbers(&table), numbers(&again));
}
