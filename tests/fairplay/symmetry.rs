//! What is said of players does not depend on their names, on the order of their games, on
//! threads, or on colours: with boards turned round and sides changed it is the same.
//!
//! Records are made by searches of a few hundred nodes, which stand for those of the profile
//! `screen`, so that players have enough choices for every figure. A search itself may prefer one
//! of two equal moves on one side of the board and the other on the other; here every position is
//! looked at from White's side, so that what follows from records is all that can differ.

use plumb_testing::scratch::Scratch;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use plumb::analysis::Probe;
use plumb::board::{Color, Game, Move, Position};
use plumb::eval::Weights;
use plumb::fairplay::{
    Audit, AuditSettings, ClockForm, Depths, Judge, MoveRecord, PassSettings, Plan, PlumbJudge,
    Ply, Profile, ReportDestination, ReportFormat, SourceGame, Stamp, Store, fill,
};
use plumb::notation::{FenStyle, to_fen};
use plumb::search::Limits;
use plumb::tables::Models;
use plumb_testing::Random;
use plumb_testing::positions::{flipped, flipped_move};
use plumb_testing::program::json;
use serde_json::Value;

/// Plies that are played before a game's first: openings do not count.
const OPENING_PLIES: usize = 16;
/// Plies of a game.
const PLIES: usize = 64;
/// Games of each event.
const EVENTS: [(&str, usize); 2] = [("Open", 10), ("Cup", 2)];
const PLAYERS: [(&str, i32); 2] = [("Able", 2_300), ("Baker", 1_700)];

/// Records by the moves that led to the position and the move that was played.
type Known = Mutex<HashMap<(Vec<Move>, String, Move), MoveRecord>>;

/// Looks at every position from White's side, not long, and but once.
struct FromWhitesSide {
    inside: PlumbJudge,
    stamp: Stamp,
    known: Arc<Known>,
}

impl FromWhitesSide {
    fn record_of_white(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let start = to_fen(game.position_at(0).unwrap(), FenStyle::XFen);
        let moves = game.moves().iter().map(|mv| mv.unwrap());
        let key = (moves.collect(), start, played);
        if let Some(record) = self.known.lock().unwrap().get(&key) {
            return Ok(Some(record.clone()));
        }
        let record = self.inside.record(game, played, stop)?.unwrap();
        self.known.lock().unwrap().insert(key, record.clone());
        Ok(Some(record))
    }
}

impl Judge for FromWhitesSide {
    fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    fn record(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        if game.position().turn() == Color::White {
            return self.record_of_white(game, played, stop);
        }
        let mut turned = Game::new(flipped(game.position_at(0).unwrap()));
        for mv in game.moves() {
            turned.play(flipped_move(mv.unwrap()));
        }
        let record = self.record_of_white(&turned, flipped_move(played), stop)?;
        Ok(record.map(|record| {
            let turned = turned_moves(serde_json::to_value(record).unwrap());
            serde_json::from_value(turned).unwrap()
        }))
    }
}

/// The same with every move, which is the only text of a record that has a rank, on the board
/// turned round.
fn turned_moves(value: Value) -> Value {
    match value {
        Value::String(text) => {
            let turned = text.chars().map(|c| match c.to_digit(9) {
                Some(rank @ 1..=8) => char::from_digit(9 - rank, 10).unwrap(),
                _ => c,
            });
            Value::String(turned.collect())
        }
        Value::Array(all) => all.into_iter().map(turned_moves).collect(),
        Value::Object(all) => {
            let all = all.into_iter();
            all.map(|(key, value)| (key, turned_moves(value))).collect()
        }
        other => other,
    }
}

