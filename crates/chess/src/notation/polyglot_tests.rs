//! The published keys, and little books made in memory.

use super::*;
use crate::notation::{CastlingStyle, START_FEN, parse_fen, to_uci_move};

/// An entry's bytes: the move in coordinates, the promotion as the format
/// numbers it.
fn entry(key: u64, mv: &str, promotion: u16, weight: u16) -> [u8; 16] {
    let from = Square::parse(&mv[..2]).unwrap().index() as u16;
    let to = Square::parse(&mv[2..]).unwrap().index() as u16;
    let bits = promotion << 12 | from << 6 | to;
    let mut bytes = [0xAB; 16];
    bytes[..8].copy_from_slice(&key.to_be_bytes());
    bytes[8..10].copy_from_slice(&bits.to_be_bytes());
    bytes[10..12].copy_from_slice(&weight.to_be_bytes());
    bytes
}

fn book(entries: &[[u8; 16]]) -> Book {
    Book::from_bytes("test", &entries.concat()).unwrap()
}

fn listed(book: &Book, fen: &str) -> Vec<(String, u16)> {
    let position = parse_fen(fen).unwrap();
    book.moves(&position)
        .iter()
        .map(|entry| {
            let text = to_uci_move(&position, entry.mv, CastlingStyle::Chess960);
            (text, entry.weight)
        })
        .collect()
}

fn key_of(fen: &str) -> u64 {
    polyglot_key(&parse_fen(fen).unwrap())
}

#[test]
fn published_keys() {
    // The nine examples of the format's description.
    let cases = [
        (START_FEN, 0x463b_9618_1691_fc9c),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            0x823c_9b50_fd11_4196,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
            0x0756_b944_61c5_0fb0,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            0x662f_afb9_65db_29d4,
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            0x22a4_8b5a_8e47_ff78,
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
            0x652a_607c_a3f2_42c1,
        ),
        (
            "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
            0x00fd_d303_c946_bdd9,
        ),
        (
            "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
            0x3c81_23ea_7b06_7637,
        ),
        (
            "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
            0x5c3f_9b82_9b27_9560,
        ),
    ];
    for (fen, key) in cases {
        assert_eq!(key_of(fen), key, "{fen}");
    }
}

#[test]
fn moves_in_the_order_of_the_book() {
    let key = key_of(START_FEN);
    let book = book(&[
        entry(key - 1, "a2a3", 0, 9),
        entry(key, "e2e4", 0, 3),
        entry(key, "e2e5", 0, 7),
        entry(key, "d2d4", 0, 1),
        entry(key, "a2a3", 5, 7),
        entry(key + 1, "a2a4", 0, 9),
    ]);
    assert_eq!(book.len(), 6);
    assert!(!book.is_empty());
    // e2e5 is not legal, and nothing becomes a piece number five.
    let expected = [("e2e4".to_string(), 3), ("d2d4".to_string(), 1)];
    assert_eq!(listed(&book, START_FEN), expected);
    assert!(listed(&book, "4k3/8/8/8/8/8/8/4K3 w - -").is_empty());
}

#[test]
fn an_unsorted_book_is_sorted() {
    let key = key_of(START_FEN);
    let book = book(&[
        entry(u64::MAX, "a2a3", 0, 9),
        entry(key, "d2d4", 0, 2),
        entry(0, "a2a3", 0, 9),
        entry(key, "c2c4", 0, 2),
    ]);
    let expected = [("d2d4".to_string(), 2), ("c2c4".to_string(), 2)];
    assert_eq!(listed(&book, START_FEN), expected);
}

#[test]
fn castling_and_promotions() {
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -";
    let key = key_of(castles);
    let book_one = book(&[
        entry(key, "e8h8", 0, 1),
        entry(key, "e8a8", 0, 1),
        entry(key, "e8g8", 0, 1),
    ]);
    let texts: Vec<String> = listed(&book_one, castles)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert_eq!(texts, ["e8h8", "e8a8", "e8h8"]);

    // Without the right the same bits are a rook's square, and no move.
    let none = "r3k2r/8/8/8/8/8/8/R3K2R b - -";
    let book_two = book(&[entry(key_of(none), "e8h8", 0, 1)]);
    assert!(listed(&book_two, none).is_empty());

    let promotes = "7k/P7/8/8/8/8/8/K7 w - -";
    let key = key_of(promotes);
    let entries: Vec<_> = (0..=7).map(|code| entry(key, "a7a8", code, 1)).collect();
    let texts: Vec<String> = listed(&book(&entries), promotes)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert_eq!(texts, ["a7a8n", "a7a8b", "a7a8r", "a7a8q"]);
}

