//! What the other side would do if the player passed, and whether the move meets it.

use super::claim::Claim;
use super::line_result::{LineEnd, LineResult};
use super::motif_words::{MotifLine, motif_of_result};
use super::played_line::PlayedLine;
use super::sentence::{Sentence, Topic, about};
use super::verdict::Verdict;
use super::words::side_name;
use plumb_support::wording::say;

/// The threat and two to four plies after it.
const THREAT_PLIES: (usize, usize) = (3, 5);
/// Plies of the played line within which a threat has to come to nothing.
const MET_PLIES: usize = 9;

/// The sentence; nothing where no mate and no material is threatened.
pub(super) fn threat(verdict: &Verdict<'_>) -> Option<Sentence> {
    let searched = verdict.evidence.threat.as_ref()?;
    let other = !verdict.side();
    // To pass must be worse than to move, or nothing is threatened.
    if !verdict.separates(verdict.best.score, -searched.score) {
        return None;
    }
    let passed = verdict.position().play_null();
    let result = LineResult::of(&passed, &searched.line, THREAT_PLIES)?;
    if result.winner() != Some(other) {
        return None;
    }
    let whole = MotifLine {
        moves: &searched.line,
        before: None,
        zugzwang: None,
    };
    let motif = motif_of_result(&result, whole, 0);
    let (side, line) = (side_name(other), result.shown_after(0));
    let what = match &result.end {
        LineEnd::Mate { moves: 1, .. } => say!(told.threatens, side, line),
        LineEnd::Mate { moves, .. } => {
            say!(told.threatens_mate, side, moves, line)
        }
        _ => {
            say!(told.threatens_deed, side, line, deed = result.deed(other))
        }
    };
    let played = PlayedLine::new(verdict.position(), &verdict.explained.line);
    let name = verdict.san(verdict.explained.mv);
    let (is_met, answer) = answer(verdict, &played, &result)?;
    let ending = match is_met {
        Some(true) => say!(told.met, r#move = name),
        Some(false) => say!(told.unmet, r#move = name),
        None => ".".to_owned(),
    };
    let text = format!("{what}{}{ending}", motif.text);
    let claims = [
        about(0, vec![result.claim()]),
        motif.claims,
        about(1, answer),
    ]
    .concat();
    Sentence::checked(
        Topic::Threat,
        text,
        vec![result.line, played.first(MET_PLIES)],
        claims,
    )
}

/// Whether the move meets the threat, if that is known, and what shows it. It does only where
/// its line goes on for longer than the threat's, or to the end of the game, and the threat is
/// not in it.
fn answer(
    verdict: &Verdict<'_>,
    played: &PlayedLine,
    threat: &LineResult,
) -> Option<(Option<bool>, Vec<Claim>)> {
    let other = threat.winner()?;
    let near = played.first(MET_PLIES);
    let after = LineResult::of(
        played.start(),
        played.moves(),
        super::consequence::MOVE_PLIES,
    );
    let loses = after.as_ref().and_then(LineResult::winner) == Some(other);
    let nothing = Claim::GainsNothing { side: other };
    let is_carried_out = played.moves().get(1) == threat.line.moves().first();
    let is_long = near.moves().len() > threat.line.moves().len() || near.end().has_no_moves();
    let is_lost = verdict.explained.score.is_mated();
    if loses && is_carried_out {
        Some((Some(false), Vec::new()))
    } else if !loses
        && !is_carried_out
        && is_long
        && !is_lost
        && nothing.holds(&near)
        && !is_mated(&near)
    {
        Some((Some(true), vec![nothing]))
    } else {
        Some((None, Vec::new()))
    }
}

/// Whether the side that began the line is mated at its end.
fn is_mated(line: &PlayedLine) -> bool {
    let end = line.end();
    end.turn() == line.start().turn() && end.in_check() && end.has_no_moves()
}
