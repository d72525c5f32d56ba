//! The table of honest play that reports compare with: finding it, and
//! `plumb fairplay reference`, which makes it.

use std::path::{Path, PathBuf};

use plumb::analysis::ReganReference;
use plumb::fairplay::{
    Book, FigureOptions, GameReport, GameSums, Profile, Reference, ReferenceMaker, Rules, Stamp,
    Standard, Store, Yardstick, examine,
};

use super::input;
use super::output::records_of;
use crate::cli::{Ending, Failure, Knowledge};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of a run of honest play
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// The folder of a run of the engine's games against itself, in the same
    /// profile: better-than-best moves in it are noise
    #[arg(long, value_name = "DIR")]
    noise: Option<PathBuf>,
}

/// The reference of a profile if a run can be compared with it, or why not.
pub(super) fn find(
    asked: Profile,
    profile: &str,
    knowledge: &Knowledge,
    stamp: &Stamp,
    rules: &Rules,
) -> Result<Result<Reference, String>, Failure> {
    if profile == "custom" {
        return Ok(Err(
            "there is a reference only for the profiles screen and full".to_owned(),
        ));
    }
    let reference = Reference::from_tables(&knowledge.tables, asked)?;
    Ok(match reference.differs(stamp, rules) {
        Some(reason) => Err(reason),
        None => Ok(reference),
    })
}

/// A run by the rules of Plumb, without a book of its own.
struct Run {
    store: Store,
    stamp: Stamp,
    profile: String,
}

impl Run {
    fn open(folder: &Path) -> Result<Run, Failure> {
        let path = folder.join("run.sqlite");
        if !path.is_file() {
            return Err(Failure(format!(
                "{}: no run is there; make one with plumb fairplay GAMES.pgn --out DIR",
                folder.display()
            )));
        }
        let store = Store::open(&path)?;
        let meta = |key: &str| -> Result<String, Failure> {
            store.meta(key)?.ok_or_else(|| {
                Failure(format!(
                    "{}: it does not say by which {key}",
                    path.display()
                ))
            })
        };
        Ok(Run {
            stamp: Stamp {
                engine: meta("engine")?,
                version: meta("version")?,
                settings: meta("search")?,
            },
            profile: meta("profile")?,
            store,
        })
    }

    fn each(
        &self,
        standard: &Standard<'_>,
        mut with: impl FnMut(&GameReport, &GameSums),
    ) -> Result<u64, Failure> {
        let games = self.store.game_count()?;
        for id in 1..=games {
            let source = self.store.game(id)?;
            let records = records_of(&self.store, &source, &self.stamp)?;
            let depth = Book::default().depth(&source)?;
            let (report, sums) = examine(id, &source, records, depth, standard, None);
            with(&report, &sums);
        }
        Ok(games)
    }
}

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let honest = Run::open(&arguments.run)?;
    let rules = Rules::default();
    let standard = Standard {
        rules,
        yardstick: Yardstick {
            chances: knowledge.chances,
            reference: ReganReference::from_tables(&knowledge.tables)?,
        },
        options: FigureOptions::default(),
        tables: None,
    };
    let mut maker = ReferenceMaker::default();
    let games = honest.each(&standard, |report, sums| maker.add(report, sums))?;
    let mut comment = format!(
        "Honest play, looked at in the fair-play profile {}: a row for each side of a game.\n\
         A row: a number in the player's place, counted moves, first choices, first choices and\n\
         moves as good as the best, all losses in centipawns, the same held within 1000.\n\
         \n\
         Data: {games} games, {}.\n",
        honest.profile,
        selection(&honest.store)?,
    );
    let mut command = "plumb fairplay GAMES --profile P --out HONEST; ".to_owned();
    if let Some(folder) = &arguments.noise {
        let noise = Run::open(folder)?;
        if noise.stamp != honest.stamp {
            return Err(Failure(format!(
                "{}: its records are of {} {}, {}; expected those of {}",
                folder.display(),
                noise.stamp.engine,
                noise.stamp.version,
                noise.stamp.settings,
                arguments.run.display()
            )));
        }
        let games = noise.each(&standard, |_, sums| maker.add_noise(sums))?;
        comment.push_str(&format!(
            "Noise of better-than-best: {games} games of the engine against itself, {}.\n",
            selection(&noise.store)?
        ));
        command.push_str("plumb fairplay SELF-PLAY --profile P --out NOISE; ");
    }
    comment.push_str(&format!(
        "Made by: {command}plumb fairplay reference HONEST{}. Nothing is drawn by lot.\n",
        if arguments.noise.is_some() {
            " --noise NOISE"
        } else {
            ""
        }
    ));
    print!(
        "{}",
        maker
            .table(&comment, &honest.stamp, &rules)
            .map_err(Failure)?
    );
    Ok(Ending::Done)
}

/// Where a run's games come from, in words.
fn selection(store: &Store) -> Result<String, Failure> {
    let file = match store.game_count()? {
        0 => String::new(),
        _ => format!("from {}", store.game(1)?.file),
    };
    let chosen = input::noted_selection(store)?;
    let chosen: Vec<String> = chosen
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    Ok(match chosen.is_empty() {
        true => file,
        false => format!("{file} ({})", chosen.join(", ")),
    })
}
