//! The shares of a run become the run: their games and records together, and everything
//! else computed anew, as on one machine.
//!
//! Start with `merge`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::audit::{Audit, AuditOutcome, AuditSettings};
use super::super::error::AuditError;
use super::super::observer::{AuditEvent, AuditObserver};
use super::super::recorded_audit::RecordMakers;
use super::super::run_notes;
use super::part_head::PartHead;
use super::part_source::{PartSource, SourceItem};
use super::portion::Portion;
use crate::book::Book;
use crate::records::{GatheredGames, InsertOutcome, Profile, RecordKey, Store};
use crate::report::ReportDestination;
use plumb_engine::syzygy::Tablebases;
use plumb_engine::tables::Models;

/// What a merge is told besides the shares, which say the rest themselves.
pub struct MergeSettings {
    /// The books that they were made with; how many plies are book, they say themselves.
    pub book: Book,
    /// The endgame tables that they were made with.
    pub tablebases: Option<Tablebases>,
    /// Threads, for deep looks of players that no share saw enough of.
    pub jobs: usize,
}

/// A share in a source.
struct NamedPart {
    /// What messages call it.
    name: String,
    head: PartHead,
}

/// Makes one run of these shares, folders of runs or files of lines, in this store, and
/// reports it. Shares that are not of one run, or not all of it, are an error that names
/// them.
pub fn merge(
    paths: &[PathBuf],
    store: Store,
    settings: MergeSettings,
    destination: ReportDestination,
    models: &Models,
    observer: &dyn AuditObserver,
) -> Result<AuditOutcome, AuditError> {
    let sources: Vec<PartSource> = paths.iter().map(|path| PartSource::new(path)).collect();
    let shares = shares(&sources)?;
    let Some(first) = shares.first() else {
        return Err(AuditError::Unsuitable(
            "no run is named to be merged".to_owned(),
        ));
    };
    check_portions(&shares)?;
    let (settings, recorded) = run_settings(first, settings)?;
    let mut audit = Audit::of_records(store, settings, recorded, models)?;
    audit.check_head(&first.name, &first.head.report)?;

    let games = gathered(&sources, &shares, observer)?;
    // Of all shards together nothing is missing; parts must show that.
    if first.head.shard().is_none() {
        check_gaps(&games)?;
    }
    let store = audit.store_mut();
    take_records(store, &sources, observer)?;
    take_games(store, &games, first, observer)?;
    take_failures(store, &games)?;
    for share in &shares {
        for run in &share.head.runs {
            run_notes::note_run(store, run)?;
        }
    }
    if let Some((file, number, ply)) = audit.first_missing()? {
        forget_games(audit.store_mut())?;
        return Err(AuditError::Unsuitable(format!(
            "{}: the record of ply {ply} of game {number} of {file} is missing or damaged; search this share again",
            whose_game(&sources, &file, number)?
        )));
    }
    if !audit.look_deeper(observer)? {
        return Ok(AuditOutcome::StoppedSearching);
    }
    audit.report_to(destination, observer)
}

/// The heads of all shares, which must be of one run.
fn shares(sources: &[PartSource]) -> Result<Vec<NamedPart>, AuditError> {
    let mut shares: Vec<NamedPart> = Vec::new();
    for source in sources {
        let name = source.name();
        source.visit(false, |found| {
            let SourceItem::Head(head) = found else {
                return Ok(());
            };
            if let Some(first) = shares.first()
                && let Some((what, one, other)) = first.head.difference(&head)?
            {
                let first = &first.name;
                return Err(AuditError::Unsuitable(format!(
                    "{first} and {name} are of different runs: their {what} '{one}' and '{other}' are not the same"
                )));
            }
            let (name, head) = (name.clone(), *head);
            shares.push(NamedPart { name, head });
            Ok(())
        })?;
    }
    Ok(shares)
}

