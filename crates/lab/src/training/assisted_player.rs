//! What a report would say of a player with assistance, whoever simulated it.

use plumb_fairplay::{ChoiceFigures, ChoiceModels, ChoiceSums, Evidence, Looks};

/// What a report would say of a player with assistance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AssistedPlayer {
    /// The mean rating over the choices, as over the board at long time controls, in Elo.
    pub rating: f64,
    /// The share of moves, 0 to 1, that the assistant made.
    pub assisted: f64,
    /// The share of matches with Plumb's first choice.
    pub matches: f64,
    /// What the moves lose on average by the list, in centipawns.
    pub average_loss_cp: f64,
    /// The share of engine-like moves.
    pub engine_like: f64,
    /// The z-score of matches.
    pub match_z: f64,
    /// The z-score of log ratios.
    pub ratio_z: f64,
    /// How far the intrinsic rating is above the rating, in deviations; 0 where there is none.
    pub rating_z: f64,
    /// The z-score of deep losses; 0 where there is none.
    pub loss_z: f64,
    /// The mean deep loss, scaled; none where not all moves were looked at so.
    pub deep_loss: Option<f64>,
    /// How likely an honest player has as much by all figures together; 1 of too few choices.
    pub chance: f64,
}

/// Means over a player's choices that no model has a part in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlainMeans {
    /// The share of moves, 0 to 1, that the assistant made.
    pub(super) assisted: f64,
    /// The rating, as over the board at long time controls, in Elo.
    pub(super) rating: f64,
    /// The loss by the list, in centipawns.
    pub(super) average_loss_cp: f64,
}

impl AssistedPlayer {
    /// Of all his choices; nothing where there are no figures.
    pub(super) fn of(
        sums: &ChoiceSums,
        means: PlainMeans,
        models: &ChoiceModels,
    ) -> Option<AssistedPlayer> {
        let figures = ChoiceFigures::of(sums, 1);
        let (z, engine_like) = (figures.z?, figures.engine_like?);
        let intrinsic = figures.intrinsic_rating;
        Some(AssistedPlayer {
            rating: means.rating,
            assisted: means.assisted,
            average_loss_cp: means.average_loss_cp,
            matches: z.matches as f64 / z.of as f64,
            engine_like: engine_like.share.share,
            match_z: z.z.value,
            ratio_z: engine_like.z.value,
            rating_z: intrinsic.and_then(|own| own.z).unwrap_or_default(),
            loss_z: figures.deep_loss.map_or(0.0, |own| own.z.value),
            deep_loss: figures.deep_loss.map(|own| own.mean),
            chance: Evidence::of(&figures, &models.scatter, Looks::ONE)
                .map_or(1.0, |evidence| evidence.p),
        })
    }
}
