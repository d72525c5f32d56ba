//! Reports of a run, written game by game.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use plumb::board::{Color, Game};
use plumb::fairplay::{
    Book, CSV_HEADER, Choice, Field, GameReport, HtmlReport, MoveRecord, Panel, PlayerReport,
    RecordKey, RunHeader, Skill, SourceGame, Stamp, Standard, Store, annotated, csv_rows, examine,
    field_line, game_line, header_line, jury_line, player_line,
};

use crate::cli::{Ending, Failure, say};

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Jsonl,
    Csv,
    Pgn,
}

/// Sensitivity and consistency are fitted to all choices of a player at once;
/// with more games than this they are left out.
const MOST_GAMES_FOR_SKILL: u64 = 20_000;

/// Where each format goes.
pub(super) struct Formats {
    jsonl: Option<Sink>,
    csv: Option<csv::Writer<Sink>>,
    pgn: Option<Sink>,
    html: Option<Sink>,
    /// Said at the end.
    folder: Option<PathBuf>,
}

/// A file that takes its place when it is whole, or standard output.
pub(super) enum Sink {
    File {
        file: BufWriter<File>,
        path: PathBuf,
    },
    Standard(io::Stdout),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::File { file, .. } => file.write(bytes),
            Sink::Standard(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::File { file, .. } => file.flush(),
            Sink::Standard(out) => out.flush(),
        }
    }
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

impl Sink {
    pub(super) fn standard() -> Sink {
        Sink::Standard(io::stdout())
    }

    pub(super) fn file(path: PathBuf) -> Result<Sink, Failure> {
        let part = unfinished(&path);
        let file =
            File::create(&part).map_err(|error| Failure(format!("{}: {error}", part.display())))?;
        Ok(Sink::File {
            file: BufWriter::new(file),
            path,
        })
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Sink::File { file, path } = self {
            drop(file);
            std::fs::rename(unfinished(&path), &path)
                .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }
}

impl Formats {
    pub(super) fn to_standard_output(format: Format) -> Formats {
        let sink = |wanted| (format == wanted).then(|| Sink::Standard(io::stdout()));
        Formats {
            jsonl: sink(Format::Jsonl),
            csv: sink(Format::Csv).map(csv::Writer::from_writer),
            pgn: sink(Format::Pgn),
            html: None,
            folder: None,
        }
    }

