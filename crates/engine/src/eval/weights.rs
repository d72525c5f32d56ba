//! What every term and stage is worth, read from `tables/eval.toml`.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use super::slots::Slots;
use super::tapered::Tapered;
use super::terms::{Group, Term, WEIGHT_COUNT};
use crate::tables::{Model, Table, TableError};

macro_rules! settings {
    ($($setting:ident $key:literal $least:literal..=$most:literal $sentence:literal;)*) => {
        /// A number that a stage after the sum works with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Setting { $(#[doc = $sentence] $setting,)* }

        impl Setting {
            /// Every setting, in the order of the table.
            pub const ALL: &[Setting] = &[$(Setting::$setting,)*];

            const KEYS: &[&str] = &[$($key,)*];

            /// Its key in the table's section `stages`.
            pub const fn key(self) -> &'static str {
                match self { $(Setting::$setting => $key,)* }
            }

            /// The least and the greatest value it may have.
            pub const fn range(self) -> (i32, i32) {
                match self { $(Setting::$setting => ($least, $most),)* }
            }

            /// What it means.
            pub const fn sentence(self) -> &'static str {
                match self { $(Setting::$setting => $sentence,)* }
            }
        }
    };
}

settings! {
    Tempo "tempo" 0..=200 "Centipawns for having the move.";
    DangerDivisor "danger_divisor" 1..=100_000 "A king's danger points, squared, are divided by this to give centipawns.";
    DangerLimit "danger_limit" 0..=2_000 "More danger points than this count no more.";
    OppositeBishops "opposite_bishops" 0..=128 "128ths left of an endgame advantage with nothing but opposite-coloured bishops and pawns.";
    OppositeBishopsPassed "opposite_bishops_passed" 0..=128 "128ths added to that for each passed pawn of the stronger side.";
    OppositeBishopsWide "opposite_bishops_wide" 0..=128 "128ths added if two of them have two or more files between them.";
    OppositeBishopsMore "opposite_bishops_more" 0..=128 "128ths left with opposite-coloured bishops and other pieces.";
    OppositeBishopsPiece "opposite_bishops_piece" 0..=128 "128ths added to that for each other piece of the stronger side.";
    FewPawns "few_pawns" 0..=128 "128ths left of an endgame advantage when the stronger side has no pawn.";
    PerPawn "per_pawn" 0..=128 "128ths added to that for each of its pawns.";
    Drawish "drawish" 0..=128 "128ths left of the whole score when the stronger side has no pawn and at most a minor piece more.";
    NearlyDrawn "nearly_drawn" 0..=128 "128ths left of the whole score in an ending that theory calls drawn, though a trap or two remain.";
    RookAgainstMinor "rook_against_minor" 0..=128 "128ths left of the whole score of a rook against a knight or bishop without pawns.";
    RookAgainstStrayKnight "rook_against_stray_knight" 0..=128 "128ths left of that when king and knight are six or seven steps apart.";
    TwoKnights "two_knights" 0..=128 "128ths left of the whole score of two knights against pawns.";
    LastPawn "last_pawn" 0..=128 "128ths left of an endgame advantage of a minor piece and one pawn against a minor piece.";
    KingBeforePawn "king_before_pawn" 0..=128 "128ths left of the whole score of rook and pawn against rook when the king stands before the pawn.";
    OneWing "one_wing" 0..=128 "128ths left of an endgame advantage of at most one pawn in a rook ending on one wing.";
    FiftyMoveHorizon "fifty_move_horizon" 100..=10_000 "Plies without capture or pawn move at which nothing would be left of a score.";
}

impl Setting {
    /// True for the settings of endgame scaling; each is a number of 128ths.
    pub const fn is_endgame_scale(self) -> bool {
        use Setting::{DangerDivisor, DangerLimit, FiftyMoveHorizon, Tempo};
        !matches!(self, Tempo | DangerDivisor | DangerLimit | FiftyMoveHorizon)
    }
}

/// A value of the table: of a stage's setting, a term with one weight, or one with several.
#[derive(Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected a whole number, [middlegame, endgame], or { mg, eg } with lists of whole numbers"
)]
enum Row {
    Setting(i32),
    Pair(Vec<i32>),
    Halves { mg: Vec<i32>, eg: Vec<i32> },
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Row::Setting(number) => number.fmt(f),
            Row::Pair(list) => write!(f, "a list of {}", list.len()),
            Row::Halves { mg, eg } => write!(f, "two lists of {} and {}", mg.len(), eg.len()),
        }
    }
}

/// The weights of all terms and the settings of all stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub(super) terms: Box<[Tapered; WEIGHT_COUNT]>,
    settings: [i32; Setting::ALL.len()],
}

impl Model for Weights {
    const TABLE: Table = Table::Eval;

    fn read(_: Table, text: &str) -> Result<Weights, TableError> {
        Weights::from_toml(text)
    }

