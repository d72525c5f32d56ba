//! `plumb-lab motifs`: how far the motifs that are found agree with puzzles' labels.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use plumb_chess::board::Game;
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_coach::analysis::Probe;
use plumb_coach::explain::{
    ExplainSettings, MotifAgreement, MotifCount, MotifDisagreement, MotifFinding, PlayedLine,
    Puzzle, PuzzleHalf, ZugzwangSearch, read_puzzles,
};
use plumb_engine::eval::Weights;
use plumb_engine::search::{Bound, EndgameTables, Limits};
use plumb_engine::syzygy::Tablebases;
use plumb_engine::tables::Models;
use plumb_lab::calibration::wilson;
use plumb_support::wording::counted;
use serde_json::{Value, json};

use plumb_terminal::{Ending, Failure, say, warn};

#[derive(clap::Args)]
pub struct Arguments {
    /// Tables of lichess.org's puzzles in CSV, as its own or with a line of column names
    #[arg(required = true, value_name = "PUZZLES.csv")]
    files: Vec<PathBuf>,

    /// Count one half only: detectors are mended on one and measured on the other
    #[arg(long, value_enum)]
    half: Option<HalfArgument>,

    /// Look at the line of a search of so many nodes, not at the solution
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    own_line: Option<u64>,

    /// Look for zugzwang too, with searches of up to so many nodes
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    zugzwang: Option<u64>,

    /// Endgame tables, which decide where they know
    #[arg(long, value_name = "DIR", requires = "zugzwang")]
    syzygy: Vec<PathBuf>,

    /// Write a line for every motif found without its label, and for every label whose
    /// motif is not found, with tabs between columns
    #[arg(long, value_name = "FILE")]
    disagreements: Option<PathBuf>,

    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// What puzzles are searched with.
struct PuzzleSearch {
    probe: Probe,
    own_line: Option<u64>,
    zugzwang: Option<u64>,
    tables: Option<Tablebases>,
}

impl PuzzleSearch {
    fn new(arguments: &Arguments, models: &Models) -> Result<PuzzleSearch, Failure> {
        let weights = models.get::<Weights>()?;
        Ok(PuzzleSearch {
            probe: Probe::new(weights, ExplainSettings::default().hash_mb)?,
            own_line: arguments.own_line,
            zugzwang: arguments.zugzwang,
            tables: match arguments.syzygy.as_slice() {
                [] => None,
                folders => Some(Tablebases::open(folders)?),
            },
        })
    }

    /// The puzzle with Plumb's own line in place of the solution, as long as that at most:
    /// its labels say nothing of what comes later.
    fn with_own_line(&mut self, puzzle: Puzzle) -> Puzzle {
        let Some((nodes, game)) = self.own_line.zip(start(&puzzle)) else {
            return puzzle;
        };
        self.probe.clear();
        let limits = Limits::nodes(nodes);
        let search = self
            .probe
            .search_to_mate(&game, limits, None, &AtomicBool::new(false));
        let mut iterations = search.iterations.iter().rev();
        let exact = iterations.find(|one| one.bound == Bound::Exact);
        let line = exact.map_or(&[][..], |one| one.moves());
        let moves = puzzle.moves.iter().take(1).chain(line);
        Puzzle {
            moves: moves.copied().take(puzzle.moves.len()).collect(),
            ..puzzle
        }
    }

    /// The first zugzwang of a puzzle's line.
    fn zugzwang(&mut self, puzzle: &Puzzle) -> Option<MotifFinding> {
        let tables = self.tables.as_ref();
        let mut search = ZugzwangSearch {
            probe: &mut self.probe,
            nodes: self.zugzwang?,
            tables: tables.map(|tables| tables as &dyn EndgameTables),
            searched: 0,
            stop: &AtomicBool::new(false),
        };
        search.first_in(&start(puzzle)?, puzzle.moves.get(1..)?)
    }
}

/// The board after the opponent's move, with which a puzzle begins.
fn start(puzzle: &Puzzle) -> Option<Game> {
    let mut game = Game::new(puzzle.before.clone());
    game.play(*puzzle.moves.first()?);
    Some(game)
}

#[derive(Clone, Copy, ValueEnum)]
enum HalfArgument {
    Tune,
    Report,
}

impl HalfArgument {
    fn of_puzzles(self) -> PuzzleHalf {
        match self {
            HalfArgument::Tune => PuzzleHalf::Tune,
            HalfArgument::Report => PuzzleHalf::Report,
        }
    }
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let half = arguments.half.map(HalfArgument::of_puzzles);
    let mut search = PuzzleSearch::new(arguments, models)?;
    let mut agreement = MotifAgreement::default();
    let mut seen = HashSet::new();
    let mut unreadable = 0;
    let list = arguments.disagreements.as_deref();
    let mut list = list.map(DisagreementList::create).transpose()?;
    for path in &arguments.files {
        let name = path.display();
        let file = File::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        for puzzle in read_puzzles(BufReader::new(file)) {
            match puzzle {
                Ok(puzzle) => {
                    let counts = half.is_none_or(|half| puzzle.half() == half);
                    if counts && seen.insert(puzzle.id.clone()) {
                        let puzzle = search.with_own_line(puzzle);
                        let found = search.zugzwang(&puzzle).into_iter().collect();
                        let findings = agreement.add_with(&puzzle, found);
                        if let Some(list) = &mut list {
                            list.add(&puzzle, &findings)?;
                        }
                    }
                }
                Err(error) => {
                    warn(format!("{name}, {error}"));
                    unreadable += 1;
                }
            }
        }
    }
    if let Some(failure) = search.tables.as_ref().and_then(EndgameTables::take_failure) {
        return Err(Failure(failure));
    }
    if let Some(list) = list {
        list.finish()?;
    }
    if agreement.puzzles == 0 {
        return Err(Failure("no puzzle could be read".to_owned()));
    }
    match arguments.json {
        true => say(serde_json::to_string_pretty(&to_json(&agreement))?),
        false => say(to_text(&agreement)),
    }
    Ok(match unreadable {
        0 => Ending::Done,
        _ => Ending::CheckFailed,
    })
}

/// A table of puzzles whose motifs and labels disagree.
struct DisagreementList {
    path: PathBuf,
    table: csv::Writer<File>,
}

impl DisagreementList {
    fn create(path: &Path) -> Result<DisagreementList, Failure> {
        let file = File::create(path)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        let mut list = DisagreementList {
            path: path.to_owned(),
            table: csv::WriterBuilder::new().delimiter(b'\t').from_writer(file),
        };
        list.write([
            "puzzle", "label", "said_by", "fen", "moves", "labels", "motifs",
        ])?;
        Ok(list)
    }

