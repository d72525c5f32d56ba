//! One line: its choices, how likely the policy makes them, and what the suspect loses in it.

use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// A line through a tree that is alive: it has all its plies.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The choices.
    pub choices: Vec<u16>,
    /// The logarithm of each choice's share.
    pub ln_shares: Vec<f64>,
    /// The logarithm of what all other choices have together; minus infinity where there is
    /// none.
    pub ln_rest: Vec<f64>,
    /// The suspect's losses added up, in centipawns, once somebody asked.
    cpl: Option<u32>,
}

/// So many dead lines in a row are enough.
const DEAD_IN_A_ROW: u64 = 100_000;

impl Line {
    /// The line of these choices; nothing if it is dead or a choice is none.
    pub fn of_choices<T: LineTree>(
        tree: &mut T,
        choices: &[u16],
    ) -> Result<Option<Line>, TreeError> {
        let mut growth = Growth::new(tree);
        for &choice in choices {
            if tree.is_over(&growth.state) {
                return Ok(None);
            }
            let shares = tree.shares(&growth.state)?;
            if usize::from(choice) >= shares.len() {
                return Ok(None);
            }
            growth.push(tree, &shares, choice)?;
        }
        Ok((choices.len() == tree.plies()).then_some(growth.line))
    }

    /// A line drawn from the policy; nothing if it is dead.
    pub fn draw<T: LineTree>(tree: &mut T, random: &mut Random) -> Result<Option<Line>, TreeError> {
        Growth::new(tree).finish(tree, random)
    }

    /// A line drawn from the policy, dead ones drawn again, and how many lines it took.
    pub fn draw_alive<T: LineTree>(
        tree: &mut T,
        random: &mut Random,
    ) -> Result<(Line, u64), TreeError> {
        for starts in 1..=DEAD_IN_A_ROW {
            if let Some(line) = Line::draw(tree, random)? {
                return Ok((line, starts));
            }
        }
        Err(TreeError::AllDead(DEAD_IN_A_ROW))
    }

    /// Another line that keeps the choices before ply `first`, makes another one there, and goes
    /// on as the policy would. Nothing if there is no other choice, or it is dead.
    pub fn redraw<T: LineTree>(
        &self,
        tree: &mut T,
        first: usize,
        random: &mut Random,
    ) -> Result<Option<Line>, TreeError> {
        let mut growth = Growth::new(tree);
        for &choice in &self.choices[..first] {
            growth.state = tree.child(&growth.state, choice)?;
        }
        growth.line.choices.extend(&self.choices[..first]);
        growth.line.ln_shares.extend(&self.ln_shares[..first]);
        growth.line.ln_rest.extend(&self.ln_rest[..first]);
        let shares = tree.shares(&growth.state)?;
        let Some(other) = drawn(&shares, Some(self.choices[first]), random) else {
            return Ok(None);
        };
        growth.push(tree, &shares, other)?;
        growth.finish(tree, random)
    }

    /// The logarithm of the policy's chance of the whole line.
    pub fn ln_policy(&self) -> f64 {
        self.ln_shares.iter().sum()
    }

    /// The suspect's losses added up, in centipawns.
    pub fn cpl<T: LineTree>(&mut self, tree: &mut T) -> Result<u32, TreeError> {
        if let Some(cpl) = self.cpl {
            return Ok(cpl);
        }
        let mut state = tree.root();
        let mut cpl: u32 = 0;
        for (ply, &choice) in self.choices.iter().enumerate() {
            if tree.is_suspects(ply) {
                cpl = cpl.saturating_add(tree.loss(&state, choice)?);
            }
            if ply + 1 < self.choices.len() {
                state = tree.child(&state, choice)?;
            }
        }
        self.cpl = Some(cpl);
        Ok(cpl)
    }
}

/// A line that is being made.
struct Growth<S> {
    line: Line,
    state: S,
}

impl<S: Clone> Growth<S> {
    fn new<T: LineTree<State = S>>(tree: &T) -> Growth<S> {
        let plies = tree.plies();
        Growth {
            line: Line {
                choices: Vec::with_capacity(plies),
                ln_shares: Vec::with_capacity(plies),
                ln_rest: Vec::with_capacity(plies),
                cpl: None,
            },
            state: tree.root(),
        }
    }

    fn push<T: LineTree<State = S>>(
        &mut self,
        tree: &mut T,
        shares: &[f64],
        choice: u16,
    ) -> Result<(), TreeError> {
        let index = usize::from(choice);
        let others = shares
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let rest: f64 = others.map(|(_, share)| share).sum();
        self.line.choices.push(choice);
        self.line.ln_shares.push(libm::log(shares[index]));
        self.line.ln_rest.push(libm::log(rest));
        // Nobody asks about what comes after the last ply.
        if self.line.choices.len() < tree.plies() {
            self.state = tree.child(&self.state, choice)?;
        }
        Ok(())
    }

    /// Goes on as the policy would; nothing if the line is dead.
    fn finish<T: LineTree<State = S>>(
        mut self,
        tree: &mut T,
        random: &mut Random,
    ) -> Result<Option<Line>, TreeError> {
        while self.line.choices.len() < tree.plies() {
            if tree.is_over(&self.state) {
                return Ok(None);
            }
            let shares = tree.shares(&self.state)?;
            let Some(choice) = drawn(&shares, None, random) else {
                return Ok(None);
            };
            self.push(tree, &shares, choice)?;
        }
        Ok(Some(self.line))
    }
}

/// A choice as often as its share says, among all but `without`; nothing if there is no other.
pub(super) fn drawn(shares: &[f64], without: Option<u16>, random: &mut Random) -> Option<u16> {
    let choices = || {
        (0_u16..)
            .zip(shares)
            .filter(|(index, _)| Some(*index) != without)
    };
    let all: f64 = choices().map(|(_, share)| share).sum();
    let mut left = random.unit() * all;
    let passed = choices().find(|(_, share)| {
        left -= *share;
        left < 0.0
    });
    // Rounding may leave a last crumb.
    passed.or(choices().last()).map(|(index, _)| index)
}
