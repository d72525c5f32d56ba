//! How well the human-choice model tells what people choose, on choices it does not know; and
//! what Regan's model, which knows of a move only how much it loses, makes of the same choices.

use super::choice_sample::{ChoiceSample, SampledChoice};
use plumb_engine::choice::{HumanModel, NoSkill, Sight, Skill};

/// Figures of some choices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BandFigures {
    /// How many there are.
    pub choices: usize,
    /// The share, 0 to 1, in which the likeliest move was made.
    pub top: f64,
    /// The mean of -ln(share of the move that was made), in nats.
    pub log_loss: f64,
    /// The mean of -ln(1 / number of moves), in nats: what who knows nothing would have.
    pub blind_log_loss: f64,
    /// The mean share of the likeliest move: equal to `top` if shares are true.
    pub mean_top_share: f64,
}

/// Figures of the choices that `is_in` takes.
pub fn measure(
    model: &HumanModel,
    sample: &ChoiceSample,
    sight: Sight,
    is_in: impl Fn(&SampledChoice) -> bool,
) -> BandFigures {
    let mut figures = BandFigures::default();
    for choice in sample.choices().iter().filter(|choice| is_in(choice)) {
        let rating = model.comparable(choice.rating, choice.pool, choice.class);
        let shares = model.shares(&sample.moves(choice), sight, rating);
        let best = (0..shares.len())
            .rev()
            .max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
        figures.choices += 1;
        figures.top += f64::from(u8::from(best == Some(choice.chosen)));
        figures.log_loss -= libm::log(shares[choice.chosen].max(1e-12));
        figures.blind_log_loss += libm::log(shares.len() as f64);
        figures.mean_top_share += best.map_or(0.0, |best| shares[best]);
    }
    let count = figures.choices.max(1) as f64;
    BandFigures {
        top: figures.top / count,
        log_loss: figures.log_loss / count,
        blind_log_loss: figures.blind_log_loss / count,
        mean_top_share: figures.mean_top_share / count,
        ..figures
    }
}

/// Regan's s and c of all the choices that `is_in` takes, as if one player had made them, and
/// the mean of -ln(share of the move that was made) by them, in nats. What moves lose is said by
/// a first glance, or by the record's list.
pub fn regan_skill(
    sample: &ChoiceSample,
    sight: Sight,
    is_in: impl Fn(&SampledChoice) -> bool,
) -> Result<(Skill, f64), NoSkill> {
    let choices = sample.choices().iter().filter(|choice| is_in(choice));
    let by_loss: Vec<_> = choices
        .filter_map(|choice| match sight {
            Sight::Glance => choice.by_glance.as_ref(),
            Sight::Record => choice.by_loss.as_ref(),
        })
        .collect();
    let skill = Skill::fit(by_loss.iter().copied())?;
    let (s, c) = (skill.sensitivity.value, skill.consistency.value);
    let nats: f64 = by_loss.iter().map(|choice| -choice.log_credit(s, c)).sum();
    Ok((skill, nats / by_loss.len() as f64))
}
