//! `assess` on positions whose story is known: mates of one to six moves with a
//! slower and safer way, a sacrifice that looks bad for ten plies, forced
//! sequences from famous games, only moves, finished games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plumb_chess::board::{Game, Outcome};
use plumb_chess::notation::{parse_fen, parse_uci_move};
use plumb_coach::analysis::{
    AnalysisInput, Assessment, Effort, ForcedEnd, ForcedKind, Grade, Settings, assess,
};
use plumb_engine::search::{Bound, Score};
use plumb_engine::tables::Models;

fn look(fen: &str, played: Option<&str>, nodes: u64) -> Assessment {
    look_until(fen, played, nodes, &AtomicBool::new(false))
}

fn look_until(fen: &str, played: Option<&str>, nodes: u64, stop: &AtomicBool) -> Assessment {
    let game = Game::new(parse_fen(fen).unwrap());
    let played = played.map(|text| parse_uci_move(game.position(), text).unwrap());
    let request = AnalysisInput {
        game,
        played,
        settings: Settings {
            effort: Effort::Nodes(nodes),
            ..Settings::default()
        },
    };
    assess(&request, &Models::embedded(), stop).unwrap()
}

fn forced_moves(assessment: &Assessment) -> Vec<String> {
    let plies = assessment.forced.plies.iter();
    plies.map(|ply| format!("{:?}", ply.mv)).collect()
}

/// Mates from master games (a public suite proves their lengths): the move
/// that mates fastest gives up material, another mates later and keeps it.
/// Move, length, the safer move, its length, nodes.
const FAST_AND_SAFE: [(&str, &str, u32, &str, u32, u64); 4] = [
    (
        "r4r1k/ppp3pp/8/3Q4/3P3b/2P1R2b/PPqN3P/5NKR b - - 0 1",
        "h4f2",
        1,
        "c2d2",
        3,
        800_000,
    ),
    (
        "8/6pp/8/5pk1/1R6/PP4PK/3rq2P/7Q b - - 0 1",
        "e2g4",
        2,
        "d2c2",
        5,
        800_000,
    ),
    (
        "5bk1/5p2/5Qp1/pB2p3/P7/3R2KP/1rq5/8 b - - 0 1",
        "c2g2",
        4,
        "c2h2",
        6,
        800_000,
    ),
    (
        "3k4/5Q2/5p2/3BpP2/2K1P3/1P3qP1/2R4P/r1b5 w - - 0 1",
        "f7f8",
        6,
        "f7f6",
        7,
        3_200_000,
    ),
];

#[test]
fn a_fast_mate_that_gives_up_material_is_the_risky_one() {
    for (fen, fast, moves, safe, safe_moves, nodes) in FAST_AND_SAFE {
        let assessment = look(fen, Some(fast), nodes);
        let risk = assessment.mate_risk.expect(fen);
        let played = &risk.lines[risk.played.expect(fast)];
        assert_eq!(played.mate_in, moves, "{fen}");
        let least = risk.least_risky().unwrap();
        assert_eq!(format!("{:?}", least.moves[0]), safe, "{fen}");
        assert_eq!(least.mate_in, safe_moves, "{fen}");
        assert!(played.is_complete && least.is_complete, "{fen}");
        assert_eq!(played.moves.len() as u32, 2 * moves - 1, "{fen}");
        assert!(played.material_pawns < least.material_pawns, "{fen}");
        assert!(risk.excess.unwrap() > 0.0, "{fen}: {:?}", risk.excess);
    }
    // The other way round nothing is in excess: two of them, as each takes a search of its own.
    for (fen, _, _, safe, _, nodes) in &FAST_AND_SAFE[..2] {
        let safe = look(fen, Some(safe), *nodes).mate_risk.unwrap();
        assert_eq!(safe.excess, Some(0.0), "{fen}");
    }
}

/// White plays Nexf6: he gives a knight for two pawns and wins it back with the attack.
/// Encyclopedia of Chess Middlegames, position 518 of the test suite.
#[test]
fn a_sacrifice_looks_bad_until_depth_nine() {
    let fen = "2b2q2/r2n2kp/1n1p1pp1/p1pP4/1pP1NPN1/1P1B4/P5PP/Q3R1K1 w - - 0 1";
    let assessment = look(fen, Some("e4f6"), 1_500_000);
    let played = assessment.played.unwrap();
    let mut shallow = 0;
    for iteration in &played.search.iterations {
        if iteration.bound == Bound::Exact && iteration.depth <= 9 {
            shallow += 1;
            assert!(iteration.score < Score::DRAW, "{iteration:?}");
        }
    }
    assert_eq!(shallow, 9);
    // The levels say the same by selective depth: they dip, then rise.
    let levels = &played.search.levels.values;
    assert!(levels[..10].iter().all(|&level| level < 0), "{levels:?}");
    assert!(
        levels[6..10].iter().min() < levels[..5].iter().min(),
        "{levels:?}"
    );
    assert!(levels[17] > 300, "{levels:?}");
    let shape = &played.search.shape.values;
    assert!(shape[0] < -0.5 && shape[17] > shape[0] + 0.5, "{shape:?}");
    // In the end it is the first choice, with much more than the piece.
    assert!(played.is_first_choice);
    assert!(assessment.best.unwrap().score > Score::cp(300));
}

