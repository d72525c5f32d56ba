//! What is said of a window, as data: one JSON object, or lines for people.
//!
//! Where Gong et al. (2026) have a field for the same quantity, it has their name here:
//! `actual_cpl`, `baseline_mean_cpl`, `pooled_p_value`, `split_rhat_total_cpl`, `chain_summary`.
//! A quantity that cannot be computed is null, with a reason.

use serde::Serialize;

use super::figures::{ChainFigures, Figure, PValue, PaceFigures, SampleFigures};
use super::loss_table::LossDepth;
use super::method::{Method, SamplingPlan};
use super::path::PathDecision;
use super::path_p_value::path_p_value;
use super::study::{Question, Study};
use super::target::Target;
use super::verdict::{Judgement, Verdict, judge};
use super::window_calibration::WindowCalibration;
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_san, to_uci_move};
use plumb_support::wording::text;

/// What the question was, in words that a reader finds again on the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// The policy.
    pub policy: String,
    /// The target: `policy`, `quality` or `human`.
    pub target: &'static str,
    /// β for a centipawn.
    pub beta: f64,
    /// `iid`, `reject`, `prefix`, `mixture`, `smc` or `path`.
    pub kernel: &'static str,
    /// Besag and Clifford's test with that kernel.
    pub besag_clifford: bool,
    /// ρ of `mixture` and of the moves of `smc`; null elsewhere.
    pub rho: Option<f64>,
    /// Lines asked for; null for `path`.
    pub samples: Option<usize>,
    /// Chains, runs, or parts.
    pub chains: Option<usize>,
    /// Steps that do not count; T of Besag and Clifford.
    pub burn_in: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// Plies of the searches that say what a move loses.
    pub depth: u32,
    /// Lines of these searches.
    pub lines: usize,
}

/// How the window was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowChoice {
    /// It begins at the first ply out of book.
    FirstOutOfBook,
    /// Somebody named its first ply.
    Named,
    /// All windows of the game, one behind the other.
    All,
}

/// A move of the window.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportedMove {
    /// Its ply in the game, from 1.
    pub ply: usize,
    /// In SAN.
    pub san: String,
    /// In coordinates.
    pub uci: String,
    /// The policy's share of it, 0 to 1.
    pub share: f64,
    /// What it loses, in centipawns, if the suspect made it.
    pub cpl: Option<u32>,
    /// With the kernel `path`: how likely the policy loses as little or less here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance_as_good: Option<f64>,
}

/// A run of particles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportedRun {
    /// The values of β.
    pub ladder: Vec<f64>,
    /// The effective sample size at each.
    pub ess: Vec<f64>,
    /// How many of the first particles have descendants.
    pub unique_ancestors: usize,
    /// Different lines in the end.
    pub unique_states: usize,
    /// ln Z, the mean of exp(−β CPL) under the policy.
    pub ln_z: f64,
}

