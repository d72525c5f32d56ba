//! The records of a zig-zag become what reports say of a game: which moves count,
//! by the same rules as everywhere, and what each side's come to.
//!
//! Whether a move matches comes from the search for one line, what it lost from
//! the one for several. Pure: nothing is searched here. Start with
//! `examine_zigzag`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::examine::{Standard, context};
use super::exclusion::Exclusion;
use super::figures::{Figures, Level};
use super::game::SourceGame;
use super::judged::JudgedMove;
use super::moments::{Mean, Share};
use super::record::{Line, MoveRecord, Value, san_of};
use super::sums::{GAME_GATE, Sums};
use super::zigzag_record::{SingleRound, ZigzagRecord};
use super::zigzag_settings::ZigzagSettings;
use crate::board::{Color, Game};
use crate::notation::to_san;

/// A game of a zig-zag run as reports show it.
#[derive(Clone, Debug, Serialize)]
pub struct ZigzagReport {
    /// Its place in the whole input, from 1.
    pub id: u64,
    /// The file it came from.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// All tags, as the file has them.
    pub tags: Vec<(String, String)>,
    /// White's name; none if the file has none.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// How many plies were book.
    pub book_plies: usize,
    /// What was found, the warm-up first; none where the engine failed.
    pub records: Option<Vec<ZigzagRecord>>,
    /// The tested moves: all records but the warm-up, in their order.
    pub moves: Vec<ZigzagMove>,
    /// What White's come to. One game is never a finding.
    pub white_sums: ZigzagSums,
    /// What Black's come to.
    pub black_sums: ZigzagSums,
}

/// A tested move as people write it.
#[derive(Clone, Debug, Serialize)]
pub struct ZigzagMove {
    /// Plies of the game before it.
    pub ply: usize,
    /// Its number, as people count.
    pub move_number: u32,
    /// Who made it: `white` or `black`.
    pub side: &'static str,
    /// The move.
    pub san: String,
    /// What the search for one line ended with.
    pub choice: Option<String>,
    /// Why it is not counted; nothing if it is.
    pub exclusion: Option<Exclusion>,
    /// Its character in a trace.
    pub letter: char,
}

/// What the tested moves of one side of a game come to; what is missing is
/// withheld.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ZigzagSums {
    /// Moves tested.
    pub tested: u64,
    /// Moves counted.
    pub counted: u64,
    /// The fewest counted moves for a figure.
    pub gate: u64,
    /// Moves left out, by the reason's name.
    pub excluded: BTreeMap<&'static str, u64>,
    /// Counted moves that were first at the end of the search for one line.
    pub matches: Option<Share>,
    /// The same at the end of each round that counts.
    pub by_depth: Vec<DepthMatches>,
    /// First, or worth as much as the best of the last round for several lines.
    pub equal: Option<Share>,
    /// The mean loss at the last round for several lines, in centipawns.
    pub average_error_cp: Option<Mean>,
    /// The mean loss with evaluations held within ±1000 centipawns.
    pub capped_loss_cp: Option<Mean>,
    /// Counted moves where the leader has the score of the deeper search, so that
    /// losses are skewed.
    pub leaders_kept: u64,
}

/// How many moves were first at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DepthMatches {
    /// The round, in plies.
    pub depth: u32,
    /// Of counted moves with such a round.
    pub matches: Option<Share>,
}

