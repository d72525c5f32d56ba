//! A record as it stands in a run's file: few bytes, read back with the position that
//! it is about.
//!
//! Moves are numbers among the legal ones, so that most take one byte;
//! numbers are of variable length (seven bits a byte, signs folded in) and, where they
//! follow each other, differences. What follows from other parts is not written: levels,
//! choices and scores of a `Line` come from its reports. Bytes that do not fit are an
//! error, never a panic. Start with `encode` and `decode`.

use super::coordinates::coordinates;
use super::forced_record::{ForcedChoice, ForcedReason, ForcedRecord, ForcedStop};
use super::line_report::LineReport;
use super::loss_look::LossLook;
use super::record::{Line, ListedMove, Mate, Mates, MoveRecord};
use super::value::Value;
use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::{NumberedMoves, parse_uci_move};
use plumb_engine::search::Bound;
use plumb_support::wording::text;

/// The layout, and the one before, which had nothing of what follows the listed moves; others
/// are not read.
const LAYOUT: u8 = 3;
const LAYOUT_WITHOUT_CONTINUATIONS: u8 = 2;

/// The rank of a mate in 0 moves. Ranks put centipawns and mates on one scale, from
/// the point of view of the value that is encoded: giving mate in n moves is `MATE - n`, beyond
/// all centipawns.
const MATE: i64 = 100_000;
/// The rank of being mated already; being mated in n moves is `MATED + n`.
const MATED: i64 = -MATE;
/// Ranks from here on are mates that the player gives.
const GIVEN_FROM: i64 = MATE / 2;
/// Ranks below this are mates that the player suffers; those between are centipawns.
const SUFFERED_TO: i64 = -MATE / 2;

/// The bytes of the record of a move on the board of `game`; nothing if a move of it is
/// not legal where it should be.
pub(super) fn encode(game: &Game, record: &MoveRecord) -> Option<Vec<u8>> {
    // The bytes of a record that was read stay what they were.
    let layout = match record.has_continuations() {
        true => LAYOUT,
        false => LAYOUT_WITHOUT_CONTINUATIONS,
    };
    let mut out = Writer(vec![layout]);
    let position = game.position();
    let next = position.play(parse_uci_move(position, &record.played)?);
    let (here, there) = (NumberedMoves::of(position), NumberedMoves::of(&next));
    out.line(position, &here, &record.before)?;
    out.line(&next, &there, &record.after)?;
    out.number(u64::from(record.depth));
    out.number(record.listed.len() as u64);
    let mut before = 0;
    for listed in &record.listed {
        out.mv(&here, &listed.mv)?;
        out.score(listed.score, &mut before);
        out.signed(i64::from(record.depth) - i64::from(listed.depth));
    }
    out.number(u64::from(record.played_apart));
    out.reports(&here, &record.list_iterations)?;
    out.reports(&here, &record.apart_iterations)?;
    out.loss_looks(&record.loss_looks);
    out.reports(&here, &record.glance)?;
    out.mates(&here, record.mates.as_ref())?;
    out.forced(position, record.forced.as_ref())?;
    if layout == LAYOUT {
        for listed in &record.listed {
            let at = position.play(parse_uci_move(position, &listed.mv)?);
            out.moves(at, &listed.continuation)?;
        }
    }
    // It is searched for later than the rest: records without one end before it.
    if let Some(look) = record.deep_look {
        out.loss_looks(&[look]);
    }
    Some(out.0)
}

