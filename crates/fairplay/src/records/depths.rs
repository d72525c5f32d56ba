//! How far the searches behind a record go: the two profiles, and what may be
//! asked for instead.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::loss_search::LookExtent;
use plumb_engine::glance::{GLANCE_LINES, GLANCE_NODES, glance_limits};
use plumb_engine::search::Limits;
use plumb_support::wording::say;

/// How thoroughly moves are looked at. Figures of different profiles are never
/// compared.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", parse_err_ty = String, parse_err_fn = unknown_profile)]
pub enum Profile {
    /// For everybody: some three core-seconds a game, its second pass included.
    Screen,
    /// For the few: some three times as long.
    #[default]
    Full,
}

fn unknown_profile(text: &str) -> String {
    say!(expected.profile, text)
}

/// How far each search of a record goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Depths {
    /// Selective depth, in plies, at which a single-line search ends once an iteration reached
    /// it; whichever of `seldepth`, `depth` and `nodes` comes first ends it.
    pub seldepth: Option<usize>,
    /// Depth of the last iteration of a single-line search, in plies; it also fixes the depth of
    /// the multi-line search.
    pub depth: Option<u32>,
    /// Most nodes of a single-line search.
    pub nodes: Option<u64>,
    /// Nodes of the multi-line pass, unless it goes to a fixed depth.
    pub list_nodes: u64,
    /// Most nodes of each search of one move alone, made for its loss; with a fixed `depth` only
    /// the confirming look has this limit. 0: losses are not looked at.
    pub loss_nodes: u64,
    /// Nodes for the forced line; 0: it is not searched.
    pub forced_nodes: u64,
    /// Nodes for the first glance, a search of at most [`GLANCE_DEPTH`](plumb_engine::glance::GLANCE_DEPTH) plies for at
    /// least [`GLANCE_LINES`] lines; 0: there is none.
    pub glance_nodes: u64,
    /// Nodes for mating lines, where there is a mate; 0: they are not searched.
    pub mate_nodes: u64,
    /// How many alternatives are listed.
    pub multi_pv: usize,
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
    /// Entries of the levels vector: selective depths from 1 ply on.
    pub levels: usize,
}

/// The selective depth, in plies, to which the profile full searches.
const FULL_SELDEPTH: usize = 20;

impl Depths {
    /// What a profile asks for.
    pub fn of(profile: Profile) -> Depths {
        match profile {
            Profile::Screen => Depths {
                seldepth: None,
                depth: None,
                nodes: Some(12_000),
                list_nodes: 12_000,
                loss_nodes: 600_000,
                forced_nodes: 4_000,
                glance_nodes: GLANCE_NODES,
                mate_nodes: 4_000,
                multi_pv: 5,
                hash_mb: 4,
                levels: 20,
            },
            Profile::Full => Depths {
                seldepth: Some(FULL_SELDEPTH),
                depth: None,
                nodes: Some(320_000),
                list_nodes: 100_000,
                loss_nodes: 3_000_000,
                forced_nodes: 30_000,
                glance_nodes: 100_000,
                mate_nodes: 50_000,
                multi_pv: 5,
                hash_mb: 8,
                levels: 30,
            },
        }
    }

    /// Of `screen`, but without what only the judgement of a move needs: what there was to
    /// choose from.
    pub fn of_choices() -> Depths {
        Depths {
            loss_nodes: 0,
            forced_nodes: 0,
            mate_nodes: 0,
            ..Depths::of(Profile::Screen)
        }
    }

    /// The same with the forced line, which has as many nodes as in `screen`.
    pub fn of_choices_and_forced_lines() -> Depths {
        Depths {
            forced_nodes: Depths::of(Profile::Screen).forced_nodes,
            ..Depths::of_choices()
        }
    }

    /// Of `full`, but only the searches for one line, whose scores are the levels.
    pub fn of_levels() -> Depths {
        Depths {
            list_nodes: 0,
            loss_nodes: 0,
            forced_nodes: 0,
            glance_nodes: 0,
            mate_nodes: 0,
            ..Depths::of(Profile::Full)
        }
    }

