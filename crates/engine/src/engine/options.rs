//! The one table of options: UCI's `option` lines, XBoard's `feature option`s,
//! the help text and the parsing of values all come from it.

use super::strength::{MAX_ELO, MIN_ELO};
use crate::choice::RATING_BOUNDS;

/// What kind of value an option takes, and its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// Value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at the start.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A text; empty and `<empty>` mean none.
    Text {
        /// Value at the start.
        default: &'static str,
    },
    /// Something to be done at once.
    Button,
}

/// One option as shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Which setting it is.
    pub id: OptionId,
    /// Its name, as UCI shows it.
    pub name: &'static str,
    /// Whether UCI shows it.
    pub in_uci: bool,
    /// Its name in XBoard protocol, one word; none where XBoard has a command
    /// of its own for it, or no use for it.
    pub cecp_name: Option<&'static str>,
    /// What it takes.
    pub kind: OptionKind,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// The settings that options change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OptionId {
    DebugLogFile,
    Threads,
    Hash,
    ClearHash,
    Ponder,
    MultiPv,
    MoveOverhead,
    OwnBook,
    BookFile,
    SyzygyPath,
    SyzygyProbeDepth,
    SyzygyFiftyMoveRule,
    SyzygyProbeLimit,
    Chess960,
    AnalyseMode,
    Resign,
    LimitStrength,
    Elo,
    HumanChoices,
    StrengthSeed,
    ShowWdl,
    TutorMode,
    TutorElo,
    TutorPopups,
    Explain,
    Opponent,
    EngineAbout,
}

/// Largest hash table that can be asked for, in MiB.
pub const MAX_HASH_MB: i64 = 1 << 20;
/// Most threads that can be asked for.
pub const MAX_THREADS: i64 = 256;