/// The whole report of one window: what is written as one JSON object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WindowReport {
    /// Whose moves: `white` or `black`.
    pub side: &'static str,
    /// Its first ply in the game, from 1.
    pub first_ply: usize,
    /// Its plies.
    pub plies: usize,
    /// How it was chosen.
    pub window_choice: WindowChoice,
    /// The position before it.
    pub fen: String,
    /// Ratings as the policy counts them, White's first.
    pub ratings: [f64; 2],
    /// The question.
    pub setting: Setting,
    /// Its moves.
    pub moves: Vec<ReportedMove>,
    /// What the suspect lost, in centipawns.
    pub actual_cpl: u32,
    /// What lines of the target lose on average.
    pub baseline_mean_cpl: Option<f64>,
    /// The median.
    pub baseline_median_cpl: Option<f64>,
    /// The standard deviation.
    pub baseline_std_cpl: Option<f64>,
    /// The p-value.
    pub pooled_p_value: Option<f64>,
    /// How far it can be trusted; null for `path`, whose p-value is exact.
    pub p: Option<PValue>,
    /// How many of the suspect's decisions on the board were looked at; `path` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_decisions: Option<usize>,
    /// Lines drawn.
    pub draws: Option<usize>,
    /// Lines begun, or steps made, for them.
    pub tries: Option<u64>,
    /// Different lines.
    pub unique_states: Option<usize>,
    /// Split R-hat of the loss.
    pub split_rhat_total_cpl: Option<Figure>,
    /// Split R-hat of ln π.
    pub split_rhat_log_pi: Option<Figure>,
    /// Rank-normalised R-hat of the loss.
    pub rank_rhat_total_cpl: Option<Figure>,
    /// Bulk effective sample size of the loss.
    pub bulk_ess_total_cpl: Option<Figure>,
    /// PACE over exact lines.
    pub pace_exact: Option<PaceFigures>,
    /// PACE over 20 medoids.
    pub pace_medoid: Option<PaceFigures>,
    /// Each chain.
    pub chain_summary: Vec<ChainFigures>,
    /// Runs of particles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub smc: Vec<ReportedRun>,
    /// The judgement.
    pub verdict: Verdict,
    /// Why there is none.
    pub withheld_because: Option<String>,
    /// The place of the p-value among honest windows of that rating, where the policy is not
    /// calibrated there and the table has enough of them.
    pub p_among_honest: Option<f64>,
    /// What has to be kept in mind.
    pub cautions: Vec<&'static str>,
    /// It was stopped: these are the lines drawn so far.
    pub partial: bool,
}

impl WindowReport {
    /// Of a study.
    pub fn of(
        study: &Study,
        question: &Question,
        policy: &str,
        depth: LossDepth,
        choice: WindowChoice,
        calibration: Option<&WindowCalibration>,
    ) -> WindowReport {
        let window = &study.window;
        let figures = study.sample.as_ref().map(|(_, figures)| figures);
        let path_p = study.path.as_deref().map(path_p_value);
        let pooled_p_value = path_p.or(figures.map(|figures| figures.p.value));
        let Judgement {
            verdict,
            withheld_because,
            p_among_honest,
        } = judge(study, question, policy, depth, calibration);
        let first = window.before.position();
        let (white, black) = (study.ratings.white, study.ratings.black);
        WindowReport {
            side: window.suspect.fold("white", "black"),
            first_ply: window.first_ply,
            plies: window.moves.len(),
            window_choice: choice,
            fen: to_fen(first, FenStyle::XFen),
            ratings: [white, black],
            setting: setting(question, policy, depth),
            moves: reported_moves(study),
            actual_cpl: study.actual_cpl,
            baseline_mean_cpl: figures.and_then(|figures| figures.null_mean_cpl),
            baseline_median_cpl: figures.and_then(|figures| figures.null_median_cpl),
            baseline_std_cpl: figures.and_then(|figures| figures.null_std_cpl),
            pooled_p_value,
            p: figures.map(|figures| figures.p.clone()),
            path_decisions: study.path.as_ref().map(Vec::len),
            draws: figures.map(|figures| figures.draws),
            tries: figures.map(|figures| figures.tries),
            unique_states: figures.map(|figures| figures.unique_states),
            split_rhat_total_cpl: figures.map(|figures| figures.split_rhat_total_cpl.clone()),
            split_rhat_log_pi: figures.map(|figures| figures.split_rhat_log_pi.clone()),
            rank_rhat_total_cpl: figures.map(|figures| figures.rank_rhat_total_cpl.clone()),
            bulk_ess_total_cpl: figures.map(|figures| figures.bulk_ess_total_cpl.clone()),
            pace_exact: figures.map(|figures| figures.pace_exact.clone()),
            pace_medoid: figures.map(|figures| figures.pace_medoid.clone()),
            chain_summary: figures.map_or(Vec::new(), |figures| figures.chain_summary.clone()),
            smc: runs(study, figures),
            verdict,
            withheld_because,
            p_among_honest,
            cautions: cautions(question, choice),
            partial: study.is_partial,
        }
    }
}

