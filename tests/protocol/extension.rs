//! Commands that are handed in: who has read a command's last line may give the next.

use std::io::{ErrorKind, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Instant;

use plumb::engine::Engine;
use plumb::eval::{WdlModel, Weights};
use plumb::protocol::{Additions, Extension, Job, run_with};

use crate::driver::PATIENCE;
use crate::pretend_tutor::{Lines, Said};

fn greeting() -> Extension {
    Extension {
        name: "greet",
        help: "  greet    says hello",
        prepare: Box::new(|_, words| {
            let words = words.to_owned();
            let job: Job = Box::new(move |say, _| {
                if words != "briefly" {
                    say(format!("on its way {words}"));
                }
                vec![format!("dear {words}"), format!("hello {words}")]
            });
            Ok(job)
        }),
    }
}

/// A session in this process, which ends when its input does, or its output is closed.
fn session(output: impl Write + Send + 'static) -> (Sender<Vec<u8>>, JoinHandle<()>) {
    let (input, to_read) = channel();
    let thread = std::thread::spawn(move || {
        let weights = Arc::new(Weights::embedded());
        let engine = Engine::new(weights, WdlModel::embedded()).expect("memory");
        let additions = Additions {
            extensions: vec![greeting()],
            tutor: None,
        };
        let input = Lines(to_read, Vec::new());
        run_with(engine, additions, input, output, |_| ()).expect("threads");
    });
    (input, thread)
}

#[test]
fn who_has_read_the_last_line_may_ask_again() {
    for start in ["uci\n", "xboard\nprotover 2\n"] {
        let (said, lines) = channel();
        let (input, _) = session(Said(said));
        input.send(start.into()).expect("a session");
        for round in 1..=500 {
            let words = format!("greet {round}\n");
            input.send(words.into_bytes()).expect("a session");
            let wait = || lines.recv_timeout(PATIENCE).expect("an answer");
            let mut said = vec![wait()];
            while said.last() != Some(&format!("hello {round}")) {
                said.push(wait());
            }
            let is_about = |line: &&String| line.ends_with(&format!(" {round}"));
            let about: Vec<&String> = said.iter().filter(is_about).collect();
            let expected = ["on its way", "dear", "hello"].map(|word| format!("{word} {round}"));
            assert_eq!(about, expected.iter().collect::<Vec<_>>(), "{said:?}");
            assert!(!said.iter().any(|line| line.contains("busy")), "{said:?}");
        }
    }
}

/// Output that nobody reads any more.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn last_lines_that_nobody_reads_end_the_session() {
    let (input, thread) = session(Closed);
    input.send(b"greet briefly\n".to_vec()).expect("a session");
    let begun = Instant::now();
    while !thread.is_finished() {
        assert!(begun.elapsed() < PATIENCE, "it goes on");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Its input was open all the time.
    drop(input);
}
