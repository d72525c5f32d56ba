//! Labelled positions are read as they are, never split within a game, and
//! become a better table; the command says what is wrong.

use plumb_testing::scratch::Scratch;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Game, Position};
use plumb_chess::notation::{FenStyle, parse_fen, to_fen};
use plumb_engine::eval::{Evaluator, Tapered, Term, Weights};
use plumb_lab::tune::{
    Choice, DataFile, Descent, Event, Label, LabelledPosition, Labelling, Loss, Part, Resolution,
    Selection, Settings, TunedGames, plan, position_key, read, tune, tuned_game_keys,
};

use plumb_testing::Random;

/// A folder of its own that goes when the test ends.
fn rows(path: impl AsRef<Path>) -> Vec<LabelledPosition> {
    let rows = read(path.as_ref()).expect("it opens");
    rows.map(|row| row.expect("a good line")).collect()
}

fn first_error(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    let mut rows = read(path).expect("it opens");
    let error = rows.find_map(Result::err).expect("a bad line").to_string();
    let folder = format!("{}/", path.parent().expect("a folder").display());
    error.replace(&folder, "")
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const AFTER_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

#[test]
fn formats_are_told_apart() {
    let folder = Scratch::new("formats");
    let evals = folder.file(
        "evals.csv",
        format!("{AFTER_E4},+30\n\n{AFTER_E5},#-2\n{AFTER_E5},0\n"),
    );
    let rows_ = rows(&evals);
    let evals: Vec<_> = rows_.iter().map(|row| row.eval).collect();
    assert_eq!(
        evals,
        [
            Some(Label::Cp(30)),
            Some(Label::Mate(-2)),
            Some(Label::Cp(0))
        ]
    );
    let lines: Vec<_> = rows_.iter().map(|row| (row.line, row.result)).collect();
    assert_eq!(lines, [(1, None), (3, None), (4, None)]);
    let fen = to_fen(&rows_[0].position, FenStyle::XFen);
    assert_eq!(fen, AFTER_E4);

    let decimals = folder.file("d.csv", format!("{AFTER_E4},0.0099\n{AFTER_E5},-0.0557\n"));
    let evals: Vec<_> = rows(&decimals).iter().map(|row| row.eval).collect();
    assert_eq!(evals, [Some(Label::Cp(99)), Some(Label::Cp(-557))]);

    let games = folder.file(
        "games.txt",
        format!("{AFTER_E4};1/2-1/2;41;21\n{AFTER_E5};1-0;-7;20\n"),
    );
    let rows_ = rows(&games);
    assert_eq!(rows_[0].result, Some(0.5));
    assert_eq!(rows_[1].result, Some(1.0));
    assert_eq!(rows_[1].eval, Some(Label::Cp(-7)));
    // Another result is another game.
    assert_eq!((rows_[0].group, rows_[1].group), (0, 1));

    let own = folder.file(
        "own.txt",
        format!("{AFTER_E4};0-1;41;21;17\n{AFTER_E5};0-1;-7;20;9\n"),
    );
    let groups: Vec<_> = rows(&own).iter().map(|row| row.group).collect();
    assert_eq!(groups, [17, 9]);

    // As `plumb-lab label` writes what no game is known of.
    let labels = folder.file("labels.txt", format!("{AFTER_E4};*;#-4;9\n"));
    let row = rows(&labels).remove(0);
    assert_eq!((row.result, row.eval), (None, Some(Label::Mate(-4))));
}

/// Two lines, `AFTER_E4,+30` and `AFTER_E5,#-2`, by `xz -9`.
const XZ: &str = "fd377a585a000004e6d6b446020021011c00000010cf58cce0007f004c5d00391b886b411771fb3161c50a3f3de8bed359c595ad7249cdd5f0d65592272df9159b04dce6cb877f8a193009699aeffc00cea24bfc8703912819602bc2c3dbc203000135d5cc79e93209e000007fb4e5771f054a8700016880010000001d8ea82eb1c467fb020000000004595a";
/// The same by `zstd -19`, one line after the other.
const ZSTD: &str = "28b52ffd0468c5010052830b10a0ed14a3e75b9f67021b9999886afc088098208a8987615bc96ba6505a48b1ab6ad1e78d9ee7f3efd16d83eb62020000a40c20018d9a013528b52ffd0468ed0100e2430d11a0ed008948efe7cff3f19a24fca2671d06c08c20cc921d3ba35b5bf731b59c62cfadb5d29c7c1af23972f2fff2ffa612c609250d010003c009f6038fa1";

#[test]
fn packed_files_are_unpacked() {
    let folder = Scratch::new("packed");
    for (name, hex) in [("a.xz", XZ), ("a.zst", ZSTD)] {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        let evals = |path: &str| -> Vec<_> { rows(path).iter().map(|row| row.eval).collect() };
        let path = folder.file(name, &bytes);
        assert_eq!(evals(&path), [Some(Label::Cp(30)), Some(Label::Mate(-2))]);
        // Cut off in the middle it is an error, not a short file.
        let cut = folder.file(&format!("cut-{name}"), &bytes[..bytes.len() - 30]);
        let last = read(cut.as_ref()).map(|rows| rows.last());
        assert!(!matches!(last, Ok(Some(Ok(_)))), "{name}");
    }
}

#[test]
fn bad_lines_are_named() {
    let folder = Scratch::new("bad");
    let cases = [
        (
            format!("{AFTER_E4},+30\n{AFTER_E4}\n"),
            "a.csv:2: found no comma",
        ),
        (
            format!("{AFTER_E4},+30\n\n{AFTER_E4},x\n"),
            "a.csv:3: the evaluation is 'x', expected centipawns such as +79",
        ),
        (
            format!("{AFTER_E4},0.5\n{AFTER_E4},1e9\n"),
            "a.csv:2: the evaluation is '1e9', expected a decimal number",
        ),
        (
            format!("{AFTER_E4};1-0;3;4\n{AFTER_E4};2-0;3;4\n"),
            "a.csv:2: the result is '2-0', expected 1-0, 0-1, 1/2-1/2 or *",
        ),
        (
            format!("{AFTER_E4};1-0;3;4\n{AFTER_E4};1-0;3\n"),
            "a.csv:2: found 3 fields",
        ),
        (
            format!("{AFTER_E4};1-0;3;4;x\n"),
            "a.csv:1: the game number is 'x'",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1,+3\n".to_owned(),
            "a.csv:1: cannot read the FEN '8/8/8/8/8/8/8/8 w - - 0 1': illegal position",
        ),
        ("hello\n".to_owned(), "a.csv: line 1 is neither"),
    ];
    for (text, expected) in cases {
        let error = first_error(folder.file("a.csv", text));
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains('\n'));
    }
    let gone = read(&folder.join("gone.csv")).err().expect("no file");
    assert!(gone.to_string().starts_with("cannot read "));
}

