//! What a run's file says of the run: who made its records, which games of the input it
//! has, and every run that was ever made in it.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::AuditError;
use super::parts::Portion;
use crate::records::{DEEP_LOOK_NODES, Stamp, Store, StoreError};

/// Which kind of records a maker is noted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    /// One for each move.
    Moves,
    /// Those of the zig-zag.
    Zigzag,
    /// Those of moves drawn from games, for what is fitted to people's choices.
    Decisions,
}

impl RecordKind {
    /// Where the file has engine, version, profile and search of these records.
    fn keys(self) -> [&'static str; 4] {
        match self {
            RecordKind::Moves => ["engine", "version", "profile", "search"],
            RecordKind::Zigzag => [
                "zigzag engine",
                "zigzag version",
                "zigzag profile",
                "zigzag search",
            ],
            RecordKind::Decisions => [
                "decisions engine",
                "decisions version",
                "decisions profile",
                "decisions search",
            ],
        }
    }
}

const WORDS: [&str; 4] = ["engine", "version", "profile", "search"];

fn values<'a>(stamp: &'a Stamp, profile: &'a str) -> [&'a str; 4] {
    [&stamp.engine, &stamp.version, profile, &stamp.settings]
}

/// A run's records are of one maker: asking for those of another in the same file is an
/// error that names both.
pub(super) fn check_maker(
    store: &Store,
    kind: RecordKind,
    stamp: &Stamp,
    profile: &str,
) -> Result<(), AuditError> {
    let asked = WORDS.iter().zip(kind.keys()).zip(values(stamp, profile));
    for ((&what, key), value) in asked {
        if let Some(found) = store.meta(key)?.filter(|found| found != value) {
            let instead = match (what, found.as_str()) {
                ("profile", "screen" | "full") => format!(", or --profile {found} to go on"),
                _ => String::new(),
            };
            return Err(AuditError::OtherMaker {
                place: store.place(),
                what,
                found,
                asked: value.to_owned(),
                instead: format!(", so choose another --out{instead}"),
            });
        }
    }
    Ok(())
}

/// Where the file says whether the drawn moves of all its games are recorded.
const DRAWN_MOVES: &str = "drawn moves";
const UNFINISHED: &str = "unfinished";

/// Says whether the drawn moves of all games in the file are recorded.
pub(super) fn note_finished(store: &Store, is_finished: bool) -> Result<(), StoreError> {
    let state = if is_finished { "recorded" } else { UNFINISHED };
    store.set_meta(DRAWN_MOVES, state)
}

/// Whether the recording of drawn moves was interrupted and not gone on with.
pub(super) fn is_unfinished(store: &Store) -> Result<bool, StoreError> {
    Ok(store.meta(DRAWN_MOVES)?.as_deref() == Some(UNFINISHED))
}

/// Deep looks in one file are all of so many nodes: asking for others is an error.
pub(super) fn check_deep_looks(store: &Store) -> Result<(), AuditError> {
    check_note(store, "deep looks", format!("{DEEP_LOOK_NODES} nodes"))
}

/// Deep looks of drawn moves are for players with so many choices: what is fitted to them must
/// not depend on what else was asked for in the same file.
pub(super) fn check_deep_looks_from(store: &Store, least: u64) -> Result<(), AuditError> {
    check_note(store, "deep looks from", least.to_string())
}

/// Notes something of a file that holds for all of it; something else is an error.
fn check_note(store: &Store, key: &'static str, asked: String) -> Result<(), AuditError> {
    match store.meta(key)?.filter(|found| *found != asked) {
        None => Ok(store.set_meta(key, &asked)?),
        Some(found) => Err(AuditError::OtherMaker {
            place: store.place(),
            what: key,
            found,
            asked,
            instead: ", so choose another --out".to_owned(),
        }),
    }
}

/// Whether records of a kind were ever made in the file.
pub(super) fn has_maker(store: &Store, kind: RecordKind) -> Result<bool, StoreError> {
    Ok(store.meta(kind.keys()[0])?.is_some())
}

/// Whether records of a kind are noted as of this profile.
pub(super) fn has_profile(
    store: &Store,
    kind: RecordKind,
    profile: &str,
) -> Result<bool, StoreError> {
    Ok(store.meta(kind.keys()[2])?.as_deref() == Some(profile))
}

/// Notes who makes the records that come now.
pub(super) fn note_maker(
    store: &Store,
    kind: RecordKind,
    stamp: &Stamp,
    profile: &str,
) -> Result<(), StoreError> {
    let noted = kind.keys().into_iter().zip(values(stamp, profile));
    for (key, value) in noted {
        store.set_meta(key, value)?;
    }
    Ok(())
}

