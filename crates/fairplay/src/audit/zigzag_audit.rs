//! A whole run of the zig-zag: games and settings in, JSON Lines and a page out.
//!
//! Start with `ZigzagAudit::begin`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::error::AuditError;
use super::game_selection::GameSelection;
use super::input::{GameInput, PortionSettings, read_games};
use super::judge_source::JudgeSource;
use super::observer::{AuditEvent, AuditObserver};
use super::run_notes::{self, RecordKind};
use crate::book::Book;
use crate::facts::{Rules, Yardstick};
use crate::figures::{FigureOptions, Standard};
use crate::games::SourceGame;
use crate::records::{Progress, Stamp, Store};
use crate::report::{
    ZigzagHeader, ZigzagPage, problem_line, zigzag_game_line, zigzag_head_line, zigzag_player_line,
};
use crate::zigzag::{
    TestedSides, Zigzag, ZigzagError, ZigzagPlan, ZigzagPlayers, ZigzagSettings, examine_zigzag,
    fill_zigzag, zigzag_records,
};
use plumb_chess::board::Color;
use plumb_engine::tables::Models;
use plumb_support::output_file::OutputFile;

/// What a run of the zig-zag is asked to do.
pub struct ZigzagAuditSettings {
    /// How deep it goes.
    pub zigzag: ZigzagSettings,
    /// Whose moves are tested.
    pub tested: TestedSides,
    /// Who judges.
    pub judge: JudgeSource,
    /// Which moves count.
    pub rules: Rules,
    /// Which moves are known; each game's run begins behind them.
    pub book: Book,
    /// How many other players were looked at, besides those of these games.
    pub looked_at: u64,
    /// Threads, each with an engine and tables of its own.
    pub jobs: usize,
}

/// Where the reports of a zig-zag go.
pub enum ZigzagDestination {
    /// `zigzag.jsonl` and `zigzag.html` in this folder, which is there.
    Folder(PathBuf),
    /// JSON Lines to a stream.
    Stream(Box<dyn Write>),
}

type Maker = Box<dyn Fn() -> Result<Zigzag, ZigzagError> + Sync>;

/// A run of the zig-zag in its file.
pub struct ZigzagAudit<'a> {
    store: Store,
    settings: ZigzagAuditSettings,
    models: &'a Models,
    new: Maker,
    stamp: Stamp,
}

