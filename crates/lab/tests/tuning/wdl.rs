//! `plumb-lab wdl`: a known model is found again, and told how reliable it is.

use plumb_testing::scratch::Scratch;
use std::process::{Command, Output, Stdio};

use plumb_chess::board::Position;
use plumb_chess::notation::{FenStyle, parse_fen, to_fen};
use plumb_engine::eval::{WdlModel, phase};
use plumb_testing::Random;
use plumb_testing::packed::gzip;

fn wdl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plumb-lab"))
        .arg("wdl")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

const TRUE: WdlModel = WdlModel {
    win_half_cp: [70.0, 90.0, 125.0, 160.0],
    spread_cp: [30.0, 40.0, 50.0, 65.0],
};

/// Games whose results are drawn with the true model's chances. A game has one
/// position, and its own number.
fn games(count: usize, seed: u64) -> String {
    let positions: Vec<Position> = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1",
        "1n2k1n1/pppppppp/8/8/8/8/PPPPPPPP/RN2K1NR w - - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4KB2 w - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1",
    ]
    .map(|fen| parse_fen(fen).unwrap())
    .to_vec();
    let mut random = Random(seed);
    let mut text = String::new();
    for game in 0..count {
        let position = &positions[random.below(positions.len())];
        let cp = random.below(1_001) as i32 - 500;
        let [win, draw, _] = TRUE.chances(f64::from(cp), phase(position));
        let dice = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let result = if dice < win {
            "1-0"
        } else if dice < win + draw {
            "1/2-1/2"
        } else {
            "0-1"
        };
        let fen = to_fen(position, FenStyle::XFen);
        text.push_str(&format!("{fen};{result};{cp};9;{game}\n"));
    }
    text
}

#[test]
fn a_known_model_is_found_again() {
    let folder = Scratch::new("wdl-fit");
    let (games_path, more) = (
        folder.file("games.txt", games(40_000, 1)),
        folder.file("more.txt", games(20_000, 2)),
    );
    let out = folder.join("wdl.toml");
    let out = out.to_str().unwrap();
    let text = said(&wdl(&["fit", &games_path, &more, "--out", out]));
    assert!(text.starts_with("60000 games, "), "{text}");
    let table = std::fs::read_to_string(out).unwrap();
    let model = WdlModel::from_toml(&table).unwrap();
    let numbers = |model: &WdlModel| [model.win_half_cp, model.spread_cp].concat();
    for (found, wanted) in numbers(&model).iter().zip(numbers(&TRUE)) {
        assert!((found / wanted - 1.0).abs() < 0.08, "{model:?}");
    }
    // The same again, and provenance.
    said(&wdl(&["fit", &games_path, &more, "--out", out]));
    assert_eq!(std::fs::read_to_string(out).unwrap(), table);
    let meta: toml::Table = table.parse().unwrap();
    let meta = meta["meta"].as_table().unwrap();
    let data = meta["data"].as_array().unwrap();
    assert_eq!(data[1]["positions"].as_integer(), Some(20_000));
    let digest = plumb_lab::tune::fingerprint(more.as_ref()).unwrap().sha256;
    assert_eq!(data[1]["sha256"].as_str(), Some(digest.as_str()));
    let count = |name: &str| meta[name].as_integer().unwrap();
    assert_eq!(
        count("positions_fitted") + count("positions_held_out"),
        60_000
    );
    assert!((11_000..13_000).contains(&count("positions_held_out")));
    let loss = |name: &str| meta[name].as_float().unwrap();
    assert!((loss("log_loss_fitted") - loss("log_loss_held_out")).abs() < 0.02);

    let scale: f64 = said(&wdl(&["fit", &games_path, &more, "--scale"]))
        .trim()
        .parse()
        .unwrap();
    assert!(
        (scale - 100.0 / model.win_half_cp[2]).abs() < 1e-3,
        "{scale}"
    );

    // Where the model is true its chances are right; the old table's are less so.
    let figure = |name: &str, arguments: &[&str]| -> f64 {
        let text = said(&wdl(arguments));
        let (_, rest) = text.split_once(name).unwrap();
        rest[..7].parse().unwrap()
    };
    let own = ["check", &games_path, "--held-out", "--model", out];
    let shipped = ["check", &games_path, "--held-out"];
    assert!(figure("calibration error ", &own) < 0.015);
    let (own, shipped) = (figure("Log-loss ", &own), figure("Log-loss ", &shipped));
    assert!(own + 0.003 < shipped, "{own} {shipped}");
}

