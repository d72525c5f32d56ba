//! An invented network evaluated the plain way, in double precision: every number of the
//! definition, with nothing transformed, folded or padded.

use super::game;
use plumb_chess::board::{Color, Game, Square};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};
use plumb_maia::Network;
use plumb_testing::network::{Convolution, Invented, Layer};

/// A value for each square of each channel.
type Board = Vec<[f64; 64]>;

fn convolved(file: &Convolution, board: &Board, outputs: usize) -> Board {
    let weights = file.weights.values();
    let biases = file.biases.as_ref().map(Layer::values);
    let normal: Vec<Vec<f64>> = file.normalised.iter().map(Layer::values).collect();
    let mut result = vec![[0.0; 64]; outputs];
    for (output, squares) in result.iter_mut().enumerate() {
        for (square, value) in squares.iter_mut().enumerate() {
            let (rank, file) = (square / 8, square % 8);
            for (input, channel) in board.iter().enumerate() {
                for (place, weight) in weights[(output * board.len() + input) * 9..][..9]
                    .iter()
                    .enumerate()
                {
                    let (r, f) = (
                        (rank + place / 3).wrapping_sub(1),
                        (file + place % 3).wrapping_sub(1),
                    );
                    if r < 8 && f < 8 {
                        *value += weight * channel[8 * r + f];
                    }
                }
            }
            if let Some(biases) = &biases {
                *value += biases[output];
            }
            if let [mean, variance, rest @ ..] = &normal[..] {
                *value = (*value - mean[output]) / (variance[output] + 1e-5).sqrt();
                if let [factor, bias] = rest {
                    *value = *value * factor[output] + bias[output];
                }
            }
        }
    }
    result
}

fn rectified(mut board: Board) -> Board {
    for value in board.iter_mut().flatten() {
        *value = value.max(0.0);
    }
    board
}

/// The 112 planes, from FENs.
fn planes(game: &Game) -> Board {
    let side = game.position().turn();
    let mut planes = vec![[0.0; 64]; 112];
    for board in 0..8 {
        let Some(ply) = game.ply().checked_sub(board) else {
            break;
        };
        let fen = to_fen(game.position_at(ply).unwrap(), FenStyle::XFen);
        let letters = "PNBRQKpnbrqk";
        let mut square = 0;
        for letter in fen.split(' ').next().unwrap().chars() {
            if let Some(number) = letters.find(letter) {
                let number = side.fold(number, (number + 6) % 12);
                // Ranks of a FEN begin with the eighth.
                let index = side.fold(square ^ 56, square);
                planes[13 * board + number][index] = 1.0;
                square += 1;
            }
            square += letter.to_digit(10).unwrap_or(0) as usize;
        }
        let earlier = (0..ply).map(|earlier| game.position_at(earlier).unwrap().key());
        if earlier
            .into_iter()
            .any(|key| key == game.position_at(ply).unwrap().key())
        {
            planes[13 * board + 12] = [1.0; 64];
        }
    }
    let fen = to_fen(game.position(), FenStyle::XFen);
    let fields: Vec<&str> = fen.split(' ').collect();
    for (plane, letter) in side.fold("QKqk", "qkQK").chars().enumerate() {
        if fields[2].contains(letter) {
            planes[104 + plane] = [1.0; 64];
        }
    }
    planes[108] = [side.fold(0.0, 1.0); 64];
    planes[109] = [fields[4].parse().unwrap(); 64];
    planes[111] = [1.0; 64];
    planes
}

fn policy(network: &Invented, game: &Game) -> Board {
    let filters = network.filters;
    let mut board = rectified(convolved(&network.input, &planes(game), filters));
    for ([first, second], squeeze) in &network.blocks {
        let inner = rectified(convolved(first, &board, filters));
        let mut change = convolved(second, &inner, filters);
        if let Some(layers) = squeeze {
            let [inner, inner_biases, outer, outer_biases] = layers.each_ref().map(Layer::values);
            let means: Vec<f64> = change
                .iter()
                .map(|c| c.iter().sum::<f64>() / 64.0)
                .collect();
            let dense = |weights: &[f64], biases: &[f64], inputs: &[f64]| -> Vec<f64> {
                let row = |row: &[f64]| row.iter().zip(inputs).map(|(w, x)| w * x).sum::<f64>();
                weights
                    .chunks(inputs.len())
                    .zip(biases)
                    .map(|(w, b)| row(w) + b)
                    .collect()
            };
            let hidden = dense(&inner, &inner_biases, &means);
            let hidden: Vec<f64> = hidden.iter().map(|value| value.max(0.0)).collect();
            let result = dense(&outer, &outer_biases, &hidden);
            for (number, channel) in change.iter_mut().enumerate() {
                let factor = 1.0 / (1.0 + (-result[number]).exp());
                for value in channel {
                    *value = *value * factor + result[filters + number];
                }
            }
        }
        for (channel, change) in board.iter_mut().zip(&change) {
            for (value, change) in channel.iter_mut().zip(change) {
                *value = (*value + change).max(0.0);
            }
        }
    }
    let board = rectified(convolved(&network.policy[0], &board, filters));
    convolved(&network.policy[1], &board, 80)
}