/// The maker of a run's records and its profile; an error names what is not noted.
pub(super) fn noted_maker(store: &Store) -> Result<(Stamp, String), AuditError> {
    let noted = |key: &str| -> Result<String, AuditError> {
        store.meta(key)?.ok_or_else(|| {
            let place = store.place();
            AuditError::Unsuitable(format!("{place}: it does not say by which {key}"))
        })
    };
    let stamp = Stamp {
        engine: noted("engine")?,
        version: noted("version")?,
        settings: noted("search")?,
    };
    Ok((stamp, noted("profile")?))
}

/// Every run made in a file stays on record, and every report by other rules: nobody can
/// show only the one he likes.
pub(super) fn note_run(store: &Store, run: &str) -> Result<(), AuditError> {
    let mut runs = noted_runs(store)?;
    if !runs.iter().any(|noted| noted == run) {
        runs.push(run.to_owned());
        write(store, "runs", &runs)?;
    }
    Ok(())
}

pub(super) fn noted_runs(store: &Store) -> Result<Vec<String>, AuditError> {
    read(store, "runs")
}

/// Notes which games of the input the run has, and how many players were in the input.
pub(super) fn note_input(
    store: &Store,
    selection: &[(String, String)],
    players: u64,
) -> Result<(), StoreError> {
    write(store, "selection", selection)?;
    store.set_meta("players_in_input", &players.to_string())
}

/// Which games of the input the run has.
pub(super) fn noted_selection(store: &Store) -> Result<Vec<(String, String)>, AuditError> {
    read(store, "selection")
}

/// How many players were in the input, chosen or not.
pub(super) fn noted_players(store: &Store) -> Result<u64, AuditError> {
    let players = store.meta("players_in_input")?;
    Ok(players.and_then(|count| count.parse().ok()).unwrap_or(0))
}

/// Notes in the run's file which share of a whole run it is.
pub(super) fn note_portion(store: &Store, portion: Portion) -> Result<(), StoreError> {
    store.set_meta("portion", &portion.words())
}

/// An error if the file already has a run that is another share than the one asked for.
pub(super) fn check_portion(store: &Store, asked: Portion) -> Result<(), AuditError> {
    let found = match store.meta("portion")? {
        Some(words) => Portion::from_words(&words).unwrap_or_default(),
        None if store.game_count()? > 0 => Portion::Whole,
        None => return Ok(()),
    };
    match found == asked {
        true => Ok(()),
        false => Err(AuditError::Unsuitable(format!(
            "{}: it is {found}, and {asked} is asked for; name another folder",
            store.place()
        ))),
    }
}

/// Whether the run's input was read, of which a share may have nothing.
pub(super) fn is_read(store: &Store) -> Result<bool, StoreError> {
    let is_share = store
        .meta("portion")?
        .is_some_and(|words| words != Portion::Whole.words());
    Ok(is_share || store.game_count()? > 0)
}

const PART: &str = "part";

/// Notes what a run says of itself as a share of another, once all of it is searched; nothing
/// until then.
pub(super) fn note_part(store: &Store, head: Option<&str>) -> Result<(), StoreError> {
    store.set_meta(PART, head.unwrap_or_default())
}

/// What a run says of itself as a share of another, if all of it is searched.
pub(super) fn noted_part(store: &Store) -> Result<Option<String>, StoreError> {
    Ok(store.meta(PART)?.filter(|head| !head.is_empty()))
}

/// Notes the files of the input in their order.
pub(super) fn note_files(store: &Store, names: &[String]) -> Result<(), StoreError> {
    write(store, "files", names)
}

/// The files of the input in their order.
pub(super) fn noted_files(store: &Store) -> Result<Vec<String>, AuditError> {
    read(store, "files")
}

/// Notes players who may have enough choices in the whole input for deep looks.
pub(super) fn note_candidates(store: &Store, names: &BTreeSet<String>) -> Result<(), StoreError> {
    write(store, "deep look candidates", names)
}

/// Players who may have enough choices in the whole input for deep looks.
pub(super) fn noted_candidates(store: &Store) -> Result<Vec<String>, AuditError> {
    read(store, "deep look candidates")
}

/// Notes a list as JSON.
fn write<T: Serialize + ?Sized>(store: &Store, key: &str, list: &T) -> Result<(), StoreError> {
    let text = serde_json::to_string(list).map_err(|error| store.failed(error))?;
    store.set_meta(key, &text)
}

/// A list that is noted as JSON; empty where nothing is.
fn read<T: DeserializeOwned>(store: &Store, key: &str) -> Result<Vec<T>, AuditError> {
    let text = store.meta(key)?;
    let list = text.map_or(Ok(Vec::new()), |text| serde_json::from_str(&text));
    list.map_err(|error| {
        let place = store.place();
        AuditError::Unsuitable(format!("{place}: its note '{key}' cannot be read: {error}"))
    })
}
