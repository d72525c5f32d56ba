//! Reports of a run whose records are there.
//!
//! Reads the run game by game; what games add to players and events goes to disk and comes
//! back name by name, so that memory grows with neither. Start with `write_reports`.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use super::error::AuditError;
use super::observer::{AuditEvent, AuditObserver};
use super::pass_sums::{Assessment, PassSums, Passes, PlayerTotal, RunContext, event, player};
use super::passes::Pass;
use super::sums_file::SumsFile;
use super::whole_run::WholeRun;
use crate::book::game_hash;
use crate::figures::{
    FieldSums, GAME_GATE, Looks, PLAYER_GAMES, PLAYER_GATE, Panel, Standard, counted_moves,
};
use crate::records::{Stamp, Store};
use crate::reference::{Reference, TestedKeys};
use crate::report::{FiguresPass, ReportDestination, ReportWriter, RunHeader};
use plumb_chess::board::Color;

/// Sensitivity and consistency are fitted to all choices of a player at once;
/// with more games than this they are left out.
const MOST_GAMES_FOR_SKILL: u64 = 20_000;
/// With more than this they have no range: every pass needs as many choices.
const MOST_GAMES_FOR_SKILL_RANGE: u64 = 2_000;

/// What the reports of a run say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportCounts {
    /// Games.
    pub games: u64,
    /// Players in them.
    pub players: u64,
    /// Of these, programs that play openly.
    pub computers: u64,
    /// Games of the input that are left out.
    pub problems: u64,
    /// Games in which an engine failed, so that records are missing.
    pub failures: u64,
}

/// Writes every report of a run; nothing when stopped, and then no file takes its place.
/// `stamps` are those of everybody who judges, the first being the one whose figures are
/// reported; `passes` are his other passes over the same moves.
pub(super) fn write_reports(
    store: &Store,
    stamps: &[&Stamp],
    passes: &[Pass],
    mut assessment: Assessment<'_>,
    mut header: RunHeader,
    destination: ReportDestination,
    observer: &dyn AuditObserver,
) -> Result<Option<ReportCounts>, AuditError> {
    let count = store.game_count()?;
    let problems = store.problems()?;
    header.games = count;
    header.problems = problems.len() as u64;
    let Some((players, tested)) = players(store, stamps[0], &assessment, observer)? else {
        return Ok(None);
    };
    header.players = players.all;
    header.computers = players.computers;
    header.with_figures = players.with_figures;
    assessment.reference = assessment.reference.map(|found| found.without(&tested));
    let assessment = &assessment;
    if let Some(reference) = &assessment.reference {
        header.reference = Some(reference.note());
    }
    // What the run was told of are others.
    let elsewhere = header.looked_at;
    header.looked_at += header.with_figures;
    let mut counts = ReportCounts {
        games: count,
        players: header.players,
        computers: header.computers,
        problems: header.problems,
        failures: 0,
    };
    let standard = &assessment.standard;
    // On a terminal a report stands where progress would.
    let is_streamed = matches!(destination, ReportDestination::Stream(..));
    observer.event(AuditEvent::Reported(0, count));
    let mut writer = ReportWriter::new(destination)?;
    let cloud = assessment.reference.as_ref().map(Reference::cloud);
    writer.begin(&header, cloud.as_deref())?;
    let fits = |most| writer.show_players() && count <= most;
    let mut main = PassSums::main(stamps[0], fits(MOST_GAMES_FOR_SKILL));
    let fits_range = fits(MOST_GAMES_FOR_SKILL_RANGE);
    let others = passes
        .iter()
        .map(|pass| PassSums::other(&pass.name, &pass.member.stamp, fits_range));
    let mut others: Vec<PassSums<'_>> = others.collect();
    let remarkable_cp = (assessment.reference.as_ref()).and_then(Reference::remarkable_cp);
    let mut panel = (stamps.len() > 1).then(|| Panel::new(stamps));
    let mut file = match writer.show_players() {
        true => Some(SumsFile::new()?),
        false => None,
    };
    for id in 1..=count {
        if observer.stop().load(Ordering::Relaxed) {
            return Ok(None);
        }
        let source = store.game(id)?;
        let (mut report, sums) = main.add(store, id, &source, assessment)?;
        let mut of_passes = vec![sums];
        counts.failures += u64::from(report.failure.is_some());
        if let Some(panel) = &mut panel {
            let members = stamps[1..].iter();
            let members = members.map(|stamp| store.records_of(&source, stamp));
            let records = members.collect::<Result<_, _>>()?;
            panel.add(&source, &report, records, standard);
        }
        for other in &mut others {
            let (again, sums) = other.add(store, id, &source, assessment)?;
            report.add_pass(other.name(), &again);
            of_passes.push(sums);
        }
        if let Some(file) = &mut file {
            let names = [report.white.as_deref(), report.black.as_deref()];
            file.add(id, names, source.tag("Event"), &of_passes)?;
        }
        report.mark_gains(remarkable_cp);
        writer.game(&source, &report, &header)?;
        if !is_streamed {
            observer.event(AuditEvent::Reported(id, count));
        }
    }
    if let Some(mut file) = file {
        file.sort()?;
        let whole = WholeRun::of(&file)?;
        // Whoever was looked at elsewhere may have had enough games and moves, too.
        let context = RunContext {
            whole: &whole,
            compared: whole.comparable + elsewhere,
            looks: Looks {
                players: header.looked_at,
                // Each examined player is assumed to have as many events as the players here.
                events: (whole.event_looks * header.looked_at).div_ceil(header.with_figures.max(1)),
            },
        };
        let passes = Passes {
            main: &main,
            others: &others,
            panel: panel.as_ref(),
        };
        write_players(&file, &passes, assessment, &context, &mut writer)?;
        write_events(&file, 1 + others.len(), standard, &whole, &mut writer)?;
    }
    let mut everybody = main.everybody(standard);
    let jury = panel.as_ref().map(|panel| {
        let figures = panel.everybody(&everybody, &standard.options);
        (figures, panel.disagreement())
    });
    let mut of_passes = Vec::new();
    for other in &others {
        let theirs = other.everybody(standard);
        everybody.widen(&theirs);
        of_passes.push(FiguresPass::of(other.name(), &theirs));
    }
    writer.field(&everybody, &of_passes)?;
    if let Some((figures, apart)) = &jury {
        writer.jury(stamps, figures, apart)?;
    }
    for problem in &problems {
        writer.problem(problem)?;
    }
    writer.finish()?;
    Ok(Some(counts))
}

