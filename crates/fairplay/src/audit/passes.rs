//! Other passes over the same moves, which give every figure its range.

use std::cmp::Reverse;

use super::error::AuditError;
use super::judge_source::{JudgeSource, Member};
use crate::records::Depths;
use crate::report::PassNote;
use plumb_engine::tables::Models;

/// Which passes there are beside the main one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassSettings {
    /// None: figures have no range.
    None,
    /// A quicker one ([`Depths::quicker`]).
    Quicker,
    /// One at each of these depths, in plies, and so many by several threads, which never
    /// search the same way twice.
    Repeated {
        /// The depths, in plies.
        depths: Vec<u32>,
        /// How many by several threads.
        repeats: u32,
        /// Threads of each search of these.
        threads: usize,
    },
}

/// One more pass over all moves, by the main judge.
pub(super) struct Pass {
    /// As reports call it.
    pub(super) name: String,
    pub(super) member: Member,
    /// Threads of one search.
    pub(super) threads: usize,
}

impl Pass {
    /// What reports say of it.
    pub(super) fn note(&self) -> PassNote {
        PassNote {
            name: self.name.clone(),
            settings: self.member.stamp.settings.clone(),
        }
    }
}

impl PassSettings {
    /// The settings that passes with these names are of, as reports call them.
    pub(super) fn from_names(names: &[&str]) -> Result<PassSettings, String> {
        match names {
            [] => return Ok(PassSettings::None),
            ["quicker"] => return Ok(PassSettings::Quicker),
            _ => {}
        }
        let (mut depths, mut repeats, mut threads) = (Vec::new(), 0, 1);
        for name in names {
            let of_threads = || {
                let (count, number) = name.split_once(" threads, repeat ")?;
                Some((count.parse().ok()?, number.parse().ok()?))
            };
            if let Some(depth) = name.strip_prefix("depth ").and_then(|d| d.parse().ok()) {
                depths.push(depth);
            } else if let Some((count, number)) = of_threads() {
                let _: u32 = number;
                (threads, repeats) = (count, repeats + 1);
            } else {
                return Err(format!("its pass {name:?} is not known"));
            }
        }
        Ok(PassSettings::Repeated {
            depths,
            repeats,
            threads,
        })
    }

    /// The passes by this judge, whose main pass has these depths.
    pub(super) fn passes(
        &self,
        judge: &JudgeSource,
        main: Depths,
        models: &Models,
    ) -> Result<Vec<Pass>, AuditError> {
        let one_thread = |name: String, depths: Depths| -> Result<Pass, AuditError> {
            Ok(Pass {
                name,
                member: judge.member(depths, None, models)?,
                threads: 1,
            })
        };
        match self {
            PassSettings::None => Ok(Vec::new()),
            PassSettings::Quicker => Ok(vec![one_thread("quicker".to_owned(), main.quicker())?]),
            PassSettings::Repeated {
                depths,
                repeats,
                threads,
            } => {
                let at_depth =
                    |&depth: &u32| one_thread(format!("depth {depth}"), main.with_depth(depth));
                let repeated = |number| -> Result<Pass, AuditError> {
                    let mut member = judge.member(main, Some(*threads), models)?;
                    // Records of repetitions differ in nothing else.
                    let settings = &mut member.stamp.settings;
                    *settings = format!("{settings} repeat {number}");
                    Ok(Pass {
                        name: format!("{threads} threads, repeat {number}"),
                        member,
                        threads: *threads,
                    })
                };
                let of_threads = (1..=*repeats).map(repeated);
                depths.iter().map(at_depth).chain(of_threads).collect()
            }
        }
    }
}

/// The depths of the passes by one thread other than those of the main pass, whose
/// searches may be beginnings of its own; the farthest first.
pub(super) fn shared_depths(passes: &[Pass], main: Depths) -> Vec<Depths> {
    let by_one_thread = passes.iter().filter_map(|pass| pass.member.search);
    let mut found: Vec<Depths> = by_one_thread.filter(|depths| *depths != main).collect();
    found.sort_by_key(|depths| Reverse(depths.depth));
    found
}
