//! Deep looks in a run: whose moves get them, and what becomes of them in another run.

use plumb_testing::scratch::Scratch;
use std::sync::atomic::AtomicBool;

use crate::audit::{Audit, AuditObserver, AuditSettings, PassSettings};
use crate::figures::GameReport;
use crate::games::games;
use crate::records::{Profile, Store};
use plumb_engine::tables::Models;

/// The first twenty moves of Capablanca against Tartakower, New York 1924, by players with
/// made-up ratings.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2300\"]\n[BlackElo \"2200\"]\n\n\
    1. d4 e6 2. Nf3 f5 3. c4 Nf6 4. Bg5 Be7 5. Nc3 O-O 6. e3 b6 7. Bd3 Bb7 8. O-O Qe8 9. Qe2 Ne4 \
    10. Bxe7 Nxc3 11. bxc3 Qxe7 12. a4 Bxf3 13. Qxf3 Nc6 14. Rfb1 Rae8 15. Qh3 Rf6 16. f4 Na5 \
    17. Qf3 d6 18. Re1 Qd7 19. e4 fxe4 20. Qxe4 g6 *\n";

struct Never(AtomicBool);

impl AuditObserver for Never {
    fn stop(&self) -> &AtomicBool {
        &self.0
    }
}

/// The game by a run in this folder that looks deeper from so many choices on, and how many
/// looks it finds missing before it makes any.
fn report(folder: &std::path::Path, deep_looks_from: u64, search: bool) -> (GameReport, usize) {
    let settings = AuditSettings {
        passes: PassSettings::None,
        deep_looks_from,
        ..AuditSettings::new(Profile::Screen)
    };
    let models = Models::embedded();
    let store = Store::open(&folder.join("run.sqlite")).unwrap();
    let mut audit = Audit::begin(store, settings, &models).unwrap();
    let read = games("games.pgn", GAME.as_bytes()).map(Result::unwrap);
    audit.take(read.collect()).unwrap();
    let missing = audit.missing_deep_looks().unwrap().len();
    if search {
        assert!(audit.search(&Never(AtomicBool::new(false))).unwrap());
    }
    (audit.game_report(1).unwrap(), missing)
}

#[test]
fn a_deep_look_is_for_those_with_enough_choices() {
    let folder = Scratch::new("deep-looks");

    let looks = |report: &GameReport| {
        let moves = report.moves.iter().filter_map(|mv| mv.record.as_ref());
        moves.filter(|record| record.deep_look.is_some()).count()
    };
    let (without, _) = report(&folder, 1_000, true);
    assert_eq!(looks(&without), 0);
    assert!(without.white_figures.z.is_some(), "ten choices and more");
    assert_eq!(without.white_figures.deep_loss, None);

    let (with, missing) = report(&folder, 10, true);
    assert!(missing > 3, "{missing}");
    assert_eq!(looks(&with), missing);
    for mv in &with.moves {
        let (Some(choice), Some(record)) = (&mv.verdict.modelled, &mv.record) else {
            continue;
        };
        let is_looked_at = record.deep_look.is_some();
        assert_eq!(is_looked_at, !choice.is_match, "{}", mv.san);
        assert!(choice.deep_loss.is_some(), "{}", mv.san);
        assert!(
            record
                .deep_look
                .is_none_or(|look| look.depth > record.before.depth)
        );
    }
    let loss = with.white_figures.deep_loss.unwrap();
    assert_eq!(Some(loss.of), with.white_figures.z.map(|z| z.of));
    assert!((0.0..1.0).contains(&loss.mean) && loss.expected > 0.0);

    // What is there is used again, and no more is missing.
    let (again, missing) = report(&folder, 10, false);
    assert_eq!((looks(&again), missing), (looks(&with), 0));
    let (masked, missing) = report(&folder, 1_000, true);
    assert_eq!(masked.moves.len(), without.moves.len());
    assert_eq!((looks(&masked), missing), (0, 0), "not asked for here");
}