    pub(super) fn to_folder(folder: &Path) -> Result<Formats, Failure> {
        Ok(Formats {
            jsonl: Some(Sink::file(folder.join("report.jsonl"))?),
            csv: Some(csv::Writer::from_writer(Sink::file(
                folder.join("moves.csv"),
            )?)),
            pgn: Some(Sink::file(folder.join("games.pgn"))?),
            html: Some(Sink::file(folder.join("report.html"))?),
            folder: Some(folder.to_owned()),
        })
    }
}

/// The records of a game, one for each ply, none where there is none.
fn records_of(
    store: &Store,
    source: &SourceGame,
    stamp: &Stamp,
) -> Result<Vec<Option<MoveRecord>>, Failure> {
    let mut game = Game::new(source.start.clone());
    let mut found = Vec::with_capacity(source.plies.len());
    for ply in &source.plies {
        found.push(match ply.mv {
            Some(mv) => {
                let record = store.record(RecordKey::new(&game, mv, stamp))?;
                game.play(mv);
                record
            }
            None => {
                game.play_null();
                None
            }
        });
    }
    Ok(found)
}

/// What each player chose from.
type Choices = BTreeMap<String, Vec<Choice>>;

fn add_choices(choices: &mut Choices, report: &GameReport) {
    for mv in &report.moves {
        let name = match mv.side {
            "white" => &report.white,
            _ => &report.black,
        };
        if let (Some(name), Some(facts)) = (name, mv.judged.counted()) {
            let list = choices.entry(name.clone()).or_default();
            list.push(facts.choice.clone());
        }
    }
}

/// Writes every report of a run whose records are there.
pub(super) fn write(
    store: &Store,
    stamps: &[&Stamp],
    book: &Book,
    standard: &Standard,
    mut header: RunHeader,
    mut formats: Formats,
) -> Result<Ending, Failure> {
    let stamp = stamps[0];
    let count = store.game_count()?;
    let problems = store.problems()?;
    header.games = count;
    header.problems = problems.len() as u64;
    header.players = players(store)?;
    header.looked_at = header.looked_at.max(header.players);
    if let Some(out) = &mut formats.jsonl {
        writeln!(out, "{}", header_line(&header))?;
    }
    if let Some(out) = &mut formats.csv {
        out.write_record(CSV_HEADER)?;
    }
    let mut page = formats.html.as_ref().map(|_| HtmlReport::new(&header));
    let mut field = Field::default();
    let mut panel = (stamps.len() > 1).then(|| Panel::new(stamps));
    let shows_players = formats.jsonl.is_some() || page.is_some();
    let fits = shows_players && count <= MOST_GAMES_FOR_SKILL;
    let mut choices = fits.then(Choices::default);
    let mut failures = 0;
    for id in 1..=count {
        let source = store.game(id)?;
        let failure = store.failure(id, &stamp.engine)?;
        failures += u64::from(failure.is_some());
        let records = records_of(store, &source, stamp)?;
        let depth = book.depth(&source)?;
        let (report, sums) = examine(id, &source, records, depth, standard, failure);
        if let Some(panel) = &mut panel {
            let others = stamps[1..].iter();
            let others = others.map(|stamp| records_of(store, &source, stamp));
            panel.add(
                &source,
                &report,
                others.collect::<Result<_, _>>()?,
                standard,
            );
        }
        field.add(report.white.as_deref(), report.black.as_deref(), &sums);
        if let Some(choices) = &mut choices {
            add_choices(choices, &report);
        }
        if let Some(out) = &mut formats.jsonl {
            writeln!(out, "{}", game_line(&report))?;
        }
        if let Some(out) = &mut formats.csv {
            for row in csv_rows(&report) {
                out.write_record(&row)?;
            }
        }
        if let Some(out) = &mut formats.pgn {
            write!(out, "{}", annotated(&source, &report))?;
        }
        if let Some(page) = &mut page {
            page.add_game(&report);
        }
    }
    let options = &standard.options;
    for (name, _) in field.players().filter(|_| shows_players) {
        let Some(beside) = field.beside(name, options) else {
            continue;
        };
        let player = PlayerReport {
            name,
            skill: (choices.as_ref()).map(|all| Skill::fit(all.get(name).into_iter().flatten())),
            jury: (panel.as_ref()).map(|panel| panel.player(name, &beside.player, options)),
            beside,
        };
        if let Some(out) = &mut formats.jsonl {
            writeln!(out, "{}", player_line(&player))?;
        }
        if let Some(page) = &mut page {
            page.add_player(&player);
        }
    }
    let everybody = field.figures(options);
    if let Some(out) = &mut formats.jsonl {
        writeln!(out, "{}", field_line(&everybody))?;
    }
    if let Some(panel) = &panel {
        let (jury, apart) = (panel.everybody(&everybody, options), panel.disagreement());
        if let Some(out) = &mut formats.jsonl {
            writeln!(out, "{}", jury_line(stamps, &jury, &apart))?;
        }
        if let Some(page) = &mut page {
            page.set_jury(stamps, &jury, &apart);
        }
    }
    if let Some(out) = &mut formats.jsonl {
        for problem in &problems {
            writeln!(
                out,
                "{}",
                serde_json::json!({
                    "kind": "problem", "file": problem.file, "number": problem.number,
                    "line": problem.line, "reason": problem.reason,
                })
            )?;
        }
    }
    if let (Some(mut page), Some(mut out)) = (page, formats.html) {
        page.set_field(&everybody);
        for problem in &problems {
            page.add_problem(problem);
        }
        out.write_all(page.finish()?.as_bytes())?;
        out.finish()?;
    }
    if let Some(out) = formats.jsonl {
        out.finish()?;
    }
    if let Some(out) = formats.csv {
        out.into_inner()
            .map_err(|error| Failure(error.to_string()))?
            .finish()?;
    }
    if let Some(out) = formats.pgn {
        out.finish()?;
    }
    if let Some(folder) = formats.folder {
        say(format!(
            "{count} games of {} players in {}; {} not readable, {failures} without all records",
            header.players,
            folder.display(),
            problems.len()
        ));
    }
    Ok(Ending::Done)
}

/// How many different names the games have.
fn players(store: &Store) -> Result<u64, Failure> {
    let mut names = std::collections::BTreeSet::new();
    for id in 1..=store.game_count()? {
        let game = store.game(id)?;
        for side in [Color::White, Color::Black] {
            names.extend(game.player(side).map(str::to_owned));
        }
    }
    Ok(names.len() as u64)
}
