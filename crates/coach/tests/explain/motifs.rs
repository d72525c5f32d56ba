//! Motifs in `epd/motifs.epd` and `epd/motifs_hand.epd`: those that are there are found, those that only
//! look so are not.

use std::collections::BTreeMap;

use plumb_chess::board::{Game, Move, Position, Square};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};
use plumb_coach::explain::{Motif, MotifFinding, find_motifs};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _, Role};

use crate::cases::{Case, mirrored_square};
use plumb_testing::{Random, quick_or_thorough};

#[test]
fn motifs_are_found_and_their_likenesses_are_not() {
    let mut wrong = Vec::new();
    for case in Case::all() {
        let findings = case.findings();
        for motif in Motif::ALL {
            let key = motif.key();
            let found = findings.iter().any(|finding| finding.motif == *motif);
            let (hit, miss) = (case.hits.contains(key), case.misses.contains(key));
            if hit && !found || miss && found {
                wrong.push(format!("{}: {key} found: {found}", case.name));
            }
        }
        let known = |key: &String| Motif::ALL.iter().any(|motif| motif.key() == key);
        assert!(case.hits.iter().all(known), "{}", case.name);
        assert!(case.misses.iter().all(known), "{}", case.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn thirty_lines_a_motif_are_made_here_ten_or_more_of_each_kind() {
    let cases = Case::made_here();
    for motif in Motif::ALL {
        // Zugzwang is not looked for in lines: it wants a search.
        if *motif == Motif::Zugzwang {
            continue;
        }
        let key = motif.key();
        let hits = cases.iter().filter(|case| case.hits.contains(key)).count();
        let misses = cases
            .iter()
            .filter(|case| case.misses.contains(key))
            .count();
        // Ten of each kind, not a share: every mating line has the motif of mate, whatever else
        // it was made for.
        assert!(hits >= 10, "{hits} lines with {key}");
        assert!(misses >= 10, "{misses} likenesses of {key}");
        assert!(hits + misses >= 30, "{} lines for {key}", hits + misses);
    }
}

#[test]
fn no_line_made_here_is_the_mirror_image_of_another() {
    let mut seen = BTreeMap::new();
    for case in Case::made_here() {
        if let Some(other) = seen.insert(first_image(&case), case.name.clone()) {
            panic!("{} is {other} again", case.name);
        }
    }
}

/// A case's men, turn and moves as they are and with files, colours and both exchanged: what
/// comes first by letters.
fn first_image(case: &Case) -> String {
    let mut images = Vec::new();
    for case in [case.mirrored(), case.mirrored().mirrored()] {
        for files in [0, 7] {
            let at = |square: Square| square.index() ^ files;
            let men = case.before.occupied().into_iter();
            let mut parts: Vec<String> = men
                .map(|square| format!("{} {:?}", at(square), case.before.piece_on(square)))
                .collect();
            parts.sort();
            parts.push(format!("{:?}", case.before.turn()));
            let moves = case.reply.iter().chain(&case.line);
            parts.extend(
                moves.map(|mv| format!("{} {} {:?}", at(mv.from()), at(mv.to()), mv.promotes_to())),
            );
            images.push(parts.join(", "));
        }
    }
    images.sort();
    images.swap_remove(0)
}

#[test]
fn colours_exchanged_give_the_same_motifs() {
    for case in Case::all() {
        let mirrored: Vec<MotifFinding> = case
            .findings()
            .into_iter()
            .map(|finding| MotifFinding {
                actor: mirrored_square(finding.actor),
                targets: finding.targets.into_iter().map(mirrored_square).collect(),
                through: finding.through.map(mirrored_square),
                ..finding
            })
            .collect();
        assert_eq!(case.mirrored().findings(), mirrored, "{}", case.name);
    }
}

/// The line's position after `index + 1` moves as shakmaty has it.
fn shakmaty_after(start: &Position, line: &[Move], index: usize) -> Chess {
    let fen: Fen = to_fen(start, FenStyle::XFen).parse().unwrap();
    let mut theirs: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let mut ours = start.clone();
    for &mv in &line[..=index] {
        let text = to_uci_move(&ours, mv, CastlingStyle::natural(&ours));
        let uci: UciMove = text.parse().unwrap();
        theirs = theirs.clone().play(uci.to_move(&theirs).unwrap()).unwrap();
        ours = ours.play(mv);
    }
    theirs
}

/// What a finding says of men and attacks is so on another board.
fn check_facts(start: &Position, line: &[Move], finding: &MotifFinding, name: &str) {
    let position = shakmaty_after(start, line, finding.index);
    let board = position.board();
    let theirs = |square: plumb_chess::board::Square| shakmaty::Square::new(square.index() as u32);
    let hero = !position.turn();
    let actor = theirs(finding.actor);
    let attacked = |square| board.attacks_from(actor).contains(square);
    let is_enemy = |square| board.color_at(square) == Some(position.turn());
    match finding.motif {
        Motif::Fork => {
            assert_eq!(board.color_at(actor), Some(hero), "{name}");
            assert!(finding.targets.len() >= 2, "{name}");
            for &target in &finding.targets {
                let target = theirs(target);
                assert!(attacked(target) && is_enemy(target), "{name}");
                assert_ne!(board.role_at(target), Some(Role::Pawn), "{name}");
            }
        }
        Motif::Pin | Motif::Skewer => {
            assert_eq!(board.color_at(actor), Some(hero), "{name}");
            let front = theirs(finding.targets[0]);
            let rear = theirs(finding.through.unwrap_or_else(|| finding.targets[1]));
            assert!(
                attacked(front) && is_enemy(front) && is_enemy(rear),
                "{name}"
            );
            assert!(
                shakmaty::attacks::ray(actor, front).contains(rear),
                "{name}"
            );
        }
        Motif::DiscoveredAttack => {
            for &target in &finding.targets {
                assert!(
                    attacked(theirs(target)) && is_enemy(theirs(target)),
                    "{name}"
                );
            }
        }
        Motif::DiscoveredCheck => {
            assert!(position.checkers().contains(actor), "{name}");
        }
        Motif::DoubleCheck => assert_eq!(position.checkers().count(), 2, "{name}"),
        Motif::TrappedPiece => assert!(is_enemy(theirs(finding.targets[0])), "{name}"),
        motif if motif.theme() == Some("mate") || motif.key().ends_with("_mate") => {
            assert!(position.is_checkmate(), "{name}");
            assert!(position.checkers().contains(actor), "{name}");
        }
        Motif::Promotion | Motif::Underpromotion => {
            assert_ne!(board.role_at(actor), Some(Role::Pawn), "{name}");
        }
        _ => {}
    }
}

#[test]
fn what_findings_say_is_so_on_another_board() {
    for case in Case::all() {
        for finding in case.findings() {
            let name = format!("{}: {finding:?}", case.name);
            check_facts(&case.start(), &case.line, &finding, &name);
        }
    }
}

#[test]
fn lines_of_random_play_do_no_harm() {
    let mut random = Random(18);
    let mut found = 0;
    for number in 0..quick_or_thorough(300, 5_000) {
        let mut game = Game::new(Position::start());
        for _ in 0..random.next_u64() % 120 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.next_u64() as usize % moves.len()]);
        }
        let start = game.position().clone();
        let mut line = Vec::new();
        let mut position = start.clone();
        while line.len() < 7 && !position.has_no_moves() {
            let moves = position.legal_moves();
            let mv = moves[random.next_u64() as usize % moves.len()];
            position = position.play(mv);
            line.push(mv);
        }
        for finding in find_motifs(&start, &line) {
            found += 1;
            let fen = to_fen(&start, FenStyle::XFen);
            let name = format!("random line {number}, {fen}: {finding:?}");
            check_facts(&start, &line, &finding, &name);
        }
        // A line may go wrong anywhere.
        line.insert(
            line.len() / 2,
            Move::normal(start.king(start.turn()), start.king(!start.turn())),
        );
        find_motifs(&start, &line);
        find_motifs(&start, &[]);
    }
    assert!(found > 20, "only {found} motifs in random play");
}
