//! The files of a source tree as modules, and which file takes names from
//! which: found in the text alone, without a compiler.
//!
//! A path is followed to the file that defines its name: down through child
//! modules, and through whatever a module imports or re-exports. What a file
//! takes through a method or a macro is not seen, and neither are tests, which
//! may use what they like.

use std::collections::{BTreeMap, BTreeSet};

use super::reader::{Import, Reader};
use super::words::{Word, words};

/// From one file to another, and the names that it takes there.
pub type Edges = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// One file as a module.
struct Module {
    file: String,
    children: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths of two names or more outside imports.
    paths: Vec<Vec<String>>,
    /// Every single name outside imports.
    names: BTreeSet<String>,
    /// The items that the file defines.
    items: BTreeSet<String>,
    /// Whether it does more than declare modules and pass names on.
    has_code: bool,
}

/// All modules of a tree, by their path from the root.
pub struct Modules(BTreeMap<Vec<String>, Module>);

/// The path of the module that a file is: `a/b.rs` and `a/b/mod.rs` are `a::b`,
/// `lib.rs` and `main.rs` the root.
fn module_path(file: &str) -> Vec<String> {
    let stem = file.trim_end_matches(".rs");
    let mut path: Vec<String> = stem.split('/').map(str::to_owned).collect();
    let last = path.last().map(String::as_str);
    if last == Some("mod") || matches!(stem, "lib" | "main") {
        path.pop();
    }
    path
}

impl Modules {
    /// Reads the modules of a tree: the path of each file from the root, with
    /// `/`, and its text. Files that only tests declare are left out.
    pub fn of<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Modules {
        let mut modules = Modules(BTreeMap::new());
        for (file, text) in files {
            // The root's own paths lead nowhere that a module's do not.
            if matches!(file, "lib.rs" | "main.rs") {
                continue;
            }
            let module = Module::of(file, &words(text));
            modules.0.insert(module_path(file), module);
        }
        let tests: Vec<Vec<String>> = modules
            .0
            .keys()
            .filter(|path| {
                let (name, above) = path.split_last().expect("the root was left out");
                let parent = modules.0.get(above);
                parent.is_some_and(|parent| !parent.children.contains(name))
            })
            .cloned()
            .collect();
        for path in tests {
            modules.0.remove(&path);
        }
        modules
    }

    /// Which file takes what from which other. Files that only declare and
    /// re-export take nothing, and nothing is taken from them.
    pub fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (at, module) in &self.0 {
            if !module.has_code {
                continue;
            }
            let used = module.imports.iter().filter(|import| {
                !import.is_public || module.names.contains(&import.name) || import.name == "*"
            });
            let paths = used
                .map(|import| &import.path)
                .chain(module.paths.iter())
                .filter_map(|path| self.owner(at, path, 0));
            for (owner, name) in paths {
                let owner = &self.0[&owner];
                if owner.has_code && owner.file != module.file {
                    let from = edges.entry(module.file.clone()).or_default();
                    from.entry(owner.file.clone()).or_default().insert(name);
                }
            }
        }
        edges
    }

    /// The module that a path leads to from a module, and the first name that
    /// is taken there; nothing for paths that leave the tree.
    fn owner(
        &self,
        from: &[String],
        path: &[String],
        turns: usize,
    ) -> Option<(Vec<String>, String)> {
        // Two modules that import everything of each other would never end.
        if turns > 16 {
            return None;
        }
        let mut at = from.to_vec();
        let mut rest = path;
        let mut anchored = false;
        while let Some((first, more)) = rest.split_first() {
            match first.as_str() {
                "crate" | "plumb" if !anchored => at.clear(),
                "self" if !anchored => {}
                "super" => {
                    at.pop()?;
                }
                _ => break,
            }
            anchored = true;
            rest = more;
        }
        while let Some((name, more)) = rest.split_first() {
            let mut child = at.clone();
            child.push(name.clone());
            if self.0.contains_key(&child) {
                at = child;
                rest = more;
                anchored = true;
                continue;
            }
            let module = self.0.get(&at)?;
            let known_here = module.items.contains(name);
            let import = module.imports.iter().find(|import| import.name == *name);
            if let Some(import) = import.filter(|_| !known_here) {
                let mut longer = import.path.clone();
                longer.extend_from_slice(more);
                return self.owner(&at, &longer, turns + 1);
            }
            if !known_here {
                // What a name has inside does not bring the name itself.
                let others = module
                    .imports
                    .iter()
                    .filter(|import| import.name == "*" && import.path.first() != Some(name));
                for import in others {
                    let mut longer = import.path.clone();
                    longer.extend_from_slice(rest);
                    if let Some((owner, name)) = self.owner(&at, &longer, turns + 1)
                        && self.0[&owner].items.contains(&name)
                    {
                        return Some((owner, name));
                    }
                }
            }
            // A path that begins with neither a module nor a name from here
            // belongs to another crate, or is a type with what it has.
            return (anchored || known_here).then(|| (at, name.clone()));
        }
        anchored.then(|| (at, "*".to_owned()))
    }
}

impl Module {
    fn of(file: &str, words: &[Word]) -> Module {
        let mut module = Module {
            file: file.to_owned(),
            children: BTreeSet::new(),
            imports: Vec::new(),
            paths: Vec::new(),
            names: BTreeSet::new(),
            items: BTreeSet::new(),
            has_code: false,
        };
        let mut reader = Reader { words, at: 0 };
        let mut depth = 0;
        while let Some(&word) = reader.rest().first() {
            match word {
                Word::Sign('{') => depth += 1,
                Word::Sign('}') => depth -= 1,
                _ => {}
            }
            module.item_or_word(&mut reader, depth == 0);
        }
        module
    }

    /// Takes the next declaration, import, path or word out of the text.
    fn item_or_word(&mut self, reader: &mut Reader<'_>, is_outermost: bool) {
        if reader.take_test() {
            return;
        }
        if reader.take_attribute() {
            return;
        }
        let start = reader.at;
        let is_public = reader.take_visibility();
        if let [Word::Name("mod"), Word::Name(name), Word::Sign(';'), ..] = reader.rest() {
            self.children.insert((*name).to_owned());
            reader.at += 3;
            return;
        }
        if let [Word::Name("use"), ..] = reader.rest() {
            reader.at += 1;
            reader.take_imports(&mut Vec::new(), is_public, &mut self.imports);
            return;
        }
        if reader.at > start {
            self.has_code = true;
            return;
        }
        self.has_code = true;
        if let [
            Word::Name("fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "union"),
            Word::Name(name),
            ..,
        ] = reader.rest()
            && is_outermost
        {
            self.items.insert((*name).to_owned());
        }
        let path = reader.take_path();
        if let Some(name) = path.first() {
            self.names.insert(name.clone());
        }
        if path.len() > 1 {
            self.paths.push(path);
        }
    }
}