/// Every option, in the order in which they are shown.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        id: OptionId::DebugLogFile,
        name: "Debug Log File",
        in_uci: true,
        cecp_name: Some("DebugLogFile"),
        kind: OptionKind::Text { default: "" },
        help: "Appends everything read and written to this file.",
    },
    OptionSpec {
        id: OptionId::Threads,
        name: "Threads",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
        },
        help: "Threads that search together; with one, a search is repeatable.",
    },
    OptionSpec {
        id: OptionId::Hash,
        name: "Hash",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Spin {
            default: 16,
            min: 1,
            max: MAX_HASH_MB,
        },
        help: "Size of the transposition table in MB.",
    },
    OptionSpec {
        id: OptionId::ClearHash,
        name: "Clear Hash",
        in_uci: true,
        cecp_name: Some("ClearHash"),
        kind: OptionKind::Button,
        help: "Forgets everything found out so far.",
    },
    OptionSpec {
        id: OptionId::Ponder,
        name: "Ponder",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Check { default: false },
        help: "Says that the program may be asked to think on the opponent's time.",
    },
    OptionSpec {
        id: OptionId::MultiPv,
        name: "MultiPV",
        in_uci: true,
        cecp_name: Some("MultiPV"),
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: 256,
        },
        help: "How many of the best moves are worked out and shown.",
    },
    OptionSpec {
        id: OptionId::MoveOverhead,
        name: "Move Overhead",
        in_uci: true,
        cecp_name: Some("MoveOverhead"),
        kind: OptionKind::Spin {
            default: 30,
            min: 0,
            max: 10_000,
        },
        help: "Milliseconds set aside for every move, for slow connections.",
    },
    OptionSpec {
        id: OptionId::OwnBook,
        name: "OwnBook",
        in_uci: true,
        cecp_name: Some("OwnBook"),
        kind: OptionKind::Check { default: false },
        help: "Plays from the opening book.",
    },
    OptionSpec {
        id: OptionId::BookFile,
        name: "BookFile",
        in_uci: true,
        cecp_name: Some("BookFile"),
        kind: OptionKind::Text { default: "" },
        help: "The opening book, a Polyglot .bin file.",
    },
    OptionSpec {
        id: OptionId::SyzygyPath,
        name: "SyzygyPath",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Text { default: "" },
        help: "Folders of Syzygy endgame tables, with ':' between them (';' on Windows).",
    },
    OptionSpec {
        id: OptionId::SyzygyProbeDepth,
        name: "SyzygyProbeDepth",
        in_uci: true,
        cecp_name: Some("SyzygyProbeDepth"),
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: 100,
        },
        help: "Positions with the most men are looked up only with so many plies left to search.",
    },
    OptionSpec {
        id: OptionId::SyzygyFiftyMoveRule,
        name: "Syzygy50MoveRule",
        in_uci: true,
        cecp_name: Some("Syzygy50MoveRule"),
        kind: OptionKind::Check { default: true },
        help: "A win in endgame tables that takes longer than the fifty-move rule allows is a draw.",
    },
    OptionSpec {
        id: OptionId::SyzygyProbeLimit,
        name: "SyzygyProbeLimit",
        in_uci: true,
        cecp_name: Some("SyzygyProbeLimit"),
        kind: OptionKind::Spin {
            default: 7,
            min: 0,
            max: 7,
        },
        help: "Positions with more men than this, kings included, are not looked up.",
    },
    OptionSpec {
        id: OptionId::Resign,
        name: "Resign",
        in_uci: false,
        cecp_name: Some("Resign"),
        kind: OptionKind::Check { default: true },
        help: "Gives up hopeless games; XBoard protocol only, UCI has no way to say so.",
    },
    OptionSpec {
        id: OptionId::LimitStrength,
        name: "UCI_LimitStrength",
        in_uci: true,
        cecp_name: Some("UCI_LimitStrength"),
        kind: OptionKind::Check { default: false },
        help: "Plays games like somebody of the strength UCI_Elo; analysis is never limited.",
    },
    OptionSpec {
        id: OptionId::Elo,
        name: "UCI_Elo",
        in_uci: true,
        cecp_name: Some("UCI_Elo"),
        kind: OptionKind::Spin {
            default: 1_500,
            min: MIN_ELO,
            max: MAX_ELO,
        },
        help: "The strength of a limited engine, the largest being full strength, or the rating of Human Choices.",
    },
    OptionSpec {
        id: OptionId::HumanChoices,
        name: "Human Choices",
        in_uci: true,
        cecp_name: Some("HumanChoices"),
        kind: OptionKind::Check { default: false },
        help: "Plays games by drawing each move as often as people rated UCI_Elo choose it.",
    },
    OptionSpec {
        id: OptionId::StrengthSeed,
        name: "Strength Seed",
        in_uci: true,
        cecp_name: Some("StrengthSeed"),
        kind: OptionKind::Spin {
            default: 0,
            min: 0,
            max: i32::MAX as i64,
        },
        help: "Makes the choices of a limited engine, or of people, repeatable; 0: other ones every time.",
    },
    OptionSpec {
        id: OptionId::Chess960,
        name: "UCI_Chess960",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Check { default: false },
        help: "Chess960: castling is written as the king taking the rook.",
    },
    OptionSpec {
        id: OptionId::AnalyseMode,
        name: "UCI_AnalyseMode",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Check { default: false },
        help: "The user analyses: the opening book stays closed.",
    },
    OptionSpec {
        id: OptionId::ShowWdl,
        name: "UCI_ShowWDL",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Check { default: false },
        help: "Shows chances of win, draw and loss in permille with each score.",
    },
    OptionSpec {
        id: OptionId::TutorMode,
        name: "TutorMode",
        in_uci: true,
        cecp_name: Some("TutorMode"),
        kind: OptionKind::Check { default: false },
        help: "Explains the user's moves and its own while a game is played.",
    },
    OptionSpec {
        id: OptionId::TutorElo,
        name: "TutorElo",
        in_uci: true,
        cecp_name: Some("TutorElo"),
        kind: OptionKind::Spin {
            default: 1_500,
            min: 0,
            max: RATING_BOUNDS.1 as i64,
        },
        help: "The user's rating: explanations say what people like him would play; 0: nobody's.",
    },
    OptionSpec {
        id: OptionId::TutorPopups,
        name: "TutorPopups",
        in_uci: false,
        cecp_name: Some("TutorPopups"),
        kind: OptionKind::Check { default: false },
        help: "Opens a window for the user's mistakes; XBoard protocol only.",
    },
    OptionSpec {
        id: OptionId::Explain,
        name: "Explain",
        in_uci: true,
        cecp_name: Some("Explain"),
        kind: OptionKind::Button,
        help: "Explains the last move at length.",
    },
    OptionSpec {
        id: OptionId::Opponent,
        name: "UCI_Opponent",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Text { default: "" },
        help: "Who the opponent is; only noted.",
    },
    OptionSpec {
        id: OptionId::EngineAbout,
        name: "UCI_EngineAbout",
        in_uci: true,
        cecp_name: None,
        kind: OptionKind::Text { default: ABOUT },
        help: "About this program.",
    },
];

