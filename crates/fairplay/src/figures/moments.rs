//! Counts, shares and means with their 95 % intervals.
//!
//! An interval says what chance does to a figure of so many moves; its range says
//! how far it moves when the same moves are looked at again (`range.rs`).
//!
//! Sums are kept in whole millionths, so that adding them up gives the same
//! bytes in every order. Moves are taken to be independent of each other, which is said
//! of one game only: figures of several have intervals over whole games
//! (`intervals.rs`).
//! Nothing here is ever infinite or undefined. Start with `Share` and `Moments`.

use serde::Serialize;

use super::each_number::{EachNumber, Number};

/// Half of the 95 % interval of a standard normal number.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// A count out of another, with Wilson's 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share, 0 to 1.
    pub share: f64,
    /// The lower end of the interval, 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The least and the greatest over all passes; none if there was only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
}

impl Share {
    /// E. B. Wilson's score interval (1927); nothing out of nothing.
    pub fn of(count: u64, of: u64) -> Option<Share> {
        if of == 0 || count > of {
            return None;
        }
        let all = of as f64;
        let share = count as f64 / all;
        let spread = Z95 * Z95 / all;
        let middle = share + spread / 2.0;
        let half = Z95 * (share * (1.0 - share) / all + spread / (4.0 * all)).sqrt();
        let end = |value: f64| (value / (1.0 + spread)).clamp(0.0, 1.0);
        Some(Share {
            count,
            of,
            share,
            // Rounding must not push the estimate out of its own interval.
            low: end(middle - half).min(share),
            high: end(middle + half).max(share),
            range: None,
        })
    }
}

/// A mean with its spread and 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// Over how many.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation of single values; none for one alone.
    pub sd: Option<f64>,
    /// The lower end of the interval: by Student's t, or over whole games. None where
    /// all values are the same, one alone among them: nothing was seen of how they
    /// spread.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The least and the greatest over all passes; none if there was only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
}

/// Millionths in one.
pub(super) const UNIT: f64 = 1e6;

/// A number in whole millionths.
pub(super) fn millionths(value: f64) -> i128 {
    // Held where squares of a hundred million values still fit; no number is 0.
    libm::round(value.clamp(-1e9, 1e9) * UNIT) as i128
}

/// What a mean and a spread are made of; adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let value = millionths(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds all values of another.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Takes away values that had been added.
    pub fn remove(&mut self, part: &Moments) {
        self.count = self.count.saturating_sub(part.count);
        self.sum -= part.sum;
        self.squares -= part.squares;
    }

    /// Shows every number.
    pub(super) fn each_number(&mut self, each: &mut EachNumber<'_>) {
        each(Number::Count(&mut self.count));
        each(Number::Signed(&mut self.sum));
        each(Number::Signed(&mut self.squares));
    }

    /// How many values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of values that are whole numbers and not negative.
    pub(super) fn whole_sum(&self) -> u64 {
        u64::try_from(self.sum / UNIT as i128).unwrap_or_default()
    }

    /// The sum of all values.
    pub(super) fn sum(&self) -> f64 {
        self.sum as f64 / UNIT
    }

    /// The sum of all squares.
    pub(super) fn squares(&self) -> f64 {
        self.squares as f64 / UNIT / UNIT
    }

    /// The mean; nothing without values.
    pub fn mean(&self) -> Option<Mean> {
        if self.count == 0 {
            return None;
        }
        let all = self.count as f64;
        let mean = self.sum as f64 / all / UNIT;
        let sd = self.variance().map(f64::sqrt);
        let spread = sd.filter(|sd| *sd > 0.0);
        let half = spread.map(|sd| student95(self.count - 1) * sd / all.sqrt());
        Some(Mean {
            count: self.count,
            mean,
            sd,
            low: half.map(|half| mean - half),
            high: half.map(|half| mean + half),
            range: None,
        })
    }

    /// The mean of values that cannot be outside these bounds; the interval
    /// cannot either.
    pub fn mean_within(&self, least: f64, most: f64) -> Option<Mean> {
        let mut mean = self.mean()?;
        let value = mean.mean;
        mean.low = mean.low.map(|low| low.max(least).min(value));
        mean.high = mean.high.map(|high| high.min(most).max(value));
        Some(mean)
    }

    /// The variance of single values, of at least two.
    fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let all = i128::from(self.count);
        // Whole numbers as long as they last: nothing cancels.
        let spread = match self
            .squares
            .checked_mul(all)
            .zip(self.sum.checked_mul(self.sum))
        {
            Some((squares, square)) => (squares - square) as f64 / all as f64,
            None => self.squares as f64 - self.sum as f64 * (self.sum as f64 / all as f64),
        };
        Some((spread / (all - 1) as f64 / (UNIT * UNIT)).max(0.0))
    }
}

