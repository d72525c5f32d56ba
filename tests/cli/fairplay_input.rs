//! What people give to `plumb fairplay` besides clean files: folders, other encodings, files
//! that are none of games, pipes that say nothing, and a folder where a run is at work.

use plumb_testing::scratch::Scratch;
use std::fs;
use std::path::Path;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, plumb, printed};
use serde_json::Value;

/// The lines of a report, whatever becomes of the command.
fn lines(games: &[&str]) -> Vec<Value> {
    let options = ["--nodes", "100", "--no-second-pass", "--format", "jsonl"];
    let text = printed(&[&["fairplay"], games, &options].concat());
    text.lines().map(json).collect()
}

fn of_kind<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["kind"] == kind).collect()
}

#[test]
fn a_folder_is_read_with_all_folders_in_it() {
    let scratch = Scratch::new("folder");
    let games = old_games(3, 12);
    let games: Vec<&str> = games.split_inclusive("*\n\n").collect();
    scratch.file("games/b.pgn", games[0]);
    scratch.file("games/a/z.PGN", games[1]);
    scratch.file("games/c/d.pgn", games[2]);
    scratch.file("games/notes.txt", "1. e4 *");
    scratch.file("games/empty.pgn", "");
    let found = lines(&[&scratch.path("games")]);
    let files: Vec<&Value> = of_kind(&found, "game")
        .iter()
        .map(|game| &game["file"])
        .collect();
    assert_eq!(files, ["a/z.PGN", "b.pgn", "c/d.pgn"]);
    let problems = of_kind(&found, "problem");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0]["file"], "empty.pgn");
    assert_eq!(problems[0]["reason"], "no game was found in it");
    let index = scratch.path("games.index");
    let said = printed(&["fairplay", "index", &scratch.path("games"), "--out", &index]);
    assert!(said.contains("The index has 3 games"), "{said}");
}

/// Games of one player, whose name is spelt like this in turn, against another.
fn spelt(names: &[&str]) -> String {
    let openings = ["1. e4 e5", "1. d4 d5", "1. c4 c5", "1. Nf3 Nf6", "1. g3 g6"];
    let games = names.iter().zip(openings);
    let games = games.map(|(name, moves)| {
        format!("[White \"{name}\"]\n[Black \"Birch, Bob\"]\n\n{moves} *\n\n")
    });
    games.collect()
}

#[test]
fn spellings_of_a_name_are_one_player() {
    let scratch = Scratch::new("spellings");
    let names = [
        "ADA LOVELACE",
        "Ada Lovelace",
        "ada  lovelace",
        "Ada Lovelace",
        "Ada B. Lovelace",
    ];
    let games = scratch.file("games.pgn", spelt(&names));
    let found = lines(&[&games]);
    let shown: Vec<&Value> = of_kind(&found, "game")
        .iter()
        .map(|game| &game["white"])
        .collect();
    let (ada, other) = ("Ada Lovelace", "Ada B. Lovelace");
    assert_eq!(shown, [ada, ada, ada, ada, other]);
    assert_eq!(found[0]["players"], 3);

    // Each shard alone may show another spelling; together they are the whole run.
    let run = |out: &str, more: &[&str]| {
        let out = scratch.path(out);
        let options = ["--nodes", "100", "--no-second-pass", "--out", &out];
        printed(&[&["fairplay", &games], &options[..], more].concat());
        out
    };
    let whole = run("whole", &[]);
    let shards = [
        run("one", &["--shard", "0/2"]),
        run("two", &["--shard", "1/2"]),
    ];
    let merged = scratch.path("merged");
    let merge = [
        "fairplay", "merge", &shards[0], &shards[1], "--out", &merged,
    ];
    printed(&merge);
    for file in ["report.jsonl", "games.pgn"] {
        let read = |folder: &str| fs::read_to_string(Path::new(folder).join(file)).unwrap();
        assert_eq!(read(&whole), read(&merged), "{file}");
        // A game keeps its tags.
        assert!(file != "games.pgn" || read(&whole).contains("[White \"ada  lovelace\"]"));
    }
    let report = Path::new(&whole).join("report.jsonl");
    let report = report.to_str().unwrap();
    let verify = [
        "fairplay", "verify", report, &games, "--sample", "2", "--seed", "1",
    ];
    let said = String::from_utf8(plumb(&verify, "").stdout).unwrap();
    assert!(
        said.contains("made again") && said.contains(", 0 different"),
        "{said}"
    );
}

