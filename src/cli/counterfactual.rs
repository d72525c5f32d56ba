//! `plumb counterfactual`: a stretch of a game beside what players like these might have played.

mod arguments;
mod source;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use plumb::choice::HumanModel;
use plumb::counterfactual::{
    HonestBand, Question, Study, StudyTools, TreeError, WindowCalibration, WindowChoice,
    WindowReport,
};
use plumb::fairplay::RecordedMoves;
use plumb::statistics::{fisher, sidak};
use plumb::tables::Models;
use plumb::wording::counted;
use serde::Serialize;

use super::policy_choice::PolicyChoice;
pub use arguments::Arguments;
use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{Progress, interrupt_flag};
use source::Source;

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    let question = arguments.question()?;
    let depth = arguments.request.depth();
    let stop = interrupt_flag();
    let source = Source::open(arguments, &stop)?;
    let policy =
        PolicyChoice::parse(arguments.policy())?.ready(&arguments.engines, models, &stop)?;
    let people = models.get::<HumanModel>()?;
    let ratings = source.ratings(arguments, policy.scale(), &people)?;
    let (windows, choice) = source.windows(arguments)?;
    let calibration = calibration(models)?;
    let tools = StudyTools {
        policy: &|| policy.instance(),
        weights: models.get()?,
        depth,
        stop: Arc::clone(&stop),
    };
    let mut ps = Vec::new();
    for (number, window) in windows.iter().enumerate() {
        let question = with_own_seed(question, number as u64);
        let mut progress = Progress::new("lines", None, 0);
        let mut advance = |done: u64, all: u64| {
            progress.set_total(all);
            progress.update(done, &|_| format!("ply {}", window.first_ply));
        };
        let study = Study::of(window, ratings, question, &tools, &mut advance);
        progress.close();
        let study = match study {
            Ok(study) => study,
            Err(TreeError::Stopped) if number > 0 => break,
            Err(TreeError::Stopped) => return Err(Failure(nothing_drawn())),
            Err(error) => return Err(Failure(error.to_string())),
        };
        let name = policy.name();
        let report = WindowReport::of(
            &study,
            &question,
            name,
            depth,
            choice,
            calibration.as_deref(),
        );
        if let Some(p) = report.even_p().filter(|_| !report.partial) {
            ps.push(p);
        }
        match arguments.json {
            true => say(serde_json::to_string(&report)?),
            false => {
                report.to_text().into_iter().for_each(say);
                if choice == WindowChoice::All {
                    say("");
                }
            }
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    if choice == WindowChoice::All {
        let rating = ratings.of(source.side());
        let calibrated = calibration.as_ref().and_then(|calibration| {
            let statistic = question.statistic();
            calibration
                .band(policy.name(), statistic, rating, depth)
                .ok()
        });
        let calibrated = calibrated.map(HonestBand::is_calibrated);
        CombinedWindows::of(&ps, windows.len(), arguments.looked_at, calibrated)
            .say(arguments.json)?;
    }
    Ok(Ending::Done)
}

fn nothing_drawn() -> String {
    "stopped before the first line was drawn".to_owned()
}

/// The same question with other draws for each window of a game.
fn with_own_seed(question: Question, number: u64) -> Question {
    match question {
        Question::Path(seed) => Question::Path(seed.wrapping_add(number)),
        Question::Sample(mut plan) => {
            plan.seed = plan.seed.wrapping_add(number);
            Question::Sample(plan)
        }
    }
}

/// The honest windows of the tables; none where they are of another build.
fn calibration(models: &Models) -> Result<Option<Arc<WindowCalibration>>, Failure> {
    let calibration = models.get::<WindowCalibration>()?;
    let own = RecordedMoves::stamp_of_choices(models).to_string();
    Ok(Some(calibration).filter(|calibration| calibration.stamp == own))
}

/// Combined p-values of all windows of a game.
#[derive(Serialize)]
struct CombinedWindows {
    /// Windows whose p-value counts, and how many there are.
    windows: usize,
    of: usize,
    /// Fisher's combination of p-values with ties broken at random.
    fisher_p_value: Option<f64>,
    /// The least of them, and what it comes to among so many windows and players.
    least_p_value: Option<f64>,
    least_p_value_corrected: Option<f64>,
    /// Players looked at.
    looked_at: u64,
    /// Whether honest windows of the player's rating come out as the policy says; null where
    /// nobody has looked.
    policy_is_calibrated: Option<bool>,
}

impl CombinedWindows {
    fn of(
        ps: &[f64],
        windows: usize,
        looked_at: u64,
        policy_is_calibrated: Option<bool>,
    ) -> CombinedWindows {
        let least = ps.iter().copied().reduce(f64::min);
        let count = ps.len() as u64 * looked_at;
        CombinedWindows {
            windows: ps.len(),
            of: windows,
            fisher_p_value: (!ps.is_empty()).then(|| fisher(ps)),
            least_p_value: least,
            least_p_value_corrected: least.map(|least| sidak(least, count)),
            looked_at,
            policy_is_calibrated,
        }
    }

    fn say(&self, json: bool) -> Result<(), Failure> {
        if json {
            say(serde_json::to_string(self)?);
            return Ok(());
        }
        let windows = counted(self.windows as u64, "window");
        let (Some(fisher), Some(least), Some(corrected)) = (
            self.fisher_p_value,
            self.least_p_value,
            self.least_p_value_corrected,
        ) else {
            say(format!(
                "All windows together: none of {} has a p-value.",
                self.of
            ));
            return Ok(());
        };
        say(format!(
            "All windows together ({windows}, ties broken at random), if the policy is right: Fisher's p {fisher:.4}."
        ));
        let among = match self.looked_at {
            1 => windows,
            players => format!("{windows} and {players} players"),
        };
        say(format!(
            "The least is {least:.4}; the least of {among} is then as small in {:.1} % of honest games.",
            100.0 * corrected
        ));
        say(match self.policy_is_calibrated {
            Some(true) => "Honest windows of this rating come out as the policy says.",
            Some(false) => {
                "It is not: honest windows of this rating have smaller p-values than it says."
            }
            None => "Whether it is has not been looked at for such windows.",
        });
        Ok(())
    }
}
