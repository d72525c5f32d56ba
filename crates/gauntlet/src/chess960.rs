//! The 960 start positions of Chess960.

use plumb_chess::board::{PieceKind, Position, Setup};

use super::openings::Opening;

/// How many there are.
const COUNT: usize = 960;

/// All of them, in the order of the usual numbers, by which they are named.
pub fn chess960_openings() -> Vec<Opening> {
    (0..COUNT)
        .filter_map(|number| {
            let rank = back_rank(number)?;
            let start = Position::from_setup(&Setup::with_back_ranks([rank; 2])).ok()?;
            Some(Opening {
                name: Some(format!("Chess960 {number}")),
                ..Opening::bare(start)
            })
        })
        .collect()
}

/// The back rank with this number (Reinhard Scharnagl's): the remainders by 4,
/// 4 and 6 place the bishops and the queen, what is left the knights; rook,
/// king and rook fill the gaps.
fn back_rank(number: usize) -> Option<[PieceKind; 8]> {
    let mut rank = [None; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[2 * light + 1] = Some(PieceKind::Bishop);
    rank[2 * dark] = Some(PieceKind::Bishop);
    place(&mut rank, queen, PieceKind::Queen)?;
    // The ten ways to choose two of five squares, the first one's first.
    let pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    let (first, second) = pairs.into_iter().nth(knights)?;
    place(&mut rank, second, PieceKind::Knight)?;
    place(&mut rank, first, PieceKind::Knight)?;
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        place(&mut rank, 0, kind)?;
    }
    let mut full = [PieceKind::King; 8];
    for (square, kind) in full.iter_mut().zip(rank) {
        *square = kind?;
    }
    Some(full)
}

/// Puts a piece on the free square with this number.
fn place(rank: &mut [Option<PieceKind>; 8], number: usize, kind: PieceKind) -> Option<()> {
    let mut free = rank.iter_mut().filter(|square| square.is_none());
    *free.nth(number)? = Some(kind);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;

    #[test]
    fn each_number_has_its_position() {
        let openings = chess960_openings();
        assert_eq!(openings.len(), COUNT);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../epd/chess960_start.epd");
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut compared = 0;
        for (line, opening) in lines.zip(&openings) {
            let fen = line.split(';').next().unwrap().trim();
            assert_eq!(opening.start, parse_fen(fen).unwrap(), "{:?}", opening.name);
            compared += 1;
        }
        assert_eq!(compared, COUNT);
        assert_eq!(openings[518].start, Position::start());
    }
}
