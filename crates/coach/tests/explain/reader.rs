//! Reads an explanation back: the claims of its JSON and, by themselves, the words of
//! each sentence. Every mistake is a line.

use serde_json::Value;
use shakmaty::{Bitboard, Chess, Color, Piece, Position as _, Role, Square, attacks};

use crate::oracle::{forces_mate, material, positions, san_move, settled_material, worth};

/// What was read, so that no check passes for want of cases.
#[derive(Debug, Default)]
pub struct Count {
    pub sentences: usize,
    pub moves: usize,
    pub men: usize,
    pub gains: usize,
    pub mates: usize,
    pub sums: usize,
    pub unsettled: usize,
}

/// The mistakes of an explanation.
pub fn mistakes(explanation: &Value, count: &mut Count) -> Vec<String> {
    let mut mistakes = Vec::new();
    for sentence in explanation["sentences"].as_array().expect("sentences") {
        count.sentences += 1;
        let text = sentence["text"].as_str().expect("text");
        if let Err(mistake) = read_sentence(explanation, sentence, text, count) {
            mistakes.push(format!("{text}\n   {mistake}"));
        }
    }
    mistakes
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().expect("a list").iter();
    list.map(|text| text.as_str().expect("text").to_owned())
        .collect()
}

fn read_sentence(
    explanation: &Value,
    sentence: &Value,
    text: &str,
    count: &mut Count,
) -> Result<(), String> {
    let mut lines = Vec::new();
    for line in sentence["lines"].as_array().expect("lines") {
        let fen = line["fen"].as_str().expect("a FEN");
        lines.push(positions(fen, &texts(&line["moves"]))?);
    }
    for claim in sentence["claims"].as_array().expect("claims") {
        let line = claim["line"].as_u64().expect("a number") as usize;
        let line = lines.get(line).ok_or("a claim about no line")?;
        check_claim(claim, line, count).map_err(|error| format!("{error} in {claim}"))?;
    }
    let start = positions(explanation["fen"].as_str().expect("a FEN"), &[])?;
    let mut known: Vec<&Vec<Chess>> = lines.iter().collect();
    known.push(&start);
    read_moves(text, &known, count)?;
    read_men(text, &lines, count)?;
    read_gain(text, sentence)?;
    read_mate(text, sentence, &lines)?;
    match sentence["topic"].as_str() {
        Some("terms") => read_sum(text, explanation),
        Some("certainty") => read_certainty(text, explanation),
        _ => Ok(()),
    }
}

/// A move that is worse by its own search is not told to be about as good.
fn read_certainty(text: &str, explanation: &Value) -> Result<(), String> {
    let san = explanation["explained"]["san"].as_str().expect("a move");
    let praise = format!("the second choice, {san}, is about as good");
    match explanation["relation"] == "worse" && text.contains(&praise) {
        true => Err("a move that is worse is about as good".to_owned()),
        false => Ok(()),
    }
}

fn side(value: &Value) -> Color {
    match value.as_str() {
        Some("white") => Color::White,
        Some("black") => Color::Black,
        other => panic!("{other:?} is no side"),
    }
}

fn square(value: &Value) -> Square {
    value.as_str().expect("a square").parse().expect("a square")
}

fn check_claim(claim: &Value, line: &[Chess], count: &mut Count) -> Result<(), String> {
    let at = || {
        let ply = claim["ply"].as_u64().expect("a ply") as usize;
        line.get(ply).ok_or("a ply beyond the line".to_owned())
    };
    let whether = |is_true: bool| is_true.then_some(()).ok_or("not so".to_owned());
    let (start, end) = (&line[0], &line[line.len() - 1]);
    match claim["claim"].as_str().expect("a kind") {
        "stands" => {
            let letter = claim["piece"].as_str().expect("a letter");
            let piece = Piece::from_char(letter.chars().next().expect("a letter"));
            whether(at()?.board().piece_at(square(&claim["square"])) == piece)
        }
        "attacks" => {
            let attacked = at()?.board().attacks_from(square(&claim["from"]));
            whether(attacked.contains(square(&claim["to"])))
        }
        "behind" => {
            let board = at()?.board();
            let [slider, front, back] =
                ["slider", "front", "back"].map(|name| square(&claim[name]));
            let nearer = attacks::between(slider, back).contains(front);
            let gap: Bitboard = attacks::between(front, back) & board.occupied();
            let reaches = board.attacks_from(slider).contains(front);
            whether(nearer && gap.is_empty() && reaches && board.piece_at(back).is_some())
        }
        "is_not_in_check" => whether(!at()?.is_check()),
        "checks" => whether(at()?.checkers().contains(square(&claim["from"]))),
        "gains" => {
            count.gains += 1;
            let (side, pawns) = (side(&claim["side"]), claim["pawns"].as_i64());
            let settled = match settled_material(end, side) {
                Some(settled) => settled,
                None => {
                    count.unsettled += 1;
                    return Ok(());
                }
            };
            let won = settled - material(start, side);
            if pawns == Some(i64::from(won)) && won > 0 {
                Ok(())
            } else {
                Err(format!("{won} pawns are won"))
            }
        }
        "gains_nothing" => {
            let side = side(&claim["side"]);
            let settled = settled_material(end, side);
            whether(settled.is_none_or(|settled| settled <= material(start, side)))
        }
        "mates" => {
            count.mates += 1;
            let side = side(&claim["side"]);
            let own = line[..line.len() - 1].iter();
            let own = own.filter(|position| position.turn() == side).count();
            let is_told = claim["moves"].as_u64() == Some(own as u64);
            whether(end.is_checkmate() && end.turn() != side && is_told)
        }
        "stalemates" => whether(end.is_stalemate()),
        "adds_up" => {
            count.sums += 1;
            let parts = claim["parts_cp"].as_array().expect("parts").iter();
            let parts: i64 = parts.map(|part| part.as_i64().expect("a number")).sum();
            let [rest, whole] = ["rest_cp", "whole_cp"].map(|name| claim[name].as_i64());
            whether(Some(parts + rest.expect("a number")) == whole)
        }
        other => Err(format!("{other} is no claim")),
    }
}

