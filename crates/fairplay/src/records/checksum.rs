//! What stands in the file of a run with a sum of it, so that a flipped bit is noticed.

use sha2::{Digest, Sha256};

/// Bytes of a sum: of four thousand million changes one is not noticed.
const LENGTH: usize = 4;

fn sum(key: &[u8], content: &[u8]) -> [u8; LENGTH] {
    let mut hash = Sha256::new();
    hash.update(key);
    hash.update(content);
    let digest = hash.finalize();
    let mut sum = [0; LENGTH];
    sum.copy_from_slice(&digest[..LENGTH]);
    sum
}

/// A content with its sum behind it; the key, under which it stands, is part of the sum.
pub(super) fn sealed(key: &[u8], content: &[u8]) -> Vec<u8> {
    [content, &sum(key, content)].concat()
}

/// The content, if it is as it was sealed.
pub(super) fn opened<'s>(key: &[u8], sealed: &'s [u8]) -> Option<&'s [u8]> {
    let (content, found) = sealed.split_last_chunk::<LENGTH>()?;
    (sum(key, content) == *found).then_some(content)
}

/// The same for a text, which stays one: the sum in hexadecimal digits before it.
pub(super) fn sealed_text(key: &[u8], text: &str) -> String {
    let sum = u32::from_be_bytes(sum(key, text.as_bytes()));
    format!("{sum:08x} {text}")
}

/// The text, if it is as it was sealed.
pub(super) fn opened_text<'s>(key: &[u8], sealed: &'s str) -> Option<&'s str> {
    let (found, text) = sealed.split_once(' ')?;
    let sum = u32::from_be_bytes(sum(key, text.as_bytes()));
    (found == format!("{sum:08x}")).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_noticed() {
        let record = sealed(b"key", b"a record");
        assert_eq!(opened(b"key", &record), Some(&b"a record"[..]));
        assert_eq!(opened(b"kez", &record), None);
        for bit in 0..8 * record.len() {
            let mut damaged = record.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(opened(b"key", &damaged), None, "{bit}");
        }
        for length in 0..record.len() {
            assert_eq!(opened(b"key", &record[..length]), None);
        }
        let text = sealed_text(b"key", "a text");
        assert_eq!(opened_text(b"key", &text), Some("a text"));
        for damaged in [
            text.replace('a', "b"),
            text.replace(' ', ""),
            text[1..].to_owned(),
        ] {
            assert_eq!(opened_text(b"key", &damaged), None, "{damaged}");
        }
    }
}