    /// Of the searches for one line alone, in words: levels of other searches differ.
    pub fn levels_settings(&self) -> String {
        let only = Depths {
            list_nodes: 0,
            loss_nodes: 0,
            forced_nodes: 0,
            glance_nodes: 0,
            mate_nodes: 0,
            multi_pv: 1,
            ..*self
        };
        only.to_string()
    }

    /// With so many nodes for the single line and for the list, and as much more
    /// or less for everything else.
    pub fn with_nodes(self, nodes: u64) -> Depths {
        let scaled = |of: u64| {
            let product = u128::from(of) * u128::from(nodes);
            u64::try_from(product / u128::from(self.list_nodes.max(1))).unwrap_or(u64::MAX)
        };
        Depths {
            seldepth: None,
            depth: None,
            nodes: Some(nodes),
            list_nodes: nodes,
            loss_nodes: scaled(self.loss_nodes),
            forced_nodes: scaled(self.forced_nodes),
            glance_nodes: scaled(self.glance_nodes),
            mate_nodes: scaled(self.mate_nodes),
            ..self
        }
    }

    /// With a fixed depth for the single line and for the list, in plies.
    pub fn with_depth(self, depth: u32) -> Depths {
        Depths {
            seldepth: None,
            depth: Some(depth),
            nodes: None,
            ..self
        }
    }

    /// The same with a quarter of the nodes, three quarters of the selective depth
    /// and two plies less, and without a first glance: what shows how far figures
    /// depend on all that.
    pub fn quicker(self) -> Depths {
        Depths {
            seldepth: self.seldepth.map(|plies| plies * 3 / 4),
            depth: self.depth.map(|plies| plies.saturating_sub(2).max(1)),
            nodes: self.nodes.map(|nodes| nodes / 4),
            list_nodes: self.list_nodes / 4,
            loss_nodes: self.loss_nodes / 4,
            forced_nodes: self.forced_nodes / 4,
            glance_nodes: 0,
            mate_nodes: self.mate_nodes / 4,
            ..self
        }
    }

    pub(super) fn single(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }

    pub(super) fn list(&self) -> Limits {
        Limits {
            depth: self.depth,
            // A fifth is kept back for a played move outside the list.
            nodes: match self.depth {
                Some(_) => None,
                None => Some(self.list_nodes - self.list_nodes / 5),
            },
            multi_pv: self.multi_pv,
            ..Limits::default()
        }
    }

    /// Of one move searched alone, in a look that goes so far.
    pub(super) fn loss(&self, extent: LookExtent) -> Limits {
        Limits {
            depth: Some(extent.depth),
            nodes: match self.depth {
                Some(_) if !extent.is_confirming => None,
                _ => Some(self.loss_nodes.max(1)),
            },
            ..Limits::default()
        }
    }

    /// Of the first glance; none if there is none.
    pub(super) fn glance(&self) -> Option<Limits> {
        (self.glance_nodes > 0).then(|| Limits {
            multi_pv: GLANCE_LINES.max(self.multi_pv),
            ..glance_limits(self.glance_nodes)
        })
    }
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(plies) = self.seldepth {
            write!(f, "seldepth {plies} ")?;
        }
        if let Some(plies) = self.depth {
            write!(f, "depth {plies} ")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, "nodes {nodes} ")?;
        }
        write!(
            f,
            "list {} loss {} forced {} glance {} mates {} multipv {} hash {} levels {}",
            self.list_nodes,
            self.loss_nodes,
            self.forced_nodes,
            self.glance_nodes,
            self.mate_nodes,
            self.multi_pv,
            self.hash_mb,
            self.levels
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_scaled_as_a_whole() {
        let few = Depths::of(Profile::Full).with_nodes(1_000);
        assert_eq!((few.nodes, few.list_nodes), (Some(1_000), 1_000));
        assert_eq!(
            (few.forced_nodes, few.glance_nodes, few.mate_nodes),
            (300, 1_000, 500)
        );
        let most = Depths::of(Profile::Screen).with_nodes(u64::MAX);
        assert_eq!(most.mate_nodes, u64::MAX / 3);
    }
}