/// A word without what only divides sentences, and whether something of that followed it.
fn bare(word: &str) -> (&str, bool) {
    let opened = word.trim_start_matches('(');
    let bare = opened.trim_end_matches(['(', ')', ',', ';', ':', '?', '.']);
    (bare, bare.len() < opened.len())
}

/// The number of a move and its text: `40...Kf6`.
fn numbered(word: &str) -> Option<(u32, Color, &str)> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = word.split_at(digits);
    let san = rest.trim_start_matches('.');
    let side = match rest.len() - san.len() {
        1 => Color::White,
        3 => Color::Black,
        _ => return None,
    };
    let is_move = san.starts_with(|c: char| c.is_ascii_alphabetic());
    is_move.then_some((number.parse().ok()?, side, san))
}

/// Every move in the text is legal where it is said to be played.
fn read_moves(text: &str, lines: &[&Vec<Chess>], count: &mut Count) -> Result<(), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut index = 0;
    while index < words.len() {
        let (word, mut ended) = bare(words[index]);
        index += 1;
        let Some((number, turn, first)) = numbered(word) else {
            continue;
        };
        let mut moves = vec![first.to_owned()];
        while !ended && index < words.len() {
            let (word, ends) = bare(words[index]);
            let next = numbered(word).map_or(word, |(_, _, san)| san);
            let is_move = shakmaty::san::SanPlus::from_ascii(next.as_bytes()).is_ok();
            if !is_move || word == "..." {
                break;
            }
            moves.push(next.to_owned());
            ended = ends;
            index += 1;
        }
        let is_legal = |start: &Chess| {
            let mut position = start.clone();
            moves.iter().all(|text| {
                let Some(mv) = san_move(&position, text) else {
                    return false;
                };
                position = position.clone().play(mv).expect("a legal move");
                true
            })
        };
        let mut starts = lines
            .iter()
            .flat_map(|line| line.iter())
            .filter(|position| position.fullmoves().get() == number && position.turn() == turn);
        if !starts.any(is_legal) {
            return Err(format!("{number}: {moves:?} cannot be played"));
        }
        count.moves += moves.len();
    }
    Ok(())
}

fn role(word: &str) -> Option<Role> {
    match word.trim_end_matches('s') {
        "pawn" => Some(Role::Pawn),
        "knight" => Some(Role::Knight),
        "bishop" => Some(Role::Bishop),
        "rook" => Some(Role::Rook),
        "queen" => Some(Role::Queen),
        "king" => Some(Role::King),
        _ => None,
    }
}

/// Whatever is said to stand somewhere does, in one of the positions spoken of.
fn read_men(text: &str, lines: &[Vec<Chess>], count: &mut Count) -> Result<(), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    for index in 1..words.len().saturating_sub(1) {
        let Some(role) = role(words[index - 1]).filter(|_| words[index] == "on") else {
            continue;
        };
        let owner = index.checked_sub(2).map(|at| bare(words[at]).0);
        let color = match owner {
            Some("White's") => Some(Color::White),
            Some("Black's") => Some(Color::Black),
            _ => None,
        };
        let mut squares = vec![bare(words[index + 1]).0];
        if words.get(index + 2) == Some(&"and")
            && let Some((next, _)) = words.get(index + 3).map(|word| bare(word))
            && next.parse::<Square>().is_ok()
        {
            squares.push(next);
        }
        for name in squares {
            // The name of a term, as "rook on seventh".
            let Ok(square) = name.parse::<Square>() else {
                continue;
            };
            let mut all = lines.iter().flatten();
            let stands = |position: &Chess| {
                let piece = position.board().piece_at(square);
                piece.is_some_and(|piece| {
                    piece.role == role && color.is_none_or(|color| color == piece.color)
                })
            };
            if !all.any(stands) {
                return Err(format!("no {role:?} stands on {square}"));
            }
            count.men += 1;
        }
    }
    Ok(())
}

