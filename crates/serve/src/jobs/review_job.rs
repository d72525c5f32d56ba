//! Jobs of the kind `review`: what `plumb review --out` writes of the games of an upload. One
//! that was not done begins again with the first game.

use super::job_task::JobFailure;
use super::job_work::JobWork;
use super::uploaded_games::{UploadedGames, file_name, tell_problem};
use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use plumb_chess::notation::pgn::{PgnOptions, read_games};
use plumb_coach::review::{
    GameReview, ReviewProgress, ReviewRequest, ReviewWriter, WrittenReview, review_key,
};
use plumb_fairplay::human_model;
use plumb_support::unpack;
use plumb_support::wording::{say, text};

pub(super) fn check(options: Fields, limits: &ServiceLimits) -> Result<(), Problem> {
    options.request::<ReviewRequest>(limits).map(drop)
}

pub(super) fn run(options: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    let request = options.request::<ReviewRequest>(work.limits);
    let request = request.map_err(|problem| problem.detail().to_owned())?;
    let settings = request.settings(work.threads, work.limits.nodes);
    let people = human_model(work.models).ok();
    let found = UploadedGames::of(work)?;
    let all = found.positions;
    let out = work.out()?;
    let mut writer = ReviewWriter::folder(&out)?;
    // What was reviewed before the service was started again is not searched once more.
    let mut progress = ReviewProgress::open(&out, &settings, work.models)?;
    let (mut games, mut before) = (0, 0);
    for path in &found.paths {
        let name = file_name(path);
        let options = PgnOptions {
            comments: true,
            null_moves: true,
            ..PgnOptions::MOVES
        };
        for entry in read_games(unpack::open_until(path, &work.stop)?, options) {
            if work.is_stopped() {
                return Err(JobFailure::Stopped);
            }
            let number = match &entry {
                Ok(entry) => entry.number,
                Err(problem) => problem.number,
            };
            let is_asked_for = request.has_game(number);
            let mut leave_out = |line: u64, reason: &str| {
                tell_problem(work, &name, number, line, reason);
                writer.add_problem(&name, line, reason)
            };
            match entry {
                Ok(entry) => {
                    let positions = entry.game.moves.len() as u64 + 1;
                    if is_asked_for && entry.game.played().next().is_none() {
                        leave_out(entry.line, text!(job_problem.no_moves))?;
                    } else if is_asked_for {
                        let mut advance = |done: usize, steps: usize| {
                            let share = positions * done as u64 / steps.max(1) as u64;
                            work.advance(before + share, all);
                        };
                        let key = review_key(&name, &entry);
                        let written = match progress.take(&key) {
                            Some(earlier) => earlier,
                            None => {
                                let review = GameReview::of(
                                    &name,
                                    &entry,
                                    &settings,
                                    work.models,
                                    people.as_deref(),
                                    &work.stop,
                                    &mut advance,
                                )?;
                                if review.is_stopped || work.is_stopped() {
                                    return Err(JobFailure::Stopped);
                                }
                                let written = WrittenReview::of(&review)?;
                                progress.keep(&key, &written)?;
                                written
                            }
                        };
                        writer.add_written(written)?;
                        games += 1;
                    }
                    before += positions;
                    work.advance(before, all);
                }
                Err(problem) if is_asked_for => leave_out(problem.line, &problem.reason)?,
                Err(_) => {}
            }
        }
    }
    if games == 0 {
        return Err(JobFailure::Failed(match request.game {
            Some(game) => say!(job_problem.no_such_game, game = game.get()),
            None => text!(job_problem.nothing_to_review).to_owned(),
        }));
    }
    writer.finish()?;
    progress.finish()?;
    Ok(())
}