/// Whether every shard is there once, if there are any. Games may be chosen only where
/// every share saw the whole input.
fn check_portions(shares: &[NamedPart]) -> Result<(), AuditError> {
    let unsuitable = |reason: String| Err(AuditError::Unsuitable(reason));
    let mut names: BTreeMap<u64, &str> = BTreeMap::new();
    let mut count = None;
    for NamedPart { name, head } in shares {
        match head.portion() {
            None => {
                let portion = head.portion.escape_debug();
                return unsuitable(format!(
                    "{name}: it is '{portion}', which is no share of a run"
                ));
            }
            Some(Portion::Shard(shard)) => {
                let first = *count.get_or_insert((Some(shard.count()), name));
                if first.0 != Some(shard.count()) {
                    return unsuitable(other_cut(first.1, name));
                }
                if let Some(other) = names.insert(shard.index(), name) {
                    return unsuitable(format!("{other} and {name} are both shard {shard}"));
                }
            }
            Some(Portion::Part | Portion::Whole) => {
                let first = *count.get_or_insert((None, name));
                if first.0.is_some() {
                    return unsuitable(other_cut(first.1, name));
                }
                if !head.selection.is_empty() {
                    return unsuitable(format!(
                        "{name}: games were chosen from its part of the input; choose them with --shard, where every share reads the whole input"
                    ));
                }
            }
        }
    }
    if let Some((Some(count), _)) = count
        && let Some(missing) = (0..count).find(|index| !names.contains_key(index))
    {
        let (there, one) = (names.len(), names.values().next().unwrap_or(&""));
        return unsuitable(format!(
            "shard {missing}/{count} is missing: {there} of {count} are there, {one} the first of them"
        ));
    }
    Ok(())
}

fn other_cut(one: &str, other: &str) -> String {
    format!("{one} and {other} are cut in different ways: they are no shares of one run")
}

/// How the run is reported, as its shares say it.
fn run_settings(
    share: &NamedPart,
    settings: MergeSettings,
) -> Result<(AuditSettings, RecordMakers), AuditError> {
    let head = &share.head;
    let wrong = |reason: String| AuditError::Unsuitable(format!("{}: {reason}", share.name));
    let profile: Profile = head.profile.parse().map_err(wrong)?;
    let recorded = RecordMakers {
        judges: head.judges.clone(),
        passes: head.passes.clone(),
    };
    let settings = AuditSettings {
        depths: head.depths,
        judges: Vec::new(),
        rules: head.rules().map_err(wrong)?,
        book: settings.book.with_plies(head.book_plies),
        tablebases: settings.tablebases,
        looked_at: head.looked_at,
        deep_looks_from: head.deep_looks_from,
        jobs: settings.jobs,
        ..AuditSettings::new(profile)
    };
    Ok((settings, recorded))
}

/// The games and problems of all shares, in order.
fn gathered(
    sources: &[PartSource],
    shares: &[NamedPart],
    observer: &dyn AuditObserver,
) -> Result<GatheredGames, AuditError> {
    let mut games = GatheredGames::new()?;
    let mut next = 0;
    let mut count = 0;
    for source in sources {
        source.visit(false, |found| {
            if observer.stop().load(Ordering::Relaxed) {
                return Err(AuditError::StoppedReading);
            }
            let entry = match found {
                SourceItem::Head(_) => {
                    next += 1;
                    return Ok(());
                }
                SourceItem::Entry(entry) => entry,
                SourceItem::Records(_) => return Ok(()),
            };
            let index = next - 1;
            let (file, number) = match &entry.found {
                Ok(game) => (&game.file, game.number),
                Err(problem) => (&problem.file, problem.number),
            };
            let share = &shares[index];
            match games.add(index, share.head.rank(file), &entry)? {
                InsertOutcome::New | InsertOutcome::Again => {}
                InsertOutcome::Differs(other) => {
                    let (one, other) = (&shares[other].name, &share.name);
                    return Err(AuditError::Unsuitable(format!(
                        "{one} and {other} both have game {number} of {file}, and it is not the same"
                    )));
                }
            }
            count += 1;
            observer.event(AuditEvent::Read(count));
            Ok(())
        })?;
    }
    Ok(games)
}

