//! Memory that is asked for, and said to be missing where there is none: where it is
//! limited, an allocation that fails in the usual way ends the whole process.

/// Stack of a thread that searches, in bytes: a deep line needs more than the usual 2 MiB.
pub const STACK_BYTES: usize = 16 << 20;

/// Whether so many bytes can be had now.
pub fn has_memory(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// So many values on the heap, each made from its index; none without memory for them.
pub fn try_boxed<T, const COUNT: usize>(make: impl FnMut(usize) -> T) -> Option<Box<[T; COUNT]>> {
    let mut values = Vec::new();
    values.try_reserve_exact(COUNT).ok()?;
    values.extend((0..COUNT).map(make));
    values.into_boxed_slice().try_into().ok()
}
