//! A session whose tutor says what a test wants, and when it wants it: deaf to every
//! request to stop, so that only the session keeps late words back.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use plumb::engine::Engine;
use plumb::eval::{WdlModel, Weights};
use plumb::notation::{CastlingStyle, to_uci_move};
use plumb::protocol::{Additions, Lesson, Remark, Tutor, run_with};

use crate::driver::PATIENCE;

/// Says of every move its name, once a test lets it.
struct DeafTutor {
    /// What it was asked, in order: moves, `best` and `study`.
    asked: Sender<String>,
    answers: Receiver<()>,
    was_stopped: Arc<AtomicBool>,
}

impl Tutor for DeafTutor {
    fn study(&mut self, _: &Lesson, _: &AtomicBool) {
        let _ = self.asked.send("study".to_owned());
    }

    fn remark(&mut self, lesson: &Lesson, stop: &AtomicBool) -> Result<Option<Remark>, String> {
        let position = lesson.game.position();
        let name = lesson.mv.map_or("best".to_owned(), |mv| {
            to_uci_move(position, mv, CastlingStyle::Standard)
        });
        let _ = self.asked.send(name.clone());
        let _ = self.answers.recv();
        if stop.load(Ordering::Relaxed) {
            self.was_stopped.store(true, Ordering::Relaxed);
        }
        Ok(Some(Remark {
            best: position.legal_moves().first().copied(),
            brief: vec![format!("Words on {name}.")],
            full: vec![format!("Many words on {name}."), "And more.".to_owned()],
            mistake: Some(format!("{name} is a mistake.")),
        }))
    }
}

/// The lines with this tutor's words.
pub fn words(lines: &[String]) -> Vec<&String> {
    let is_word = |line: &&String| line.contains("Words on ") || line.contains("And more");
    lines.iter().filter(is_word).collect()
}

/// A session in this process.
pub struct Session {
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<String>,
    asked: Receiver<String>,
    answers: Sender<()>,
    pub was_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Input, as it is handed in.
pub struct Lines(pub Receiver<Vec<u8>>, pub Vec<u8>);

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Output, a line a message.
pub struct Said(pub Sender<String>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let _ = self.0.send(text.trim_end_matches('\n').to_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Session {
    /// Told nothing yet.
    pub fn start() -> Session {
        let (input, to_read) = channel();
        let (said, lines) = channel();
        let (ask, asked) = channel();
        let (answers, to_answer) = channel();
        let was_stopped = Arc::new(AtomicBool::new(false));
        let tutor = DeafTutor {
            asked: ask,
            answers: to_answer,
            was_stopped: Arc::clone(&was_stopped),
        };
        let thread = std::thread::spawn(move || {
            let weights = Arc::new(Weights::embedded());
            let engine = Engine::new(weights, WdlModel::embedded()).expect("memory");
            let additions = Additions {
                extensions: Vec::new(),
                tutor: Some(Box::new(tutor)),
            };
            let input = Lines(to_read, Vec::new());
            run_with(engine, additions, input, Said(said), |_| ()).expect("threads");
        });
        Session {
            input: Some(input),
            lines,
            asked,
            answers,
            was_stopped,
            thread: Some(thread),
        }
    }

    /// A game in XBoard's protocol against somebody who is taught.
    pub fn xboard() -> Session {
        let session = Session::start();
        session.send("xboard\nprotover 2");
        session.until("feature done=1");
        session.send("new\npost\nsd 1\noption TutorMode=1");
        session
    }

    /// The same in UCI.
    pub fn uci() -> Session {
        let session = Session::start();
        session.send("uci");
        session.until("uciok");
        session.send("setoption name TutorMode value true");
        session
    }

    pub fn send(&self, lines: &str) {
        let input = self.input.as_ref().expect("it is open");
        let _ = input.send(format!("{lines}\n").into_bytes());
    }

    /// All lines up to one that begins with this.
    pub fn until(&self, start: &str) -> Vec<String> {
        self.until_that(start, |line| line.starts_with(start))
    }

    /// All lines up to one of which this is true.
    pub fn until_that(&self, what: &str, found: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|_| panic!("no {what} in {lines:?}")));
            if lines.last().is_some_and(|line| found(line)) {
                return lines;
            }
        }
    }

    /// The engine's move, once it is played.
    pub fn until_move(&self) -> String {
        let lines = self.until("move ");
        let line = lines.last().expect("`until` ends with a line");
        line.trim_start_matches("move ").to_owned()
    }

    /// Waits until the tutor is asked this, whatever it is asked before.
    pub fn until_asked(&self, what: &str) {
        loop {
            let asked = self.asked.recv_timeout(PATIENCE);
            if asked.unwrap_or_else(|_| panic!("not asked for {what}")) == what {
                return;
            }
        }
    }

    /// What the tutor is asked next; none if nothing comes.
    pub fn next_asked(&self) -> Option<String> {
        self.asked.recv_timeout(PATIENCE).ok()
    }

    /// What the tutor was asked meanwhile.
    pub fn asked(&self) -> Vec<String> {
        self.asked.try_iter().collect()
    }

    /// Lets the tutor answer once.
    pub fn let_answer(&self) {
        let _ = self.answers.send(());
    }

    /// All that is said in so many milliseconds.
    pub fn said_within(&self, ms: u64) -> Vec<String> {
        std::thread::sleep(Duration::from_millis(ms));
        self.lines.try_iter().collect()
    }

    /// All that is said up to the answer to a ping.
    pub fn ping(&self) -> Vec<String> {
        self.send("ping 4711");
        self.until("pong 4711")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.input = None;
        // The tutor may wait still.
        for _ in 0..100 {
            let _ = self.answers.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
