//! One HTML file for a zig-zag run, with the style and the scripts of the other.

use serde_json::{Value, json};

use super::banner;
use super::estimates::{mean, share};
use super::legend::legend;
use super::limits::{DETAILED_GAMES, LISTED_GAMES, LISTED_PLAYERS};
use super::plies::{date, score, tag};
use crate::report::zigzag::ZigzagHeader;
use crate::zigzag::{ZigzagMove, ZigzagRecord, ZigzagReport, ZigzagSums};
use plumb_coach::web::{self, HtmlError, Part};
use plumb_support::wording::text;

/// The page's parts in the order in which they run.
pub(super) const PARTS: [Part; 10] = [
    web::BASE,
    web::WORDS,
    Part::script(include_str!("estimates.js")),
    web::TIP,
    web::TABLE,
    Part::styled(include_str!("words.js"), include_str!("words.css")),
    Part::styled(include_str!("bars.js"), include_str!("bars.css")),
    Part::script(include_str!("run.js")),
    Part::styled(include_str!("zigzag.js"), include_str!("zigzag.css")),
    web::ROUTER,
];

/// The page of a zig-zag run in the making.
#[derive(Clone, Debug)]
pub struct ZigzagPage {
    header: ZigzagHeader,
    games: Vec<Value>,
    all_games: u64,
    players: Vec<Value>,
    all_players: u64,
}

impl ZigzagPage {
    /// Of a run.
    pub fn new(header: &ZigzagHeader) -> ZigzagPage {
        ZigzagPage {
            header: header.clone(),
            games: Vec::new(),
            all_games: 0,
            players: Vec::new(),
            all_players: 0,
        }
    }

    /// Adds a game.
    pub fn add_game(&mut self, report: &ZigzagReport) {
        self.all_games += 1;
        if self.games.len() >= LISTED_GAMES {
            return;
        }
        let detailed = self.games.len() < DETAILED_GAMES;
        let records = report.records.iter().flatten().filter(|one| !one.warm_up);
        let moves = report.moves.iter().zip(records);
        let moves: Vec<Value> = moves.map(|(mv, record)| tested(mv, record)).collect();
        self.games.push(json!({
            "id": report.id,
            "white": report.white,
            "black": report.black,
            "event": tag(&report.tags, "Event"),
            "date": date(&report.tags),
            "result": tag(&report.tags, "Result"),
            "file": report.file,
            "number": report.number,
            "book": report.book_plies,
            "failed": report.records.is_none().then(|| report.failure.as_deref().unwrap_or(text!(zigzag.no_reason))),
            "sides": [sums(&report.white_sums), sums(&report.black_sums)],
            "moves": detailed.then_some(moves),
        }));
    }

    /// Adds a player, by name.
    pub fn add_player(&mut self, name: &str, figures: &ZigzagSums) {
        self.all_players += 1;
        if self.players.len() < LISTED_PLAYERS {
            let player = json!({ "name": name, "games": figures.games, "sums": sums(figures) });
            self.players.push(player);
        }
    }

    /// The whole page.
    pub fn finish(self) -> Result<String, HtmlError> {
        let data = json!({
            "run": self.header,
            "games": self.games,
            "all_games": self.all_games,
            "players": self.players,
            "all_players": self.all_players,
            "games_in_full": self.games.len().min(DETAILED_GAMES),
            "legend": legend(),
        });
        let banner = banner(self.all_games, &self.header.digest);
        web::page(text!(report.zigzag_name), &banner, &PARTS, &data)
    }
}

fn sums(sums: &ZigzagSums) -> Value {
    let by_depth = sums.by_depth.iter();
    json!({
        "tested": sums.tested,
        "counted": sums.counted,
        "gate": sums.gate,
        "excluded": sums.excluded,
        "matches": sums.matches.as_ref().map(share),
        "by_depth": by_depth.map(|one| json!([one.depth, one.matches.as_ref().map(share)])).collect::<Vec<Value>>(),
        "equal": sums.equal.as_ref().map(share),
        "error": sums.average_error_cp.as_ref().map(mean),
        "capped": sums.capped_loss_cp.as_ref().map(mean),
        "kept": sums.leaders_kept,
    })
}

fn tested(mv: &ZigzagMove, record: &ZigzagRecord) -> Value {
    let single = record.single.last();
    let leader = record.leader.as_ref();
    json!({
        "n": mv.move_number,
        "w": mv.side == "white",
        "san": mv.san,
        "choice": mv.choice,
        "trace": mv.letter,
        "first": record.first_at,
        "value": single.map(|round| score(round.score)),
        "loss": record.loss_cp().filter(|_| !has_mate(record)),
        "swing": (!rounds_have_mate(record)).then_some(record.swing_cp),
        "played_swing": record.played_swing_cp.filter(|_| !has_played_mate(record)),
        "settled": record.settled_depth,
        "changes": record.changes.len(),
        "depths": [record.d, record.d_l],
        "leader": leader.map(|leader| json!([leader.is_kept, leader.behind_cp])),
        "notes": record.notes.iter().map(|note| note.to_string()).collect::<Vec<String>>(),
    })
}

/// The best or the played move of the several lines mates or is mated: what lies
/// between them is no number of centipawns.
fn has_mate(record: &ZigzagRecord) -> bool {
    let played = record.listed.iter().find(|one| one.mv == record.played);
    let both = record.listed.first().into_iter().chain(played);
    both.into_iter().any(|one| one.score.is_mate())
}

/// So it is where the search for one line saw a mate.
fn rounds_have_mate(record: &ZigzagRecord) -> bool {
    record.single.iter().any(|round| round.score.is_mate())
}

/// So it is with the played move in the rounds for several lines.
fn has_played_mate(record: &ZigzagRecord) -> bool {
    let rounds = record.multi.iter();
    let mut scores = rounds.filter_map(|round| round.score(&record.played));
    scores.any(|score| score.is_mate())
}

#[cfg(test)]
#[path = "zigzag_tests.rs"]
mod tests;
