//! One HTML file for a whole run: needs no network and no other file, and shows
//! nothing that the other reports do not have.
//!
//! Takes what a run streams and keeps only what the page shows: all details of
//! the first games, packed until they are looked at, and one row of the others, as text. All text of a game reaches the page as
//! data, never as markup. Start with `HtmlReport`; the page itself is
//! that of the layer `web` with the scripts beside it.

mod base_rates;
mod bins;
mod cloud;
mod compact;
mod estimates;
mod jury;
mod legend;
mod limits;
mod losses;
mod plies;
mod skill;
mod zigzag;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::header::RunHeader;
use super::player::{FiguresPass, PlayerReport};
use crate::figures::{Disagreement, FieldChoices, Figures, GameReport, PanelFigures};
use crate::records::Stamp;
use crate::reference::CloudPoint;
use base_rates::base_rates;
use bins::Bins;
use legend::legend;
use limits::{DETAIL_BYTES, GAME_BYTES, LISTED_EVENTS, PLAYER_BYTES};
pub use limits::{DETAILED_GAMES, DETAILED_PLAYERS, LISTED_GAMES, LISTED_PLAYERS, LISTED_PROBLEMS};
use plumb_chess::notation::pgn::PgnProblem;
pub use plumb_coach::web::HtmlError;
use plumb_coach::web::{self, Detail, JsonList, PageData, Part};
use plumb_support::wording::{counted_noun, say, text, text_in};
pub use zigzag::ZigzagPage;

/// The page's parts in the order in which they run.
const PARTS: [Part; 35] = [
    web::BASE,
    web::DETAILS,
    web::WORDS,
    Part::script(include_str!("html/estimates.js")),
    web::TIP,
    web::TABLE,
    Part::styled(
        include_str!("html/words.js"),
        include_str!("html/words.css"),
    ),
    Part::styled(include_str!("html/bars.js"), include_str!("html/bars.css")),
    Part::script(include_str!("html/figures.js")),
    web::PLOTS,
    web::TRACK,
    web::SPARK,
    Part::script(include_str!("html/flags.js")),
    Part::script(include_str!("html/scatter.js")),
    Part::script(include_str!("html/losses.js")),
    Part::script(include_str!("html/skill.js")),
    Part::script(include_str!("html/choices.js")),
    Part::script(include_str!("html/evidence.js")),
    Part::script(include_str!("html/jury.js")),
    Part::script(include_str!("html/stability.js")),
    Part::script(include_str!("html/common.js")),
    Part::script(include_str!("html/words_page.js")),
    Part::script(include_str!("html/run.js")),
    Part::script(include_str!("html/event.js")),
    Part::script(include_str!("html/few.js")),
    Part::script(include_str!("html/player_words.js")),
    Part::script(include_str!("html/player.js")),
    web::BOARD,
    web::LINES,
    web::GAME,
    Part::script(include_str!("html/game_curves.js")),
    Part::script(include_str!("html/game_levels.js")),
    Part::script(include_str!("html/game_move.js")),
    Part::styled(include_str!("html/game.js"), include_str!("html/game.css")),
    web::ROUTER,
];

/// A page in the making. Games come first and in their order, then players in the
/// order of their names.
#[derive(Clone, Debug)]
pub struct HtmlReport {
    header: RunHeader,
    games: JsonList,
    games_in_full: usize,
    /// Pages of games and players, packed, with their bytes.
    details: Vec<Detail>,
    game_bytes: usize,
    player_bytes: usize,
    players_in_full: usize,
    all_games: u64,
    players: JsonList,
    all_players: u64,
    events: JsonList,
    field: Value,
    jury: Value,
    problems: JsonList,
    all_problems: u64,
    everybody: Bins,
    /// Of the first players by name so far, [`DETAILED_PLAYERS`] of them.
    by_player: BTreeMap<String, Bins>,
    cloud: Value,
    most_in_full: usize,
    /// What the features are whose terms are shown, by their places.
    features: BTreeMap<usize, &'static str>,
}

impl HtmlReport {
    /// Of a run.
    pub fn new(header: &RunHeader) -> HtmlReport {
        HtmlReport {
            header: header.clone(),
            games: JsonList::default(),
            games_in_full: 0,
            details: Vec::new(),
            game_bytes: 0,
            player_bytes: 0,
            players_in_full: 0,
            all_games: 0,
            players: JsonList::default(),
            all_players: 0,
            events: JsonList::default(),
            field: Value::Null,
            jury: Value::Null,
            problems: JsonList::default(),
            all_problems: 0,
            everybody: Bins::default(),
            by_player: BTreeMap::new(),
            cloud: Value::Null,
            most_in_full: DETAILED_GAMES,
            features: BTreeMap::new(),
        }
    }

    /// With reference points to draw behind the players of this run, made with the
    /// same engine, profile and rules.
    pub fn with_cloud(mut self, points: Option<&[CloudPoint]>) -> HtmlReport {
        self.cloud = points.map_or(Value::Null, cloud::summary);
        self
    }

    /// With another number of games in full than [`DETAILED_GAMES`].
    #[cfg(test)]
    fn with_games_in_full(mut self, games: usize) -> HtmlReport {
        self.most_in_full = games;
        self
    }