#[test]
fn sequences_of_famous_games_are_forced() {
    for (fen, expected) in [
        // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858:
        // 16. Qb8+ Nxb8 17. Rd8#.
        (
            "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
            "b3b8 d7b8 d1d8",
        ),
        // Anderssen against Suhle, Breslau 1859: Qxg7+ Kxg7 Kxg7 and so on.
        (
            "2rqnrk1/pp3ppp/1b1p4/3p2Q1/2n1P3/3B1P2/PB2NP1P/R5RK w - - 4 19",
            "g5g7 e8g7 g1g7 g8h8 g7g8 h8g8 a1g1 d8g5 g1g5",
        ),
    ] {
        // A mate in five that begins with a queen is not seen at once.
        let assessment = look(fen, None, 800_000);
        assert_eq!(forced_moves(&assessment).join(" "), expected);
        let end = ForcedEnd::GameOver(Outcome::Checkmate);
        assert_eq!(assessment.forced.end, end, "{fen}");
        for (index, ply) in assessment.forced.plies.iter().enumerate() {
            let is_reply = index % 2 == 1;
            assert_eq!(ply.kind == ForcedKind::OnlyLegal, is_reply, "{fen} {index}");
        }
    }
    // Réti against Tartakower, Vienna 1910: 9. Qd8+ Kxd8 10. Bg5+, and both
    // king moves are mate: neither is a good choice.
    let fen = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9";
    let assessment = look(fen, None, 800_000);
    assert_eq!(forced_moves(&assessment), ["d3d8", "e8d8", "d2g5"]);
    assert!(matches!(
        assessment.forced.end,
        ForcedEnd::NotForced { margin_cp: 0 }
    ));
}

#[test]
fn an_only_move_is_one_whether_by_law_or_by_sense() {
    let only = look("7k/8/8/8/8/8/6q1/K7 w - - 0 1", Some("a1b1"), 20_000);
    assert_eq!(only.difficulty.unwrap().grade, Grade::Only);
    assert_eq!(only.forced.plies[0].kind, ForcedKind::OnlyLegal);
    assert_eq!(only.forced.plies[0].margin_cp, None);
    let alternatives = only.alternatives.unwrap();
    assert_eq!((alternatives.legal, alternatives.gap_cp()), (1, None));
    assert_eq!(alternatives.moves[0].credit, 1.0);
    // Only Ke2 keeps the opposition and the draw; four other moves lose.
    let sense = look("8/8/8/8/3pk3/8/3K4/8 w - - 0 1", Some("d2e2"), 100_000);
    let first = sense.forced.plies[0];
    assert_eq!(format!("{:?}", first.mv), "d2e2");
    assert_eq!(first.kind, ForcedKind::OnlyGood);
    assert!(first.margin_cp.is_some_and(|margin| margin > 100));
    let alternatives = sense.alternatives.unwrap();
    assert_eq!(alternatives.legal, 5);
    assert!(alternatives.moves[1..].iter().all(|one| one.loss_cp > 100));
}

#[test]
fn a_finished_game_has_an_outcome_and_nothing_else() {
    for (fen, outcome, chances) in [
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            Outcome::Checkmate,
            [0, 0, 1000],
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            Outcome::Stalemate,
            [0, 1000, 0],
        ),
    ] {
        let assessment = look(fen, None, 20_000);
        assert_eq!(assessment.outcome, Some(outcome));
        assert_eq!(assessment.chances, Some(chances));
        assert!(assessment.best.is_none() && assessment.alternatives.is_none());
        assert!(assessment.mate_risk.is_none() && assessment.difficulty.is_none());
        assert_eq!((assessment.nodes, assessment.is_stopped), (0, false));
    }
}

#[test]
fn a_dead_draw_is_drawn_for_certain() {
    let assessment = look("8/8/8/8/8/k7/8/K7 w - - 0 1", None, 1_000);
    assert_eq!(assessment.outcome, Some(Outcome::InsufficientMaterial));
    assert_eq!(assessment.chances, Some([0, 1000, 0]));
}

#[test]
fn a_move_that_was_not_searched_before_the_stop_has_no_score() {
    let fen = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b kq - 0 8";
    let stop = AtomicBool::new(false);
    let assessment = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        look_until(fen, Some("c5d4"), u64::MAX / 2, &stop)
    });
    assert!(assessment.is_stopped);
    assert_eq!(assessment.played, None);
}

#[test]
fn a_blunder_that_is_added_changes_no_other_credit() {
    let fen = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b kq - 0 8";
    let without = look(fen, None, 50_000).alternatives.unwrap();
    let with = look(fen, Some("d8d6"), 50_000).alternatives.unwrap();
    let blunder = with.moves.last().unwrap();
    assert_eq!(format!("{:?}", blunder.mv), "d8d6");
    assert_eq!(with.moves.len(), without.moves.len() + 1);
    let worst = without.moves.last().unwrap();
    assert!(blunder.loss_cp > worst.loss_cp && blunder.scaled > worst.scaled);
    // It is as likely as any other move that is not among the lines.
    assert_eq!(blunder.credit, worst.credit);
    for (one, other) in without.moves.iter().zip(&with.moves) {
        assert_eq!((one.mv, one.credit), (other.mv, other.credit));
    }
}
