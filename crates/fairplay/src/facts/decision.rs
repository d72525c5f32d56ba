//! A record as a decision: what there was to choose from, and nothing of what was chosen.

use crate::records::{LineReport, MoveRecord};
use plumb_chess::board::{Game, Position};
use plumb_chess::notation::parse_uci_move;
use plumb_engine::choice::{Decision, Ranking};

/// The decision on the board of `game`, whose move is still to be made; nothing where the
/// record has no glance or no list.
pub fn decision_of<'a>(game: &'a Game, record: &MoveRecord) -> Option<Decision<'a>> {
    let position = game.position();
    let glance = rankings(&record.glance, position)?;
    let list = rankings(&record.list_iterations, position)?.pop()?;
    let first_choice = record.before.choice();
    let first_choice = first_choice.and_then(|mv| parse_uci_move(position, mv));
    Some(Decision {
        list: Some(list),
        first_choice,
        ..Decision::after(game, glance)
    })
}

/// Iterations of several lines, each best first; nothing where there is none or a move
/// cannot be made.
fn rankings(lines: &[LineReport], position: &Position) -> Option<Vec<Ranking>> {
    let mut rankings: Vec<Ranking> = Vec::new();
    let mut depth = None;
    for line in lines {
        let mv = parse_uci_move(position, line.mv.as_deref()?)?;
        let entry = (mv, line.score.level_cp());
        match rankings.last_mut() {
            Some(ranking) if depth == Some(line.depth) => ranking.push(entry),
            _ => rankings.push(vec![entry]),
        }
        depth = Some(line.depth);
    }
    (!rankings.is_empty()).then_some(rankings)
}
