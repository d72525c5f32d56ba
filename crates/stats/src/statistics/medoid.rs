//! Sampled lines of moves as numbered cells, for `pace_delta`: chains are compared by how often
//! each visits a cell.
//!
//! A line is a list of numbers, one a move. Which chain drew a line first changes nothing here:
//! equally frequent lines are ordered by a hash.

use plumb_support::random::mixed;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Each line's cell where every different line is a cell of its own.
pub fn exact_cells(chains: &[Vec<Vec<u16>>]) -> Vec<Vec<u32>> {
    let cells = frequencies(chains)
        .into_keys()
        .zip(0..)
        .collect::<BTreeMap<&[u16], u32>>();
    numbered(chains, &cells)
}

/// Each line's cell where cells are those around the most frequent lines of all chains together,
/// the medoids: a line belongs to the nearest by Hamming distance, to the more frequent of two
/// as near. All are one cell where no medoid is asked for.
pub fn medoid_cells(chains: &[Vec<Vec<u16>>], medoids: usize) -> Vec<Vec<u32>> {
    let frequencies = frequencies(chains);
    let mut centres: Vec<(Reverse<usize>, u64, &[u16])> = frequencies
        .iter()
        .map(|(&line, &count)| (Reverse(count), hash(line), line))
        .collect();
    centres.sort_unstable();
    centres.truncate(medoids);
    let nearest = |line: &[u16]| {
        let numbers = centres.iter().zip(0..);
        let distances = numbers.map(|((_, _, centre), number)| (hamming(line, centre), number));
        distances.min().map_or(0, |(_, number)| number)
    };
    let cells = frequencies
        .keys()
        .map(|&line| (line, nearest(line)))
        .collect();
    numbered(chains, &cells)
}

/// How often each different line was drawn, by all chains together.
fn frequencies(chains: &[Vec<Vec<u16>>]) -> BTreeMap<&[u16], usize> {
    let mut frequencies = BTreeMap::new();
    for line in chains.iter().flatten() {
        *frequencies.entry(line.as_slice()).or_insert(0) += 1;
    }
    frequencies
}

/// The cell of each line of each chain.
fn numbered(chains: &[Vec<Vec<u16>>], cells: &BTreeMap<&[u16], u32>) -> Vec<Vec<u32>> {
    let cell = |line: &Vec<u16>| cells.get(line.as_slice()).copied().unwrap_or(0);
    let numbers = chains.iter().map(|chain| chain.iter().map(cell).collect());
    numbers.collect()
}

/// In how many places two lines differ; the moves that only one of them has count as such.
fn hamming(line: &[u16], other: &[u16]) -> usize {
    let differ = line.iter().zip(other).filter(|(a, b)| a != b).count();
    differ + line.len().abs_diff(other.len())
}

/// A number that orders lines without regard to their moves.
fn hash(line: &[u16]) -> u64 {
    line.iter().fold(mixed(line.len() as u64), |hash, &m| {
        mixed(hash ^ u64::from(m))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::random::Random;

    fn lines(lines: &[[u16; 3]]) -> Vec<Vec<u16>> {
        lines.iter().map(|line| line.to_vec()).collect()
    }

    #[test]
    fn every_different_line_has_a_number() {
        let chains = [
            lines(&[[1, 2, 3], [1, 2, 4], [1, 2, 3]]),
            lines(&[[9, 2, 3], [1, 2, 4], [0, 0, 0]]),
        ];
        let cells = exact_cells(&chains);
        assert_eq!(cells.len(), 2);
        assert_eq!(cells[0][0], cells[0][2]);
        assert_eq!(cells[0][1], cells[1][1]);
        let mut all: Vec<u32> = cells.concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4);
        assert!(exact_cells(&[]).is_empty());
        assert_eq!(exact_cells(&[vec![]]), [vec![0; 0]]);
    }

    #[test]
    fn lines_go_to_the_nearest_frequent_line() {
        let chains = [
            lines(&[[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 9], [5, 8, 5]]),
            lines(&[[5, 5, 5], [5, 5, 5], [1, 5, 7], [4, 4, 4]]),
        ];
        // [1, 5, 7] is as near to both medoids, [4, 4, 4] as far from both: they go to the more
        // frequent one.
        let cells = medoid_cells(&chains, 2);
        assert_eq!(cells, [vec![0, 0, 0, 0, 1], vec![1, 1, 0, 0]]);
        assert_eq!(medoid_cells(&chains, 0), [vec![0; 5], vec![0; 4]]);
        // With as many medoids as lines each is its own.
        let mut all: Vec<u32> = medoid_cells(&chains, 20).concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn no_chain_comes_first() {
        let mut random = Random::seeded(3);
        let mut line = || -> Vec<u16> { (0..4).map(|_| random.below(3) as u16).collect() };
        let chains: Vec<Vec<Vec<u16>>> =
            (0..4).map(|_| (0..30).map(|_| line()).collect()).collect();
        let cells = medoid_cells(&chains, 5);
        let mut swapped = chains.clone();
        swapped.reverse();
        let mut swapped_cells = medoid_cells(&swapped, 5);
        swapped_cells.reverse();
        assert_eq!(cells, swapped_cells);
        // Lines that were drawn once each: the medoids are not those of the first chain, nor
        // the least by their moves.
        let once = [
            (0..100).map(|n| vec![n, n]).collect::<Vec<_>>(),
            (100..200).map(|n| vec![n, n]).collect(),
        ];
        let cells = medoid_cells(&once, 20);
        let centres = |chain: &[u32]| (1..20).filter(|cell| chain.contains(cell)).count();
        let of_second = centres(&cells[1]);
        assert!((4..=16).contains(&of_second), "{of_second}");
    }

    #[test]
    fn moves_that_one_line_lacks_are_differences() {
        assert_eq!(hamming(&[1, 2, 3], &[1, 2]), 1);
        assert_eq!(hamming(&[1, 2, 3], &[]), 3);
        assert_eq!(hamming(&[1, 2, 3], &[1, 3, 3]), 1);
        assert_ne!(hash(&[0]), hash(&[0, 0]));
        assert_ne!(hash(&[1, 2]), hash(&[2, 1]));
    }
}
