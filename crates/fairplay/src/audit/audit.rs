//! A whole run of records: games, settings and passes in; records, then reports out.
//!
//! The command line, a session, a service and a part of a larger run all start the same
//! `Audit`. Everything it finds is in the run's file before it is reported, so that a run
//! that was stopped goes on with the same calls. Start with `Audit::begin`.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::deep_selection::{DeepSelection, Known, deepen};
use super::error::AuditError;
use super::game_selection::GameSelection;
use super::input::{GameInput, PortionSettings, read_games};
use super::judge_source::{JudgeSource, Member, plumb_judge};
use super::observer::{AuditEvent, AuditObserver};
use super::parts::Portion;
use super::pass_sums::Assessment;
use super::passes::{Pass, PassSettings, shared_depths};
use super::recorded_moves::RecordedMoves;
use super::reporting::{ReportCounts, write_reports};
use super::run_notes::{self, RecordKind};
use crate::book::Book;
use crate::facts::{ChoiceModels, Rules, Yardstick, selected_plies};
use crate::figures::{EVIDENCE_GATE, FigureOptions, GameReport, Standard, examine};
use crate::games::SourceGame;
use crate::records::{Depths, Plan, Profile, Stamp, Store, StoredRecord, check_filled, fill};
use crate::reference::Reference;
use crate::report::{ReportDestination, RunHeader};
use plumb_coach::analysis::TrendModel;
use plumb_engine::syzygy::Tablebases;
use plumb_engine::tables::{Models, Table, Tables};
use plumb_support::wording::{say, text};

/// What a run is asked to do.
pub struct AuditSettings {
    /// How thoroughly moves are looked at.
    pub profile: Profile,
    /// How far each search goes: the profile's depths, or others (a `custom` run).
    pub depths: Depths,
    /// The engines that look at the moves. Figures of the report are by the first; the others'
    /// are shown beside them.
    pub judges: Vec<JudgeSource>,
    /// Other passes over the same moves by the first judge.
    pub passes: PassSettings,
    /// Which moves count.
    pub rules: Rules,
    /// Opening theory: its moves do not count.
    pub book: Book,
    /// Endgame tablebases: moves in positions that they hold do not count.
    pub tablebases: Option<Tablebases>,
    /// How many other players were looked at, besides those whose figures are made.
    pub looked_at: u64,
    /// Moves of players who were asked for so many choices get a deep look where there are
    /// models to hold them against.
    pub deep_looks_from: u64,
    /// All of a run, or a share of it, which is searched and not reported.
    pub portion: Portion,
    /// Threads.
    pub jobs: usize,
}

impl AuditSettings {
    /// The usual run of a profile: Plumb judges on one thread, with a quicker second pass.
    pub fn new(profile: Profile) -> AuditSettings {
        AuditSettings {
            profile,
            depths: Depths::of(profile),
            judges: vec![JudgeSource::Plumb],
            passes: PassSettings::Quicker,
            rules: Rules::default(),
            book: Book::default(),
            tablebases: None,
            looked_at: 0,
            deep_looks_from: EVIDENCE_GATE,
            portion: Portion::Whole,
            jobs: 1,
        }
    }

    /// `screen`, `full`, or `custom` where the depths are not the profile's.
    pub(super) fn profile_name(&self) -> String {
        match self.depths == Depths::of(self.profile) {
            true => self.profile.to_string(),
            false => "custom".to_owned(),
        }
    }
}

/// What became of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditOutcome {
    /// The reports are there.
    Reported(ReportCounts),
    /// A share of a run is searched, so many games: reports are made when all shares are there.
    Searched(u64),
    /// Stopped while moves were looked at; the same audit goes on.
    StoppedSearching,
    /// Stopped while reports were written: none is whole, and all records are there.
    StoppedReporting,
}

/// A run of records in its file.
pub struct Audit<'a> {
    pub(super) store: Store,
    pub(super) settings: AuditSettings,
    pub(super) models: &'a Models,
    pub(super) members: Vec<Member>,
    pub(super) passes: Vec<Pass>,
    /// The models that choices are compared with, or why there are none for these records.
    choices: Result<ChoiceModels, String>,
    /// The model of the trend that people see in levels, or why there is none for these records.
    trends: Result<Arc<TrendModel>, String>,
    /// Whose moves get a deep look: found out once, as it takes all records of the run.
    deep_selection: OnceCell<DeepSelection>,
}

