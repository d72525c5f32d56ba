//! Mate risk, threats to the kings and forced lines, on positions whose answer
//! is known by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plumb_chess::board::{Game, Move, Outcome};
use plumb_chess::notation::{epd_lines, parse_fen, parse_uci_move};
use plumb_coach::analysis::{
    Certainty, ForcedEnd, ForcedKind, ForcedLine, ForcedOptions, KingThreat, MateLine, MateRisk,
    Probe, Threat,
};
use plumb_engine::eval::Weights;
use plumb_engine::search::{Bound, Limits, Score, ScoreValue};
use plumb_testing::positions::{flipped, flipped_move};

/// Sacrificing both rooks: Rh8+ Kxh8, Rh1+ Kg8, Rh8+ Kxh8, Qh1+ Kg8, Qh7#. Black
/// threatens Qb2#, so that nothing slower will do.
const ROOKS_ON_H8: &str = "5rk1/6p1/6P1/7R/8/q1p2P2/3P4/1K1QR3 w - - 0 1";

/// The same four plies later: Rh8+ Kxh8, Qh1+ Kg8, Qh7#.
const ROOK_ON_H8: &str = "5rk1/6p1/6P1/8/8/q1p2P2/3P4/1K1Q3R w - - 0 1";

/// White checks for ever from e8 and h5, or is mated on b2.
const PERPETUAL: &str = "6k1/6p1/8/5p1Q/1p6/q1p5/8/1K6 w - - 0 1";

/// Qd8+ and Rd8+ both mate in two; the queen costs more.
const BACK_RANK: &str = "2r3k1/5ppp/8/Q7/8/8/5PPP/3R2K1 w - - 0 1";

/// Rb8 mates at once, Rxa5 a move later and takes the knight first.
const KNIGHT_FIRST: &str = "7k/8/6K1/n7/8/8/8/RR6 w - - 0 1";

/// Mate and stalemate, and a draw for want of material.
const FINISHED: [(&str, Outcome); 3] = [
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Outcome::Checkmate),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::Stalemate),
    (
        "7k/8/6K1/8/8/8/8/5N2 b - - 0 1",
        Outcome::InsufficientMaterial,
    ),
];

static NEVER: AtomicBool = AtomicBool::new(false);

fn probe() -> Probe {
    Probe::new(Arc::new(Weights::embedded()), 4).unwrap()
}

fn game(fen: &str) -> Game {
    Game::new(parse_fen(fen).unwrap())
}

/// The game with colours swapped, its start position only.
fn flipped_game(fen: &str) -> Game {
    Game::new(flipped(&parse_fen(fen).unwrap()))
}

fn uci(game: &Game, text: &str) -> Move {
    parse_uci_move(game.position(), text).unwrap()
}

fn texts(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| format!("{mv:?}")).collect()
}

fn forced(fen: &str) -> ForcedLine {
    ForcedLine::find(&mut probe(), &game(fen), &ForcedOptions::default(), &NEVER)
}

fn risk(fen: &str, played: Option<&str>) -> MateRisk {
    let game = game(fen);
    let played = played.map(|text| uci(&game, text));
    MateRisk::find(&mut probe(), &game, played, 60_000, &NEVER)
}

#[test]
fn a_long_row_of_only_moves_is_followed_to_mate() {
    // A mate in five takes more than the default to be seen at once.
    let options = ForcedOptions {
        nodes: 3_000_000,
        ..ForcedOptions::default()
    };
    let line = ForcedLine::find(&mut probe(), &game(ROOKS_ON_H8), &options, &NEVER);
    assert_eq!(
        texts(line.plies.iter().map(|ply| ply.mv)),
        [
            "h5h8", "g8h8", "e1h1", "h8g8", "h1h8", "g8h8", "d1h1", "h8g8", "h1h7"
        ]
    );
    assert_eq!(line.end, ForcedEnd::GameOver(Outcome::Checkmate));
    for (index, ply) in line.plies.iter().enumerate() {
        // Black never has a second move; White has, and it is worse.
        let black = index % 2 == 1;
        assert_eq!(ply.kind == ForcedKind::OnlyLegal, black, "{ply:?}");
        assert_eq!(ply.margin_cp.is_none(), black, "{ply:?}");
        assert!(ply.margin_cp.is_none_or(|margin| margin >= 30), "{ply:?}");
        assert!(!ply.is_recapture, "the rooks take nothing: {ply:?}");
    }
    assert_eq!((line.only_legal_moves(), line.recaptures()), (4, 0));
    assert!(line.nodes > 0 && line.nodes <= options.nodes);
}

