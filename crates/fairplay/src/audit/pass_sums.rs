//! Records of a run put together: game by game, and added up by player.

use std::collections::BTreeMap;

use super::deep_selection::{DeepSelection, Known};
use super::error::AuditError;
use super::sums_file::{SideCounts, SumsFile};
use super::whole_run::{WholeRun, rated_choices};
use crate::book::Book;
use crate::figures::{
    Evidence, Field, Figures, GameReport, GameSums, Level, Looks, Panel, PlayerEvents, PlayerSums,
    ResampledSums, Standard, examine, over_games,
};
use crate::games::SourceGame;
use crate::records::{Stamp, Store};
use crate::reference::{Commonness, Reference};
use crate::report::{FiguresPass, PlayerReport};
use plumb_engine::choice::{MoveChoice, NoSkill, Skill};

/// What turns records into figures.
pub(super) struct Assessment<'a> {
    pub(super) book: &'a Book,
    pub(super) standard: Standard<'a>,
    /// Honest play to compare with.
    pub(super) reference: Option<Reference>,
    /// Whose moves get a deep look.
    pub(super) deep_looks: DeepSelection,
}

/// One pass over all games, added up.
pub(super) struct PassSums<'a> {
    name: &'a str,
    stamp: &'a Stamp,
    /// The models belong to the main pass's records alone.
    is_main: bool,
    field: Field,
    /// Each player's counted choices in each game, by its place in the input, where s
    /// and c are fitted.
    choices: Option<BTreeMap<String, BTreeMap<u64, Vec<MoveChoice>>>>,
}

impl<'a> PassSums<'a> {
    pub(super) fn main(stamp: &'a Stamp, fits: bool) -> PassSums<'a> {
        PassSums {
            is_main: true,
            ..PassSums::other("main", stamp, fits)
        }
    }

    pub(super) fn other(name: &'a str, stamp: &'a Stamp, fits: bool) -> PassSums<'a> {
        PassSums {
            name,
            stamp,
            is_main: false,
            field: Field::default(),
            choices: fits.then(BTreeMap::new),
        }
    }

    /// A game by this pass's records, and what it adds to its players.
    pub(super) fn add(
        &mut self,
        store: &Store,
        id: u64,
        source: &SourceGame,
        assessment: &Assessment<'_>,
    ) -> Result<(GameReport, GameSums), AuditError> {
        let failure = store.failure(id, self.stamp)?;
        let mut records = store.records_of(source, self.stamp)?;
        if self.is_main {
            let known = Known {
                book: Some(assessment.book),
                tables: assessment.standard.tables,
            };
            assessment.deep_looks.keep_own(source, &mut records, known);
        }
        let depth = assessment.book.depth(source)?;
        let standard = Standard {
            models: assessment.standard.models.filter(|_| self.is_main),
            trends: assessment.standard.trends.filter(|_| self.is_main),
            ..assessment.standard
        };
        let (report, sums) = examine(id, source, records, depth, &standard, failure);
        self.field.add(id, &sums);
        if let Some(choices) = &mut self.choices {
            for mv in &report.moves {
                let name = match mv.side {
                    "white" => &report.white,
                    _ => &report.black,
                };
                let name = name.as_ref().filter(|_| !report.is_computer(mv.side));
                if let (Some(name), Some(facts)) = (name, mv.verdict.counted()) {
                    let games = choices.entry(name.clone()).or_default();
                    let game = games.entry(id).or_default();
                    game.push(facts.choice.clone());
                }
            }
        }
        Ok((report, sums))
    }

    fn skill(&self, name: &str) -> Option<Result<Skill, NoSkill>> {
        let games = self.choices.as_ref()?.get(name);
        let all = games.into_iter().flat_map(|games| games.values().flatten());
        Some(Skill::fit(all).map(|skill| {
            let games = games.into_iter().flatten();
            let influences = games.map(|(&id, choices)| (id, skill.influence(choices)));
            over_games(&skill, &influences.collect::<Vec<_>>())
        }))
    }

    pub(super) fn name(&self) -> &'a str {
        self.name
    }

    pub(super) fn everybody(&self, standard: &Standard<'_>) -> Figures {
        self.field.figures(&standard.options)
    }
}

/// Everybody's figures in an event by each of so many passes.
pub(super) fn event(
    file: &SumsFile,
    name: &str,
    passes: usize,
    standard: &Standard<'_>,
) -> Result<Vec<Figures>, AuditError> {
    let mut sums = vec![ResampledSums::default(); passes];
    file.each_game_of_event(name, |mut game| {
        for pass in &mut sums {
            for (side, is_computer) in game.sides.iter_mut().zip(game.computers) {
                let sums = side.next_sums()?;
                if !is_computer {
                    pass.add(game.id, &sums);
                }
            }
        }
        Some(())
    })?;
    let figures = |pass: &ResampledSums| pass.figures(Level::Field, &standard.options);
    Ok(sums.iter().map(figures).collect())
}