/// Writes the players in the order of their names.
fn write_players(
    file: &SumsFile,
    passes: &Passes<'_>,
    assessment: &Assessment<'_>,
    context: &RunContext<'_>,
    writer: &mut ReportWriter,
) -> Result<(), AuditError> {
    let mut next = file.next_player(None)?;
    while let Some(name) = next {
        let total = PlayerTotal::of(file, &name, 1 + passes.others.len())?;
        if let Some(player) = player(&name, &total, passes, assessment, context) {
            writer.player(&player)?;
        }
        next = file.next_player(Some(&name))?;
    }
    Ok(())
}

/// Writes the events in the order of their names, with ranges over so many passes.
fn write_events(
    file: &SumsFile,
    passes: usize,
    standard: &Standard<'_>,
    whole: &WholeRun,
    writer: &mut ReportWriter,
) -> Result<(), AuditError> {
    let mut next = file.next_event(None)?;
    while let Some(name) = next {
        let mut of_passes = event(file, &name, passes, standard)?.into_iter();
        if let Some(mut figures) = of_passes.next() {
            of_passes.for_each(|theirs| figures.widen(&theirs));
            let choices = whole.fields.get(&name).and_then(FieldSums::figures);
            writer.event(&name, &figures, choices.as_ref())?;
        }
        next = file.next_event(Some(&name))?;
    }
    Ok(())
}

/// How many different names the games have.
struct NameCounts {
    all: u64,
    /// A computer's in all of their games.
    computers: u64,
    /// People's with enough moves and games for figures.
    with_figures: u64,
}

/// What a person does in all games: sides, counted moves, and games with enough of these.
#[derive(Default)]
struct PersonCounts {
    sides: u64,
    moves: u64,
    games: u64,
}

/// How many names there are, and who and what of the games is in the reference; nothing when
/// stopped.
fn players(
    store: &Store,
    stamp: &Stamp,
    assessment: &Assessment<'_>,
    observer: &dyn AuditObserver,
) -> Result<Option<(NameCounts, TestedKeys)>, AuditError> {
    let mut names: BTreeMap<String, PersonCounts> = BTreeMap::new();
    let mut tested = TestedKeys::default();
    let count = store.game_count()?;
    for id in 1..=count {
        if observer.stop().load(Ordering::Relaxed) {
            return Ok(None);
        }
        let game = store.game(id)?;
        let sides = [Color::White, Color::Black].map(|side| game.player(side));
        if let Some(reference) = &assessment.reference {
            reference.note_tested(&mut tested, sides, game_hash(&game));
        }
        let records = store.records_of(&game, stamp)?;
        let book = assessment.book.depth(&game)?;
        let counted = counted_moves(&game, &records, &book, &assessment.standard);
        for ((name, moves), is_computer) in sides.into_iter().zip(counted).zip(game.computers()) {
            let Some(name) = name else { continue };
            let sum = names.entry(name.to_owned()).or_default();
            if !is_computer {
                sum.sides += 1;
                sum.moves += moves;
                sum.games += u64::from(moves >= GAME_GATE);
            }
        }
        observer.event(AuditEvent::Counted(id, count));
    }
    let count = |is: fn(&&PersonCounts) -> bool| names.values().filter(is).count() as u64;
    let counts = NameCounts {
        all: names.len() as u64,
        computers: count(|name| name.sides == 0),
        with_figures: count(|name| name.moves >= PLAYER_GATE && name.games >= PLAYER_GAMES),
    };
    Ok(Some((counts, tested)))
}