/// The names in a folder, nothing left out.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_without_a_game_is_an_error_and_leaves_nothing() {
    let scratch = Scratch::new("nothing");
    let good = scratch.file("good.pgn", old_games(1, 12));
    let readme = "# A program\n\nIt reads files, for example `1. e4 e5`, and says what is in \
        them.\n\n[a link](https://example.org)\n\n- one\n- two\n";
    let noise: Vec<u8> = (0..40_000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let html = "<!DOCTYPE html>\n<html><body><p>404: the page was not found</p></body></html>\n";
    let files = [
        scratch.file("README.md", readme),
        scratch.file("real.md", include_str!("../../README.md")),
        scratch.file("noise.pgn", noise),
        scratch.file("page.pgn", html),
        scratch.file(
            "moves.html",
            "<html><body><div>1. e4 e5 2. Nf3</div></body></html>",
        ),
        scratch.file("ratings.md", include_str!("../../docs/ratings.md")),
        scratch.file("empty.pgn", ""),
        scratch.file(
            "program.pgn",
            fs::read(env!("CARGO_BIN_EXE_plumb"))
                .unwrap()
                .split_at(300_000)
                .0,
        ),
        scratch.path("missing.pgn"),
    ];
    let before = names(&scratch);
    let out = scratch.path("x/y");
    for file in &files {
        for games in [vec![file.as_str()], vec![&good, file]] {
            let run = [
                &["fairplay"],
                &games[..],
                &["--nodes", "100", "--out", &out],
            ]
            .concat();
            let index = [&["fairplay", "index"], &games[..], &["--out", &out]].concat();
            let mut commands = vec![run];
            // What was read of other files is kept in an index.
            if games.len() == 1 {
                commands.push(index);
            }
            for command in commands {
                if command[1] == "index" {
                    fs::create_dir(scratch.path("x")).unwrap();
                }
                let output = plumb(&command, "");
                let error = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
                let name = Path::new(file).file_name().unwrap().to_str().unwrap();
                assert!(error.lines().last().unwrap().contains(name), "{error}");
                let _ = fs::remove_dir(scratch.path("x"));
                assert_eq!(names(&scratch), before, "{command:?}");
            }
        }
    }
}