/// Games in which sensible moves are made, mostly the best that a short search finds.
fn games() -> Vec<SourceGame> {
    let mut probe = Probe::new(Arc::new(Weights::embedded()), 1).unwrap();
    let mut random = Random(5);
    let mut next = |game: &Game| -> Move {
        let limits = Limits {
            multi_pv: 4,
            ..Limits::nodes(300)
        };
        probe.clear();
        let search = probe.search(game, limits, None, &AtomicBool::new(false));
        let lines = search.lines(1);
        let close = |at: &usize| {
            let [best, other] = [0, *at].map(|at| lines[at].score.to_int());
            best - other < 60
        };
        let close: Vec<usize> = (0..lines.len()).take_while(close).collect();
        match random.below(2) {
            0 => lines[0].moves[0],
            _ => lines[random.pick(&close)].moves[0],
        }
    };
    let events = EVENTS
        .iter()
        .flat_map(|&(event, count)| std::iter::repeat_n(event, count));
    let mut games = Vec::new();
    for (number, event) in events.enumerate() {
        let mut game = Game::new(Position::start());
        while game.ply() < OPENING_PLIES {
            game.play(next(&game));
        }
        let start = game.position().clone();
        let mut game = Game::new(start.clone());
        let mut plies = Vec::new();
        while game.ply() < PLIES && game.outcome().is_none() {
            let mv = next(&game);
            game.play(mv);
            plies.push(Ply {
                mv: Some(mv),
                ..Ply::default()
            });
        }
        let [white, black] = [number % 2, (number + 1) % 2].map(|at| PLAYERS[at]);
        let tags = [
            ("Event", event.to_owned()),
            ("White", white.0.to_owned()),
            ("Black", black.0.to_owned()),
            ("WhiteElo", white.1.to_string()),
            ("BlackElo", black.1.to_string()),
            ("TimeControl", "5400+30".to_owned()),
        ];
        games.push(SourceGame {
            shown_names: [None, None],
            notes: Vec::new(),
            file: "games.pgn".to_owned(),
            number: number + 1,
            clock_form: ClockForm::default(),
            line: 1,
            tags: tags.map(|(name, value)| (name.to_owned(), value)).into(),
            start,
            plies,
        });
    }
    games
}

/// The game on the board turned round, its players on each other's side.
fn turned(game: &SourceGame) -> SourceGame {
    let side = |name: &str| match name.strip_prefix("White") {
        Some(rest) => format!("Black{rest}"),
        None => name.replacen("Black", "White", 1),
    };
    let tags = game.tags.iter();
    let plies = game.plies.iter();
    SourceGame {
        notes: Vec::new(),
        tags: tags
            .map(|(name, value)| (side(name), value.clone()))
            .collect(),
        start: flipped(&game.start),
        plies: plies
            .map(|ply| Ply {
                mv: ply.mv.map(flipped_move),
                ..ply.clone()
            })
            .collect(),
        ..game.clone()
    }
}

/// The lines of a report on these games.
fn report(name: &str, games: Vec<SourceGame>, jobs: usize, known: &Arc<Known>) -> Vec<Value> {
    let folder = Scratch::new(&format!("symmetry-{name}"));
    let database = folder.join("run.sqlite");
    let never = AtomicBool::new(false);
    let models = Models::embedded();
    let mut settings = AuditSettings::new(Profile::Screen);
    settings.passes = PassSettings::None;
    settings.deep_looks_from = u64::MAX;
    settings.jobs = jobs;
    let mut audit = Audit::begin(Store::open(&database).unwrap(), settings, &models).unwrap();
    audit.take(games).unwrap();

    let digest = models.search_digest();
    let weights = models.get::<Weights>().unwrap();
    let stamp = Stamp::of_plumb(digest, Depths::of(Profile::Screen).to_string());
    let depths = Depths {
        nodes: Some(600),
        list_nodes: 800,
        loss_nodes: 0,
        forced_nodes: 0,
        glance_nodes: 800,
        mate_nodes: 0,
        hash_mb: 1,
        ..Depths::of(Profile::Screen)
    };
    let plan = Plan {
        jobs,
        judge: &|| -> Result<Box<dyn Judge>, String> {
            let inside = PlumbJudge::new(Arc::clone(&weights), digest, depths);
            Ok(Box::new(FromWhitesSide {
                inside: inside.map_err(|error| error.to_string())?,
                stamp: stamp.clone(),
                known: Arc::clone(known),
            }))
        },
        stamp: &stamp,
        selected_plies: &|game| (0..game.plies.len()).collect(),
    };
    fill(&mut Store::open(&database).unwrap(), &plan, &never, |_| ()).unwrap();
    let path = folder.join("report.jsonl");
    let out = Box::new(std::fs::File::create(&path).unwrap());
    audit
        .run(ReportDestination::Stream(ReportFormat::Jsonl, out), &never)
        .unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(json).collect()
}

