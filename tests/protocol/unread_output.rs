//! A program whose output nobody reads still ends when it is told to.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What docs promise of `quit` is two seconds; the rest is for a busy machine.
const MOST: Duration = Duration::from_secs(6);

/// A session whose output is full: more was said than a pipe holds, and a search goes on.
fn blocked(first: &str, search: &str) -> (Child, ChildStdin) {
    let mut plumb = Command::new(env!("CARGO_BIN_EXE_plumb"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let mut input = plumb.stdin.take().expect("a pipe");
    let text = format!("{first}\n{search}\n{}", "help\n".repeat(1_000));
    input.write_all(text.as_bytes()).unwrap();
    // Time to fill the pipe.
    sleep(Duration::from_millis(500));
    assert!(plumb.try_wait().unwrap().is_none());
    (plumb, input)
}

fn assert_ends(plumb: &mut Child, what: &str) {
    let begun = Instant::now();
    loop {
        if let Some(status) = plumb.try_wait().unwrap() {
            assert!(status.success(), "{what}: {status}");
            return;
        }
        if begun.elapsed() > MOST {
            plumb.kill().unwrap();
            plumb.wait().unwrap();
            panic!("{what} does not end the program");
        }
        sleep(Duration::from_millis(10));
    }
}

const SESSIONS: [(&str, &str); 2] = [
    ("uci", "go infinite"),
    ("xboard\nprotover 2\npost", "analyze"),
];

#[test]
fn quit_ends_a_program_whose_output_nobody_reads() {
    for (first, search) in SESSIONS {
        let (mut plumb, mut input) = blocked(first, search);
        input.write_all(b"quit\n").unwrap();
        assert_ends(&mut plumb, &format!("quit after {first}"));
    }
}

#[test]
fn the_end_of_input_ends_a_program_whose_output_nobody_reads() {
    for (first, search) in SESSIONS {
        let (mut plumb, input) = blocked(first, search);
        drop(input);
        assert_ends(&mut plumb, &format!("the end of input after {first}"));
    }
}