#[test]
fn choice_follows_the_weights() {
    let key = key_of(START_FEN);
    let position = parse_fen(START_FEN).unwrap();
    let book_one = book(&[
        entry(key, "a2a3", 0, 0),
        entry(key, "e2e4", 0, 3),
        entry(key, "h2h3", 0, 0),
        entry(key, "d2d4", 0, 1),
    ]);
    let chosen = |random: u64| {
        let mv = book_one.choose(&position, random).unwrap();
        to_uci_move(&position, mv, CastlingStyle::Standard)
    };
    // Three quarters of all numbers mean e2e4, to the number.
    let three_quarters = u64::MAX / 4 * 3 + 3;
    assert_eq!(chosen(0), "e2e4");
    assert_eq!(chosen(three_quarters - 1), "e2e4");
    assert_eq!(chosen(three_quarters), "d2d4");
    assert_eq!(chosen(u64::MAX), "d2d4");

    let zero = book(&[entry(key, "e2e4", 0, 0)]);
    assert_eq!(zero.choose(&position, 0), None);
    assert_eq!(zero.choose(&position, u64::MAX), None);
    let other = parse_fen("4k3/8/8/8/8/8/8/4K3 w - -").unwrap();
    assert_eq!(book_one.choose(&other, 7), None);
    // The largest weights do not overflow.
    let heavy = book(&[entry(key, "e2e4", 0, u16::MAX); 300]);
    assert!(heavy.choose(&position, u64::MAX).is_some());
}

#[test]
fn messages() {
    let message = |bytes: &[u8]| Book::from_bytes("x.bin", bytes).unwrap_err().to_string();
    assert_eq!(message(&[]), "the book x.bin is empty");
    assert_eq!(
        message(&[0; 33]),
        "x.bin is not a Polyglot book: 33 bytes, expected a multiple of 16"
    );
    let missing = Book::open("no/such/book.bin").unwrap_err().to_string();
    assert!(
        missing.starts_with("cannot read the book no/such/book.bin: "),
        "{missing}"
    );
    let folder = std::env::temp_dir();
    let message = Book::open(&folder).unwrap_err().to_string();
    assert_eq!(
        message,
        format!("the book {} is not a file", folder.display())
    );
}

#[test]
fn a_book_on_disk() {
    let path = std::env::temp_dir().join(format!("plumb-book-{}.bin", std::process::id()));
    std::fs::write(&path, entry(key_of(START_FEN), "g1f3", 0, 1)).unwrap();
    let book = Book::open(&path);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(listed(&book.unwrap(), START_FEN), [("g1f3".to_string(), 1)]);
}

/// A file of holes takes no room on the disk, and would take all memory.
#[test]
fn a_book_larger_than_memory_is_an_error() {
    let path = std::env::temp_dir().join(format!("plumb-huge-{}.bin", std::process::id()));
    std::fs::File::create(&path)
        .unwrap()
        .set_len(5 << 30)
        .unwrap();
    let message = Book::open(&path).unwrap_err().to_string();
    std::fs::remove_file(&path).unwrap();
    assert!(
        message.ends_with("5368709120 bytes, expected at most 2147483648"),
        "{message}"
    );
}

#[test]
fn a_book_of_many_chunks_is_read_whole() {
    let entries: Vec<[u8; 16]> = (0..10_000_u128)
        .map(|key| (key << 64).to_be_bytes())
        .collect();
    assert_eq!(
        Book::from_bytes("many.bin", &entries.concat())
            .unwrap()
            .len(),
        10_000
    );
    let mut cut = entries.concat();
    cut.pop();
    let message = Book::from_bytes("cut.bin", &cut).unwrap_err().to_string();
    assert!(
        message.contains("159999 bytes, expected a multiple of 16"),
        "{message}"
    );
}
