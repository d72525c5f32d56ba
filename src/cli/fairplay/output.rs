//! Reports of a run whose records are there.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::Color;
use plumb::fairplay::{FiguresPass, Panel, Reference, RunHeader, Store};

use super::formats::Formats;
use super::look::{Content, Look, player, records_of};
use crate::cli::{Ending, Failure, say};

/// Sensitivity and consistency are fitted to all choices of a player at once;
/// with more games than this they are left out.
const MOST_GAMES_FOR_SKILL: u64 = 20_000;
/// With more than this they have no range: every pass needs as many choices.
const MOST_GAMES_FOR_SKILL_RANGE: u64 = 2_000;

/// Writes every report of a run, and says so if they went to `folder`.
pub(super) fn write(
    store: &Store,
    content: &Content<'_>,
    mut header: RunHeader,
    mut formats: Formats,
    folder: Option<&Path>,
    interrupt: &AtomicBool,
) -> Result<Ending, Failure> {
    let (stamps, standard) = (content.stamps, content.standard);
    let count = store.game_count()?;
    let problems = store.problems()?;
    header.games = count;
    header.problems = problems.len() as u64;
    header.players = players(store)?;
    header.looked_at = header.looked_at.max(header.players);
    let cloud = content.reference.map(Reference::cloud);
    formats.begin(&header, cloud.as_deref())?;
    let fits = |most| formats.show_players() && count <= most;
    let mut main = Look::new("main", stamps[0], fits(MOST_GAMES_FOR_SKILL));
    let others = content.passes.iter();
    let others = others.map(|pass| (pass.name.as_str(), &pass.member.stamp));
    let fits_range = fits(MOST_GAMES_FOR_SKILL_RANGE);
    let mut others: Vec<Look<'_>> = others
        .map(|(name, stamp)| Look::new(name, stamp, fits_range))
        .collect();
    let mut panel = (stamps.len() > 1).then(|| Panel::new(stamps));
    let mut failures = 0;
    for id in 1..=count {
        if interrupt.load(Ordering::Relaxed) {
            // Standard output may be the report itself.
            eprintln!("plumb: stopped, and no report is whole; the same command writes them");
            return Ok(Ending::CheckFailed);
        }
        let source = store.game(id)?;
        let mut report = main.add(store, id, &source, content)?;
        failures += u64::from(report.failure.is_some());
        if let Some(panel) = &mut panel {
            let members = stamps[1..].iter();
            let members = members.map(|stamp| records_of(store, &source, stamp));
            let records = members.collect::<Result<_, _>>()?;
            panel.add(&source, &report, records, standard);
        }
        for other in &mut others {
            let again = other.add(store, id, &source, content)?;
            report.add_pass(other.name(), &again);
        }
        formats.game(&source, &report, &header)?;
    }
    if formats.show_players() {
        for (name, _) in main.field().players() {
            let panel = panel.as_ref();
            if let Some(player) = player(name, &main, &others, panel, content, header.looked_at) {
                formats.player(&player)?;
            }
        }
    }
    let mut of_others: Vec<_> = others.iter().map(|other| other.events(standard)).collect();
    for (name, mut figures) in main.events(standard) {
        // Every look has seen the same games.
        for (_, theirs) in of_others.iter_mut().filter_map(Iterator::next) {
            figures.widen(&theirs);
        }
        formats.event(name, &figures)?;
    }
    let mut everybody = main.everybody(standard);
    let jury = panel.as_ref().map(|panel| {
        let figures = panel.everybody(&everybody, &standard.options);
        (figures, panel.disagreement())
    });
    let mut passes = Vec::new();
    for other in &others {
        let theirs = other.everybody(standard);
        everybody.widen(&theirs);
        passes.push(FiguresPass::of(other.name(), &theirs));
    }
    formats.field(&everybody, &passes)?;
    if let Some((figures, apart)) = &jury {
        formats.jury(stamps, figures, apart)?;
    }
    for problem in &problems {
        formats.problem(problem)?;
    }
    formats.finish()?;
    if let Some(folder) = folder {
        say(format!(
            "{count} games of {} players in {}; {} left out, {failures} without all records",
            header.players,
            folder.display(),
            problems.len()
        ));
    }
    Ok(Ending::Done)
}

/// How many different names the games have.
fn players(store: &Store) -> Result<u64, Failure> {
    let mut names = std::collections::BTreeSet::new();
    for id in 1..=store.game_count()? {
        let game = store.game(id)?;
        for side in [Color::White, Color::Black] {
            names.extend(game.player(side).map(str::to_owned));
        }
    }
    Ok(names.len() as u64)
}