#[test]
fn the_mirrored_line_is_as_forced() {
    for fen in [ROOK_ON_H8, PERPETUAL] {
        let line = forced(fen);
        let options = ForcedOptions::default();
        let other = ForcedLine::find(&mut probe(), &flipped_game(fen), &options, &NEVER);
        let mirrored: Vec<_> = line
            .plies
            .iter()
            .map(|ply| (flipped_move(ply.mv), ply.kind, ply.is_recapture))
            .collect();
        let found: Vec<_> = other
            .plies
            .iter()
            .map(|ply| (ply.mv, ply.kind, ply.is_recapture))
            .collect();
        assert_eq!(found, mirrored, "{fen}");
        assert_eq!(other.end, line.end, "{fen}");
    }
}

#[test]
fn a_perpetual_check_ends_with_the_repetition() {
    let line = forced(PERPETUAL);
    assert_eq!(
        texts(line.plies.iter().map(|ply| ply.mv)),
        ["h5e8", "g8h7", "e8h5", "h7g8"]
    );
    assert_eq!(line.end, ForcedEnd::Repetition);
    assert_eq!(line.only_legal_moves(), 2);
}

#[test]
fn the_line_ends_where_it_is_told_to() {
    let find = |options: ForcedOptions, stop: bool| {
        ForcedLine::find(
            &mut probe(),
            &game(ROOK_ON_H8),
            &options,
            &AtomicBool::new(stop),
        )
    };
    let options = ForcedOptions::default();
    let short = find(
        ForcedOptions {
            max_plies: 4,
            ..options
        },
        false,
    );
    assert_eq!((short.plies.len(), short.end), (4, ForcedEnd::MaxPlies));
    let poor = find(
        ForcedOptions {
            nodes: 0,
            ..options
        },
        false,
    );
    assert_eq!(
        (poor.plies.len(), poor.end, poor.nodes),
        (0, ForcedEnd::BudgetSpent, 0)
    );
    let stopped = find(options, true);
    assert_eq!(
        (stopped.plies.len(), stopped.end, stopped.nodes),
        (0, ForcedEnd::Stopped, 0)
    );
}

#[test]
fn quiet_positions_force_nothing() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 12 30",
        "8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 1",
    ] {
        let line = forced(fen);
        assert!(line.plies.is_empty(), "{fen}: {line:?}");
        assert!(
            matches!(line.end, ForcedEnd::NotForced { margin_cp } if (0..30).contains(&margin_cp)),
            "{fen}: {line:?}"
        );
    }
}

#[test]
fn the_first_choice_can_be_a_recapture() {
    let mut played = game("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1");
    played.play(uci(&played, "d1d8"));
    let options = ForcedOptions::default();
    let line = ForcedLine::find(&mut probe(), &played, &options, &NEVER);
    assert_eq!(texts(line.plies.iter().map(|ply| ply.mv)), ["e8d8"]);
    assert_eq!(line.recaptures(), 1);
    assert_eq!(line.plies[0].kind, ForcedKind::OnlyGood);
    assert_eq!(line.end, ForcedEnd::GameOver(Outcome::InsufficientMaterial));
    // The same position without the way to it: a capture, but of what?
    let fresh = Game::new(played.position().clone());
    let line = ForcedLine::find(&mut probe(), &fresh, &options, &NEVER);
    assert_eq!((line.plies.len(), line.recaptures()), (1, 0));
}

#[test]
fn a_repetition_already_claimed_is_the_end_of_the_game() {
    let mut played = game("6k1/8/8/8/8/8/8/R5K1 w - - 0 1");
    for text in ["a1a2", "g8g7", "a2a1", "g7g8"].repeat(2) {
        played.play(uci(&played, text));
    }
    let line = ForcedLine::find(&mut probe(), &played, &ForcedOptions::default(), &NEVER);
    assert_eq!(line.end, ForcedEnd::GameOver(Outcome::Threefold));
}

#[test]
fn finished_games_have_clear_answers() {
    for (fen, outcome) in FINISHED {
        let line = forced(fen);
        assert!(line.plies.is_empty());
        assert_eq!(line.end, ForcedEnd::GameOver(outcome), "{fen}");
        assert_eq!(risk(fen, None), MateRisk::default(), "{fen}");
        let threat = KingThreat::find(&mut probe(), &game(fen), 10_000, &NEVER);
        let nothing = Threat {
            mate_in: None,
            certainty: Certainty::GameOver,
        };
        assert_eq!((threat.own, threat.other), (nothing, nothing), "{fen}");
        assert_eq!(threat.nodes, 0);
    }
    let search = probe().search(&game(FINISHED[0].0), Limits::depth(4), None, &NEVER);
    assert!(search.iterations.is_empty() && search.outcome.best.is_none());
    assert!(search.lines(1).is_empty());
}

