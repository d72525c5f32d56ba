//! A conversation with a GUI or a person, from the first line to the last.
//!
//! One thread reads input; everything that happens, input and search alike,
//! arrives in one queue and is dealt with here, one event at a time. Nothing
//! waits for a search except what has to, so `stop`, `isready`, `?`, `ping`
//! and `quit` act at once. Start with [`run`]; the two protocols are in
//! `uci.rs` and `cecp.rs`, what they share is in `core.rs` and `console.rs`.

mod cecp;
mod cecp_clock;
mod cecp_commands;
mod cecp_editor;
mod cecp_tutor;
mod console;
mod core;
mod ending;
mod error_line;
mod evaluation;
mod event;
mod extension;
mod help;
mod output;
mod tutor;
mod tutor_desk;
mod tutor_share;
mod typed_moves;
mod uci;
mod uci_tutor;

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use self::core::Core;
use self::ending::Watch;
use self::event::Flow;
use self::output::Output;
use self::tutor_desk::TutorDesk;
use super::{Dialect, clean_line, detect};
use plumb_engine::engine::Engine;
use plumb_support::fallible::STACK_BYTES;
use plumb_support::mailbox::{Sender, mailbox};

pub use event::Event;
pub use extension::{Board, Extension, Job, Prepare};
pub use tutor::{Lesson, Remark, Tutor};

/// What whoever starts a session brings along.
#[derive(Default)]
pub struct Additions {
    /// Further commands.
    pub extensions: Vec<Extension>,
    /// Who explains moves.
    pub tutor: Option<Box<dyn Tutor>>,
}

/// Serves one session until `quit`, the end of input, or until nobody reads
/// the output any more. `connect` is handed a sender through which an
/// interrupt can be told. Where the output takes nothing for a second after
/// `quit` or the end of input, its thread is left waiting and the session is
/// over. Errors only when no thread can be started.
pub fn run(
    engine: Engine,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    connect: impl FnOnce(Sender<Event>),
) -> std::io::Result<()> {
    run_with(engine, Additions::default(), input, output, connect)
}

/// The same with more commands, and a tutor.
pub fn run_with(
    engine: Engine,
    additions: Additions,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    connect: impl FnOnce(Sender<Event>),
) -> std::io::Result<()> {
    let (events, inbox) = mailbox();
    connect(events.clone());
    let quit_read = Arc::new(AtomicBool::new(false));
    let output = Output::new(Box::new(output));
    let (watch, teller, over) = Watch::new(output.writes());
    event::read_input(input, events.clone(), Arc::clone(&quit_read), teller)?;
    let mut core = Core::new(engine, output, events, inbox);
    core.extensions = additions.extensions;
    core.tutor = TutorDesk::new(additions.tutor);
    let mut session = Session {
        core,
        speaker: Speaker::Uci(uci::Uci::new()),
        quit_read,
        busy_after_quit: Duration::ZERO,
    };
    let speak = move || {
        let _over = over;
        while session.step_in_time() == Flow::Continue && !session.core.out.is_closed() {}
        session.core.stop_task();
        session.core.tutor.cancel_all();
        session.core.abandon_search();
        drop(session);
    };
    let thread = thread::Builder::new().name("session".to_owned());
    let session = thread.stack_size(STACK_BYTES).spawn(speak)?;
    if watch.wait()
        && let Err(panic) = session.join()
    {
        std::panic::resume_unwind(panic);
    }
    Ok(())
}

/// A crash that nobody can repeat is of no use: the panic's message goes to
/// standard error by itself, and this adds what led to it.
impl Drop for Session {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.core.tell_crash();
        }
    }
}

struct Session {
    core: Core,
    speaker: Speaker,
    /// A `quit` stands in the queue.
    quit_read: Arc<AtomicBool>,
    /// Time spent since then on what stood before it.
    busy_after_quit: Duration,
}

enum Speaker {
    Uci(uci::Uci),
    Cecp(Box<cecp::Cecp>),
}

/// How long commands before a `quit` may keep the session from its end; what
/// they have to say is written however slowly it is read.
const TIME_TO_QUIT: Duration = Duration::from_secs(2);

