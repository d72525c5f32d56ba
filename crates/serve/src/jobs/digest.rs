//! Digests by which jobs, uploads and settings are compared.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// A digest of several texts, each of which ends where it ends.
pub(super) fn digest(texts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    HEXLOWER.encode(&hasher.finalize())
}