/// The record of the move `played` on the board of `game` from these bytes.
/// An error says what is wrong with the bytes.
pub(super) fn decode(game: &Game, played: Move, bytes: &[u8]) -> Result<MoveRecord, &'static str> {
    let mut input = Reader(bytes);
    let layout = input.byte()?;
    if ![LAYOUT, LAYOUT_WITHOUT_CONTINUATIONS].contains(&layout) {
        return Err(text!(run_file.other_layout));
    }
    let position = game.position();
    let next = position.play(played);
    let (here, there) = (NumberedMoves::of(position), NumberedMoves::of(&next));
    let before = input.line(position, &here)?;
    let after = input.line(&next, &there)?;
    let depth = input.small()?;
    let mut score = 0;
    let listed = input.list(|input| {
        Ok(ListedMove::scored(
            input.mv(&here)?,
            input.score(&mut score)?,
            u32::try_from(i64::from(depth) - input.signed()?).map_err(|_| DAMAGED)?,
        ))
    })?;
    let mut record = MoveRecord {
        played: coordinates(game, played),
        legal: here.count(),
        before,
        after,
        depth,
        listed,
        played_apart: input.number()? == 1,
        list_iterations: input.reports(&here)?,
        apart_iterations: input.reports(&here)?,
        loss_looks: input.loss_looks()?,
        glance: input.reports(&here)?,
        mates: input.mates(&here)?,
        forced: input.forced(position)?,
        deep_look: None,
    };
    if layout == LAYOUT {
        for listed in &mut record.listed {
            let mv = parse_uci_move(position, &listed.mv).ok_or(DAMAGED)?;
            listed.continuation = input.moves(position.play(mv))?;
        }
    }
    if !input.0.is_empty() {
        record.deep_look = match input.loss_looks()?.as_slice() {
            [look] => Some(*look),
            _ => return Err(DAMAGED),
        };
    }
    match input.0 {
        [] => Ok(record),
        _ => Err(DAMAGED),
    }
}

/// The text about bytes that are no record.
const DAMAGED: &str = text!(run_file.record_damaged);

/// Where a score stands among all others.
fn rank_of(score: Value) -> i64 {
    match score {
        Value::Cp(cp) => i64::from(cp),
        Value::Mate(moves) if moves > 0 => MATE - i64::from(moves),
        Value::Mate(moves) => MATED - i64::from(moves),
    }
}

fn score_at(rank: i64) -> Result<Value, &'static str> {
    let value = |number: i64| i32::try_from(number).map_err(|_| DAMAGED);
    match rank {
        GIVEN_FROM..MATE => Ok(Value::Mate(value(MATE - rank)?)),
        MATED..SUFFERED_TO => Ok(Value::Mate(value(MATED - rank)?)),
        SUFFERED_TO..GIVEN_FROM => Ok(Value::Cp(value(rank)?)),
        _ => Err(DAMAGED),
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    /// A score as its distance from the one written before.
    fn score(&mut self, score: Value, before: &mut i64) {
        let rank = rank_of(score);
        self.signed(rank - *before);
        *before = rank;
    }

    fn fraction(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    /// Present or not, as one more than the number.
    fn option(&mut self, number: Option<u64>) {
        self.number(number.map_or(0, |number| number + 1));
    }

    fn reports(&mut self, moves: &NumberedMoves, reports: &[LineReport]) -> Option<()> {
        self.number(reports.len() as u64);
        let (mut depth, mut seldepth, mut score) = (0, 0, 0);
        for report in reports {
            let bound = match report.bound {
                Bound::Exact => 0,
                Bound::Lower => 1,
                Bound::Upper => 2,
            };
            let step = i64::from(report.depth) - depth;
            self.number(((step << 1 ^ step >> 63) as u64) * 3 + bound);
            self.signed(report.seldepth as i64 - seldepth);
            self.option(match &report.mv {
                Some(mv) => Some(moves.number_of(mv)? as u64),
                None => None,
            });
            self.score(report.score, &mut score);
            (depth, seldepth) = (i64::from(report.depth), report.seldepth as i64);
        }
        Some(())
    }

    /// A search of a position with these moves.
    fn line(&mut self, position: &Position, moves: &NumberedMoves, line: &Line) -> Option<()> {
        self.reports(moves, &line.iterations)?;
        if line.iterations.is_empty() {
            // The game was over: mate or stalemate.
            self.signed(rank_of(line.score));
        }
        self.number(line.levels.len() as u64);
        self.number(line.nodes);
        self.moves(position.clone(), &line.pv)
    }

    /// Moves in turn, the first in the position `at`.
    fn moves(&mut self, mut at: Position, moves: &[String]) -> Option<()> {
        self.number(moves.len() as u64);
        for mv in moves {
            let mv = self.mv(&NumberedMoves::of(&at), mv)?;
            at = at.play(mv);
        }
        Some(())
    }

    /// A move in coordinates, which is given back.
    fn mv(&mut self, moves: &NumberedMoves, mv: &str) -> Option<Move> {
        let number = moves.number_of(mv)?;
        self.number(number as u64);
        moves.get(number)
    }

    fn loss_looks(&mut self, looks: &[LossLook]) {
        self.number(looks.len() as u64);
        let mut before = 0;
        for look in looks {
            self.number(u64::from(look.depth));
            self.score(look.first_choice, &mut before);
            self.score(look.played, &mut before);
        }
    }

    fn mates(&mut self, moves: &NumberedMoves, mates: Option<&Mates>) -> Option<()> {
        self.option(mates.map(|mates| mates.lines.len() as u64));
        let Some(mates) = mates else {
            return Some(());
        };
        for mate in &mates.lines {
            self.mv(moves, &mate.mv)?;
            self.number(u64::from(mate.moves));
            self.signed(i64::from(mate.material_pawns));
            self.fraction(mate.risk);
        }
        self.option(mates.least.map(|at| at as u64));
        self.option(mates.played.map(|at| at as u64));
        self.option(mates.excess.map(|_| 0));
        if let Some(excess) = mates.excess {
            self.fraction(excess);
        }
        Some(())
    }

    fn forced(&mut self, position: &Position, forced: Option<&ForcedRecord>) -> Option<()> {
        self.option(forced.map(|forced| forced.plies.len() as u64));
        let Some(forced) = forced else {
            return Some(());
        };
        let mut at = position.clone();
        for choice in &forced.plies {
            let mv = self.mv(&NumberedMoves::of(&at), &choice.mv)?;
            let reason = match choice.reason {
                ForcedReason::OnlyLegal => 0,
                ForcedReason::OnlyGood => 1,
            };
            self.number(reason << 1 | u64::from(choice.is_recapture));
            self.option(choice.margin_cp.map(|margin| margin.max(0) as u64));
            at = at.play(mv);
        }
        match forced.end {
            ForcedStop::GameOver => self.number(0),
            ForcedStop::Repetition => self.number(1),
            ForcedStop::BudgetSpent => self.number(2),
            ForcedStop::MaxPlies => self.number(3),
            ForcedStop::NotForced(margin) => self.number(4 + margin.max(0) as u64),
        }
        Some(())
    }
}

struct Reader<'b>(&'b [u8]);

