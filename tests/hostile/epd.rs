//! Any text as a file of EPD: positions that can be played on from, or errors that name
//! their lines.

use plumb::notation::epd_lines;

pub fn check(text: &str) {
    let mut last = 0;
    for found in epd_lines(text) {
        let Ok((line, epd)) = found else { continue };
        assert!(line > last && line <= text.lines().count());
        last = line;
        let moves = epd.position.legal_moves();
        for mv in epd.best_moves.iter().chain(&epd.avoid_moves) {
            assert!(moves.contains(mv));
        }
        assert!(epd.operations.len() <= text.len());
    }
}
