//! `plumb choices` and the records and table it stands on, as users meet them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use plumb_fairplay::Store;
use serde_json::Value;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, path, plumb, printed};
use plumb_testing::scratch::Scratch;

const MATE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";

fn shares(arguments: &[&str]) -> Vec<(String, Vec<f64>)> {
    let answer = json(&printed(&[&["choices", "--json"][..], arguments].concat()));
    let moves = answer["moves"].as_array().unwrap();
    let own = |mv: &serde_json::Value| {
        let shares = mv["shares"].as_array().unwrap().iter();
        let name = mv["san"].as_str().unwrap().to_owned();
        (name, shares.map(|share| share.as_f64().unwrap()).collect())
    };
    moves.iter().map(own).collect()
}

#[test]
fn shares_are_of_all_legal_moves_and_sum_to_one() {
    let moves = shares(&[]);
    assert_eq!(moves.len(), 20);
    for rating in 0..5 {
        let all: f64 = moves.iter().map(|(_, shares)| shares[rating]).sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
        assert!(moves.iter().all(|(_, shares)| shares[rating] > 0.0));
    }
}

/// Captures of captures: three thousand nodes do not suffice for a ply of ten lines, and exchanges
/// stand in for it.
#[test]
fn a_crowded_position_is_told_by_exchanges() {
    let crowded = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let moves = shares(&[crowded, "--rating", "1500"]);
    assert_eq!(moves.len(), 48);
    assert!(moves[0].1[0] > 0.05, "{:?}", moves[0]);
}

#[test]
fn stronger_people_miss_less() {
    let moves = shares(&[MATE, "--rating", "700,1500,2500"]);
    let (san, shares) = &moves[0];
    assert_eq!(san, "Qxf7#");
    assert!(
        shares[0] > 0.4 && shares[0] < shares[1] && shares[1] < shares[2],
        "{shares:?}"
    );
    assert!(shares[2] > 0.98, "{shares:?}");
    // The same position for the other side.
    let mirrored = "rnb1k1nr/pppp1ppp/8/2b1p3/4P2q/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 4 4";
    let other = self::shares(&[mirrored, "--rating", "700,1500,2500"]);
    for (one, other) in shares.iter().zip(&other[0].1) {
        // Only the order of equal moves differs.
        assert!((one - other).abs() < 0.02, "{shares:?} {other:?}");
    }
}

