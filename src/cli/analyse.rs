//! `plumb analyse`: a position looked at in every way, on the command line and,
//! with the same words, in a session.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::analysis::{AnalyseRequest, AnalysisInput, assess};
use plumb::board::{Game, Position};
use plumb::notation::CastlingStyle;
use plumb::protocol::{Extension, Job};
use plumb::request::parse_words;
use plumb::tables::Models;

use super::game_file::GameFile;
use plumb_terminal::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    request: AnalyseRequest,

    #[command(flatten)]
    file: GameFile,

    /// One fact a line, for programs, as in a session
    #[arg(long, conflicts_with = "json")]
    lines: bool,

    /// One JSON object on one line
    #[arg(long)]
    json: bool,
}

/// What follows `analyse` in a session.
#[derive(clap::Args)]
struct SessionArguments {
    #[command(flatten)]
    request: AnalyseRequest,

    #[arg(long)]
    json: bool,
}

/// What is said about a request, line by line.
fn answer(
    input: &AnalysisInput,
    json: bool,
    models: &Models,
    castling: CastlingStyle,
    stop: &AtomicBool,
) -> Result<String, String> {
    let assessment = assess(input, models, stop).map_err(|error| error.to_string())?;
    match json {
        true => assessment.to_json(input, castling),
        false => Ok(assessment.to_lines(input, castling)),
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let mut request = arguments.request.clone();
    arguments.file.read_into(&mut request.position)?;
    let input = request.input(&Game::new(Position::start()));
    let input = input.map_err(|error| arguments.file.named(error))?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program, and what was found is lost.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    let castling = CastlingStyle::natural(input.game.start());
    let text = if arguments.lines || arguments.json {
        answer(&input, arguments.json, models, castling, &stop).map_err(Failure)?
    } else {
        assess(&input, models, &stop)?.to_prose(&input)
    };
    say(text.trim_end());
    Ok(Ending::Done)
}

const HELP: &str =
    "  analyse played e2e4 nodes 100000    look at the position in every way (docs/analysis.md)";

/// `analyse` for sessions.
pub fn extension(models: &Models) -> Extension {
    let models = models.clone();
    Extension {
        name: "analyse",
        help: HELP,
        prepare: Box::new(move |board, words| {
            let SessionArguments { request, json } = parse_words(words)?;
            let input = request.input(&board.game);
            let input = input.map_err(|error| error.to_string())?;
            let (models, castling) = (models.clone(), board.castling);
            let job: Job =
                Box::new(
                    move |_, stop| match answer(&input, json, &models, castling, stop) {
                        Ok(text) => text.lines().map(str::to_owned).collect(),
                        Err(error) => vec![format!("info string error: analyse: {error}")],
                    },
                );
            Ok(job)
        }),
    }
}
