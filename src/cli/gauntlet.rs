//! `plumb gauntlet`: matches between engines.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use plumb::board::Position;
use plumb::gauntlet::{
    Adjudication, DrawRule, EloModel, EnginesFile, Entrant, FinishedGame, Format, GameRecord,
    GameRules, Match, MatchSettings, Next, Opening, Order, Record, ResignRule, Sprt, Standings,
    Tablebases, TimeControl, Verdict, game_pgn, read_openings, schedule, table,
};

use super::{Ending, Failure, say};

#[derive(clap::Args)]
pub struct Arguments {
    /// Engines that take part, by name; the first plays all others unless
    /// --round-robin is given [default: all in the file]
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,

    /// The file that lists the engines
    #[arg(long, value_name = "FILE", default_value = "engines.toml")]
    config: PathBuf,

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

    /// Openings: EPD or FEN lines, a .pgn file or a Polyglot .bin book
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

    /// Castling as in Chess960
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
    #[arg(long, value_name = "N")]
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
    Ok(DrawRule {
        from_move: from_move as u32,
        moves: moves.max(1) as u32,
        score_cp,
    })
}

fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let [moves, score_cp] = numbers(text, "two numbers: moves, centipawns")?;
    Ok(ResignRule {
        moves: moves.max(1) as u32,
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
    let sprt = sprt(arguments, entrants.len())?;
    let openings = match &arguments.openings {
        Some(path) => read_openings(path, arguments.opening_plies, arguments.seed)?,
        None => vec![Opening::bare(Position::start())],
    };
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
        Some(folder) => Some(Arc::new(Tablebases::open(folder)?)),
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
    let (mut record, done) = Record::open(
        &arguments.out,
        &settings(arguments, &entrants, &rules),
        arguments.resume,
    )?;
    let names: Vec<String> = entrants
        .iter()
        .map(|entrant| entrant.config.name.clone())
        .collect();
    let mut board = Scoreboard::new(names, games.len(), &done, sprt);
    let pending: Vec<_> = games
        .into_iter()
        .filter(|game| !done.iter().any(|finished| finished.game == game.number))
        .collect();

    let interrupt = Arc::new(AtomicBool::new(false));
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
    if board.standings.games < board.total && !board.is_decided() {
        say(format!(
            "Stopped after {} of {} games; add --resume to go on.",
            board.standings.games, board.total
        ));
    }
    Ok(if board.standings.offences.is_empty() {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

/// The engines asked for that are installed; the others are named.
fn entrants(arguments: &Arguments) -> Result<Vec<Entrant>, Failure> {
    let file = EnginesFile::read(&arguments.config)?;
    let wanted = if arguments.engines.is_empty() {
        file.engines.iter().collect()
    } else {
        arguments
            .engines
            .iter()
            .map(|name| file.engine(name))
            .collect::<Result<Vec<_>, _>>()?
    };
    let mut entrants = Vec::new();
    for config in wanted {
        match config.locate() {
            Some(program) => entrants.push(Entrant {
                config: config.clone(),
                program,
                control: arguments.tc.with_odds(config.time_odds.unwrap_or(1.0)),
                defaults: file
                    .defaults
                    .options
                    .iter()
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
            }),
            None => eprintln!(
                "plumb: {} is not installed ({}): left out",
                config.name, config.command
            ),
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
    let openings = arguments
        .openings
        .as_deref()
        .map_or("none".to_owned(), |path| path.display().to_string());
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
    for (side, warning) in &game.played.warnings {
        text.push_str(&format!(
            "warning: {}: {warning}\n",
            name(side.fold(game.scheduled.white, game.scheduled.black))
        ));
    }
    if let Some(evidence) = &game.evidence {
        text.push_str(evidence);
    }
    text.push('\n');
    text
}

/// What is shown while the match is played.
struct Scoreboard {
    names: Vec<String>,
    standings: Standings,
    total: usize,
    sprt: Option<Sprt>,
    started: Instant,
    played_now: usize,
    bar: Option<ProgressBar>,
}

impl Scoreboard {
    fn new(
        names: Vec<String>,
        total: usize,
        done: &[GameRecord],
        sprt: Option<Sprt>,
    ) -> Scoreboard {
        let mut standings = Standings::default();
        done.iter().for_each(|game| standings.add(game));
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar =
                ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg}\n{bar:40} {pos}/{len} games") {
                bar.set_style(style);
            }
            bar.set_position(done.len() as u64);
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        if !done.is_empty() {
            say(format!("Resuming after {} games.", done.len()));
        }
        Scoreboard {
            names,
            standings,
            total,
            sprt,
            started: Instant::now(),
            played_now: 0,
            bar,
        }
    }

    fn is_decided(&self) -> bool {
        let pairs = self
            .standings
            .pairing(0, 1)
            .map(|score| score.pairs)
            .unwrap_or_default();
        self.sprt
            .as_ref()
            .is_some_and(|sprt| sprt.verdict(&pairs) != Verdict::Open)
    }

    fn add(&mut self, game: &GameRecord) -> Next {
        self.standings.add(game);
        self.played_now += 1;
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.standings.games as u64);
                bar.set_message(self.summary());
            }
            None => {
                let points = if game.white_points > 0.75 {
                    "1-0"
                } else if game.white_points < 0.25 {
                    "0-1"
                } else {
                    "1/2-1/2"
                };
                say(format!(
                    "game {} of {}: {} - {} {points} ({})",
                    game.game + 1,
                    self.total,
                    self.names[game.white],
                    self.names[game.black],
                    game.termination
                ));
                if self.played_now.is_multiple_of(20) {
                    say(self.summary());
                }
            }
        }
        if self.is_decided() {
            Next::Stop
        } else {
            Next::Continue
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The table, the SPRT, the speed.
    fn summary(&self) -> String {
        let mut text = table(&self.standings, &self.names);
        if let Some(sprt) = &self.sprt {
            let pairs = self
                .standings
                .pairing(0, 1)
                .map(|score| score.pairs)
                .unwrap_or_default();
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&pairs) {
                Verdict::Open => "open",
                Verdict::AcceptElo0 => "elo0 accepted",
                Verdict::AcceptElo1 => "elo1 accepted",
            };
            text.push_str(&format!(
                "SPRT: LLR {:.2} ({lower:.2}, {upper:.2}), {verdict}\n",
                sprt.llr(&pairs)
            ));
        }
        if self.played_now > 0 {
            let per_hour =
                self.played_now as f64 * 3600.0 / self.started.elapsed().as_secs_f64().max(0.001);
            let left = (self.total - self.standings.games) as f64 / per_hour;
            text.push_str(&format!(
                "{per_hour:.0} games an hour, {} left\n",
                hours(left)
            ));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn hours(hours: f64) -> String {
    let minutes = (hours * 60.0).ceil() as u64;
    if minutes < 60 {
        format!("{minutes} min")
    } else {
        format!("{} h {} min", minutes / 60, minutes % 60)
    }
}