/// What models say of players and of everybody in an event.
fn said(report: &[Value], plain_name: &dyn Fn(&str) -> String) -> BTreeMap<String, Value> {
    let mut said = BTreeMap::new();
    for line in report {
        let name = line["name"].as_str().unwrap_or_default();
        let figures = &line["player"];
        let mut add = |name: String, value: &Value| {
            assert!(said.insert(name, value.clone()).is_none());
        };
        match line["kind"].as_str().unwrap() {
            "player" => {
                let name = plain_name(name);
                for key in ["z", "engine_like", "intrinsic_rating"] {
                    add(format!("{name}, {key}"), &figures[key]);
                }
                for key in ["evidence", "events"] {
                    add(format!("{name}, {key}"), &line[key]);
                }
            }
            "event" => add(format!("event {name}"), &line["choices"]),
            _ => (),
        }
    }
    said
}

/// The same numbers but for the order in which they were added up.
fn assert_alike(path: &str, one: &Value, other: &Value) {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let [one, other] = [one, other].map(|number| number.as_f64().unwrap());
            let difference = (one - other).abs();
            assert!(
                difference <= 1e-6 * one.abs().max(1.0),
                "{path}: {one} {other}"
            );
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (at, pair) in one.iter().zip(other).enumerate() {
                assert_alike(&format!("{path}, {at}"), pair.0, pair.1);
            }
        }
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => {
            for (key, value) in one {
                assert_alike(&format!("{path}, {key}"), value, &other[key]);
            }
        }
        _ => assert_eq!(one, other, "{path}"),
    }
}

#[test]
fn names_order_threads_and_colours_change_no_figure_of_players() {
    let (games, known) = (games(), Arc::<Known>::default());
    let same = |name: &str| name.to_owned();
    let plain = said(&report("plain", games.clone(), 1, &known), &same);
    for (name, _) in PLAYERS {
        for key in ["z", "engine_like", "intrinsic_rating", "evidence"] {
            let figure = &plain[&format!("{name}, {key}")];
            assert!(figure.is_object(), "{name}, {key}: {figure}");
        }
        let events = plain[&format!("{name}, events")].as_array().unwrap();
        assert_eq!(events.len(), 1, "{name}: {events:?}");
    }
    assert!(plain["event Open"].is_object(), "{plain:?}");

    // Other names, which sort the other way round, and more threads.
    let other_names = [("Able", "Zulu"), ("Baker", "Yankee")];
    let renamed = |game: &SourceGame| {
        let mut game = game.clone();
        for (_, value) in &mut game.tags {
            for (from, to) in other_names {
                *value = value.replace(from, to);
            }
        }
        game
    };
    let mut others: Vec<SourceGame> = games.iter().map(renamed).collect();
    let plain_name = |name: &str| {
        let (plain, _) = other_names
            .iter()
            .find(|(_, other)| *other == name)
            .unwrap();
        (*plain).to_owned()
    };
    let other = said(&report("renamed", others.clone(), 3, &known), &plain_name);
    assert_eq!(plain, other);

    // And from the last to the first. Which games are drawn again for an interval goes by their
    // numbers.
    others.reverse();
    for (number, game) in (1..).zip(&mut others) {
        game.number = number;
    }
    let mut reversed = said(&report("reversed", others, 1, &known), &plain_name);
    let mut in_order = plain.clone();
    for all in [&mut in_order, &mut reversed] {
        for (name, _) in PLAYERS {
            let engine_like = all.get_mut(&format!("{name}, engine_like")).unwrap();
            for end in ["low", "high"] {
                engine_like.as_object_mut().unwrap().remove(end).unwrap();
            }
        }
    }
    assert_eq!(in_order, reversed);

    let mirrored = games.iter().map(turned).collect();
    let mirrored = said(&report("turned", mirrored, 1, &known), &same);
    assert_eq!(plain.len(), mirrored.len());
    for (name, value) in &plain {
        assert_alike(name, value, &mirrored[name]);
    }
}
