//! A whole check of a report: what it says is taken into a run of its own, and that run
//! is reported again.
//!
//! Start with `verify`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::to_value;

use super::super::audit::{Audit, AuditSettings};
use super::super::error::AuditError;
use super::super::game_selection::GameSelection;
use super::super::input::GameInput;
use super::super::judge_source::JudgeSource;
use super::super::observer::{AuditEvent, AuditObserver};
use super::super::passes::PassSettings;
use super::claims::{GameClaim, Report, ReportHead};
use super::comparison::{Comparison, ComparisonSummary, first_difference};
use super::draw::{Place, draw};
use crate::book::Book;
use crate::facts::Rules;
use crate::games::{SourceGame, games};
use crate::records::{Depths, Judge, MoveRecord, PlumbJudge, Profile, Stamp, Store, StoredRecord};
use crate::reference::Reference;
use crate::report::{REPORT_FORMAT, ReportDestination, ReportFormat};
use plumb_chess::board::Game;
use plumb_chess::notation::to_san;
use plumb_engine::syzygy::Tablebases;
use plumb_engine::tables::Models;
use plumb_support::wording::counted;

/// How a report is to be checked.
pub struct VerificationSettings {
    /// How many records are searched again.
    pub sample: usize,
    /// Which: any number gives another choice.
    pub seed: u64,
    /// The books that the report was made with; how many plies are book, it says itself.
    pub book: Book,
    /// The endgame tables that it was made with.
    pub tablebases: Option<Tablebases>,
}

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerificationSummary {
    /// Lines that were made again from the games and the report's records.
    pub lines: u64,
    /// Of these, lines that are not as the report has them, and moves that count and have
    /// no record.
    pub different_lines: u64,
    /// Records that the report has.
    pub records: u64,
    /// Of these, records that were searched again.
    pub searched: u64,
    /// Of those searched again, records that are not as the report has them.
    pub different_records: u64,
    /// What was not checked, one thing each.
    pub unchecked: Vec<String>,
}

impl VerificationSummary {
    /// Whether nothing was different, and anything was looked at.
    pub fn is_good(&self) -> bool {
        self.different_lines == 0 && self.different_records == 0 && self.searched > 0
    }
}

/// Checks the report in a file against the games that it is about; nothing when stopped. A
/// report that was not made by Plumb's own search with this build's settings and tables is
/// an error that names both. Every difference is told to the observer.
pub fn verify(
    path: &Path,
    inputs: Vec<GameInput>,
    settings: VerificationSettings,
    models: &Models,
    observer: &dyn AuditObserver,
) -> Result<Option<VerificationSummary>, AuditError> {
    let name = path.display().to_string();
    let unsuitable = |reason: String| AuditError::Unsuitable(format!("{name}: {reason}"));
    let report = Report::open(path).map_err(unsuitable)?;
    let head = &report.head;
    let depths = check_maker(&name, head, models)?;
    let mut judge = PlumbJudge::new(models.get()?, models.search_digest(), depths)?;
    let stamp = judge.stamp().clone();
    let (sample, seed) = (settings.sample, settings.seed);
    let selection = GameSelection::from_words(&head.selection).map_err(unsuitable)?;
    let settings = run_settings(head, depths, settings).map_err(unsuitable)?;
    check_books(&name, head, &settings)?;

    let mut audit = Audit::begin(Store::open(Path::new(""))?, settings, models)?;
    audit.add_absent(&report.others)?;
    let inputs = in_the_order_of(&report, inputs)?;
    match audit.read(inputs, &selection, &Silent(observer)) {
        Err(AuditError::StoppedReading) => return Ok(None),
        read => read?,
    }
    let mut check = Check {
        observer,
        different: 0,
        records: 0,
        failures: 0,
    };
    check
        .take_records(&report, &mut audit, &stamp)
        .map_err(unsuitable)?;
    check.find_missing_looks(&audit)?;
    let compared = match check.compare(&report, &mut audit)? {
        Some(compared) => compared,
        None => return Ok(None),
    };
    let store = audit.store();
    let drawn = draw(store, &stamp, sample, seed)?;
    let Some(different_records) = check.search_again(store, &mut judge, &drawn)? else {
        return Ok(None);
    };
    let searched = drawn.len() as u64;
    let unchecked = unchecked(head, &compared, check.records - searched, check.failures);
    Ok(Some(VerificationSummary {
        lines: compared.lines,
        different_lines: check.different + compared.different,
        records: check.records,
        searched,
        different_records,
        unchecked,
    }))
}

