//! What is marked as better than the engine's choice, and what is noise.

use super::*;
use crate::book::BookDepth;
use crate::facts::{
    ExpectedChoice, ModelledChoice, RATING_GRID, RatedChoice, RuleSet, Rules, Yardstick,
};
use crate::figures::{FigureOptions, Standard, examine};
use crate::fixtures::{FIVE, cp_record};
use crate::games::games;
use crate::records::Stamp;
use plumb_engine::choice::HonestScatter;

/// A game of four plies in which each turned out so much better than the first choice.
fn report(source: &SourceGame, gains: [i32; 4]) -> GameReport {
    let records = gains.map(|gain| {
        let mut record = cp_record("g1f3", "e2e4", &FIVE);
        record.after.score = Value::Cp(30 + gain);
        Some(record)
    });
    let standard = Standard {
        rules: Rules {
            set: RuleSet::Barnes,
            ..Rules::default()
        },
        yardstick: Yardstick::embedded(),
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    };
    examine(
        1,
        source,
        records.into(),
        BookDepth::default(),
        &standard,
        None,
    )
    .0
}

#[test]
fn only_what_is_more_than_noise_by_every_pass_is_marked() {
    let text = "[White \"A\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 *\n";
    let source = games("x.pgn", text.as_bytes()).next().unwrap().unwrap();
    let stamp = Stamp {
        engine: "Plumb".to_owned(),
        version: "test".to_owned(),
        settings: "nodes 1".to_owned(),
    };
    let header = RunHeader::new(&stamp, "screen", &Rules::default(), Vec::new(), None).unwrap();
    let marked = |passes: &[[i32; 4]], remarkable_cp| {
        let mut found = report(&source, [60, 80, 200, 49]);
        for gains in passes {
            found.add_pass("again", &report(&source, *gains));
        }
        found.mark_gains(remarkable_cp);
        let agreed: Vec<_> = found.moves.iter().map(|mv| mv.agreed_gain_cp).collect();
        (
            annotated(&source, &found, &header).matches("$3").count(),
            agreed,
        )
    };
    let all = |gain: [i32; 4]| gain.map(Some).to_vec();
    // The second pass agrees: what gains less than 50 is not marked for all that.
    assert_eq!(marked(&[[90; 4]], Some(50)), (3, all([60, 80, 90, 49])));
    // The noise reaches 85, and one gain is more than that by both.
    assert_eq!(marked(&[[90; 4]], Some(86)), (1, all([60, 80, 90, 49])));
    // The second pass sees less, and nothing of the last two.
    let (count, agreed) = marked(&[[55, 20, 5, -30]], Some(50));
    assert_eq!((count, agreed), (1, vec![Some(55), Some(20), None, None]));
    // A third pass must agree, too, and what a pass did not see stays unseen.
    let (count, agreed) = marked(&[[90; 4], [0; 4], [90; 4]], Some(50));
    assert_eq!((count, agreed), (0, vec![None; 4]));
    // One pass, or a noise that is not known: nothing is marked.
    assert_eq!(marked(&[], Some(50)).0, 0);
    assert_eq!(marked(&[[90; 4]], None).0, 0);
}

/// The sign stands beside what engines are twice as likely to play, and beside nothing else; two
/// signs stand side by side.
#[test]
fn what_engines_are_twice_as_likely_to_play_is_marked() {
    let text = "[White \"A\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 *\n";
    let source = games("x.pgn", text.as_bytes()).next().unwrap().unwrap();
    let mut found = report(&source, [0; 4]);
    let choice = |log_ratio: Option<f64>| ModelledChoice {
        is_match: false,
        deep_loss: None,
        log_shares: RATING_GRID.map(|_| -1.0),
        scatter: HonestScatter::none("").pools[0],
        rated: log_ratio.map(|log_ratio| RatedChoice {
            rating: 2_000.0,
            match_chance: 0.5,
            expected: ExpectedChoice {
                share: 0.2,
                engine_share: 0.2 * libm::exp(log_ratio),
                first_choice_share: 0.5,
                log_ratio,
                expected_log_ratio: 0.0,
                log_ratio_variance: 0.25,
                engine_like_share: 0.4,
                listed_loss: 0.1,
            },
            expected_deep_loss: 0.1,
        }),
    };
    for (place, log_ratio) in [Some(0.7), Some(0.69), None].into_iter().enumerate() {
        found.moves[place].verdict.modelled = Some(choice(log_ratio));
    }
    let signs = |found: &GameReport| found.moves.iter().map(nags).collect::<Vec<_>>();
    assert_eq!(signs(&found), [vec![5], vec![], vec![], vec![]]);
    let stamp = Stamp {
        engine: "Plumb".to_owned(),
        version: "test".to_owned(),
        settings: "nodes 1".to_owned(),
    };
    let header = RunHeader::new(&stamp, "screen", &Rules::default(), Vec::new(), None).unwrap();
    let pgn = annotated(&source, &found, &header);
    let words = plumb_support::wording::text!(pgn.engine_like);
    assert_eq!(pgn.replace('\n', " ").matches(words).count(), 1, "{pgn}");
    found.moves[0].is_beyond_noise = true;
    let facts = found.moves[0].verdict.facts.as_mut().unwrap();
    facts.loss_cp = 0;
    assert_eq!(signs(&found)[0], [3, 5]);
}
