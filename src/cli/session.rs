//! A session on standard input and output: what GUIs start.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use plumb::choice::ReganReference;
use plumb::engine::{ABOUT, Engine, HumanModelSource, StrengthTable};
use plumb::fairplay::human_model;
use plumb::protocol::{self, Additions, Event};
use plumb::tables::Models;
use plumb::tutor::Analyst;

use super::{analyse, choices, explain, fairplay_session};
use plumb_terminal::{Ending, Failure, say};

const GREETING: &str = "\
Chess programs start Plumb themselves: see README.md for XBoard, Cutechess and others.
You can talk to it, too. Try:  e4    go movetime 1000    d    eval    analyse    help    quit
From the shell:  plumb analyse FEN    plumb --help";

pub fn run(models: &Models) -> Result<Ending, Failure> {
    let (weights, chances) = (models.get()?, *models.get()?);
    if io::stdin().is_terminal() {
        say(ABOUT);
        say(GREETING);
    }
    // A damaged table that commands of the session need ends it before it begins.
    models.get::<ReganReference>()?;
    let extensions = vec![
        analyse::extension(models),
        choices::extension(models),
        explain::extension(models),
        fairplay_session::extension(models),
    ];
    let strengths = Arc::unwrap_or_clone(models.get::<StrengthTable>()?);
    let analyst = Analyst::new(Arc::clone(&weights), chances, people(models));
    let engine = Engine::new(weights, chances)?
        .with_strengths(strengths)
        .with_human_model(people(models));
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
fn people(models: &Models) -> HumanModelSource {
    let models = models.clone();
    Box::new(move || human_model(&models).map_err(|error| error.to_string()))
}
