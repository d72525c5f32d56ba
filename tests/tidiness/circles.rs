//! Circles among the files of a tree: files that, one through the other, take
//! names from each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::modules::Edges;

/// The shortest circle through each file that is in one, in words: `a.rs -> b.rs
/// (takes X) -> a.rs (takes Y)`. A file that a circle already names gets none
/// of its own, so further ones may come to light when the first is gone.
pub fn circles(edges: &Edges) -> Vec<String> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for file in edges.keys() {
        if told.contains(file) {
            continue;
        }
        if let Some(way) = way_round(edges, file) {
            found.push(in_words(edges, &way));
            told.extend(way);
        }
    }
    found
}

/// The shortest way from a file back to itself, which it begins and ends with.
fn way_round(edges: &Edges, start: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for next in edges.get(file).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                let mut way = vec![start.to_owned(), file.to_owned()];
                let mut at = file;
                while at != start {
                    at = before[at];
                    way.push(at.to_owned());
                }
                way.reverse();
                return Some(way);
            }
            if !before.contains_key(next.as_str()) {
                before.insert(next, file);
                queue.push_back(next);
            }
        }
    }
    None
}

fn in_words(edges: &Edges, way: &[String]) -> String {
    let mut text = way[0].clone();
    for pair in way.windows(2) {
        let names: Vec<&str> = edges[&pair[0]][&pair[1]]
            .iter()
            .map(String::as_str)
            .collect();
        text.push_str(&format!(" -> {} (takes {})", pair[1], names.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::modules::Modules;
    use super::circles;

    fn circles_of(tree: &[(&str, &str)]) -> Vec<String> {
        circles(&Modules::of(tree.iter().copied()).edges())
    }

    #[test]
    fn a_circle_is_found_and_named() {
        let tree = [
            ("lib.rs", "pub mod kitchen;"),
            (
                "kitchen/mod.rs",
                "mod oven; mod pan; mod spoon; pub use pan::Pan;",
            ),
            (
                "kitchen/oven.rs",
                "use super::pan::{Lid, Pan}; pub struct Oven(Pan, Lid);",
            ),
            (
                "kitchen/pan.rs",
                "use super::spoon; pub struct Pan; pub struct Lid(spoon::Spoon);",
            ),
            (
                "kitchen/spoon.rs",
                "pub struct Spoon; fn heat(_: &crate::kitchen::oven::Oven) {}",
            ),
        ];
        assert_eq!(
            circles_of(&tree),
            ["kitchen/oven.rs -> kitchen/pan.rs (takes Lid, Pan) \
                 -> kitchen/spoon.rs (takes *, Spoon) -> kitchen/oven.rs (takes Oven)"]
        );
    }

    #[test]
    fn names_are_followed_through_re_exports() {
        let tree = [
            (
                "a/mod.rs",
                "mod one; mod two; pub use one::*; pub use self::two::Two as Second;",
            ),
            ("a/one.rs", "use crate::a::Second; pub struct One(Second);"),
            ("a/two.rs", "pub struct Two(Box<super::One>);"),
        ];
        assert_eq!(
            circles_of(&tree),
            ["a/one.rs -> a/two.rs (takes Two) -> a/one.rs (takes One)"]
        );
    }

    #[test]
    fn a_module_that_does_more_than_re_export_takes_part() {
        let real = [
            (
                "a/mod.rs",
                "mod b; pub(crate) enum Flow { On } fn run() { b::step(); }",
            ),
            (
                "a/b.rs",
                "use super::Flow; pub(super) fn step() -> Flow { Flow::On }",
            ),
        ];
        assert_eq!(
            circles_of(&real),
            ["a/b.rs -> a/mod.rs (takes Flow) -> a/b.rs (takes step)"]
        );
        // What it only passes on, it does not need itself.
        let passing = [
            ("a/mod.rs", "mod b; pub use b::step; pub enum Flow { On }"),
            (
                "a/b.rs",
                "use super::Flow; pub fn step() -> Flow { Flow::On }",
            ),
        ];
        assert_eq!(circles_of(&passing), [""; 0]);
    }

    #[test]
    fn tests_comments_and_strings_are_no_imports() {
        let tree = [
            ("a.rs", "use super::b::B; pub struct A<'a>(&'a B);"),
            (
                "b.rs",
                "//! See `crate::a::A`.\n\
                 pub struct B; const C: (&str, char) = (r#\"\"crate::a::A\"#, '\"');\n\
                 #[cfg(test)]\n#[path = \"b_tests.rs\"]\nmod tests;\n\
                 #[cfg(test)]\nmod more { use crate::a::A; }\n\
                 #[cfg(test)]\nuse crate::a::A;",
            ),
            ("b_tests.rs", "use crate::a::A; use super::B;"),
        ];
        let mut modules = tree.to_vec();
        assert_eq!(circles_of(&modules), [""; 0]);
        modules[1].1 = "pub struct B; fn f() -> crate::a::A {}";
        assert_eq!(
            circles_of(&modules),
            ["a.rs -> b.rs (takes B) -> a.rs (takes A)"]
        );
    }
}
