//! `plumb gauntlet`: matches between engines.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::{Color, Position};
use plumb::gauntlet::{
    Adjudication, DrawRule, Entrant, FinishedGame, Format, GameRecord, GameRules, Match,
    MatchSettings, Next, Opening, Order, Record, ResignRule, Standings, TimeControl,
    chess960_openings, game_pgn, read_openings, schedule,
};
use plumb::statistics::{Counting, EloModel, Sprt, plays_alike};
use plumb::syzygy::Tablebases;
use plumb::wording::counted;

use super::scoreboard::Scoreboard;
use plumb_terminal::EngineListArgument;
use plumb_terminal::{Ending, Failure, say, warn};

#[derive(clap::Args)]
pub struct Arguments {
    /// Engines that take part, by name, or a program by its path (UCI, or
    /// path:cecp); the first plays all others unless --round-robin is given
    /// [default: all of the list]
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,

    #[command(flatten)]
    list: EngineListArgument,

    /// Everyone against everyone
    #[arg(long)]
    round_robin: bool,

    /// Time control: 5+0.05, 40/60+0.5, movetime=0.1, nodes=10000, depth=8
    #[arg(long, value_name = "TC", default_value = "5+0.05")]
    tc: TimeControl,

    /// Games of each pairing; an even number, both colours of each opening
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Openings: EPD or FEN lines, a .pgn file or a Polyglot .bin book; without,
    /// every game begins at the start position
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies taken from PGN games or a book
    #[arg(long, value_name = "N", default_value_t = 8)]
    opening_plies: usize,

    /// Openings in the order of the file, instead of shuffled
    #[arg(long)]
    sequential: bool,

    /// Seed of the shuffling
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Engines may think on the opponent's time
    #[arg(long)]
    ponder: bool,

    /// Castling as in Chess960; without --openings, games begin at its 960
    /// start positions
    #[arg(long)]
    chess960: bool,

    /// Overdrawing the clock by so many milliseconds is forgiven
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,

    /// Call a draw: from move,moves,centipawns, such as 40,8,10
    #[arg(long, value_name = "M,N,CP", value_parser = draw_rule)]
    draw: Option<DrawRule>,

    /// Call a loss: moves,centipawns, such as 3,700; both engines must agree
    #[arg(long, value_name = "N,CP", value_parser = resign_rule)]
    resign: Option<ResignRule>,

    /// Call a draw after so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,

    /// Let the Syzygy endgame tables in this folder decide games
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,

    /// Stop when it is decided whether the first of two engines is stronger by
    /// elo1 rather than elo0 (normalised Elo)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Chance of accepting elo1 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,

    /// Chance of accepting elo0 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    beta: f64,

    /// Elo in the SPRT is the usual logistic one
    #[arg(long, requires = "sprt")]
    logistic: bool,

    /// Count games that an engine's failure ended (crash, hang, illegal move, broken protocol) as
    /// lost by it; otherwise they are shown apart
    #[arg(long, alias = "count-crashes")]
    count_failures: bool,

    /// Folder for games.pgn and all that is needed to resume
    #[arg(long, value_name = "DIR", default_value = "match")]
    out: PathBuf,

    /// Go on with the match in that folder
    #[arg(long)]
    resume: bool,
}

fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[i32; N], String> {
    let parts: Option<Vec<i32>> = text
        .split(',')
        .map(|part| part.trim().parse().ok().filter(|&n| n >= 0))
        .collect();
    parts
        .and_then(|parts| parts.try_into().ok())
        .ok_or_else(|| format!("expected {expected}"))
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let [from_move, moves, score_cp] =
        numbers(text, "three numbers: from move, moves, centipawns")?;
    if moves == 0 {
        return Err("expected 1 move or more".to_owned());
    }
    Ok(DrawRule {
        from_move: from_move as u32,
        moves: moves as u32,
        score_cp,
    })
}

fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let [moves, score_cp] = numbers(text, "two numbers: moves, centipawns")?;
    // By 0 moves or 0 centipawns every game would be lost at once.
    if moves == 0 || score_cp == 0 {
        return Err("expected 1 move or more, and 1 centipawn or more".to_owned());
    }
    Ok(ResignRule {
        moves: moves as u32,
        score_cp,
        two_sided: true,
    })
}

