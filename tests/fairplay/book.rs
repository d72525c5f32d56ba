//! Book: what is known at the day of a game, and what is not.

use plumb_testing::scratch::Scratch;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use plumb::board::Position;
use plumb::fairplay::{
    AddOutcome, Book, BookDepth, BookError, BookSource, ClockForm, INDEX_PLIES, Index, Ply,
    SourceGame,
};
use plumb::notation::{FenStyle, parse_fen, parse_san, polyglot_key, to_epd};

/// A folder of its own for a test, gone at its end.
/// A game of these moves (`--` is a null move) and this `Date`.
fn game(date: &str, moves: &str) -> SourceGame {
    from(Position::start(), date, moves)
}

fn from(start: Position, date: &str, moves: &str) -> SourceGame {
    let mut position = start.clone();
    let plies = moves.split_whitespace().map(|san| {
        let mv = (san != "--").then(|| parse_san(&position, san).expect(san));
        position = match mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
        Ply {
            mv,
            ..Ply::default()
        }
    });
    SourceGame {
        shown_names: [None, None],
        notes: Vec::new(),
        file: "games.pgn".to_owned(),
        number: 1,
        clock_form: ClockForm::default(),
        line: 1,
        plies: plies.collect(),
        tags: vec![("Date".to_owned(), date.to_owned())],
        start,
    }
}

/// The position after these moves.
fn after(moves: &str) -> Position {
    let game = game("", moves);
    game.before(game.plies.len()).position().clone()
}

fn index_of(path: &Path, games: &[SourceGame]) -> Index {
    let mut index = Index::create_or_open(path, None).expect("an index");
    for game in games {
        index.add(game).expect("added");
    }
    index.commit().expect("written");
    drop(index);
    Index::open_read_only(path).expect("opened")
}

/// One letter for each ply: b for book, - for not.
fn trace(index: &Index, game: &SourceGame) -> String {
    let known = index.precedents(game).expect("an answer");
    known.iter().map(|&b| if b { 'b' } else { '-' }).collect()
}

const RUY: &str = "e4 e5 Nf3 Nc6 Bb5 a6";

#[test]
fn only_what_was_played_before_is_book() {
    let folder = Scratch::new("dates");
    let older = game("1857.11.02", &format!("{RUY} Ba4 Nf6 O-O"));
    let index = index_of(&folder.join("a"), std::slice::from_ref(&older));
    let judged = |date| trace(&index, &game(date, &format!("{RUY} Bxc6 dxc6")));
    assert_eq!(judged("1857.11.03"), "bbbbbb--");
    assert_eq!(judged("1857.11.02"), "--------");
    assert_eq!(judged("1857.11.01"), "--------");
    // The judged game as late as it may have been.
    assert_eq!(judged("1857.11.??"), "bbbbbb--");
    assert_eq!(judged("1857.??.??"), "bbbbbb--");
    assert_eq!(judged("1857.10.??"), "--------");
    assert_eq!(judged("1856.??.??"), "--------");
    assert_eq!(judged("????.??.??"), "bbbbbb--");
}

#[test]
fn precedents_are_as_early_as_they_may_be() {
    let folder = Scratch::new("spans");
    let year = index_of(&folder.join("year"), &[game("1858.??.??", RUY)]);
    let month = index_of(&folder.join("month"), &[game("1858.06.??", RUY)]);
    let never = index_of(&folder.join("never"), &[game("????.06.01", RUY)]);
    let judged = |index, date| trace(index, &game(date, "e4 e5 d4"));
    assert_eq!(judged(&year, "1858.01.02"), "bb-");
    assert_eq!(judged(&year, "1858.01.01"), "---");
    assert_eq!(judged(&month, "1858.06.02"), "bb-");
    assert_eq!(judged(&month, "1858.06.01"), "---");
    // Without a year a game is no precedent, even for one without a year.
    assert_eq!(judged(&never, "1999.01.01"), "---");
    assert_eq!(judged(&never, "????.??.??"), "---");
    let seen = never.first_seen(&after("e4")).unwrap().unwrap();
    assert_eq!((seen.games, seen.first_day), (1, None));
}

