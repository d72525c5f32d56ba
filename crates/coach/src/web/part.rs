//! A part of a page: a script, and the style of what it draws.

/// What a page takes as a whole, or not at all.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub(super) script: &'static str,
    pub(super) style: &'static str,
}

impl Part {
    /// What needs no style beyond the page's own.
    pub const fn script(script: &'static str) -> Part {
        Part::styled(script, "")
    }

    /// A script and its style, which holds wherever this part is shown and nowhere else.
    pub const fn styled(script: &'static str, style: &'static str) -> Part {
        Part { script, style }
    }

    /// The script.
    pub fn code(&self) -> &'static str {
        self.script
    }
}