    fn built_in() -> Option<Weights> {
        Some(Weights::embedded())
    }
}

impl Weights {
    /// Nothing counts.
    pub(super) fn none() -> Weights {
        Weights {
            terms: Box::new([Tapered::ZERO; WEIGHT_COUNT]),
            settings: [0; Setting::ALL.len()],
        }
    }

    /// The weights that this binary was built with.
    pub fn embedded() -> Weights {
        let numbers = |key: &str| Table::Eval.built_in_numbers(key);
        let mut weights = Weights::none();
        for &setting in Setting::ALL {
            let value = numbers(&format!("stages.{}", setting.key()))[0];
            weights.settings[setting as usize] = value as i32;
        }
        for &term in Term::ALL {
            let path = term.path();
            let (middlegame, endgame) = match term.slots() {
                Slots::One => numbers(&path).split_at(1),
                _ => (
                    numbers(&format!("{path}.mg")),
                    numbers(&format!("{path}.eg")),
                ),
            };
            let weights = &mut weights.terms[term.offset()..];
            for (weight, (&mg, &eg)) in weights.iter_mut().zip(middlegame.iter().zip(endgame)) {
                *weight = Tapered::new(mg as i32, eg as i32);
            }
        }
        weights
    }

    /// Reads a table. Every term and setting must be there with the right
    /// number of weights; anything else is an error that names the key.
    pub fn from_toml(text: &str) -> Result<Weights, TableError> {
        let kind = Table::Eval;
        let sections: BTreeMap<String, BTreeMap<String, Row>> = kind.read(text)?;
        let groups = Group::ALL.iter().map(|group| group.key());
        let keys: Vec<&str> = ["stages"].into_iter().chain(groups).collect();
        let mut sections = kind.in_order("", sections, &keys)?.into_iter();
        let mut weights = Weights::none();
        let stages = kind.in_order("stages", sections.next().unwrap_or_default(), Setting::KEYS)?;
        for (&setting, row) in Setting::ALL.iter().zip(stages) {
            let key = format!("stages.{}", setting.key());
            let Row::Setting(value) = row else {
                return Err(kind.wrong(key, row, "a whole number"));
            };
            let (least, most) = setting.range();
            weights.settings[setting as usize] = kind.within(key, value, least..=most)?;
        }
        for (&group, rows) in Group::ALL.iter().zip(sections) {
            let terms = Term::ALL.iter().filter(|term| term.group() == group);
            let keys: Vec<&str> = terms.clone().map(|term| term.key()).collect();
            for (&term, row) in terms.zip(kind.in_order(group.key(), rows, &keys)?) {
                let slots = term.offset()..term.offset() + term.slots().len();
                read_term(row, term, &mut weights.terms[slots])?;
            }
        }
        Ok(weights)
    }

    /// The weight of one slot of a term; nothing for a slot it does not have.
    pub fn get(&self, term: Term, slot: usize) -> Tapered {
        if slot < term.slots().len() {
            self.terms[term.offset() + slot]
        } else {
            Tapered::ZERO
        }
    }

    /// Changes one weight, as a tuner does.
    pub fn set(&mut self, term: Term, slot: usize, weight: Tapered) {
        if slot < term.slots().len() {
            self.terms[term.offset() + slot] = weight;
        }
    }

    /// Changes a stage's setting, as a tuner does; kept within its range.
    pub fn set_setting(&mut self, setting: Setting, value: i32) {
        let (least, most) = setting.range();
        self.settings[setting as usize] = value.clamp(least, most);
    }

    /// The value of a stage's setting.
    #[inline]
    pub fn setting(&self, setting: Setting) -> i32 {
        self.settings[setting as usize]
    }
}

/// One weight is `[middlegame, endgame]`; several are `{ mg = [...], eg = [...] }`.
fn read_term(row: Row, term: Term, weights: &mut [Tapered]) -> Result<(), TableError> {
    let (path, slots, count) = (term.path(), term.slots(), weights.len());
    let found = row.to_string();
    let (middlegame, endgame) = match (row, slots) {
        (Row::Pair(pair), Slots::One) if pair.len() == 2 => (vec![pair[0]], vec![pair[1]]),
        (Row::Halves { mg, eg }, slots)
            if slots != Slots::One && mg.len() == count && eg.len() == count =>
        {
            (mg, eg)
        }
        (_, Slots::One) => return Err(Table::Eval.wrong(path, found, "[middlegame, endgame]")),
        (_, slots) => {
            let expected = format!("{{ mg, eg }}, each a list of {count} ({slots})");
            return Err(Table::Eval.wrong(path, found, expected));
        }
    };
    let checked = |half| Table::Eval.within(&path, half, -Tapered::LIMIT..=Tapered::LIMIT);
    for (weight, (mg, eg)) in weights.iter_mut().zip(middlegame.into_iter().zip(endgame)) {
        *weight = Tapered::new(checked(mg)?, checked(eg)?);
    }
    Ok(())
}
