//! What a page opens only when it is looked at: packed by deflate, each piece in a script
//! element of its own, which a browser keeps as text and neither reads nor runs.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::Value;

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A piece of a page, by the name under which scripts ask for it.
#[derive(Clone, Debug)]
pub(crate) struct Detail {
    name: String,
    packed: String,
}

impl Detail {
    /// Packs it.
    pub(crate) fn new(name: String, value: &Value) -> io::Result<Detail> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
        encoder.write_all(value.to_string().as_bytes())?;
        let packed = base64(&encoder.finish()?);
        Ok(Detail { name, packed })
    }

    /// The element that holds it.
    pub(super) fn element(&self) -> String {
        let Detail { name, packed } = self;
        format!("<script type=\"text/plain\" id=\"detail-{name}\">{packed}</script>\n")
    }

    /// How many bytes it takes in a page.
    pub(crate) fn bytes(&self) -> usize {
        self.packed.len()
    }
}

/// As RFC 4648 writes bytes in 64 letters.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut word = 0_u32;
        for place in 0..3 {
            word = word << 8 | u32::from(chunk.get(place).copied().unwrap_or(0));
        }
        for place in 0..4 {
            let six = (word >> (18 - 6 * place)) & 63;
            text.push(if place <= chunk.len() {
                char::from(BASE64[six as usize])
            } else {
                '='
            });
        }
    }
    text
}

/// The details of a page with this name, as its scripts read them.
#[cfg(test)]
pub(crate) fn unpacked(page: &str, name: &str) -> Option<Value> {
    let (_, rest) = page.split_once(&format!("id=\"detail-{name}\">"))?;
    let (packed, _) = rest.split_once('<')?;
    let place = |letter: &u8| BASE64.iter().position(|known| known == letter);
    let mut bytes = Vec::new();
    for chunk in packed.as_bytes().chunks(4) {
        let places: Vec<usize> = chunk.iter().filter_map(place).collect();
        let word = (0..4).fold(0, |word, at| {
            word << 6 | places.get(at).copied().unwrap_or(0)
        });
        bytes.extend_from_slice(&(word as u32).to_be_bytes()[1..places.len()]);
    }
    serde_json::from_reader(flate2::read::DeflateDecoder::new(bytes.as_slice())).ok()
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_as_the_standard_says() {
        let examples = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let expected = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        assert_eq!(examples.map(|text| base64(text.as_bytes())), expected);
    }
}