pub fn run(arguments: &Arguments) -> Result<Ending, Failure> {
    if arguments.games == 0 || !arguments.games.is_multiple_of(2) {
        return Err(Failure(format!(
            "--games {}: expected an even number, both colours of each opening",
            arguments.games
        )));
    }
    let entrants = entrants(arguments)?;
    let interrupt = Arc::new(AtomicBool::new(false));
    let sprt = sprt(arguments, entrants.len())?;
    let openings = match &arguments.openings {
        Some(path) => read_openings(path, arguments.opening_plies, arguments.seed)?,
        None if arguments.chess960 => chess960_openings(),
        None => vec![Opening::bare(Position::start())],
    };
    let counting = Counting {
        failures: arguments.count_failures,
        repeats: false,
    };
    let control = arguments.tc.to_string();
    if plays_alike(&control) {
        warn_of_repeats(arguments.games / 2, openings.len());
    }
    let format = if arguments.round_robin {
        Format::RoundRobin
    } else {
        Format::Gauntlet
    };
    let order = if arguments.sequential {
        Order::Sequential
    } else {
        Order::Random(arguments.seed)
    };
    let games = schedule(
        format,
        entrants.len(),
        arguments.games / 2,
        openings.len(),
        order,
    );
    let tablebases = match &arguments.syzygy {
        Some(folder) => Some(Arc::new(Tablebases::open(&[folder])?)),
        None => None,
    };
    let rules = GameRules {
        tablebases,
        chess960: arguments.chess960,
        ponder: arguments.ponder,
        margin_ms: arguments.margin,
        adjudication: Adjudication {
            draw: arguments.draw,
            resign: arguments.resign,
            max_moves: arguments.max_moves,
        },
    };
    for entrant in &entrants {
        entrant.check(&rules, &openings[0], &interrupt)?;
    }
    let (mut record, done) = Record::open(
        &arguments.out,
        &settings(arguments, &entrants, &rules),
        arguments.resume,
    )?;
    let names: Vec<String> = entrants
        .iter()
        .map(|entrant| entrant.config.name.clone())
        .collect();
    let standings = Standings::new(counting, control);
    let mut board = Scoreboard::new(names, games.len(), &done, sprt, standings);
    let pending: Vec<_> = games
        .into_iter()
        .filter(|game| !done.iter().any(|finished| finished.game == game.number))
        .collect();

    let on_signal = Arc::clone(&interrupt);
    // Without a handler Ctrl-C ends the program at once, and nothing finished is lost.
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    let contest = Match {
        entrants: &entrants,
        openings: &openings,
        rules: &rules,
        concurrency: arguments.concurrency,
        interrupt: Arc::clone(&interrupt),
    };
    let mut trouble = None;
    if !board.is_decided() {
        contest.play(&pending, |game| {
            match finish(&game, &entrants, &openings, &mut record, arguments) {
                Ok(Some(finished)) => board.add(&finished),
                Ok(None) => Next::Continue,
                Err(error) => {
                    trouble = Some(error);
                    Next::Stop
                }
            }
        });
    }
    board.close();
    if let Some(error) = trouble {
        return Err(error);
    }
    say(board.summary());
    let is_stopped = board.games() < board.total() && !board.is_decided();
    if is_stopped {
        say(format!(
            "Stopped after {} of {}; add --resume to go on.",
            board.games(),
            counted(board.total(), "game")
        ));
    }
    Ok(if board.has_offences() || is_stopped {
        Ending::CheckFailed
    } else {
        Ending::Done
    })
}

/// Says that there are fewer openings than pairs of games for engines that play alike.
fn warn_of_repeats(pairs: usize, openings: usize) {
    if pairs > openings {
        warn(format!(
            "with a fixed number of nodes or plies engines play the same game again from the same \
             opening, and there {} for {} of games: repeats will not count; give --openings with more",
            match openings {
                1 => "is one opening".to_owned(),
                _ => format!("are {openings} openings"),
            },
            counted(pairs, "pair"),
        ));
    }
}

/// The engines asked for that are installed; the others are named.
fn entrants(arguments: &Arguments) -> Result<Vec<Entrant>, Failure> {
    let list = arguments.list.read()?;
    let wanted = if arguments.engines.is_empty() {
        list.engines().to_vec()
    } else {
        arguments
            .engines
            .iter()
            .map(|name| list.engine(name))
            .collect::<Result<Vec<_>, _>>()?
    };
    let mut entrants: Vec<Entrant> = Vec::new();
    for mut config in wanted {
        let is_path = config.command.contains(['/', '\\']);
        let is_taken = |name: &str| entrants.iter().any(|entrant| entrant.config.name == name);
        if is_path && is_taken(&config.name) {
            config.name.clone_from(&config.command);
        }
        if is_taken(&config.name) {
            return Err(Failure(format!("{} is named twice", config.name)));
        }
        match list.program(&config) {
            Ok(program) => entrants.push(Entrant {
                control: arguments.tc.with_odds(config.time_odds.unwrap_or(1.0)),
                config,
                program,
                defaults: list
                    .default_options()
                    .iter()
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
            }),
            Err(error) if is_path && !arguments.engines.is_empty() => return Err(error.into()),
            Err(_) => warn(format!(
                "{} is not installed ({}): left out",
                config.name, config.command
            )),
        }
    }
    if entrants.len() < 2 {
        return Err(Failure(format!(
            "a match needs two engines, found {}",
            entrants.len()
        )));
    }
    Ok(entrants)
}

