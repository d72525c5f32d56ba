//! Trees counted out: all lines, the exact laws over them, and what of a kernel's proposals is no
//! line.

use plumb_counterfactual::{Line, LineTree, Target};

/// All lines that are alive, in the order of their choices.
pub fn lines<T: LineTree>(tree: &mut T) -> Vec<Line> {
    let mut found = Vec::new();
    let mut begun = vec![(Vec::new(), tree.root())];
    while let Some((choices, state)) = begun.pop() {
        if choices.len() == tree.plies() {
            let line = Line::of_choices(tree, &choices).unwrap();
            found.push(line.expect("it has all its plies"));
            continue;
        }
        if tree.is_over(&state) {
            continue;
        }
        for choice in 0..tree.shares(&state).unwrap().len() as u16 {
            let mut longer: Vec<u16> = choices.clone();
            longer.push(choice);
            let child = tree.child(&state, choice).unwrap();
            begun.push((longer, child));
        }
    }
    found.sort_by(|a, b| a.choices.cmp(&b.choices));
    found
}

/// How likely a walk by the policy from a state dies before `left` more plies.
pub fn death<T: LineTree>(tree: &mut T, state: &T::State, left: usize) -> f64 {
    if left == 0 {
        return 0.0;
    }
    if tree.is_over(state) {
        return 1.0;
    }
    let shares = tree.shares(state).unwrap();
    let mut death_here = 0.0;
    for (choice, share) in (0..).zip(shares.iter()) {
        let child = tree.child(state, choice).unwrap();
        death_here += share * death(tree, &child, left - 1);
    }
    death_here
}

/// How likely a proposal of the kernel `prefix` from a line is no line: a sole choice, or dead.
pub fn lost_proposals<T: LineTree>(tree: &mut T, line: &Line) -> f64 {
    let plies = tree.plies();
    let mut state = tree.root();
    let mut lost = 0.0;
    for (ply, &old) in line.choices.iter().enumerate() {
        let shares = tree.shares(&state).unwrap();
        if shares.len() == 1 {
            lost += 1.0;
        }
        for (other, share) in (0..).zip(shares.iter()).filter(|(other, _)| *other != old) {
            let child = tree.child(&state, other).unwrap();
            let rest = 1.0 - shares[usize::from(old)];
            lost += share / rest * death(tree, &child, plies - ply - 1);
        }
        state = tree.child(&state, old).unwrap();
    }
    lost / plies as f64
}

/// The exact law of a target over lines.
pub fn law<T: LineTree>(tree: &mut T, lines: &mut [Line], target: Target) -> Vec<f64> {
    let mut density = |line: &mut Line| {
        let cpl = line.cpl(tree).unwrap();
        target.ln_density(line.ln_policy(), cpl).exp()
    };
    let weights: Vec<f64> = lines.iter_mut().map(&mut density).collect();
    let all: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / all).collect()
}
