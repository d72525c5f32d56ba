//! What single moves look like, and that colours do not matter.

use super::*;
use plumb_chess::board::Game;
use plumb_chess::notation::{parse_fen, parse_san};

/// After these moves from a position, with a glance of which each iteration is given as
/// moves and centipawns, best first.
fn look(fen: &str, moves: &str, glance: &[&[(&str, i32)]]) -> (Game, Vec<Vec<(String, i32)>>) {
    let mut game = Game::new(parse_fen(fen).unwrap());
    for san in moves.split_whitespace() {
        let mv = parse_san(game.position(), san).unwrap();
        game.play(mv);
    }
    let own = |ranking: &&[(&str, i32)]| {
        ranking
            .iter()
            .map(|&(san, cp)| (san.to_owned(), cp))
            .collect()
    };
    (game, glance.iter().map(own).collect())
}

fn rankings(game: &Game, glance: &[Vec<(String, i32)>]) -> Vec<Ranking> {
    let entry = |(san, cp): &(String, i32)| (parse_san(game.position(), san).unwrap(), *cp);
    glance
        .iter()
        .map(|ranking| ranking.iter().map(entry).collect())
        .collect()
}

/// The features of a move that are not 0, but for those of the glance.
fn of_board(fen: &str, moves: &str, san: &str) -> Vec<Feature> {
    let (game, glance) = look(fen, moves, &[&[(san, 0)]]);
    let decision = Decision::after(&game, rankings(&game, &glance));
    let mv = parse_san(game.position(), san).unwrap();
    let (_, features) = move_features(&decision)
        .into_iter()
        .find(|&(other, _)| other == mv)
        .unwrap();
    let all = Feature::ALL.iter().copied();
    let is_board = |feature: &Feature| *feature >= Feature::Mates;
    all.filter(is_board)
        .filter(|&feature| features[feature as usize] != 0.0)
        .collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_move_has_the_features_that_a_person_sees() {
    use Feature::*;
    let fork = "4k3/8/8/3r4/8/8/4N3/4K3 w - - 0 1";
    let guarded = "4k3/8/8/2p5/8/8/8/3QK3 w - - 0 1";
    let cases: [(&str, &str, &str, &[Feature]); 17] = [
        (
            START,
            "",
            "Nf3",
            &[Knight, Develops, ToCentre, Mobility, TowardsKing],
        ),
        (START, "", "a3", &[WingPawn]),
        (
            START,
            "e4 d5",
            "exd5",
            &[
                TakesPawn,
                TakesLastMoved,
                MovesAgain,
                Escapes,
                Unprotected,
                PawnTakes,
                CentralPawn,
            ],
        ),
        (
            START,
            "e4 d5 exd5",
            "Qxd5",
            &[
                TakesPawn,
                TakesBack,
                WinsExchange,
                Queen,
                ToCentre,
                Unprotected,
                Mobility,
                TowardsKing,
                NearKing,
            ],
        ),
        (
            START,
            "e4 e5 Qh5 Nc6 Bc4 a6",
            "Qxf7#",
            &[
                Mates,
                TakesPawn,
                WinsExchange,
                Checks,
                Queen,
                ToCentre,
                FarFromLast,
                SeventhRank,
                Mobility,
                TowardsKing,
                NearKing,
            ],
        ),
        (
            START,
            "e4 e5 Nf3 Nc6",
            "Ng1",
            &[
                Knight,
                Retreats,
                ToCentre,
                FarFromLast,
                MovesAgain,
                GoesBack,
                Mobility,
                TowardsKing,
            ],
        ),
        (
            START,
            "e4 e5 Nf3 Nc6",
            "Nxe5",
            &[
                TakesPawn,
                LosesExchange,
                Knight,
                ToCentre,
                FarFromLast,
                MovesAgain,
                Unprotected,
                TowardsKing,
                NearKing,
            ],
        ),
        (
            START,
            "Nf3 Nf6",
            "Nh4",
            &[
                Knight,
                Rim,
                ToCentre,
                FarFromLast,
                MovesAgain,
                Unprotected,
                Mobility,
                TowardsKing,
            ],
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "O-O", &[Castles]),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "",
            "a8=Q+",
            &[
                WinsExchange,
                Checks,
                Queens,
                WingPawn,
                Unprotected,
                PassedPawn,
                PawnInEndgame,
            ],
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "",
            "a8=N",
            &[
                WinsExchange,
                Underpromotes,
                WingPawn,
                Unprotected,
                PassedPawn,
                PawnInEndgame,
            ],
        ),
        (
            "4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
            "",
            "a7",
            &[
                AdvancedPawn,
                WingPawn,
                Unprotected,
                PassedPawn,
                PawnInEndgame,
            ],
        ),
        (
            fork,
            "",
            "Nf4",
            &[
                Knight,
                ToCentre,
                Threatens,
                Unprotected,
                Mobility,
                TowardsKing,
            ],
        ),
        (
            guarded,
            "",
            "Qd4",
            &[
                LosesExchange,
                Queen,
                ToCentre,
                IntoPawn,
                Threatens,
                Unprotected,
                Mobility,
                TowardsKing,
                NearKing,
            ],
        ),
        (
            guarded,
            "",
            "Qd5",
            &[
                Queen,
                ToCentre,
                Threatens,
                Unprotected,
                Mobility,
                TowardsKing,
                NearKing,
            ],
        ),
        (
            "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1",
            "",
            "Ng5",
            &[
                Knight,
                ToCentre,
                Escapes,
                Unprotected,
                Mobility,
                TowardsKing,
                NearKing,
            ],
        ),
        (
            "3qk3/8/8/8/8/8/8/4K3 w - - 0 1",
            "",
            "Ke2",
            &[King, KingBeforeEndgame, ToCentre],
        ),
    ];
    let mut wrong = Vec::new();
    for (fen, moves, san, features) in cases {
        let found = of_board(fen, moves, san);
        if found != features {
            wrong.push(format!("{san} after '{moves}': {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn losses_come_from_the_rankings_alone() {
    let glance: [&[(&str, i32)]; 2] = [
        &[("e4", 50), ("d4", 50), ("c4", 0)],
        &[("d4", 60), ("e4", 20)],
    ];
    let (game, glance) = look(START, "", &glance);
    let decision = Decision {
        list: Some(rankings(&game, &glance)[1].clone()),
        first_choice: parse_san(game.position(), "d4").ok(),
        ..Decision::after(&game, rankings(&game, &glance))
    };
    let moves = move_features(&decision);
    assert_eq!(moves.len(), 20);
    let value = |san: &str, feature: Feature| {
        let mv = parse_san(game.position(), san).unwrap();
        let (_, features) = moves.iter().find(|&&(other, _)| other == mv).unwrap();
        f64::from(features[feature as usize])
    };
    use Feature::*;
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    near(value("e4", FullLoss1), 0.0);
    near(value("c4", FullLoss1), scaled_difference(50, 0));
    // A move outside the lines counts as the last of them.
    near(value("a3", FullLoss1), scaled_difference(50, 0));
    near(value("a3", Unlisted1), 1.0);
    near(value("e4", FullGlanceLoss), scaled_difference(60, 20));
    near(value("e4", GlanceLoss), scaled_difference(60, 20).sqrt());
    near(value("e4", Best1), 1.0);
    near(value("d4", Best1), 1.0);
    near(value("e4", BestAtGlance), 0.0);
    near(value("d4", BestInList), 1.0);
    near(value("d4", FirstChoice), 1.0);
    near(value("e4", RankAtGlance), 2.0_f64.ln());
    near(value("a3", RankAtGlance), 3.0_f64.ln());
    // Looked better by one ply than by two.
    near(value("e4", LooksBetter), scaled_difference(60, 20));
    near(value("e4", LooksWorse), 0.0);
}

/// The same position for the other side has the same features.
#[test]
fn colours_do_not_matter() {
    let white = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";
    let black = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 6";
    let of = |fen: &str| {
        let game = Game::new(parse_fen(fen).unwrap());
        let first = game.position().legal_moves()[0];
        let mut features: Vec<MoveFeatures> =
            move_features(&Decision::after(&game, vec![vec![(first, 10)]]))
                .into_iter()
                .map(|(_, mut features)| {
                    // The moves come in another order, and so does the only one listed.
                    features[..Feature::Mates as usize].fill(0.0);
                    features
                })
                .collect();
        features.sort_by(|a, b| a.partial_cmp(b).unwrap());
        features
    };
    assert_eq!(of(white), of(black));
}

#[test]
fn without_a_glance_there_is_nothing() {
    let game = Game::new(parse_fen(START).unwrap());
    assert!(move_features(&Decision::after(&game, Vec::new())).is_empty());
}