impl<'a> Audit<'a> {
    /// Begins a run in this file, or goes on with the one that is there, which must have
    /// been made by the same judge. Engines are started to know what they call themselves.
    pub fn begin(
        store: Store,
        settings: AuditSettings,
        models: &'a Models,
    ) -> Result<Audit<'a>, AuditError> {
        let mut members: Vec<Member> = Vec::new();
        for judge in &settings.judges {
            let member = judge.member(settings.depths, None, models)?;
            add_member(&mut members, member)?;
        }
        let (Some(first), Some(judge)) = (members.first(), settings.judges.first()) else {
            return Err(AuditError::Judge("nobody is to judge".to_owned()));
        };
        let profile = settings.profile_name();
        run_notes::check_maker(&store, RecordKind::Moves, &first.stamp, &profile)?;
        run_notes::check_portion(&store, settings.portion)?;
        settings.check_passes_of_share()?;
        let passes = settings.passes.passes(judge, settings.depths, models)?;
        if let Some(depths) = first.search {
            let others = shared_depths(&passes, depths);
            members[0] = Member::plumb(depths, &others, None, models)?;
        }
        Ok(Audit::of_members(store, settings, models, members, passes))
    }

    /// With these judges, of whom there is at least one.
    pub(super) fn of_members(
        store: Store,
        settings: AuditSettings,
        models: &'a Models,
        members: Vec<Member>,
        passes: Vec<Pass>,
    ) -> Audit<'a> {
        Audit {
            choices: choice_models(&members[0].stamp, models),
            trends: trends(&members[0], models),
            deep_selection: OnceCell::new(),
            store,
            settings,
            models,
            members,
            passes,
        }
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
        let AuditSettings { portion, rules, .. } = &self.settings;
        selection.check(*portion)?;
        self.deep_selection.take();
        run_notes::note_part(&self.store, None)?;
        let share = PortionSettings {
            portion: *portion,
            deep_looks_from: self.deep_looks_from(),
            rules: *rules,
        };
        read_games(&mut self.store, inputs, selection, share, observer)
    }

    /// Whether the input has been read, even if it held no games.
    pub fn is_read(&self) -> Result<bool, AuditError> {
        Ok(run_notes::is_read(&self.store)?)
    }

    /// Takes these games, in the place of those that were there.
    pub fn take(&mut self, games: Vec<SourceGame>) -> Result<(), AuditError> {
        let never = std::sync::atomic::AtomicBool::new(false);
        let games = games.into_iter().map(Ok);
        self.deep_selection.take();
        self.store.replace_games(games, &never, |_| ())?;
        Ok(())
    }

    /// Makes every record that is missing and writes the reports, or none of a share.
    pub fn run(
        &mut self,
        destination: ReportDestination,
        observer: &dyn AuditObserver,
    ) -> Result<AuditOutcome, AuditError> {
        let portion = self.settings.portion;
        let is_whole = portion == Portion::Whole;
        if !is_whole && matches!(destination, ReportDestination::Stream(..)) {
            return Err(not_reported(portion));
        }
        match (self.search(observer)?, is_whole) {
            (false, _) => Ok(AuditOutcome::StoppedSearching),
            (true, true) => self.report_to(destination, observer),
            (true, false) => Ok(AuditOutcome::Searched(self.store.game_count()?)),
        }
    }

    /// Writes the reports of what is there.
    pub(super) fn report_to(
        &self,
        destination: ReportDestination,
        observer: &dyn AuditObserver,
    ) -> Result<AuditOutcome, AuditError> {
        Ok(match self.report(destination, observer)? {
            Some(counts) => AuditOutcome::Reported(counts),
            None => AuditOutcome::StoppedReporting,
        })
    }

    /// Makes every record that is missing, by all judges and in all passes; false when
    /// stopped.
    pub fn search(&mut self, observer: &dyn AuditObserver) -> Result<bool, AuditError> {
        run_notes::note_part(&self.store, None)?;
        let is_over = self.make_all(observer)?;
        // Only a run on disk can be merged.
        if is_over && self.store.is_on_disk() {
            let head = serde_json::to_string(&self.part_head()?)?;
            run_notes::note_part(&self.store, Some(&head))?;
        }
        Ok(is_over)
    }

    fn make_all(&mut self, observer: &dyn AuditObserver) -> Result<bool, AuditError> {
        let AuditSettings {
            book,
            rules,
            tablebases,
            jobs,
            ..
        } = &self.settings;
        let profile = self.settings.profile_name();
        let first = &self.members[0].stamp;
        run_notes::note_maker(&self.store, RecordKind::Moves, first, &profile)?;
        self.store.clear_failures()?;
        let selected = |game: &SourceGame| {
            let book_plies = book.depth(game).map_or(0, |depth| depth.plies);
            selected_plies(game, book_plies, rules, tablebases.as_ref())
        };
        let of_passes = self.passes.iter().map(|pass| (&pass.member, pass.threads));
        let all = self.members.iter().map(|member| (member, 1));
        for (member, threads) in all.chain(of_passes) {
            let plan = Plan {
                jobs: (jobs / threads).max(1),
                judge: member.new.as_ref(),
                stamp: &member.stamp,
                selected_plies: &selected,
            };
            if !make_records(&mut self.store, &plan, observer)? {
                return Ok(false);
            }
            run_notes::note_run(&self.store, &member.stamp.to_string())?;
        }
        self.deep_selection.take();
        self.look_deeper(observer)
    }

    /// Makes every deep look that is missing; false when stopped.
    pub(super) fn look_deeper(&mut self, observer: &dyn AuditObserver) -> Result<bool, AuditError> {
        if self.choices.is_err() {
            return Ok(true);
        }
        // Which of a shard's players have enough choices only the whole run knows.
        let selection = match self.settings.portion {
            Portion::Shard(_) => DeepSelection::of_names(run_notes::noted_candidates(&self.store)?),
            Portion::Whole | Portion::Part => self.deep_selection()?,
        };
        let known = Known {
            book: Some(&self.settings.book),
            tables: self.settings.tablebases.as_ref(),
        };
        let judge = plumb_judge(self.settings.depths, self.models)?;
        let (store, stamp) = (&mut self.store, &self.members[0].stamp);
        let jobs = self.settings.jobs;
        deepen(store, stamp, known, &selection, jobs, &judge, observer)
    }

    /// From how many choices on a player's moves get a deep look, where anybody's do.
    fn deep_looks_from(&self) -> Option<u64> {
        self.choices
            .as_ref()
            .ok()
            .map(|_| self.settings.deep_looks_from)
    }

    /// Whose moves get a deep look: nobody's where there is nothing to hold them against.
    fn deep_selection(&self) -> Result<DeepSelection, AuditError> {
        if let Some(known) = self.deep_selection.get() {
            return Ok(known.clone());
        }
        let stamp = &self.members[0].stamp;
        let least = self.settings.deep_looks_from;
        let selection = match self.choices {
            Ok(_) => DeepSelection::of(&self.store, stamp, self.known(), least)?,
            Err(_) => DeepSelection::default(),
        };
        Ok(self.deep_selection.get_or_init(|| selection).clone())
    }

    fn known(&self) -> Known<'_> {
        Known {
            book: Some(&self.settings.book),
            tables: self.settings.tablebases.as_ref(),
        }
    }

    /// The moves, by game and ply from 1, whose records must have a deep look and have none.
    pub(super) fn missing_deep_looks(&self) -> Result<Vec<(u64, usize)>, AuditError> {
        let selection = self.deep_selection()?;
        selection.missing(&self.store, &self.members[0].stamp, self.known())
    }

    /// The plies of a game that have to have records, by their indices from 0.
    pub(super) fn selected_plies(&self, game: &SourceGame) -> Result<Vec<usize>, AuditError> {
        let settings = &self.settings;
        let book_plies = settings.book.depth(game)?.plies;
        let tablebases = settings.tablebases.as_ref();
        Ok(selected_plies(
            game,
            book_plies,
            &settings.rules,
            tablebases,
        ))
    }

    /// Adds these judges to the reports although the run has no records of theirs.
    pub(super) fn add_absent(&mut self, judges: &[Stamp]) -> Result<(), AuditError> {
        let mut members = judges.iter().cloned().map(Member::absent);
        members.try_for_each(|member| add_member(&mut self.members, member))
    }

    /// Takes records that were made elsewhere.
    pub(super) fn add_records(&mut self, records: &[StoredRecord]) -> Result<(), AuditError> {
        self.deep_selection.take();
        Ok(self.store.add_records(records)?)
    }

    /// Notes every search that the reports are of, as if all had been made here.
    pub(super) fn note_runs(&self) -> Result<(), AuditError> {
        let passes = self.passes.iter().map(|pass| &pass.member);
        for member in self.members.iter().chain(passes) {
            run_notes::note_run(&self.store, &member.stamp.to_string())?;
        }
        Ok(())
    }

    /// Writes the reports of what is there; nothing when stopped, and then no file takes
    /// its place.
    pub fn report(
        &self,
        destination: ReportDestination,
        observer: &dyn AuditObserver,
    ) -> Result<Option<ReportCounts>, AuditError> {
        let (store, settings) = (&self.store, &self.settings);
        if settings.portion != Portion::Whole {
            return Err(not_reported(settings.portion));
        }
        let reference = self.reference()?;
        if let (Err(reason), true) = (&reference, settings.profile_name() != "custom") {
            observer.event(AuditEvent::NoReference(reason));
        }
        // Only this profile is meant to have them; elsewhere the head says so.
        if let (Err(reason), "screen") = (&self.choices, settings.profile_name().as_str()) {
            observer.event(AuditEvent::NoModels(reason));
        }
        if let (Err(reason), "full") = (&self.trends, settings.profile_name().as_str()) {
            observer.event(AuditEvent::NoTrends(reason));
        }
        let header = self.header(&reference)?;
        let assessment = Assessment {
            book: &settings.book,
            standard: self.standard()?,
            reference: reference.ok().map(Arc::unwrap_or_clone),
            deep_looks: self.deep_selection()?,
        };
        let stamps: Vec<&Stamp> = self.members.iter().map(|member| &member.stamp).collect();
        let passes = &self.passes;
        write_reports(
            store,
            &stamps,
            passes,
            assessment,
            header,
            destination,
            observer,
        )
    }

    /// What a report says of one game, by its place in the input from 1.
    pub fn game_report(&self, id: u64) -> Result<GameReport, AuditError> {
        let source = self.store.game(id)?;
        let stamp = &self.members[0].stamp;
        let mut records = self.store.records_of(&source, stamp)?;
        let selection = self.deep_selection()?;
        selection.keep_own(&source, &mut records, self.known());
        let book = self.settings.book.depth(&source)?;
        let failure = self.store.failure(id, stamp)?;
        let standard = self.standard()?;
        let (report, _) = examine(id, &source, records, book, &standard, failure);
        Ok(report)
    }

    /// By what games are judged.
    fn standard(&self) -> Result<Standard<'_>, AuditError> {
        let settings = &self.settings;
        Ok(Standard {
            rules: settings.rules,
            yardstick: Yardstick::of(self.models)?,
            options: FigureOptions {
                rules: settings.rules.set,
                lines: settings.depths.multi_pv,
            },
            tables: settings.tablebases.as_ref(),
            models: self.choices.as_ref().ok(),
            trends: self.trends.as_deref().ok(),
        })
    }

    /// The profile's reference if this run can be compared with it, or why not.
    pub(super) fn reference(&self) -> Result<Result<Arc<Reference>, String>, AuditError> {
        let settings = &self.settings;
        if settings.profile_name() == "custom" {
            return Ok(Err(text!(reference.only_profiles).to_owned()));
        }
        let table = Reference::table(settings.profile);
        let reference = self.models.of_table::<Reference>(table)?;
        let differs = reference.differs(&self.members[0].stamp, &settings.rules);
        Ok(differs.map_or(Ok(reference), Err))
    }

    /// The head of the reports; counts are still 0. The report is noted with it.
    fn header(&self, reference: &Result<Arc<Reference>, String>) -> Result<RunHeader, AuditError> {
        let mut header = self.header_unnoted(reference)?;
        run_notes::note_run(&self.store, &header.way())?;
        header.runs = run_notes::noted_runs(&self.store)?;
        Ok(header)
    }

    /// The same without the list of runs.
    pub(super) fn header_unnoted(
        &self,
        reference: &Result<Arc<Reference>, String>,
    ) -> Result<RunHeader, AuditError> {
        let (store, settings) = (&self.store, &self.settings);
        let first = &self.members[0];
        let mut header = RunHeader::new(
            &first.stamp,
            &settings.profile_name(),
            &settings.rules,
            settings.book.settings()?,
            settings.tablebases.as_ref(),
        )?;
        header.search = first.search;
        header.tables = tables_of_figures(self.models.tables(), settings.profile);
        header.passes = self.passes.iter().map(Pass::note).collect();
        let others = self.members[1..].iter();
        header.jury = others.map(|member| member.stamp.to_string()).collect();
        header.compare_with(reference.as_deref());
        header.no_models = self.choices.as_ref().err().cloned();
        header.no_trends = self.trends.as_ref().err().cloned();
        header.seal()?;
        header.selection = run_notes::noted_selection(store)?;
        header.looked_at = settings.looked_at;
        let is_chosen = settings.looked_at == 0 && !header.selection.is_empty();
        header.chosen_from = match is_chosen {
            true => Some(run_notes::noted_players(store)?),
            false => None,
        };
        Ok(header)
    }
}

