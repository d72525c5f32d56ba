//! What a page opens only when it is looked at: packed by deflate, each piece in a script
//! element of its own, which a browser keeps as text and neither reads nor runs.

use std::io::{self, Write};

use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::Value;

/// A piece of a page, by the name under which scripts ask for it.
#[derive(Clone, Debug)]
pub struct Detail {
    name: String,
    packed: String,
}

impl Detail {
    /// Packs it.
    pub fn new(name: String, value: &Value) -> io::Result<Detail> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(value.to_string().as_bytes())?;
        let packed = BASE64.encode(&encoder.finish()?);
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
    pub fn bytes(&self) -> usize {
        self.packed.len()
    }
}
