//! The whole matrix of the kernels that are shipped, on trees whose lines can be counted: rows
//! sum to one, the target is in detailed balance and stays as it is. And the same for kernels
//! with a fault in them, which must be seen.

use plumb_counterfactual::{Kernel, Line, LineTree, Target};
use plumb_support::random::Random;

use super::enumeration::{death, law, lines, lost_proposals};
use super::toy::Toy;

pub const EXACT: f64 = 1e-12;
pub const TARGETS: [Target; 4] = [
    Target::Policy,
    Target::Quality { beta: 0.02 },
    Target::Human { beta: 0.0 },
    Target::Human { beta: 0.02 },
];
pub const FRESH: [f64; 3] = [0.0, 0.2, 1.0];

/// ln α of a kernel's step from one line to another, each with its ln π.
type Acceptance<'a> = dyn Fn(Kernel, (&Line, f64), (&Line, f64)) -> f64 + 'a;

/// What a step does with a proposal.
pub struct Rules<'a> {
    /// ln α of going from a line to another, each with its ln π.
    ln_acceptance: &'a Acceptance<'a>,
    /// Proposals that are no line are drawn again.
    redraws: bool,
    /// A rejection does not count as one more of the same.
    skips_rejections: bool,
}

pub const SHIPPED: Rules<'static> = Rules {
    ln_acceptance: &|kernel, from, to| kernel.ln_acceptance(from, to),
    redraws: false,
    skips_rejections: false,
};

/// How far a matrix is from what it should be.
#[derive(Debug, Default)]
pub struct Faults {
    /// A row's sum from one.
    rows: f64,
    /// π(X)K(X,Y) from π(Y)K(Y,X).
    balance: f64,
    /// πK from π.
    stationary: f64,
}

impl Faults {
    /// The greatest of them.
    pub fn worst(&self) -> f64 {
        self.rows.max(self.balance).max(self.stationary)
    }

    pub fn of<T: LineTree>(tree: &mut T, target: Target, kernel: Kernel, rules: &Rules) -> Faults {
        let mut lines = lines(tree);
        let shares = law(tree, &mut lines, target);
        let (root, plies) = (tree.root(), tree.plies());
        let dead = death(tree, &root, plies);
        let count = lines.len();
        let ln_density: Vec<f64> = shares.iter().map(|share| share.ln()).collect();
        let mut matrix = vec![vec![0.0; count]; count];
        let mut faults = Faults::default();
        for (x, from) in lines.iter().enumerate() {
            let lost = (1.0 - kernel.fresh) * lost_proposals(tree, from) + kernel.fresh * dead;
            let scale = if rules.redraws { 1.0 - lost } else { 1.0 };
            let mut stays = if rules.redraws { 0.0 } else { lost };
            for (y, to) in lines.iter().enumerate() {
                let proposed = kernel.ln_density(to, from).exp() / scale;
                let (before, after) = ((from, ln_density[x]), (to, ln_density[y]));
                let accepted = (rules.ln_acceptance)(kernel, before, after);
                let accepted = if proposed > 0.0 { accepted.exp() } else { 0.0 };
                matrix[x][y] += proposed * accepted;
                stays += proposed * (1.0 - accepted);
            }
            match rules.skips_rejections {
                false => matrix[x][x] += stays,
                true => {
                    let moves: f64 = matrix[x].iter().sum();
                    matrix[x].iter_mut().for_each(|chance| *chance /= moves);
                }
            }
            let row: f64 = matrix[x].iter().sum();
            faults.rows = faults.rows.max((row - 1.0).abs());
        }
        for x in 0..count {
            let after: f64 = (0..count).map(|from| shares[from] * matrix[from][x]).sum();
            faults.stationary = faults.stationary.max((after - shares[x]).abs());
            for y in 0..count {
                let difference = shares[x] * matrix[x][y] - shares[y] * matrix[y][x];
                faults.balance = faults.balance.max(difference.abs());
            }
        }
        faults
    }
}

/// Trees with at least so many lines, and dead ones among them.
fn trees() -> impl Iterator<Item = Toy> {
    (0..200)
        .map(|seed| Toy::grown(seed, 3))
        .filter(|toy| {
            let mut toy = toy.clone();
            (8..=40).contains(&lines(&mut toy).len()) && death(&mut toy, &0, 3) > 0.0
        })
        .take(12)
}

