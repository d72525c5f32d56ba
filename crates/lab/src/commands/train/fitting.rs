//! What the commands that fit something to recorded choices share: which runs, read with
//! progress, and where the table goes.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use plumb_engine::tables::Models;
use plumb_fairplay::{AuditError, RecordedMoves};
use plumb_lab::training::{ChoiceSample, Origin};
use plumb_support::wording::counted;

use plumb_terminal::{Ending, Failure, say, warn};
use plumb_terminal::{Progress, interrupt_flag};

/// Whether there is something to do, and a ridge to do it with.
pub(super) fn check(data: &[PathBuf], measure: &[PathBuf], ridge: f64) -> Result<(), Failure> {
    if data.is_empty() && measure.is_empty() {
        return Err(Failure(
            "name folders of runs: --data DIR to fit, --measure DIR to measure".to_owned(),
        ));
    }
    match ridge >= 0.0 && ridge.is_finite() {
        true => Ok(()),
        false => Err(Failure("--ridge: expected a number from 0 on".to_owned())),
    }
}

/// So many as were asked for, or one for each core.
pub(super) fn threads(jobs: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or_else(cores, usize::from)
}

pub(super) fn write_table(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    say(format!("The table is in {}.", path.display()));
    Ok(())
}

pub(super) fn stopped() -> Ending {
    say("Stopped; nothing was written.");
    Ending::CheckFailed
}

/// Folders by their names alone: where they lie says nothing to others.
pub(super) fn names(folders: &[PathBuf]) -> String {
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    folders.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// What a command did, as the table says it: folders by their names, `rest` behind them.
pub(super) fn command(what: &str, data: &[PathBuf], measure: &[PathBuf], rest: &str) -> String {
    let measure = match measure.is_empty() {
        true => String::new(),
        false => format!(" --measure {}", names(measure)),
    };
    format!(
        "plumb-lab train {what} --data {}{measure} {rest}",
        names(data)
    )
}

/// The choices of runs; nothing if it was interrupted.
pub(super) fn sample(
    folders: &[PathBuf],
    models: &Models,
) -> Result<Option<ChoiceSample>, Failure> {
    let mut sample = ChoiceSample::default();
    let is_whole = read(folders, models, |run, go_on| sample.add(run, go_on))?;
    match is_whole && sample.choices().is_empty() {
        true => Err(no_choice(folders)),
        false => Ok(is_whole.then_some(sample)),
    }
}

pub(super) fn no_choice(folders: &[PathBuf]) -> Failure {
    Failure(format!("no choice of a rated player in {}", names(folders)))
}

/// Shows every run of these folders to `add`, which is to tell how many games it has read and
/// to end when the answer is no; false if it was interrupted.
pub(super) fn read(
    folders: &[PathBuf],
    models: &Models,
    mut add: impl FnMut(&RecordedMoves, &mut dyn FnMut(u64) -> bool) -> Result<(), AuditError>,
) -> Result<bool, Failure> {
    for folder in folders {
        let run = RecordedMoves::open(folder, models)?;
        warn_if_unfinished(&run, folder)?;
        if !read_run(&run, |go_on| add(&run, go_on))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Says in one line on standard error that the recording of a run was interrupted.
pub(super) fn warn_if_unfinished(run: &RecordedMoves, folder: &Path) -> Result<(), Failure> {
    if run.is_unfinished()? {
        warn(format!(
            "{}: recording was interrupted, so moves are missing: plumb-lab train records goes on with it",
            folder.display()
        ));
    }
    Ok(())
}

/// How a folder of a run is opened.
type Opener = fn(&Path, &Models) -> Result<RecordedMoves, AuditError>;

/// Says in one line on standard error what is measured on although it was fitted to: games,
/// players and events; nothing where there is none, or nothing was fitted. False if it was
/// interrupted.
pub(super) fn warn_of_leak(
    fitted_to: &[PathBuf],
    measured: &[PathBuf],
    models: &Models,
    open: Opener,
) -> Result<bool, Failure> {
    if fitted_to.is_empty() {
        return Ok(true);
    }
    let mut origins = [Origin::default(), Origin::default()];
    for (origin, folders) in origins.iter_mut().zip([fitted_to, measured]) {
        for folder in folders {
            let run = open(folder, models)?;
            if !read_run(&run, |go_on| origin.add(&run, go_on))? {
                return Ok(false);
            }
        }
    }
    let [fitted_to, measured] = origins;
    if let Some(leak) = fitted_to.leak(&measured) {
        let games = counted(leak.games, "game");
        let players = counted(leak.players, "player");
        let events = counted(leak.events, "event");
        warn(format!(
            "{games}, {players} and {events} of what is measured are in what was fitted to, too: figures flatter"
        ));
    }
    Ok(true)
}

/// Reads a run with progress: `add` is as above; false if it was interrupted.
pub(super) fn read_run(
    run: &RecordedMoves,
    add: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> Result<(), AuditError>,
) -> Result<bool, Failure> {
    let interrupt = interrupt_flag();
    let mut progress = Progress::new("games", Some(run.games()?), 0);
    add(&mut |done| {
        progress.update(done, &|_| "read".to_owned());
        !interrupt.load(Ordering::Relaxed)
    })?;
    progress.close();
    Ok(!interrupt.load(Ordering::Relaxed))
}