#[test]
fn a_check_prints_its_table() {
    let folder = Scratch::new("wdl-check");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut lines = format!("{fen};1-0;100;9;1\n").repeat(8);
    lines.push_str(&format!("{fen};1/2-1/2;100;9;2\n").repeat(2));
    lines.push_str(&format!("{fen};1-0;#4;9;2\n"));
    let path = folder.file("games.txt", &lines);
    let table =
        "[meta]\n[model]\nwin_half_cp = 100\nmiddlegame_spread_cp = 50\nendgame_spread_cp = 40\n";
    let model = folder.file("wdl.toml", table);
    let text = said(&wdl(&["check", &path, "--model", &model]));
    // Half of ten won expected, eight seen; Wilson's interval for 8 of 10.
    assert!(
        text.contains(" 50 to  60 %        10     50.0 %    80.0 %  49.0 to 94.3 %"),
        "{text}"
    );
    assert!(
        text.contains(" 40 to  50 %        10     48.2 %    20.0 %  5.7 to 51.0 %"),
        "{text}"
    );
    assert!(
        text.contains("  0 to  10 %        10      1.8 %     0.0 %  0.0 to 27.8 %"),
        "{text}"
    );
    // (8 ln 2 - 2 ln 0.482) / 10, and so on.
    assert!(
        text.contains("10 positions, for the side to move. Log-loss 0.70"),
        "{text}"
    );
    assert!(text.contains("calibration error 0.20000"), "{text}");
}

#[test]
fn gauntlet_games_are_read_for_one_player() {
    let folder = Scratch::new("wdl-pgn");
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n\
             1. e4 {{[%eval 0.80,9]}} e5 {{[%eval 0.20,9]}} 2. Nf3 {{[%eval 0.60,9]}} {result}\n\n"
        )
    };
    let pgn = game("A", "B", "1-0") + &game("B", "A", "1/2-1/2");
    let path = folder.file("games.pgn", &pgn);
    let positions = |player: &[&str]| {
        let text = said(&wdl(&[&["check", path.as_str()], player].concat()));
        let (before, _) = text.split_once(" positions, for the").unwrap();
        before.rsplit('\n').next().unwrap().parse::<u32>().unwrap()
    };
    assert_eq!(positions(&[]), 6);
    assert_eq!(positions(&["--player", "A"]), 3);
    let packed = folder.join("games.pgn.gz");
    std::fs::write(&packed, gzip(pgn.as_bytes())).unwrap();
    let whole = said(&wdl(&["check", &path]));
    assert_eq!(said(&wdl(&["check", packed.to_str().unwrap()])), whole);
    let output = wdl(&["check", &path, "--player", "C"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("is a player called 'C'?"), "{told}");
}

#[test]
fn a_fit_that_does_not_settle_says_so() {
    let folder = Scratch::new("wdl-contrary");
    // Who is far ahead loses, game after game.
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    ];
    let endings = ["0-1;500", "1-0;-500"];
    let contrary = (0..200).map(|game| {
        let (fen, ending) = (fens[game % 2], endings[game / 2 % 2]);
        format!("{fen};{ending};9;{game}\n")
    });
    let contrary: String = contrary.collect();
    let path = folder.file("games.txt", &contrary);
    let output = wdl(&["fit", &path, "--scale"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("has not settled"), "{told}");
}

#[test]
fn wrong_files_are_named() {
    let folder = Scratch::new("wdl-wrong");
    let bad = folder.file("games.txt", "nonsense;1-0\n");
    for (arguments, message) in [
        (vec!["check", bad.as_str()], "line 1: FEN"),
        (vec!["fit", "no/such/file"], "cannot read no/such/file"),
        (
            vec!["check", bad.as_str(), "--model", bad.as_str()],
            "wdl.toml: line 1: ",
        ),
    ] {
        let output = wdl(&arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(message), "{told}");
    }
}
