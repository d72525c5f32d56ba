//! Records of a run put together: game by game, and added up by player and event.

use std::collections::BTreeMap;

use super::deep_selection::{DeepSelection, Known};
use super::error::AuditError;
use crate::choice::{MoveChoice, NoSkill, Skill};
use crate::fairplay::book::Book;
use crate::fairplay::figures::{
    EventChoices, Evidence, Field, FieldSums, Figures, GameList, GameReport, Level, Looks, Panel,
    PlayerSums, Replicates, Standard, Sums, examine, over_games,
};
use crate::fairplay::games::SourceGame;
use crate::fairplay::records::{Stamp, Store};
use crate::fairplay::reference::{Commonness, Reference};
use crate::fairplay::report::{FiguresPass, PlayerReport};

/// What turns records into figures.
pub(super) struct Assessment<'a> {
    pub(super) book: &'a Book,
    pub(super) standard: Standard<'a>,
    /// Honest play to compare with.
    pub(super) reference: Option<Reference>,
    /// Whose moves get a deep look.
    pub(super) deep_looks: DeepSelection,
}

/// Everybody's moves in an event.
#[derive(Default)]
struct EventSums {
    all: Sums,
    games: GameList,
}

/// One pass over all games, added up.
pub(super) struct PassSums<'a> {
    name: &'a str,
    stamp: &'a Stamp,
    /// The models belong to the main pass's records alone.
    is_main: bool,
    field: Field,
    /// Everybody's moves in each event that has a name.
    events: BTreeMap<String, EventSums>,
    /// Choices beside the models, by player and event.
    event_choices: EventChoices,
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
            events: BTreeMap::new(),
            event_choices: EventChoices::default(),
            choices: fits.then(BTreeMap::new),
        }
    }

    /// A game by this pass's records.
    pub(super) fn add(
        &mut self,
        store: &Store,
        id: u64,
        source: &SourceGame,
        assessment: &Assessment<'_>,
    ) -> Result<GameReport, AuditError> {
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
        let (white, black) = (report.white.as_deref(), report.black.as_deref());
        let numbers = self.field.add(id, white, black, &sums);
        if let Some(event) = source.tag("Event") {
            self.event_choices.add(event, white, black, &sums);
            let event = self.events.entry(event.to_owned()).or_default();
            event.all.merge(&sums.white);
            event.all.merge(&sums.black);
            event.games.extend(numbers.map(|numbers| (id, numbers)));
        }
        if let Some(choices) = &mut self.choices {
            for mv in &report.moves {
                let name = match mv.side {
                    "white" => &report.white,
                    _ => &report.black,
                };
                if let (Some(name), Some(facts)) = (name, mv.verdict.counted()) {
                    let games = choices.entry(name.clone()).or_default();
                    let game = games.entry(id).or_default();
                    game.push(facts.choice.clone());
                }
            }
        }
        Ok(report)
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

    /// How many players have enough games and moves to be compared with a reference.
    pub(super) fn comparable(&self) -> u64 {
        let gate = Level::Player.gate();
        let due = |(_, sums): &(&str, &PlayerSums)| Commonness::is_due(&sums.own, gate);
        self.field.players().filter(due).count() as u64
    }

    pub(super) fn field(&self) -> &Field {
        &self.field
    }

    /// The events by their names, and what everybody's moves there come to.
    pub(super) fn events(&self, standard: &Standard<'_>) -> impl Iterator<Item = (&str, Figures)> {
        let options = standard.options;
        self.events.iter().map(move |(name, event)| {
            let mut figures = Figures::of(&event.all, Level::Field, &options);
            if figures.counted().is_some() {
                figures.resample(&Replicates::of(&event.games));
            }
            (name.as_str(), figures)
        })
    }

    /// Everybody's choices by event.
    pub(super) fn event_choices(&self) -> &EventChoices {
        &self.event_choices
    }

    /// A player's choices in the whole input, of those in which he had a rating; 0 where his
    /// figures are withheld.
    pub(super) fn rated_choices(&self, name: &str) -> u64 {
        let level = Level::Player;
        let is_due = |own: &&Sums| !level.withholds(own) && own.agreement().moves >= level.gate();
        let own = self.field.player(name).map(|player| &player.own);
        own.filter(is_due).map_or(0, |own| own.choices().rated())
    }

    pub(super) fn everybody(&self, standard: &Standard<'_>) -> Figures {
        self.field.figures(&standard.options)
    }
}

/// What is known when every game was read.
pub(super) struct Whole<'a> {
    /// Choices of everybody in each event.
    pub(super) fields: &'a BTreeMap<&'a str, FieldSums>,
    /// How many players have enough games and moves to be compared with a reference.
    pub(super) compared: u64,
    /// How often somebody was looked at.
    pub(super) looks: Looks,
}

/// A player by the main pass, with the ranges over the others.
pub(super) fn player<'n>(
    name: &'n str,
    main: &PassSums<'_>,
    others: &[PassSums<'_>],
    panel: Option<&Panel>,
    assessment: &Assessment<'_>,
    whole: &Whole<'_>,
) -> Option<PlayerReport<'n>> {
    let options = &assessment.standard.options;
    let mut comparison = main.field.comparison(name, options)?;
    // Members are compared by one pass each.
    let jury = panel.map(|panel| panel.player(name, &comparison.player, options));
    let sums = main.field.player(name)?;
    let mut skill = main
        .skill(name)
        .filter(|_| !Level::Player.withholds(&sums.own));
    let mut passes = Vec::with_capacity(others.len());
    for other in others {
        if let Some(theirs) = other.field.values(name, options) {
            comparison.widen(&theirs);
        }
        if let Some(theirs) = other.field.player_figures(name, options) {
            passes.push(FiguresPass::of(other.name, &theirs));
        }
        if let (Some(Ok(mine)), Some(Ok(theirs))) = (&mut skill, other.skill(name)) {
            mine.widen(&theirs);
        }
    }
    let common = assessment.reference.as_ref().and_then(|reference| {
        Commonness::of(&sums.own, Level::Player.gate(), whole.compared, reference)
    });
    let unit = assessment.reference.as_ref().and_then(Reference::skill);
    let fitted = skill.as_ref().and_then(|skill| skill.as_ref().ok());
    let relative_skill = unit.zip(fitted).map(|(unit, skill)| unit.relative(skill));
    let models = assessment.standard.models;
    let choices = comparison.player.choices();
    let evidence = models.and_then(|models| Evidence::of(&choices, &models.scatter, whole.looks));
    // Only of those who are counted among the players looked at.
    let evidence = evidence.filter(|_| comparison.player.counted >= Level::Player.gate());
    // Where the player is withheld, his events are.
    let events = models.filter(|_| evidence.is_some()).map(|models| {
        let all = main.rated_choices(name);
        let (events, scatter) = (main.event_choices(), &models.scatter);
        events.player(name, all, whole.fields, scatter, whole.looks)
    });
    Some(PlayerReport {
        name,
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
