//! What a person gets to hear who types at the program, in both protocols.

use crate::chess::{count_best, fen_of};
use crate::driver::Plumb;

#[test]
fn a_bare_move_plays() {
    let mut plumb = Plumb::start();
    plumb.send("e4");
    plumb.send("e5 Nf3 b8c6");
    let lines = plumb.sync();
    assert_eq!(
        lines,
        [
            "info string played e4; Black to move",
            "info string played e5 Nf3 Nc6; White to move"
        ]
    );
    let fen = fen_of(&mut plumb);
    assert!(fen.starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq"));
    // All of a line or nothing.
    plumb.send("Bb5 Ke5");
    let expected = "info string error: 'Ke5' is no legal move here; type moves for a list";
    assert_eq!(plumb.sync(), [expected]);
    assert_eq!(fen_of(&mut plumb), fen);
    // A search that runs is about the board before.
    plumb.send("go infinite");
    plumb.send("Bb5");
    assert_eq!(count_best(&plumb.until("info string played Bb5")), 1);
    plumb.send("ucinewgame");
    plumb.send("f3 e5 g4 Qh4");
    plumb.until("info string played f3 e5 g4 Qh4#; checkmate");
    plumb.send("uci");
    plumb.until("uciok");
    plumb.send("position startpos");
    plumb.send("d2d4");
    plumb.until("info string played d4; Black to move");
    plumb.quit();
}

#[test]
fn a_bare_move_is_answered_in_xboard_mode() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 1");
    for mv in ["e4", "Nf3", "b1c3"] {
        plumb.send(mv);
        plumb.until("move ");
    }
    plumb.quit();
}

#[test]
fn the_legal_moves_are_listed() {
    let mut plumb = Plumb::start();
    plumb.send("position fen 4k3/8/8/8/8/8/4p3/4K2R w K - 0 1");
    plumb.send("moves");
    let expected = "legal moves: 12  Kd2 Kf2 Kxe2 O-O";
    let line = plumb.line();
    assert!(line.starts_with("legal moves: "), "{line}");
    for mv in [" Kxe2", " Rh8+", " Rg1"] {
        assert!(line.contains(mv), "{line}, not like {expected}");
    }
    plumb.send("xboard");
    plumb.send("moves");
    assert_eq!(plumb.line(), line);
    plumb.quit();
}

#[test]
fn a_word_that_nobody_knows_gets_advice() {
    let mut plumb = Plumb::start();
    for (word, advice) in [
        (
            "anaylse",
            "did you mean 'analyse'? type help for the commands",
        ),
        ("hlep", "did you mean 'help'? type help for the commands"),
        ("exit", "did you mean 'quit'? type help for the commands"),
        ("hello", "type help for the commands"),
    ] {
        plumb.send(word);
        let expected = format!("info string error: unknown command: {word}; {advice}");
        assert_eq!(plumb.sync(), [expected]);
    }
    plumb.send("xboard");
    plumb.send("setbaord 8/8/8/8/8/8/8/8 w - -");
    let expected = [
        "Error (unknown command): setbaord 8/8/8/8/8/8/8/8 w - -",
        "# did you mean 'setboard'? type help for the commands",
    ];
    assert_eq!(plumb.ping(), expected);
    plumb.quit();
}

#[test]
fn analyse_is_found_in_either_spelling() {
    let mut plumb = Plumb::start();
    for spelling in ["analyse", "analyze", "ANALYZE"] {
        plumb.send(format!("{spelling} nonsense"));
        let lines = plumb.sync();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with("info string error: analyse: "),
            "{lines:?}"
        );
    }
    // XBoard's own command is another.
    plumb.send("xboard");
    plumb.send("new");
    plumb.send("post");
    plumb.send("analyze");
    plumb.until("3 ");
    plumb.quit();
}

#[test]
fn console_errors_have_the_form_of_the_protocol() {
    let mut plumb = Plumb::xboard();
    for (line, reason) in [
        ("eval fully", "eval: expected "),
        ("eval diff e5", "eval: "),
        ("bench deep", "bench takes "),
        (
            "perft 1000",
            "perft: expected a depth in plies, from 0 to 100, found 1000",
        ),
        ("analyse nonsense", "analyse: "),
        ("fairplay nonsense", "fairplay: "),
    ] {
        plumb.send(line);
        let lines = plumb.ping();
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(
            lines[0].starts_with(&format!("Error ({reason}")),
            "{lines:?}"
        );
        assert!(lines[0].ends_with(&format!("): {line}")), "{lines:?}");
    }
    // What a task says later, too.
    plumb.send("perft 9");
    plumb.send("perft 9");
    let expected = "Error (still busy with the last command, stop it first): perft 9";
    plumb.until(expected);
    plumb.send("?");
    plumb.until("# perft stopped");
    plumb.quit();
}

#[test]
fn help_lists_what_is_understood() {
    let help = |plumb: &mut Plumb| {
        plumb.send("help");
        plumb.send("perft 0");
        plumb.until("Nodes per second").join("\n")
    };
    let mut plumb = Plumb::start();
    let uci = help(&mut plumb);
    let mut plumb = Plumb::xboard();
    let cecp = help(&mut plumb);
    for (word, in_uci, in_cecp) in [
        ("  position startpos", true, false),
        ("  setoption name", true, false),
        ("  go depth 12", true, false),
        ("  UCI_ShowWDL", true, false),
        ("  Move Overhead", true, false),
        ("  MoveOverhead", false, true),
        ("  setboard FEN", false, false),
        ("  new, setboard FEN", false, true),
        ("  option NAME=VALUE", false, true),
        ("  moves ", true, true),
        ("  analyse ", true, true),
    ] {
        assert_eq!(uci.contains(word), in_uci, "{word}");
        assert_eq!(cecp.contains(word), in_cecp, "{word}");
    }
}
