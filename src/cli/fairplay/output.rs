//! Reports of a run, written game by game.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use plumb::board::{Color, Game};
use plumb::fairplay::{
    Book, CSV_HEADER, Choice, Field, Figures, FiguresPass, GameReport, HtmlReport, Level,
    MoveRecord, NoSkill, Panel, PlayerReport, RecordKey, Reference, RunHeader, Skill, SourceGame,
    Stamp, Standard, Store, annotated, csv_rows, examine, field_line, game_line, header_line,
    jury_line, player_line,
};

use super::passes::Pass;
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
/// With more than this they have no range: every pass needs as many choices.
const MOST_GAMES_FOR_SKILL_RANGE: u64 = 2_000;

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
pub(super) fn records_of(
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

/// What reports are made of.
pub(super) struct Content<'a> {
    /// Everybody who judges, the first being the one whose figures are reported.
    pub(super) stamps: &'a [&'a Stamp],
    /// His other looks at the same moves.
    pub(super) passes: &'a [Pass],
    pub(super) book: &'a Book,
    pub(super) standard: &'a Standard<'a>,
    /// Honest play to compare with.
    pub(super) reference: Option<&'a Reference>,
}

/// One look at all games, added up.
struct Look<'a> {
    name: &'a str,
    stamp: &'a Stamp,
    field: Field,
    /// Each player's counted choices, where s and c are fitted.
    choices: Option<BTreeMap<String, Vec<Choice>>>,
}

impl<'a> Look<'a> {
    fn new(name: &'a str, stamp: &'a Stamp, fits: bool) -> Look<'a> {
        Look {
            name,
            stamp,
            field: Field::default(),
            choices: fits.then(BTreeMap::new),
        }
    }

    /// A game by this look's records.
    fn add(
        &mut self,
        store: &Store,
        id: u64,
        source: &SourceGame,
        content: &Content<'_>,
    ) -> Result<GameReport, Failure> {
        let failure = store.failure(id, &self.stamp.engine)?;
        let records = records_of(store, source, self.stamp)?;
        let depth = content.book.depth(source)?;
        let (report, sums) = examine(id, source, records, depth, content.standard, failure);
        let (white, black) = (report.white.as_deref(), report.black.as_deref());
        self.field.add(white, black, &sums);
        if let Some(choices) = &mut self.choices {
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
        Ok(report)
    }

    fn skill(&self, name: &str) -> Option<Result<Skill, NoSkill>> {
        let choices = self.choices.as_ref()?.get(name);
        Some(Skill::fit(choices.into_iter().flatten()))
    }

    fn everybody(&self, standard: &Standard<'_>) -> Figures {
        Figures::of(self.field.everybody(), Level::Field, &standard.options)
    }
}

/// A player by the main look, with the ranges over the others.
fn player<'n>(
    name: &'n str,
    main: &Look<'_>,
    others: &[Look<'_>],
    panel: Option<&Panel>,
    content: &Content<'_>,
    looked_at: u64,
) -> Option<PlayerReport<'n>> {
    let options = &content.standard.options;
    let mut beside = main.field.beside(name, options)?;
    // Members are compared by one pass each.
    let jury = panel.map(|panel| panel.player(name, &beside.player, options));
    let mut skill = main.skill(name);
    let mut passes = Vec::with_capacity(others.len());
    for other in others {
        if let Some(theirs) = other.field.beside(name, options) {
            beside.widen(&theirs);
            passes.push(FiguresPass::of(other.name, &theirs.player));
        }
        if let (Some(Ok(mine)), Some(Ok(theirs))) = (&mut skill, other.skill(name)) {
            mine.widen(&theirs);
        }
    }
    let sums = main.field.player(name)?;
    let common = content
        .reference
        .and_then(|reference| reference.commonness(&sums.own, Level::Player.gate(), looked_at));
    Some(PlayerReport {
        name,
        jury,
        beside,
        skill,
        passes,
        common,
    })
}

/// Writes every report of a run whose records are there.
pub(super) fn write(
    store: &Store,
    content: &Content<'_>,
    mut header: RunHeader,
    mut formats: Formats,
) -> Result<Ending, Failure> {
    let (stamps, standard) = (content.stamps, content.standard);
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
    let cloud = content.reference.map(Reference::cloud);
    let new_page = || HtmlReport::new(&header).with_cloud(cloud.as_deref());
    let mut page = formats.html.as_ref().map(|_| new_page());
    let shows_players = formats.jsonl.is_some() || page.is_some();
    let fits = |most| shows_players && count <= most;
    let mut main = Look::new("main", stamps[0], fits(MOST_GAMES_FOR_SKILL));
    let mut others: Vec<Look<'_>> = content
        .passes
        .iter()
        .map(|pass| {
            Look::new(
                &pass.name,
                &pass.member.stamp,
                fits(MOST_GAMES_FOR_SKILL_RANGE),
            )
        })
        .collect();
    let mut panel = (stamps.len() > 1).then(|| Panel::new(stamps));
    let mut failures = 0;
    for id in 1..=count {
        let source = store.game(id)?;
        let mut report = main.add(store, id, &source, content)?;
        failures += u64::from(report.failure.is_some());
        if let Some(panel) = &mut panel {
            let members = stamps[1..].iter();
            let members = members.map(|stamp| records_of(store, &source, stamp));
            let records = members.collect::<Result<_, _>>()?;
            panel.add(&source, &report, records, standard);
        }
        for other in &mut others {
            let again = other.add(store, id, &source, content)?;
            report.add_pass(other.name, &again);
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
    for (name, _) in main.field.players().filter(|_| shows_players) {
        let jury = panel.as_ref();
        let Some(player) = player(name, &main, &others, jury, content, header.looked_at) else {
            continue;
        };
        if let Some(out) = &mut formats.jsonl {
            writeln!(out, "{}", player_line(&player))?;
        }
        if let Some(page) = &mut page {
            page.add_player(&player);
        }
    }
    let mut everybody = main.everybody(standard);
    let jury = panel.as_ref().map(|panel| {
        let figures = panel.everybody(&everybody, &standard.options);
        (figures, panel.disagreement())
    });
    let mut passes = Vec::new();
    for other in &others {
        let theirs = other.everybody(standard);
        everybody.widen(&theirs);
        passes.push(FiguresPass::of(other.name, &theirs));
    }
    if let Some(out) = &mut formats.jsonl {
        writeln!(out, "{}", field_line(&everybody, &passes))?;
    }
    if let Some((figures, apart)) = &jury {
        if let Some(out) = &mut formats.jsonl {
            writeln!(out, "{}", jury_line(stamps, figures, apart))?;
        }
        if let Some(page) = &mut page {
            page.set_jury(stamps, figures, apart);
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
        page.set_field(&everybody, &passes);
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