/// Where each part has its own games, what is missing shows in their numbers.
fn check_gaps(games: &GatheredGames) -> Result<(), AuditError> {
    match games.gap()? {
        None => Ok(()),
        Some((file, number)) => Err(AuditError::Unsuitable(format!(
            "game {number} of {file} is in none of them: a part is missing"
        ))),
    }
}

fn take_games(
    store: &mut Store,
    games: &GatheredGames,
    first: &NamedPart,
    observer: &dyn AuditObserver,
) -> Result<(), AuditError> {
    let entries = games.entries().map(|entry| entry.found);
    let counts = store.replace_games(entries, observer.stop(), |_| ())?;
    games.check()?;
    match counts {
        None => return Err(AuditError::StoppedReading),
        Some((0, _)) => return Err(AuditError::NoGames),
        Some(_) => {}
    }
    let PartHead {
        selection, players, ..
    } = &first.head;
    Ok(run_notes::note_input(store, selection, *players)?)
}

fn take_records(
    store: &mut Store,
    sources: &[PartSource],
    observer: &dyn AuditObserver,
) -> Result<(), AuditError> {
    for (index, source) in sources.iter().enumerate() {
        source.visit(true, |found| {
            if observer.stop().load(Ordering::Relaxed) {
                return Err(AuditError::Stopped);
            }
            let SourceItem::Records(records) = found else {
                return Ok(());
            };
            match store.unite_records(&records)? {
                None => Ok(()),
                Some(key) => {
                    let other = who_has(&sources[..=index], key)?;
                    Err(AuditError::Unsuitable(format!(
                        "{} and {other} have different records of one position and move (key {}): they cannot be of one run",
                        source.name(),
                        key.short()
                    )))
                }
            }
        })?;
    }
    Ok(())
}

/// A merge that failed leaves no run.
fn forget_games(store: &mut Store) -> Result<(), AuditError> {
    let never = AtomicBool::new(false);
    store.replace_input(std::iter::empty(), &never, true, |_| ())?;
    Ok(())
}

/// The first source that has this game.
fn whose_game(sources: &[PartSource], file: &str, number: usize) -> Result<String, AuditError> {
    for source in sources {
        let mut has = false;
        source.visit(false, |found| {
            if let SourceItem::Entry(entry) = found
                && let Ok(game) = entry.found
            {
                has |= (game.file.as_str(), game.number) == (file, number);
            }
            Ok(())
        })?;
        if has {
            return Ok(source.name());
        }
    }
    Ok("the shares".to_owned())
}

/// The first source that has a record of this key.
fn who_has(sources: &[PartSource], key: RecordKey) -> Result<String, AuditError> {
    for source in sources {
        let mut has = false;
        source.visit(true, |found| {
            if let SourceItem::Records(records) = found {
                has |= records.iter().any(|record| record.key() == key);
            }
            Ok(())
        })?;
        if has {
            return Ok(source.name());
        }
    }
    Ok("the run that was there".to_owned())
}

/// Notes where engines failed, by the places that the games have now.
fn take_failures(store: &Store, games: &GatheredGames) -> Result<(), AuditError> {
    store.clear_failures()?;
    let mut id = 1;
    let count = store.game_count()?;
    for entry in games.entries() {
        let Ok(game) = &entry.found else { continue };
        // A game that is there twice was taken once.
        if id > count || store.place_of(id)? != (game.file.clone(), game.number) {
            continue;
        }
        for (engine, reason) in &entry.failures {
            store.add_failure_of(id, engine, reason)?;
        }
        id += 1;
    }
    Ok(games.check()?)
}