/// Half of the 95 % interval of Student's t: from the table for the fewest
/// degrees of freedom, then by the first terms of its expansion about the normal.
pub(super) fn student95(degrees: u64) -> f64 {
    const TABLE: [f64; 6] = [0.0, 12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582];
    if let Some(&known) = usize::try_from(degrees).ok().and_then(|n| TABLE.get(n)) {
        return known;
    }
    let (z, n) = (Z95, degrees as f64);
    let z2 = z * z;
    let first = z * (z2 + 1.0) / 4.0;
    let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    z + first / n + second / (n * n) + third / (n * n * n)
}

/// How closely two numbers go together; adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JointMoments {
    x: Moments,
    y: Moments,
    products: i128,
}

/// A correlation with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Correlation {
    /// Over how many pairs.
    pub count: u64,
    /// Pearson's coefficient, -1 to 1.
    pub value: f64,
    /// The lower end of the interval, by Fisher's transformation.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The least and the greatest over all passes; none if there was only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
}

impl JointMoments {
    /// Adds a pair.
    pub fn add(&mut self, x: f64, y: f64) {
        self.x.add(x);
        self.y.add(y);
        self.products += millionths(x) * millionths(y);
    }

    /// Adds all pairs of another.
    pub fn merge(&mut self, other: &JointMoments) {
        self.x.merge(&other.x);
        self.y.merge(&other.y);
        self.products += other.products;
    }

    /// Takes away pairs that had been added.
    pub fn remove(&mut self, part: &JointMoments) {
        self.x.remove(&part.x);
        self.y.remove(&part.y);
        self.products -= part.products;
    }

    /// Shows every number.
    pub(super) fn each_number(&mut self, each: &mut EachNumber<'_>) {
        self.x.each_number(each);
        self.y.each_number(each);
        each(Number::Signed(&mut self.products));
    }

    /// The sums of both, of their squares and of their products.
    pub(super) fn sums(&self) -> [f64; 5] {
        let products = self.products as f64 / UNIT / UNIT;
        let (x, y) = (&self.x, &self.y);
        [x.sum(), y.sum(), x.squares(), y.squares(), products]
    }

    /// The correlation; nothing of fewer than four pairs, or if one of the two
    /// never changes.
    pub fn correlation(&self) -> Option<Correlation> {
        let (x, y) = (self.x.variance()?, self.y.variance()?);
        if self.x.count < 4 || x <= 0.0 || y <= 0.0 {
            return None;
        }
        let all = self.x.count as f64;
        let means = self.x.sum as f64 / all * (self.y.sum as f64 / all);
        let covariance = (self.products as f64 / all - means) * all / (all - 1.0) / (UNIT * UNIT);
        let value = (covariance / (x * y).sqrt()).clamp(-1.0, 1.0);
        let z = libm::atanh(value.clamp(-1.0 + 1e-12, 1.0 - 1e-12));
        let half = Z95 / (all - 3.0).sqrt();
        Some(Correlation {
            count: self.x.count,
            value,
            low: libm::tanh(z - half).min(value),
            high: libm::tanh(z + half).max(value),
            range: None,
        })
    }
}

#[cfg(test)]
#[path = "moments_tests.rs"]
mod tests;
