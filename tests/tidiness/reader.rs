//! Takes imports, paths and attributes out of the words of a file.

use super::words::Word;

/// A name that a module imports: where it comes from.
pub struct Import {
    pub path: Vec<String>,
    /// The name it has here; `*` for everything there is.
    pub name: String,
    /// Whether others may take it from here as if it were defined here.
    pub is_public: bool,
}

/// Goes through the words of a file.
pub struct Reader<'w> {
    pub words: &'w [Word<'w>],
    pub at: usize,
}

impl<'w> Reader<'w> {
    /// What has not been read yet.
    pub fn rest(&self) -> &'w [Word<'w>] {
        &self.words[self.at.min(self.words.len())..]
    }

    /// Steps over `#[cfg(test)]` with the item that follows; false when none is
    /// next.
    pub fn take_test(&mut self) -> bool {
        use Word::{Name, Sign};
        let [
            Sign('#'),
            Sign('['),
            Name("cfg"),
            Sign('('),
            Name("test"),
            Sign(')'),
            Sign(']'),
            ..,
        ] = self.rest()
        else {
            return false;
        };
        self.at += 7;
        while self.take_attribute() {}
        while let Some(&word) = self.rest().first() {
            if word == Word::Sign('{') {
                self.skip_group('{', '}');
                break;
            }
            self.at += 1;
            if word == Word::Sign(';') {
                break;
            }
        }
        true
    }

    /// Steps over `#[...]` or `#![...]`; false when none is next.
    pub fn take_attribute(&mut self) -> bool {
        let opening = match self.rest() {
            [Word::Sign('#'), Word::Sign('['), ..] => 1,
            [Word::Sign('#'), Word::Sign('!'), Word::Sign('['), ..] => 2,
            _ => return false,
        };
        self.at += opening;
        self.skip_group('[', ']');
        true
    }

    /// Steps over everything between two signs, the opening one being next.
    fn skip_group(&mut self, open: char, close: char) {
        let mut depth = 0;
        while let Some(&word) = self.rest().first() {
            self.at += 1;
            if word == Word::Sign(open) {
                depth += 1;
            } else if word == Word::Sign(close) {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }

    /// Steps over `pub` and `pub(super)`; false when none is next.
    pub fn take_visibility(&mut self) -> bool {
        if self.rest().first() != Some(&Word::Name("pub")) {
            return false;
        }
        self.at += 1;
        // `pub (Type, Type)` is a field: there the bracket holds more than a word.
        if let [
            Word::Sign('('),
            Word::Name("super" | "crate" | "self" | "in"),
            ..,
        ] = self.rest()
        {
            self.skip_group('(', ')');
        }
        true
    }

    /// Takes `a::b::c` or a single word.
    pub fn take_path(&mut self) -> Vec<String> {
        let mut path = Vec::new();
        loop {
            match self.rest() {
                [Word::Name(name), ..] => path.push((*name).to_owned()),
                _ if path.is_empty() => {
                    self.at += 1;
                    return path;
                }
                // `Type::<T>::new`: the type is known by now.
                _ => return path,
            }
            self.at += 1;
            match self.rest() {
                [Word::Sign(':'), Word::Sign(':'), Word::Name(_), ..] => self.at += 2,
                _ => return path,
            }
        }
    }

    /// Takes one tree of an import: what follows `use`, up to and with `;`, or
    /// one branch of it.
    pub fn take_imports(
        &mut self,
        before: &mut Vec<String>,
        is_public: bool,
        imports: &mut Vec<Import>,
    ) {
        let depth = before.len();
        loop {
            match self.rest() {
                [Word::Sign('{'), ..] => {
                    self.at += 1;
                    while !matches!(self.rest(), [] | [Word::Sign('}'), ..]) {
                        self.take_imports(before, is_public, imports);
                        if let [Word::Sign(','), ..] = self.rest() {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    break;
                }
                [Word::Sign('*'), ..] => {
                    self.at += 1;
                    imports.push(Import {
                        path: before.clone(),
                        name: "*".to_owned(),
                        is_public,
                    });
                    break;
                }
                [Word::Name(name), ..] => {
                    self.at += 1;
                    // `{self}` is the module itself.
                    if *name != "self" || before.is_empty() {
                        before.push((*name).to_owned());
                    }
                    if let [Word::Sign(':'), Word::Sign(':'), ..] = self.rest() {
                        self.at += 2;
                        continue;
                    }
                    let mut name = before.last().cloned().unwrap_or_default();
                    if let [Word::Name("as"), Word::Name(alias), ..] = self.rest() {
                        self.at += 2;
                        name = (*alias).to_owned();
                    }
                    imports.push(Import {
                        path: before.clone(),
                        name,
                        is_public,
                    });
                    break;
                }
                [Word::Sign(':'), Word::Sign(':'), ..] => self.at += 2,
                _ => {
                    self.at += 1;
                    break;
                }
            }
        }
        before.truncate(depth);
        if depth == 0 && self.rest().first() == Some(&Word::Sign(';')) {
            self.at += 1;
        }
    }
}
