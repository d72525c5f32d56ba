//! Hand-made records for tests of rules and figures.

use super::facts::{MoveVerdict, PlyContext, Rules, Yardstick};
use super::figures::Agreement;
use super::records::{Line, ListedMove, LossLook, MoveRecord, Stamp, Value};
use super::reference::{Noise, Reference, ReferenceMaker, ReferencePlayer};
use plumb_chess::board::Position;
use plumb_engine::tables::Table;
use plumb_support::partition::player_key;

/// A line with this score and these choices, at depths 1, 2, 3 and so on.
pub(crate) fn line(score: Value, choices: &[&str]) -> Line {
    Line {
        score,
        depth: 10,
        seldepth: 20,
        nodes: 1_000,
        levels: Vec::new(),
        extrapolated: 0,
        choices: (1..).zip(choices.iter().map(|&mv| mv.to_owned())).collect(),
        pv: Vec::new(),
        iterations: Vec::new(),
    }
}

/// The player chose `played` where the single-line search chose `first`, and
/// the list said this; 30 moves were legal. The move's own search agrees with
/// the list, the one before it with the best of the list.
pub(crate) fn record(played: &str, first: &str, listed: &[(&str, Value)]) -> MoveRecord {
    let score = |mv: &str| listed.iter().find(|(name, _)| *name == mv).unwrap().1;
    MoveRecord {
        played: played.to_owned(),
        legal: 30,
        before: line(listed[0].1, &[first]),
        after: line(score(played), &[]),
        depth: 10,
        listed: listed
            .iter()
            .map(|&(mv, score)| ListedMove::scored(mv.to_owned(), score, 10))
            .collect(),
        played_apart: false,
        list_iterations: Vec::new(),
        apart_iterations: Vec::new(),
        loss_looks: match played == first {
            true => Vec::new(),
            false => vec![
                LossLook {
                    depth: 10,
                    first_choice: listed[0].1,
                    played: score(played),
                };
                3
            ],
        },
        deep_look: None,
        glance: Vec::new(),
        mates: None,
        forced: None,
    }
}

/// The same with centipawns alone.
pub(crate) fn cp_record(played: &str, first: &str, listed: &[(&str, i32)]) -> MoveRecord {
    let listed: Vec<(&str, Value)> = listed.iter().map(|&(mv, cp)| (mv, Value::Cp(cp))).collect();
    record(played, first, &listed)
}

/// Far into a long game, where nothing but the record can exclude a move.
pub(crate) const IN_PLAY: PlyContext = PlyContext {
    ply: 40,
    game_plies: 80,
    is_book: false,
    repetitions: 0,
    is_tablebase: false,
};

/// A move in play, judged by the rules of Plumb from the position at the start.
pub(crate) fn judged(record: &MoveRecord) -> MoveVerdict {
    timed(record, None)
}

/// The same with the time it took.
pub(crate) fn timed(record: &MoveRecord, spent_ms: Option<u64>) -> MoveVerdict {
    MoveVerdict::of(
        Some(record),
        &Position::start(),
        &IN_PLAY,
        spent_ms,
        &Rules::default(),
        &Yardstick::embedded(),
    )
}

/// Five moves, worth 30, 30, 20, -10 and -200 centipawns.
pub(crate) const FIVE: [(&str, i32); 5] = [
    ("e2e4", 30),
    ("d2d4", 30),
    ("g1f3", 20),
    ("c2c4", -10),
    ("f2f3", -200),
];

/// What the reference made by hand was made with.
pub(crate) fn reference_stamp() -> Stamp {
    Stamp {
        engine: "Plumb".to_owned(),
        version: "1 tables a".to_owned(),
        settings: "nodes 10".to_owned(),
    }
}

/// What stands for the moves of a player's game.
pub(crate) fn hash_by_hand(player: u64, game: u64) -> u64 {
    (1_000 * (player + 1) + game) << 20
}

/// `players` players of three games each with 20 counted moves, of which the
/// first player agrees with none, the next with 1 of 20 in each game, and so on.
pub(crate) fn reference_maker_by_hand(players: u64) -> ReferenceMaker {
    let mut maker = ReferenceMaker {
        games: 150,
        noise: Some(Noise {
            of: 100,
            gains: vec![12, 30, 80],
            agreed: vec![25],
        }),
        ..ReferenceMaker::default()
    };
    for player in 0..players {
        let first = player % 20;
        let loss_cp = 40 * (20 - first);
        let agreement = Agreement {
            moves: 20,
            first_choice: first,
            equal: first,
            uncertain: 0,
            loss_cp,
            capped_loss_cp: loss_cp,
        };
        let games = (0..3).map(|game| (hash_by_hand(player, game) >> 16, agreement));
        let key = player_key(&format!("Player{player}, P"));
        maker.players.insert(
            key,
            ReferencePlayer {
                games: games.collect(),
                choices: Vec::new(),
            },
        );
    }
    maker
}

/// The reference that a maker makes.
pub(crate) fn reference_of(maker: &ReferenceMaker) -> Reference {
    let text = maker
        .table("By hand.", &reference_stamp(), &Rules::default())
        .unwrap();
    Reference::from_toml(Table::ReferenceScreen, &text).unwrap()
}

/// The reference of that maker.
pub(crate) fn reference_by_hand(players: u64) -> Reference {
    reference_of(&reference_maker_by_hand(players))
}
