//! Small trees whose lines can all be counted: one to four choices, dead ends, sole choices, and
//! losses that tie.

use std::sync::Arc;

use plumb_counterfactual::{LineTree, TreeError};
use plumb_support::random::Random;

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
        ply.is_multiple_of(2)
    }

    fn loss(&mut self, state: &usize, choice: u16) -> Result<u32, TreeError> {
        Ok(self.nodes[*state][usize::from(choice)].loss)
    }
}
