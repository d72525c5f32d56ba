//! Tests of the summary of the game on a board.

use super::*;
use crate::board::Move;
use crate::fairplay::facts::{Rules, Yardstick};
use crate::fairplay::figures::FigureOptions;
use crate::fairplay::fixtures::cp_record;
use crate::fairplay::records::{MoveRecord, Stamp, coordinates};
use crate::notation::parse_san;

/// Says of White's moves that they are the first choice, and of Black's that
/// they lose 20 centipawns; stops itself after so many looks.
struct Scripted {
    stamp: Stamp,
    looks: Vec<usize>,
    most: usize,
}

impl Scripted {
    fn new(most: usize) -> Scripted {
        let text = String::new;
        Scripted {
            stamp: Stamp {
                engine: text(),
                version: text(),
                settings: text(),
            },
            looks: Vec::new(),
            most,
        }
    }
}

impl Judge for Scripted {
    fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    fn look(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        if self.looks.len() == self.most {
            stop.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        self.looks.push(game.ply());
        let played = coordinates(game, played);
        let (best, listed) = match game.ply() % 2 {
            0 => (played.as_str(), [(played.as_str(), 20), ("a1a1", 0)]),
            _ => ("a1a1", [("a1a1", 20), (played.as_str(), 0)]),
        };
        Ok(Some(cp_record(&played, best, &listed)))
    }
}

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 \
    Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 a4 c5 d5 c4 Bg5 h6 Be3 Nc5 Qd2 h5 Bg5 Be7";

fn summary(plies: usize, judge: &mut Scripted) -> GameSummary {
    let mut game = Game::new(crate::board::Position::start());
    for san in MOVES.split_whitespace().take(plies) {
        game.play(parse_san(game.position(), san).unwrap());
    }
    let standard = Standard {
        rules: Rules::default(),
        yardstick: Yardstick::embedded(),
        options: FigureOptions::default(),
        tables: None,
    };
    let stop = AtomicBool::new(false);
    GameSummary::of(&game, judge, &standard, &stop, |_, _| {}).unwrap()
}

#[test]
fn a_game_is_summed_up_by_the_rules_of_reports() {
    let mut judge = Scripted::new(100);
    let text = summary(40, &mut judge).to_text();
    assert_eq!(judge.looks, (16..40).collect::<Vec<_>>());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(
        lines[0],
        "summary trace oooooooooooooooo*.*.*.*.*.*.*.*.*.*.*.*."
    );
    // Wilson's interval of 12 of 12, and none of 12.
    assert_eq!(
        lines[1],
        "summary white moves 20 counted 12 first-choice 12 of 12 (100.0 %, 75.8 to 100.0) \
         equal 12 of 12 (100.0 %, 75.8 to 100.0) average-error-cp 0.0 (0.0 to 0.0) \
         capped-loss-cp 0.0 (0.0 to 0.0) longest-forced 0 mates-compared 0 riskier 0 \
         risk-excess withheld excluded opening 8"
    );
    assert!(lines[2].contains(" first-choice 0 of 12 (0.0 %, 0.0 to 24.2) equal 0 of 12 "));
    assert!(lines[2].contains(" average-error-cp 20.0 (20.0 to 20.0) "));
    assert!(lines[3].ends_with("rules plumb; 95 % intervals; withheld below 10 moves; stopped no"));
}

#[test]
fn a_short_or_stopped_game_has_counts_and_no_figures() {
    let mut judge = Scripted::new(100);
    let text = summary(29, &mut judge).to_text();
    assert!(judge.looks.is_empty(), "nothing of it can count");
    assert!(text.contains("summary trace ooooooooooooooooggggggggggggg\n"));
    assert!(text.contains(" first-choice withheld equal withheld average-error-cp withheld "));
    assert!(
        text.contains(" excluded opening 8 too_few_moves 7\n"),
        "{text}"
    );

    let mut judge = Scripted::new(3);
    let text = summary(40, &mut judge).to_text();
    assert!(
        text.contains("summary trace oooooooooooooooo*.*uuuuuuuuuuuuuuuuuuuuu\n"),
        "{text}"
    );
    assert!(text.contains("summary white moves 20 counted 2 first-choice withheld "));
    assert!(text.trim_end().ends_with("stopped yes"));
    let empty = summary(0, &mut Scripted::new(0)).to_text();
    assert!(empty.starts_with("summary white moves 0 counted 0 first-choice withheld "));
    assert!(empty.contains(" excluded none\n"));
}
