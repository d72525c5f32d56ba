//! `plumb fairplay index` as users meet it.

use plumb_testing::scratch::Scratch;
use std::path::PathBuf;
use std::process::Output;

use plumb::fairplay::Index;
use plumb_testing::program::plumb;

/// A folder of its own for a test, gone at its end.
const FIRST: &str = "[Date \"1851.06.21\"]\n\n1. e4 e5 2. f4 exf4 *\n\n\
    [Date \"1852.??.??\"]\n\n1. e4 e5 2. Nf3 *\n\n";
const SECOND: &str = "[Date \"1850.??.??\"]\n\n1. e4 e5 2. Nf3 *\n\n\
    [Date \"1860.01.01\"]\n\n1. e5 *\n\n[Date \"1861.01.01\"]\n\n1. d4 *\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn index(games: &[&str], out: &str, input: &str) -> Output {
    let mut arguments = vec!["fairplay", "index"];
    arguments.extend(games);
    arguments.extend(["--out", out]);
    plumb(&arguments, input)
}

#[test]
fn files_are_added_one_after_the_other() {
    let folder = Scratch::new("files");
    let (first, second, out) = (folder.path("a.pgn"), folder.path("b.pgn"), folder.path("x"));
    std::fs::write(&first, FIRST).unwrap();
    std::fs::write(&second, SECOND).unwrap();

    let output = index(&[&first], &out, "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("2 games in 0 s: 2 new."), "{said}");
    assert!(
        said.contains("2 games and 5 positions of their first 60 plies"),
        "{said}"
    );

    // A game that cannot be read is named and the rest go on.
    let output = index(&[&first, &second], &out, "");
    assert_eq!(output.status.code(), Some(1));
    let complaint = text(&output.stderr);
    assert!(
        complaint.contains(&format!("{second}, game 2 (line ")),
        "{complaint}"
    );
    let said = text(&output.stdout);
    let expected =
        "1 new, 2 known already, 1 known with a later date, now corrected, 1 not readable.";
    assert!(said.contains(expected), "{said}");
    let contents = Index::open_read_only(&out).unwrap().contents().unwrap();
    assert_eq!((contents.games, contents.positions), (3, 6));

    // The same from standard input.
    let piped = folder.path("piped");
    let output = index(&["-"], &piped, &format!("{FIRST}{SECOND}"));
    assert_eq!(output.status.code(), Some(1));
    let same = Index::open_read_only(&piped).unwrap().contents().unwrap();
    assert_eq!(same, contents);
}

#[test]
fn wrong_names_are_found_before_any_work() {
    let folder = Scratch::new("names");
    let (first, out) = (folder.path("a.pgn"), folder.path("x"));
    std::fs::write(&first, FIRST).unwrap();
    let output = index(&[&first, &folder.path("none.pgn")], &out, "");
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("none.pgn"), "{complaint}");
    assert!(!PathBuf::from(&out).exists());
    let output = index(&["-", &first, "-"], &out, FIRST);
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(
        complaint.contains("- (standard input) is named twice"),
        "{complaint}"
    );
    assert!(!PathBuf::from(&out).exists());
    // A PGN file is not written over by mistake.
    let output = index(&[&first], &first, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is not an index of games"));
    assert_eq!(std::fs::read_to_string(&first).unwrap(), FIRST);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_read() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = Scratch::new("interrupt");
    let out = folder.path("x");
    let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .args(["fairplay", "index", "-", "--out", &out])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe");
    // The index is there once interrupts are listened to.
    let started = Instant::now();
    while std::fs::metadata(&out).map_or(0, |file| file.len()) == 0 {
        assert!(started.elapsed() < Duration::from_secs(30), "no index");
        std::thread::sleep(Duration::from_millis(10));
    }
    input.write_all(FIRST.as_bytes()).unwrap();
    // An interrupt ends reading at once: what was written must have been read by then.
    std::thread::sleep(Duration::from_secs(1));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(killed.success());
    // It reads on until it notices, and by then is gone.
    let more = FIRST.repeat(100);
    while input.write_all(more.as_bytes()).is_ok() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "it reads on and on"
        );
    }
    let output = child.wait_with_output().expect("it ends");
    // Who goes on with the index must know that it is not whole.
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(
        said.contains("Stopped; the same command again adds the rest."),
        "{said}"
    );
    let contents = Index::open_read_only(&out).unwrap().contents().unwrap();
    // The interrupt is looked at after each game: it may come before the second.
    assert!((1..=2).contains(&contents.games), "{}", contents.games);
}