type Read<T> = Result<T, &'static str>;

impl Reader<'_> {
    fn byte(&mut self) -> Read<u8> {
        let (&first, rest) = self.0.split_first().ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Read<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(DAMAGED)
    }

    fn small(&mut self) -> Read<u32> {
        u32::try_from(self.number()?).map_err(|_| DAMAGED)
    }

    fn signed(&mut self) -> Read<i64> {
        self.number().map(unfolded)
    }

    fn score(&mut self, before: &mut i64) -> Read<Value> {
        *before = before.checked_add(self.signed()?).ok_or(DAMAGED)?;
        score_at(*before)
    }

    fn fraction(&mut self) -> Read<f64> {
        let mut bytes = [0; 8];
        for byte in &mut bytes {
            *byte = self.byte()?;
        }
        Ok(f64::from_le_bytes(bytes))
    }

    fn option(&mut self) -> Read<Option<u64>> {
        Ok(self.number()?.checked_sub(1))
    }

    /// As many as a number in front says; each takes at least a byte.
    fn list<T>(&mut self, item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.number()?;
        self.items(count, item)
    }

    fn items<T>(&mut self, count: u64, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        if count > self.0.len() as u64 {
            return Err(DAMAGED);
        }
        let mut items = Vec::with_capacity(count as usize);
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn reports(&mut self, moves: &NumberedMoves) -> Read<Vec<LineReport>> {
        let (mut depth, mut seldepth, mut score) = (0_i64, 0_i64, 0);
        self.list(|input| {
            let head = input.number()?;
            depth = depth.checked_add(unfolded(head / 3)).ok_or(DAMAGED)?;
            seldepth = seldepth.checked_add(input.signed()?).ok_or(DAMAGED)?;
            let mv = input
                .option()?
                .map(|number| coordinates_of(moves, number))
                .transpose()?;
            Ok(LineReport {
                depth: u32::try_from(depth).map_err(|_| DAMAGED)?,
                seldepth: usize::try_from(seldepth).map_err(|_| DAMAGED)?,
                mv,
                score: input.score(&mut score)?,
                bound: match head % 3 {
                    0 => Bound::Exact,
                    1 => Bound::Lower,
                    _ => Bound::Upper,
                },
            })
        })
    }

    fn line(&mut self, position: &Position, moves: &NumberedMoves) -> Read<Line> {
        let iterations = self.reports(moves)?;
        let score_of_end = match iterations.as_slice() {
            [] => Some(score_at(self.signed()?)?),
            _ => None,
        };
        let levels = self.small()? as usize;
        if levels > MOST_LEVELS {
            return Err(DAMAGED);
        }
        let nodes = self.number()?;
        let pv = self.moves(position.clone())?;
        match score_of_end {
            Some(score) => Ok(Line::game_over(score.score(), levels)),
            None => Line::of(iterations, nodes, pv, levels).ok_or(DAMAGED),
        }
    }

    /// Moves in turn, the first in the position `at`.
    fn moves(&mut self, mut at: Position) -> Read<Vec<String>> {
        self.list(|input| input.play(&mut at))
    }

    /// A move of the position `at`, which is the one after it then.
    fn play(&mut self, at: &mut Position) -> Read<String> {
        let moves = NumberedMoves::of(at);
        let number = self.number()?;
        let text = coordinates_of(&moves, number)?;
        let mv = moves.get(number as usize).ok_or(DAMAGED)?;
        *at = at.play(mv);
        Ok(text)
    }

    /// A move in coordinates.
    fn mv(&mut self, moves: &NumberedMoves) -> Read<String> {
        coordinates_of(moves, self.number()?)
    }

    fn loss_looks(&mut self) -> Read<Vec<LossLook>> {
        let mut score = 0;
        self.list(|input| {
            Ok(LossLook {
                depth: input.small()?,
                first_choice: input.score(&mut score)?,
                played: input.score(&mut score)?,
            })
        })
    }

    fn mates(&mut self, moves: &NumberedMoves) -> Read<Option<Mates>> {
        let Some(count) = self.option()? else {
            return Ok(None);
        };
        let lines = self.items(count, |input| {
            Ok(Mate {
                mv: input.mv(moves)?,
                moves: input.small()?,
                material_pawns: i32::try_from(input.signed()?).map_err(|_| DAMAGED)?,
                risk: input.fraction()?,
            })
        })?;
        let mut place = || -> Read<Option<usize>> {
            let place = self.option()?.map(|at| at as usize);
            match place {
                Some(at) if at >= lines.len() => Err(DAMAGED),
                place => Ok(place),
            }
        };
        let (least, played) = (place()?, place()?);
        let excess = match self.option()? {
            Some(_) => Some(self.fraction()?),
            None => None,
        };
        Ok(Some(Mates {
            lines,
            least,
            played,
            excess,
        }))
    }

    fn forced(&mut self, position: &Position) -> Read<Option<ForcedRecord>> {
        let Some(count) = self.option()? else {
            return Ok(None);
        };
        let margin = |number: u64| i32::try_from(number).map_err(|_| DAMAGED);
        let mut at = position.clone();
        let plies = self.items(count, |input| {
            let mv = input.play(&mut at)?;
            let flags = input.number()?;
            Ok(ForcedChoice {
                mv,
                reason: match flags >> 1 {
                    0 => ForcedReason::OnlyLegal,
                    1 => ForcedReason::OnlyGood,
                    _ => return Err(DAMAGED),
                },
                margin_cp: input.option()?.map(margin).transpose()?,
                is_recapture: flags & 1 == 1,
            })
        })?;
        let end = match self.number()? {
            0 => ForcedStop::GameOver,
            1 => ForcedStop::Repetition,
            2 => ForcedStop::BudgetSpent,
            3 => ForcedStop::MaxPlies,
            number => ForcedStop::NotForced(margin(number - 4)?),
        };
        Ok(Some(ForcedRecord { plies, end }))
    }
}

/// Longer levels vectors are not made.
const MOST_LEVELS: usize = 1_000;

/// The move with a number, in coordinates.
fn coordinates_of(moves: &NumberedMoves, number: u64) -> Read<String> {
    let number = usize::try_from(number).map_err(|_| DAMAGED)?;
    moves.coordinates(number).ok_or(DAMAGED)
}

/// A number whose sign was folded into its lowest bit.
fn unfolded(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
#[path = "codec_tests.rs"]
mod tests;