#[test]
fn of_two_equal_mates_the_one_that_keeps_the_queen_is_safer() {
    let risk = risk(BACK_RANK, Some("a5d8"));
    let queen = risk.played.expect("the queen's sacrifice mates");
    let position = parse_fen(BACK_RANK).unwrap();
    let rook = parse_uci_move(&position, "d1d8").unwrap();
    let rook = risk
        .lines
        .iter()
        .position(|line| line.moves[0] == rook)
        .expect("the rook's sacrifice mates");
    let (queen_line, rook_line) = (&risk.lines[queen], &risk.lines[rook]);
    assert!(queen_line.is_complete && rook_line.is_complete);
    assert_eq!((queen_line.mate_in, queen_line.material_pawns), (2, 5));
    assert_eq!((rook_line.mate_in, rook_line.material_pawns), (2, 9));
    // exp(-5) to exp(-9).
    let ratio = risk.risks[queen] / risk.risks[rook];
    assert!((ratio - libm::exp(4.0)).abs() < 1e-9, "{ratio}");
    assert!((risk.risks.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn a_mate_that_takes_the_knight_first_is_safer_and_slower() {
    let risk = risk(KNIGHT_FIRST, Some("b1b8"));
    let played = &risk.lines[risk.played.expect("Rb8 mates")];
    assert_eq!((played.mate_in, played.material_pawns), (1, 7));
    let least = risk.least_risky().unwrap();
    assert_eq!(texts([least.moves[0]]), ["a1a5"]);
    assert_eq!((least.mate_in, least.material_pawns), (2, 10));
    let excess = risk.played_risk().unwrap() - risk.risks[risk.least.unwrap()];
    assert!(excess > 0.0 && risk.excess == Some(excess));
}

#[test]
fn a_rook_given_up_for_a_faster_mate_is_an_excess() {
    for (fen, played, safe) in [
        // Ra8+ Nxa8, Qe8#; or Rxd3 first, and mate on the back rank two moves later.
        (
            "7k/5ppp/1n6/8/4Q3/R2r4/8/6K1 w - - 0 1",
            "a3a8",
            ("a3d3", 4, 9),
        ),
        // Rb8+ Nxb8, Qc8#; or Qxf5 and Qc8+ Ne8, Qxe8#.
        (
            "6k1/1R3ppp/n3Q3/5r2/8/8/6K1/8 w - - 0 1",
            "b7b8",
            ("e6f5", 3, 10),
        ),
    ] {
        let risk = risk(fen, Some(played));
        let line = &risk.lines[risk.played.expect(played)];
        assert_eq!((line.mate_in, line.material_pawns), (2, -2), "{fen}");
        let least = risk.least_risky().unwrap();
        let found = format!("{:?}", least.moves[0]);
        let found = (found.as_str(), least.mate_in, least.material_pawns);
        assert_eq!(found, safe, "{fen}");
        assert!(line.is_complete && least.is_complete, "{fen}");
        assert!(risk.excess.is_some_and(|excess| excess > 0.9), "{risk:?}");
    }
}

#[test]
fn positions_without_a_mate_have_no_lines() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let empty = risk(start, Some("e2e4"));
    assert!(empty.lines.is_empty() && empty.risks.is_empty());
    assert_eq!(
        (empty.least, empty.played, empty.excess),
        (None, None, None)
    );
    // The mover is the one who will be mated.
    let mated = risk("k7/8/1K6/8/8/8/8/7R b - - 0 1", None);
    assert!(mated.lines.is_empty(), "{mated:?}");
}

#[test]
fn mates_from_the_suite_are_mate_lines() {
    let mut probe = probe();
    let mut checked = 0;
    for line in epd_lines(include_str!("../../../../epd/mates.epd")) {
        let (number, epd) = line.unwrap();
        let moves = epd.direct_mate.unwrap();
        if moves > 2 {
            continue;
        }
        let game = Game::new(epd.position.clone());
        let risk = MateRisk::find(&mut probe, &game, None, 60_000, &NEVER);
        let key = epd.best_moves[0];
        let line = risk.lines.iter().find(|line| line.moves[0] == key);
        assert_eq!(line.unwrap().mate_in, moves, "line {number}");
        assert!(risk.lines.len() <= 10);
        assert!((risk.risks.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let threat = KingThreat::find(&mut probe, &game, 60_000, &NEVER);
        assert_eq!(threat.other.mate_in, Some(moves), "line {number}");
        checked += 1;
    }
    assert!(checked >= 16);
}

/// The pure part, on what a search said of one position and its mirror image.
#[test]
fn flipped_lines_risk_the_same() {
    let recorded = risk(BACK_RANK, Some("a5d8"));
    assert!(recorded.lines.len() >= 2);
    let position = flipped(&parse_fen(BACK_RANK).unwrap());
    let lines: Vec<MateLine> = recorded
        .lines
        .iter()
        .map(|line| {
            let moves: Vec<Move> = line.moves.iter().copied().map(flipped_move).collect();
            let score = Score::mate_in(2 * line.mate_in as usize - 1);
            MateLine::new(&position, score, &moves).unwrap()
        })
        .collect();
    let played = lines[recorded.played.unwrap()].moves[0];
    let flipped = MateRisk::of(lines, Some(played));
    assert_eq!(flipped.risks, recorded.risks);
    assert_eq!(
        (flipped.least, flipped.played, flipped.excess),
        (recorded.least, recorded.played, recorded.excess)
    );
    for (one, other) in flipped.lines.iter().zip(&recorded.lines) {
        assert_eq!(
            (one.mate_in, one.is_complete, one.material_pawns),
            (other.mate_in, other.is_complete, other.material_pawns)
        );
    }
}

#[test]
fn both_kings_threats_are_counted_in_moves() {
    let find = |fen| KingThreat::find(&mut probe(), &game(fen), 100_000, &NEVER);
    let proved = |mate_in| Threat {
        mate_in,
        certainty: Certainty::Proved,
    };
    // Black would mate on b2; White mates in five only.
    let threat = find(ROOKS_ON_H8);
    assert_eq!(threat.own, proved(Some(1)));
    assert_eq!(threat.other.mate_in, None);
    // Both back ranks are weak.
    let threat = find("3r2k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1");
    assert_eq!(threat.own, proved(Some(1)));
    assert_eq!(threat.other.mate_in, None);
    let threat = find("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1");
    assert_eq!(threat.own, proved(None), "the rook guards the first rank");
    assert_eq!(threat.other, proved(Some(1)));
    assert_eq!(find(BACK_RANK).other, proved(Some(2)));
    // In check nobody can pass.
    let threat = find("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert_eq!(threat.own.certainty, Certainty::InCheck);
    assert_eq!(threat.own.mate_in, None);
    assert_eq!(threat.other, proved(None));
    // Without nodes nothing is known, and that is said.
    let threat = KingThreat::find(&mut probe(), &game(BACK_RANK), 0, &NEVER);
    assert_eq!(threat.other.certainty, Certainty::BudgetSpent);
    let stop = AtomicBool::new(true);
    let threat = KingThreat::find(&mut probe(), &game(BACK_RANK), 1_000, &stop);
    assert_eq!(threat.other.certainty, Certainty::Stopped);
}

#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let mut used = probe();
    let middlegame = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let all = |probe: &mut Probe, fen: &str| {
        let game = game(fen);
        (
            ForcedLine::find(probe, &game, &ForcedOptions::default(), &NEVER),
            MateRisk::find(probe, &game, None, 30_000, &NEVER),
            KingThreat::find(probe, &game, 30_000, &NEVER),
        )
    };
    for fen in [ROOK_ON_H8, BACK_RANK, PERPETUAL] {
        let fresh = all(&mut probe(), fen);
        used.search(&middlegame, Limits::nodes(20_000), None, &NEVER);
        assert_eq!(all(&mut used, fen), fresh, "{fen}");
        assert_eq!(all(&mut used, fen), fresh, "{fen}, again");
    }
}

#[test]
fn a_search_keeps_its_iterations_and_its_limits() {
    let start = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut probe = probe();
    let search = probe.search(&start, Limits::nodes(30_000), None, &NEVER);
    assert_eq!(search.nodes(), 30_000);
    let last = search.iterations.last().unwrap();
    assert_eq!(last.score, search.outcome.last.lines[0].score);
    assert_eq!(search.lines(1), last.lines);
    assert!(search.lines(2).is_empty(), "one line was asked for");
    // The selective depth ends it once it is reached, and not before.
    let search = probe.search(&start, Limits::default(), Some(12), &NEVER);
    let exact: Vec<_> = search
        .iterations
        .iter()
        .filter(|iteration| iteration.bound == Bound::Exact)
        .collect();
    let (last, before) = exact.split_last().unwrap();
    assert!(last.seldepth >= 12);
    assert!(before.iter().all(|iteration| iteration.seldepth < 12));
}

#[test]
fn the_stop_flag_ends_a_search_and_is_not_forgotten() {
    let start = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut probe = probe();
    let stop = AtomicBool::new(false);
    // Without the flag this search would go on for ever.
    let search = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        probe.search(&start, Limits::default(), None, &stop)
    });
    assert!(search.outcome.best.is_some());
    assert!(matches!(
        search.outcome.last.lines[0].score.value(),
        ScoreValue::Cp(_)
    ));
    let again = probe.search(&start, Limits::default(), None, &stop);
    assert_eq!((again.nodes(), again.outcome.best), (0, None));
}