    /// Adds a game.
    pub fn add_game(&mut self, report: &GameReport) {
        self.all_games += 1;
        for (side, name) in [("white", &report.white), ("black", &report.black)] {
            if report.is_computer(side) {
                continue;
            }
            self.everybody.add(report, side);
            if let Some(name) = name {
                let bins = match self.by_player.get_mut(name) {
                    Some(bins) => bins,
                    None => self.by_player.entry(name.clone()).or_default(),
                };
                bins.add(report, side);
            }
        }
        // Only the first by name are shown with them; who is not now, never will be.
        while self.by_player.len() > DETAILED_PLAYERS {
            self.by_player.pop_last();
        }
        if self.games.count() >= LISTED_GAMES {
            return;
        }
        let mut row = plies::row(report);
        if self.games_in_full < self.most_in_full
            && self.game_bytes < GAME_BYTES
            && let Ok(detail) = Detail::new(format!("game-{}", report.id), &plies::detail(report))
        {
            self.games_in_full += 1;
            self.game_bytes += detail.bytes();
            self.details.push(detail);
            row["detail"] = json!(true);
            let terms = report.moves.iter().flat_map(|mv| &mv.terms);
            let names = terms.map(|&(feature, _)| {
                (
                    feature as usize,
                    text_in!(feature, feature.key()).unwrap_or(feature.sentence()),
                )
            });
            self.features.extend(names);
        }
        self.games.push(&row);
    }

    /// Adds a player.
    pub fn add_player(&mut self, player: &PlayerReport<'_>) {
        self.all_players += 1;
        if self.players.count() >= LISTED_PLAYERS {
            return;
        }
        let beside = &player.comparison;
        let mut row = json!({
            "name": player.name,
            "brief": compact::brief(&beside.player),
            "skill": skill::skill(player.skill.as_ref()),
        });
        if player.computer {
            row["computer"] = json!(true);
        }
        let index = self.players.count();
        if index < DETAILED_PLAYERS
            && self.player_bytes < PLAYER_BYTES
            && self.player_bytes + self.game_bytes < DETAIL_BYTES
            && let Ok(detail) = Detail::new(format!("player-{index}"), &self.player_detail(player))
        {
            self.players_in_full += 1;
            self.player_bytes += detail.bytes();
            self.details.push(detail);
            row["detail"] = json!(true);
        }
        self.players.push(&row);
    }

    /// What a player's own page shows.
    fn player_detail(&self, player: &PlayerReport<'_>) -> Value {
        let beside = &player.comparison;
        json!({
            "beside": [
                compact::full(&beside.player),
                compact::full(&beside.opponents),
                compact::full(&beside.field),
            ],
            "bins": self.by_player.get(player.name).map(Bins::json),
            "passes": compact::passes(&player.passes),
            "less": beside.less_opponents,
            "common": player.common,
            "evidence": player.evidence,
            "base_rates": player.evidence.as_ref().map(base_rates),
            "events": player.events,
            "relative": skill::relative(player.relative_skill.as_ref()),
            "jury": player.jury.as_ref().map(jury::figures),
            "computer_games": player.computer_games,
        })
    }

    /// Sets what a jury says of everybody together.
    pub fn set_jury(&mut self, stamps: &[&Stamp], everybody: &PanelFigures, apart: &Disagreement) {
        self.jury = jury::jury(stamps, everybody, apart);
    }

    /// Adds what everybody's moves in an event come to.
    pub fn add_event(&mut self, name: &str, figures: &Figures, choices: Option<&FieldChoices>) {
        if self.events.count() < LISTED_EVENTS {
            let brief = compact::brief(figures);
            self.events
                .push(&json!({ "name": name, "brief": brief, "choices": choices }));
        }
    }

    /// Sets the figures of everybody together, by the main pass and by the others.
    pub fn set_field(&mut self, figures: &Figures, passes: &[FiguresPass]) {
        self.field = compact::full(figures);
        self.field["passes"] = compact::passes(passes);
    }

    /// Adds a game that could not be read.
    pub fn add_problem(&mut self, problem: &PgnProblem) {
        self.all_problems += 1;
        if self.problems.count() < LISTED_PROBLEMS {
            self.problems.push(&json!([
                problem.file,
                problem.number,
                problem.line,
                problem.reason
            ]));
        }
    }

    /// Writes the whole page.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let rarity = self.header.rarity();
        let values = json!({
            "run": self.header,
            "rarity": rarity,
            "measures": compact::measures(),
            "all_games": self.all_games,
            "games_in_full": self.games_in_full,
            "all_players": self.all_players,
            "players_in_full": self.players_in_full,
            "field": self.field,
            "jury": self.jury,
            "loss_ranges": losses::ranges(),
            "bins": self.everybody.json(),
            "all_problems": self.all_problems,
            "cloud": self.cloud,
            "legend": legend(),
            "features": self.features,
        });
        let data = PageData::of(&values)
            .with("games", &self.games)
            .with("players", &self.players)
            .with("events", &self.events)
            .with("problems", &self.problems);
        let banner = banner(self.all_games, &self.header.digest);
        web::write_page(
            text!(report.name),
            &banner,
            &PARTS,
            &data,
            &self.details,
            out,
        )
    }
}

/// The line beside the name of a report.
fn banner(games: u64, digest: &str) -> String {
    let games = counted_noun(games, text!(noun.game));
    say!(report.banner, games, digest)
}

#[cfg(test)]
#[path = "html/tests.rs"]
mod tests;