#[test]
fn the_same_whole_game_is_no_precedent() {
    let folder = Scratch::new("same");
    let judged = game("1900.05.05", &format!("{RUY} Ba4 Nf6"));
    let copy = game("1900.??.??", &format!("{RUY} Ba4 Nf6"));
    let alone = index_of(&folder.join("alone"), std::slice::from_ref(&copy));
    assert_eq!(trace(&alone, &judged), "--------");
    // Whichever of the two is the older, the other game counts.
    for (name, date) in [("older", "1850.01.01"), ("newer", "1900.05.04")] {
        let other = game(date, &format!("{RUY} Bxc6"));
        let both = index_of(&folder.join(name), &[copy.clone(), other]);
        assert_eq!(trace(&both, &judged), "bbbbbb--", "{name}");
    }
    // One more move, and it is another game.
    let longer = game("1850.01.01", &format!("{RUY} Ba4 Nf6 O-O"));
    let index = index_of(&folder.join("longer"), &[longer]);
    assert_eq!(trace(&index, &judged), "bbbbbbbb");
    // Three copies are one.
    let copies = ["1850.01.01", "1851.01.01", "1852.01.01"];
    let copies = copies.map(|date| game(date, &format!("{RUY} Ba4 Nf6")));
    let index = index_of(&folder.join("copies"), &copies);
    assert_eq!(trace(&index, &judged), "--------");
    assert_eq!(index.contents().unwrap().games, 1);
}

#[test]
fn transpositions_count_and_clocks_do_not() {
    let folder = Scratch::new("transpositions");
    let index = index_of(&folder.join("a"), &[game("1900.01.01", "d4 Nf6 c4 e6 Nc3")]);
    let judged = game("1950.01.01", "c4 e6 Nc3 Nf6 d4 d5");
    assert_eq!(trace(&index, &judged), "----b-");
    // Out of book and back in: book up to there.
    let book = Book::default().with_index(index);
    let expected = BookDepth {
        plies: 5,
        run: 0,
        source: Some(BookSource::Index),
    };
    assert_eq!(book.depth(&judged).unwrap(), expected);
    // Knights out and back change the clocks and nothing else.
    assert_eq!(after("e4 e5").key(), after("e4 e5 Nf3 Nc6 Ng1 Nb8").key());
    let late = parse_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 7 40");
    assert_eq!(late.unwrap().key(), after("e4 e5").key());
    // A right to castle is part of the position.
    assert_ne!(after("e4 e5").key(), after("e4 e5 Ke2 Ke7 Ke1 Ke8").key());
}

