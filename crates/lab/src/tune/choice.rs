//! Which weights are fitted, which stay, and which are taken out.

use super::error::TuneError;
use super::model::{PARAMETERS, TEMPO, fitted_settings, setting_place};
use plumb_engine::eval::{Group, Setting, Tapered, Term, Weights};

/// A group, a term, or settings of the stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    terms: Vec<Term>,
    settings: Vec<Setting>,
}

impl Selection {
    /// By key of `tables/eval.toml`: `pawns`, `pawns.isolated`, `stages`, `stages.few_pawns` or,
    /// for short, `tempo`.
    pub fn parse(name: &str) -> Result<Selection, TuneError> {
        let named = |setting: &&Setting| match name {
            "stages" => true,
            "tempo" => **setting == Setting::Tempo,
            _ => name.strip_prefix("stages.") == Some(setting.key()),
        };
        let settings: Vec<Setting> = Setting::ALL.iter().filter(named).copied().collect();
        let fits = |term: &&Term| term.group().key() == name || term.path() == name;
        let terms: Vec<Term> = Term::ALL.iter().filter(fits).copied().collect();
        if terms.is_empty() && settings.is_empty() {
            return Err(TuneError::UnknownTerm(name.to_owned()));
        }
        Ok(Selection { terms, settings })
    }

    /// True for settings alone, which cannot be taken out as terms can.
    pub fn has_no_term(&self) -> bool {
        self.terms.is_empty()
    }

    /// The parameters of its weights and settings.
    fn places(&self) -> impl Iterator<Item = usize> {
        let settings = self.settings.iter();
        let settings = settings.filter_map(|&setting| setting_place(setting));
        let slots = self.terms.iter().flat_map(|term| {
            let from = 2 * term.offset();
            from..from + 2 * term.slots().len()
        });
        slots.chain(settings)
    }
}

/// What is asked of weights besides fitting the data.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// These stay as they are.
    pub freeze: Vec<Selection>,
    /// All other terms are taken out, if there are any here.
    pub only: Vec<Selection>,
    /// These are taken out.
    pub without: Vec<Selection>,
    /// These are drawn towards zero, as if by so many positions.
    pub ridge: Vec<(Selection, f64)>,
    /// The stages' settings are fitted too, not tempo alone.
    pub settings: bool,
}

impl Choice {
    /// The groups' keys, for messages.
    pub fn group_keys() -> Vec<&'static str> {
        Group::ALL.iter().map(|group| group.key()).collect()
    }

    /// Which terms are taken out: their weights are zero and stay so.
    fn is_out(&self, term: Term) -> bool {
        let names = |list: &[Selection]| list.iter().any(|choice| choice.terms.contains(&term));
        names(&self.without) || !self.only.is_empty() && !names(&self.only)
    }

    /// The weights without the terms that are taken out.
    pub(super) fn reduced(&self, weights: &Weights) -> Weights {
        let mut weights = weights.clone();
        for &term in Term::ALL.iter().filter(|term| self.is_out(**term)) {
            for slot in 0..term.slots().len() {
                weights.set(term, slot, Tapered::ZERO);
            }
        }
        weights
    }

    /// For each parameter, whether it may change.
    pub(super) fn free(&self) -> Vec<bool> {
        let mut free = vec![true; PARAMETERS];
        for (_, place) in fitted_settings() {
            free[place] = self.settings || place == TEMPO;
        }
        for place in self.freeze.iter().flat_map(Selection::places) {
            free[place] = false;
        }
        for &term in Term::ALL.iter().filter(|term| self.is_out(**term)) {
            let from = 2 * term.offset();
            free[from..from + 2 * term.slots().len()].fill(false);
        }
        free
    }

    /// For each parameter, how many positions draw it towards zero.
    pub(super) fn ridges(&self) -> Vec<f64> {
        let mut ridges = vec![0.0; PARAMETERS];
        for (selection, strength) in &self.ridge {
            for place in selection.places() {
                ridges[place] += strength;
            }
        }
        ridges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(names: &[&str]) -> Vec<Selection> {
        let parse = |name: &&str| Selection::parse(name).expect("a known name");
        names.iter().map(parse).collect()
    }

    #[test]
    fn selections_cover_what_they_name() {
        let weights = Weights::embedded();
        let only = Choice {
            only: choose(&["material", "piece_squares"]),
            ..Choice::default()
        };
        let reduced = only.reduced(&weights);
        let free = only.free();
        for &term in Term::ALL {
            let kept = ["material", "piece_squares"].contains(&term.group().key());
            for slot in 0..term.slots().len() {
                let expected = if kept {
                    weights.get(term, slot)
                } else {
                    Tapered::ZERO
                };
                assert_eq!(reduced.get(term, slot), expected, "{}", term.path());
                assert_eq!(free[2 * (term.offset() + slot)], kept);
            }
        }
        assert!(free[TEMPO]);

        let frozen = Choice {
            freeze: choose(&["tempo", "material.bishop_pair"]),
            without: choose(&["space"]),
            ..Choice::default()
        };
        let free = frozen.free();
        assert!(!free[TEMPO]);
        let still = free.iter().filter(|free| !**free).count();
        let space = Term::ALL.iter().filter(|term| term.group() == Group::Space);
        let slots: usize = space.map(|term| term.slots().len()).sum();
        let settings = PARAMETERS - 1 - TEMPO;
        assert_eq!(still, settings + 1 + 2 + 2 * slots);
        assert_eq!(
            frozen.reduced(&weights).get(Term::BishopPair, 0),
            weights.get(Term::BishopPair, 0)
        );
    }

    #[test]
    fn settings_are_fitted_when_asked_for() {
        let free = |settings, names: &[&str]| {
            let freeze = choose(names);
            let choice = Choice {
                settings,
                freeze,
                ..Choice::default()
            };
            choice.free().split_off(TEMPO)
        };
        let count = |free: Vec<bool>| free.iter().filter(|free| **free).count();
        assert_eq!(count(free(false, &[])), 1);
        assert_eq!(count(free(true, &[])), Setting::ALL.len() - 2);
        assert_eq!(count(free(true, &["stages"])), 0);
        let all_but_two = free(true, &["tempo", "stages.few_pawns"]);
        assert_eq!(count(all_but_two.clone()), Setting::ALL.len() - 4);
        let place = setting_place(Setting::FewPawns).expect("a place");
        assert!(!all_but_two[0] && !all_but_two[place - TEMPO]);
    }

    #[test]
    fn unknown_names_are_refused() {
        let error = Selection::parse("pawns.islet").expect_err("no such term");
        assert!(error.to_string().starts_with("'pawns.islet' is neither"));
    }
}
