//! The wrong values of one request: the first of them are named, the others counted. A body of
//! 1 MB can have 130,000 wrong members, and an answer that named them all would take 9 MB.

use plumb_support::wording::{counted_noun, text};

use super::problem::FieldError;

/// Wrong values that an answer names.
const MOST_NAMED: usize = 20;
/// Letters of a pointer and of a detail: both may repeat what the client sent.
const POINTER_LETTERS: usize = 200;
const DETAIL_LETTERS: usize = 1_000;

/// Wrong values, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldErrors {
    named: Vec<FieldError>,
    count: usize,
}

impl FieldErrors {
    /// Adds one; it is worked out only if it is named.
    pub(super) fn add(&mut self, error: impl FnOnce() -> FieldError) {
        self.count += 1;
        if self.named.len() < MOST_NAMED {
            let mut error = error();
            shorten(&mut error.pointer, POINTER_LETTERS);
            shorten(&mut error.detail, DETAIL_LETTERS);
            self.named.push(error);
        }
    }

    /// Adds one.
    pub(super) fn push(&mut self, error: FieldError) {
        self.add(|| error);
    }

    /// Counts wrong values that are not named.
    pub(super) fn count_more(&mut self, count: usize) {
        self.count += count;
    }

    /// Wrong values, named or not.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether nothing is wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The errors of the answer: the named ones, then one for all others.
    pub(super) fn into_named(self) -> Vec<FieldError> {
        let more = self.count - self.named.len();
        let mut named = self.named;
        if more > 0 {
            let detail = counted_noun(more as u64, text!(noun.more_wrong_value));
            named.push(FieldError::wrong("", detail));
        }
        named
    }
}

impl From<FieldError> for FieldErrors {
    fn from(error: FieldError) -> FieldErrors {
        let mut errors = FieldErrors::default();
        errors.push(error);
        errors
    }
}

/// Cuts a text off after this number of letters, with a mark that something is missing.
fn shorten(text: &mut String, letters: usize) {
    if let Some((end, _)) = text.char_indices().nth(letters) {
        text.truncate(end);
        text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(count: usize) -> FieldErrors {
        let mut errors = FieldErrors::default();
        for number in 0..count {
            errors.push(FieldError::wrong(format!("/{number}"), "wrong"));
        }
        errors
    }

    #[test]
    fn twenty_wrong_values_are_named_and_the_others_counted() {
        assert!(errors(0).is_empty() && errors(0).into_named().is_empty());
        assert_eq!(errors(20).into_named().len(), 20);
        let many = errors(130_000);
        assert_eq!(many.count(), 130_000);
        let named = many.into_named();
        assert_eq!((named.len(), named[19].pointer.as_str()), (21, "/19"));
        assert_eq!(named[20].pointer, "");
        assert_eq!(named[20].detail, "129980 more values are wrong");
        assert_eq!(errors(21).into_named()[20].detail, "1 more value is wrong");
    }

    #[test]
    fn what_a_client_sent_is_repeated_only_in_part() {
        let long = "ä".repeat(1 << 20);
        let named = FieldErrors::from(FieldError::wrong(long.clone(), long)).into_named();
        assert_eq!(named[0].pointer, format!("{}…", "ä".repeat(200)));
        assert_eq!(named[0].detail, format!("{}…", "ä".repeat(1_000)));
    }
}
