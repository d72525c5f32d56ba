//! The two answers, made of what `plumb counterfactual --json` says of the same window.

use std::collections::BTreeMap;

use serde::Serialize;

use super::gong_request::GongKind;
use plumb_chess::notation::START_FEN;
use plumb_counterfactual::{
    ChainFigures, Figure, PaceFigures, ReportedMove, Setting, Verdict, WindowChoice, WindowReport,
};
use plumb_support::wording::text;

/// The envelope of both endpoints' answers.
#[derive(Serialize)]
struct Answer<T> {
    status: &'static str,
    data: T,
}

/// The data of `/api/detect_anomaly`.
#[derive(Serialize)]
struct Detection<'a> {
    actual_cpl: u32,
    baseline_mean_cpl: Option<f64>,
    p_value: Option<f64>,
    verdict: &'static str,
    plumb: PlumbDetails<'a>,
}

/// The data of `/api/diagnostics`.
#[derive(Serialize)]
struct Diagnostics<'a> {
    pooled_actual_cpl: u32,
    pooled_null_mean_cpl: Option<f64>,
    pooled_null_std_cpl: Option<f64>,
    pooled_p_value: Option<f64>,
    split_rhat_total_cpl: Option<f64>,
    split_rhat_log_pi: Option<f64>,
    chain_summary: Vec<ChainSummary>,
    plumb: PlumbDetails<'a>,
}

#[derive(Serialize)]
struct ChainSummary {
    chain: usize,
    acceptance_rate: f64,
    unique_states: usize,
    null_mean_cpl: Option<f64>,
    null_std_cpl: Option<f64>,
    p_value: f64,
}

/// Fields beyond those of Gong et al., for both answers.
#[derive(Serialize)]
struct PlumbDetails<'a> {
    verdict: &'static str,
    withheld_because: Option<&'a str>,
    target: &'static str,
    kernel: &'static str,
    /// Lines asked for, and lines drawn.
    samples: Option<usize>,
    draws: Option<usize>,
    seed: u64,
    window: WindowView<'a>,
    /// White's first.
    ratings: [f64; 2],
    /// Of the p-value, where it is an estimate.
    standard_error: Option<f64>,
    p_is_exact: bool,
    p_among_honest: Option<f64>,
    rank_rhat_total_cpl: Option<f64>,
    bulk_ess_total_cpl: Option<f64>,
    pace_exact: Option<&'a PaceFigures>,
    pace_medoid: Option<&'a PaceFigures>,
    moves: &'a [ReportedMove],
    settings: &'a Setting,
    cautions: Vec<&'static str>,
    /// It was stopped: these are the lines drawn so far.
    partial: bool,
    /// Why a number is null, by its name.
    reasons: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct WindowView<'a> {
    side: &'static str,
    first_ply: usize,
    plies: usize,
    window_choice: WindowChoice,
    fen: &'a str,
}

/// Why numbers are null.
struct Reasons<'a> {
    report: &'a WindowReport,
    named: BTreeMap<&'static str, String>,
}

impl Reasons<'_> {
    /// A number of the lines, with its reason if it is not there.
    fn number(&mut self, name: &'static str, number: Option<f64>) -> Option<f64> {
        if number.is_none() {
            let reason = match (self.report.path_decisions, self.report.draws) {
                (Some(_), _) => text!(gong.no_lines_by_path),
                (None, None | Some(0)) => text!(gong.no_line),
                (None, Some(_)) => text!(gong.few_lines),
            };
            self.named.insert(name, reason.to_owned());
        }
        number
    }

    /// A figure that brings its reason.
    fn figure(&mut self, name: &'static str, figure: Option<&Figure>) -> Option<f64> {
        match figure {
            Some(Figure {
                value: None,
                reason: Some(reason),
            }) => {
                self.named.insert(name, reason.clone());
                None
            }
            figure => self.number(name, figure.and_then(|figure| figure.value)),
        }
    }
}