/// Random games; each gives its positions from its tenth ply on.
fn games(count: usize, seed: u64) -> Vec<Vec<Position>> {
    let mut random = Random(seed);
    let mut game = || {
        let mut game = Game::new(Position::start());
        let mut positions = Vec::new();
        while game.outcome().is_none() && game.ply() < 90 {
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]);
            if game.ply() >= 10 {
                positions.push(game.position().clone());
            }
        }
        positions
    };
    (0..count).map(|_| game()).collect()
}

#[test]
fn a_split_never_cuts_a_game() {
    let folder = Scratch::new("split");
    let games = games(40, 11);
    // Every ply of some games, every third of others.
    let mut text = String::new();
    let mut owner = Vec::new();
    for (number, positions) in games.iter().enumerate() {
        for position in positions.iter().step_by(1 + 2 * (number % 2)) {
            text.push_str(&format!("{},+1\n", to_fen(position, FenStyle::XFen)));
            owner.push(number);
        }
    }
    let path = folder.file("games.csv", &text);
    let groups: Vec<u32> = rows(&path).iter().map(|row| row.group).collect();
    for (index, pair) in groups.windows(2).enumerate() {
        let same = owner[index] == owner[index + 1];
        assert!(
            !same || pair[0] == pair[1],
            "line {} begins a game",
            index + 2
        );
    }
    assert!(
        groups.last() >= Some(&30),
        "{:?} games of 40",
        groups.last()
    );

    let set = plan(path.as_ref(), 8).expect("a plan");
    let parts: Vec<Part> = (1..=owner.len()).map(|line| set.part(line)).collect();
    for game in 0..games.len() {
        let of_game = || (0..owner.len()).filter(|&row| owner[row] == game);
        let first = of_game().map(|row| parts[row]).next();
        assert!(
            of_game().all(|row| Some(parts[row]) == first),
            "game {game} is cut"
        );
    }
    for (part, share) in [(Part::Tune, 8), (Part::Validation, 1), (Part::Measure, 1)] {
        let count = parts.iter().filter(|&&other| other == part).count();
        let tenths = count as f64 * 10.0 / owner.len() as f64;
        assert!(
            (tenths - f64::from(share)).abs() < 0.6,
            "{part:?}: {tenths} tenths"
        );
    }

    // Keys of the games tuned on find those games, and no other.
    let rule = plumb_lab::tune::Rule::Lines(set);
    let keys = tuned_game_keys(path.as_ref(), &rule).expect("keys");
    let text: String = keys.iter().map(|key| format!("{key:016x}\n")).collect();
    let known = TunedGames::from_text(&text).expect("keys");
    for (number, positions) in games.iter().enumerate() {
        let row = owner.iter().position(|&game| game == number);
        let measured = row.is_some_and(|row| parts[row] == Part::Measure);
        let found = positions.iter().any(|position| known.has(position));
        // A game taken together with the one before is known by that one.
        assert!(!(measured && found), "game {number}");
    }
    let found = games
        .iter()
        .filter(|game| game.iter().any(|p| known.has(p)));
    assert!(found.count() >= 25);
    assert_ne!(position_key(&games[0][0]), position_key(&games[0][1]));
}