/// A player's games, added up.
pub(super) struct PlayerTotal {
    /// By each pass, the main one first.
    pub(super) passes: Vec<PlayerSums>,
    /// His choices by event, by the main pass.
    events: PlayerEvents,
    sides: SideCounts,
}

impl PlayerTotal {
    /// Adds up a player's games of a file, by `passes` passes. Where a name is a person's in
    /// some games and a computer's in others, the person's games count.
    pub(super) fn of(
        file: &SumsFile,
        name: &str,
        passes: usize,
    ) -> Result<PlayerTotal, AuditError> {
        let sides = file.side_counts(name)?;
        let none = PlayerSums {
            is_computer: sides.is_computer(),
            ..PlayerSums::default()
        };
        let mut total = PlayerTotal {
            passes: vec![none; passes],
            events: PlayerEvents::default(),
            sides,
        };
        file.each_game(name, |mut game| {
            for (place, pass) in total.passes.iter_mut().enumerate() {
                let (own, opponent) = (game.own.next_sums()?, game.opponent.next_sums()?);
                if let (0, Some(event)) = (place, game.event) {
                    total.events.add_side(event, own.choices());
                }
                match game.is_against_computer {
                    true => pass.own.add(game.id, &own),
                    false => pass.add(game.id, &own, &opponent),
                }
            }
            Some(())
        })?;
        Ok(total)
    }
}

/// All passes over all games.
pub(super) struct Passes<'p> {
    pub(super) main: &'p PassSums<'p>,
    pub(super) others: &'p [PassSums<'p>],
    pub(super) panel: Option<&'p Panel>,
}

/// What a player is compared with: the whole run, and how often somebody was looked at.
pub(super) struct RunContext<'w> {
    pub(super) whole: &'w WholeRun,
    /// How many players have enough games and moves to be compared with a reference, here and
    /// elsewhere.
    pub(super) compared: u64,
    pub(super) looks: Looks,
}

/// A player by the main pass, with the ranges over the others. A computer has figures, and
/// nothing that holds it against people.
pub(super) fn player<'n>(
    name: &'n str,
    total: &PlayerTotal,
    runs: &Passes<'_>,
    assessment: &Assessment<'_>,
    context: &RunContext<'_>,
) -> Option<PlayerReport<'n>> {
    let options = &assessment.standard.options;
    let (sums, of_others) = total.passes.split_first()?;
    let own = sums.own.sums();
    let is_person = !total.sides.is_computer();
    let mut comparison = runs.main.field.comparison(sums, options);
    // Members are compared by one pass each.
    let jury = (runs.panel.filter(|_| is_person))
        .map(|panel| panel.player(name, &comparison.player, options));
    let skill = runs.main.skill(name);
    let mut skill = skill.filter(|_| is_person && !Level::Player.withholds(own));
    let mut passes = Vec::with_capacity(of_others.len());
    for (other, theirs) in runs.others.iter().zip(of_others) {
        comparison.widen(&other.field.values(theirs, options));
        let figures = theirs.own.figures(Level::Player, options);
        passes.push(FiguresPass::of(other.name, &figures));
        if let (Some(Ok(mine)), Some(Ok(theirs))) = (&mut skill, other.skill(name)) {
            mine.widen(&theirs);
        }
    }
    let reference = assessment.reference.as_ref().filter(|_| is_person);
    let common = reference.and_then(|reference| {
        Commonness::of(own, Level::Player.gate(), context.compared, reference)
    });
    let unit = reference.and_then(Reference::skill);
    let fitted = skill.as_ref().and_then(|skill| skill.as_ref().ok());
    let relative_skill = unit.zip(fitted).map(|(unit, skill)| unit.relative(skill));
    let models = assessment.standard.models.filter(|_| is_person);
    let choices = comparison.player.choices();
    let evidence = models.and_then(|models| Evidence::of(&choices, &models.scatter, context.looks));
    // Only of those who are counted among the players looked at.
    let evidence = evidence.filter(|_| comparison.player.counted >= Level::Player.gate());
    // Where the player is withheld, his events are.
    let events = models.filter(|_| evidence.is_some()).map(|models| {
        let (all, scatter) = (rated_choices(own), &models.scatter);
        let fields = &context.whole.fields;
        total.events.figures(all, fields, scatter, context.looks)
    });
    Some(PlayerReport {
        name,
        computer: !is_person,
        computer_games: if is_person { total.sides.computers } else { 0 },
        evidence,
        events: events.unwrap_or_default(),
        jury,
        comparison,
        skill,
        relative_skill,
        passes,
        common,
    })
}
