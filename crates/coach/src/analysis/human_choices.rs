//! How often people of some ratings would play which move of a position, for people and for
//! programs.
//!
//! Start with `HumanChoices::of`; `HumanChoices::of_shares` takes the shares of another policy.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::probe::Probe;
use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_san, to_uci_move};
use plumb_engine::choice::{HumanModel, Sight, move_features};

/// The moves of a position with their shares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HumanChoices {
    /// The position.
    pub fen: String,
    /// Name of the policy; `None` for the human-choice model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Ratings over the board at long time controls, in Elo.
    pub ratings: Vec<u16>,
    /// All legal moves, those with the greatest mean share first.
    pub moves: Vec<HumanChoice>,
}

/// A move and its shares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HumanChoice {
    /// In coordinates, as UCI writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// In SAN.
    pub san: String,
    /// How often it would be played, 0 to 1, by rating; those of all moves sum to one.
    pub shares: Vec<f64>,
}

/// The ratings that are shown if nobody says others.
pub const SHOWN_RATINGS: [u16; 5] = [1_000, 1_400, 1_800, 2_200, 2_600];
/// How many moves are shown if nobody says how many.
pub const SHOWN_MOVES: usize = 10;

impl HumanChoices {
    /// Of the position on the board of `game`, after a first glance of some milliseconds with
    /// a cleared table. Nothing where there is no move, and when stopped.
    pub fn of(
        probe: &mut Probe,
        game: &Game,
        castling: CastlingStyle,
        model: &HumanModel,
        ratings: &[u16],
        stop: &AtomicBool,
    ) -> Option<HumanChoices> {
        let position = game.position();
        if position.has_no_moves() {
            return None;
        }
        let decision = probe.first_glance(game, stop)?.decision;
        let (moves, features): (Vec<_>, Vec<_>) = move_features(&decision).into_iter().unzip();
        let of_rating = |&rating: &u16| model.shares(&features, Sight::Glance, f64::from(rating));
        let shares: Vec<Vec<f64>> = ratings.iter().map(of_rating).collect();
        Some(HumanChoices::of_shares(
            position, castling, ratings, &moves, &shares,
        ))
    }

    /// Lists moves with their shares, 0 to 1: one list of shares for each rating, in the order of
    /// `moves`.
    pub fn of_shares(
        position: &Position,
        castling: CastlingStyle,
        ratings: &[u16],
        moves: &[Move],
        shares: &[Vec<f64>],
    ) -> HumanChoices {
        let of_move = |(index, &mv): (usize, &Move)| HumanChoice {
            mv: to_uci_move(position, mv, castling),
            san: to_san(position, mv),
            shares: shares.iter().map(|shares| shares[index]).collect(),
        };
        let mut moves: Vec<HumanChoice> = moves.iter().enumerate().map(of_move).collect();
        // Equal ones stay in the order of the list.
        moves.sort_by_key(|mv| Reverse((mv.shares.iter().sum::<f64>() * 1e9) as u64));
        HumanChoices {
            fen: to_fen(position, FenStyle::XFen),
            policy: None,
            ratings: ratings.to_vec(),
            moves,
        }
    }

    /// Names the policy that the shares are from.
    pub fn with_policy(mut self, name: &str) -> HumanChoices {
        self.policy = Some(name.to_owned());
        self
    }

    /// A table of the likeliest moves, in percent, line by line.
    pub fn table(&self, shown: usize) -> Vec<String> {
        let row = |name: &str, cells: Vec<String>| {
            let cells = cells.iter().map(|cell| format!("{cell:>7}"));
            format!("{name:<8}{}", cells.collect::<String>())
        };
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let ratings = self.ratings.iter().map(u16::to_string);
        let policy = self.policy.iter().map(|name| format!("Policy: {name}"));
        let mut lines: Vec<String> = policy.collect();
        lines.extend([
            "How often people would play which move, in percent, by rating:".to_owned(),
            row("", ratings.collect()),
        ]);
        let (first, rest) = self.moves.split_at(shown.min(self.moves.len()));
        for mv in first {
            let cells = mv.shares.iter().map(|&share| percent(share));
            lines.push(row(&mv.san, cells.collect()));
        }
        if !rest.is_empty() {
            let sum = |rating: usize| rest.iter().map(|mv| mv.shares[rating]).sum();
            let cells = (0..self.ratings.len()).map(|rating| percent(sum(rating)));
            lines.push(row(&format!("{} more", rest.len()), cells.collect()));
        }
        if self.moves.len() == 1 {
            lines.push("It is the only legal move.".to_owned());
        }
        lines
    }
}
