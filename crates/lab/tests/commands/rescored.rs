//! A stored sample, scored again, has the stored probabilities to the last bit.
//!
//! `rescored.jsonl` has what an engine saw in positions of two games played before 1860 and what
//! the models of `tables/` made of it: shares of people by both sights, of engines, log ratios;
//! and levels vectors with how likely which trend is. Nothing is searched here, so that only
//! another feature, table or sum can change a number. After a change that is meant to,
//!
//!     PLUMB_WRITE_SAMPLE=1 cargo test --test analysis rescored
//!
//! writes the file anew; its difference shows what the change did.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use plumb_chess::board::Game;
use plumb_chess::notation::{
    CastlingStyle, FenStyle, START_FEN, parse_fen, parse_san, parse_uci_move, to_fen, to_uci_move,
};
use plumb_coach::analysis::{TREND_LEVELS, Trend, TrendModel};
use plumb_engine::choice::{EngineModel, Feature, HumanModel, Sight, move_features};
use plumb_engine::eval::Weights;
use plumb_engine::tables::{Table, Tables};
use plumb_fairplay::{
    ChoiceView, Depths, ExpectedChoice, Judge, Line, MoveRecord, PlumbJudge, Value, decision_of,
};
use plumb_lab::training::TrendSample;
use plumb_support::random::Random;
use serde::{Deserialize, Serialize};

/// Ratings that shares are asked for: one within the grid of the fit, two beyond its ends.
const RATINGS: [f64; 3] = [500.0, 1_650.0, 3_000.0];
/// Positions that are stored.
const CHOICES: usize = 40;
/// Levels vectors that are stored.
const CURVES: usize = 20;

/// Two games with what they are known for: castling on both wings, captures of captures, an
/// en-passant square, checks, mates seen and given.
const GAMES: [&str; 2] = [
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ \
     Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 \
     Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 \
     Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
];

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Choice(Box<StoredChoice>),
    Curve(StoredCurve),
}

/// A position with a record and what the models said.
#[derive(Serialize, Deserialize)]
struct StoredChoice {
    /// The position two plies earlier.
    fen: String,
    /// The moves since, which a choice may depend on, as coordinates.
    last_moves: Vec<String>,
    /// Without what choices do not depend on.
    record: MoveRecord,
    /// At each of `RATINGS`.
    scores: Vec<Scores>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Scores {
    rating: f64,
    /// The share of people who would make the move, had they but glanced.
    glance_share: f64,
    /// As reports have it.
    #[serde(flatten)]
    expected: Expected,
}

/// As [`ExpectedChoice`], which is only written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Expected {
    share: f64,
    engine_share: f64,
    first_choice_share: f64,
    log_ratio: f64,
    expected_log_ratio: f64,
    log_ratio_variance: f64,
    engine_like_share: f64,
    listed_loss: f64,
}

impl From<ExpectedChoice> for Expected {
    fn from(one: ExpectedChoice) -> Expected {
        Expected {
            share: one.share,
            engine_share: one.engine_share,
            first_choice_share: one.first_choice_share,
            log_ratio: one.log_ratio,
            expected_log_ratio: one.expected_log_ratio,
            log_ratio_variance: one.log_ratio_variance,
            engine_like_share: one.engine_like_share,
            listed_loss: one.listed_loss,
        }
    }
}

/// A levels vector and how likely which trend is.
#[derive(Serialize, Deserialize)]
struct StoredCurve {
    levels: [i32; TREND_LEVELS],
    trends: [f64; Trend::ALL.len()],
}

#[derive(Clone)]
struct Models {
    people: HumanModel,
    engines: EngineModel,
    trends: TrendModel,
}

impl Models {
    fn embedded() -> Models {
        Models {
            people: HumanModel::embedded(),
            engines: EngineModel::embedded(),
            trends: TrendModel::from_toml(Tables::embedded().text(Table::Trend)).unwrap(),
        }
    }

    fn scores(&self, game: &Game, record: &MoveRecord) -> Vec<Scores> {
        let played = parse_uci_move(game.position(), &record.played).unwrap();
        let view = ChoiceView::of(&self.people, &self.engines, game, record, played).unwrap();
        let decision = decision_of(game, record).unwrap();
        let moves = move_features(&decision);
        let chosen = moves.iter().position(|&(mv, _)| mv == played).unwrap();
        let rows: Vec<_> = moves.into_iter().map(|(_, row)| row).collect();
        let glance = self.people.weigh(&rows, Sight::Glance);
        let at = |rating: f64| Scores {
            rating,
            glance_share: glance.shares(rating)[chosen],
            expected: view.expected(rating).into(),
        };
        RATINGS.into_iter().map(at).collect()
    }
}

impl StoredChoice {
    fn game(&self) -> Game {
        let mut game = Game::new(parse_fen(&self.fen).unwrap());
        for mv in &self.last_moves {
            let mv = parse_uci_move(game.position(), mv).unwrap();
            game.play(mv);
        }
        game
    }
}

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/rescored.jsonl")
}

/// What is stored, written anew if that is asked for.
fn stored() -> Vec<Stored> {
    static WRITTEN: OnceLock<()> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        if std::env::var_os("PLUMB_WRITE_SAMPLE").is_some() {
            write();
        }
    });
    let text = std::fs::read_to_string(place()).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What the models say is compared number by number: equal numbers have equal bits, but for