/// How long moves without a search may take after that.
const TIME_FOR_REST: Duration = Duration::from_millis(300);

impl Session {
    /// One event; those before a `quit` that has been read only for a while.
    fn step_in_time(&mut self) -> Flow {
        let quit_read = self.quit_read.load(Ordering::Relaxed);
        let (begun, writing) = (Instant::now(), self.core.out.time_writing());
        let flow = self.step();
        if quit_read {
            let writing = self.core.out.time_writing() - writing;
            self.busy_after_quit += begun.elapsed().saturating_sub(writing);
            if self.busy_after_quit > TIME_TO_QUIT && flow == Flow::Continue {
                self.answer_rest();
                return Flow::Quit;
            }
        }
        flow
    }

    /// The time before a `quit` is used up: a search that runs ends with its move, and each `go`
    /// still in the queue gets a legal move without a search.
    fn answer_rest(&mut self) {
        let Speaker::Uci(uci) = &mut self.speaker else {
            return;
        };
        uci.finish(&mut self.core);
        let begun = Instant::now();
        while begun.elapsed() < TIME_FOR_REST
            && let Some(bytes) = self.core.waiting_input()
            && uci.answer_unsearched(&mut self.core, &clean_line(&bytes)) == Flow::Continue
        {
        }
    }

    fn step(&mut self) -> Flow {
        match self.core.next_event() {
            Event::Input(bytes) => {
                let line = clean_line(&bytes);
                self.core.note_input(&line);
                self.choose_speaker(&line);
                if self.core.extend(&line) {
                    return Flow::Continue;
                }
                match &mut self.speaker {
                    Speaker::Uci(uci) => uci.line(&mut self.core, &line),
                    Speaker::Cecp(cecp) => cecp.line(&mut self.core, &line),
                }
            }
            Event::Search(_, event) => {
                match &mut self.speaker {
                    Speaker::Uci(uci) => uci.search_event(&mut self.core, event),
                    Speaker::Cecp(cecp) => cecp.search_event(&mut self.core, event),
                }
                Flow::Continue
            }
            Event::TaskLine(line) => {
                self.core.task_line(&line);
                Flow::Continue
            }
            Event::TaskDone(lines) => {
                self.core.end_task(&lines);
                Flow::Continue
            }
            Event::Tutor(answer) => {
                match &mut self.speaker {
                    Speaker::Uci(uci) => uci.tutor_answer(&mut self.core, answer),
                    Speaker::Cecp(cecp) => cecp.tutor_answer(&mut self.core, answer),
                }
                Flow::Continue
            }
            Event::TutorLate => {
                if let Speaker::Uci(uci) = &mut self.speaker {
                    uci.tutor_is_late(&mut self.core);
                }
                Flow::Continue
            }
            // XBoard sends SIGINT to engines that did not ask it not to.
            Event::Interrupt if matches!(self.speaker, Speaker::Cecp(_)) => Flow::Continue,
            Event::Interrupt => Flow::Quit,
            Event::EndOfInput => {
                if let Speaker::Uci(uci) = &mut self.speaker {
                    uci.finish(&mut self.core);
                }
                self.core.stop_task();
                self.core.finish_task();
                Flow::Quit
            }
        }
    }

    /// The first word of a GUI picks the protocol; until then, and for people,
    /// it is UCI's command set. A later `xboard` or `uci` still switches.
    fn choose_speaker(&mut self, line: &str) {
        let is_uci = matches!(self.speaker, Speaker::Uci(_));
        match detect(line) {
            Some(Dialect::Uci) => {
                if let Speaker::Cecp(cecp) = &mut self.speaker {
                    cecp.leave(&mut self.core);
                    self.speaker = Speaker::Uci(uci::Uci::new());
                }
                self.core.dialect = Dialect::Uci;
            }
            Some(Dialect::Cecp) if is_uci => {
                if let Speaker::Uci(uci) = &mut self.speaker {
                    uci.leave(&mut self.core);
                }
                self.core.dialect = Dialect::Cecp;
                // Nobody has asked for a move yet.
                let waiting_side = !self.core.position().turn();
                self.speaker = Speaker::Cecp(Box::new(cecp::Cecp::new(waiting_side)));
            }
            _ => {}
        }
    }
}
