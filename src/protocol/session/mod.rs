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
mod console;
mod core;
mod evaluation;
mod event;
mod extension;
mod output;
mod uci;

use std::io::{Read, Write};

use crossbeam::channel::{Sender, unbounded};

use self::core::Core;
use self::event::Flow;
use self::output::Output;
use super::{Dialect, clean_line, detect};
use crate::engine::Engine;

pub use event::Event;
pub use extension::{Board, Extension, Job, Prepare};

/// Serves one session until `quit`, the end of input, or until nobody reads
/// the output any more. `connect` is handed a sender through which an
/// interrupt can be told. Errors only when no thread can be started.
pub fn run(
    engine: Engine,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    connect: impl FnOnce(Sender<Event>),
) -> std::io::Result<()> {
    run_with(engine, Vec::new(), input, output, connect)
}

/// The same with further commands.
pub fn run_with(
    engine: Engine,
    extensions: Vec<Extension>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    connect: impl FnOnce(Sender<Event>),
) -> std::io::Result<()> {
    let (events, inbox) = unbounded();
    connect(events.clone());
    event::read_input(input, events.clone())?;
    let mut core = Core::new(engine, Output::new(Box::new(output)), events, inbox);
    core.extensions = extensions;
    let mut session = Session {
        core,
        speaker: Speaker::Uci(uci::Uci::new()),
        decided: false,
    };
    while session.step() == Flow::Continue && !session.core.out.is_closed() {}
    session.core.stop_task();
    session.core.abandon_search();
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
    /// Whether a GUI has said which protocol it speaks.
    decided: bool,
}

enum Speaker {
    Uci(uci::Uci),
    Cecp(Box<cecp::Cecp>),
}

impl Session {
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
                self.core.out.line(line);
                Flow::Continue
            }
            Event::TaskDone => Flow::Continue,
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
            Some(Dialect::Uci) if !is_uci => {
                if let Speaker::Cecp(cecp) = &mut self.speaker {
                    cecp.leave(&mut self.core);
                }
                self.core.castling_in_letters = false;
                self.speaker = Speaker::Uci(uci::Uci::new());
            }
            Some(Dialect::Cecp) if is_uci => {
                if let Speaker::Uci(uci) = &mut self.speaker {
                    uci.leave(&mut self.core);
                }
                self.core.castling_in_letters = true;
                // Nobody has asked for a move yet.
                let waiting_side = !self.core.position().turn();
                self.speaker = Speaker::Cecp(Box::new(cecp::Cecp::new(waiting_side)));
            }
            _ => {}
        }
        self.decided |= !matches!(detect(line), None | Some(Dialect::Human));
    }
}