/// What the program says of itself.
pub const ABOUT: &str = concat!(
    "Plumb ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine that shows its working. Free software, GPL-3.0-or-later."
);

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Settings {
    pub debug_log_file: Option<String>,
    pub threads: usize,
    pub hash_mb: usize,
    pub ponder: bool,
    pub multi_pv: usize,
    pub move_overhead_ms: i64,
    pub own_book: bool,
    pub book_file: Option<String>,
    pub syzygy_path: Option<String>,
    pub syzygy_probe_depth: i32,
    pub syzygy_fifty_move_rule: bool,
    pub syzygy_probe_limit: u32,
    pub chess960: bool,
    pub analyse_mode: bool,
    pub resign: bool,
    pub limit_strength: bool,
    pub elo: i64,
    pub human_choices: bool,
    pub strength_seed: u64,
    pub show_wdl: bool,
    pub tutor_mode: bool,
    pub tutor_elo: u16,
    pub tutor_popups: bool,
    pub opponent: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        let mut settings = Settings {
            debug_log_file: None,
            threads: 1,
            hash_mb: 1,
            ponder: false,
            multi_pv: 1,
            move_overhead_ms: 0,
            own_book: false,
            book_file: None,
            syzygy_path: None,
            syzygy_probe_depth: 1,
            syzygy_fifty_move_rule: true,
            syzygy_probe_limit: 0,
            chess960: false,
            analyse_mode: false,
            resign: false,
            limit_strength: false,
            elo: MAX_ELO,
            human_choices: false,
            strength_seed: 0,
            show_wdl: false,
            tutor_mode: false,
            tutor_elo: 0,
            tutor_popups: false,
            opponent: None,
        };
        for spec in OPTIONS {
            settings.assign(spec.id, &spec.default_value());
        }
        settings
    }
}

/// A value that fits its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// For a check option.
    Check(bool),
    /// For a spin option.
    Spin(i64),
    /// For a text option; none when empty.
    Text(Option<String>),
    /// For a button.
    Pressed,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called '{}'", .0.escape_default())]
    Unknown(String),
    /// The value does not fit; says what was expected.
    #[error("option {name} cannot be '{}', expected {expected}", .value.escape_default())]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would do.
        expected: String,
    },
    /// The value fits but could not be put into effect.
    #[error("option {name} not changed: {reason}")]
    Failed {
        /// The option.
        name: &'static str,
        /// Why.
        reason: String,
    },
}

impl OptionSpec {
    /// The option of this name in either protocol. Case and blanks do not
    /// matter: GUIs differ.
    pub fn find(name: &str) -> Option<&'static OptionSpec> {
        let plain = |text: &str| -> String {
            text.chars()
                .filter(|c| !c.is_whitespace())
                .flat_map(char::to_lowercase)
                .collect()
        };
        let wanted = plain(name);
        OPTIONS.iter().find(|spec| plain(spec.name) == wanted)
    }

    /// The value at the start.
    pub fn default_value(&self) -> OptionValue {
        match self.kind {
            OptionKind::Check { default } => OptionValue::Check(default),
            OptionKind::Spin { default, .. } => OptionValue::Spin(default),
            OptionKind::Text { default } => OptionValue::Text(text_value(default)),
            OptionKind::Button => OptionValue::Pressed,
        }
    }

    /// Reads a value for this option. A number out of range is taken as the
    /// nearest one in range.
    pub fn parse(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        let text = value.unwrap_or("").trim();
        let wrong = |expected: String| OptionError::Value {
            name: self.name,
            value: text.chars().take(80).collect(),
            expected,
        };
        match self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "1" | "on" | "yes" => Ok(OptionValue::Check(true)),
                "false" | "0" | "off" | "no" => Ok(OptionValue::Check(false)),
                _ => Err(wrong("true or false".to_owned())),
            },
            OptionKind::Spin { min, max, .. } => match text.parse::<i128>() {
                Ok(number) => Ok(OptionValue::Spin(
                    number.clamp(min as i128, max as i128) as i64
                )),
                Err(_) => Err(wrong(format!("a number from {min} to {max}"))),
            },
            OptionKind::Text { .. } => Ok(OptionValue::Text(text_value(text))),
            OptionKind::Button => Ok(OptionValue::Pressed),
        }
    }
}

fn text_value(text: &str) -> Option<String> {
    (!text.is_empty() && text != "<empty>").then(|| text.to_owned())
}

