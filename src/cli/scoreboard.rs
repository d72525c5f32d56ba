//! What is shown of a match while it is played: a table that stays in place on
//! a terminal, lines that can be kept anywhere else.

use std::io::IsTerminal;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Height, Width, terminal_size_of};

use plumb::gauntlet::{GameRecord, Next, Standings, fit_screen, table};
use plumb::statistics::{PairCounts, Sprt, Verdict};
use plumb::wording::counted;

use plumb_terminal::say;

/// The score so far and how it is shown.
pub struct Scoreboard {
    names: Vec<String>,
    standings: Standings,
    total: usize,
    sprt: Option<Sprt>,
    started: Instant,
    played_now: usize,
    /// The table on the terminal.
    live: Option<ProgressBar>,
    /// Whether each game gets a line.
    has_lines: bool,
}

/// Games between two summaries among the lines.
const SUMMARY_EVERY: usize = 20;

impl Scoreboard {
    pub fn new(
        names: Vec<String>,
        total: usize,
        done: &[GameRecord],
        sprt: Option<Sprt>,
        mut standings: Standings,
    ) -> Scoreboard {
        if !done.is_empty() {
            say(format!("Resuming after {}.", counted(done.len(), "game")));
        }
        done.iter().for_each(|game| standings.add(game));
        let live = std::io::stderr()
            .is_terminal()
            .then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        let board = Scoreboard {
            names,
            standings,
            total,
            sprt,
            started: Instant::now(),
            played_now: 0,
            has_lines: live.is_none() || !std::io::stdout().is_terminal(),
            live,
        };
        if let (Some(live), Ok(style)) = (&board.live, ProgressStyle::with_template("{msg}")) {
            live.set_style(style);
        }
        board.draw();
        board
    }

    /// Games counted.
    pub fn games(&self) -> usize {
        self.standings.games
    }

    /// Games of the whole match.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Whether an engine did something it must not.
    pub fn has_offences(&self) -> bool {
        !self.standings.offences.is_empty()
    }

    /// Whether the sequential test has its answer.
    pub fn is_decided(&self) -> bool {
        let verdict = |sprt: &Sprt| sprt.verdict(&self.pairs());
        self.sprt
            .as_ref()
            .is_some_and(|sprt| verdict(sprt) != Verdict::Open)
    }

    fn pairs(&self) -> PairCounts {
        let score = self.standings.pairing(0, 1);
        score.map(|score| score.pairs).unwrap_or_default()
    }

    /// Counts and shows a finished game.
    pub fn add(&mut self, game: &GameRecord) -> Next {
        self.standings.add(game);
        self.played_now += 1;
        if self.has_lines {
            let points = if game.white_points > 0.75 {
                "1-0"
            } else if game.white_points < 0.25 {
                "0-1"
            } else {
                "1/2-1/2"
            };
            say(format!(
                "game {} of {}: {} - {} {points} ({})",
                game.game + 1,
                self.total,
                self.names[game.white],
                self.names[game.black],
                game.termination
            ));
            if self.played_now.is_multiple_of(SUMMARY_EVERY) {
                say(self.summary());
            }
        }
        self.draw();
        if self.is_decided() {
            Next::Stop
        } else {
            Next::Continue
        }
    }

    /// Takes the table off the terminal.
    pub fn close(&self) {
        if let Some(live) = &self.live {
            live.finish_and_clear();
        }
    }

    fn draw(&self) {
        let Some(live) = &self.live else { return };
        let size = terminal_size_of(std::io::stderr());
        let (Width(columns), Height(rows)) = size.unwrap_or((Width(80), Height(24)));
        let progress = format!("{} of {}", self.games(), counted(self.total, "game"));
        let text = format!("{}\n{progress}", self.summary_within(columns.into()));
        live.set_message(fit_screen(text.trim_start(), columns.into(), rows.into()));
    }

    /// The table, the SPRT, the speed, as the standard output takes it.
    pub fn summary(&self) -> String {
        let size = terminal_size_of(std::io::stdout());
        self.summary_within(size.map_or(usize::MAX, |(Width(columns), _)| columns.into()))
    }

    fn summary_within(&self, columns: usize) -> String {
        let mut text = table(&self.standings, &self.names, columns);
        if let Some(sprt) = &self.sprt {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(&self.pairs()) {
                Verdict::Open => "open",
                Verdict::AcceptElo0 => "elo0 accepted",
                Verdict::AcceptElo1 => "elo1 accepted",
            };
            text.push_str(&format!(
                "SPRT: LLR {:.2} ({lower:.2}, {upper:.2}), {verdict}\n",
                sprt.llr(&self.pairs())
            ));
        }
        if self.played_now > 0 {
            let per_hour =
                self.played_now as f64 * 3600.0 / self.started.elapsed().as_secs_f64().max(0.001);
            let left = self.total.saturating_sub(self.games()) as f64 / per_hour;
            text.push_str(&format!(
                "{per_hour:.0} games an hour, {} left\n",
                hours(left)
            ));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn hours(hours: f64) -> String {
    let minutes = (hours * 60.0).ceil() as u64;
    if minutes < 60 {
        format!("{minutes} min")
    } else {
        format!("{} h {} min", minutes / 60, minutes % 60)
    }
}
