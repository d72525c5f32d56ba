//! Commands that are handed in: who has read a command's last line may give the next.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use plumb::engine::Engine;
use plumb::eval::{WdlModel, Weights};
use plumb::protocol::{Additions, Extension, Job, run_with};

use crate::pretend_tutor::{Lines, Said};

/// Takes its time to go away, as large tables do.
struct Slow;

impl Drop for Slow {
    fn drop(&mut self) {
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn slow_to_end() -> Extension {
    Extension {
        name: "greet",
        help: "  greet    says hello",
        prepare: Box::new(|_, words| {
            let (words, slow) = (words.to_owned(), Slow);
            let job: Job = Box::new(move |say, _| {
                let _slow = slow;
                say("on its way".to_owned());
                vec![format!("hello {words}")]
            });
            Ok(job)
        }),
    }
}

fn session() -> (Sender<Vec<u8>>, Receiver<String>) {
    let (input, to_read) = channel();
    let (said, lines) = channel();
    std::thread::spawn(move || {
        let weights = Arc::new(Weights::embedded());
        let engine = Engine::new(weights, WdlModel::embedded()).expect("memory");
        let additions = Additions {
            extensions: vec![slow_to_end()],
            tutor: None,
        };
        let input = Lines(to_read, Vec::new());
        run_with(engine, additions, input, Said(said), |_| ()).expect("threads");
    });
    (input, lines)
}

#[test]
fn who_has_read_the_last_line_may_ask_again() {
    for start in ["uci\n", "xboard\nprotover 2\n"] {
        let (input, lines) = session();
        input.send(start.into()).expect("a session");
        for round in 1..=3 {
            input
                .send(format!("greet {round}\n").into_bytes())
                .expect("a session");
            let wait = || {
                lines
                    .recv_timeout(Duration::from_secs(20))
                    .expect("an answer")
            };
            let mut said = wait();
            while !said.starts_with("hello") {
                assert!(!said.contains("busy"), "{said}");
                said = wait();
            }
            assert_eq!(said, format!("hello {round}"));
        }
    }
}
