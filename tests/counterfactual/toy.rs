//! Small trees whose lines can all be counted: one to four choices, dead ends, sole choices, and
//! losses that tie.

use std::sync::Arc;

use plumb::counterfactual::{Line, LineTree, Target, TreeError};
use plumb::random::Random;

/// A choice of a node.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    share: f64,
    loss: u32,
    /// The node it leads to.
    to: usize,
}

/// A tree as a list of nodes, the root first; a node without branches is over.
#[derive(Clone, Debug)]
pub struct Toy {
    nodes: Vec<Vec<Branch>>,
    plies: usize,
}

/// What losses there are: few, so that lines tie.
const LOSSES: [u32; 5] = [0, 0, 20, 50, 130];

impl Toy {
    /// A tree of lines of `plies` plies that this seed makes.
    pub fn grown(seed: u64, plies: usize) -> Toy {
        let mut random = Random::seeded(seed);
        let mut toy = Toy {
            nodes: vec![Vec::new()],
            plies,
        };
        toy.grow(0, plies, &mut random);
        toy
    }

    fn grow(&mut self, node: usize, left: usize, random: &mut Random) {
        let is_root = node == 0;
        if left == 0 || (!is_root && random.happens(0.12)) {
            return;
        }
        let count = if is_root { 4 } else { 1 + random.below(4) };
        let weights: Vec<f64> = (0..count).map(|_| 0.05 + random.unit()).collect();
        let all: f64 = weights.iter().sum();
        for weight in weights {
            let to = self.nodes.len();
            self.nodes.push(Vec::new());
            self.nodes[node].push(Branch {
                share: weight / all,
                loss: LOSSES[random.below(LOSSES.len())],
                to,
            });
            self.grow(to, left - 1, random);
        }
    }

    /// All lines that are alive.
    pub fn lines(&mut self) -> Vec<Line> {
        let mut found = Vec::new();
        let mut begun = vec![(Vec::new(), 0)];
        while let Some((choices, node)) = begun.pop() {
            if choices.len() == self.plies {
                let line = Line::of_choices(self, &choices).unwrap();
                found.push(line.expect("it has all its plies"));
                continue;
            }
            for (choice, branch) in self.nodes[node].iter().enumerate() {
                let mut longer: Vec<u16> = choices.clone();
                longer.push(choice as u16);
                begun.push((longer, branch.to));
            }
        }
        found.sort_by(|a, b| a.choices.cmp(&b.choices));
        found
    }

    /// How likely a walk by the policy from a node dies before `left` more plies.
    pub fn death(&self, node: usize, left: usize) -> f64 {
        let branches = &self.nodes[node];
        match (left, branches.is_empty()) {
            (0, _) => 0.0,
            (_, true) => 1.0,
            _ => branches
                .iter()
                .map(|branch| branch.share * self.death(branch.to, left - 1))
                .sum(),
        }
    }

    /// How likely a proposal of the kernel `prefix` from a line is no line: a sole choice, or
    /// dead.
    pub fn lost_proposals(&self, line: &Line) -> f64 {
        let mut node = 0;
        let mut lost = 0.0;
        for (ply, &choice) in line.choices.iter().enumerate() {
            let branches = &self.nodes[node];
            let old = branches[usize::from(choice)];
            lost += match branches.len() {
                1 => 1.0,
                _ => {
                    let others = (0..branches.len()).filter(|&other| other != usize::from(choice));
                    let of_other = |other: usize| {
                        let branch = branches[other];
                        let left = self.plies - ply - 1;
                        branch.share / (1.0 - old.share) * self.death(branch.to, left)
                    };
                    others.map(of_other).sum()
                }
            };
            node = old.to;
        }
        lost / self.plies as f64
    }

    /// The exact law of a target over these lines.
    pub fn law(&mut self, lines: &mut [Line], target: Target) -> Vec<f64> {
        let mut density = |line: &mut Line| {
            let cpl = line.cpl(self).unwrap();
            target.ln_density(line.ln_policy(), cpl).exp()
        };
        let weights: Vec<f64> = lines.iter_mut().map(&mut density).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }
}

impl LineTree for Toy {
    type State = usize;

    fn plies(&self) -> usize {
        self.plies
    }

    fn root(&self) -> usize {
        0
    }

    fn is_over(&self, state: &usize) -> bool {
        self.nodes[*state].is_empty()
    }

    fn shares(&mut self, state: &usize) -> Result<Arc<[f64]>, TreeError> {
        let shares = self.nodes[*state].iter().map(|branch| branch.share);
        Ok(shares.collect())
    }

    fn child(&mut self, state: &usize, choice: u16) -> Result<usize, TreeError> {
        Ok(self.nodes[*state][usize::from(choice)].to)
    }

    fn is_suspects(&self, ply: usize) -> bool {
        ply % 2 == 0
    }

    fn loss(&mut self, state: &usize, choice: u16) -> Result<u32, TreeError> {
        Ok(self.nodes[*state][usize::from(choice)].loss)
    }
}
