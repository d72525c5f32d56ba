//! A policy's answer as shares of all legal moves.

use super::question::PolicyError;
use plumb_chess::board::{Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};

/// What a legal move has, before shares are made to sum to one, that a policy leaves out or
/// gives nothing: no legal move is impossible.
const LEAST_CHANCE: f64 = 1e-4;

/// The share, above 0, of each legal move, in their order; they sum to one. Chances that do not
/// sum to one are made to, then moves without a chance get `LEAST_CHANCE`, and all are made to
/// sum to one again.
pub fn shares_of_legal_moves(
    position: &Position,
    legal: &[Move],
    chances: &[(Move, f64)],
) -> Result<Vec<f64>, PolicyError> {
    let name = |mv: Move| to_uci_move(position, mv, CastlingStyle::Standard);
    let mut shares = vec![0.0; legal.len()];
    for &(mv, chance) in chances {
        let Some(index) = legal.iter().position(|&other| other == mv) else {
            let fen = to_fen(position, FenStyle::XFen);
            return Err(PolicyError::IllegalMove(name(mv), fen));
        };
        if !chance.is_finite() || chance < 0.0 {
            return Err(PolicyError::NotAChance(name(mv), chance.to_string()));
        }
        shares[index] += chance;
    }
    let all: f64 = shares.iter().sum();
    if all <= 0.0 || !all.is_finite() {
        return Err(PolicyError::NoMoves);
    }
    for share in &mut shares {
        *share /= all;
        if *share <= 0.0 {
            *share = LEAST_CHANCE;
        }
    }
    let all: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= all);
    Ok(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_a_chance_get_a_small_one_and_all_sum_to_one() {
        let position = Position::start();
        let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
        let shares =
            shares_of_legal_moves(&position, &legal, &[(legal[3], 3.0), (legal[5], 1.0)]).unwrap();
        let all = 1.0 + 18.0 * LEAST_CHANCE;
        assert!((shares[3] - 0.75 / all).abs() < 1e-15);
        assert!((shares[5] - 0.25 / all).abs() < 1e-15);
        assert!((shares[0] - LEAST_CHANCE / all).abs() < 1e-15);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_chance_is_refused() {
        let position = Position::start();
        let legal: Vec<Move> = position.legal_moves().iter().copied().collect();
        let ask = |chances: &[(Move, f64)]| shares_of_legal_moves(&position, &legal, chances);
        let illegal = Move::normal(
            plumb_chess::board::Square::new(0),
            plumb_chess::board::Square::new(63),
        );
        assert!(matches!(
            ask(&[(illegal, 1.0)]),
            Err(PolicyError::IllegalMove(..))
        ));
        for chance in [f64::NAN, -0.5, f64::INFINITY] {
            let answer = ask(&[(legal[0], chance), (legal[1], 1.0)]);
            assert!(matches!(answer, Err(PolicyError::NotAChance(..))));
        }
        assert_eq!(ask(&[]), Err(PolicyError::NoMoves));
        assert_eq!(ask(&[(legal[0], 0.0)]), Err(PolicyError::NoMoves));
    }
}
