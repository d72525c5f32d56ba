//! Where a side's first choices crowd together in a game.
//!
//! Start with `GameStretch::of`.

use serde::Serialize;

use plumb_engine::choice::Stretch;

/// The stretch of a side's choices with the most first choices above what is to be expected
/// there of all that the side made in the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameStretch {
    /// The ply of its first choice, from 1.
    pub first_ply: usize,
    /// The ply of its last choice.
    pub last_ply: usize,
    /// First choices of the engine.
    pub matches: usize,
    /// Of so many choices.
    pub of: usize,
    /// How many are to be expected there.
    pub expected: f64,
    /// How often a game has a stretch as remarkable by chance, 0 to 1; never below 1/1,000.
    pub chance: f64,
}

impl GameStretch {
    /// Of a side's choices in order: the ply, whether it was the engine's first choice, and the
    /// chance that an honest player of the rating makes that. Nothing of too few choices.
    pub fn of(choices: impl Iterator<Item = (usize, bool, f64)>) -> Option<GameStretch> {
        let (plies, choices): (Vec<usize>, Vec<(bool, f64)>) = choices
            .map(|(ply, is_match, chance)| (ply, (is_match, chance)))
            .unzip();
        let found = Stretch::of(&choices)?;
        Some(GameStretch {
            first_ply: plies[found.first],
            last_ply: plies[found.last],
            matches: found.matches,
            of: found.last + 1 - found.first,
            expected: found.expected,
            chance: found.chance,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_named_by_its_plies() {
        let choice = |place: usize| (17 + 2 * place, (5..15).contains(&place), 0.4);
        let found = GameStretch::of((0..25).map(choice)).unwrap();
        assert_eq!((found.first_ply, found.last_ply), (27, 45));
        assert_eq!((found.matches, found.of), (10, 10));
        assert!((found.expected - 4.0).abs() < 1e-9 && found.chance < 0.01);
        assert_eq!(GameStretch::of((0..19).map(choice)), None);
    }
}