/// zeros.
#[test]
fn a_stored_sample_has_the_stored_probabilities() {
    let models = Models::embedded();
    let mut counts = [0, 0];
    for (line, stored) in (1..).zip(stored()) {
        match stored {
            Stored::Choice(stored) => {
                let scores = models.scores(&stored.game(), &stored.record);
                assert_eq!(scores, stored.scores, "line {line}: {}", stored.fen);
                counts[0] += 1;
            }
            Stored::Curve(stored) => {
                let trends = models.trends.probabilities(&stored.levels);
                assert_eq!(trends, stored.trends, "line {line}");
                counts[1] += 1;
            }
        }
    }
    assert_eq!(counts, [CHOICES, CURVES]);
}

/// The last digit of any weight that the sample can tell shows in it, and it can tell nearly all.
#[test]
fn a_weight_that_changes_in_its_last_digit_is_noticed() {
    let models = Models::embedded();
    let sample = stored();
    let choices = sample.iter().filter_map(|one| match one {
        Stored::Choice(choice) => Some(choice),
        Stored::Curve(_) => None,
    });
    let choices: Vec<_> = choices.map(|one| (one.game(), one)).collect();
    let is_noticed = |models: &Models| {
        let mut choices = choices.iter();
        choices.any(|(game, one)| models.scores(game, &one.record) != one.scores)
    };
    let mut unnoticed: Vec<&str> = Vec::new();
    for &feature in Feature::ALL {
        let (mut people, mut engines) = (models.clone(), models.clone());
        people.people.weights[Sight::Record as usize][feature as usize][0] += 1e-4;
        engines.engines.weights[feature as usize] += 1e-4;
        let is_seen = is_noticed(&people);
        assert_eq!(is_seen, is_noticed(&engines), "{}", feature.key());
        if !is_seen {
            unnoticed.push(feature.key());
        }
    }
    assert!(unnoticed.len() <= 5, "{unnoticed:?}");
}

/// Positions of the games with records as they are made for fits, and curves of the vectors that
/// trends are fitted to, both drawn by lot.
fn write() {
    let models = Models::embedded();
    let mut judge = PlumbJudge::new(
        Arc::new(Weights::embedded()),
        "sample",
        Depths::of_choices(),
    )
    .unwrap();
    let mut choices: Vec<StoredChoice> = Vec::new();
    for text in GAMES {
        let mut game = Game::new(parse_fen(START_FEN).unwrap());
        for san in text.split_whitespace() {
            let played = parse_san(game.position(), san).unwrap();
            if game.ply() >= 2 && game.position().legal_moves().len() > 1 {
                let stop = AtomicBool::new(false);
                let record = judge.record(&game, played, &stop).unwrap().unwrap();
                choices.extend(choice(&models, &game, record));
            }
            game.play(played);
        }
    }
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/data/trends.csv");
    let vectors = TrendSample::read(Path::new(vectors)).unwrap().vectors;
    let curve = |at: usize| {
        let levels = vectors[at].levels;
        let trends = models.trends.probabilities(&levels);
        StoredCurve { levels, trends }
    };
    let mut text = String::new();
    let drawn = Random::stream(1, 0).order(choices.len());
    let mut drawn: Vec<usize> = drawn.into_iter().take(CHOICES).collect();
    drawn.sort_unstable();
    for (at, one) in choices.into_iter().enumerate() {
        if drawn.contains(&at) {
            writeln!(text, "{}", json(&Stored::Choice(Box::new(one)))).unwrap();
        }
    }
    for at in Random::stream(1, 1)
        .order(vectors.len())
        .into_iter()
        .take(CURVES)
    {
        writeln!(text, "{}", json(&Stored::Curve(curve(at)))).unwrap();
    }
    std::fs::write(place(), text).unwrap();
}

fn json(stored: &Stored) -> String {
    serde_json::to_string(stored).unwrap()
}

/// What is stored of a position; nothing where a glance did not suffice for a ply.
fn choice(models: &Models, game: &Game, record: MoveRecord) -> Option<StoredChoice> {
    let deepest = record.list_iterations.last()?.depth;
    let nothing = Line {
        score: Value::Cp(0),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        levels: Vec::new(),
        extrapolated: 0,
        choices: Vec::new(),
        pv: Vec::new(),
        iterations: Vec::new(),
    };
    let record = MoveRecord {
        before: Line {
            score: record.before.score,
            choices: record
                .before
                .choices
                .into_iter()
                .next_back()
                .into_iter()
                .collect(),
            ..nothing.clone()
        },
        after: nothing,
        listed: Vec::new(),
        list_iterations: (record.list_iterations.into_iter())
            .filter(|line| line.depth == deepest)
            .collect(),
        apart_iterations: Vec::new(),
        ..record
    };
    decision_of(game, &record)?;
    let start = game.ply() - 2;
    let last_moves = (start..game.ply()).map(|ply| {
        let mv = game.moves()[ply].unwrap();
        to_uci_move(game.position_at(ply).unwrap(), mv, CastlingStyle::Chess960)
    });
    Some(StoredChoice {
        fen: to_fen(game.position_at(start).unwrap(), FenStyle::XFen),
        last_moves: last_moves.collect(),
        scores: models.scores(game, &record),
        record,
    })
}