impl Settings {
    /// Stores a value that fits. Buttons and the engine's own text store nothing.
    pub(super) fn assign(&mut self, id: OptionId, value: &OptionValue) {
        match (id, value) {
            (OptionId::DebugLogFile, OptionValue::Text(text)) => {
                self.debug_log_file.clone_from(text)
            }
            (OptionId::Threads, OptionValue::Spin(number)) => self.threads = *number as usize,
            (OptionId::Hash, OptionValue::Spin(number)) => self.hash_mb = *number as usize,
            (OptionId::Ponder, OptionValue::Check(on)) => self.ponder = *on,
            (OptionId::MultiPv, OptionValue::Spin(number)) => self.multi_pv = *number as usize,
            (OptionId::MoveOverhead, OptionValue::Spin(number)) => self.move_overhead_ms = *number,
            (OptionId::OwnBook, OptionValue::Check(on)) => self.own_book = *on,
            (OptionId::BookFile, OptionValue::Text(text)) => self.book_file.clone_from(text),
            (OptionId::SyzygyPath, OptionValue::Text(text)) => self.syzygy_path.clone_from(text),
            (OptionId::SyzygyProbeDepth, OptionValue::Spin(plies)) => {
                self.syzygy_probe_depth = *plies as i32;
            }
            (OptionId::SyzygyFiftyMoveRule, OptionValue::Check(on)) => {
                self.syzygy_fifty_move_rule = *on;
            }
            (OptionId::SyzygyProbeLimit, OptionValue::Spin(men)) => {
                self.syzygy_probe_limit = *men as u32;
            }
            (OptionId::Chess960, OptionValue::Check(on)) => self.chess960 = *on,
            (OptionId::AnalyseMode, OptionValue::Check(on)) => self.analyse_mode = *on,
            (OptionId::Resign, OptionValue::Check(on)) => self.resign = *on,
            (OptionId::LimitStrength, OptionValue::Check(on)) => self.limit_strength = *on,
            (OptionId::Elo, OptionValue::Spin(number)) => self.elo = *number,
            (OptionId::HumanChoices, OptionValue::Check(on)) => self.human_choices = *on,
            (OptionId::StrengthSeed, OptionValue::Spin(number)) => {
                self.strength_seed = *number as u64
            }
            (OptionId::ShowWdl, OptionValue::Check(on)) => self.show_wdl = *on,
            (OptionId::TutorMode, OptionValue::Check(on)) => self.tutor_mode = *on,
            (OptionId::TutorElo, OptionValue::Spin(number)) => self.tutor_elo = *number as u16,
            (OptionId::TutorPopups, OptionValue::Check(on)) => self.tutor_popups = *on,
            (OptionId::Opponent, OptionValue::Text(text)) => self.opponent.clone_from(text),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_tables() {
        let settings = Settings::default();
        assert_eq!(
            (settings.hash_mb, settings.threads, settings.multi_pv),
            (16, 1, 1)
        );
        assert_eq!(settings.move_overhead_ms, 30);
        assert!(!settings.own_book && !settings.ponder);
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        for name in [
            "Move Overhead",
            "move overhead",
            "MoveOverhead",
            "  MOVE  OVERHEAD ",
        ] {
            assert_eq!(
                OptionSpec::find(name).map(|spec| spec.id),
                Some(OptionId::MoveOverhead)
            );
        }
        assert_eq!(OptionSpec::find("Contempt"), None);
        for spec in OPTIONS {
            assert!(
                spec.cecp_name
                    .is_none_or(|name| OptionSpec::find(name) == Some(spec))
            );
        }
    }

    #[test]
    fn values_are_checked() {
        let spec = OptionSpec::find("hash").unwrap();
        assert_eq!(spec.parse(Some(" 64 ")), Ok(OptionValue::Spin(64)));
        assert_eq!(spec.parse(Some("-3")), Ok(OptionValue::Spin(1)));
        assert_eq!(
            spec.parse(Some("99999999999999999999")),
            Ok(OptionValue::Spin(MAX_HASH_MB))
        );
        let error = spec.parse(Some("lots")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "option Hash cannot be 'lots', expected a number from 1 to 1048576"
        );
        let spec = OptionSpec::find("ponder").unwrap();
        assert_eq!(spec.parse(Some("True")), Ok(OptionValue::Check(true)));
        assert!(spec.parse(None).is_err());
        let spec = OptionSpec::find("bookfile").unwrap();
        assert_eq!(spec.parse(Some("<empty>")), Ok(OptionValue::Text(None)));
        assert_eq!(spec.parse(None), Ok(OptionValue::Text(None)));
        assert_eq!(
            spec.parse(Some("a b.bin")),
            Ok(OptionValue::Text(Some("a b.bin".to_owned())))
        );
    }
}
