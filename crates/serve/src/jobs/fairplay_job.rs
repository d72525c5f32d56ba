//! Jobs of the kind `fairplay`: a run of `plumb fairplay` over the games of an upload. Its run
//! knows what is searched, so that a job goes on where it was.

use std::sync::atomic::AtomicBool;

use super::job_task::JobFailure;
use super::job_work::JobWork;
use super::query_options::OptionTypes;
use super::uploaded_games::{UploadedGames, paths, tell_problem};
use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use plumb_engine::syzygy::Tablebases;
use plumb_fairplay::{
    Audit, AuditEvent, AuditObserver, AuditOutcome, AuditSettings, Book, Date, Depths, GameInput,
    GameSelection, PassSettings, Profile, ReportDestination, RuleSet, Rules, RunFolder, Thresholds,
};
use plumb_support::wording;

/// The options.
pub(crate) const OPTIONS: [&str; 17] = [
    "profile",
    "nodes",
    "depth",
    "multipv",
    "rules",
    "decided",
    "forced",
    "book_plies",
    "second_pass",
    "looked_at",
    "player",
    "event",
    "since",
    "until",
    "min_plies",
    "every",
    "max_games",
];

/// How they stand in a query.
pub(super) const OPTION_TYPES: OptionTypes = OptionTypes {
    texts: &["since", "until"],
    lists: &["player", "event"],
};

/// The bounds of numbers.
pub(crate) const LEAST_NODES: u64 = 100;
pub(crate) const MOST_DEPTH: u64 = 60;
pub(crate) const MULTI_PV: (u64, u64) = (2, 50);
pub(crate) const MOST_COUNT: u64 = u32::MAX as u64;

/// What is asked for.
struct FairplayRequest {
    profile: Option<Profile>,
    nodes: Option<u64>,
    depth: Option<u64>,
    multi_pv: Option<u64>,
    rules: Rules,
    book_plies: u64,
    has_second_pass: bool,
    looked_at: u64,
    selection: GameSelection,
}

pub(super) fn check(options: Fields, limits: &ServiceLimits) -> Result<(), Problem> {
    read(options, limits).map(drop)
}

fn read(mut fields: Fields, limits: &ServiceLimits) -> Result<FairplayRequest, Problem> {
    if fields.has("nodes") && fields.has("depth") {
        fields.refuse_member("depth", wording::text!(expected.nodes_or_depth));
    }
    let usual = Rules::default();
    let mut rules = Rules {
        set: fields.parsed::<RuleSet>("rules").unwrap_or(usual.set),
        ..usual
    };
    let thresholds = &mut rules.thresholds;
    let centipawns = |number: Option<i64>, usual: i32| number.map_or(usual, |cp| cp as i32);
    thresholds.decided_cp = centipawns(
        fields.signed("decided", 0, Thresholds::MOST_CP),
        thresholds.decided_cp,
    );
    thresholds.forced_gap_cp = centipawns(
        fields.signed("forced", 0, Thresholds::MOST_CP),
        thresholds.forced_gap_cp,
    );
    let count = |number: Option<u64>| number.map(|number| number as usize);
    let min_plies = count(fields.number("min_plies", 0, MOST_COUNT));
    thresholds.min_game_plies = min_plies.unwrap_or(thresholds.min_game_plies);
    let (least_lines, most_lines) = MULTI_PV;
    let request = FairplayRequest {
        profile: fields.parsed("profile"),
        nodes: fields.number("nodes", LEAST_NODES.min(limits.nodes), limits.nodes),
        depth: fields.number("depth", 1, MOST_DEPTH),
        multi_pv: fields.number("multipv", least_lines, most_lines),
        rules,
        book_plies: fields.number("book_plies", 0, MOST_COUNT).unwrap_or(0),
        has_second_pass: fields.flag("second_pass").unwrap_or(true),
        looked_at: fields.number("looked_at", 0, MOST_COUNT).unwrap_or(0),
        selection: GameSelection {
            players: fields.texts("player").unwrap_or_default(),
            events: fields.texts("event").unwrap_or_default(),
            since: date(&mut fields, "since"),
            until: date(&mut fields, "until"),
            part: None,
            min_plies,
            every: fields
                .number("every", 1, MOST_COUNT)
                .map(|every| every as u32),
            max_games: count(fields.number("max_games", 1, limits.games)),
        },
    };
    fields.finish(&OPTIONS)?;
    Ok(request)
}

fn date(fields: &mut Fields, name: &str) -> Option<Date> {
    let text = fields.text(name)?;
    let date = Date::parse_strictly(&text);
    if date.is_none() {
        fields.refuse(name, wording::text!(expected.date));
    }
    date
}

impl FairplayRequest {
    fn settings(&self, work: &JobWork<'_>) -> Result<AuditSettings, JobFailure> {
        let profile = self.profile.unwrap_or(work.settings.profile);
        let mut depths = Depths::of(profile);
        if let Some(nodes) = self.nodes {
            depths = depths.with_nodes(nodes);
        }
        if let Some(depth) = self.depth {
            depths = depths.with_depth(depth as u32);
        }
        if let Some(lines) = self.multi_pv {
            depths.multi_pv = lines as usize;
        }
        let tablebases = match work.settings.syzygy.as_slice() {
            [] => None,
            folders => Some(Tablebases::open(folders)?),
        };
        Ok(AuditSettings {
            depths,
            passes: match self.has_second_pass {
                true => PassSettings::Quicker,
                false => PassSettings::None,
            },
            rules: self.rules,
            book: Book::default().with_plies(self.book_plies as usize),
            tablebases,
            looked_at: self.looked_at,
            jobs: work.threads,
            ..AuditSettings::new(profile)
        })
    }
}

/// Hears of what happens in a run.
struct Listener<'a>(&'a JobWork<'a>);

impl AuditObserver for Listener<'_> {
    fn stop(&self) -> &AtomicBool {
        &self.0.stop
    }

    fn event(&self, event: AuditEvent<'_>) {
        let work = self.0;
        match event {
            AuditEvent::Problem(problem) => {
                let (number, line) = (problem.number, problem.line);
                tell_problem(work, &problem.file, number, line, &problem.reason);
            }
            AuditEvent::Searched(progress) | AuditEvent::LookedDeeper(progress) => {
                work.advance(progress.games, progress.all_games);
            }
            _ => {}
        }
    }
}

pub(super) fn run(options: Fields, work: &JobWork<'_>) -> Result<(), JobFailure> {
    let request = read(options, work.limits);
    let request = request.map_err(|problem| problem.detail().to_owned())?;
    let out = work.out()?;
    let listener = Listener(work);
    // Let go last.
    let folder = RunFolder::open(&out)?;
    let store = folder.store()?;
    let mut audit = Audit::begin(store, request.settings(work)?, work.models)?;
    if !audit.is_read()? {
        UploadedGames::of(work)?;
        let open = |path| GameInput::open(path, &work.stop);
        let inputs: Result<Vec<GameInput>, _> = paths(work).iter().map(|path| open(path)).collect();
        audit.read(inputs?, &request.selection, &listener)?;
    }
    match audit.run(ReportDestination::Folder(out), &listener)? {
        AuditOutcome::Reported(_) => Ok(()),
        AuditOutcome::Searched(_)
        | AuditOutcome::StoppedSearching
        | AuditOutcome::StoppedReporting => Err(JobFailure::Stopped),
    }
}
