//! The games of an upload, looked through before anything is made of them: packed files may
//! hold far more than was sent.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::job_task::JobFailure;
use super::job_work::JobWork;
use plumb_chess::notation::pgn::{PgnOptions, read_games};
use plumb_support::unpack;
use plumb_support::wording::{self, counted_noun, say, text};

/// How an uploaded file is called, by its number from 1.
pub(super) fn upload_name(number: usize) -> String {
    format!("upload-{number}.pgn")
}

/// What is in an upload.
pub(super) struct UploadedGames {
    /// Its files.
    pub(super) paths: Vec<PathBuf>,
    /// Games that can be read, and positions of them in all.
    pub(super) games: u64,
    pub(super) positions: u64,
}

impl UploadedGames {
    /// Looks through the files of a job: more than the limits allow, or no game, is its end.
    pub(super) fn of(work: &JobWork<'_>) -> Result<UploadedGames, JobFailure> {
        let mut found = UploadedGames {
            paths: paths(work),
            games: 0,
            positions: 0,
        };
        let mut unpacked = 0;
        for path in found.paths.clone() {
            unpacked += unpacked_bytes(&path, work.limits.unpacked_bytes - unpacked, work)?;
        }
        let mut first_problem = None;
        let mut all = 0;
        for path in found.paths.clone() {
            let options = PgnOptions {
                null_moves: true,
                ..PgnOptions::MOVES
            };
            for entry in read_games(unpack::open_until(&path, &work.stop)?, options) {
                if work.is_stopped() {
                    return Err(JobFailure::Stopped);
                }
                match entry {
                    Ok(entry) => {
                        found.games += 1;
                        found.positions += entry.game.moves.len() as u64 + 1;
                    }
                    Err(problem) => {
                        first_problem.get_or_insert(problem);
                    }
                }
                all += 1;
                if all > work.limits.games {
                    let most = counted_noun(work.limits.games, text!(noun.game));
                    let reason = say!(job_problem.many_games, most);
                    return Err(JobFailure::Failed(reason));
                }
            }
        }
        match (found.games, first_problem) {
            (0, None) => Err(JobFailure::Failed(
                wording::text!(job_problem.no_game).to_owned(),
            )),
            (0, Some(problem)) => Err(JobFailure::Failed(say!(
                job_problem.no_readable_game,
                problem
            ))),
            _ => Ok(found),
        }
    }
}

/// The files of a job.
pub(super) fn paths(work: &JobWork<'_>) -> Vec<PathBuf> {
    (1..)
        .map(|number| work.path(upload_name(number)))
        .take_while(|path| path.is_file())
        .collect()
}

/// The name of a file in reports.
pub(super) fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A problem as clients hear of it.
pub(super) fn tell_problem(work: &JobWork<'_>, file: &str, number: usize, line: u64, reason: &str) {
    work.problem(&json!({
        "file": file,
        "number": number,
        "line": line,
        "reason": shortened(reason),
    }));
}

/// No reason needs more letters.
const MOST_LETTERS: usize = 1_000;

fn shortened(reason: &str) -> String {
    reason.chars().take(MOST_LETTERS).collect()
}

/// How large a file is when it is unpacked, as far as it may be.
fn unpacked_bytes(path: &Path, most: u64, work: &JobWork<'_>) -> Result<u64, JobFailure> {
    let limits = work.limits;
    let packed = path.metadata()?.len();
    let times = packed.saturating_mul(limits.unpacked_times);
    let mut text = match unpack::open_until(path, &work.stop) {
        Ok(text) => text,
        Err(error) => return Err(unreadable(path, &error)),
    };
    let mut bytes = 0;
    loop {
        let count = match text.fill_buf() {
            Ok(piece) => piece.len(),
            // What can be read of a damaged file is read; the rest is a problem.
            Err(_) if !work.is_stopped() && bytes > 0 => return Ok(bytes),
            Err(error) => return Err(unreadable(path, &error)),
        };
        if count == 0 {
            return Ok(bytes);
        }
        text.consume(count);
        bytes += count as u64;
        if bytes > most || bytes > times {
            let (size, times) = (limits.unpacked_bytes, limits.unpacked_times);
            let (size, times) = (size.to_string(), times.to_string());
            return Err(JobFailure::Failed(say!(job_problem.too_large, size, times)));
        }
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> JobFailure {
    JobFailure::Failed(format!("{}: {error}", file_name(path)))
}
