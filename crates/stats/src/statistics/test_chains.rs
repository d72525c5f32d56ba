//! Chains for tests, made by formula: draws without a pattern, and what is made of them.

/// So many numbers from 0 to 1, by the linear congruential generator of the C standard's
/// example; the same in any language.
pub(super) fn numbers(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed;
    let next = || {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        state as f64 / (1u64 << 31) as f64
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Numbers each of which keeps `share` of the one before it.
fn sluggish(seed: u64, count: usize, share: f64) -> Vec<f64> {
    let mut last = 0.0;
    let step = |number: f64| {
        last = share * last + (number - 0.5);
        last
    };
    numbers(seed, count).into_iter().map(step).collect()
}

/// Four chains of independent draws.
pub(super) fn independent() -> Vec<Vec<f64>> {
    (1..=4).map(|seed| numbers(seed, 200)).collect()
}

/// Four chains that move slowly.
pub(super) fn autocorrelated() -> Vec<Vec<f64>> {
    (1..=4).map(|seed| sluggish(seed, 300, 0.9)).collect()
}

/// The last of four chains elsewhere.
pub(super) fn shifted() -> Vec<Vec<f64>> {
    let mut chains = independent();
    chains[3].iter_mut().for_each(|draw| *draw += 0.4);
    chains
}

/// One chain in the same place, but wider than the others.
pub(super) fn wider() -> Vec<Vec<f64>> {
    let mut chains = independent();
    for draw in &mut chains[2] {
        *draw = 3.0 * (*draw - 0.5) + 0.5;
    }
    chains
}

/// Whole numbers from 0 to 3, the small ones more often.
pub(super) fn ties() -> Vec<Vec<f64>> {
    mapped(&independent(), |draw| (4.0 * draw * draw).floor())
}

/// Three chains of seven draws.
pub(super) fn short() -> Vec<Vec<f64>> {
    (1..=3).map(|seed| numbers(seed, 7)).collect()
}

/// A single chain.
pub(super) fn one() -> Vec<Vec<f64>> {
    autocorrelated().into_iter().take(1).collect()
}

/// Two chains of an odd length whose draws repel each other.
pub(super) fn zigzag() -> Vec<Vec<f64>> {
    (1..=2).map(|seed| sluggish(seed, 101, -0.7)).collect()
}

/// Whether the draws of chains that move slowly are at most one half.
pub(super) fn indicator() -> Vec<Vec<f64>> {
    mapped(&autocorrelated(), |draw| f64::from(u8::from(draw <= 0.5)))
}

/// Two chains of as few draws as there may be.
pub(super) fn fewest() -> Vec<Vec<f64>> {
    (1..=2).map(|seed| numbers(seed, 4)).collect()
}

fn mapped(chains: &[Vec<f64>], change: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    let chain = |chain: &Vec<f64>| chain.iter().map(|&draw| change(draw)).collect();
    chains.iter().map(chain).collect()
}