#[test]
fn other_encodings_give_the_same_games() {
    let scratch = Scratch::new("encodings");
    let text = old_games(1, 12).replace("Player 0", "M\u{fc}ller \u{5c71}");
    let wide = |mark: &str| -> Vec<u8> {
        let text = format!("{mark}{text}");
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let moves = |name: &str, bytes: &[u8]| {
        let found = lines(&[&scratch.file(name, bytes)]);
        let game = of_kind(&found, "game")[0].clone();
        (game["white"].clone(), game["moves"].clone())
    };
    let plain = moves("games.pgn", text.as_bytes());
    assert_eq!(plain.0, "M\u{fc}ller \u{5c71}");
    assert_eq!(moves("marked.pgn", &wide("\u{feff}")), plain);
    assert_eq!(moves("unmarked.pgn", &wide("")), plain);
}

/// A comment to the end of its line ends there, in whatever way lines end.
#[test]
fn lines_may_end_as_on_old_macs() {
    let scratch = Scratch::new("line-ends");
    let text = old_games(2, 12).replace("]\n\n", "]\n\n; noted\n");
    assert_eq!(text.matches("; noted\n").count(), 2);
    let games = |name: &str, ending: &str, is_wide: bool| {
        let mut bytes = text.replace('\n', ending).into_bytes();
        if is_wide {
            let text = String::from_utf8(bytes).unwrap();
            bytes = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        }
        let found = lines(&[&scratch.file(name, bytes)]);
        let games = of_kind(&found, "game").into_iter();
        let games = games.map(|game| (game["line"].clone(), game["moves"].clone()));
        games.collect::<Vec<_>>()
    };
    let plain = games("unix.pgn", "\n", false);
    assert_eq!(plain.len(), 2);
    assert_eq!(games("windows.pgn", "\r\n", false), plain);
    assert_eq!(games("mac.pgn", "\r", false), plain);
    assert_eq!(games("wide_mac.pgn", "\r", true), plain);
}

/// Nothing goes without a word: not what stands behind an open bracket, nor a byte 0, nor a
/// line that never ends.
#[test]
fn what_is_lost_is_named_with_its_line() {
    let scratch = Scratch::new("lost");
    let good = old_games(1, 12);
    let text = format!(
        "[Event \"A\"]\n\n1. e4 e5\n\n2. Nf3 (2. d4 exd4 Nc6\n3. Bb5 a6 *\n\n\
         [Event \"B\"]\n\n1. d4 {{a comment\n1... d5 2. c4 *\n\n\
         [Event \"C\"]\n\n1. c4\0 *\n\n{good}[Event \"D\"]\n\n1. e4 {{{}}} *\n",
        "x".repeat(9 << 20)
    );
    let found = lines(&[&scratch.file("games.pgn", text)]);
    assert_eq!(of_kind(&found, "game").len(), 1);
    let reasons: Vec<String> = of_kind(&found, "problem")
        .iter()
        .map(|problem| {
            format!(
                "{}: {}",
                problem["line"],
                problem["reason"].as_str().unwrap()
            )
        })
        .collect();
    let expected = [
        "1: the '(' or '{' in line 5",
        "8: the '(' or '{' in line 10",
        "13: line 15 has a byte 0",
        "it is longer than any game",
    ];
    assert_eq!(reasons.len(), expected.len(), "{reasons:?}");
    for (reason, expected) in reasons.iter().zip(expected) {
        assert!(reason.contains(expected), "{reason}");
    }
}

#[test]
fn a_folder_or_index_at_work_is_left_alone() {
    let scratch = Scratch::new("lock");
    let games = scratch.file("games.pgn", old_games(1, 12));
    let out = scratch.path("out");
    fs::create_dir(&out).unwrap();
    let index = scratch.path("games.index");
    let held = [
        plumb::lock::Lock::folder(Path::new(&out)).unwrap(),
        plumb::lock::Lock::file(Path::new(&index)).unwrap(),
    ];
    let run = ["fairplay", &games, "--nodes", "100", "--out", &out];
    let zigzag = [&run[..2], &["--mode", "zigzag", "--out", &out]].concat();
    let index = ["fairplay", "index", &games, "--out", &index];
    let ratings = ["fairplay", "ratings", &games, "--out", &out];
    for command in [&run[..], &zigzag, &index, &ratings] {
        let output = plumb(command, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        let holder = format!("is being written by process {}", std::process::id());
        assert!(error.contains(&holder), "{error}");
    }
    assert_eq!(names(Path::new(&out)), [".lock"]);
    drop(held);
    printed(&run);
    assert!(
        !names(Path::new(&out))
            .iter()
            .any(|name| name.ends_with(".part") || name == ".lock")
    );
}

/// Ctrl-C ends reading at once, also while there is nothing to read.
#[cfg(unix)]
#[test]
fn ctrl_c_is_heard_while_input_is_awaited() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let scratch = Scratch::new("interrupt");
    let pipe = scratch.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let index = scratch.path("games.index");
    let out = scratch.path("out");
    let from = |input: &str| -> Vec<Vec<String>> {
        let run = ["fairplay", input, "--nodes", "100", "--out", &out];
        let index = ["fairplay", "index", input, "--out", &index];
        let ratings = ["fairplay", "ratings", input, "--out", &out];
        let commands = [&run[..], &index, &ratings].into_iter();
        commands
            .map(|command| command.iter().map(|word| (*word).to_owned()).collect())
            .collect()
    };
    // A pipe without a writer, standard input that says nothing, a line that never ends.
    for (input, floods) in [(pipe.as_str(), false), ("-", false), ("-", true)] {
        for command in from(input) {
            let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
                .args(&command)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            let flood = std::thread::spawn(move || {
                let _ = input.write_all(b"[Event \"A\"]\n\n1. e4 {");
                while floods && input.write_all(&[b'x'; 1 << 16]).is_ok() {}
                input
            });
            std::thread::sleep(Duration::from_millis(700));
            assert!(child.try_wait().unwrap().is_none(), "{command:?} has ended");
            let number = child.id().to_string();
            let begun = Instant::now();
            assert!(
                Command::new("kill")
                    .args(["-INT", &number])
                    .status()
                    .unwrap()
                    .success()
            );
            while child.try_wait().unwrap().is_none() {
                let waited = begun.elapsed();
                if waited > Duration::from_secs(20) {
                    child.kill().unwrap();
                    panic!("{command:?} is deaf");
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            // Half a second, and more on a machine that is busy with other tests.
            assert!(
                begun.elapsed() < Duration::from_secs(5),
                "{command:?}: {:?}",
                begun.elapsed()
            );
            drop(flood.join());
            assert_eq!(names(&scratch), ["pipe"], "{command:?}");
        }
    }
}
