//! What every term and stage is worth, read from `tables/eval.toml`.

use super::slots::Slots;
use super::tapered::Tapered;
use super::terms::{Group, Term, WEIGHT_COUNT};
use crate::tables::{self, Phrase, Table, TableError, Tables};

macro_rules! settings {
    ($($setting:ident $key:literal $least:literal..=$most:literal $sentence:literal;)*) => {
        /// A number that a stage after the sum works with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Setting { $(#[doc = $sentence] $setting,)* }

        impl Setting {
            /// Every setting, in the order of the table.
            pub const ALL: &[Setting] = &[$(Setting::$setting,)*];

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

/// The weights of all terms and the settings of all stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub(super) terms: Box<[Tapered; WEIGHT_COUNT]>,
    settings: [i32; Setting::ALL.len()],
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

    /// The weights of these tables.
    pub fn from_tables(tables: &Tables) -> Result<Weights, TableError> {
        if tables.is_built_in(Table::Eval) {
            return Ok(Weights::embedded());
        }
        Weights::from_toml(tables.text(Table::Eval))
    }

    /// Reads a table. Every term and setting must be there with the right
    /// number of weights; anything else is an error that names the key.
    pub fn from_toml(text: &str) -> Result<Weights, TableError> {
        let mut table = tables::parse(Table::Eval, text)?;
        let mut weights = Weights::none();
        Table::Eval.take_section(&mut table, "", "meta", "table_value.meta")?;
        let mut stages =
            Table::Eval.take_section(&mut table, "", "stages", "table_value.stages")?;
        for &setting in Setting::ALL {
            weights.settings[setting as usize] = read_setting(&mut stages, setting)?;
        }
        Table::Eval.check_keys(&stages, "stages.", &[])?;
        for &group in Group::ALL {
            let mut rows =
                Table::Eval.take_section(&mut table, "", group.key(), "table_value.terms")?;
            for &term in Term::ALL.iter().filter(|term| term.group() == group) {
                let slots = term.offset()..term.offset() + term.slots().len();
                read_term(&mut rows, term, &mut weights.terms[slots])?;
            }
            Table::Eval.check_keys(&rows, &format!("{}.", group.key()), &[])?;
        }
        Table::Eval.check_keys(&table, "", &[])?;
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

fn integer(value: &toml::Value, least: i32, most: i32) -> Option<i32> {
    let number = i32::try_from(value.as_integer()?).ok()?;
    (least..=most).contains(&number).then_some(number)
}

fn read_setting(stages: &mut toml::Table, setting: Setting) -> Result<i32, TableError> {
    let (least, most) = setting.range();
    let key = format!("stages.{}", setting.key());
    let expected = whole_number(least, most);
    let Some(value) = stages.remove(setting.key()) else {
        return Err(Table::Eval.missing(key, expected));
    };
    integer(&value, least, most).ok_or_else(|| Table::Eval.wrong(key, &value, expected))
}

fn whole_number(least: i32, most: i32) -> Phrase {
    Phrase::with(
        "table_value.whole_number",
        &[("least", &least), ("most", &most)],
    )
}

/// That a list, or two, for these slots should stand there.
fn list_of(key: &'static str, slots: Slots) -> Phrase {
    Phrase::with(key, &[("count", &slots.len()), ("slots", &slots)])
}

/// One weight is `[middlegame, endgame]`; several are `{ mg = [...], eg = [...] }`.
fn read_term(
    rows: &mut toml::Table,
    term: Term,
    weights: &mut [Tapered],
) -> Result<(), TableError> {
    let slots = term.slots();
    let expected = if slots == Slots::One {
        "table_value.middlegame_and_endgame".into()
    } else {
        list_of("table_value.two_lists_of", slots)
    };
    let Some(mut value) = rows.remove(term.key()) else {
        return Err(Table::Eval.missing(term.path(), expected));
    };
    if slots == Slots::One {
        let pair = read_list(&value, 2, term.path(), expected)?;
        weights[0] = Tapered::new(pair[0], pair[1]);
        return Ok(());
    }
    let Some(halves) = value.as_table_mut() else {
        return Err(Table::Eval.wrong(term.path(), &value, expected));
    };
    let mut lists = [Vec::new(), Vec::new()];
    for (list, half) in lists.iter_mut().zip(["mg", "eg"]) {
        let key = format!("{}.{half}", term.path());
        let expected = list_of("table_value.list_for", slots);
        let Some(value) = halves.remove(half) else {
            return Err(Table::Eval.missing(key, expected));
        };
        *list = read_list(&value, slots.len(), key, expected)?;
    }
    Table::Eval.check_keys(halves, &format!("{}.", term.path()), &[])?;
    for (slot, weight) in weights.iter_mut().enumerate() {
        *weight = Tapered::new(lists[0][slot], lists[1][slot]);
    }
    Ok(())
}

fn read_list(
    value: &toml::Value,
    count: usize,
    key: String,
    expected: Phrase,
) -> Result<Vec<i32>, TableError> {
    let items = match value.as_array() {
        Some(items) if items.len() == count => items,
        _ => return Err(Table::Eval.wrong(key, value, expected)),
    };
    let limit = Tapered::LIMIT;
    let read = |(index, item)| {
        integer(item, -limit, limit).ok_or_else(|| {
            let expected = whole_number(-limit, limit);
            Table::Eval.wrong(format!("{key}[{index}]"), item, expected)
        })
    };
    items.iter().enumerate().map(read).collect()
}