fn sprt(arguments: &Arguments, engines: usize) -> Result<Option<Sprt>, Failure> {
    let Some(bounds) = &arguments.sprt else {
        return Ok(None);
    };
    if engines != 2 {
        return Err(Failure(format!(
            "--sprt needs two engines, found {engines}"
        )));
    }
    let model = if arguments.logistic {
        EloModel::Logistic
    } else {
        EloModel::Normalised
    };
    Ok(Some(Sprt::new(
        bounds[0],
        bounds[1],
        arguments.alpha,
        arguments.beta,
        model,
    )?))
}

fn settings(arguments: &Arguments, entrants: &[Entrant], rules: &GameRules) -> MatchSettings {
    let openings = match &arguments.openings {
        Some(path) => path.display().to_string(),
        None if arguments.chess960 => "the 960 start positions".to_owned(),
        None => "none".to_owned(),
    };
    let engines = entrants
        .iter()
        .map(|entrant| format!("{:?} {}", entrant.config, entrant.control))
        .collect::<Vec<_>>();
    let detail = |name: &str, value: String| (name.to_owned(), value);
    MatchSettings {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engines: entrants
            .iter()
            .map(|entrant| entrant.config.name.clone())
            .collect(),
        details: vec![
            detail("time control", arguments.tc.to_string()),
            detail(
                "format",
                if arguments.round_robin {
                    "round robin"
                } else {
                    "gauntlet"
                }
                .to_owned(),
            ),
            detail(
                "openings",
                format!("{openings}, {} plies", arguments.opening_plies),
            ),
            detail(
                "order",
                if arguments.sequential {
                    "sequential".to_owned()
                } else {
                    format!("seed {}", arguments.seed)
                },
            ),
            detail("rules", format!("{rules:?}")),
            detail("engine settings", engines.join("; ")),
        ],
    }
}

/// Puts a finished game on disk; none if it does not count.
fn finish(
    game: &FinishedGame,
    entrants: &[Entrant],
    openings: &[Opening],
    record: &mut Record,
    arguments: &Arguments,
) -> Result<Option<GameRecord>, Failure> {
    let opening = &openings[game.scheduled.opening];
    let Some(mut finished) = GameRecord::of(game, opening) else {
        return Ok(None);
    };
    if game.evidence.is_some() || !game.played.warnings.is_empty() {
        record.log_failure(&failure_text(game, &finished, entrants))?;
    }
    let control = arguments.tc.to_string();
    let pgn = game_pgn(game, opening, entrants, &control, arguments.chess960);
    record.add(&mut finished, &pgn)?;
    Ok(Some(finished))
}

fn failure_text(game: &FinishedGame, finished: &GameRecord, entrants: &[Entrant]) -> String {
    let name = |index: usize| &entrants[index].config.name;
    let mut text = format!(
        "game {} ({} - {}): {}\n",
        game.scheduled.number + 1,
        name(game.scheduled.white),
        name(game.scheduled.black),
        finished.termination
    );
    for (index, (side, warning)) in game.played.warnings.iter().enumerate() {
        // Of one kind, told by its first word, the first stands for all.
        let kind = |warning: &str| warning.split(' ').next().map(str::to_owned);
        let is_alike =
            |(other, text): &&(Color, String)| other == side && kind(text) == kind(warning);
        if game.played.warnings[..index]
            .iter()
            .any(|other| is_alike(&other))
        {
            continue;
        }
        let count = game.played.warnings.iter().filter(is_alike).count();
        let more = match count {
            1 => String::new(),
            _ => format!(" (and {} more like it)", count - 1),
        };
        let name = name(side.fold(game.scheduled.white, game.scheduled.black));
        text.push_str(&format!("warning: {name}: {warning}{more}\n"));
    }
    if let Some(evidence) = &game.evidence {
        text.push_str(evidence);
    }
    text.push('\n');
    text
}
