//! What a run's file says of the run: by whom its records were made, and all runs
//! that were ever made in it.

use std::path::Path;

use plumb::fairplay::{Stamp, Store};

use crate::cli::Failure;

/// A run's records are of one kind: asking for another in the same folder is
/// an error that says which.
pub(super) fn same_judge(
    store: &Store,
    folder: Option<&Path>,
    stamp: &Stamp,
    profile: &str,
) -> Result<(), Failure> {
    let asked = [
        ("engine", stamp.engine.as_str()),
        ("version", &stamp.version),
        ("profile", profile),
        ("search", &stamp.settings),
    ];
    let folder = folder.unwrap_or(Path::new("the run"));
    for (key, value) in asked {
        match store.meta(key)? {
            Some(found) if found != value => {
                let instead = match (key, found.as_str()) {
                    ("profile", "screen" | "full") => format!(", or --profile {found} to go on"),
                    _ => String::new(),
                };
                return Err(Failure(format!(
                    "{}: the records there were made with {key} '{found}', and '{value}' was asked \
                     for; figures of different settings are never mixed, so choose another --out{instead}",
                    folder.display()
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Notes by whom the records are made that come now.
pub(super) fn note_judge(store: &Store, stamp: &Stamp, profile: &str) -> Result<(), Failure> {
    store.set_meta("engine", &stamp.engine)?;
    store.set_meta("version", &stamp.version)?;
    store.set_meta("profile", profile)?;
    store.set_meta("search", &stamp.settings)?;
    Ok(())
}

/// Every run made in a folder stays on record, and every report by other rules:
/// nobody can show only the one he likes.
pub(super) fn note_run(store: &Store, run: &str) -> Result<(), Failure> {
    let mut runs = noted_runs(store)?;
    if !runs.iter().any(|noted| noted == run) {
        runs.push(run.to_owned());
        store.set_meta("runs", &serde_json::to_string(&runs)?)?;
    }
    Ok(())
}

pub(super) fn noted_runs(store: &Store) -> Result<Vec<String>, Failure> {
    let runs = store.meta("runs")?;
    Ok(runs.map_or(Ok(Vec::new()), |runs| serde_json::from_str(&runs))?)
}