#[test]
fn a_start_of_its_own_can_meet_other_games() {
    let folder = Scratch::new("setup");
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let start = parse_fen(fen).unwrap();
    let index = index_of(&folder.join("a"), &[from(start, "1900.01.01", "Nf3 Nc6")]);
    let judged = game("1950.01.01", "e4 e5 Nf3 Nc6 Bb5");
    assert_eq!(trace(&index, &judged), "--bb-");
    // The same moves from another start are another game.
    let twin = parse_fen("rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let mut index = Index::create_or_open(folder.join("a"), None).unwrap();
    let added = index.add(&from(twin.unwrap(), "1900.01.01", "Nf3 Nc6"));
    assert_eq!(added.unwrap(), AddOutcome::New);
}

#[test]
fn games_are_counted_once() {
    let folder = Scratch::new("incremental");
    let path = folder.join("a");
    let first = [
        game("1900.01.01", "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3"),
        game("1900.??.??", "e4 c5"),
    ];
    let second = [game("1899.01.01", "e4 e6"), game("1901.01.01", "e4 c5")];
    let once = index_of(&path, &first);
    let seen = |index: &Index, moves| index.first_seen(&after(moves)).unwrap().unwrap();
    assert_eq!(seen(&once, "e4").games, 2);
    assert_eq!(seen(&once, "e4 e5 Nf3").games, 1);
    assert_eq!(once.first_seen(&after("d4")).unwrap(), None);
    let before = once.contents().unwrap();
    assert_eq!((before.games, before.positions), (2, 6));
    drop(once);

    // The same file again, then another that shares a game.
    let twice = index_of(&path, &first);
    assert_eq!(twice.contents().unwrap(), before);
    drop(twice);
    let both = index_of(&path, &second);
    let contents = both.contents().unwrap();
    assert_eq!((contents.games, contents.positions), (3, 7));
    assert_ne!(contents.fingerprint, before.fingerprint);
    let e4 = seen(&both, "e4");
    assert_eq!((e4.games, e4.first_day), (3, Some(18_990_101)));
    assert_eq!(seen(&both, "e4 c5").first_day, Some(19_000_101));

    // The other way round, and in one go.
    let backwards: Vec<SourceGame> = second.iter().chain(&first).rev().cloned().collect();
    let other = index_of(&folder.join("b"), &backwards);
    assert_eq!(other.contents().unwrap(), contents);
    for moves in ["e4", "e4 c5", "e4 e6", "e4 e5 Nf3"] {
        assert_eq!(seen(&other, moves), seen(&both, moves), "{moves}");
    }
}

#[test]
fn an_earlier_day_of_a_known_game_is_taken_over() {
    let folder = Scratch::new("earlier");
    let path = folder.join("a");
    let mut index = Index::create_or_open(&path, None).unwrap();
    index.add(&game("1900.01.01", "e4 c5")).unwrap();
    index.add(&game("1901.01.01", "e4 e6")).unwrap();
    // Third and without a place among the first two.
    assert_eq!(index.add(&game("????", "e4 d5")).unwrap(), AddOutcome::New);
    index.commit().unwrap();
    let day = |index: &Index| index.first_seen(&after("e4")).unwrap().unwrap();
    assert_eq!(day(&index).first_day, Some(19_000_101));
    assert_eq!(
        index.add(&game("1890.01.01", "e4 d5")).unwrap(),
        AddOutcome::Earlier
    );
    assert_eq!(
        index.add(&game("1895.01.01", "e4 d5")).unwrap(),
        AddOutcome::Known
    );
    assert_eq!(
        index.add(&game("1895.01.01", "")).unwrap(),
        AddOutcome::Empty
    );
    index.commit().unwrap();
    let seen = day(&index);
    assert_eq!((seen.games, seen.first_day), (3, Some(18_900_101)));
    // Now it is the first and leaves itself out; nobody else was earlier.
    assert_eq!(trace(&index, &game("1895.01.01", "e4 d5")), "--");
    assert_eq!(trace(&index, &game("1895.01.01", "e4 Nf6")), "b-");
}

#[test]
fn what_is_not_committed_is_lost_and_can_be_added_again() {
    let folder = Scratch::new("commit");
    let path = folder.join("a");
    let mut index = Index::create_or_open(&path, None).unwrap();
    index.add(&game("1900.01.01", RUY)).unwrap();
    drop(index);
    let mut index = Index::create_or_open(&path, None).unwrap();
    assert_eq!(index.contents().unwrap().games, 0);
    assert_eq!(
        index.add(&game("1900.01.01", RUY)).unwrap(),
        AddOutcome::New
    );
    index.commit().unwrap();
    assert_eq!(trace(&index, &game("1901.01.01", "e4 e5")), "bb");
}

/// What a killed run leaves behind: a file half written, and a journal that
/// undoes it.
#[test]
fn a_killed_run_is_undone_by_whoever_opens_the_index() {
    let folder = Scratch::new("killed");
    let whole = folder.join("whole");
    drop(index_of(&whole, &[game("1900.01.01", RUY)]));
    let db = rusqlite::Connection::open(&whole).unwrap();
    db.execute_batch(
        "PRAGMA cache_size = 1; BEGIN;
         UPDATE positions SET games = 99; UPDATE meta SET value = 99 WHERE name = 'games';
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
         INSERT INTO positions SELECT i, 1, NULL, NULL FROM n;",
    )
    .unwrap();
    let journal = |path: &Path| PathBuf::from(format!("{}-journal", path.display()));
    for write in [false, true] {
        let killed = folder.join(if write { "write" } else { "read" });
        std::fs::copy(&whole, &killed).unwrap();
        std::fs::copy(journal(&whole), journal(&killed)).unwrap();
        let bytes = std::fs::metadata(&killed).unwrap().len();
        assert!(bytes > 100_000, "nothing of the transaction was written");
        let index = match write {
            true => Index::create_or_open(&killed, None),
            false => Index::open_read_only(&killed),
        };
        let index = index.unwrap();
        assert_eq!(index.contents().unwrap().games, 1);
        let seen = index.first_seen(&after(RUY)).unwrap().unwrap();
        assert_eq!(seen.games, 1);
    }
}

#[test]
fn only_the_first_plies_are_kept() {
    let folder = Scratch::new("plies");
    let path = folder.join("a");
    let mut index = Index::create_or_open(&path, Some(4)).unwrap();
    index.add(&game("1900.01.01", RUY)).unwrap();
    index.commit().unwrap();
    assert_eq!(index.contents().unwrap().positions, 4);
    assert_eq!(
        trace(&index, &game("1950.01.01", &format!("{RUY} O-O"))),
        "bbbb"
    );
    drop(index);
    assert_eq!(Index::create_or_open(&path, None).unwrap().plies(), 4);
    let error = Index::create_or_open(&path, Some(5)).unwrap_err();
    assert!(
        matches!(error, BookError::Plies { there: 4, .. }),
        "{error}"
    );
    // Nothing after a null move has been played.
    let other = folder.join("b");
    let index = index_of(&other, &[game("1900.01.01", "e4 -- d4")]);
    assert_eq!(index.plies(), INDEX_PLIES);
    assert_eq!(index.contents().unwrap().positions, 1);
}

/// Both rooks on the same side of the king, and the right of the inner or of the
/// outer one: two positions, whatever their wings have in common.
#[test]
fn castling_with_another_rook_is_another_position() {
    let folder = Scratch::new("rooks");
    let start = |rights| parse_fen(&format!("4k3/8/8/8/8/8/8/4K1RR w {rights} - 0 1")).unwrap();
    let index = index_of(
        &folder.join("a"),
        &[
            from(start("G"), "1900.01.01", "Kd1 Ke7 Kd2"),
            from(start("G"), "1900.01.01", "Rh5"),
        ],
    );
    let judged = |rights, moves| trace(&index, &from(start(rights), "1950.01.01", moves));
    // Without rights it is the same position again.
    assert_eq!(judged("G", "Kd1 Kd8"), "b-");
    assert_eq!(judged("H", "Kd1 Kd8"), "b-");
    assert_eq!(judged("G", "Rh5 Kd8"), "b-");
    // The outer rook has moved, and its right is gone.
    assert_eq!(judged("H", "Rh5 Kd8"), "--");
    let index = index_of(
        &folder.join("b"),
        &[from(start("G"), "1900.01.01", "Rh2 Ke7")],
    );
    let judged = |rights| trace(&index, &from(start(rights), "1950.01.01", "Rh2 Ke7 Rh3"));
    assert_eq!(
        (judged("G"), judged("-")),
        ("bb-".to_owned(), "---".to_owned())
    );
    // Neither rook has moved: only the letter tells.
    let black = |rights| parse_fen(&format!("4k3/8/8/8/8/8/8/4K1RR b {rights} - 0 1")).unwrap();
    let one = from(black("G"), "1900.01.01", "Kd7 Rh2");
    let index = index_of(&folder.join("c"), std::slice::from_ref(&one));
    let judged = |rights| trace(&index, &from(black(rights), "1950.01.01", "Kd7 Rh3"));
    assert_eq!(
        (judged("G"), judged("H")),
        ("b-".to_owned(), "--".to_owned())
    );
    // Nor are they the same whole game.
    let twin = from(black("H"), "1901.01.01", "Kd7 Rh2");
    let index = index_of(&folder.join("d"), &[one, twin]);
    assert_eq!(index.contents().unwrap().games, 2);
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = Scratch::new("refused");
    let missing = Index::open_read_only(folder.join("missing")).unwrap_err();
    assert!(matches!(missing, BookError::Missing(_)), "{missing}");
    let text = folder.join("text.pgn");
    let content = "[Event \"x\"]\n\n1. e4 *\n".repeat(100);
    std::fs::write(&text, &content).unwrap();
    let other = folder.join("other.sqlite");
    let db = rusqlite::Connection::open(&other).unwrap();
    db.execute_batch("CREATE TABLE mine (a)").unwrap();
    drop(db);
    for path in [&text, &other] {
        for error in [
            Index::create_or_open(path, None).unwrap_err(),
            Index::open_read_only(path).unwrap_err(),
        ] {
            assert!(matches!(error, BookError::NotAnIndex(_)), "{error}");
        }
    }
    assert_eq!(std::fs::read_to_string(&text).unwrap(), content);
    let old = folder.join("old");
    drop(index_of(&old, &[]));
    // Format 1 knew positions by keys that mixed some up.
    for version in [1, 99] {
        let db = rusqlite::Connection::open(&old).unwrap();
        db.pragma_update(None, "user_version", version).unwrap();
        drop(db);
        for error in [
            Index::create_or_open(&old, None).unwrap_err(),
            Index::open_read_only(&old).unwrap_err(),
        ] {
            let is_version = matches!(error, BookError::Version { there, .. } if there == version);
            assert!(is_version, "{error}");
            let line = error.to_string();
            assert!(
                line.ends_with("make it anew") && !line.contains('\n'),
                "{line}"
            );
        }
    }
    assert!(Index::create_or_open(folder.join("no/such/folder"), None).is_err());
}

/// A Polyglot book of these moves as coordinates, castling aside.
fn polyglot(path: &Path, moves: &[(&Position, &str)]) {
    let mut bytes = Vec::new();
    for (position, mv) in moves {
        let square = |text: &str| {
            let text = text.as_bytes();
            u16::from(text[1] - b'1') * 8 + u16::from(text[0] - b'a')
        };
        bytes.extend(polyglot_key(position).to_be_bytes());
        bytes.extend((square(&mv[..2]) * 64 + square(&mv[2..])).to_be_bytes());
        bytes.extend([0, 0, 0, 0, 0, 0]);
    }
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn several_sources_make_a_book() {
    let folder = Scratch::new("several");
    let judged = game("1950.01.01", RUY);
    let depth = |book: &Book| {
        let BookDepth { plies, source, .. } = book.depth(&judged).unwrap();
        (plies, source)
    };
    assert_eq!(depth(&Book::default()), (0, None));
    let plies = Book::default().with_plies(2);
    assert_eq!(depth(&plies), (2, Some(BookSource::Plies)));
    let many = Book::default().with_plies(100);
    assert_eq!(depth(&many), (6, Some(BookSource::Plies)));

    // One source's gap is filled by another: the run is of both.
    let later = index_of(
        &folder.join("later"),
        &[game("1900.01.01", "Nf3 Nc6 e4 e5")],
    );
    let filled = Book::default().with_plies(2).with_index(later);
    let found = filled.depth(&judged).unwrap();
    assert_eq!((found.plies, found.run), (4, 2));
    let filled = filled.with_plies(3).depth(&judged).unwrap();
    assert_eq!((filled.plies, filled.run), (4, 4));

    // A listed move, and a position that the other book knows by another way.
    let (one, two) = (folder.join("one.bin"), folder.join("two.bin"));
    polyglot(&one, &[(&after("e4 e5"), "g1f3")]);
    polyglot(&two, &[(&after("e4 Nc6 Nf3 e5"), "d2d4")]);
    let book = plies.with_polyglot(&one).unwrap();
    let named = |name: &str| Some(BookSource::Polyglot(name.to_owned()));
    assert_eq!(depth(&book), (3, named("one.bin")));
    let book = book.with_polyglot(&two).unwrap();
    assert_eq!(depth(&book), (4, named("two.bin")));
    assert!(
        Book::default()
            .with_polyglot(folder.join("no.bin"))
            .is_err()
    );

    // Where the index goes as far, it is named.
    let short = index_of(&folder.join("short"), &[game("1900.01.01", "e4 e5 Nf3")]);
    let book = book.with_index(short);
    assert_eq!(depth(&book), (4, named("two.bin")));
    let long = [game("1900.01.01", "e4 e5 Nf3 Nc6 d4")];
    let book = book.with_index(index_of(&folder.join("long"), &long));
    assert_eq!(depth(&book), (4, Some(BookSource::Index)));

    let settings = book.settings().unwrap();
    let names: Vec<&str> = settings.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["book plies", "book", "book", "book index"]);
    assert!(
        settings[1].1.starts_with("one.bin, SHA-256 "),
        "{settings:?}"
    );
    assert!(
        settings[3].1.starts_with("1 game, 5 positions, 60 plies"),
        "{settings:?}"
    );
    let json = serde_json::to_string(&book.depth(&judged).unwrap()).unwrap();
    assert_eq!(json, r#"{"plies":4,"run":4,"source":"index"}"#);
}

/// The games of files, packed or not.
fn read(paths: &[PathBuf]) -> impl Iterator<Item = SourceGame> + '_ {
    paths.iter().flat_map(|path| {
        let text = plumb::unpack::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        plumb::fairplay::games("games", text).flatten()
    })
}

/// The same question answered without an index: every game is looked at, and
/// positions are compared as text.
fn traces_by_hand(paths: &[PathBuf], judged: &[SourceGame]) -> Vec<String> {
    let texts = |game: &SourceGame| -> Vec<String> {
        let moves = game.plies.iter().take(INDEX_PLIES).map_while(|ply| ply.mv);
        let mut position = game.start.clone();
        moves
            .map(|mv| {
                position = position.play(mv);
                to_epd(&position, FenStyle::Shredder)
            })
            .collect()
    };
    let mut wanted: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    let mut traces = Vec::new();
    for (number, game) in judged.iter().enumerate() {
        let texts = texts(game);
        traces.push(vec!['-'; texts.len()]);
        for (ply, text) in texts.into_iter().enumerate() {
            wanted.entry(text).or_default().push((number, ply));
        }
    }
    for other in read(paths) {
        let Some(day) = other.date().earliest() else {
            continue;
        };
        for text in texts(&other) {
            for &(number, ply) in wanted.get(&text).into_iter().flatten() {
                let game = &judged[number];
                let same = other.start == game.start
                    && other
                        .plies
                        .iter()
                        .map(|ply| ply.mv)
                        .eq(game.plies.iter().map(|p| p.mv));
                if !same && game.date().latest().is_none_or(|latest| day < latest) {
                    traces[number][ply] = 'b';
                }
            }
        }
    }
    traces.iter().map(|trace| trace.iter().collect()).collect()
}

/// `PLUMB_GAMES=games.pgn PLUMB_BOOK_GAMES=judged.pgn cargo test --test
/// fairplay book:: -- --nocapture` makes an index of a large collection, compares
/// what it says of a hundredth of the games with what they say themselves, and
/// prints the depths in the tag `BookDepth` of the games judged beside ours.
/// Several files are separated as in `PATH`.
#[test]
fn an_index_of_a_collection_says_what_its_games_say() {
    let Some(paths) = std::env::var_os("PLUMB_GAMES") else {
        return;
    };
    let paths: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let folder = Scratch::new("collection");
    let file = folder.join("index");
    let started = std::time::Instant::now();
    let mut index = Index::create_or_open(&file, None).unwrap();
    for game in read(&paths) {
        index.add(&game).unwrap();
    }
    index.commit().unwrap();
    println!(
        "{:?}, {:.1} s, {} bytes",
        index.contents().unwrap(),
        started.elapsed().as_secs_f64(),
        std::fs::metadata(&file).unwrap().len()
    );
    drop(index);

    let book = Book::default().with_index(Index::open_read_only(&file).unwrap());
    let index = Index::open_read_only(&file).unwrap();
    let sample: Vec<SourceGame> = read(&paths).step_by(100).collect();
    assert!(sample.len() >= 100, "{} games are too few", sample.len());
    let (mut known, mut differ) = (0, 0);
    let by_hand = traces_by_hand(&paths, &sample);
    for (game, by_hand) in sample.iter().zip(by_hand) {
        let trace = trace(&index, game);
        let place = || format!("game {} (line {})", game.number, game.line);
        assert_eq!(trace, by_hand, "{}", place());
        let depth = book.depth(game).unwrap();
        assert_eq!(depth.plies, trace.rfind('b').map_or(0, |at| at + 1));
        assert_eq!(depth.run, trace.find('-').unwrap_or(trace.len()));
        known += trace.matches('b').count();
        differ += usize::from(depth.run < depth.plies);
    }
    assert!(
        known > 5 * sample.len(),
        "{known} plies of book are too few"
    );
    let games = sample.len();
    println!("{games} games agree; {differ} leave the book and come back");

    let Some(path) = std::env::var_os("PLUMB_BOOK_GAMES") else {
        return;
    };
    println!("game  year  theirs  run  last  trace");
    for (number, game) in read(&[PathBuf::from(path)]).enumerate() {
        let BookDepth { plies, run, .. } = book.depth(&game).unwrap();
        let theirs = game.tag("BookDepth").unwrap_or("-");
        let year = game.date().year.unwrap_or(0);
        let trace = trace(&index, &game);
        let number = number + 1;
        println!("{number:4}  {year:4}  {theirs:>6}  {run:3}  {plies:4}  {trace}");
    }
}
