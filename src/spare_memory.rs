//! Whether there is memory left where it is limited.

/// Whether so many bytes can be had now.
pub(crate) fn has_memory(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}
