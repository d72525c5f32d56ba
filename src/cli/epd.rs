//! `plumb epd`: test suites of best moves, scored moves and mates.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::unbounded;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use plumb::board::{Game, Move};
use plumb::eval::Weights;
use plumb::notation::{Epd, parse_move, read_epd, to_san};
use plumb::search::{
    Clock, Limits, Observer, Report, ScoreValue, SearchTask, Shared, Timer, Worker,
};
use plumb::tables::Models;
use plumb::wording::counted;

use plumb_terminal::{Ending, Failure, say, warn};

#[derive(clap::Args)]
pub struct Arguments {
    /// EPD file with bm, am, scored moves in c0 (as in STS), or dm
    suite: PathBuf,

    /// Search this many plies deep
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,

    /// Search this many nodes [default: 200000 if nothing else is said]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Search this long
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..))]
    movetime: Option<i64>,

    /// Prove or refute the mates that dm names, instead of searching; other positions are left out
    #[arg(long)]
    mate: bool,

    /// Size of the transposition table in MB, for each job
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,

    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,

    /// Write one line of JSON per position to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Show only what was not solved, and the summary
    #[arg(long)]
    failures: bool,
}

/// What became of a position.
#[derive(Serialize)]
struct Verdict {
    /// Line in the file, from 1.
    line: usize,
    id: String,
    /// The move found, in SAN; none when there is no legal move.
    found: Option<String>,
    /// The moves that solve it, in SAN, or those to avoid.
    wanted: String,
    solved: bool,
    /// Points, where moves are scored, and the most there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<(u32, u32)>,
    /// Score from the mover's side: centipawns, or moves to mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    /// First iteration from which the found move stayed the choice, in plies.
    settled_at_depth: u32,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let weights = models.get::<Weights>()?;
    let (positions, unreadable) = read(&arguments.suite, arguments.mate)?;
    let mut json = match &arguments.json {
        Some(path) => {
            let file = File::create(path)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let bar = std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::new(positions.len() as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left") {
            bar.set_style(style);
        }
        bar
    });
    let started = Instant::now();
    let mut summary = Summary {
        positions: unreadable,
        unreadable,
        ..Summary::default()
    };
    let next = AtomicUsize::new(0);
    let (sender, receiver) = unbounded();
    let jobs = arguments.jobs.clamp(1, positions.len());
    let mut workers = Vec::new();
    for _ in 0..jobs {
        let shared = Shared::new(Arc::clone(&weights), arguments.hash, 1)?;
        workers.push((shared, Worker::new(0, Arc::clone(&weights))?));
    }
    let mut trouble = None;
    std::thread::scope(|scope| {
        for (mut shared, mut worker) in workers {
            let (sender, positions, next) = (sender.clone(), &positions, &next);
            scope.spawn(move || {
                while let Some((line, epd)) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = examine(*line, epd, arguments, &mut shared, &mut worker);
                    if sender.send(verdict).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // In the order of the file, whoever was faster.
        let mut early = std::collections::BTreeMap::new();
        let mut expected = positions.iter().map(|&(line, _)| line);
        let mut wanted = expected.next();
        for verdict in receiver {
            early.insert(verdict.line, verdict);
            while let Some(verdict) = wanted.and_then(|line| early.remove(&line)) {
                wanted = expected.next();
                summary.add(&verdict);
                if let Some(bar) = &bar {
                    bar.inc(1);
                    bar.set_message(format!("{} solved", summary.solved));
                }
                if let Some(file) = &mut json
                    && let Err(error) = write_json(file, arguments.json.as_deref(), &verdict)
                {
                    trouble.get_or_insert(error);
                }
                if !(arguments.failures && verdict.solved) {
                    let text = verdict.to_string();
                    match &bar {
                        Some(bar) => bar.suspend(|| say(text)),
                        None => say(text),
                    }
                }
            }
        }
    });
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    if let Some(error) = trouble {
        return Err(Failure(error));
    }
    say(summary.text(started.elapsed()));
    Ok(if summary.solved == summary.positions {
        Ending::Done
    } else {
        Ending::CheckFailed
    })
}

fn write_json(
    file: &mut BufWriter<File>,
    path: Option<&Path>,
    verdict: &Verdict,
) -> Result<(), String> {
    let line = serde_json::to_string(verdict).map_err(|error| error.to_string())?;
    writeln!(file, "{line}")
        .and_then(|()| file.flush())
        .map_err(|error| {
            let path = path.unwrap_or(Path::new("")).display();
            format!("cannot write {path}: {error}")
        })
}

/// The longest mate that can be proved, in moves: longer ones are beyond the
/// search's horizon.
const LONGEST_MATE: u32 = 100;

/// The positions that can be judged, and how many lines cannot be read; these and others are
/// named and left out.
fn read(path: &Path, with_mates: bool) -> Result<(Vec<(usize, Epd)>, usize), Failure> {
    let unreadable = |error: io::Error| format!("cannot read {}: {error}", path.display());
    let file = File::open(path).map_err(unreadable)?;
    let mut positions = Vec::new();
    let mut unreadable_lines = 0;
    for line in read_epd(BufReader::new(file)) {
        match line.map_err(unreadable)? {
            Ok((line, epd)) if is_empty(&epd) => warn(format!(
                "{}: line {line}: no bm, am, scored moves or dm; left out",
                path.display()
            )),
            Ok((line, epd)) if with_mates && epd.direct_mate.is_none() => warn(format!(
                "{}: line {line}: no dm, which --mate asks for; left out",
                path.display()
            )),
            Ok((line, epd)) if with_mates && epd.direct_mate > Some(LONGEST_MATE) => warn(format!(
                "{}: line {line}: dm {}: --mate proves mates in at most {LONGEST_MATE} moves; left out",
                path.display(),
                epd.text("dm").unwrap_or_default()
            )),
            Ok(numbered) => positions.push(numbered),
            Err(error) => {
                unreadable_lines += 1;
                warn(format!("{}: {error}; not solved", path.display()));
            }
        }
    }
    if positions.is_empty() {
        let operations = match with_mates {
            true => format!("dm of at most {LONGEST_MATE} moves, which --mate asks for"),
            false => "bm, am, scored moves or dm".to_owned(),
        };
        return Err(Failure(format!(
            "{} has no position with {operations}",
            path.display()
        )));
    }
    Ok((positions, unreadable_lines))
}

fn is_empty(epd: &Epd) -> bool {
    epd.best_moves.is_empty()
        && epd.avoid_moves.is_empty()
        && epd.direct_mate.is_none()
        && scored_moves(epd).is_empty()
}

/// `c0 "f5=10, Be5+=2"`: moves and their points.
fn scored_moves(epd: &Epd) -> Vec<(Move, u32)> {
    let Some(text) = epd.comment(0) else {
        return Vec::new();
    };
    let entries: Option<Vec<_>> = text
        .split(',')
        .map(|entry| {
            let (mv, points) = entry.trim().rsplit_once('=')?;
            Some((
                parse_move(&epd.position, mv.trim()).ok()?,
                points.trim().parse().ok()?,
            ))
        })
        .collect();
    entries.unwrap_or_default()
}

/// Notes since when the choice has been the same.
#[derive(Default)]
struct Settling {
    choice: Option<Move>,
    since: u32,
}

impl Observer for Settling {
    fn report(&mut self, report: &Report) {
        let choice = report
            .lines
            .first()
            .and_then(|line| line.moves.first().copied());
        if choice != self.choice {
            self.choice = choice;
            self.since = report.depth;
        }
    }
}

fn examine(
    line: usize,
    epd: &Epd,
    arguments: &Arguments,
    shared: &mut Shared,
    worker: &mut Worker,
) -> Verdict {
    let unlimited = arguments.depth.is_none() && arguments.movetime.is_none() && !arguments.mate;
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes.or(unlimited.then_some(200_000)),
        clock: arguments.movetime.map_or(Clock::Unlimited, Clock::MoveTime),
        mate: epd.direct_mate.filter(|_| arguments.mate),
        ..Limits::default()
    };
    shared.table.clear();
    worker.clear();
    shared.begin_search();
    let timer = Timer::start(&limits);
    let mut settling = Settling::default();
    let outcome = SearchTask::new(
        shared,
        &Game::new(epd.position.clone()),
        &limits,
        &timer,
        &mut settling,
    )
    .run(worker);
    let score = outcome.last.lines.first().map(|line| line.score.value());
    let san = |mv: &Move| to_san(&epd.position, *mv);
    let list = |moves: &[Move]| moves.iter().map(san).collect::<Vec<_>>().join(" ");
    let scored = scored_moves(epd);
    let points = (!scored.is_empty()).then(|| {
        let most = scored.iter().map(|&(_, points)| points).max().unwrap_or(0);
        let won = scored
            .iter()
            .find(|(mv, _)| Some(*mv) == outcome.best)
            .map_or(0, |&(_, points)| points);
        (won, most)
    });
    let found = |moves: &[Move]| outcome.best.is_some_and(|best| moves.contains(&best));
    let mates = match (epd.direct_mate, score) {
        (Some(wanted), Some(ScoreValue::Mate(moves))) => moves > 0 && moves as u32 <= wanted,
        (Some(_), _) => false,
        (None, _) => true,
    };
    let by_mate = arguments.mate && epd.direct_mate.is_some();
    let (solved, wanted) = if !(epd.best_moves.is_empty() || by_mate) {
        (found(&epd.best_moves), list(&epd.best_moves))
    } else if !epd.avoid_moves.is_empty() {
        (
            outcome.best.is_some() && !found(&epd.avoid_moves),
            format!("not {}", list(&epd.avoid_moves)),
        )
    } else if let Some(moves) = epd.direct_mate {
        (mates, format!("mate in {moves}"))
    } else {
        let best = scored
            .iter()
            .filter(|&&(_, points)| Some(points) == scored.iter().map(|&(_, p)| p).max());
        let best: Vec<Move> = best.map(|&(mv, _)| mv).collect();
        (found(&best), list(&best))
    };
    Verdict {
        line,
        id: epd.id().unwrap_or_default().to_owned(),
        found: outcome.best.as_ref().map(san),
        wanted,
        solved,
        points,
        cp: score.and_then(|score| {
            if let ScoreValue::Cp(cp) = score {
                Some(cp)
            } else {
                None
            }
        }),
        mate: score.and_then(|score| {
            if let ScoreValue::Mate(moves) = score {
                Some(moves)
            } else {
                None
            }
        }),
        depth: outcome.last.depth,
        nodes: outcome.last.nodes,
        time_ms: outcome.last.time_ms,
        settled_at_depth: settling.since,
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let score = match (self.cp, self.mate) {
            (Some(cp), _) => format!("{:+.2}", f64::from(cp) / 100.0),
            (None, Some(moves)) => format!("#{moves}"),
            (None, None) => String::new(),
        };
        let what = if self.solved { "solved" } else { "  -   " };
        write!(
            f,
            "{:>5} {what} {:<8} {score:>7} wanted {}",
            self.line,
            self.found.as_deref().unwrap_or("none"),
            self.wanted
        )?;
        if let Some((won, most)) = self.points {
            write!(f, "  {won}/{most}")?;
        }
        if !self.id.is_empty() {
            write!(f, "  ({})", self.id)?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Summary {
    positions: usize,
    solved: usize,
    points: u32,
    most_points: u32,
    nodes: u64,
    /// Lines that cannot be read, which count as positions that were not solved.
    unreadable: usize,
}

impl Summary {
    fn add(&mut self, verdict: &Verdict) {
        self.positions += 1;
        self.solved += verdict.solved as usize;
        if let Some((won, most)) = verdict.points {
            self.points += won;
            self.most_points += most;
        }
        self.nodes += verdict.nodes;
    }

    fn text(&self, time: Duration) -> String {
        let percent = |part: f64, whole: f64| part * 100.0 / whole.max(1.0);
        let mut text = format!(
            "{} of {} solved ({:.1} %)",
            self.solved,
            self.positions,
            percent(self.solved as f64, self.positions as f64)
        );
        if self.most_points > 0 {
            let share = percent(f64::from(self.points), f64::from(self.most_points));
            text.push_str(&format!(
                ", {} of {} points ({share:.1} %)",
                self.points, self.most_points
            ));
        }
        if self.unreadable > 0 {
            text.push_str(&format!(
                ", {} unreadable",
                counted(self.unreadable as u64, "line")
            ));
        }
        text.push_str(&format!(
            ", {} nodes in {:.1} s",
            self.nodes,
            time.as_secs_f64()
        ));
        text
    }
}
