//! Tests of the summary of the game on a board.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::audit::{AuditEvent, PassSettings};
use crate::book::BookDepth;
use crate::facts::{Rules, Yardstick};
use crate::figures::{FigureOptions, Standard, examine};
use crate::fixtures::cp_record;
use crate::records::{Depths, Profile, coordinates};
use plumb_chess::board::Position;
use plumb_chess::notation::parse_san;
use plumb_engine::tables::Models;

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 \
    Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 a4 c5 d5 c4 Bg5 h6 Be3 Nc5 Qd2 h5 Bg5 Be7";

fn played(plies: usize) -> Game {
    let mut game = Game::new(Position::start());
    for san in MOVES.split_whitespace().take(plies) {
        game.play(parse_san(game.position(), san).unwrap());
    }
    game
}

/// White's moves are the first choice, and Black's lose 20 centipawns; of the moves from
/// the seventeenth ply on the first `records` have a record.
fn by_hand(plies: usize, records: usize) -> GameSummary {
    let game = played(plies);
    let source = SourceGame {
        shown_names: [None, None],
        notes: Vec::new(),
        file: String::new(),
        number: 1,
        clock_form: ClockForm::default(),
        line: 1,
        tags: Vec::new(),
        start: game.start().clone(),
        plies: game
            .moves()
            .iter()
            .map(|&mv| Ply {
                mv,
                ..Ply::default()
            })
            .collect(),
    };
    let record = |ply: usize| {
        let board = source.before(ply);
        let played = coordinates(&board, source.plies[ply].mv?);
        let (best, listed) = match ply % 2 {
            0 => (played.as_str(), [(played.as_str(), 20), ("a1a1", 0)]),
            _ => ("a1a1", [("a1a1", 20), (played.as_str(), 0)]),
        };
        let is_there = (16..16 + records).contains(&ply);
        is_there.then(|| cp_record(&played, best, &listed))
    };
    let records: Vec<_> = (0..plies).map(record).collect();
    let standard = Standard {
        rules: Rules::default(),
        yardstick: Yardstick::embedded(),
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    };
    let (report, _) = examine(1, &source, records, BookDepth::default(), &standard, None);
    GameSummary {
        report,
        is_stopped: false,
    }
}

#[test]
fn a_game_is_summed_up_by_the_rules_of_reports() {
    let text = by_hand(40, 24).to_text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(
        lines[0],
        "summary trace oooooooooooooooo*.*.*.*.*.*.*.*.*.*.*.*."
    );
    // Wilson's interval of 12 of 12, and none of 12. Forced lines were not searched.
    assert_eq!(
        lines[1],
        "summary white moves 20 counted 12 first-choice 12 of 12 (100.0 %, 75.8 to 100.0) \
         equal 12 of 12 (100.0 %, 75.8 to 100.0) average-error-cp 0.0 (all the same) \
         capped-loss-cp 0.0 (all the same) longest-forced withheld mates-compared 0 riskier 0 \
         risk-excess withheld excluded opening 8"
    );
    assert!(lines[2].contains(" first-choice 0 of 12 (0.0 %, 0.0 to 24.2) equal 0 of 12 "));
    assert!(lines[2].contains(" average-error-cp 20.0 (all the same) "));
    assert!(lines[3].ends_with("Rules plumb; 95 % intervals; withheld below 10 moves; stopped no"));
}

#[test]
fn few_records_have_counts_and_no_figures() {
    let text = by_hand(40, 3).to_text();
    assert!(
        text.contains("summary trace oooooooooooooooo*.*uuuuuuuuuuuuuuuuuuuuu\n"),
        "{text}"
    );
    assert!(text.contains("summary white moves 20 counted 2 first-choice withheld "));
    let empty = by_hand(0, 0).to_text();
    assert!(empty.starts_with("summary white moves 0 counted 0 first-choice withheld "));
    assert!(empty.contains(" excluded none\n"));
}

/// Stops the audit after so many moves.
struct StopsAfter {
    most: u64,
    stop: AtomicBool,
    moves: RefCell<u64>,
}

impl AuditObserver for StopsAfter {
    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn event(&self, event: AuditEvent<'_>) {
        if let AuditEvent::Searched(progress) = event {
            *self.moves.borrow_mut() = progress.moves;
            if progress.moves >= self.most {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn searched(plies: usize, most: u64) -> (GameSummary, u64) {
    let settings = AuditSettings {
        depths: Depths::of(Profile::Full).with_nodes(200),
        passes: PassSettings::None,
        ..AuditSettings::new(Profile::Full)
    };
    let models = Models::embedded();
    let observer = StopsAfter {
        most,
        stop: AtomicBool::new(false),
        moves: RefCell::new(0),
    };
    let summary = GameSummary::of(&played(plies), settings, &models, &observer).unwrap();
    (summary, observer.moves.into_inner())
}

#[test]
fn an_audit_looks_at_every_move_that_may_count() {
    let (summary, moves) = searched(40, 1_000);
    assert_eq!((moves, summary.is_stopped), (24, false));
    let has_record = summary.report.moves.iter().map(|mv| mv.record.is_some());
    let expected = (0..40).map(|ply| ply >= 16);
    assert!(has_record.eq(expected));
    let text = summary.to_text();
    assert!(text.contains(" longest-forced ") && !text.contains("longest-forced withheld"));

    // Nothing of so short a game can count.
    let (short, moves) = searched(29, 1_000);
    assert_eq!((moves, short.is_stopped), (0, false));
    let text = short.to_text();
    assert!(text.contains("summary trace ooooooooooooooooggggggggggggg\n"));
    assert!(text.contains(" first-choice withheld equal withheld average-error-cp withheld "));
    assert!(
        text.contains(" excluded opening 8 too_few_moves 7\n"),
        "{text}"
    );
}

#[test]
fn a_stopped_audit_says_so_and_has_what_was_found() {
    let (stopped, _) = searched(40, 3);
    assert!(stopped.is_stopped);
    let records = stopped.report.moves.iter().filter(|mv| mv.record.is_some());
    assert!((3..24).contains(&records.count()));
    assert!(stopped.to_text().trim_end().ends_with("stopped yes"));
}
