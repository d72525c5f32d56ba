//! With colours exchanged the same evidence gives the same words.

use plumb_chess::board::Move;
use plumb_coach::explain::{Evidence, NaturalMove, SearchedMove, Topic};

use crate::truth::{cases, evidence, explanation};
use plumb_testing::positions::{flipped, flipped_move};
use plumb_testing::quick_or_thorough;

fn flipped_search(searched: &SearchedMove) -> SearchedMove {
    let mut turned = searched.clone();
    turned.mv = flipped_move(searched.mv);
    turned.line = searched.line.iter().copied().map(flipped_move).collect();
    for look in &mut turned.looks {
        look.mv = flipped_move(look.mv);
    }
    turned
}

fn flipped_evidence(evidence: &Evidence) -> Evidence {
    let turned = |searched: &Option<SearchedMove>| searched.as_ref().map(flipped_search);
    let natural = evidence.natural.as_ref().map(|natural| NaturalMove {
        searched: flipped_search(&natural.searched),
        reason: natural.reason.clone(),
    });
    Evidence {
        position: flipped(&evidence.position),
        before: evidence
            .before
            .as_ref()
            .map(|(position, mv)| (flipped(position), flipped_move(*mv))),
        asked: evidence.asked.map(|mv: Move| flipped_move(mv)),
        best: turned(&evidence.best),
        played: turned(&evidence.played),
        second: turned(&evidence.second),
        threat: turned(&evidence.threat),
        natural,
        ..evidence.clone()
    }
}

/// The words as the other side would say them, without the numbers of moves: those
/// depend on who began.
fn turned(text: &str, turn: bool) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut words = String::new();
    let mut index = 0;
    while index < letters.len() {
        let start = index;
        while index < letters.len() && letters[index].is_ascii_digit() {
            index += 1;
        }
        let dots = letters[index..].iter().take_while(|c| **c == '.').count();
        let after = letters.get(index + dots).copied().unwrap_or(' ');
        if index > start && dots > 0 && after.is_ascii_alphabetic() {
            index += dots;
            continue;
        }
        index = start;
        let before = start.checked_sub(1).map(|at| letters[at]).unwrap_or(' ');
        let next = letters.get(start + 1).copied().unwrap_or(' ');
        let is_rank = ('a'..='h').contains(&before)
            || "NBRQ".contains(before) && (('a'..='h').contains(&next) || next == 'x');
        match letters[start].to_digit(10) {
            Some(rank @ 1..=8) if turn && is_rank => words.push_str(&(9 - rank).to_string()),
            _ => words.push(letters[start]),
        }
        index += 1;
    }
    match turn {
        true => words
            .replace("White", "B-l-a-c-k")
            .replace("Black", "White")
            .replace("B-l-a-c-k", "Black"),
        false => words,
    }
}

#[test]
fn words_are_turned() {
    let said = "40...R8e7 loses a rook: 41.Nxe7 (White's pawn on a2), +0.45 at depth 8.";
    let other = "R1e2 loses a rook: Nxe2 (Black's pawn on a7), +0.45 at depth 8.";
    assert_eq!(turned(said, true), other);
}

#[test]
fn colours_exchanged_give_the_same_words() {
    let mut told = 0;
    for (game, asked) in cases(quick_or_thorough(60, 2_000)) {
        let evidence = evidence(&game, asked, 3_000);
        let [one, other] =
            [evidence.clone(), flipped_evidence(&evidence)].map(|evidence| explanation(&evidence));
        let words =
            |explanation: &plumb_coach::explain::MoveExplanation, turn| -> Vec<(Topic, String)> {
                let sentences = explanation.sentences.iter();
                sentences
                    .map(|one| (one.topic, turned(&one.text, turn)))
                    .collect()
            };
        let expected = words(&one, false);
        told += expected.len();
        assert_eq!(words(&other, true), expected, "{}", one.fen);
    }
    assert!(told > 100, "{told} sentences");
}
