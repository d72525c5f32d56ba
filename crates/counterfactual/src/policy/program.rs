//! Any program that answers with chances of moves, as a policy: one line of JSON in, one out.
//!
//! `docs/policies.md` has the protocol for who writes such a program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::command_words::command_words;
use super::program_lines::{read_answer, request};
use super::question::{History, Policy, PolicyError, PolicyQuestion};
use plumb_chess::board::Move;
use plumb_protocol::peer::{Launch, Process, Protocol};
use plumb_support::wording::{excerpt, say, text};

/// How long a program may take for an answer if nobody says otherwise: at the first one a
/// network may have to be loaded.
pub const PROGRAM_PATIENCE: Duration = Duration::from_secs(60);

/// A program that is asked over its standard input and answers on its standard output.
pub struct ProgramPolicy {
    command: String,
    /// What messages call it.
    program: String,
    patience: Duration,
    /// The running program, or why it runs no more: who tells of an error or breaks the
    /// protocol is killed.
    process: Result<Process, PolicyError>,
}

impl ProgramPolicy {
    /// Starts the program of a command line: words between blanks, in quotes (`'` or `"`) where
    /// they have blanks in them. An answer may take as long as `patience`; once `stop` is true
    /// it is waited for no longer, which is [`PolicyError::Stopped`].
    pub fn start(
        command: &str,
        patience: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<ProgramPolicy, PolicyError> {
        let words = command_words(command).map_err(PolicyError::Failed)?;
        let Some((program, arguments)) = words.split_first() else {
            let reason = text!(policy.no_program).to_owned();
            return Err(PolicyError::Failed(reason));
        };
        // The protocol is for who speaks it; here only lines go to and fro.
        let mut launch = Launch::new(program, Protocol::Uci, program);
        launch.arguments = arguments.to_vec();
        launch.interrupt = Some(Arc::clone(stop));
        let process = Process::start(&launch)?;
        Ok(ProgramPolicy {
            command: command.trim().to_owned(),
            program: program.clone(),
            patience,
            process: Ok(process),
        })
    }

    /// The system's number of the program's process while it runs.
    pub fn process_id(&self) -> Option<u32> {
        Some(self.process.as_ref().ok()?.id())
    }

    /// The line with which the program answers a request.
    fn ask(&mut self, request: &str) -> Result<String, PolicyError> {
        let process = self.process.as_mut().map_err(|failure| failure.clone())?;
        // Whatever stands there already is no answer to what has not been asked.
        if let Some(line) = process.receive_until(Instant::now())? {
            read_answer(&self.program, &line.text)?;
            return Err(PolicyError::Failed(say!(
                policy.not_asked,
                program = self.program,
                line = excerpt(&line.text)
            )));
        }
        let deadline = process.send(&request)? + self.patience;
        let line = process.expect_until(deadline, "answer", self.patience)?;
        Ok(line.text)
    }
}

impl Policy for ProgramPolicy {
    fn name(&self) -> String {
        format!("program {}", self.command)
    }

    fn history(&self) -> History {
        History::Game
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let line = self.ask(&request(question)?);
        let answer = line.and_then(|line| read_answer(&self.program, &line));
        match answer {
            Ok(moves) => moves.chances(question.game.position()),
            Err(failure) => {
                self.process = Err(failure.clone());
                Err(failure)
            }
        }
    }
}