    fn add(&mut self, puzzle: &Puzzle, findings: &[MotifFinding]) -> Result<(), Failure> {
        let disagreements = MotifDisagreement::all(puzzle, findings);
        if disagreements.is_empty() {
            return Ok(());
        }
        let line = PlayedLine::new(&puzzle.before, &puzzle.moves);
        let fen = to_fen(&puzzle.before, FenStyle::XFen);
        let labels: Vec<&str> = puzzle.themes.iter().map(String::as_str).collect();
        let labels = labels.join(" ");
        let motifs: Vec<String> = findings
            .iter()
            .map(|finding| finding_words(&line, finding))
            .collect();
        let (moves, motifs) = (line.san(), motifs.join("; "));
        for MotifDisagreement { label, is_found } in disagreements {
            let said_by = if is_found { "plumb" } else { "label" };
            self.write([&puzzle.id, label, said_by, &fen, &moves, &labels, &motifs])?;
        }
        Ok(())
    }

    fn write(&mut self, row: [&str; 7]) -> Result<(), Failure> {
        let path = self.path.display();
        let written = self.table.write_record(row);
        written.map_err(|error| Failure(format!("cannot write {path}: {error}")))
    }

    fn finish(mut self) -> Result<(), Failure> {
        let path = self.path.display();
        let flushed = self.table.flush();
        flushed.map_err(|error| Failure(format!("cannot write {path}: {error}")))
    }
}

/// `fork 27.Qc7+ c7 > e8 a8 | d7`: the move that makes it, the man who does it, what is hit,
/// and what it works through.
fn finding_words(line: &PlayedLine, finding: &MotifFinding) -> String {
    // The opponent's move comes first.
    let mv = line.first(finding.index + 2).after(finding.index + 1).san();
    let mut words = format!("{} {mv} {}", finding.motif.key(), finding.actor);
    if !finding.targets.is_empty() {
        let targets = finding.targets.iter().map(|square| format!(" {square}"));
        words.push_str(&format!(" >{}", targets.collect::<String>()));
    }
    if let Some(through) = finding.through {
        words.push_str(&format!(" | {through}"));
    }
    words
}

/// So many of so many in percent, with Wilson's 95 % interval.
fn percent(hits: u64, count: u64) -> String {
    let Some(share) = share(hits, count) else {
        return "–".to_owned();
    };
    let [low, high] = wilson(hits, count).map(|end| 100.0 * end);
    format!("{:.1} ({low:.1}–{high:.1})", 100.0 * share)
}

fn share(hits: u64, count: u64) -> Option<f64> {
    (count > 0).then(|| hits as f64 / count as f64)
}

fn to_text(agreement: &MotifAgreement) -> String {
    let mut lines = vec![
        "Agreement with labels; percent with 95 % intervals.".to_owned(),
        format!(
            "{:18} {:>8} {:>7} {:>7}  {:>19}  {:>19}",
            "label", "labelled", "found", "both", "precision", "recall"
        ),
    ];
    lines.extend(agreement.themes.iter().map(|count| {
        let MotifCount {
            theme,
            labelled,
            found,
            both,
        } = *count;
        let precision = percent(both, found);
        let recall = percent(both, labelled);
        format!("{theme:18} {labelled:8} {found:7} {both:7}  {precision:>19}  {recall:>19}")
    }));
    lines.push(format!(
        "{}, {} with a label other than mate: the motif named first is among the labels of {}, {} %; none is named in {}.",
        counted(agreement.puzzles, "puzzle"),
        agreement.tactical,
        agreement.first_named,
        percent(agreement.first_named, agreement.tactical),
        agreement.nothing_named
    ));
    lines.join("\n")
}

fn to_json(agreement: &MotifAgreement) -> Value {
    let with_interval = |hits, count| {
        json!({
            "share": share(hits, count),
            "interval_95": share(hits, count).map(|_| wilson(hits, count)),
        })
    };
    let themes: Vec<Value> = agreement
        .themes
        .iter()
        .map(|count| {
            json!({
                "theme": count.theme,
                "labelled": count.labelled,
                "found": count.found,
                "both": count.both,
                "precision": with_interval(count.both, count.found),
                "recall": with_interval(count.both, count.labelled),
            })
        })
        .collect();
    json!({
        "puzzles": agreement.puzzles,
        "tactical": agreement.tactical,
        "first_named": agreement.first_named,
        "first_named_share": with_interval(agreement.first_named, agreement.tactical),
        "nothing_named": agreement.nothing_named,
        "themes": themes,
    })
}
