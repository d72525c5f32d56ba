//! One value for each side.

use std::ops::{Index, IndexMut};

use plumb_chess::board::Color;

/// White's and Black's, looked up by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<T>([T; 2]);

impl<T> Sides<T> {
    /// What `make` gives for each side.
    #[inline(always)]
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> Sides<T> {
        Sides([make(Color::White), make(Color::Black)])
    }
}

impl<T> Index<Color> for Sides<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, side: Color) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Color> for Sides<T> {
    #[inline(always)]
    fn index_mut(&mut self, side: Color) -> &mut T {
        &mut self.0[side.index()]
    }
}
