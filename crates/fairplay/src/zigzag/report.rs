//! The records of a zig-zag become what reports say of a game: which moves count,
//! by the same rules as everywhere, and what each side's come to.
//!
//! Whether a move matches comes from the search for one line, what it lost from
//! the one for several. Pure: nothing is searched here. Start with
//! `examine_zigzag`.

use serde::Serialize;

use super::record::{Note, SingleRound, ZigzagRecord};
use super::settings::ZigzagSettings;
use super::tally::{ZigzagSums, ZigzagTally};
use crate::facts::{Exclusion, MoveVerdict};
use crate::figures::{Level, Standard, context};
use crate::games::SourceGame;
use crate::records::{Line, LossLook, MoveRecord, Value, san_of};
use plumb_chess::board::{Color, Game};
use plumb_chess::notation::to_san;

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
    /// Why there are no records, if the engine failed.
    pub failure: Option<String>,
    /// What was found, the warm-up first; none where the engine failed.
    pub records: Option<Vec<ZigzagRecord>>,
    /// The tested moves: all records but the warm-up, in their order.
    pub moves: Vec<ZigzagMove>,
    /// What White's come to. One game is never a finding.
    pub white_sums: ZigzagSums,
    /// What Black's come to.
    pub black_sums: ZigzagSums,
    /// The same to add to those of other games: White's, then Black's.
    #[serde(skip)]
    pub tallies: [ZigzagTally; 2],
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
    let mut judged: Vec<MoveVerdict> = Vec::new();
    let mut next = tested().peekable();
    for (index, ply) in source.plies.iter().enumerate() {
        let position = game.position();
        if let Some(record) = next.next_if(|record| record.ply == index) {
            let mut verdict = MoveVerdict::of(
                Some(&as_move_record(record)),
                position,
                &context(source, &game, index < book_plies, standard.tables),
                None,
                &standard.rules,
                &standard.yardstick,
            );
            // The procedure has a loss of its own and no second look at it.
            if let Some(facts) = &mut verdict.facts {
                facts.is_uncertain = false;
            }
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
    let tally = |side: &str| {
        let all = moves.iter().zip(tested()).zip(&judged);
        let of_side = all.filter(|((mv, _), _)| mv.side == side);
        let pairs: Vec<_> = of_side.map(|((_, record), one)| (record, one)).collect();
        ZigzagTally::of_side(id, &pairs, settings)
    };
    let (white, black) = (tally("white"), tally("black"));
    let sums = |tally: &ZigzagTally| tally.sums(Level::Game, &standard.options);
    ZigzagReport {
        id,
        file: source.file.clone(),
        number: source.number,
        line: source.line,
        tags: source.tags.clone(),
        white: source.player(Color::White).map(str::to_owned),
        black: source.player(Color::Black).map(str::to_owned),
        book_plies,
        failure: None,
        white_sums: sums(&white),
        black_sums: sums(&black),
        tallies: [white, black],
        moves,
        records,
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
        iterations: Vec::new(),
    };
    let firsts = record.single.chunk_by(|one, next| one.mv == next.mv);
    let firsts = firsts.filter_map(<[SingleRound]>::first);
    let choices = firsts
        .map(|round| (round.depth, round.mv.clone()))
        .collect();
    let played = record.listed.iter().find(|one| one.mv == record.played);
    // The loss is that of the last round for several lines; a first choice has none.
    let is_first_choice = record.choice() == Some(record.played.as_str());
    let look = record
        .listed
        .first()
        .zip(played)
        .map(|(best, played)| LossLook {
            depth: record.d_l,
            first_choice: best.score,
            played: played.score,
        });
    let looks = look
        .filter(|_| !is_first_choice)
        .map_or(Vec::new(), |look| vec![look]);
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
        played_apart: record.notes.contains(&Note::PlayedApart),
        list_iterations: Vec::new(),
        apart_iterations: Vec::new(),
        loss_looks: looks,
        deep_look: None,
        glance: Vec::new(),
        mates: None,
        forced: None,
    }
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
