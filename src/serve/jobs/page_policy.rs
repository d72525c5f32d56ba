//! What a report page may do in a browser: run its own script, by its digest, and nothing else.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The digest of a page's script as a Content-Security-Policy has it: that of the last script
/// of the page, which is the only one that runs. None where there is no such page.
pub(super) fn page_script(page: &Path) -> Option<String> {
    let text = fs::read_to_string(page).ok()?;
    let (_, rest) = text.rsplit_once("<script>")?;
    let (script, _) = rest.split_once("</script>")?;
    Some(base64(&Sha256::digest(script.as_bytes())))
}

/// The policy of a page with such a script: it reaches no network and, as it is sandboxed, not
/// the service that it came from either.
pub(super) fn page_policy(script: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut bits = [0; 3];
        bits[..group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            let is_there = place <= group.len();
            text.push(if is_there { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_as_the_standard_has_it() {
        // RFC 4648, section 10.
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
