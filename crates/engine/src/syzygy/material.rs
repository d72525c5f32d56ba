//! Which men are on the board, as the names of tables say it.

use std::fmt;

use plumb_chess::board::{Color, PieceKind, Position};

/// The letters of table names, in their order.
const KINDS: [(char, PieceKind); 6] = [
    ('K', PieceKind::King),
    ('Q', PieceKind::Queen),
    ('R', PieceKind::Rook),
    ('B', PieceKind::Bishop),
    ('N', PieceKind::Knight),
    ('P', PieceKind::Pawn),
];

/// How many men of each kind both sides have, whichever side is which: kings
/// first, as in the names of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Material([[u8; 6]; 2]);

impl Material {
    pub(super) fn of(position: &Position) -> Material {
        let side = |side| KINDS.map(|(_, kind)| position.pieces(side, kind).count() as u8);
        Material::normalised(Color::ALL.map(side))
    }

    /// From a table's name, such as `KQvKR`.
    pub(super) fn parse(name: &str) -> Option<Material> {
        let side = |text: &str| {
            let mut men = [0_u8; 6];
            for letter in text.chars() {
                let kind = KINDS.iter().position(|(known, _)| *known == letter)?;
                men[kind] = men[kind].checked_add(1)?;
            }
            (men[0] == 1).then_some(men)
        };
        let (strong, weak) = name.split_once('v')?;
        Some(Material::normalised([side(strong)?, side(weak)?]))
    }

    /// How many men there are, kings included.
    pub(super) fn men(self) -> usize {
        self.0.iter().flatten().copied().map(usize::from).sum()
    }

    fn normalised([one, other]: [[u8; 6]; 2]) -> Material {
        Material([one.max(other), one.min(other)])
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, side) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("v")?;
            }
            for ((letter, _), &count) in KINDS.iter().zip(side) {
                for _ in 0..count {
                    write!(f, "{letter}")?;
                }
            }
        }
        Ok(())
    }
}