/// Figures of a share would be taken for those of its players.
fn not_reported(portion: Portion) -> AuditError {
    AuditError::Unsuitable(format!(
        "{portion} has no reports: plumb fairplay merge makes them of all its shares"
    ))
}

/// The tables that figures are made with besides records: files and digests of them.
fn tables_of_figures(tables: &Tables, profile: Profile) -> Vec<(String, String)> {
    let read = [
        Table::Wdl,
        Table::Regan,
        Table::Choice,
        Table::EngineChoice,
        Table::Evidence,
        Table::Trend,
        Reference::table(profile),
    ];
    let digest = |table: Table| (table.file_name().to_owned(), tables.digest(&[table]));
    read.map(digest).into()
}

/// The models of people's and engines' choices, if they belong to records with this stamp, or
/// why there are none.
fn choice_models(stamp: &Stamp, models: &Models) -> Result<ChoiceModels, String> {
    let screen = Depths::of(Profile::Screen).to_string();
    if *stamp != Stamp::of_plumb(models.search_digest(), screen) {
        return Err(text!(models.only_screen).to_owned());
    }
    let choices = ChoiceModels::of(models).map_err(|error| error.to_string())?;
    let own = RecordedMoves::stamp_of_choices(models).to_string();
    choices.differ(&own, true).map_or(Ok(choices), Err)
}