/// How the report was searched for, if this build searches so too.
fn check_maker(name: &str, head: &ReportHead, models: &Models) -> Result<Depths, AuditError> {
    let unsuitable = |reason: String| AuditError::Unsuitable(format!("{name}: {reason}"));
    if head.format != REPORT_FORMAT {
        return Err(unsuitable(format!(
            "it is '{}', and this version checks '{REPORT_FORMAT}'",
            head.format.escape_debug()
        )));
    }
    let Some(depths) = head.search else {
        return Err(unsuitable(format!(
            "it was made with {}; only reports of Plumb's own search can be checked",
            head.engine.escape_debug()
        )));
    };
    let stamp = Stamp::of_plumb(models.search_digest(), depths.to_string());
    for (what, found, asked) in [
        ("engine", &head.engine, &stamp.engine),
        ("version", &head.engine_version, &stamp.version),
        ("search", &head.settings, &stamp.settings),
    ] {
        if found != asked {
            return Err(AuditError::OtherMaker {
                place: name.to_owned(),
                what,
                found: found.clone(),
                asked: asked.clone(),
                instead: String::new(),
            });
        }
    }
    Ok(depths)
}

/// The settings of the run that the report says it is of.
fn run_settings(
    head: &ReportHead,
    depths: Depths,
    settings: VerificationSettings,
) -> Result<AuditSettings, String> {
    let screen = Reference::table(Profile::Screen).file_name();
    let profile = match head.profile.parse() {
        Ok(profile) => profile,
        Err(_) if head.tables.iter().any(|(file, _)| file == screen) => Profile::Screen,
        Err(_) => Profile::Full,
    };
    let names: Vec<&str> = head.passes.iter().map(|pass| pass.name.as_str()).collect();
    let book_plies = head.book.iter().find(|(name, _)| name == "book plies");
    let book_plies = book_plies.and_then(|(_, plies)| plies.parse().ok());
    Ok(AuditSettings {
        profile,
        depths,
        judges: vec![JudgeSource::Plumb],
        passes: PassSettings::from_names(&names)?,
        rules: Rules {
            set: head.rules.parse().map_err(|error| format!("{error}"))?,
            thresholds: head.thresholds,
        },
        book: settings.book.with_plies(book_plies.unwrap_or(0)),
        tablebases: settings.tablebases,
        // The others; those whose figures were made are counted again.
        looked_at: head.looked_at.saturating_sub(head.with_figures),
        jobs: 1,
        ..AuditSettings::new(profile)
    })
}

/// Which moves are book depends on files that the report only names.
fn check_books(name: &str, head: &ReportHead, settings: &AuditSettings) -> Result<(), AuditError> {
    let list = |book: &[(String, String)]| {
        let pairs = book.iter().map(|(name, value)| format!("{name} {value}"));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let differ = |what, found, asked, option: &str| AuditError::OtherMaker {
        place: name.to_owned(),
        what,
        found,
        asked,
        instead: format!("; name the same with {option}"),
    };
    let book = settings.book.settings()?;
    if book != head.book {
        let (found, asked) = (list(&head.book), list(&book));
        return Err(differ("book", found, asked, "--book and --index"));
    }
    let tables = settings.tablebases.as_ref().map(Tablebases::to_string);
    if tables != head.tablebases {
        let text = |tables: Option<String>| tables.unwrap_or_else(|| "none".to_owned());
        let (found, asked) = (text(head.tablebases.clone()), text(tables));
        return Err(differ("endgame tables", found, asked, "--syzygy"));
    }
    Ok(())
}

/// The texts in the order in which the report has their games; those it knows nothing of
/// come last. Where several have one name, their games tell.
fn in_the_order_of(report: &Report, inputs: Vec<GameInput>) -> Result<Vec<GameInput>, AuditError> {
    if inputs.len() < 2 {
        return Ok(inputs);
    }
    let mut placed = Vec::with_capacity(inputs.len());
    for input in inputs {
        let place = match input.again()? {
            None => None,
            Some(again) => games(&again.name, again.text).flatten().find_map(|game| {
                let sans = sans_of(&game);
                report.place(&game.file, game.number, sans.iter().map(String::as_str))
            }),
        };
        placed.push((place.unwrap_or(usize::MAX), input));
    }
    placed.sort_by_key(|(place, _)| *place);
    Ok(placed.into_iter().map(|(_, input)| input).collect())
}

fn sans_of(source: &SourceGame) -> Vec<String> {
    let mut position = source.start.clone();
    let mut sans = Vec::with_capacity(source.plies.len());
    for ply in &source.plies {
        sans.push(ply.mv.map_or("--".to_owned(), |mv| to_san(&position, mv)));
        position = match ply.mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
    }
    sans
}

/// Games that the report leaves out, and notes, are in it too: they are not told again.
struct Silent<'a>(&'a dyn AuditObserver);