#[test]
fn rows_sum_to_one_and_the_target_is_in_balance() {
    let mut checked = 0;
    for mut toy in trees() {
        for target in TARGETS {
            for fresh in FRESH {
                let faults = Faults::of(&mut toy, target, Kernel { fresh }, &SHIPPED);
                assert!(faults.worst() < EXACT, "{target:?} {fresh}: {faults:?}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 12 * 12);
}

/// The densities of the two ways of proposing, from the shipped ones.
fn prefix(to: &Line, from: &Line) -> f64 {
    Kernel { fresh: 0.0 }.ln_density(to, from)
}

#[test]
fn kernels_with_a_fault_are_seen() {
    // The density of the way by which a proposal is most likely made, instead of the mixture's.
    let branch = |kernel: Kernel, to: &Line, from: &Line| {
        let fresh = kernel.fresh.ln() + to.ln_policy();
        ((1.0 - kernel.fresh).ln() + prefix(to, from)).max(fresh)
    };
    // The old choice is not taken out of the shares.
    let with_old = |kernel: Kernel, to: &Line, from: &Line| {
        let pairs = to.choices.iter().zip(&from.choices);
        let first = pairs.take_while(|(to, from)| to == from).count();
        match first == from.choices.len() {
            true => kernel.ln_density(to, from),
            false => prefix(to, from) + from.ln_rest[first],
        }
    };
    let by_branch = |kernel, from: (&Line, f64), to: (&Line, f64)| {
        let ways = branch(kernel, from.0, to.0) - branch(kernel, to.0, from.0);
        (to.1 - from.1 + ways).min(0.0)
    };
    let by_all = |kernel, from: (&Line, f64), to: (&Line, f64)| {
        let ways = with_old(kernel, from.0, to.0) - with_old(kernel, to.0, from.0);
        (to.1 - from.1 + ways).min(0.0)
    };
    let faulty = |redraws: bool, skips_rejections: bool| Rules {
        redraws,
        skips_rejections,
        ..SHIPPED
    };
    let with_acceptance = |ln_acceptance| Rules {
        ln_acceptance,
        ..SHIPPED
    };
    let mutants: [(&str, f64, Rules); 4] = [
        ("branch density", 0.2, with_acceptance(&by_branch)),
        ("no 1 - P0", 0.0, with_acceptance(&by_all)),
        ("dead lines drawn again", 0.0, faulty(true, false)),
        ("rejections not counted", 0.2, faulty(false, true)),
    ];
    for (name, fresh, rules) in &mutants {
        let seen = trees().any(|mut toy| {
            let target = Target::Human { beta: 0.02 };
            let faults = Faults::of(&mut toy, target, Kernel { fresh: *fresh }, rules);
            faults.stationary > 1e-3
        });
        assert!(seen, "{name} is not seen");
    }
}

#[test]
fn steps_go_where_the_matrix_says() {
    let mut toy = trees().next().unwrap();
    let target = Target::Human { beta: 0.02 };
    for fresh in FRESH {
        let kernel = Kernel { fresh };
        let mut lines = lines(&mut toy);
        let shares = law(&mut toy, &mut lines, target);
        let from = lines[lines.len() / 2].clone();
        let x = lines.len() / 2;
        let steps = 40_000;
        let mut counts = vec![0.0; lines.len()];
        let mut random = Random::seeded(5);
        for _ in 0..steps {
            let mut line = from.clone();
            kernel
                .step(&mut toy, target, &mut line, &mut random)
                .unwrap();
            let to = lines.iter().position(|other| other.choices == line.choices);
            counts[to.unwrap()] += 1.0;
        }
        let mut chances: Vec<f64> = (0..lines.len())
            .map(|y| {
                let (from, to) = ((&from, shares[x].ln()), (&lines[y], shares[y].ln()));
                let density = kernel.ln_density(to.0, from.0);
                match y == x {
                    true => 0.0,
                    false => (density + kernel.ln_acceptance(from, to)).exp(),
                }
            })
            .collect();
        chances[x] = 1.0 - chances.iter().sum::<f64>();
        for (count, chance) in counts.iter().zip(&chances) {
            let expected = steps as f64 * chance;
            let error = (expected * (1.0 - chance)).sqrt();
            assert!(
                (count - expected).abs() <= 4.5 * error + 1e-9,
                "{fresh}: {count} for {expected}"
            );
        }
    }
}

/// Under `human` the policy drops out of the acceptance but for the choices left out.
#[test]
fn acceptance_has_a_short_form() {
    let beta = 0.02;
    for mut toy in trees() {
        let mut lines = lines(&mut toy);
        let target = Target::Human { beta };
        let shares = law(&mut toy, &mut lines, target);
        let cpls: Vec<u32> = lines
            .iter_mut()
            .map(|line| line.cpl(&mut toy).unwrap())
            .collect();
        for x in 0..lines.len() {
            for y in 0..lines.len() {
                let pairs = lines[x].choices.iter().zip(&lines[y].choices);
                let first = pairs.take_while(|(x, y)| x == y).count();
                if x == y {
                    continue;
                }
                let rest = |line: &Line| line.ln_rest[first].exp();
                let loss = f64::from(cpls[y]) - f64::from(cpls[x]);
                let short = ((-beta * loss).exp() * rest(&lines[x]) / rest(&lines[y])).min(1.0);
                let kernel = Kernel { fresh: 0.0 };
                let long = kernel
                    .ln_acceptance((&lines[x], shares[x].ln()), (&lines[y], shares[y].ln()))
                    .exp();
                assert!((short - long).abs() < 1e-10, "{short} {long}");
            }
        }
    }
}
