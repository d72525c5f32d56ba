//! Samplers against the exact laws of small trees, and p-values that hold what they promise.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use plumb_counterfactual::{
    Draw, Kernel, Line, LineTree, Method, Sample, SamplingPlan, SmcPlan, Target, draw_sample,
    path_decisions,
};
use plumb_stats::statistics::{chi_squared_tail, fisher, kolmogorov_smirnov, randomised_p, rank_p};
use plumb_support::random::Random;

use super::enumeration::{death, law, lines};
use super::toy::Toy;
use plumb_testing::quick_or_thorough;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A tree of lines of four plies with dead ends.
fn tree() -> Toy {
    (0..200)
        .map(|seed| Toy::grown(seed, 4))
        .find(|toy| is_fit(toy, 15..=60) && chance_of_death(toy) > 0.05)
        .expect("one of them has")
}

/// Whether a tree has so many lines.
fn is_fit(toy: &Toy, count: RangeInclusive<usize>) -> bool {
    count.contains(&lines(&mut toy.clone()).len())
}

/// How likely a walk by the policy dies.
fn chance_of_death(toy: &Toy) -> f64 {
    death(&mut toy.clone(), &toy.root(), toy.plies())
}

fn plan(target: Target, method: Method, samples: usize, seed: u64) -> SamplingPlan {
    SamplingPlan {
        target,
        method,
        samples,
        chains: 4,
        burn_in: 50,
        seed,
        jobs: 2,
    }
}

fn sample(toy: &Toy, plan: &SamplingPlan, observed: &[u16]) -> Sample {
    let make = || Ok(toy.clone());
    draw_sample(&make, plan, observed, &NEVER, &mut |_, _| {}).unwrap()
}

