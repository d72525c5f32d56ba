//! Mean and spread of whole numbers, exact until the last division.

/// What mean, spread and extremes are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntegerMoments {
    /// How many values.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    squares: i64,
    /// The least and the greatest; none without values.
    pub extremes: Option<(i32, i32)>,
}

impl IntegerMoments {
    /// Adds a value.
    pub fn add(&mut self, value: i32) {
        self.count += 1;
        self.sum += i64::from(value);
        self.squares += i64::from(value) * i64::from(value);
        let (least, greatest) = self.extremes.unwrap_or((value, value));
        self.extremes = Some((least.min(value), greatest.max(value)));
    }

    /// The mean; none without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The standard deviation, by one less than the count; none below two values.
    pub fn sd(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let (count, sum) = (i128::from(self.count), i128::from(self.sum));
        let deviations = count * i128::from(self.squares) - sum * sum;
        Some((deviations as f64 / (count * (count - 1)) as f64).sqrt())
    }

    /// The greatest less the least; none without values.
    pub fn range(&self) -> Option<i32> {
        self.extremes.map(|(least, greatest)| greatest - least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected: `numpy.mean`, `numpy.std(ddof=1)` and `numpy.ptp` of numpy 2.
    #[test]
    fn moments_are_those_of_numpy() {
        let mut moments = IntegerMoments::default();
        assert_eq!(
            (moments.mean(), moments.sd(), moments.range()),
            (None, None, None)
        );
        moments.add(1500);
        assert_eq!((moments.mean(), moments.sd()), (Some(1500.0), None));
        for value in [1512, 1489, 1733, -20, 1501] {
            moments.add(value);
        }
        assert!((moments.mean().unwrap() - 1_285.833_333_333_333_3).abs() < 1e-9);
        assert!((moments.sd().unwrap() - 646.490_654_740_396_6).abs() < 1e-9);
        assert_eq!(moments.range(), Some(1753));
    }
}
