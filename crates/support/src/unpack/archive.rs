//! Archives, which have files and not a text in them: they are named, not read.

/// How archives begin, and what they are called.
const ARCHIVES: [(&[u8], &str); 5] = [
    (b"PK\x03\x04", "ZIP"),
    (b"PK\x05\x06", "ZIP"),
    (b"PK\x07\x08", "ZIP"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "RAR"),
];

/// The kind of archive that begins so, if one does.
pub(super) fn archive(start: &[u8]) -> Option<&'static str> {
    let found = ARCHIVES
        .iter()
        .find(|(begins, _)| start.starts_with(begins));
    found.map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::super::text;

    #[test]
    fn an_archive_is_named() {
        for (bytes, kind) in [
            (&b"PK\x03\x04\x14\0\0\0"[..], "ZIP"),
            (b"7z\xbc\xaf\x27\x1c\0\x04", "7z"),
            (b"Rar!\x1a\x07\x01\0", "RAR"),
        ] {
            let Err(error) = text(bytes) else {
                panic!("{kind} is read")
            };
            let expected = format!("it is a {kind} archive: expected the PGN file in it");
            assert_eq!(error.to_string(), expected);
        }
        assert!(text(&b"PK 1. e4"[..]).is_ok());
    }
}