/// The answer of one of the two, as JSON.
pub(crate) fn answer(kind: GongKind, report: &WindowReport) -> Result<String, serde_json::Error> {
    let mut reasons = Reasons {
        report,
        named: BTreeMap::new(),
    };
    let (verdict, _) = verdict_and_reason(report);
    match kind {
        GongKind::Detection => written(Detection {
            actual_cpl: report.actual_cpl,
            baseline_mean_cpl: reasons.number("baseline_mean_cpl", report.baseline_mean_cpl),
            p_value: reasons.number("p_value", report.pooled_p_value),
            verdict,
            plumb: own(report, reasons),
        }),
        GongKind::Diagnostics => written(Diagnostics {
            pooled_actual_cpl: report.actual_cpl,
            pooled_null_mean_cpl: reasons.number("pooled_null_mean_cpl", report.baseline_mean_cpl),
            pooled_null_std_cpl: reasons.number("pooled_null_std_cpl", report.baseline_std_cpl),
            pooled_p_value: reasons.number("pooled_p_value", report.pooled_p_value),
            split_rhat_total_cpl: {
                let rhat = report.split_rhat_total_cpl.as_ref();
                reasons.figure("split_rhat_total_cpl", rhat)
            },
            split_rhat_log_pi: {
                let rhat = report.split_rhat_log_pi.as_ref();
                reasons.figure("split_rhat_log_pi", rhat)
            },
            chain_summary: chains(report, &mut reasons),
            plumb: own(report, reasons),
        }),
    }
}

fn written(data: impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Answer {
        status: "success",
        data,
    })
}

fn chains(report: &WindowReport, reasons: &mut Reasons<'_>) -> Vec<ChainSummary> {
    let summary = |chain: &ChainFigures| ChainSummary {
        chain: chain.chain,
        acceptance_rate: chain.acceptance_rate,
        unique_states: chain.unique_states,
        null_mean_cpl: reasons.number("chain_summary", chain.null_mean_cpl),
        null_std_cpl: reasons.number("chain_summary", chain.null_std_cpl),
        p_value: chain.p_value,
    };
    report.chain_summary.iter().map(summary).collect()
}

fn own<'a>(report: &'a WindowReport, mut reasons: Reasons<'_>) -> PlumbDetails<'a> {
    let p = report.p.as_ref();
    // The p-value of the kernel path is a sum over all moves.
    let p_is_exact = p.map_or(report.path_decisions.is_some(), |p| p.is_exact);
    let standard_error = p.and_then(|p| p.standard_error);
    if p_is_exact {
        let reason = text!(gong.exact);
        reasons.named.insert("standard_error", reason.to_owned());
    } else {
        reasons.number("standard_error", standard_error);
    }
    let mut cautions = report.cautions.clone();
    if report.first_ply == 1 {
        cautions.push(text!(window_caution.from_the_start));
    }
    let rank_rhat = report.rank_rhat_total_cpl.as_ref();
    let bulk_ess = report.bulk_ess_total_cpl.as_ref();
    let (verdict, withheld_because) = verdict_and_reason(report);
    PlumbDetails {
        verdict,
        withheld_because,
        target: report.setting.target,
        kernel: report.setting.kernel,
        samples: report.setting.samples,
        draws: report.draws,
        seed: report.setting.seed,
        window: WindowView {
            side: report.side,
            first_ply: report.first_ply,
            plies: report.plies,
            window_choice: report.window_choice,
            fen: &report.fen,
        },
        ratings: report.ratings,
        standard_error,
        p_is_exact,
        p_among_honest: report.p_among_honest,
        rank_rhat_total_cpl: reasons.figure("rank_rhat_total_cpl", rank_rhat),
        bulk_ess_total_cpl: reasons.figure("bulk_ess_total_cpl", bulk_ess),
        pace_exact: report.pace_exact.as_ref(),
        pace_medoid: report.pace_medoid.as_ref(),
        moves: &report.moves,
        settings: &report.setting,
        cautions,
        partial: report.partial,
        reasons: reasons.named,
    }
}

/// The verdict, and why there is none. Honest windows begin behind the opening: on the first moves of
/// a game nothing vouches for one.
fn verdict_and_reason(report: &WindowReport) -> (&'static str, Option<&str>) {
    let is_opening = report.first_ply == 1 && report.fen == START_FEN;
    match report.verdict {
        Verdict::Unusual | Verdict::NotUnusual if is_opening => {
            (verdict_words(Verdict::Withheld), Some(text!(gong.opening)))
        }
        verdict => (verdict_words(verdict), report.withheld_because.as_deref()),
    }
}

/// A large p-value proves nothing: there is no word for fair play.
fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Unusual => "UNUSUAL",
        Verdict::NotUnusual => "NOT UNUSUAL",
        Verdict::Withheld => "WITHHELD",
    }
}
