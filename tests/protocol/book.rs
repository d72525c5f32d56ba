//! A tiny Polyglot book, made on the spot, and what both protocols do with it.

use std::path::PathBuf;

use plumb::board::{Position, Square};
use plumb::notation::polyglot_key;

use crate::chess::{best, check_search, start};
use crate::driver::Plumb;

/// A book in a file that goes when this goes.
pub struct BookFile(PathBuf);

impl BookFile {
    pub fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for BookFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The start position with a2a3 (weight 1) and h2h4 (weight 3), which nobody
/// plays of his own accord.
pub fn little_book(name: &str) -> BookFile {
    let key = polyglot_key(&Position::start());
    let mut bytes = Vec::new();
    for (mv, weight) in [("a2a3", 1u16), ("h2h4", 3)] {
        let square = |text: &str| Square::parse(text).expect(text).index() as u16;
        let bits = square(&mv[..2]) << 6 | square(&mv[2..]);
        bytes.extend(key.to_be_bytes());
        bytes.extend(bits.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    let path = temp_path(&format!("{name}.bin"));
    std::fs::write(&path, bytes).expect("a place for temporary files");
    BookFile(path)
}

/// A path of this process's own for a temporary file.
pub fn temp_path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plumb-test-{}-{name}", std::process::id()))
}

const BOOK_MOVES: [&str; 2] = ["a2a3", "h2h4"];

#[test]
fn the_book_is_used_only_when_asked_and_only_where_it_has_moves() {
    let book = little_book("uci");
    let mut plumb = Plumb::uci();
    plumb.send(format!("setoption name BookFile value {}", book.path()));
    plumb.send("position startpos");
    let in_book = |plumb: &mut Plumb| {
        let lines = plumb.go("go depth 4");
        check_search(&start(), &lines);
        BOOK_MOVES.contains(&best(&lines).0.expect("a move").as_str())
    };
    assert!(!in_book(&mut plumb), "off by default");
    plumb.send("setoption name OwnBook value true");
    assert!(in_book(&mut plumb));
    plumb.send("setoption name UCI_AnalyseMode value true");
    assert!(!in_book(&mut plumb), "not in analysis");
    plumb.send("setoption name UCI_AnalyseMode value false");
    assert!(in_book(&mut plumb));
    // The user's choice of moves comes first.
    let lines = plumb.go("go depth 2 searchmoves e2e4");
    assert_eq!(best(&lines).0.as_deref(), Some("e2e4"));
    // Out of book the search takes over.
    plumb.send("position startpos moves a2a3");
    assert!(crate::chess::last_info(&plumb.go("go depth 3")).depth >= Some(3));
    plumb.send("setoption name BookFile value <empty>");
    plumb.send("position startpos");
    assert!(!in_book(&mut plumb));
    plumb.quit();
}

#[test]
fn a_book_that_cannot_be_read_is_one_error_and_the_old_one_stays() {
    let book = little_book("broken");
    let mut plumb = Plumb::uci();
    plumb.send("setoption name OwnBook value true");
    plumb.send(format!("setoption name BookFile value {}", book.path()));
    plumb.send("setoption name BookFile value /no/such/book.bin");
    let lines = plumb.sync();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("info string error: option BookFile not changed: "));
    plumb.send("position startpos");
    let lines = plumb.go("go depth 2");
    assert!(BOOK_MOVES.contains(&best(&lines).0.expect("a move").as_str()));
    plumb.quit();
}

#[test]
fn the_book_in_xboard_protocol() {
    let book = little_book("cecp");
    let mut plumb = Plumb::xboard();
    plumb.send("bk");
    assert_eq!(plumb.ping(), ["\tno book move", ""]);
    plumb.send(format!("option BookFile={}", book.path()));
    plumb.send("option OwnBook=1");
    plumb.send("force");
    plumb.send("bk");
    assert_eq!(plumb.ping(), ["\ta2a3 25.0%", "\th2h4 75.0%", ""]);
    plumb.send("go");
    let lines = plumb.until("move ");
    assert!(BOOK_MOVES.contains(&&lines[lines.len() - 1][5..]));
    assert_eq!(crate::chess::thinking(&lines).len(), 1, "one line for it");
    plumb.quit();
}
