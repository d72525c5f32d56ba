//! What a page opens only when it is looked at: packed by deflate, each piece in a script
//! element of its own, which a browser keeps as text and neither reads nor runs.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::Value;

use super::base64::base64;

/// A piece of a page, by the name under which scripts ask for it.
#[derive(Clone, Debug)]
pub(crate) struct Detail {
    name: String,
    packed: String,
}

impl Detail {
    /// Packs it.
    pub(crate) fn new(name: String, value: &Value) -> io::Result<Detail> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(value.to_string().as_bytes())?;
        let packed = base64(&encoder.finish()?);
        Ok(Detail { name, packed })
    }

    /// Writes the element that holds it.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Detail { name, packed } = self;
        writeln!(
            out,
            "<script type=\"text/plain\" id=\"detail-{name}\">{packed}</script>"
        )
    }

    /// How many bytes it takes in a page.
    pub(crate) fn bytes(&self) -> usize {
        self.packed.len()
    }
}

/// The details of a page with this name, as its scripts read them.
#[cfg(test)]
pub(crate) fn unpacked(page: &str, name: &str) -> Option<Value> {
    let (_, rest) = page.split_once(&format!("id=\"detail-{name}\">"))?;
    let (packed, _) = rest.split_once('<')?;
    let place = |letter: &u8| {
        super::base64::LETTERS
            .iter()
            .position(|known| known == letter)
    };
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
