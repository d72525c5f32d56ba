//! All motifs of a line, in the order in which a sentence names them.

use super::line::Line;
use super::motif_finding::MotifFinding;
use super::{
    captures, discovery, fork, intermezzo, lines_of_force, lures, mates, overloading, plans, rays,
    special_moves,
};
use plumb_chess::board::{Move, Position};

/// The motifs of a line that begins with the hero's move in `start`, the most telling first:
/// the order of [`Motif::ALL`](super::motif::Motif::ALL), and among equals that of the moves. Moves from the first
/// illegal one on are left out.
pub fn find_motifs(start: &Position, line: &[Move]) -> Vec<MotifFinding> {
    motifs_of(&Line::new(start, line, None))
}

/// The same with the opponent's move that led to the line, made in `before`: a capture that
/// only takes back is no hanging piece, and a delayed one is an intermezzo.
pub fn find_motifs_after(before: &Position, reply: Move, line: &[Move]) -> Vec<MotifFinding> {
    if !before.is_legal(reply) {
        return Vec::new();
    }
    motifs_of(&Line::new(&before.play(reply), line, Some((before, reply))))
}

type Detector = fn(&Line, usize) -> Option<MotifFinding>;

/// What is looked for at each of the hero's moves.
const DETECTORS: &[Detector] = &[
    discovery::double_check,
    discovery::discovered_check,
    discovery::discovered_attack,
    fork::fork,
    rays::skewer,
    rays::pin,
    rays::x_ray,
    captures::trapped_piece,
    captures::capturing_defender,
    captures::hanging_piece,
    captures::sacrifice,
    lures::deflection,
    lures::attraction,
    overloading::overloading,
    lines_of_force::interference,
    lines_of_force::clearance,
    intermezzo::intermezzo,
    plans::quiet_move,
    plans::defensive_move,
];

fn motifs_of(line: &Line) -> Vec<MotifFinding> {
    let mut found = mates::mates(line);
    for index in (0..line.len()).step_by(2) {
        found.extend(special_moves::special_moves(line, index));
        found.extend(DETECTORS.iter().filter_map(|detect| detect(line, index)));
    }
    found.sort_by_key(|finding| (finding.motif, finding.index));
    found
}
