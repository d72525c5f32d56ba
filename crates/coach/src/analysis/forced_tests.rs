//! Tests of the rule for a forced choice, and of where a line ends.

use super::*;
use plumb_chess::notation::{CastlingStyle, parse_fen, to_uci_move};

#[test]
fn mates_and_centipawns_compare_on_one_scale() {
    let cp = Score::cp;
    // Mate in 3 plies is a mate in 2 moves.
    let (mate, slower) = (Score::mate_in(3), Score::mate_in(9));
    let (mated, later) = (Score::mated_in(2), Score::mated_in(8));
    for (best, second, margin, ahead) in [
        (cp(50), cp(20), 30, true),
        (cp(49), cp(20), 29, false),
        (cp(-400), cp(-430), 30, true),
        (mate, slower, 3, false),
        (mate, cp(500), 9_498, true),
        (cp(-500), mated, 9_499, true),
        (later, mated, 3, false),
        (mate, mated, 19_997, true),
        // An enormous score is no mate.
        (mate, cp(20_000), 0, true),
        (cp(-20_000), mated, 0, true),
    ] {
        assert_eq!(margin_cp(best, second), margin, "{best:?} {second:?}");
        assert_eq!(is_ahead(best, second, 30), ahead, "{best:?} {second:?}");
    }
    assert!(is_ahead(mate, cp(5_000), 50_000), "whatever the threshold");
}

#[test]
fn shares_shrink_and_end() {
    let mut budget = Budget::new(64_000);
    assert_eq!(budget.share(), Some(8_000));
    let mut shares = Vec::new();
    while let Some(share) = budget.share() {
        assert!(shares.last().is_none_or(|&last| share <= last));
        shares.push(share);
        budget.spent += share;
    }
    assert!(budget.spent <= budget.total);
    assert!((10..30).contains(&shares.len()), "{shares:?}");
    assert_eq!(Budget::new(0).share(), None);
    assert_eq!(Budget::new(999).share(), None);
    assert_eq!(Budget::new(1_000).share(), Some(1_000));
}

#[test]
fn a_line_ends_where_it_ends_whoever_searches() {
    // Black has one legal move, and White answers what he is told to.
    let game = Game::new(parse_fen("k7/p7/P7/8/8/8/2R5/4K3 b - - 0 1").unwrap());
    let follow = |most, answers: &[&str]| {
        let mut answers = answers.iter();
        let choose = |game: &Game| {
            let Some(text) = answers.next() else {
                return Err("asked too often");
            };
            let position = game.position();
            let legal = position.legal_moves();
            let named = |mv: &&Move| to_uci_move(position, **mv, CastlingStyle::Standard) == *text;
            let mv = *legal.iter().find(named).ok_or("no such move")?;
            let line = |cp, mv| RankedLine {
                score: Score::cp(cp),
                seldepth: 1,
                moves: vec![mv],
            };
            Ok(ForcedPly::only_good(
                game,
                &line(500, mv),
                &line(400, legal[0]),
                FORCED_CP,
            ))
        };
        ForcedLine::follow(&game, most, choose)
    };
    let (plies, end) = follow(3, &["c2c3"]).unwrap();
    let kinds: Vec<_> = plies.iter().map(|ply| ply.kind).collect();
    use ForcedKind::{OnlyGood, OnlyLegal};
    assert_eq!(
        (kinds, end),
        (vec![OnlyLegal, OnlyGood, OnlyLegal], ForcedEnd::MaxPlies)
    );
    assert_eq!((plies[0].margin_cp, plies[1].margin_cp), (None, Some(100)));
    // The rook goes back, the king too: the position after the first ply is there again.
    let (plies, end) = follow(60, &["c2c3", "c3c2"]).unwrap();
    assert_eq!((plies.len(), end), (4, ForcedEnd::Repetition));
    assert_eq!(follow(60, &["c2c3"]), Err("asked too often"));
}