/// A file in the format of self-play: positions labelled by another table.
fn labelled(folder: &Scratch) -> String {
    let mut other = Weights::embedded();
    for slot in 0..64 {
        other.set(
            Term::KingSquare,
            slot,
            Tapered::new(3 * slot as i32 - 90, -40),
        );
        other.set(Term::PawnSquare, slot, Tapered::new(40, 2 * slot as i32));
    }
    let mut judge = Evaluator::new(Arc::new(other));
    let mut text = String::new();
    for (number, positions) in games(120, 5).iter().enumerate() {
        for position in positions {
            let score = judge.evaluate(position);
            let white = position.turn().fold(score, -score);
            let fen = to_fen(position, FenStyle::XFen);
            text.push_str(&format!("{fen};1/2-1/2;{white};1;{number}\n"));
        }
    }
    folder.file("self.txt", text)
}

fn settings(path: String, threads: usize) -> Settings {
    Settings {
        files: vec![DataFile {
            path: path.into(),
            weight: 1.0,
        }],
        labelling: Labelling {
            scale_cp: 220.0,
            result_weight: 0.0,
            resolution: Resolution::None,
            limit: None,
        },
        loss: Loss::Squared,
        descent: Descent {
            epochs: 12,
            batch: 500,
            rate: 4.0,
            patience: 12,
            prior: 1.0,
            seed: 1,
        },
        // So few games can say nothing of thousands of other weights.
        choice: Choice {
            freeze: Choice::group_keys()
                .into_iter()
                .filter(|&key| key != "piece_squares")
                .map(|key| Selection::parse(key).expect("a group"))
                .collect(),
            ..Choice::default()
        },
        zero_start: false,
        rounds: 1,
        multiply: 1.0,
        threads,
    }
}

#[test]
fn tuning_learns_what_the_labels_know() {
    let folder = Scratch::new("learn");
    let path = labelled(&folder);
    let start = Weights::embedded();
    let stop = Arc::new(AtomicBool::new(false));
    let mut loaded = None;
    let mut run = |settings: &Settings| {
        let mut observe = |event| {
            if let Event::Loaded(files) = event {
                loaded = Some(files);
            }
        };
        tune(settings, &start, &stop, &mut observe).expect("it tunes")
    };
    let one = run(&settings(path.clone(), 1));
    assert!(
        one.after.0 < one.before.0 / 4.0 && one.after.1 < one.before.1 / 2.0,
        "{:?} {:?}",
        one.before,
        one.after
    );
    let two = run(&settings(path.clone(), 2));
    assert_eq!(one.weights, two.weights);
    assert_eq!(one.curve, two.curve);

    let mut doubled = settings(path, 2);
    doubled.multiply = 2.0;
    let doubled = run(&doubled).weights;
    let (mut plain, mut twice) = (
        Evaluator::new(Arc::new(one.weights)),
        Evaluator::new(Arc::new(doubled)),
    );
    for position in games(10, 99).into_iter().flatten() {
        let (plain, twice) = (plain.evaluate(&position), twice.evaluate(&position));
        assert!(
            (2 * plain - twice).abs() <= 4 + plain.abs() / 25,
            "{plain} {twice}"
        );
    }
    let files = loaded.expect("files were read");
    assert!(files[0].tune > 5 * files[0].validation && files[0].validation > 100);
}

