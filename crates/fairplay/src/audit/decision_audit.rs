//! A run of records of moves drawn from rated games: what people chose, and from what.
//!
//! What is fitted to people's choices needs many players and few moves of each, and of a
//! move only what there was to choose from. So a few moves of every game are drawn, and
//! their records are without the searches for what a move lost. Start with
//! `DecisionAudit::begin`.

use super::audit::make_records;
use super::deep_selection::{DeepSelection, Known, deepen};
use super::drawn_record::DrawnRecord;
use super::error::AuditError;
use super::game_selection::GameSelection;
use super::input::{GameInput, PortionSettings, read_games};
use super::judge_source::{Member, plumb_judge};
use super::observer::AuditObserver;
use super::run_notes::{self, RecordKind};
use crate::book::game_hash;
use crate::facts::{Thresholds, set_up_plies};
use crate::games::SourceGame;
use crate::records::{Plan, PlumbJudge, Store};
use plumb_chess::board::Position;
use plumb_engine::tables::Models;
use plumb_support::random::Random;

/// What a run of drawn moves is asked to do.
#[derive(Clone, Copy, Debug)]
pub struct DecisionSettings {
    /// What is recorded of each.
    pub record: DrawnRecord,
    /// Whose moves, and which.
    pub eligible: Eligible,
    /// Moves of a game, at most.
    pub moves: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// Moves of players who have so many choices get a deep look; nobody's otherwise.
    pub deep_looks_from: Option<u64>,
}

/// Which moves may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eligible {
    /// Those of rated players, behind the opening, who had a choice.
    RatedChoices,
    /// Every move behind the opening.
    Everything,
}

/// A run of records of drawn moves in its file.
pub struct DecisionAudit {
    store: Store,
    settings: DecisionSettings,
    member: Member,
    deep_judge: Box<dyn Fn() -> Result<PlumbJudge, String> + Sync>,
}

impl DecisionAudit {
    /// Begins a run in this file, or goes on with the one that is there, which must have
    /// been made by the same build.
    pub fn begin(
        store: Store,
        settings: DecisionSettings,
        models: &Models,
    ) -> Result<DecisionAudit, AuditError> {
        let depths = settings.record.depths();
        let member = Member::plumb(depths, &[], None, models)?;
        let profile = settings.record.profile();
        run_notes::check_maker(&store, RecordKind::Decisions, &member.stamp, profile)?;
        Ok(DecisionAudit {
            store,
            settings,
            member,
            deep_judge: Box::new(plumb_judge(depths, models)?),
        })
    }

    /// The run's file.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Reads the chosen games of these texts, in the place of those that were there.
    pub fn read(
        &mut self,
        inputs: Vec<GameInput>,
        selection: &GameSelection,
        observer: &dyn AuditObserver,
    ) -> Result<(), AuditError> {
        read_games(
            &mut self.store,
            inputs,
            selection,
            PortionSettings::default(),
            observer,
        )
    }

    /// Makes every record that is missing; false when stopped.
    pub fn search(&mut self, observer: &dyn AuditObserver) -> Result<bool, AuditError> {
        run_notes::note_maker(
            &self.store,
            RecordKind::Decisions,
            &self.member.stamp,
            self.settings.record.profile(),
        )?;
        run_notes::note_finished(&self.store, false)?;
        let is_finished = self.record(observer)?;
        run_notes::note_finished(&self.store, is_finished)?;
        Ok(is_finished)
    }

    /// The records and the deep looks; false if it was interrupted.
    fn record(&mut self, observer: &dyn AuditObserver) -> Result<bool, AuditError> {
        self.store.clear_failures()?;
        let settings = self.settings;
        let plan = Plan {
            jobs: settings.jobs,
            judge: self.member.new.as_ref(),
            stamp: &self.member.stamp,
            selected_plies: &|game| drawn_plies(game, &settings),
        };
        if !make_records(&mut self.store, &plan, observer)? {
            return Ok(false);
        }
        let Some(least) = settings.deep_looks_from else {
            return Ok(true);
        };
        run_notes::check_deep_looks_from(&self.store, least)?;
        let known = Known {
            book: None,
            tables: None,
        };
        let stamp = &self.member.stamp;
        let (judge, jobs) = (self.deep_judge.as_ref(), settings.jobs);
        let selection = DeepSelection::of(&self.store, stamp, known, least)?;
        deepen(
            &mut self.store,
            stamp,
            known,
            &selection,
            jobs,
            judge,
            observer,
        )
    }
}

/// Some plies of a game in order, drawn by its moves and the seed.
fn drawn_plies(game: &SourceGame, settings: &DecisionSettings) -> Vec<usize> {
    let opening = Thresholds::default().opening_plies;
    let first = opening.saturating_sub(set_up_plies(game));
    let mut position: Position = game.start.clone();
    let mut eligible = Vec::new();
    for (index, ply) in game.plies.iter().enumerate() {
        let Some(mv) = ply.mv else {
            break;
        };
        let is_eligible = match settings.eligible {
            Eligible::Everything => true,
            Eligible::RatedChoices => {
                game.rating(position.turn()).is_some() && position.legal_moves().len() > 1
            }
        };
        if index >= first && is_eligible {
            eligible.push(index);
        }
        position = position.play(mv);
    }
    let mut random = Random::stream(settings.seed, game_hash(game));
    let order = random
        .order(eligible.len())
        .into_iter()
        .take(settings.moves);
    let mut drawn: Vec<usize> = order.map(|place| eligible[place]).collect();
    drawn.sort_unstable();
    drawn
}