impl AuditObserver for Silent<'_> {
    fn stop(&self) -> &AtomicBool {
        self.0.stop()
    }

    fn event(&self, event: AuditEvent<'_>) {
        if !matches!(event, AuditEvent::Problem(_) | AuditEvent::Note(_)) {
            self.0.event(event);
        }
    }
}

struct Check<'a> {
    observer: &'a dyn AuditObserver,
    /// Moves without the record that they must have.
    different: u64,
    records: u64,
    /// Games that the engine is said to have failed in, and that lack records.
    failures: u64,
}

impl Check<'_> {
    fn tell(&self, line: &str) {
        self.observer.event(AuditEvent::Different(line));
    }

    /// Puts the report's records into the run.
    fn take_records(
        &mut self,
        report: &Report,
        audit: &mut Audit<'_>,
        stamp: &Stamp,
    ) -> Result<(), String> {
        let count = audit.store().game_count().map_err(|e| e.to_string())?;
        report.for_each_game(|_, claim| {
            self.records += claim.moves.iter().filter(|mv| mv.record.is_some()).count() as u64;
            // A game that is not there shows when the lines are compared.
            if claim.id == 0 || claim.id > count {
                return Ok(());
            }
            let taken = self.take_game(&claim, audit, stamp);
            taken.map_err(|error| error.to_string())
        })
    }

    fn take_game(
        &mut self,
        claim: &GameClaim,
        audit: &mut Audit<'_>,
        stamp: &Stamp,
    ) -> Result<(), AuditError> {
        let source = audit.store().game(claim.id)?;
        let selected = audit.selected_plies(&source)?;
        let mut selected = selected.into_iter().peekable();
        let mut claims = claim.moves.iter().peekable();
        let mut records = Vec::new();
        let mut is_whole = true;
        let mut game = Game::new(source.start.clone());
        for (index, ply) in source.plies.iter().enumerate() {
            let said = claims.next_if(|said| said.ply == index + 1);
            let must_be_there = selected.next_if_eq(&index).is_some();
            let Some(mv) = ply.mv else {
                game.play_null();
                continue;
            };
            match said.and_then(|said| said.record.as_ref()) {
                // One that does not fit is not stored, and shows when lines are compared.
                Some(record) => records.extend(StoredRecord::of(&game, mv, stamp, record)),
                None if must_be_there => {
                    is_whole = false;
                    self.different += 1;
                    let place =
                        format!("{}, game {}, ply {}", source.file, source.number, index + 1);
                    self.tell(&format!(
                        "{place}: the move has no record and must have one"
                    ));
                }
                None => {}
            }
            game.play(mv);
        }
        audit.add_records(&records)?;
        // Where nothing is missing, nothing failed, and whatever is said of a failure shows
        // when lines are compared.
        if let (Some(reason), false) = (&claim.failure, is_whole) {
            self.failures += 1;
            audit.store().add_failure(claim.id, stamp, reason)?;
        }
        Ok(())
    }

    /// Tells which records lack a deep look that they must have.
    fn find_missing_looks(&mut self, audit: &Audit<'_>) -> Result<(), AuditError> {
        for (id, ply) in audit.missing_deep_looks()? {
            let source = audit.store().game(id)?;
            self.different += 1;
            let (file, number) = (source.file, source.number);
            self.tell(&format!(
                "{file}, game {number}, ply {ply}: the record has no deep look and must have one"
            ));
        }
        Ok(())
    }

    /// Makes the report again; nothing when stopped.
    fn compare(
        &self,
        report: &Report,
        audit: &mut Audit<'_>,
    ) -> Result<Option<ComparisonSummary>, AuditError> {
        let unsuitable = |reason: String| AuditError::Unsuitable(reason);
        let head = &report.head;
        let passes = head.passes.iter().map(|pass| pass.name.clone()).collect();
        let lines = report.lines().map_err(unsuitable)?;
        let comparison = Comparison::new(lines, passes);
        audit.note_runs()?;
        let writer = Box::new(comparison.writer());
        let destination = ReportDestination::Stream(ReportFormat::Jsonl, writer);
        if audit.report(destination, self.observer)?.is_none() {
            return Ok(None);
        }
        let compared = comparison.finish().map_err(unsuitable)?;
        compared.messages.iter().for_each(|line| self.tell(line));
        Ok(Some(compared))
    }

    /// How many of these records a fresh search makes otherwise; nothing when stopped.
    fn search_again(
        &self,
        store: &Store,
        judge: &mut PlumbJudge,
        drawn: &BTreeSet<Place>,
    ) -> Result<Option<u64>, AuditError> {
        let stamp = judge.stamp().clone();
        let mut different = 0;
        for (done, &(id, ply)) in drawn.iter().enumerate() {
            let source = store.game(id)?;
            let game = source.before(ply - 1);
            let Some(mv) = source.plies[ply - 1].mv else {
                continue;
            };
            let Some(claimed) = store.record(&game, mv, &stamp)? else {
                continue;
            };
            let found = judge.record(&game, mv, self.observer.stop());
            let Some(mut found) = found.map_err(AuditError::Judge)? else {
                return Ok(None);
            };
            if claimed.deep_look.is_some() {
                found.deep_look = judge.deep_look(&game, &found, self.observer.stop());
            }
            if self.observer.stop().load(Ordering::Relaxed) {
                return Ok(None);
            }
            if !claimed.has_continuations() {
                found = found.without_continuations();
            }
            if found != claimed {
                different += 1;
                self.tell(&format!(
                    "{}, game {}, ply {ply}: {}",
                    source.file,
                    source.number,
                    said_and_found(&claimed, &found)?
                ));
            }
            self.observer.event(AuditEvent::Rechecked {
                done: done as u64 + 1,
                all: drawn.len() as u64,
                different,
            });
        }
        Ok(Some(different))
    }
}