fn plumb(folder: &Scratch, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plumb-lab"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("plumb runs")
}

#[test]
fn the_command_writes_a_table_that_plays() {
    let folder = Scratch::new("command");
    labelled(&folder);
    let tuning = [
        "tune",
        "--data",
        "self.txt",
        "--out",
        "eval.toml",
        "--epochs",
        "2",
    ];
    let output = plumb(&folder, &tuning);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("epoch 2/2: tuning loss"), "{said}");
    let table = std::fs::read_to_string(folder.join("eval.toml")).expect("a table");
    Weights::from_toml(&table).expect("it reads");
    let header = "command = \"plumb-lab tune --data self.txt --out eval.toml --epochs 2\"";
    assert!(table.contains(header), "{table}");
    let curve = std::fs::read_to_string(folder.join("eval.losses.tsv")).expect("a curve");
    assert_eq!(curve.lines().count(), 4, "{curve}");

    // The same command makes the same table.
    assert!(plumb(&folder, &tuning).status.success());
    let again = std::fs::read_to_string(folder.join("eval.toml")).expect("a table");
    assert_eq!(table, again);

    std::fs::create_dir(folder.join("tables")).expect("a folder");
    folder.file("tables/eval.toml", &table);
    let tables = folder.join("tables");
    plumb_testing::program::printed(&["--tables", tables.to_str().unwrap(), "eval"]);
}

#[test]
fn the_command_says_what_is_wrong() {
    let folder = Scratch::new("wrong");
    folder.file("bad.csv", format!("{AFTER_E4},+3\n{AFTER_E4},?\n"));
    folder.file("one.csv", format!("{AFTER_E4},+3\n"));
    let cases: [(&[&str], &str); 7] = [
        (&["--data", "gone.csv"], "cannot read gone.csv"),
        (&["--data", "bad.csv"], "bad.csv:2: the evaluation is '?'"),
        (
            &["--data", "one.csv"],
            "no usable position in the validation part of the data",
        ),
        (
            &["--data", "one.csv", "--without", "luck"],
            "'luck' is neither a group, a term nor a setting",
        ),
        (
            &["--data", "one.csv", "--only", "pawns,tempo"],
            "--only tempo: a setting is no term",
        ),
        (
            &["--data", "one.csv", "--ridge", "pawns"],
            "--ridge 'pawns': expected a number and a name",
        ),
        (
            &["--data", "one.csv", "--result-weight", "2"],
            "the result's weight is not a number from 0 to 1",
        ),
    ];
    for (arguments, expected) in cases {
        let all = [&["tune", "--out", "eval.toml"], arguments].concat();
        let output = plumb(&folder, &all);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            said.starts_with(&format!("plumb-lab: {expected}")),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(!folder.join("eval.toml").exists());
        assert!(!folder.join("eval.losses.tsv").exists(), "{arguments:?}");
    }
}

#[test]
fn two_neighbours_are_one_game_only_if_a_move_leads_on() {
    let folder = Scratch::new("neighbours");
    let middle = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let next = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let other = "r1bqkbnr/pppp1ppp/2n5/4p3/2P1P3/8/PP1P1PPP/RNBQKBNR b KQkq - 3 3";
    for fen in [middle, next, other] {
        parse_fen(fen).expect("a legal position");
    }
    let groups = |text: String| -> Vec<u32> {
        let path = folder.file("a.csv", text);
        rows(&path).iter().map(|row| row.group).collect()
    };
    assert_eq!(groups(format!("{middle},1\n{next},1\n")), [0, 0]);
    assert_eq!(groups(format!("{middle},1\n{other},1\n")), [0, 1]);
    assert_eq!(groups(format!("{next},1\n{middle},1\n")), [0, 1]);
}