/// What is said to be won comes to the pawns that the claim says, which is checked on
/// the board.
fn read_gain(text: &str, sentence: &Value) -> Result<(), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some(verb) = words
        .iter()
        .position(|word| ["wins", "win", "gets", "get", "loses"].contains(word))
    else {
        return Ok(());
    };
    let (mut pawns, mut sign, mut many, mut is_new) = (0, 1, 0, false);
    for (at, word) in words.iter().enumerate().skip(verb + 1) {
        // A motif follows.
        if word.starts_with('(') {
            break;
        }
        let (name, ends) = bare(word);
        match name {
            "the" | "a" => many = 1,
            "both" | "two" => many = 2,
            "three" => many = 3,
            "new" => is_new = true,
            "and" => {}
            "for" => sign = -1,
            number if number.parse::<i32>().is_ok() => many = number.parse().expect("a number"),
            other => {
                let role = role(other).ok_or(format!("{other} is no man"))?;
                pawns += sign * many * (worth(role) - i32::from(is_new));
                is_new = false;
            }
        }
        if ends && !word.ends_with(',') || name != "and" && word.ends_with(", and") {
            break;
        }
        // `loses a pawn, and nothing better was found`
        if words.get(at + 1..at + 3) == Some(&["and", "nothing"]) {
            break;
        }
    }
    let claims = sentence["claims"].as_array().expect("claims").iter();
    let mut claimed = claims.filter(|claim| claim["claim"] == "gains");
    let told = claimed.next().ok_or("a gain without a claim")?;
    match told["pawns"].as_i64() == Some(i64::from(pawns)) {
        true => Ok(()),
        false => Err(format!(
            "{pawns} pawns are told, {} are claimed",
            told["pawns"]
        )),
    }
}

/// A mate that is spoken of is claimed with the same number of moves, and cannot be
/// escaped from where that can be tried out.
fn read_mate(text: &str, sentence: &Value, lines: &[Vec<Chess>]) -> Result<(), String> {
    let after = |words: &str| {
        let at = text.find(words)? + words.len();
        let digits: String = text[at..]
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        digits.parse::<u64>().ok()
    };
    let told = after("mate in ").or(after("mates in "));
    let told = told.or(text.contains("mates at once").then_some(1));
    let words: Vec<&str> = text.split_whitespace().map(|word| bare(word).0).collect();
    let is_mate = words.windows(2).any(|pair| pair == ["is", "mate"]);
    let Some(told) = told.or(is_mate.then_some(1)) else {
        return Ok(());
    };
    let claims = sentence["claims"].as_array().expect("claims").iter();
    let mut claims = claims.filter(|claim| claim["claim"] == "mates");
    let claim = claims.next().ok_or("a mate without a claim")?;
    if claim["moves"].as_u64() != Some(told) {
        return Err(format!(
            "mate in {told} is told, {} claimed",
            claim["moves"]
        ));
    }
    let line = &lines[claim["line"].as_u64().expect("a line") as usize];
    let first = line
        .iter()
        .find(|position| position.turn() == side(&claim["side"]));
    match told > 2 || first.is_some_and(|position| forces_mate(position, told as usize)) {
        true => Ok(()),
        false => Err(format!("there is no mate in {told}")),
    }
}

/// The figures of the terms and the rest add up to the difference of the evaluations.
fn read_sum(text: &str, explanation: &Value) -> Result<(), String> {
    let cp = |figure: &str| {
        let (sign, digits) = match figure.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, figure.trim_start_matches('+')),
        };
        let (whole, part) = digits.split_once('.')?;
        (part.len() == 2).then_some(())?;
        Some(sign * (100 * whole.parse::<i64>().ok()? + part.parse::<i64>().ok()?))
    };
    let figures: Vec<i64> = text
        .split_whitespace()
        .filter_map(|word| cp(word.trim_end_matches([',', '.'])))
        .collect();
    let (whole, parts) = figures.split_first().ok_or("no figures")?;
    if parts.iter().sum::<i64>() != *whole {
        return Err(format!("{figures:?} do not add up"));
    }
    if explanation["relation"] == "worse" {
        let end = |name: &str| explanation[name]["end"]["white_cp"].as_i64();
        let white = end("best")
            .zip(end("explained"))
            .map(|(one, other)| one - other);
        let sign = if explanation["side_to_move"] == "white" {
            1
        } else {
            -1
        };
        if white.map(|cp| sign * cp) != Some(*whole) {
            return Err(format!("{whole} is not the difference of the evaluations"));
        }
    }
    Ok(())
}
