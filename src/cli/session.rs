//! A session on standard input and output: what GUIs start.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use plumb::engine::{ABOUT, Engine, HumanModelSource, StrengthTable};
use plumb::fairplay::human_model;
use plumb::protocol::{self, Additions, Event};
use plumb::tutor::Analyst;

use super::{analyse, choices, explain, fairplay_session};
use plumb_terminal::{Ending, Failure, Knowledge, say};

const GREETING: &str = "\
Chess programs start Plumb themselves: see README.md for XBoard, Cutechess and others.
You can talk to it, too. Try:  e4    go movetime 1000    d    eval    analyse    help    quit
From the shell:  plumb analyse FEN    plumb --help";

pub fn run(knowledge: Knowledge) -> Result<Ending, Failure> {
    if io::stdin().is_terminal() {
        say(ABOUT);
        say(GREETING);
    }
    let extensions = vec![
        analyse::extension(&knowledge)?,
        choices::extension(&knowledge),
        explain::extension(&knowledge),
        fairplay_session::extension(&knowledge),
    ];
    let strengths = StrengthTable::from_tables(&knowledge.tables)?;
    let analyst = Analyst::new(
        Arc::clone(&knowledge.weights),
        knowledge.chances,
        people(&knowledge),
    );
    let people = people(&knowledge);
    let engine = Engine::new(knowledge.weights, knowledge.chances)?
        .with_strengths(strengths)
        .with_human_model(people);
    let additions = Additions {
        extensions,
        tutor: Some(Box::new(analyst)),
    };
    protocol::run_with(engine, additions, io::stdin(), io::stdout(), |events| {
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || drop(events.send(Event::Interrupt)));
    })?;
    Ok(Ending::Done)
}

/// How people choose, for who asks.
fn people(knowledge: &Knowledge) -> HumanModelSource {
    let equipment = knowledge.equipment();
    Box::new(move || human_model(&equipment).map_err(|error| error.to_string()))
}
