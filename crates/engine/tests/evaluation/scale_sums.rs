//! The sums of settings that the tuner fits are the scales that are played.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use plumb_chess::board::{Color, Position};
use plumb_chess::notation::parse_fen;
use plumb_engine::eval::{ScaleProbe, ScaleSum, Setting, Weights, coefficients};

use plumb_testing::{Random, positions};

/// A position of two kings and up to six other pieces or pawns put anywhere; none where that is
/// not legal, which is mostly so.
fn endgame(random: &mut Random) -> Option<Position> {
    let mut board = [[' '; 8]; 8];
    let others = 1 + random.below(6);
    let pieces = "KkPpPpPpPpNnBbRrQq".chars().collect::<Vec<char>>();
    for number in 0..2 + others {
        let piece = match number {
            0 | 1 => pieces[number],
            _ => pieces[2 + random.below(pieces.len() - 2)],
        };
        let place = &mut board[random.below(8)][random.below(8)];
        if *place != ' ' {
            return None;
        }
        *place = piece;
    }
    let mut fen = String::new();
    for (number, rank) in board.iter().enumerate() {
        fen.push_str(if number > 0 { "/" } else { "" });
        for place in rank {
            match place {
                ' ' => fen.push('1'),
                piece => fen.push(*piece),
            }
        }
    }
    let _ = write!(fen, " {} - - 0 1", random.pick(&['w', 'b']));
    parse_fen(&fen).ok()
}

fn left(sum: &ScaleSum, weights: &Weights) -> i32 {
    let parts = sum.counts.iter();
    let added: i32 = parts
        .map(|(setting, count)| weights.setting(*setting) * count)
        .sum();
    (sum.constant + added).min(128)
}

#[test]
fn sums_of_settings_are_the_scales() {
    let mut random = Random(0x5ca1e);
    let probe = ScaleProbe::default();
    let mut weights = Weights::embedded();
    let mut seen = BTreeSet::new();
    let mut all = positions::sample(500);
    while all.len() < 20_000 {
        all.extend(endgame(&mut random));
    }
    for position in &all {
        for &setting in Setting::ALL
            .iter()
            .filter(|setting| setting.is_endgame_scale())
        {
            weights.set_setting(setting, random.below(129) as i32);
        }
        let played = coefficients(position, &weights).scales;
        let sums = probe.sums(position);
        for side in Color::ALL {
            let (scale, sums) = (played[side], &sums[side]);
            let found = [&sums.endgame, &sums.whole].map(|sum| left(sum, &weights));
            assert_eq!(found, [scale.endgame, scale.whole], "{position:?} {sums:?}");
            let counts = sums.endgame.counts.iter().chain(&sums.whole.counts);
            seen.extend(counts.map(|(setting, _)| setting.key()));
        }
    }
    let scaling = Setting::ALL
        .iter()
        .filter(|setting| setting.is_endgame_scale());
    let never: Vec<&str> = scaling
        .map(|setting| setting.key())
        .filter(|key| !seen.contains(key))
        .collect();
    assert!(never.is_empty(), "{never:?}");
}
