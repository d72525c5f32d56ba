//! An example page for each part: how it is called, and what becomes of it. Written to
//! `target/web-examples`, where `.ci/clients/board_pages.py` opens them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::*;
use plumb_chess::board::{Move, Position};
use plumb_chess::notation::parse_san;

const MOVES: &str = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";

fn moves(start: &Position, text: &str) -> Vec<Move> {
    let mut position = start.clone();
    let played = text.split(' ').map(|san| {
        let mv = parse_san(&position, san).unwrap();
        position = position.play(mv);
        mv
    });
    played.collect()
}

fn data() -> Value {
    let start = Position::start();
    let words = move_words(&start, &moves(&start, MOVES));
    json!({
        "line": line_view(&start, &words),
        "scores": [30, 25, 20, 22, 15, null, null],
        "clocks": [300, 299, 280, 290, 270, 200, 260],
    })
}

fn example(name: &str, parts: &[Part], script: &'static str) {
    let mut all = vec![BASE, WORDS, PLOTS, BOARD];
    all.extend(parts);
    all.extend([Part::script(script), ROUTER]);
    let title = format!("Example: {name}");
    let page = page(&title, "A part of Plumb’s pages.", &all, &data()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web-examples");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{name}.html")), page).unwrap();
}

#[test]
fn each_part_has_an_example() {
    example("board", &[], include_str!("examples/board.js"));
    example("moving", &[], include_str!("examples/moving.js"));
    example("lines", &[LINES], include_str!("examples/lines.js"));
    example("reasons", &[REASONS], include_str!("examples/reasons.js"));
    example("game", &[super::GAME], include_str!("examples/game.js"));
    example("table", &[TABLE], include_str!("examples/table.js"));
    example("plots", &[], include_str!("examples/plots.js"));
    let words = include_str!("examples/words.js");
    example("words", &[TIP], words);
    let tracks = include_str!("examples/track.js");
    example("track", &[TRACK, SPARK], tracks);
    let bars = include_str!("examples/feature_bars.js");
    example("feature_bars", &[FEATURE_BARS], bars);
}