/// How two different records of a move differ: by their scores, or else by the first thing
/// that is not the same.
fn said_and_found(claimed: &MoveRecord, found: &MoveRecord) -> serde_json::Result<String> {
    let scores = |record: &MoveRecord| (record.before.score, record.after.score);
    if scores(claimed) != scores(found) {
        return Ok(format!(
            "the report says {:?} for {} and {:?} after it; a fresh search says {:?} and {:?}",
            claimed.before.score,
            claimed.played,
            claimed.after.score,
            found.before.score,
            found.after.score
        ));
    }
    let differs = first_difference(&to_value(claimed)?, &to_value(found)?);
    let differs = differs.unwrap_or_else(|| "something is not the same".to_owned());
    let played = &claimed.played;
    Ok(format!(
        "a fresh search has the same scores, but in the record of {played} {differs}"
    ))
}

/// What nobody can know from games and report, and what was not looked at.
fn unchecked(
    head: &ReportHead,
    compared: &ComparisonSummary,
    records: u64,
    failures: u64,
) -> Vec<String> {
    let mut list = Vec::new();
    if records > 0 {
        list.push(format!("{records} records that were not searched again"));
    }
    if !head.passes.is_empty() {
        let names: Vec<&str> = head.passes.iter().map(|pass| pass.name.as_str()).collect();
        list.push(format!(
            "what the other passes came to ({}), whose records the report does not have",
            names.join(", ")
        ));
    }
    if !head.jury.is_empty() {
        list.push(format!(
            "the figures of the jury's other members ({}), whose records the report does not have",
            head.jury.join("; ")
        ));
    }
    if failures > 0 {
        list.push(format!(
            "why the engine failed in {}",
            counted(failures, "game")
        ));
    }
    if compared.other_runs > 0 {
        list.push(format!(
            "{} other runs in its list of runs",
            compared.other_runs
        ));
    }
    let others = head.looked_at.saturating_sub(head.with_figures);
    if others > 0 {
        list.push(format!("that {others} players more were looked at"));
    }
    list
}
