//! Ratings are differences; this says where their scale begins.

/// Where the scale's zero is: groups without an anchor have a given mean.
pub(super) struct Zero {
    free: Vec<Vec<usize>>,
    average: f64,
}

impl Zero {
    pub(super) fn new(group: &[usize], anchored: &[usize], average: f64) -> Zero {
        let count = group.iter().max().map_or(0, |last| last + 1);
        let mut free = vec![Vec::new(); count];
        for (player, &group) in group.iter().enumerate() {
            free[group].push(player);
        }
        for &player in anchored {
            free[group[player]].clear();
        }
        Zero { free, average }
    }

    pub(super) fn apply(&self, values: &mut [f64]) {
        for members in &self.free {
            let sum: f64 = members.iter().map(|&player| values[player]).sum();
            let shift = self.average - sum / members.len().max(1) as f64;
            members.iter().for_each(|&player| values[player] += shift);
        }
    }
}