#[test]
fn a_table_for_people_says_what_it_leaves_out() {
    let text = printed(&["choices", "--rating", "1800", "--lines", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(
        lines[0].contains("by rating") && lines[1].contains("1800"),
        "{text}"
    );
    assert!(lines[5].starts_with("17 more"), "{text}");
    let only = printed(&["choices", "7k/8/8/8/8/8/6q1/7K w - - 0 1"]);
    assert!(only.contains("It is the only legal move."), "{only}");
    assert_eq!(
        printed(&["choices", "--moves", "e4 e5"]).lines().count(),
        13
    );
}

#[test]
fn what_cannot_be_asked_is_one_clear_line() {
    for (arguments, says) in [
        (&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"][..], "the game is over"),
        (&["--moves", "e4 e4"], "move 2"),
        (&["8/8 w"], "cannot read the FEN"),
    ] {
        let output = plumb(&[&["choices"][..], arguments].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(
            error.contains(says) && error.trim_end().lines().count() == 1,
            "{error}"
        );
    }
    let output = plumb(&["choices", "--rating", "300"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// What a session says of the position on the board until the last line of the table.
fn said_in_session(setup: &str, words: &str, last: &str) -> Vec<String> {
    let mut child = Command::new(path("plumb"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{setup}{words}").unwrap();
    stdin.flush().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let found = lines.by_ref().map(Result::unwrap);
    let found = found.skip_while(|line| !line.starts_with("How often") && !line.starts_with("{\""));
    let mut said = Vec::new();
    for line in found {
        let is_last = line == last || line.starts_with('{');
        said.push(line);
        if is_last {
            break;
        }
    }
    drop(stdin);
    child.wait().unwrap();
    said
}

#[test]
fn both_protocols_say_what_the_command_line_says() {
    let table = printed(&["choices", MATE, "--rating", "1000,2000"]);
    let table: Vec<&str> = table.lines().collect();
    let json = printed(&["choices", MATE, "--rating", "1500", "--json"]);
    for setup in [
        format!("uci\nposition fen {MATE}\n"),
        format!("xboard\nprotover 2\nforce\nsetboard {MATE}\n"),
    ] {
        let said = said_in_session(&setup, "choices 1000 2000", table.last().unwrap());
        assert_eq!(said, table);
        assert_eq!(
            said_in_session(&setup, "choices 1500 json", ""),
            [json.trim_end()]
        );
    }
}

/// Games of players with ratings.
pub(crate) fn rated_games(count: usize) -> String {
    rated(&old_games(count, 40))
}

/// The same games with ratings of their players.
pub(crate) fn rated(games: &str) -> String {
    let mut number = 0;
    let mut text = String::new();
    for line in games.lines() {
        text.push_str(line);
        text.push('\n');
        if line.starts_with("[Black ") {
            number += 1;
            let rating = 1_200 + 150 * (number % 7);
            text.push_str(&format!(
                "[WhiteElo \"{rating}\"]\n[BlackElo \"{}\"]\n",
                rating + 40
            ));
        }
    }
    text
}

#[test]
fn records_become_a_table_the_same_every_time() {
    let scratch = Scratch::new("train-skill");
    let [games, one, two, table, other] =
        ["games.pgn", "one", "two", "one.toml", "two.toml"].map(|name| scratch.path(name));
    fs::write(&games, rated_games(8)).unwrap();
    let records = ["train", "records", &games, "--moves", "3"];
    let said = printed(&[&records[..], &["--out", &one, "--jobs", "1"]].concat());
    assert!(said.contains("8 games in"), "{said}");
    printed(&[&records[..], &["--out", &two, "--jobs", "3"]].concat());
    // There is nothing left to do, and another profile is another run.
    printed(&["train", "records", "--moves", "3", "--out", &one]);
    let fit = |folder: &str, out: &str, jobs: &str| {
        let skill = ["train", "skill", "--rounds", "2", "--data", folder];
        let said = printed(&[&skill[..], &["--jobs", jobs, "--out", out]].concat());
        assert!(said.contains("Fitted to 24 choices of 8 games"), "{said}");
        let text = fs::read_to_string(out).unwrap();
        text.replace("data one", "data")
            .replace("data two", "data")
            .replace("(one)", "")
            .replace("(two)", "")
    };
    assert_eq!(fit(&one, &table, "1"), fit(&two, &other, "3"));
    // A recording that was cut off is told, and gone on with.
    let state = |path: &str, state: &str| {
        let store = Store::open(Path::new(&format!("{path}/run.sqlite"))).unwrap();
        assert_eq!(
            store.meta("drawn moves").unwrap().as_deref(),
            Some("recorded")
        );
        store.set_meta("drawn moves", state).unwrap();
    };
    let measure = ["train", "skill", "--measure", &two];
    let told = || String::from_utf8(plumb(&measure, "").stderr).unwrap();
    state(&two, "unfinished");
    assert!(told().contains("recording was interrupted"), "{}", told());
    printed(&["train", "records", "--moves", "3", "--out", &two]);
    assert!(!told().contains("interrupted"), "{}", told());
    // What was fitted can be used in the place of the table built in, and measured.
    let folder = scratch.path("tables");
    fs::create_dir(&folder).unwrap();
    fs::copy(&table, format!("{folder}/choice.toml")).unwrap();
    let with = |arguments: &[&str]| printed(&[&["--tables", &folder][..], arguments].concat());
    assert_ne!(with(&["choices"]), printed(&["choices"]));
    let measured = with(&["train", "skill", "--measure", &one]);
    assert!(measured.contains("Measured on 24 choices"), "{measured}");
    // Too few of any rating for a fit of two numbers.
    let regan: Vec<&str> = measured.split("Regan's s and c").skip(1).collect();
    assert!(regan[1].contains("loses at a first glance:"), "{measured}");
    assert!(
        !regan.iter().any(|table| table.contains(" to 1")),
        "{measured}"
    );

    // What was fitted to another engine's records says nothing here.
    let text = fs::read_to_string(&table).unwrap();
    fs::write(
        format!("{folder}/choice.toml"),
        text.replace("bench ", "bench 1"),
    )
    .unwrap();
    let output = plumb(&["--tables", &folder, "choices"], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("no shares"), "{error}");

    for (arguments, says) in [
        (vec!["train", "skill"], "--data DIR to fit"),
        (vec!["train", "skill", "--data", &games], "no run is there"),
        (vec!["train", "records", "--out", &folder], "name the games"),
        (
            vec!["train", "skill", "--data", &one, "--ridge=-1"],
            "--ridge",
        ),
    ] {
        let output = plumb(&arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn games_without_ratings_teach_nothing() {
    let scratch = Scratch::new("train-unrated");
    let (games, run) = (scratch.path("games.pgn"), scratch.path("run"));
    fs::write(&games, old_games(2, 34)).unwrap();
    printed(&["train", "records", &games, "--out", &run]);
    let output = plumb(&["train", "skill", "--data", &run], "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("no choice of a rated player"), "{error}");
}

/// What engines choose and how far people scatter are fitted to runs, too, the same every
/// time, and what was fitted can be measured.
#[test]
fn tables_of_engines_and_honest_people_are_made_from_runs() {
    let scratch = Scratch::new("train-evidence");
    let [games, run, engines, evidence, again] = [
        "games.pgn",
        "run",
        "engines.toml",
        "evidence.toml",
        "again.toml",
    ]
    .map(|name| scratch.path(name));
    fs::write(&games, rated_games(10)).unwrap();
    let whole = ["train", "records", "--moves", "300", "--out", &run];
    printed(&[&whole[..], &[&games]].concat());
    // More of the same run: deep looks at what the moves of those with enough choices lost.
    printed(&[&whole[..], &["--deep-looks-from", "5"]].concat());
    let output = plumb(&[&whole[..], &["--deep-looks-from", "6"]].concat(), "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("deep looks from '5', and '6'"), "{error}");

    let fit = |jobs: &str| {
        let moves = ["train", "moves", "--data", &run, "--out", &engines];
        let said = printed(&[&moves[..], &["--jobs", jobs]].concat());
        assert!(said.contains("likeliest move made in"), "{said}");
        fs::read_to_string(&engines).unwrap()
    };
    let table = fit("1");
    assert_eq!(table, fit("3"));
    assert!(
        table.contains("command = \"plumb-lab train moves --data run --ridge 0.0001"),
        "{table}"
    );

    let of_people = ["train", "evidence", "--choices", "5", "--data", &run];
    let said = printed(&[&of_people[..], &["--out", &evidence]].concat());
    assert!(said.contains("Players with at least 5 choices:"), "{said}");
    assert!(
        said.contains("| deep losses: z, mean | deviation |"),
        "{said}"
    );
    let ratings = said
        .lines()
        .position(|line| line.starts_with("| ratings |"));
    let first = said.lines().nth(ratings.unwrap() + 2).unwrap();
    let numbers: Vec<f64> =
        (first.split('|').filter_map(|cell| cell.trim().parse().ok())).collect();
    // Players, the deviation of their ratings, and error and correlation of four.
    assert_eq!(numbers.len(), 2 + 2 * 4, "{first}");
    assert!(
        numbers[4] > 0.0 && (-1.0..=1.0).contains(&numbers[5]),
        "{first}"
    );
    printed(&[&of_people[..], &["--out", &again]].concat());
    let table = fs::read_to_string(&evidence).unwrap();
    assert_eq!(table, fs::read_to_string(&again).unwrap());
    let folder = scratch.path("tables");
    fs::create_dir(&folder).unwrap();
    fs::copy(&evidence, format!("{folder}/evidence.toml")).unwrap();
    let measure = [
        "--tables",
        &folder,
        "train",
        "evidence",
        "--choices",
        "5",
        "--measure",
        &run,
    ];
    let measured = printed(&measure);
    let rows = |text: &str| {
        let rows = text.lines().filter(|line| line.starts_with("| "));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows(&said), rows(&measured));

    for (arguments, says) in [
        (vec!["train", "evidence"], "--data DIR to fit"),
        (vec!["train", "moves"], "--data DIR to fit"),
        (vec!["train", "moves", "--data", &games], "no run is there"),
        (
            vec!["train", "evidence", "--measure", &games],
            "no run is there",
        ),
    ] {
        let output = plumb(&arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
    // Numbers that belong to other records.
    let foreign = table.replace("bench ", "bench 1");
    fs::write(format!("{folder}/evidence.toml"), foreign).unwrap();
    let output = plumb(&measure, "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("evidence.toml belongs to records of"),
        "{error}"
    );
}

/// Assistance is simulated in place; what the assistant said is kept, and not asked again.
#[test]
fn assistance_is_scored_in_place() {
    let scratch = Scratch::new("simulate");
    let [games, run, answers] =
        ["games.pgn", "run", "answers.jsonl"].map(|name| scratch.path(name));
    fs::write(&games, rated_games(7)).unwrap();
    printed(&["train", "records", &games, "--moves", "12", "--out", &run]);
    let own = path("plumb");
    let own = own.to_str().unwrap();
    let simulate = |more: &[&str]| {
        let simulate = ["simulate", &run, "--assistant", own];
        let few = [
            "--threads",
            "1",
            "--choices",
            "5",
            "--players",
            "3",
            "--shares",
            "100,50",
        ];
        let all = [&simulate[..], &few, &["--answers", &answers], more].concat();
        plumb(&all, "")
    };
    let said = |output: Output| {
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
        String::from_utf8(output.stdout).unwrap()
    };
    let first = said(simulate(&["--movetime", "5"]));
    assert!(first.contains("3 players with"), "{first}");
    let rows: Vec<&str> = first
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    // A head, nobody's help, two shares of three kinds, and two occasions; and all once more.
    let (arms, found) = rows.split_at(rows.len() / 2);
    assert_eq!(arms.len(), 1 + 1 + 6 + 2, "{first}");
    assert!(
        arms[1].starts_with("| none | 0 % | ")
            && arms[1].contains(" | – | 0.50 (0.50 to 0.50) | 0.50"),
        "{}",
        arms[1]
    );
    assert!(
        arms[2].starts_with("| first choice, 100 % | 100 %"),
        "{}",
        arms[2]
    );
    // Nobody is above himself, and nobody looked deeper at what these people's moves lost.
    let none = "0 % (0 to 71)";
    let nobody = format!("| none | {none} | {none} | {none} | – | {none} | 0 %");
    assert!(found[1].starts_with(&nobody), "{}", found[1]);
    assert_eq!(found[1].matches(" | – | ").count(), 2, "{}", found[1]);
    for (arm, found) in arms.iter().zip(found) {
        let name = |row: &str| row.split(" | ").next().map(str::to_owned);
        assert_eq!(name(arm), name(found));
    }

    let kept = fs::read_to_string(&answers).unwrap();
    assert_eq!(said(simulate(&["--movetime", "5"])), first);
    assert_eq!(
        fs::read_to_string(&answers).unwrap(),
        kept,
        "nothing was asked again"
    );
    // A line that was not written whole is asked for again, and no other.
    fs::write(&answers, &kept[..kept.len() - 9]).unwrap();
    said(simulate(&["--movetime", "5"]));
    let again = fs::read_to_string(&answers).unwrap();
    assert_eq!(again.lines().count(), kept.lines().count());
    let whole = kept.lines().count() - 1;
    assert!(again.lines().take(whole).eq(kept.lines().take(whole)));

    fs::write(scratch.path("other.json"), "[1, 2, 3]").unwrap();
    let damaged = kept.replacen("\"lines\"", "\"liens\"", 1);
    fs::write(scratch.path("damaged.jsonl"), damaged).unwrap();
    for (more, says) in [
        (vec!["--movetime", "6"], "has answers of"),
        (vec!["--shares", "0"], "--shares: found 0"),
        (
            vec!["--choices", "5000"],
            "no rated player has 5000 choices",
        ),
        (vec!["--assistant", "Nobody"], "Nobody"),
        (
            vec!["--answers", &scratch.path("other.json")],
            "other.json is no file of answers",
        ),
        (
            vec!["--answers", &scratch.path("damaged.jsonl")],
            "damaged.jsonl, line 2",
        ),
    ] {
        let with = [&["simulate", &run], &more[..]].concat();
        let usual = [
            ("--assistant", own),
            ("--movetime", "5"),
            ("--threads", "1"),
            ("--choices", "5"),
            ("--answers", answers.as_str()),
        ];
        let usual = usual.iter().filter(|(name, _)| !more.contains(name));
        let usual = usual.flat_map(|&(name, value)| [name, value]);
        let output = plumb(&with.into_iter().chain(usual).collect::<Vec<_>>(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
        assert!(error.contains(says), "{more:?}: {error}");
        let told = error
            .lines()
            .filter(|line| line.starts_with("plumb-lab:"))
            .count();
        assert_eq!(told, 1, "{error}");
    }
}

/// The terms of a move that are shown add up to what they are said to add up to.
#[test]
fn a_move_is_explained_down_to_its_terms() {
    let scratch = Scratch::new("why");
    let [games, run] = ["games.pgn", "run"].map(|name| scratch.path(name));
    fs::write(&games, rated_games(2)).unwrap();
    printed(&["train", "records", &games, "--moves", "300", "--out", &run]);
    let mut explained = 0;
    for ply in 17..40 {
        let output = plumb(&["fairplay", "why", &run, "1", &ply.to_string()], "");
        if !output.status.success() {
            continue;
        }
        explained += 1;
        let text = String::from_utf8(output.stdout).unwrap();
        let said = text
            .lines()
            .find_map(|line| line.split_once("all terms are "));
        let all: f64 = said.unwrap().1.trim_end_matches(':').parse().unwrap();
        let terms = text.lines().filter(|line| line.starts_with("  "));
        let terms = terms.map(|line| line.split_whitespace().next().unwrap());
        let terms: Vec<f64> = terms.map(|value| value.parse().unwrap()).collect();
        assert!((13..=14).contains(&terms.len()), "{text}");
        // Each is rounded to a thousandth.
        let sum: f64 = terms.iter().sum();
        assert!((sum - all).abs() < 0.0005 * 15.0, "{text}");
    }
    assert!(explained > 10, "{explained}");
    for (arguments, says) in [
        (
            vec![run.as_str(), "3", "20"],
            "has no game 3; its games are 1 to 2",
        ),
        (vec![&run, "1", "1"], "no record of ply 1"),
        (vec![&run, "1", "400"], "plies"),
        (vec![&run, "0", "1"], "<GAME>"),
        (vec![&games, "1", "20"], "no run is there"),
    ] {
        let output = plumb(&[&["fairplay", "why"], &arguments[..]].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says), "{error}");
    }
}

/// Neither names nor the order of games nor threads change what is said of a move beside the
/// models.
#[test]
fn names_order_and_threads_change_nothing() {
    let scratch = Scratch::new("beside-models");
    // As short as games with figures may be: what their moves lost takes long to find out.
    let games = rated(&old_games(2, 30));
    let parts: Vec<&str> = games.split_inclusive(" *\n\n").collect();
    let turned: String = parts.iter().rev().copied().collect();
    let said = |name: &str, text: &str, jobs: &str| {
        let [games, out] = [format!("{name}.pgn"), name.to_owned()].map(|name| scratch.path(&name));
        fs::write(&games, text).unwrap();
        let screen = [
            "fairplay",
            &games,
            "--profile",
            "screen",
            "--no-second-pass",
        ];
        printed(&[&screen[..], &["--out", &out, "--jobs", jobs]].concat());
        let report = fs::read_to_string(format!("{out}/report.jsonl")).unwrap();
        let lines = report
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let of_games = lines.filter(|line: &Value| line["kind"] == "game");
        let moves = |game: Value| {
            let moves = game["moves"].as_array().unwrap().iter();
            moves
                .map(|mv| mv["modelled"].clone())
                .collect::<Vec<Value>>()
        };
        of_games.map(moves).collect::<Vec<_>>()
    };
    let plain = said("plain", &games, "1");
    assert_eq!(plain.len(), 2);
    let modelled = plain.iter().flatten().filter(|choice| !choice.is_null());
    assert!(modelled.count() > 5);
    let mut other = said("other", &turned.replace("Player ", "Somebody "), "3");
    other.reverse();
    assert_eq!(plain, other);
}

/// J. R. Capablanca - S. Tartakower, New York 1924, with ratings that nobody had.
const LONG_GAME: &str = r#"[White "A"]
[Black "B"]
[WhiteElo "2600"]
[BlackElo "2400"]
[Result "1-0"]

1. d4 e6 2. Nf3 f5 3. c4 Nf6 4. Bg5 Be7 5. Nc3 O-O 6. e3 b6 7. Bd3 Bb7 8. O-O Qe8
9. Qe2 Ne4 10. Bxe7 Nxc3 11. bxc3 Qxe7 12. a4 Bxf3 13. Qxf3 Nc6 14. Rfb1 Rae8 15. Qh3 Rf6
16. f4 Na5 17. Qf3 d6 18. Re1 Qd7 19. e4 fxe4 20. Qxe4 g6 21. g3 Kf8 22. Kg2 Rf7
23. h4 d5 24. cxd5 exd5 25. Qxe8+ Qxe8 26. Rxe8+ Kxe8 27. h5 Rf6 28. hxg6 hxg6
29. Rh1 Kf8 30. Rh7 Rc6 31. g4 Nc4 32. g5 Ne3+ 33. Kf3 Nf5 34. Bxf5 gxf5 35. Kg3 Rxc3+
36. Kh4 Rf3 37. g6 Rxf4+ 38. Kg5 Re4 1-0
"#;

/// What a page opens only when it is looked at: base64 of a deflated JSON text.
fn detail(page: &str, name: &str) -> Value {
    let (_, packed) = page.split_once(&format!("id=\"detail-{name}\">")).unwrap();
    let (packed, _) = packed.split_once('<').unwrap();
    let bytes = data_encoding::BASE64.decode(packed.as_bytes()).unwrap();
    let text = flate2::read::DeflateDecoder::new(bytes.as_slice());
    serde_json::from_reader(text).unwrap()
}

/// Each modelled move has its log ratio on the page, and the largest terms with what they are.
fn terms_are_on_the_page(page: &str, game: &Value) {
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let detail = detail(page, &format!("game-{}", data["games"][0]["id"]));
    // Moves are packed as columns.
    let chosen = detail["plies"]["chosen"].as_array().unwrap();
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(chosen.len(), moves.len());
    let mut modelled = 0;
    for (chosen, mv) in chosen.iter().zip(moves) {
        assert_eq!(chosen.is_null(), mv["modelled"].is_null());
        if chosen.is_null() {
            continue;
        }
        modelled += 1;
        let log_ratio = mv["modelled"]["log_ratio"].as_f64().unwrap();
        assert!((chosen[3].as_f64().unwrap() - log_ratio).abs() < 1e-4);
        let terms = chosen[5].as_array().unwrap();
        assert_eq!(terms.len(), 3);
        let sizes: Vec<f64> = terms
            .iter()
            .map(|term| term[1].as_f64().unwrap().abs())
            .collect();
        assert!(sizes.is_sorted_by(|one, other| one >= other), "{terms:?}");
        for term in terms {
            let name = data["features"][term[0].to_string()].as_str();
            assert!(name.is_some_and(|name| name.ends_with('.')), "{term}");
        }
    }
    assert!(modelled > 20, "{modelled}");
}

/// Where a side's first choices crowd together stands in the report, and not where it made too
/// few choices.
#[test]
fn a_long_game_has_a_densest_stretch() {
    let scratch = Scratch::new("stretch");
    let [games, out] = ["games.pgn", "out"].map(|name| scratch.path(name));
    fs::write(&games, LONG_GAME).unwrap();
    let screen = ["fairplay", &games, "--profile", "screen"];
    printed(&[&screen[..], &["--no-second-pass", "--out", &out]].concat());
    let report = fs::read_to_string(format!("{out}/report.jsonl")).unwrap();
    let game = report
        .lines()
        .find(|line| line.contains("\"white_stretch\""))
        .unwrap();
    let game: Value = serde_json::from_str(game).unwrap();
    let choices = |side: &str| {
        let moves = game["moves"].as_array().unwrap().iter();
        let own = moves.filter(|mv| mv["side"] == side);
        own.map(|mv| mv["modelled"].clone()).collect::<Vec<Value>>()
    };
    for side in ["white", "black"] {
        let own = choices(side);
        let asked = own.iter().filter(|choice| !choice.is_null()).count();
        let stretch = &game[format!("{side}_stretch")];
        assert_eq!(stretch.is_null(), asked < 20, "{side}: {asked} {stretch}");
        if stretch.is_null() {
            continue;
        }
        let at = |key: &str| stretch[key].as_u64().unwrap() as usize;
        let within = &own[(at("first_ply") - 1) / 2..=(at("last_ply") - 1) / 2];
        let count = |is: &dyn Fn(&Value) -> bool| within.iter().filter(|one| is(one)).count();
        assert_eq!(at("of"), count(&|one| !one.is_null()));
        assert_eq!(at("matches"), count(&|one| one["is_match"] == true));
        assert!(stretch["expected"].as_f64().unwrap() < at("matches") as f64);
    }
    assert!(
        !game["white_stretch"].is_null() || !game["black_stretch"].is_null(),
        "{game}"
    );
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    terms_are_on_the_page(&page, &game);
    let path = format!("{out}/report.jsonl");
    let verify = ["fairplay", "verify", &path, &games, "--sample", "2"];
    printed(&verify);
    // Somebody says that the stretch is rarer.
    let doctored = report.replace("_stretch\":{\"chance\":0.", "_stretch\":{\"chance\":0.0");
    assert_ne!(doctored, report);
    fs::write(&path, doctored).unwrap();
    let output = plumb(&verify, "");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
