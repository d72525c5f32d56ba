//! `plumb-lab accuracy`: how well engines judge positions whose worth is known.

mod arguments;
mod ask;
mod entrants;
mod print;
mod read;

use plumb_engine::tables::Models;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb_terminal::{Ending, Failure, warn};

pub use arguments::Arguments;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    arguments.check()?;
    let entries = entrants::entries(arguments, models)?;
    let against = entrants::position_of(arguments.against.as_deref(), &entries)?;
    let items = read::read(arguments)?;
    // The file is there before hours of searching.
    let jsonl = arguments.jsonl.as_deref().map(print::create).transpose()?;

    let interrupt = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&interrupt);
    // Without a handler Ctrl-C ends the program at once, without a report.
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    let surveyed = ask::ask(&entries, &items, arguments, &interrupt);

    if let Some(file) = jsonl {
        print::positions(file, &items, &surveyed)?;
    }
    print::report(arguments, &items, &surveyed, against);
    if interrupt.load(Ordering::Relaxed) {
        warn("stopped before the end; the figures are for what was searched until then");
    }
    let complete = surveyed.iter().all(|engine| engine.is_complete);
    Ok(if complete {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}
