//! `--mode zigzag`: Regan's procedure on each game, as JSON Lines and as a page.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::fairplay::{
    Book, SourceGame, Stamp, Store, Tested, Zigzag, ZigzagHeader, ZigzagPage, ZigzagRecord,
    ZigzagSettings, examine_zigzag, zigzag_game_line, zigzag_head_line, zigzag_prefix,
};
use sha2::{Digest, Sha256};

use super::{judges, output, tables_digest};
use crate::cli::progress::Progress;
use crate::cli::{Ending, Failure, Knowledge, say};

/// What a run of records is, and what this is instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Mode {
    /// A record for each move, its table cleared: figures and reports
    #[default]
    Records,
    /// Regan's procedure: one table along the game (docs/fairplay_zigzag.md)
    Zigzag,
}

#[derive(clap::Args)]
pub(super) struct Options {
    /// What is made of the games
    #[arg(long, value_enum, value_name = "MODE", default_value_t)]
    pub(super) mode: Mode,

    /// Of zigzag: whose moves, white, black or both
    #[arg(long, value_name = "SIDE", default_value = "both")]
    tested: Tested,

    /// Of zigzag: depths in plies as D,DL,DMIN (one line, list, least) [default: 15,13,11]
    #[arg(long, value_name = "D,DL,DMIN", value_parser = depths)]
    zigzag_depths: Option<[u32; 3]>,
}

fn depths(text: &str) -> Result<[u32; 3], String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "expected three depths in plies, such as 15,13,11".to_owned())
}

impl Options {
    fn settings(&self, lines: Option<u16>) -> ZigzagSettings {
        let mut settings = ZigzagSettings::default();
        if let Some([d, d_l, d_min]) = self.zigzag_depths {
            settings = ZigzagSettings {
                d,
                d_l,
                d_min,
                ..settings
            };
        }
        settings.lines = lines.map_or(settings.lines, usize::from);
        settings
    }
}

/// Where a record is kept.
fn key(game: &SourceGame, tested: Tested, first: usize, ply: usize, stamp: &Stamp) -> [u8; 16] {
    let prefix = zigzag_prefix(game, tested, first, ply);
    let text = format!(
        "zigzag\0{}\0{}\0{}\0{prefix}",
        stamp.engine, stamp.version, stamp.settings
    );
    let digest = Sha256::digest(text.as_bytes());
    let mut key = [0; 16];
    key.copy_from_slice(&digest[..16]);
    key
}

pub(super) fn run(
    arguments: &super::Arguments,
    knowledge: &Knowledge,
    store: &mut Store,
    book: &Book,
    interrupt: &Arc<AtomicBool>,
) -> Result<Ending, Failure> {
    if !arguments.syzygy.is_empty() {
        return Err(Failure(
            "--syzygy is for figures: zigzag looks at every move after the book".to_owned(),
        ));
    }
    let options = &arguments.zigzag;
    let settings = options.settings(arguments.multipv);
    let mut zigzag = match arguments.judges.engine.as_slice() {
        [] => Zigzag::plumb(&knowledge.weights, &tables_digest(knowledge), settings)?,
        [name] => Zigzag::engine(judges::setup(name, &arguments.judges, interrupt)?, settings)?,
        _ => return Err(Failure("zigzag takes one engine".to_owned())),
    };
    let stamp = zigzag.stamp().clone();
    let folder = arguments.out.as_deref();
    let mut out = match (arguments.format, folder) {
        (Some(output::Format::Jsonl), _) => output::Sink::standard(),
        (None, Some(folder)) => output::Sink::file(folder.join("zigzag.jsonl"))?,
        _ => return Err(Failure("zigzag writes JSON Lines only".to_owned())),
    };
    let standard = super::standard(arguments, knowledge, settings.lines, None)?;
    let header = ZigzagHeader::new(
        &stamp,
        &settings,
        options.tested,
        &standard.rules,
        book.settings()?,
    );
    writeln!(out, "{}", zigzag_head_line(&header))?;
    let mut page = ZigzagPage::new(&header);
    let count = store.game_count()?;
    let mut progress = Progress::new("games", Some(count), 0);
    for id in 1..=count {
        let game = store.game(id)?;
        let first = book.depth(&game)?.plies;
        let mut records = kept(store, &game, options.tested, first, &stamp)?;
        if records.is_none() {
            let mut made: Vec<ZigzagRecord> = Vec::new();
            let whole = zigzag.run(&game, options.tested, first, interrupt, &mut |record| {
                made.push(record);
            });
            match whole {
                Ok(true) => {
                    keep(store, &game, options.tested, first, &stamp, &made)?;
                    records = Some(made);
                }
                Ok(false) => {}
                Err(error) => {
                    progress.warn(&format!("{}, game {}: {error}", game.file, game.number));
                }
            }
        }
        if interrupt.load(Ordering::Relaxed) {
            progress.close();
            say("Stopped. Whole games are kept; the same command goes on.");
            return Ok(Ending::CheckFailed);
        }
        let report = examine_zigzag(id, &game, first, records, &settings, &standard);
        writeln!(out, "{}", zigzag_game_line(&report))?;
        page.add_game(&report);
        progress.update(id, &|_| {
            format!(
                "depths {}, {}, {}",
                settings.d, settings.d_l, settings.d_min
            )
        });
    }
    progress.close();
    out.finish()?;
    if let (None, Some(folder)) = (arguments.format, folder) {
        let mut sink = output::Sink::file(folder.join("zigzag.html"))?;
        sink.write_all(page.finish()?.as_bytes())?;
        sink.finish()?;
        say(format!(
            "{count} games in zigzag.jsonl and zigzag.html of {}",
            folder.display()
        ));
    }
    Ok(Ending::Done)
}

/// The records of a game, if it was gone through to its end.
fn kept(
    store: &Store,
    game: &SourceGame,
    tested: Tested,
    first: usize,
    stamp: &Stamp,
) -> Result<Option<Vec<ZigzagRecord>>, Failure> {
    let whole = key(game, tested, first, game.plies.len(), stamp);
    let Some(text) = store.note(whole)? else {
        return Ok(None);
    };
    Ok(Some(serde_json::from_str(&text)?))
}

fn keep(
    store: &Store,
    game: &SourceGame,
    tested: Tested,
    first: usize,
    stamp: &Stamp,
    records: &[ZigzagRecord],
) -> Result<(), Failure> {
    let whole = key(game, tested, first, game.plies.len(), stamp);
    store.add_note(whole, &serde_json::to_string(records)?)?;
    Ok(())
}
