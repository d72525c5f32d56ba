//! Who can be compared with whom.

use super::fit::{Meeting, Results};

/// The group of each player, by number from 0, the largest group first. Two
/// players are of one group if a chain of games, or of players whose ratings are
/// known, links them.
pub(super) fn groups(players: usize, meetings: &[Meeting], anchored: &[usize]) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..players).collect();
    let mut join = |one: usize, other: usize| {
        let (a, b) = (root(&mut parent, one), root(&mut parent, other));
        // The lower number leads, whatever the order of the games.
        parent[a.max(b)] = a.min(b);
    };
    for meeting in meetings {
        join(meeting.white, meeting.black);
    }
    for pair in anchored.windows(2) {
        join(pair[0], pair[1]);
    }
    let roots: Vec<usize> = (0..players)
        .map(|player| root(&mut parent, player))
        .collect();
    let mut sizes = vec![0usize; players];
    roots.iter().for_each(|&root| sizes[root] += 1);
    let mut order: Vec<usize> = (0..players).filter(|&player| sizes[player] > 0).collect();
    order.sort_by_key(|&root| (std::cmp::Reverse(sizes[root]), root));
    let mut number = vec![0; players];
    for (index, &root) in order.iter().enumerate() {
        number[root] = index;
    }
    roots.into_iter().map(|root| number[root]).collect()
}

fn root(parent: &mut [usize], mut player: usize) -> usize {
    while parent[player] != player {
        parent[player] = parent[parent[player]];
        player = parent[player];
    }
    player
}

/// Players without a finite most likely rating: those who cannot be reached
/// from the rest of their group both by a chain of points won and by a chain of
/// points lost (L. R. Ford, "Solution of a Ranking Problem from Binary
/// Comparisons", 1957).
pub(super) fn without_finite_rating(
    group: &[usize],
    meetings: &[Meeting],
    results: &[Results],
    anchored: &[usize],
) -> Vec<usize> {
    let players = group.len();
    let mut beaten: Vec<Vec<usize>> = vec![Vec::new(); players];
    let mut beaten_by: Vec<Vec<usize>> = vec![Vec::new(); players];
    let mut games = vec![0.0; players];
    for (meeting, result) in meetings.iter().zip(results) {
        let (white, black) = (meeting.white, meeting.black);
        if result[0] + result[1] > 0.0 {
            beaten[white].push(black);
            beaten_by[black].push(white);
        }
        if result[2] + result[1] > 0.0 {
            beaten[black].push(white);
            beaten_by[white].push(black);
        }
        for player in [white, black] {
            games[player] += result.iter().sum::<f64>();
        }
    }
    for pair in anchored.windows(2) {
        for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            beaten[one].push(other);
            beaten_by[one].push(other);
        }
    }
    // From the player of each group with the most games, who is the likeliest
    // to belong to the bulk of it.
    let count = group.iter().max().map_or(0, |last| last + 1);
    let mut first: Vec<Option<usize>> = vec![None; count];
    for player in 0..players {
        let best = &mut first[group[player]];
        if best.is_none_or(|best| games[player] > games[best]) {
            *best = Some(player);
        }
    }
    let starts: Vec<usize> = first.into_iter().flatten().collect();
    let (down, up) = (reach(&starts, &beaten), reach(&starts, &beaten_by));
    (0..players)
        .filter(|&player| !(down[player] && up[player]))
        .collect()
}

fn reach(starts: &[usize], next: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; next.len()];
    let mut open = starts.to_vec();
    starts.iter().for_each(|&start| seen[start] = true);
    while let Some(player) = open.pop() {
        for &other in &next[player] {
            if !seen[other] {
                seen[other] = true;
                open.push(other);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(pairs: &[(usize, usize)]) -> Vec<Meeting> {
        (pairs.iter())
            .map(|&(white, black)| Meeting { white, black })
            .collect()
    }

    #[test]
    fn groups_are_found_and_sorted_by_size() {
        let games = meetings(&[(0, 1), (2, 3), (3, 4), (5, 5)]);
        assert_eq!(groups(6, &games, &[]), [1, 1, 0, 0, 0, 2]);
        assert_eq!(groups(6, &games, &[0, 4]), [0, 0, 0, 0, 0, 1]);
        assert_eq!(groups(0, &[], &[]), [0usize; 0]);
    }

    #[test]
    fn endless_ratings_are_found() {
        let games = meetings(&[(0, 1), (1, 2), (2, 0), (3, 0)]);
        let group = [0; 4];
        let win = [1.0, 0.0, 0.0];
        let draw = [0.0, 1.0, 0.0];
        assert_eq!(
            without_finite_rating(&group, &games, &[win, win, win, win], &[]),
            [3]
        );
        assert!(without_finite_rating(&group, &games, &[win, win, win, draw], &[]).is_empty());
        // An anchor who won everything is no trouble, nor one who lost it all.
        assert!(without_finite_rating(&group, &games, &[win, win, win, win], &[1, 3]).is_empty());
    }
}