impl WindowReport {
    /// The p-value with ties broken at random: even on 0..1 under the target, so that those of
    /// several windows can be combined.
    pub fn even_p(&self) -> Option<f64> {
        match (&self.p, self.path_decisions) {
            (Some(p), _) => Some(p.randomised),
            (None, Some(_)) => self.pooled_p_value,
            (None, None) => None,
        }
    }
}

fn setting(question: &Question, policy: &str, depth: LossDepth) -> Setting {
    let base = Setting {
        policy: policy.to_owned(),
        target: "policy",
        beta: 0.0,
        kernel: "path",
        besag_clifford: false,
        rho: None,
        samples: None,
        chains: None,
        burn_in: None,
        seed: 0,
        depth: depth.plies,
        lines: depth.lines,
    };
    match *question {
        Question::Path(seed) => Setting { seed, ..base },
        Question::Sample(plan) => Setting {
            target: plan.target.into(),
            beta: plan.target.beta(),
            kernel: kernel_key(&plan),
            besag_clifford: matches!(plan.method, Method::BesagClifford(_)),
            rho: match plan.method {
                Method::Chains(kernel) | Method::BesagClifford(kernel) => {
                    Some(kernel.fresh).filter(|fresh| *fresh > 0.0)
                }
                Method::Smc(fresh) => Some(fresh),
                Method::Independent => None,
            },
            samples: Some(plan.samples),
            chains: Some(plan.chains),
            burn_in: match plan.method {
                Method::Chains(_) | Method::BesagClifford(_) => Some(plan.burn_in),
                Method::Independent | Method::Smc(_) => None,
            },
            seed: plan.seed,
            ..base
        },
    }
}

fn kernel_key(plan: &SamplingPlan) -> &'static str {
    match plan.method {
        Method::Independent if plan.target.beta() == 0.0 => "iid",
        Method::Independent => "reject",
        Method::Chains(kernel) | Method::BesagClifford(kernel) => match kernel.fresh > 0.0 {
            true => "mixture",
            false => "prefix",
        },
        Method::Smc(_) => "smc",
    }
}

fn reported_moves(study: &Study) -> Vec<ReportedMove> {
    let mut game = study.window.before.clone();
    let decisions = study.path.as_deref().unwrap_or_default();
    let mut moves = Vec::with_capacity(study.moves.len());
    for (index, one) in study.moves.iter().enumerate() {
        let position = game.position();
        let decision = decisions.iter().find(|decision| decision.ply == index);
        moves.push(ReportedMove {
            ply: study.window.first_ply + index,
            san: to_san(position, one.mv),
            uci: to_uci_move(position, one.mv, CastlingStyle::Standard),
            share: one.share,
            cpl: one.loss,
            chance_as_good: decision.map(PathDecision::at_most),
        });
        game.play(one.mv);
    }
    moves
}

fn runs(study: &Study, figures: Option<&SampleFigures>) -> Vec<ReportedRun> {
    let (Some((sample, _)), Some(figures)) = (&study.sample, figures) else {
        return Vec::new();
    };
    let pairs = sample.smc.iter().zip(&figures.chain_summary);
    pairs
        .map(|(run, chain)| ReportedRun {
            ladder: run.ladder.clone(),
            ess: run.ess.clone(),
            unique_ancestors: run.unique_ancestors,
            unique_states: chain.unique_states,
            ln_z: run.ln_z,
        })
        .collect()
}

fn cautions(question: &Question, choice: WindowChoice) -> Vec<&'static str> {
    let mut cautions = vec![
        text!(window_caution.model),
        text!(window_caution.one_window),
    ];
    match choice {
        WindowChoice::FirstOutOfBook => {}
        WindowChoice::Named => cautions.push(text!(window_caution.named)),
        WindowChoice::All => cautions.push(text!(window_caution.all)),
    }
    let quality = |plan: &SamplingPlan| matches!(plan.target, Target::Quality { .. });
    if matches!(question, Question::Sample(plan) if quality(plan)) {
        cautions.push(text!(window_caution.quality));
    }
    cautions
}
