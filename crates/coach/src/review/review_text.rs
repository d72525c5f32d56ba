//! A review for a terminal: a side in a line, then each move that has a sign, and why.

use std::path::Path;

use super::game_review::{Fault, GameReview, PlyReview, SideSummary};
use super::severity::{Severity, USUAL_RATING};
use crate::explain::{MoveExplanation, PlayedLine, Topic};
use plumb_chess::board::Color;
use plumb_chess::notation::pgn::known_date;
use plumb_support::wording::{counted_noun, say, text};

impl GameReview {
    /// The lines of text.
    pub fn to_text(&self) -> Vec<String> {
        let mut lines = vec![self.title()];
        for side in [Color::White, Color::Black] {
            lines.push(self.side_line(side));
        }
        for ply in &self.plies {
            if let Some((name, fault)) = ply.move_name().zip(ply.fault.as_ref()) {
                lines.push(String::new());
                let (sign, cost) = (fault.severity.glyph(), cost(fault));
                lines.push(format!("{name}{sign} {cost}."));
                lines.extend(reasons(&fault.explanation).map(|text| format!("  {text}")));
            }
        }
        if self.is_stopped {
            lines.push(text!(explained.stopped).to_owned());
        }
        lines
    }

    /// `games.pgn, game 3: Adams – Torre, New Orleans, 1920, 1-0`.
    pub fn title(&self) -> String {
        let names = [Color::White, Color::Black].map(|side| self.player(side));
        let date = self.tag("Date").and_then(known_date);
        let more = [self.tag("Event"), date, self.tag("Result")];
        let more: Vec<&str> = more.into_iter().flatten().collect();
        let comma = if more.is_empty() { "" } else { ", " };
        let file = Path::new(&self.file).file_name().unwrap_or_default();
        let (file, number) = (file.to_string_lossy(), self.number.to_string());
        let source = say!(game.source, file, number);
        let [white, black] = names;
        format!("{source}: {white} – {black}{comma}{}", more.join(", "))
    }

    fn side_line(&self, side: Color) -> String {
        let [white, black] = self.ratings;
        let rating = side.fold(white, black).map_or_else(
            || say!(review.no_rating, rating = USUAL_RATING),
            |rating| rating.to_string(),
        );
        let name = self.player(side);
        let known = side.fold(text!(board.white), text!(board.black));
        let who = match self.tag(side.fold("White", "Black")).is_none() {
            true => known.to_owned(),
            false => format!("{known}, {name}"),
        };
        let SideSummary {
            moves,
            first_choices,
            faults,
            mean_drop,
        } = self.summary(side);
        let Some(mean) = mean_drop else {
            return say!(review.no_moves, side = who, rating);
        };
        let signs = Severity::ALL
            .iter()
            .zip(faults)
            .map(|(severity, count)| format!("{count} {}", severity.glyph()));
        say!(
            review.side_line,
            side = who,
            rating,
            moves = counted_noun(moves as u64, text!(noun.r#move)),
            firsts = counted_noun(first_choices as u64, text!(noun.first_choice)),
            signs = signs.collect::<Vec<_>>().join(", "),
            points = points(mean)
        )
    }
}

impl PlyReview {
    /// `12...Nf6`; nothing for a null move.
    pub fn move_name(&self) -> Option<String> {
        let mv = self.mv?;
        Some(PlayedLine::new(&self.before, &[mv]).san())
    }
}

/// What is said beside a move that has a sign: what it leads to, what was threatened and what
/// was best; where neither of the first two is known, what differs in the end.
pub(super) fn reasons(explanation: &MoveExplanation) -> impl Iterator<Item = String> + '_ {
    let reason = explanation.reason().map(|one| one.topic);
    let has_reason = matches!(reason, Some(Topic::Consequence | Topic::Threat));
    let is_told = move |topic: Topic| match topic {
        Topic::Consequence | Topic::Threat | Topic::BestMove => true,
        Topic::Terms | Topic::NoReason => !has_reason,
        Topic::NaturalMove | Topic::Certainty => false,
    };
    let told = explanation
        .sentences
        .iter()
        .filter(move |one| is_told(one.topic));
    told.map(|one| one.text.clone())
}

/// `costs 53.7 points of winning chance (from 54 % to 0 %)`.
pub(super) fn cost(fault: &Fault) -> String {
    let [best, played] = fault.chances;
    let [before, after] = fault.chances.map(|chance| format!("{:.0}", 100.0 * chance));
    let points = points(best - played);
    say!(review.cost, points, before, after)
}

/// Points of a hundred, `31.4`, cut off, so that no drop reads as a limit that it does not
/// reach.
fn points(share: f64) -> String {
    format!("{:.1}", (1_000.0 * share).floor() / 10.0)
}
