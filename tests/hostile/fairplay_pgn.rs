//! Any bytes as a PGN file for fair play: games and problems, no more of them
//! than bytes, in order; and a game, written again with what a report says of
//! it, is read as the same start and the same moves.

use std::sync::LazyLock;

use plumb::fairplay::{
    BookDepth, FigureOptions, Rules, RunHeader, SourceGame, Stamp, Standard, Yardstick, annotated,
    examine, games,
};

static STANDARD: LazyLock<Standard> = LazyLock::new(|| Standard {
    rules: Rules::default(),
    yardstick: Yardstick::embedded(),
    options: FigureOptions::default(),
    tables: None,
    models: None,
    trends: None,
});

static HEADER: LazyLock<RunHeader> = LazyLock::new(|| {
    let stamp = Stamp {
        engine: "none".to_owned(),
        version: "0".to_owned(),
        settings: String::new(),
    };
    RunHeader::new(&stamp, "custom", &Rules::default(), Vec::new(), None).unwrap()
});

fn examine_and_read_again(game: &SourceGame) {
    let records = vec![None; game.plies.len()];
    let (report, _) = examine(1, game, records, BookDepth::default(), &STANDARD, None);
    assert_eq!(report.moves.len(), game.plies.len());
    let text = annotated(game, &report, &HEADER);
    let again: Vec<_> = games("again.pgn", text.as_bytes()).collect();
    let [Ok(again)] = again.as_slice() else {
        panic!("one game, written as\n{text}\nis read as {again:?}");
    };
    assert_eq!(again.start, game.start, "{text}");
    let moves = |game: &SourceGame| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    assert_eq!(moves(again), moves(game), "{text}");
}

pub fn check(bytes: &[u8]) {
    let (mut number, mut line) = (0, 0);
    for found in games("fuzz.pgn", bytes) {
        let place = match &found {
            Ok(game) => (game.number, game.line),
            Err(problem) => (problem.number, problem.line),
        };
        number += 1;
        assert!(place.0 == number && place.1 >= line && number <= bytes.len());
        line = place.1;
        if let Ok(game) = &found {
            examine_and_read_again(game);
        }
    }
}