/// What reports say of a game of a run. `records` are those of the run, none
/// where the engine failed.
pub fn examine_zigzag(
    id: u64,
    source: &SourceGame,
    book_plies: usize,
    records: Option<Vec<ZigzagRecord>>,
    settings: &ZigzagSettings,
    standard: &Standard<'_>,
) -> ZigzagReport {
    let tested = || records.iter().flatten().filter(|record| !record.warm_up);
    let mut game = Game::new(source.start.clone());
    let mut moves: Vec<ZigzagMove> = Vec::new();
    let mut judged: Vec<JudgedMove> = Vec::new();
    let mut next = tested().peekable();
    for (index, ply) in source.plies.iter().enumerate() {
        let position = game.position();
        if let Some(record) = next.next_if(|record| record.ply == index) {
            let verdict = JudgedMove::of(
                Some(&as_move_record(record)),
                position,
                &context(source, &game, index < book_plies, standard),
                None,
                &standard.rules,
                &standard.yardstick,
            );
            moves.push(ZigzagMove {
                ply: index,
                move_number: position.fullmove_number(),
                side: match position.turn() {
                    Color::White => "white",
                    Color::Black => "black",
                },
                san: ply.mv.map_or("--".to_owned(), |mv| to_san(position, mv)),
                choice: record.choice().map(|mv| san_of(Some(position), mv)),
                exclusion: verdict.exclusion,
                letter: verdict.letter(),
            });
            judged.push(verdict);
        }
        match ply.mv {
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    let sums = |side: &str| {
        let all = moves.iter().zip(tested()).zip(&judged);
        let of_side = all.filter(|((mv, _), _)| mv.side == side);
        let pairs: Vec<_> = of_side.map(|((_, record), one)| (record, one)).collect();
        sums(&pairs, settings, standard)
    };
    ZigzagReport {
        id,
        file: source.file.clone(),
        number: source.number,
        line: source.line,
        tags: source.tags.clone(),
        white: source.player(Color::White).map(str::to_owned),
        black: source.player(Color::Black).map(str::to_owned),
        book_plies,
        white_sums: sums("white"),
        black_sums: sums("black"),
        moves,
        records,
    }
}

fn sums(
    moves: &[(&ZigzagRecord, &JudgedMove)],
    settings: &ZigzagSettings,
    standard: &Standard<'_>,
) -> ZigzagSums {
    let all = Sums::of_side(moves.iter().map(|(_, judged)| *judged));
    let figures = Figures::of(&all, Level::Game, &standard.options);
    let counted: Vec<&ZigzagRecord> = moves
        .iter()
        .filter(|(_, judged)| judged.counted().is_some())
        .map(|(record, _)| *record)
        .collect();
    let at = |depth| {
        let known = counted.iter().filter_map(|one| one.was_first_at(depth));
        let (of, first) = known.fold((0, 0), |(of, first), hit| (of + 1, first + u64::from(hit)));
        DepthMatches {
            depth,
            matches: Share::of(first, of).filter(|share| share.of >= GAME_GATE),
        }
    };
    let is_kept = |one: &&&ZigzagRecord| one.leader.as_ref().is_some_and(|leader| leader.is_kept);
    let core = figures.counted();
    ZigzagSums {
        tested: figures.moves,
        counted: figures.counted,
        gate: figures.gate,
        matches: core.map(|core| core.first_choice),
        by_depth: (settings.d_min..=settings.d).map(at).collect(),
        equal: core.map(|core| core.equal),
        average_error_cp: core.map(|core| core.average_error_cp),
        capped_loss_cp: core.map(|core| core.capped_loss_cp),
        leaders_kept: counted.iter().filter(is_kept).count() as u64,
        excluded: figures.excluded,
    }
}

/// What the rules and figures need: the search for one line as it is, the list of
/// the last round for several, and its score of the played move in place of a
/// search after it.
fn as_move_record(record: &ZigzagRecord) -> MoveRecord {
    let line = |score: Option<Value>, choices: Vec<(u32, String)>, depth| Line {
        score: score.unwrap_or(Value::Cp(0)),
        depth,
        seldepth: 0,
        nodes: record.nodes,
        levels: Vec::new(),
        extrapolated: 0,
        choices,
        pv: Vec::new(),
    };
    let firsts = record.single.chunk_by(|one, next| one.mv == next.mv);
    let firsts = firsts.filter_map(<[SingleRound]>::first);
    let choices = firsts
        .map(|round| (round.depth, round.mv.clone()))
        .collect();
    let played = record.listed.iter().find(|one| one.mv == record.played);
    MoveRecord {
        played: record.played.clone(),
        legal: record.legal,
        before: line(
            record.single.last().map(|round| round.score),
            choices,
            record.d,
        ),
        after: line(played.map(|one| one.score), Vec::new(), record.d_l),
        depth: record.d_l,
        listed: record.listed.clone(),
        mates: None,
        forced_plies: 0,
    }
}

#[cfg(test)]
#[path = "zigzag_report_tests.rs"]
mod tests;
