//! A report in lines for people.

use super::figures::{Figure, PaceFigures};
use super::report::{WindowChoice, WindowReport};
use super::verdict::{UNUSUAL_P, Verdict};
use plumb_support::wording::counted;

impl WindowReport {
    /// Line by line.
    pub fn to_text(&self) -> Vec<String> {
        let mut lines = self.head();
        lines.extend(self.move_lines());
        lines.push(String::new());
        match self.path_decisions {
            Some(count) => lines.extend(self.path_lines(count)),
            None => lines.extend(self.sample_lines()),
        }
        lines.push(String::new());
        lines.extend(self.verdict_lines());
        lines
    }

    fn name(&self) -> &'static str {
        match self.side {
            "white" => "White",
            _ => "Black",
        }
    }

    fn head(&self) -> Vec<String> {
        let last = self.first_ply + self.plies - 1;
        let chosen = match self.window_choice {
            WindowChoice::FirstOutOfBook => "from the first ply out of book",
            WindowChoice::Named => "from the ply that was named",
            WindowChoice::All => "one of all windows of the game",
        };
        let [white, black] = self.ratings;
        vec![
            format!(
                "{}'s moves in plies {} to {last}, {chosen}.",
                self.name(),
                self.first_ply
            ),
            format!(
                "Beside what the policy '{}' plays at {white:.0} (White) against {black:.0}:",
                self.setting.policy
            ),
            String::new(),
            format!("{:<6}{:<10}{:>9}{:>7}", "ply", "move", "share", "loss"),
        ]
    }

    fn move_lines(&self) -> Vec<String> {
        let of_move = |one: &super::report::ReportedMove| {
            let loss = one.cpl.map_or(String::new(), |cpl| cpl.to_string());
            let good = one.chance_as_good.map_or(String::new(), |chance| {
                format!("   as good or better: {:.1} %", 100.0 * chance)
            });
            let share = format!("{:.1} %", 100.0 * one.share);
            format!("{:<6}{:<10}{share:>9}{loss:>7}{good}", one.ply, one.san)
        };
        let mut lines: Vec<String> = self.moves.iter().map(of_move).collect();
        lines.push(format!(
            "Lost in all: {} centipawns (no move more than 2,000; searches of {} plies).",
            self.actual_cpl, self.setting.depth
        ));
        lines
    }

    fn path_lines(&self, count: usize) -> Vec<String> {
        let p = self.pooled_p_value.unwrap_or(1.0);
        vec![
            format!(
                "{}, each beside all moves of its own position: p {}.",
                counted(count as u64, "decision"),
                p_text(p)
            ),
            "No line was drawn, and nothing is assumed about the opponent.".to_owned(),
        ]
    }

    fn sample_lines(&self) -> Vec<String> {
        let setting = &self.setting;
        let Some(draws) = self.draws else {
            return vec!["No line was drawn.".to_owned()];
        };
        let beta = match setting.beta > 0.0 {
            true => format!(", beta {} for a centipawn", setting.beta),
            false => String::new(),
        };
        let test = match setting.besag_clifford {
            true => ", Besag and Clifford's test",
            false => "",
        };
        let mut lines = vec![format!(
            "{} of the target '{}'{beta}, kernel {}{test}, seed {}: {} different, {} begun or tried.",
            counted(draws as u64, "line"),
            setting.target,
            setting.kernel,
            setting.seed,
            self.unique_states.unwrap_or(0),
            self.tries.unwrap_or(0),
        )];
        let number =
            |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.1}"));
        lines.push(format!(
            "They lose {} centipawns on average (median {}, deviation {}).",
            number(self.baseline_mean_cpl),
            number(self.baseline_median_cpl),
            number(self.baseline_std_cpl)
        ));
        if let Some(p) = &self.p {
            let trust = match (p.is_exact, p.standard_error) {
                (true, _) => String::new(),
                (false, Some(error)) => format!(", an estimate, ± {error:.4} (standard error)"),
                (false, None) => ", an estimate of unknown error".to_owned(),
            };
            lines.push(format!(
                "{} lose less and {} as much: p {}{trust}.",
                p.below,
                p.equal,
                p_text(p.value)
            ));
        }
        lines.extend(self.chain_lines());
        lines
    }

    fn chain_lines(&self) -> Vec<String> {
        let figure = |figure: &Option<Figure>, digits: usize| match figure {
            Some(Figure {
                value: Some(value), ..
            }) => format!("{value:.digits$}"),
            Some(Figure {
                reason: Some(reason),
                ..
            }) => format!("none ({reason})"),
            _ => "none".to_owned(),
        };
        let mut lines = vec![
            String::new(),
            format!(
                "{:<7}{:>7}{:>10}{:>8}{:>9}{:>9}{:>9}",
                "part", "draws", "accepted", "unique", "mean", "sd", "p"
            ),
        ];
        for chain in &self.chain_summary {
            let number =
                |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
            lines.push(format!(
                "{:<7}{:>7}{:>10.3}{:>8}{:>9}{:>9}{:>9.4}",
                chain.chain,
                chain.draws,
                chain.acceptance_rate,
                chain.unique_states,
                number(chain.null_mean_cpl),
                number(chain.null_std_cpl),
                chain.p_value
            ));
        }
        lines.push(format!(
            "Split R-hat of the loss {}, of ln pi {}, of the loss's ranks {}; bulk ESS {}.",
            figure(&self.split_rhat_total_cpl, 4),
            figure(&self.split_rhat_log_pi, 4),
            figure(&self.rank_rhat_total_cpl, 4),
            figure(&self.bulk_ess_total_cpl, 0)
        ));
        let pace = |name: &str, pace: &PaceFigures| {
            format!(
                "PACE over {name}: delta {:.3} (root {:.3}); the same draws dealt at random give {:.3}, 95 % of them below {:.3}.",
                pace.delta, pace.sqrt_delta, pace.floor_mean, pace.floor_95
            )
        };
        lines.extend(self.pace_exact.iter().map(|one| pace("exact lines", one)));
        lines.extend(self.pace_medoid.iter().map(|one| pace("20 medoids", one)));
        for (number, run) in self.smc.iter().enumerate() {
            let steps = run.ladder.iter().zip(&run.ess);
            let steps: Vec<String> = steps
                .map(|(beta, ess)| format!("{beta:.5} (ESS {ess:.0})"))
                .collect();
            lines.push(format!(
                "Run {}: beta {}; {} ancestors, {} lines, ln Z {:.4}.",
                number + 1,
                steps.join(", "),
                run.unique_ancestors,
                run.unique_states,
                run.ln_z
            ));
        }
        lines
    }

    fn verdict_lines(&self) -> Vec<String> {
        let under = format!("under the target '{}'", self.setting.target);
        let limit = format!("p below {UNUSUAL_P}");
        let mut lines = vec![match self.verdict {
            Verdict::Unusual => format!("Verdict: unusual {under} ({limit})."),
            Verdict::NotUnusual => format!("Verdict: not unusual {under} (no {limit})."),
            Verdict::Withheld => "Verdict: withheld.".to_owned(),
        }];
        if let Some(reason) = &self.withheld_because {
            lines.push(format!("Because {reason}."));
        }
        if let Some(rank) = self.p_among_honest {
            lines.push(format!(
                "The policy is not calibrated for this rating: the verdict goes by the place among honest windows, {}.",
                p_text(rank)
            ));
        }
        if self.partial {
            lines.push("Stopped: these are the lines drawn so far.".to_owned());
        }
        lines.extend(self.cautions.iter().map(|&caution| caution.to_owned()));
        lines
    }
}

/// A p-value with as many digits as it needs.
fn p_text(p: f64) -> String {
    match p < 0.001 {
        true => format!("{p:.2e}"),
        false => format!("{p:.4}"),
    }
}