impl<'a> ZigzagAudit<'a> {
    /// Begins a run in this file, or goes on with the one that is there, which must have
    /// been made by the same judge.
    pub fn begin(
        store: Store,
        settings: ZigzagAuditSettings,
        models: &'a Models,
    ) -> Result<ZigzagAudit<'a>, AuditError> {
        let zigzag = settings.zigzag;
        let new: Maker = match settings.judge.clone() {
            JudgeSource::Plumb => {
                let weights = models.get()?;
                let tables = models.search_digest().to_owned();
                Box::new(move || Zigzag::plumb(&weights, &tables, zigzag))
            }
            JudgeSource::Engine(setup) => {
                Box::new(move || Zigzag::engine((*setup).clone(), zigzag))
            }
        };
        let stamp = new()?.stamp().clone();
        run_notes::check_maker(&store, RecordKind::Zigzag, &stamp, "zigzag")?;
        Ok(ZigzagAudit {
            store,
            settings,
            models,
            new,
            stamp,
        })
    }

    /// The run's file.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How it searches, in words.
    pub fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Reads the chosen games of these texts, in the place of those that were there.
    pub fn read(
        &mut self,
        inputs: Vec<GameInput>,
        selection: &GameSelection,
        observer: &dyn AuditObserver,
    ) -> Result<(), AuditError> {
        read_games(
            &mut self.store,
            inputs,
            selection,
            PortionSettings::default(),
            observer,
        )
    }

    /// Goes through every game without records and writes the reports: how many games
    /// they have; nothing when stopped.
    pub fn run(
        &mut self,
        destination: ZigzagDestination,
        observer: &dyn AuditObserver,
    ) -> Result<Option<u64>, AuditError> {
        self.search(observer)?;
        if observer.stop().load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.report(destination).map(Some)
    }

    fn search(&mut self, observer: &dyn AuditObserver) -> Result<(), AuditError> {
        let settings = &self.settings;
        run_notes::note_maker(&self.store, RecordKind::Zigzag, &self.stamp, "zigzag")?;
        self.store.clear_failures()?;
        let plan = ZigzagPlan {
            jobs: settings.jobs,
            new: self.new.as_ref(),
            stamp: &self.stamp,
            tested: settings.tested,
        };
        let mut progress = Progress {
            all_games: self.store.game_count()?,
            ..Progress::default()
        };
        let first = |game: &SourceGame| -> Result<usize, AuditError> {
            Ok(settings.book.depth(game)?.plies)
        };
        fill_zigzag(&mut self.store, &plan, &first, observer.stop(), |done| {
            progress.games += 1;
            if let Some(failure) = &done.failure {
                progress.failures += 1;
                observer.event(AuditEvent::Failure {
                    file: &failure.file,
                    number: failure.number,
                    reason: &failure.reason,
                });
            }
            observer.event(AuditEvent::Searched(progress));
        })
    }

    /// Writes the reports of what is there; says how many games they have.
    fn report(&self, destination: ZigzagDestination) -> Result<u64, AuditError> {
        let (store, settings) = (&self.store, &self.settings);
        let standard = Standard {
            rules: settings.rules,
            yardstick: Yardstick::of(self.models)?,
            options: FigureOptions {
                rules: settings.rules.set,
                lines: settings.zigzag.lines,
            },
            tables: None,
            models: None,
            trends: None,
        };
        let (mut lines, page_file) = match destination {
            ZigzagDestination::Folder(folder) => (
                OutputFile::create(folder.join("zigzag.jsonl"))?,
                Some(OutputFile::create(folder.join("zigzag.html"))?),
            ),
            ZigzagDestination::Stream(out) => (OutputFile::Stream(out), None),
        };
        let header = self.header()?;
        writeln!(lines, "{}", zigzag_head_line(&header)?)?;
        let mut page = ZigzagPage::new(&header);
        let mut players = ZigzagPlayers::default();
        for id in 1..=header.games {
            let game = store.game(id)?;
            let first = settings.book.depth(&game)?.plies;
            let records = zigzag_records(store, &game, settings.tested, first, &self.stamp)?;
            let zigzag = &settings.zigzag;
            let mut report = examine_zigzag(id, &game, first, records, zigzag, &standard);
            report.failure = store.failure(id, &self.stamp)?;
            writeln!(lines, "{}", zigzag_game_line(&report)?)?;
            page.add_game(&report);
            players.add(&report);
        }
        for (name, sums) in players.sums(&standard.options) {
            writeln!(lines, "{}", zigzag_player_line(name, &sums)?)?;
            page.add_player(name, &sums);
        }
        for problem in &store.problems()? {
            writeln!(lines, "{}", problem_line(problem))?;
        }
        lines.finish()?;
        if let Some(mut file) = page_file {
            file.write_all(page.finish()?.as_bytes())?;
            file.finish()?;
        }
        Ok(header.games)
    }

    fn header(&self) -> Result<ZigzagHeader, AuditError> {
        let (store, settings) = (&self.store, &self.settings);
        let mut header = ZigzagHeader::new(
            &self.stamp,
            &settings.zigzag,
            settings.tested,
            &settings.rules,
            settings.book.settings()?,
        )?;
        run_notes::note_run(store, &header.way())?;
        header.runs = run_notes::noted_runs(store)?;
        header.selection = run_notes::noted_selection(store)?;
        header.games = store.game_count()?;
        header.problems = store.problems()?.len() as u64;
        header.looked_at = settings.looked_at + names(store)?;
        Ok(header)
    }
}

/// How many different names the games have.
fn names(store: &Store) -> Result<u64, AuditError> {
    let mut names = BTreeSet::new();
    for id in 1..=store.game_count()? {
        let game = store.game(id)?;
        let sides = [Color::White, Color::Black].map(|side| game.player(side));
        names.extend(sides.into_iter().flatten().map(str::to_owned));
    }
    Ok(names.len() as u64)
}
