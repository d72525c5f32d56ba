//! The command line as a user meets it: results, messages and exit codes.

use plumb_testing::scratch::{Scratch, ScratchFile};
use std::io::{Seek, SeekFrom, Write};
use std::process::{Command, Output, Stdio};

fn plumb(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn perft_counts_and_divides() {
    let output = plumb(&["perft", "4"]);
    assert!(output.status.success());
    assert!(stdout(&output).starts_with("197281 nodes in "));

    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let output = plumb(&["perft", "2", "--divide", "--fen", fen]);
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 49);
    assert!(text.lines().any(|line| line == "e1g1: 43"), "{text}");
    assert!(text.contains("2039 nodes in "));
    let output = plumb(&["perft", "2", "--divide", "--chess960", "--fen", fen]);
    assert!(stdout(&output).lines().any(|line| line == "e1h1: 43"));
}

#[test]
fn a_wrong_count_in_a_suite_is_named_and_fails() {
    let good = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400";
    let file = ScratchFile::new(
        "good.epd",
        format!("# a comment\n\n{good}\n{good} ;D3 8902\n"),
    );
    let output = plumb(&["perft", "--suite", file.path(), "--jobs", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("2 positions, 0 wrong, "));

    let file = ScratchFile::new(
        "bad.epd",
        format!("{good}\n{}\n", good.replace("400", "401")),
    );
    let output = plumb(&["perft", "--suite", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("WRONG D2 expected 401 found 400"));
    // Too large to be looked at.
    let output = plumb(&["perft", "--suite", file.path(), "--max-nodes", "100"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn bad_input_gets_one_line_and_exit_code_two() {
    let broken = ScratchFile::new("broken.epd", "8/8/8/8/8/8/8/8 w - - ;D1 1\n");
    let empty = ScratchFile::new("empty.epd", "# nothing\n");
    for (arguments, expected) in [
        (
            vec!["perft", "3", "--fen", "nonsense"],
            "a FEN has 4 or 6 fields, found 1",
        ),
        (
            vec!["eval", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "White has 0 kings",
        ),
        (
            vec!["analyse", "k7/8/8/8/8/8/8/K6x w - - 0 1"],
            "'x' is not a piece",
        ),
        (
            vec!["perft", "--suite", "no/such/file.epd"],
            "cannot read no/such/file.epd",
        ),
        (vec!["perft", "--suite", broken.path()], "White has 0 kings"),
        (
            vec!["perft", "--suite", empty.path()],
            "has no counts to check",
        ),
        (
            vec!["--tables", "no/such/folder", "bench", "1"],
            "no/such/folder",
        ),
        (
            vec!["bench", "1", "--hash", "99999999999"],
            "not enough memory",
        ),
        (
            vec!["fairplay", "merge", "src", "tests", "--out", "./src"],
            "./src is one of the shares",
        ),
        (
            vec!["fairplay", empty.path(), "--out", broken.path()],
            "this is a file, where a folder is expected",
        ),
    ] {
        let output = plumb(&arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    // The argument parser's own messages name the problem, too.
    for (arguments, expected) in [
        (&["gauntlet", "--resign", "0,0"][..], "1 centipawn or more"),
        (&["gauntlet", "--draw", "40,0,10"], "1 move or more"),
        (&["gauntlet", "--max-moves", "0"], "0 is not in 1.."),
        (
            &["fairplay", "--decided=-5"],
            "--decided -5: expected 0 to 10000 centipawns",
        ),
        (
            &["fairplay", "--forced=20000"],
            "--forced 20000: expected 0 to 10000 centipawns",
        ),
        (&["fairplay", "--patience", "0"], "0 is not in 1.."),
        (&["epd", "suite.epd", "--movetime=-1"], "-1 is not in 1.."),
    ] {
        let output = plumb(arguments);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert_eq!(plumb(&["perft"]).status.code(), Some(2));
    assert_eq!(plumb(&["frobnicate"]).status.code(), Some(2));
}

#[test]
fn analyse_finds_and_says_it() {
    let output = plumb(&[
        "analyse",
        "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
        "--depth",
        "4",
        "--lines",
    ]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(
        text.contains("summary best e1e8 score mate 1 outcome none chances win 100.0 %"),
        "{text}"
    );
    for (fen, outcome) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate"),
    ] {
        let output = plumb(&["analyse", fen, "--depth", "4", "--lines"]);
        let expected = format!("summary best none score none outcome {outcome}");
        assert!(stdout(&output).contains(&expected), "{}", stdout(&output));
    }
}

#[test]
fn bench_prints_its_signature() {
    let output = plumb(&["bench", "2"]);
    let text = stdout(&output);
    let total: u64 = text
        .lines()
        .filter_map(|line| {
            line.split_once(": ")?
                .1
                .strip_suffix(" nodes")?
                .parse::<u64>()
                .ok()
        })
        .sum();
    assert!(
        text.contains(&format!("Nodes searched: {total}\n")),
        "{text}"
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args(["perft", "3", "--divide"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn without_a_terminal_it_waits_for_a_gui_and_leaves_with_it() {
    let output = plumb(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "");
}

/// XBoard sends SIGINT before commands to engines that did not ask it not to;
/// everywhere else it is Ctrl-C and ends the program.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_uci_session_but_not_an_xboard_one() {
    use std::io::{BufRead, BufReader, Write};

    for (greeting, wanted, ends) in [
        ("uci\n", "uciok", true),
        ("xboard\nprotover 2\n", "done=1", false),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map(Result::unwrap);
        input.write_all(greeting.as_bytes()).unwrap();
        assert!(lines.any(|line| line.contains(wanted)));
        let killed = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(killed.success());
        if ends {
            // The input stays open: only the interrupt can end it.
            assert_eq!(child.wait().unwrap().code(), Some(0));
        } else {
            input.write_all(b"ping 5\n").unwrap();
            assert_eq!(lines.next().as_deref(), Some("pong 5"));
            input.write_all(b"quit\n").unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(0));
        }
    }
}

/// A reader that goes away, such as `head`, ends a command without a word.
#[test]
fn a_closed_pipe_ends_commands_quietly() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/epd/mates.epd");
    let perft = concat!(env!("CARGO_MANIFEST_DIR"), "/epd/perft.epd");
    for arguments in [
        &["epd", suite, "--nodes", "100"][..],
        &["perft", "--suite", perft, "--max-nodes", "10"],
        &["perft", "3", "--divide"],
        &["bench", "1"],
        &["eval", "startpos"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
    // Nor do messages need a reader.
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args(["epd", "/no/such/file"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn what_would_never_end_is_refused() {
    let output = plumb(&["perft", "1000000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("1000000 is not in 0..=100"),
        "{}",
        stderr(&output)
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let suite = ScratchFile::new("deep.epd", format!("{start} ;D1 20 ;D100000 5\n"));
    let output = plumb(&["perft", "--suite", suite.path()]);
    assert_eq!(output.status.code(), Some(2));
    let message = stderr(&output);
    let expected = "line 1: D100000: expected a depth of at most 100 plies";
    assert!(message.contains(expected), "{message}");
    let mate = "6k1/5ppp/8/8/8/8/8/K3R3 w - - dm";
    let none = mate.replace("dm", "bm Re8#");
    let bare = mate.replace("dm", "id \"bare\"");
    let text = format!("{mate} 99999999999;\n{mate} 1;\n{none};\n{bare};\n");
    let suite = ScratchFile::new("mates.epd", &text);
    let output = plumb(&["epd", suite.path(), "--mate"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let message = stderr(&output);
    let expected = "line 1: dm 99999999999: --mate proves mates in at most 100 moves; left out";
    assert!(message.contains(expected), "{message}");
    let expected = "line 3: no dm, which --mate asks for; left out";
    assert!(message.contains(expected), "{message}");
    let expected = "line 4: no bm, am, scored moves or dm; left out";
    assert!(message.contains(expected), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_with_the_file() {
    let suite = ScratchFile::new("one.epd", "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#;\n");
    let output = plumb(&["epd", suite.path(), "--json", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    let expected = "plumb: cannot write /dev/full: No space left on device";
    assert!(stderr(&output).starts_with(expected), "{}", stderr(&output));
}

/// An answer that is lost is no success; a reader who has seen enough is no error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error_and_a_closed_pipe_is_not() {
    let suite = ScratchFile::new("full.epd", "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#;\n");
    let games = ScratchFile::new(
        "full.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
    );
    let quick = ["--nodes", "100", "--no-second-pass", "--format"];
    let commands = [
        vec!["eval", "startpos"],
        vec!["eval", "startpos", "--json"],
        vec!["perft", "2"],
        vec!["bench", "1"],
        vec!["epd", suite.path()],
        vec!["rate", games.path()],
        [&["fairplay", games.path()], &quick[..], &["jsonl"]].concat(),
        [&["fairplay", games.path()], &quick[..], &["csv"]].concat(),
    ];
    for command in commands {
        let run = |out: Stdio| {
            let mut run = Command::new(env!("CARGO_BIN_EXE_plumb"));
            let run = run.args(&command).stdin(Stdio::null()).stdout(out);
            run.output().expect("the binary starts")
        };
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = run(full.unwrap().into());
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
        let expected = "plumb: cannot write to standard output: No space left on device";
        let last = error.lines().last().unwrap_or_default();
        assert!(last.starts_with(expected), "{command:?}: {error}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(writer.into());
        assert_eq!(output.status.code(), Some(0), "{command:?}");
        assert!(!stderr(&output).contains("cannot write"), "{command:?}");
    }
}

/// A gigabyte without a line's end is read in little more than half of that memory.
#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_takes_no_memory() {
    let suite = ScratchFile::new("long.epd", "");
    // Bytes 0 that take no room on the disk.
    let mut file = std::fs::File::create(suite.path()).unwrap();
    file.set_len(1 << 30).unwrap();
    file.seek(SeekFrom::End(0)).unwrap();
    file.write_all(b"\n6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#;\n")
        .unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 600000; exec \"$0\" epd \"$1\" --nodes 100"])
        .args([env!("CARGO_BIN_EXE_plumb"), suite.path()])
        .output()
        .unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let expected = "line 1: the line is too long, expected at most 65536 bytes; not solved";
    assert!(message.contains(expected), "{message}");
    assert!(stdout(&output).contains("1 of 2 solved"), "{message}");
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = plumb(&["completions", shell]);
        assert!(output.status.success(), "{}", stderr(&output));
        let script = stdout(&output);
        for word in ["fairplay", "counterfactual", "merge", "shard"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
    }
    let output = plumb(&["completions", "cmd"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("fish"), "{}", stderr(&output));
}

#[test]
fn every_command_has_a_page_in_the_manual() {
    let page = stdout(&plumb(&["man"]));
    assert!(page.contains(".TH plumb 1"), "{page}");
    let head = concat!(
        ".TH plumb-fairplay-merge 1  \"Plumb ",
        env!("CARGO_PKG_VERSION")
    );
    assert!(stdout(&plumb(&["man", "fairplay", "merge"])).contains(head));
    let output = plumb(&["man", "fairplay", "verdict"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert_eq!(said.trim(), "plumb: there is no command 'fairplay verdict'");

    let folder = Scratch::new("man");
    let output = plumb(&["man", "--out", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let pages = std::fs::read_dir(&folder).unwrap();
    let names: Vec<String> = pages
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    let help = stdout(&plumb(&["--help"]));
    let lines = help.lines().take_while(|line| *line != "Options:");
    let commands: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .collect();
    assert!(commands.len() > 10, "{help}");
    for command in commands {
        assert!(names.contains(&format!("plumb-{command}.1")), "{command}");
    }
    assert!(names.contains(&"plumb-fairplay-merge.1".to_owned()));
    assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
}
