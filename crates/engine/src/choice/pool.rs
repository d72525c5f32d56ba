//! Where a rating comes from, and how fast the game was: what makes ratings comparable.

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $key:literal $sentence:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $(#[doc = $sentence] $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Their names in that order.
            pub(super) const KEYS: [&'static str; $name::ALL.len()] = [$($key,)*];

            /// Its name in tables and reports.
            pub const fn key(self) -> &'static str {
                match self { $($name::$variant => $key,)* }
            }
        }
    };
}

named! {
    /// Whose ratings they are.
    Pool {
        OverTheBoard "over_the_board" "FIDE ratings or national ones, at the board.";
        FideOnline "fide_online" "FIDE ratings, but the game was online.";
        Lichess "lichess" "Ratings of lichess.org.";
        Fics "fics" "Ratings of freechess.org.";
    }
}

named! {
    /// How fast a game is: a player's time for 40 moves, increments included.
    TimeClass {
        Bullet "bullet" "Less than three minutes.";
        Blitz "blitz" "Less than eight minutes.";
        Rapid "rapid" "Less than twenty-five minutes, or an unknown time online.";
        Classical "classical" "Longer, or an unknown time over the board.";
    }
}

impl TimeClass {
    /// Of a player's time for the game and for each move, in seconds. The borders are those
    /// of lichess.org (ultra-bullet is bullet here).
    pub fn of_clock(base_seconds: f64, increment_seconds: f64) -> TimeClass {
        match base_seconds + 40.0 * increment_seconds {
            all if all < 180.0 => TimeClass::Bullet,
            all if all < 480.0 => TimeClass::Blitz,
            all if all < 1_500.0 => TimeClass::Rapid,
            _ => TimeClass::Classical,
        }
    }
}