/// The trend model, if it belongs to levels of searches as this judge makes them, or why
/// there is none.
fn trends(judge: &Member, models: &Models) -> Result<Arc<TrendModel>, String> {
    let only = text!(models.only_full);
    let depths = judge.search.ok_or(only)?;
    if depths.levels_settings() != Depths::of(Profile::Full).levels_settings() {
        return Err(only.to_owned());
    }
    let model = models
        .get::<TrendModel>()
        .map_err(|error| error.to_string())?;
    let own = depths.levels_settings();
    match model.settings == own {
        true => Ok(model),
        false => Err(say!(
            models.other_levels,
            table = Table::Trend.file_name(),
            theirs = model.settings,
            ours = own
        )),
    }
}

/// An engine that is there already is an error.
fn add_member(members: &mut Vec<Member>, member: Member) -> Result<(), AuditError> {
    if members.iter().any(|other| other.stamp == member.stamp) {
        let name = &member.stamp.engine;
        return Err(AuditError::Judge(format!(
            "the engine {name} is to judge twice"
        )));
    }
    members.push(member);
    Ok(())
}

/// Makes what is missing for one judge; false when stopped.
pub(super) fn make_records(
    store: &mut Store,
    plan: &Plan<'_>,
    observer: &dyn AuditObserver,
) -> Result<bool, AuditError> {
    let done = fill(store, plan, observer.stop(), |progress| {
        observer.event(AuditEvent::Searched(progress));
    })?;
    for place in store.take_damaged() {
        observer.event(AuditEvent::Damaged(&place));
    }
    let is_over = done.games >= done.all_games && !observer.stop().load(Ordering::Relaxed);
    // Where nothing was made, everything had been found just now.
    if is_over && done.there < done.all_games {
        check_filled(store, plan)?;
    }
    for (id, reason) in store.failures(plan.stamp)? {
        let game = store.game(id)?;
        observer.event(AuditEvent::Failure {
            file: &game.file,
            number: game.number,
            reason: &reason,
        });
    }
    Ok(is_over)
}
