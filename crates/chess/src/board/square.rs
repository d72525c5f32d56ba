//! Squares, files, ranks and colours: the names of places on the board.

use std::fmt;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` for White, `black` for Black.
    #[inline]
    pub fn fold<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }
}

impl std::ops::Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A column of the board, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

impl File {
    /// The a-file.
    pub const A: File = File(0);
    /// The c-file, where the king lands when castling queenside.
    pub const C: File = File(2);
    /// The d-file, where the rook lands when castling queenside.
    pub const D: File = File(3);
    /// The f-file, where the rook lands when castling kingside.
    pub const F: File = File(5);
    /// The g-file, where the king lands when castling kingside.
    pub const G: File = File(6);
    /// The h-file.
    pub const H: File = File(7);

    /// The file with this index, 0 for a to 7 for h.
    #[inline]
    pub const fn new(index: usize) -> File {
        File((index & 7) as u8)
    }

    /// The file named by a letter of either case.
    pub fn from_char(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(File(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// 0 for a to 7 for h.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The lower-case letter.
    pub const fn to_char(self) -> char {
        (b'a' + self.0) as char
    }
}

/// A row of the board, first to eighth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// White's back rank.
    pub const FIRST: Rank = Rank(0);
    /// Black's back rank.
    pub const EIGHTH: Rank = Rank(7);

    /// The rank with this index, 0 for the first to 7 for the eighth.
    #[inline]
    pub const fn new(index: usize) -> Rank {
        Rank((index & 7) as u8)
    }

    /// The rank named by a digit.
    pub fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// 0 for the first to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The digit.
    pub const fn to_char(self) -> char {
        (b'1' + self.0) as char
    }

    /// The same rank counted from `side`'s own back rank.
    #[inline]
    pub const fn relative_to(self, side: Color) -> Rank {
        Rank(self.0 ^ (7 * side as u8))
    }
}

/// One of the 64 squares; a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index; only the low six bits count.
    #[inline]
    pub const fn new(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// The square where `file` and `rank` cross.
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// The square a text such as `e4` names.
    pub fn parse(text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let file = File::from_char(letters.next().filter(char::is_ascii_lowercase)?)?;
        let rank = Rank::from_char(letters.next()?)?;
        letters.next().is_none().then_some(Square::at(file, rank))
    }

    /// 0 for a1 to 63 for h8. The mask lets the compiler drop bounds checks.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The row.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3 & 7)
    }

    /// The same square as `side` sees it: unchanged for White, mirrored top
    /// to bottom for Black.
    #[inline]
    pub const fn relative_to(self, side: Color) -> Square {
        Square(self.0 ^ (56 * side as u8))
    }

    /// Mirrored left to right: a1 becomes h1.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square `step` further on in index order, such as +8 for one rank
    /// up. The caller knows that it is on the board.
    #[inline]
    pub const fn offset(self, step: i32) -> Square {
        Square::new((self.0 as i32 + step) as usize)
    }

    /// King moves between the two squares.
    #[inline]
    pub const fn distance(self, other: Square) -> usize {
        let files = self.file().0.abs_diff(other.file().0);
        let ranks = self.rank().0.abs_diff(other.rank().0);
        (if files > ranks { files } else { ranks }) as usize
    }

    /// True for a1, c1, h8 and the other dark squares.
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.0 >> 3 ^ self.0) & 1 == 0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().to_char(), self.rank().to_char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for index in 0..64 {
            let square = Square::new(index);
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        assert_eq!(Square::parse("e4"), Some(Square::new(28)));
        for wrong in ["", "e", "e9", "i1", "e44", "E4"] {
            assert_eq!(Square::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn geometry() {
        let square = |name| Square::parse(name).unwrap();
        assert_eq!(square("a1").distance(square("h7")), 7);
        assert_eq!(square("e2").relative_to(Color::Black), square("e7"));
        assert_eq!(square("b3").mirrored(), square("g3"));
        assert!(square("a1").is_dark() && !square("h1").is_dark());
    }
}
