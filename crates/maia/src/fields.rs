//! Protobuf: a message as its fields.
//!
//! Only what networks need of it (the encoding is described at
//! <https://protobuf.dev/programming-guides/encoding/>): a field is a key, which is a number and a
//! type, and a value. Nothing is allocated, and every length is checked against the bytes that are left.

use super::error::NetworkError;

/// A field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// An integer, an enumeration or a truth value.
    Integer(u64),
    /// Four bytes, the lowest first: an integer or a float.
    Fixed([u8; 4]),
    /// Text, bytes or a message.
    Bytes(&'a [u8]),
    /// Eight bytes, which no part of a network that is read here has.
    Unused,
}

/// The fields of a message with their numbers, in the order of the file.
pub(super) struct Fields<'a> {
    rest: &'a [u8],
    /// Name of the message in errors.
    part: &'a str,
}

impl<'a> Fields<'a> {
    pub(super) fn new(message: &'a [u8], part: &'a str) -> Fields<'a> {
        Fields {
            rest: message,
            part,
        }
    }

    fn read(&mut self) -> Option<(u64, Value<'a>)> {
        let key = self.integer()?;
        let value = match key & 7 {
            0 => Value::Integer(self.integer()?),
            1 => {
                self.bytes(8)?;
                Value::Unused
            }
            2 => {
                let length = self.integer()?;
                Value::Bytes(self.bytes(length)?)
            }
            5 => Value::Fixed(self.bytes(4)?.try_into().ok()?),
            // Groups, which are obsolete, and undefined types.
            _ => return None,
        };
        Some((key >> 3, value))
    }

    /// Seven bits a byte, the lowest first; the top bit is set if more follow.
    fn integer(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn bytes(&mut self, length: u64) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(usize::try_from(length).ok()?)?;
        self.rest = rest;
        Some(bytes)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Value<'a>), NetworkError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let field = self.read();
        if field.is_none() {
            // Nothing behind an error can be trusted.
            self.rest = &[];
        }
        Some(field.ok_or_else(|| NetworkError::Damaged(self.part.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(message: &[u8]) -> Result<Vec<(u64, Value<'_>)>, NetworkError> {
        Fields::new(message, "text").collect()
    }

    #[test]
    fn every_type_of_field_is_read() {
        let message = b"\x08\x96\x01\x15\x01\x02\x03\x04\x1a\x02hi\x21ABCDEFGH\x52\x00";
        let expected = [
            (1, Value::Integer(150)),
            (2, Value::Fixed([1, 2, 3, 4])),
            (3, Value::Bytes(b"hi")),
            (4, Value::Unused),
            (10, Value::Bytes(b"")),
        ];
        assert_eq!(fields(message).unwrap(), expected);
        assert_eq!(fields(b"").unwrap(), []);
    }

    #[test]
    fn a_length_beyond_the_end_is_an_error() {
        for message in [
            &b"\x08"[..],
            b"\x08\x80",
            b"\x15abc",
            b"\x1a\x05hi",
            b"\x1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01hi",
            b"\x21ABCDEFG",
            b"\x0b\x0c",
            b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        ] {
            let error = NetworkError::Damaged("text".to_owned());
            assert_eq!(fields(message), Err(error), "{message:?}");
        }
    }
}
