//! The figures of every member of a jury beside each other.
//!
//! Under each member's records other moves may be left out, so each has figures
//! and counts of its own. What they say together is counted over the moves that
//! count by the first member's records. Start with `Panel::add`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::examine::{GameReport, Standard, examine};
use super::field::Field;
use super::figures::{Figures, Level, PLAYER_GATE};
use super::moments::Share;
use super::options::FigureOptions;
use super::replicates::share_over_games;
use super::resampled_sums::ResampledSums;
use super::votes::{Disagreement, Votes};
use crate::games::SourceGame;
use crate::records::{MoveRecord, Stamp};

/// Sums of a jury over people's sides of games; adds up game by game and keeps no record.
#[derive(Clone, Debug)]
pub struct Panel {
    engines: Vec<String>,
    /// Of every member after the first, in their order.
    others: Vec<MemberSums>,
    /// Votes of all engines on everybody's moves.
    everybody: Votes,
    by_player: BTreeMap<String, Votes>,
    /// Of everybody and of each player, by game: its number, majorities, and how many
    /// of these were played.
    games: Vec<MajorityGame>,
    games_of: BTreeMap<String, Vec<MajorityGame>>,
}

/// Everybody's moves and each player's, by a member's records.
#[derive(Clone, Debug, Default)]
struct MemberSums {
    field: Field,
    players: BTreeMap<String, ResampledSums>,
}

/// A game's number, its moves with a majority, and those that were the majority's choice.
type MajorityGame = (u64, f64, f64);

/// One member's figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MemberFigures {
    /// The engine.
    pub engine: String,
    /// By its own records.
    pub figures: Figures,
}

/// A player's figures, or everybody's, by each member of a jury.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PanelFigures {
    /// In the order of the members; the first one's are those of the report.
    pub members: Vec<MemberFigures>,
    /// Moves on which more than half of the engines had the same first choice.
    pub majorities: u64,
    /// MM against the majority: of these moves, those that were this choice;
    /// withheld below the gate of a player.
    pub majority: Option<Share>,
}

impl Panel {
    /// Of these members, at least two, whose order is kept.
    pub fn new(stamps: &[&Stamp]) -> Panel {
        Panel {
            engines: stamps.iter().map(|stamp| stamp.engine.clone()).collect(),
            others: vec![MemberSums::default(); stamps.len().saturating_sub(1)],
            everybody: Votes::of(stamps.len()),
            by_player: BTreeMap::new(),
            games: Vec::new(),
            games_of: BTreeMap::new(),
        }
    }

    /// Adds a game: the report by the first member's records, and the records of
    /// each other one, an entry for each ply.
    pub fn add(
        &mut self,
        source: &SourceGame,
        report: &GameReport,
        others: Vec<Vec<Option<MoveRecord>>>,
        standard: &Standard<'_>,
    ) {
        // A computer's moves are nobody's here.
        let white = (report.white.as_deref()).filter(|_| !report.white_computer);
        let black = (report.black.as_deref()).filter(|_| !report.black_computer);
        let mut reports = Vec::with_capacity(others.len());
        for (member, records) in self.others.iter_mut().zip(others) {
            let (other, sums) = examine(
                report.id,
                source,
                records,
                report.book.clone(),
                standard,
                None,
            );
            member.field.add(report.id, &sums);
            for (name, side) in [(white, &sums.white), (black, &sums.black)] {
                if let Some(name) = name {
                    let player = member.players.entry(name.to_owned()).or_default();
                    player.add(report.id, side);
                }
            }
            reports.push(other);
        }
        let mut in_game = [(report.id, 0.0, 0.0); 2];
        for (ply, mv) in report.moves.iter().enumerate() {
            if mv.verdict.counted().is_none() || report.is_computer(mv.side) {
                continue;
            }
            let records: Vec<Option<&MoveRecord>> = std::iter::once(report)
                .chain(&reports)
                .map(|report| report.moves.get(ply)?.record.as_ref())
                .collect();
            self.everybody.add(&records);
            let mut this = Votes::of(self.engines.len());
            this.add(&records);
            if let Some(share) = this.majority() {
                let side = &mut in_game[usize::from(mv.side != "white")];
                side.1 += share.of as f64;
                side.2 += share.count as f64;
            }
            if let Some(name) = if mv.side == "white" { white } else { black } {
                self.votes_of(name).add(&records);
            }
        }
        let sides = [white, black].into_iter().zip(in_game);
        let computers = [report.white_computer, report.black_computer];
        for ((name, side), is_computer) in sides.zip(computers) {
            if is_computer {
                continue;
            }
            self.games.push(side);
            if let Some(name) = name {
                self.games_of.entry(name.to_owned()).or_default().push(side);
            }
        }
    }

    fn votes_of(&mut self, name: &str) -> &mut Votes {
        let engines = self.engines.len();
        let new = || Votes::of(engines);
        self.by_player.entry(name.to_owned()).or_insert_with(new)
    }

    /// A player's figures by each member, of which the first one's are known.
    pub fn player(&self, name: &str, first: &Figures, options: &FigureOptions) -> PanelFigures {
        let none = ResampledSums::default();
        let own = |member: &MemberSums| {
            let sums = member.players.get(name).unwrap_or(&none);
            sums.figures(Level::Player, options)
        };
        let others = self.others.iter().map(own);
        let games = self.games_of.get(name).map_or(&[][..], Vec::as_slice);
        self.figures(first, others, self.by_player.get(name), games)
    }

    /// Everybody's figures by each member, of which the first one's are known.
    pub fn everybody(&self, first: &Figures, options: &FigureOptions) -> PanelFigures {
        let others = self.others.iter();
        let others = others.map(|member| member.field.figures(options));
        self.figures(first, others, Some(&self.everybody), &self.games)
    }

    fn figures(
        &self,
        first: &Figures,
        others: impl Iterator<Item = Figures>,
        votes: Option<&Votes>,
        games: &[MajorityGame],
    ) -> PanelFigures {
        let all = std::iter::once(first.clone()).chain(others);
        let majorities = votes.map_or(0, Votes::majorities) as u64;
        let mut majority = votes.and_then(Votes::majority);
        if let Some(share) = &mut majority {
            share.over_games(share_over_games(games));
        }
        PanelFigures {
            members: self
                .engines
                .iter()
                .zip(all)
                .map(|(engine, figures)| MemberFigures {
                    engine: engine.clone(),
                    figures,
                })
                .collect(),
            majorities,
            majority: majority.filter(|_| majorities >= PLAYER_GATE && first.counted().is_some()),
        }
    }

    /// How far the members are apart on the moves that count.
    pub fn disagreement(&self) -> Disagreement {
        self.everybody.disagreement(PLAYER_GATE)
    }
}

#[cfg(test)]
#[path = "panel_tests.rs"]
mod tests;
