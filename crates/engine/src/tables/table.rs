//! The one list of tables. Start with [`Table`].

macro_rules! tables {
    ($($table:ident $file:literal $doc:literal;)*) => {
        /// One of the tables that Plumb plays and judges by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Table { $(#[doc = $doc] $table,)* }

        impl Table {
            /// Every table.
            pub const ALL: &[Table] = &[$(Table::$table,)*];

            /// The name of its file.
            pub const fn file_name(self) -> &'static str {
                match self { $(Table::$table => $file,)* }
            }

            /// What it holds, in a sentence.
            pub const fn sentence(self) -> &'static str {
                match self { $(Table::$table => $doc,)* }
            }

            pub(super) const fn embedded(self) -> &'static str {
                match self { $(Table::$table => include_str!(concat!("../../tables/", $file)),)* }
            }
        }
    };
}

tables! {
    Eval "eval.toml" "What each term of the evaluation is worth.";
    Search "search.toml" "By which numbers the search prunes, reduces and extends.";
    Wdl "wdl.toml" "How a score becomes chances to win, draw and lose.";
    Regan "regan.toml" "The reference player by whose choices partial credit is shared out.";
    ReganSkill "regan_skill.toml" "How well Regan's model player of a rating chooses.";
    Choice "choice.toml" "How likely a person of a rating picks which move.";
    EngineChoice "engine_choice.toml" "How likely an engine picks which move.";
    Evidence "evidence.toml" "How far honest people's choices scatter around the human-choice model.";
    Counterfactual "counterfactual.toml" "How p-values of honest windows come out, by policy and rating.";
    Trend "trend.toml" "Which trend people see in a plot of a move's levels.";
    Strength "strength.toml" "How the engine plays when its strength is limited.";
    ReferenceScreen "fairplay_screen.toml" "Honest play in the fair-play profile screen.";
    ReferenceFull "fairplay_full.toml" "Honest play in the fair-play profile full.";
}

impl Table {
    /// The tables that a search reads: what it finds out, and so every record of it,
    /// depends on these alone. The search's own numbers are constants, for which the bench
    /// signature stands, unless the build allows others.
    pub const OF_SEARCH: &[Table] = if cfg!(feature = "tunable") {
        &[Table::Eval, Table::Search]
    } else {
        &[Table::Eval]
    };
}