/// The tail of chi-squared over lines that are expected five times or more.
fn fit<'a>(draws: impl Iterator<Item = &'a Draw>, toy: &mut Toy, target: Target) -> f64 {
    let mut lines = lines(toy);
    let shares = law(toy, &mut lines, target);
    let mut counts: HashMap<&[u16], f64> = HashMap::new();
    let mut all = 0.0;
    for draw in draws {
        *counts.entry(&draw.choices).or_default() += 1.0;
        all += 1.0;
    }
    let (mut sum, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    for (line, share) in lines.iter().zip(&shares) {
        let count = counts.remove(line.choices.as_slice()).unwrap_or(0.0);
        let expected = all * share;
        if expected < 5.0 {
            rare = (rare.0 + count, rare.1 + expected);
            continue;
        }
        sum += (count - expected) * (count - expected) / expected;
        cells += 1;
    }
    if rare.1 > 0.0 {
        sum += (rare.0 - rare.1) * (rare.0 - rare.1) / rare.1.max(1.0);
        cells += 1;
    }
    assert!(counts.is_empty(), "lines that are not alive were drawn");
    // An even number of degrees, at least as many as there are.
    chi_squared_tail(sum, (cells - 1 + cells % 2) as u32)
}

#[test]
fn independent_lines_follow_the_law() {
    let mut toy = tree();
    for target in [
        Target::Policy,
        Target::Human { beta: 0.0 },
        Target::Human { beta: 0.02 },
    ] {
        let sample = sample(&toy, &plan(target, Method::Independent, 20_000, 3), &[]);
        let tail = fit(sample.draws(), &mut toy, target);
        assert!(tail > 1e-3, "{target:?}: {tail}");
    }
}

#[test]
fn chains_end_up_in_the_law() {
    let mut toy = tree();
    let ends = quick_or_thorough(1_000, 4_000);
    for target in [
        Target::Policy,
        Target::Quality { beta: 0.02 },
        Target::Human { beta: 0.02 },
    ] {
        for fresh in [0.0, 0.2, 1.0] {
            // The ends of many short chains, which do not depend on each other.
            let kernel = Kernel { fresh };
            let mut plan = plan(target, Method::Chains(kernel), ends, 7);
            plan.chains = ends;
            plan.burn_in = 150;
            let sample = sample(&toy, &plan, &[]);
            let tail = fit(sample.draws(), &mut toy, target);
            assert!(tail > 1e-3, "{target:?} {fresh}: {tail}");
        }
    }
}

#[test]
fn particles_end_up_in_the_law_and_know_their_constant() {
    let grown = tree();
    let mut toy = grown.clone();
    let beta = 0.1;
    let target = Target::Human { beta };
    let run = |ladder: Option<Vec<f64>>, particles: usize, seed: u64| {
        let smc = SmcPlan {
            particles,
            beta,
            fresh: 0.2,
            ladder,
        };
        smc.run(&mut grown.clone(), &mut Random::seeded(seed))
            .unwrap()
    };
    let first = run(None, 500, 1);
    assert!(first.ladder.len() > 1 && first.ladder.last() == Some(&beta));
    assert!(first.ess.iter().all(|&ess| ess >= 249.9), "{first:?}");
    let runs: Vec<f64> = (0..200)
        .map(|seed| run(Some(first.ladder.clone()), 100, 100 + seed).ln_z.exp())
        .collect();
    let mean = runs.iter().sum::<f64>() / 200.0;
    let variance = runs.iter().map(|z| (z - mean) * (z - mean)).sum::<f64>() / 199.0;
    let mut lines = lines(&mut toy);
    let shares = law(&mut toy, &mut lines, Target::Policy);
    let exact: f64 = lines
        .iter_mut()
        .zip(&shares)
        .map(|(line, share)| share * (-beta * f64::from(line.cpl(&mut toy).unwrap())).exp())
        .sum();
    let error = (variance / 200.0).sqrt();
    assert!(
        (mean - exact).abs() < 3.0 * error,
        "{mean} for {exact}, {error}"
    );
    assert!(error < 0.05 * exact);
    // Particles share ancestors: what is compared is the mean loss, not the whole law.
    let big = run(None, 20_000, 9);
    let shares = law(&mut toy, &mut lines, target);
    let exact: f64 = lines
        .iter_mut()
        .zip(&shares)
        .map(|(line, share)| share * f64::from(line.cpl(&mut toy).unwrap()))
        .sum();
    let cpls = big.chain.draws.iter().map(|draw| f64::from(draw.cpl));
    let mean = cpls.sum::<f64>() / 20_000.0;
    assert!((mean - exact).abs() < 1.5, "{mean} for {exact}");
}

/// The same bytes whatever the number of threads.
#[test]
fn more_jobs_draw_the_same_lines() {
    let toy = tree();
    let observed = lines(&mut toy.clone())[0].choices.clone();
    let kernel = Kernel { fresh: 0.2 };
    for method in [
        Method::Independent,
        Method::Chains(kernel),
        Method::BesagClifford(kernel),
        Method::Smc(0.2),
    ] {
        let mut plan = plan(Target::Human { beta: 0.02 }, method, 101, 5);
        let two = sample(&toy, &plan, &observed);
        plan.jobs = 1;
        assert_eq!(two, sample(&toy, &plan, &observed), "{method:?}");
        assert_eq!(two.draws().count(), 101);
        plan.seed = 6;
        assert_ne!(two, sample(&toy, &plan, &observed), "{method:?}");
    }
}

/// Counts of samples that lose less than the observed line, and as much.
fn ranks(sample: &Sample, cpl: u32) -> (usize, usize) {
    let less = sample.draws().filter(|draw| draw.cpl < cpl).count();
    let equal = sample.draws().filter(|draw| draw.cpl == cpl).count();
    (less, equal)
}

/// At most so many of so many, were each as likely as `chance`: the mean and four deviations.
fn bound(runs: u64, chance: f64) -> f64 {
    let runs = runs as f64;
    runs * chance + 4.0 * (runs * chance * (1.0 - chance)).sqrt()
}

#[test]
fn p_values_of_honest_lines_hold() {
    let toy = tree();
    let runs = quick_or_thorough(1_000, 10_000);
    let kernel = Kernel { fresh: 0.2 };
    let target = Target::Human { beta: 0.01 };
    for method in [Method::Independent, Method::BesagClifford(kernel)] {
        let mut ps = Vec::new();
        let mut even = Vec::new();
        for seed in 0..runs {
            let mut one = plan(target, Method::Independent, 1, mixed(seed));
            one.jobs = 1;
            one.chains = 1;
            let observed = sample(&toy, &one, &[]).draws().next().unwrap().clone();
            let mut plan = plan(target, method, 19, mixed(seed) ^ 1);
            plan.burn_in = 4;
            plan.jobs = 1;
            plan.chains = 1;
            let drawn = sample(&toy, &plan, &observed.choices);
            let (less, equal) = ranks(&drawn, observed.cpl);
            let v = Random::stream(seed, 77).unit();
            ps.push(rank_p(less + equal, 19));
            even.push(randomised_p(less, equal, 19, v));
        }
        for a in [0.05, 0.1, 0.25, 0.5] {
            let count = ps.iter().filter(|&&p| p <= a + 1e-9).count() as f64;
            assert!(count <= bound(runs, a), "{method:?}: {count} at {a}");
        }
        let (d, p) = kolmogorov_smirnov(&even);
        assert!(p > 1e-3, "{method:?}: {d} {p}");
    }
}

#[test]
fn decisions_on_the_board_are_even_under_the_policy() {
    // A line that is alive is a choice among all lines where some die, and its decisions follow
    // another law.
    let mut toy = (0..2_000)
        .map(|seed| Toy::grown(seed, 4))
        .find(|toy| is_fit(toy, 15..=1_000) && chance_of_death(toy) == 0.0)
        .expect("one of them has no dead line");
    let runs = quick_or_thorough(5_000, 10_000);
    let (mut single, mut together) = (Vec::new(), Vec::new());
    for seed in 0..runs {
        let mut random = Random::stream(seed, 3);
        let line = Line::draw(&mut toy, &mut random).unwrap();
        let line = line.expect("no line dies");
        let decisions = path_decisions(&mut toy, &line.choices, None, &mut random).unwrap();
        let us: Vec<f64> = decisions.iter().map(|decision| decision.u).collect();
        together.push(fisher(&us));
        single.extend(us);
    }
    let (d, p) = kolmogorov_smirnov(&single);
    assert!(p > 1e-3, "{d} {p}");
    let (d, p) = kolmogorov_smirnov(&together);
    assert!(p > 1e-3, "{d} {p}");
}

/// A seed that has nothing to do with its neighbours.
fn mixed(seed: u64) -> u64 {
    Random::stream(seed, 11).bits()
}