/// A move's number in the policy, by its text: the planes counted one by one.
fn number(text: &str, side: Color) -> (usize, usize) {
    let view = |text: &str| Square::parse(text).unwrap().relative_to(side).index() as i32;
    let (from, to) = (view(&text[..2]), view(&text[2..4]));
    let (files, ranks) = (to % 8 - from % 8, to / 8 - from / 8);
    let mut plane = 0;
    let compass = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    for (file, rank) in compass {
        for steps in 1..8 {
            if (files, ranks) == (steps * file, steps * rank) && !text.ends_with(['r', 'b', 'q']) {
                return (plane, from as usize);
            }
            plane += 1;
        }
    }
    let knight = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    for step in knight {
        if (files, ranks) == step {
            return (plane, from as usize);
        }
        plane += 1;
    }
    for file in [-1, 0, 1] {
        for piece in ['r', 'b', 'q'] {
            if files == file && text.ends_with(piece) {
                return (plane, from as usize);
            }
            plane += 1;
        }
    }
    panic!("{text} has no number");
}

#[test]
fn an_invented_network_is_evaluated_as_defined() {
    // 20 filters are not a multiple of the number computed at a time.
    for (seed, filters, hidden) in [(1, 32, 4), (2, 20, 3)] {
        let invented = Invented::new(seed, filters, 3, hidden);
        let network = Network::read(&invented.file()).unwrap();
        for moves in [
            "",
            "e2e4",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
            "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
            "e2e4 g8f6 e4e5 f6g8 e5e6 h7h5 e6f7 e8f7 g1f3 h5h4 f1e2",
            "h2h4 g7g5 h4g5 h7h6 g5h6 g8f6 h6h7 f6e4",
        ] {
            let game = game("", moves);
            let expected = policy(&invented, &game);
            let position = game.position();
            let logits = network.logits(&game);
            assert_eq!(logits.len(), position.legal_moves().len());
            // The numbers of an invented network grow from layer to layer.
            let most = logits.iter().map(|(_, logit)| logit.abs());
            let allowed = 1e-5 * most.fold(1.0, f64::max);
            for (mv, logit) in &logits {
                let value = |style| {
                    let text = to_uci_move(position, *mv, style);
                    let (plane, square) = number(&text, position.turn());
                    expected[plane][square]
                };
                let value = value(CastlingStyle::Standard).max(value(CastlingStyle::Chess960));
                assert!(
                    (value - logit).abs() < allowed,
                    "{mv:?}: {logit}, expected {value}"
                );
            }
            let probabilities = network.probabilities(&game);
            let most = logits
                .iter()
                .map(|(_, logit)| *logit)
                .fold(f64::MIN, f64::max);
            let sum: f64 = logits.iter().map(|(_, logit)| (logit - most).exp()).sum();
            for ((mv, logit), (other, found)) in logits.iter().zip(probabilities) {
                assert_eq!(*mv, other);
                assert!(((logit - most).exp() / sum - found).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_moves() {
    let network = Network::read(&Invented::new(1, 16, 1, 4).file()).unwrap();
    let mated = game("", "f2f3 e7e5 g2g4 d8h4");
    assert!(network.logits(&mated).is_empty());
    assert!(network.probabilities(&mated).is_empty());
}

#[test]
fn a_null_move_in_a_game_does_no_harm() {
    let network = Network::read(&Invented::new(1, 16, 1, 4).file()).unwrap();
    let mut game = game("", "e2e4 e7e5");
    game.play_null();
    let sum: f64 = network.probabilities(&game).iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn logits_are_the_same_bits_on_every_machine() {
    let network = Network::read(&Invented::new(5, 32, 3, 4).file()).unwrap();
    let moves = network.logits(&game("", "e2e4 e7e5 g1f3 b8c6"));
    let mix = |sum: u64, (_, logit): &(_, f64)| sum.rotate_left(7) ^ logit.to_bits();
    assert_eq!(moves.iter().fold(0, mix), 3_388_517_772_534_423_998);
}
