//! Plots of levels vectors, from which people say what trend they see.

use std::fmt::Write as _;

use super::trend_sample::TrendSample;
use plumb_coach::analysis::{LEAST_HEIGHT_CP, LEVEL_BOUND_CP, TREND_LEVELS, Trend};

/// Plots of one page.
const PAGE: usize = 20;

/// Width and height of a plot, in pixels.
const SIZE: (f64, f64) = (290.0, 170.0);

/// What a page begins with: by these rules plots are labelled.
const HEAD: &str = "<!doctype html><meta charset=\"utf-8\"><title>Trends of levels</title><style>\
body{font:15px sans-serif;margin:8px;width:1240px}figure{display:inline-block;margin:4px}\
figcaption{font-weight:bold}svg{border:1px solid #888;background:#fff}</style>
<p>Each plot: the evaluation from the mover's side (upwards is better for him) against the level, 1 to 30 plies \
from left to right. A plot is as high as its curve, but at least 60 centipawns. Dashed lines are at thirds \
of the height.</p>
<ul>
<li><b>ascending</b>: the curve ends at least a third of the height above its beginning, and on the way it is never \
more than a third of the height below its beginning or above its end.</li>
<li><b>descending</b>: the mirror image: it ends at least a third of the height below its beginning, and on the way it is never \
more than a third of the height above its beginning or below its end.</li>
<li><b>other</b>: everything else: flat, up and down, there and back.</li>
</ul>
";

/// Pages of plots with the vectors' numbers: of all vectors, or only of those on which the two
/// passes differ, with what these saw.
pub fn trend_plots(sample: &TrendSample, only_doubtful: bool) -> Vec<String> {
    let figures: Vec<String> = sample
        .vectors
        .iter()
        .enumerate()
        .filter(|(_, vector)| !only_doubtful || vector.first != vector.second)
        .map(|(index, vector)| {
            let name = |label: Option<Trend>| label.map_or("–", Into::into);
            let labels = match only_doubtful {
                true => format!(" {}, {}", name(vector.first), name(vector.second)),
                false => String::new(),
            };
            figure(&format!("{}{labels}", index + 1), &vector.levels)
        })
        .collect();
    let pages = figures.chunks(PAGE);
    pages
        .map(|figures| format!("{HEAD}{}", figures.concat()))
        .collect()
}

fn figure(caption: &str, levels: &[i32; TREND_LEVELS]) -> String {
    let levels = levels.map(|level| level.clamp(-LEVEL_BOUND_CP, LEVEL_BOUND_CP));
    let (low, high) = (levels.iter().min(), levels.iter().max());
    let (low, high) = (low.map_or(0, |&cp| cp), high.map_or(0, |&cp| cp));
    let height = f64::from((high - low).max(LEAST_HEIGHT_CP));
    let middle = f64::from(low + high) / 2.0;
    let (width, tall) = SIZE;
    let x = |level: usize| 5.0 + (width - 10.0) * level as f64 / (TREND_LEVELS - 1) as f64;
    let y = |cp: f64| tall / 2.0 - (tall - 10.0) * (cp - middle) / height;
    let mut points = String::new();
    for (level, &cp) in levels.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(points, "{:.1},{:.1} ", x(level), y(f64::from(cp)));
    }
    let third = |share: f64| {
        let y = y(middle + height * share);
        format!(
            "<line x1=\"0\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>"
        )
    };
    format!(
        "<figure><figcaption>{caption}</figcaption><svg width=\"{width}\" height=\"{tall}\">{}{}\
         <polyline points=\"{points}\" fill=\"none\" stroke=\"#024\" stroke-width=\"2\"/></svg></figure>\n",
        third(1.0 / 6.0),
        third(-1.0 / 6.0)
    )
}
